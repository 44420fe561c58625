"""SpanRules: where the rules of superwords end the spans of tokens that merges may join."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

import numpy as np

from engine.compiled import Bools, Int64s, UInt32s
from engine.settings import SuperwordRules


class SpanRules:
    """The rules on tokens (SuperwordRules) as arrays over the ids of stage one.

    A text is its tokens ids uint32[n] and joins bool[n], True where tokens i and i + 1 may come
    together: first those within one piece of the second pattern, then those within one span.

    tokens: the bytes of every id.
    """

    def __init__(self, rules: SuperwordRules, tokens: Sequence[bytes]) -> None:
        self._rules = rules
        self._ends = _flags(tokens, _ends_with(rules.cut_after)) if rules.cut_after else None
        self._begins = _flags(tokens, _holds(rules.cut_before)) if rules.cut_before else None
        self._begins_before = (
            _flags(tokens, _holds(rules.cut_one_before)) if rules.cut_one_before else None
        )
        self._apart = (
            _flags(tokens, lambda token: _is_apart(token, rules))
            if rules.digits_apart or rules.punctuation_apart
            else None
        )

    @property
    def cuts(self) -> bool:
        """Whether any of these rules is on; else spans are the pieces of the second pattern."""
        flags = (self._ends, self._begins, self._begins_before, self._apart)
        return any(each is not None for each in flags) or self._rules.longest_span is not None

    def spans(self, ids: UInt32s, joins: Bools) -> Bools:
        """`joins` within spans, where it was within pieces."""
        if not self.cuts or not len(ids):
            return joins
        spans = joins.copy()
        if self._ends is not None:
            spans &= ~self._ends[ids]
        if self._begins is not None:
            spans[:-1] &= ~self._begins[ids[1:]]
        if self._begins_before is not None:
            # Before the token that stands before, where that is in the same piece.
            spans[:-2] &= ~(self._begins_before[ids[2:]] & joins[1:-1])
        if self._apart is not None:
            apart = self._apart[ids]
            spans &= ~apart
            spans[:-1] &= ~apart[1:]
        if self._rules.longest_span is not None:
            self._cut_long(spans, self._rules.longest_span)
        return spans

    def _cut_long(self, joins: Bools, longest: int) -> None:
        """Cut spans of `longest` tokens and more in parts, in place."""
        width = self._rules.span_parts or longest
        starts, lengths = span_starts(joins), span_lengths(joins)
        is_long = lengths >= longest
        starts, n_cuts = starts[is_long], lengths[is_long] // width
        if self._rules.most_span_cuts is not None:
            n_cuts = np.minimum(n_cuts, self._rules.most_span_cuts)
        numbers = np.arange(int(n_cuts.sum())) - np.repeat(np.cumsum(n_cuts) - n_cuts, n_cuts)
        joins[np.repeat(starts, n_cuts) + width * (numbers + 1) - 1] = False


def span_starts(joins: Bools) -> Int64s:
    """int64[n_spans]: the number of each span's first token."""
    return np.flatnonzero(np.concatenate(([True], ~joins[:-1]))) if len(joins) else _NOTHING


def span_lengths(joins: Bools) -> Int64s:
    """int64[n_spans]: tokens of each span."""
    ends = np.flatnonzero(~joins)
    return np.diff(ends, prepend=-1) if len(joins) else _NOTHING


def shortened(joins: Bools, most: int) -> Bools:
    """`joins` where of every span only the first `most` tokens take part."""
    starts, lengths = span_starts(joins), span_lengths(joins)
    if not (lengths > most).any():
        return joins
    places = np.arange(len(joins)) - np.repeat(starts, lengths)
    return joins & (places < most - 1)


def percentile_of(histogram: Int64s, percentile: float) -> int:
    """The length at the index ceil(p / 100 * n) - 1 of n sorted lengths; 0 where n is 0.

    histogram: int64[longest + 1], how often each length occurs.
    """
    n = int(histogram.sum())
    if not n:
        return 0
    index = max(0, int(np.ceil(percentile / 100 * n)) - 1)
    return int(np.searchsorted(np.cumsum(histogram), index, side="right"))


_NOTHING = np.empty(0, np.int64)


def _flags(tokens: Sequence[bytes], is_one: Callable[[bytes], bool]) -> Bools:
    return np.fromiter(map(is_one, tokens), np.bool_, len(tokens))


def _ends_with(characters: str) -> Callable[[bytes], bool]:
    endings = tuple(character.encode() for character in characters)
    return lambda token: token.endswith(endings)


def _holds(characters: str) -> Callable[[bytes], bool]:
    wanted = tuple(character.encode() for character in characters)
    return lambda token: any(each in token for each in wanted)


def _is_apart(token: bytes, rules: SuperwordRules) -> bool:
    """Whether a whole character of the token is a digit or a sign that stands apart."""
    kinds = map(unicodedata.category, token.decode("utf-8", "ignore"))
    return any(
        (rules.digits_apart and kind == "Nd") or (rules.punctuation_apart and kind[0] in "PS")
        for kind in kinds
    )
