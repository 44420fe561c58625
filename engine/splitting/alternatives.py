"""Which top-level alternative of a split pattern made each pre-token.

Two engines, two ways. Of an automaton: every alternative ends in an end of its own, so the first
end that is reached where a pre-token stops tells the alternative; states are made as the text
needs them. Of the `regex` module: every alternative becomes a group, and the group that took part
in a match tells; numbers of other groups are moved on. In a sequence of splits a pre-token
belongs to the first split whose match had exactly its extent.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from itertools import pairwise, takewhile

import numpy as np

from engine.compiled import Bools, Int16s, Int64s, UInt32s
from engine.errors import PatternError
from engine.splitting.automaton import Determinizer, PatternClasses, Places
from engine.splitting.automaton_subset import Alternatives, Unsupported, parse, without_word_edges
from engine.splitting.expression_reader import read_expression, top_level_alternatives
from engine.splitting.expression_tree import Leaf, branches, leaves, printed
from engine.splitting.preset_patterns import PatternStage, full_pattern, pattern_stages
from engine.splitting.regex_cutter import RegexCutter, compile_stage, limited_search, own_time_for
from engine.splitting.stable_expression import StableRegex
from engine.text import byte_offsets, code_points

NO_ALTERNATIVE = -1
"""What made an unmatched stretch, and a match whose alternative cannot be told."""

_MOST_STEPS = 1 << 16
_MOST_KNOWN = 1 << 16
_LONGEST_KNOWN = 64
"""What is remembered of an expression and of a text: beyond it, it is found once more."""
_GROUP_NAME = "alternative_{}_"
_REFERENCE = re.compile(
    r"(?P<before>\\(?:g<)?|\(\?\(?)(?P<number>[1-9]\d*)(?P<after>[>)]?)", re.DOTALL
)


class AlternativeFinder:
    """Cuts like Splitter(pattern) and says which alternative made each pre-token.

    pattern: name of a preset or a split pattern. with_regex: cut with the `regex` module whatever
    the pattern, which is ready in milliseconds.
    Raises PatternError for what cannot be used.
    """

    def __init__(self, pattern: str, *, with_regex: bool = False) -> None:
        pattern = full_pattern(pattern)
        self._stages: list[_RegexStage | _AutomatonStage] = []
        first = 0
        for stage in pattern_stages(pattern):
            self._stages.append(_stage_of(stage, first, with_regex=with_regex))
            first += len(top_level_alternatives(stage.expression))

    def cut(self, data: bytes) -> tuple[Int64s, Bools, Int16s]:
        """Bounds int64[n + 1], matched bool[n] and alternatives int16[n] of UTF-8 text.

        Pre-token i is data[bounds[i]:bounds[i + 1]]; alternatives count from 0 through all splits
        as in `top_level_alternatives`. Raises PatternError where the text cannot be cut.
        """
        bounds = np.array([0, len(data)] if data else [0], np.int64)
        matched = np.zeros(len(bounds) - 1, np.bool_)
        made = np.full(len(bounds) - 1, NO_ALTERNATIVE, np.int16)
        for stage in self._stages:
            inner, hits, makers = stage.cut(data, bounds)
            outer = np.searchsorted(bounds, inner[:-1], side="right") - 1
            is_whole = (bounds[outer] == inner[:-1]) & (bounds[outer + 1] == inner[1:])
            keeps = matched[outer] & (is_whole | ~hits)
            made = np.where(keeps, made[outer], makers).astype(np.int16)
            bounds, matched = inner, hits | matched[outer]
        return bounds, matched, made


def _stage_of(
    stage: PatternStage, first: int, *, with_regex: bool
) -> _RegexStage | _AutomatonStage:
    if not with_regex:
        try:
            return _AutomatonStage(stage, first)
        except Unsupported:
            pass
    return _RegexStage(stage, first, is_quick=with_regex)


class _AutomatonStage:
    """One expression that has an automaton. Raises Unsupported where it has none."""

    def __init__(self, stage: PatternStage, first: int) -> None:
        # Late: it loads Numba, which the `regex` module does not need.
        from engine.splitting.splitter import automaton_cutter

        self._cutter = automaton_cutter(stage.expression)
        self._first = first
        self._ends = None
        if len(top_level_alternatives(stage.expression)) > 1:
            self._ends = _EndsAutomaton(stage.expression)

    def cut(self, data: bytes, bounds: Int64s) -> tuple[Int64s, Bools, Int16s]:
        """Bounds, matched and alternatives of documents data[bounds[i]:bounds[i + 1]]."""
        blocks = list(self._cutter.span_blocks(data, bounds)) if data else []
        spans = [block.spans[:, 1] for block in blocks]
        inner = np.concatenate([np.zeros(1, np.int64), *spans])
        matched = np.concatenate([np.zeros(0, np.bool_), *(block.matched for block in blocks)])
        found = np.zeros(len(matched), np.int16)
        if self._ends is not None:
            found = self._ends.alternatives(data, inner, bounds)
        is_known = matched & (found != NO_ALTERNATIVE)
        made = np.where(is_known, found + self._first, NO_ALTERNATIVE).astype(np.int16)
        return inner, matched, made


class _EndsAutomaton:
    """The automaton of an expression whose alternatives end apart, made as it is needed.

    States are forgotten where they become too many; the steps to make new ones are limited, for
    each text, as they are for a whole automaton.
    """

    def __init__(self, expression: str) -> None:
        node = without_word_edges(parse(expression))
        branches = node.branches if isinstance(node, Alternatives) else (node,)
        self._places = Places()
        start, self._ends = self._places.add_apart(branches)
        self._stand_ins = None
        if self._places.aheads:
            from engine.splitting.lookahead import stand_ins_of

            self._stand_ins = stand_ins_of(self._places)
            self._classes = self._stand_ins.classes
        else:
            self._classes = PatternClasses(self._places.sets)
        self._start = (start,)
        self._steps: dict[tuple[tuple[int, ...], int], tuple[tuple[int, ...], int | None]] = {}

    def alternatives(self, data: bytes, inner: Int64s, outer: Int64s) -> Int16s:
        """int16[n], which alternative has its end where each span of `inner` stops.

        Meaningless for spans without a match. outer: bounds of the documents.
        """
        points = self._points(data, outer)
        offsets = byte_offsets(points)
        at = np.searchsorted(offsets, inner).tolist()
        ends_of_text = set(np.searchsorted(offsets, outer).tolist())
        classes = [*self._classes.class_of[points].tolist(), self._classes.n]
        found = np.zeros(len(at) - 1, np.int16)
        determinizer = Determinizer(self._places, self._classes)
        known: dict[tuple[int, ...], int] = {}
        for index, (start, end) in enumerate(pairwise(at)):
            after = self._classes.n if end in ends_of_text else classes[end]
            key = (*classes[start:end], after)
            number = known.get(key)
            if number is None:
                number = self._read(key, determinizer)
                if end - start <= _LONGEST_KNOWN and len(known) < _MOST_KNOWN:
                    known[key] = number
            found[index] = number
        return found

    def _points(self, data: bytes, bounds: Int64s) -> UInt32s:
        """The characters of documents, in stand-ins where there are longer lookaheads."""
        if self._stand_ins is not None and data:
            from engine.splitting.lookahead import stand_in_text

            made = self._stand_ins
            text = stand_in_text(data, bounds, made.class_of, made.backwards)
            data = text[: len(data)].tobytes()
        return code_points(data.decode("utf-8", "surrogateescape"))

    def _read(self, classes: tuple[int, ...], determinizer: Determinizer) -> int:
        """The alternative that ends before the last of `classes`.

        NO_ALTERNATIVE where none does, and where finding it takes longer than automata may.
        """
        state: tuple[int, ...] = self._start
        end: int | None = None
        for each in classes:
            step = self._steps.get((state, each))
            if step is None:
                if len(self._steps) >= _MOST_STEPS:
                    self._steps.clear()  # few states are needed again soon, whatever their number
                try:
                    step = determinizer.step(state, each, counts=state != self._start)
                except Unsupported:
                    return NO_ALTERNATIVE
                self._steps[state, each] = step
            state, end = step
        return NO_ALTERNATIVE if end is None else self._ends[end]


class _RegexStage:
    """One expression as the `regex` module cuts it; `is_quick` does not look whether groups do."""

    def __init__(self, stage: PatternStage, first: int, *, is_quick: bool) -> None:
        self._cutter = RegexCutter(stage)
        self._pattern = stage.whole
        self._first = first
        self._is_quick = is_quick
        self._groups: StableRegex | None = None
        grouped = _with_groups(stage.expression)
        if grouped is not None:
            whole = PatternStage(grouped, stage.position, stage.whole)
            with suppress(PatternError):  # where a group of it has such a name
                self._groups = compile_stage(whole)
        if self._groups is not None:
            named = self._groups.group_numbers
            self._number = np.zeros(self._groups.n_groups + 1, np.int16)
            for index in range(len(top_level_alternatives(stage.expression))):
                self._number[named[_GROUP_NAME.format(index)]] = index + first

    def cut(self, data: bytes, bounds: Int64s) -> tuple[Int64s, Bools, Int16s]:
        """Bounds, matched and alternatives of documents data[bounds[i]:bounds[i + 1]]."""
        plain, hits = bounds, np.zeros(0, np.bool_)
        if self._groups is None or not self._is_quick:
            plain, hits = self._plain(data, bounds)
        if self._groups is None:
            return plain, hits, np.full(len(hits), NO_ALTERNATIVE, np.int16)
        spans, made = self._matches(data, bounds)
        # np.unique takes twenty times as long: it hashes before it sorts.
        ends = np.sort(np.concatenate((spans.ravel(), [0], bounds)))
        inner = ends[np.flatnonzero(np.diff(ends, prepend=-1))]
        matched = np.zeros(len(inner) - 1, np.bool_)
        matched[np.searchsorted(inner, spans[:, 0])] = True
        makers = np.full(len(matched), NO_ALTERNATIVE, np.int16)
        makers[matched] = made
        same = np.array_equal(plain, inner) and np.array_equal(hits, matched)
        if self._is_quick or same:
            return inner, matched, makers
        return plain, hits, np.full(len(hits), NO_ALTERNATIVE, np.int16)

    def _plain(self, data: bytes, bounds: Int64s) -> tuple[Int64s, Bools]:
        """The expression as it is, without groups around its alternatives."""
        blocks = list(self._cutter.span_blocks(data, bounds)) if data else []
        ends = [block.spans[:, 1] for block in blocks]
        flags = [block.matched for block in blocks]
        return np.concatenate([np.zeros(1, np.int64), *ends]), np.concatenate(
            [np.zeros(0, np.bool_), *flags]
        )

    def _matches(self, data: bytes, bounds: Int64s) -> tuple[Int64s, Int16s]:
        """Byte spans int64[n, 2] and alternatives of all matches of at least one character."""
        assert self._groups is not None
        spans, made = [np.zeros((0, 2), np.int64)], [np.zeros(0, np.int16)]
        for start, end in pairwise(bounds.tolist()):
            text = data[start:end].decode("utf-8", "surrogateescape")
            places, groups = limited_search(
                own_time_for(text), partial(self._groups.spans_and_groups, text), self._pattern
            )
            if len(text) < end - start:
                places = byte_offsets(code_points(text))[places]
            filled = places[:, 1] > places[:, 0]
            spans.append(places[filled] + start)
            made.append(self._number[groups[filled]])
        return np.concatenate(spans), np.concatenate(made)


def _with_groups(expression: str) -> str | None:
    """`expression` with a named group around each top-level alternative; None without a way.

    Groups of the expression itself get higher numbers by that, and what refers to them is
    rewritten. Where numbers are not simply counted, as with `(?|`, there is no way.
    """
    parts = read_expression(expression).parts
    n_flags = len(
        list(takewhile(lambda part: isinstance(part, Leaf) and part.kind == "flags", parts))
    )
    found = [[leaf for leaf, _ in leaves(each)] for each in branches(parts[n_flags:])]
    numbers = [0]  # the number that group n has now
    for index, leaf in ((index, leaf) for index, each in enumerate(found) for leaf in each):
        if leaf.value == "(?|":
            return None
        if leaf.captures:
            numbers.append(len(numbers) + index + 1)
    written: list[str] = []
    for index, each in enumerate(found):
        texts = [_renumbered(leaf, numbers) for leaf in each]
        if None in texts:
            return None
        is_open = bool(each) and each[-1].kind == "comment" and each[-1].text.startswith("#")
        end = "\n" if is_open else ""
        name = _GROUP_NAME.format(index)
        written.append(f"(?P<{name}>{''.join(filter(None, texts))}{end})")
    return printed(parts[:n_flags]) + "|".join(written)


def _renumbered(leaf: Leaf, numbers: list[int]) -> str | None:
    """The text of a leaf, with the number of the group it refers to moved on.

    None for a missing group. An escape such as `\\1` inside a set is a character.
    """
    found = _REFERENCE.fullmatch(leaf.text) if leaf.kind in {"reference", "group"} else None
    if found is None:
        return leaf.text
    number = int(found["number"])
    if number >= len(numbers):
        return None
    return f"{found['before']}{numbers[number]}{found['after']}"
