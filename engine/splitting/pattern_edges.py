"""Word boundaries as lookaheads of one character, where it is known what comes before.

Behind a digit `\\b` is `(?!\\w)`, behind a space it is `(?=\\w)`. Where it may stand behind both,
and at the start of a match, behind which anything may lie, it has no automaton.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, reduce
from typing import NamedTuple

import numpy as np

from engine.splitting.pattern_reader import Unsupported
from engine.splitting.pattern_syntax import (
    Ahead,
    Alternatives,
    Characters,
    Lookahead,
    Node,
    Repeat,
    Sequence,
    WordEdge,
)
from engine.text import PointSet, named_set


class _Before(NamedTuple):
    """Whether a word character, and whether anything else, may come right before a place."""

    word: bool
    other: bool

    def or_also(self, more: _Before) -> _Before:
        return _Before(self.word or more.word, self.other or more.other)


_ANYTHING = _Before(word=True, other=True)
_NOTHING = _Before(word=False, other=False)


def without_word_edges(node: Node) -> Node:
    """The same pattern without WordEdge. Raises Unsupported where one cannot be told."""
    return _Resolver().resolved(node, _ANYTHING)


@cache
def _word() -> PointSet:
    members = named_set("Word")
    assert members is not None
    return members


class _Resolver:
    """One pattern on its way; nodes that come again are looked at once."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[_Before, bool]] = {}

    def resolved(self, node: Node, before: _Before) -> Node:
        """`node` as it stands behind `before`."""
        if isinstance(node, WordEdge):
            return _looking(node, before)
        if isinstance(node, Ahead):
            return replace(node, inside=self.resolved(node.inside, before))
        if isinstance(node, Alternatives):
            return Alternatives(tuple(self.resolved(each, before) for each in node.branches))
        if isinstance(node, Repeat):
            last, _ = self._last_of(node.body)
            return replace(node, body=self.resolved(node.body, before.or_also(last)))
        if isinstance(node, Sequence):
            parts = []
            for part in node.parts:
                parts.append(self.resolved(part, before))
                last, can_be_empty = self._last_of(part)
                before = last.or_also(before) if can_be_empty else last
            return Sequence(tuple(parts))
        return node

    def _last_of(self, node: Node) -> tuple[_Before, bool]:
        """What a match of `node` may end with, and whether it may be empty."""
        if id(node) not in self._last:
            self._last[id(node)] = self._found_last(node)
        return self._last[id(node)]

    def _found_last(self, node: Node) -> tuple[_Before, bool]:
        if isinstance(node, Characters):
            word = node.members & _word()
            return _Before(bool(word.any()), not np.array_equal(word, node.members)), False
        if isinstance(node, Sequence):
            last = _NOTHING
            for part in reversed(node.parts):
                more, can_be_empty = self._last_of(part)
                last = last.or_also(more)
                if not can_be_empty:
                    return last, False
            return last, True
        if isinstance(node, Alternatives):
            branches = [self._last_of(branch) for branch in node.branches]
            ends = reduce(_Before.or_also, [last for last, _ in branches])
            return ends, any(can_be_empty for _, can_be_empty in branches)
        if isinstance(node, Repeat):
            last, can_be_empty = self._last_of(node.body)
            return last, can_be_empty or node.least == 0
        return _NOTHING, True


def _looking(edge: WordEdge, before: _Before) -> Lookahead:
    if before.word == before.other:
        raise Unsupported("a word boundary where anything may come before")
    if before.word == edge.positive:
        return Lookahead(~_word(), at_end=True)
    return Lookahead(_word(), at_end=False)
