"""Cutting with the `regex` module: any pattern that it understands, some ten megabytes a second.

It searches stand-ins of the characters (see stable_regex), so that every release cuts alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, pairwise
from typing import TypeVar

import numpy as np

from engine.compiled import Bools, Int64s
from engine.errors import PatternError
from engine.machine import OwnTime
from engine.sentences import say
from engine.splitting.automaton_cutter import SpanBlock
from engine.splitting.preset_patterns import PatternStage
from engine.splitting.stable_expression import ExpressionError, StableRegex, stable_regex
from engine.text import byte_offsets, code_points

_BLOCK_MATCHES = 8192
_LEAST_SECONDS = 10.0
_SLOWEST_RATE = 200_000
"""Characters a second below which a pattern counts as one that will not end."""


Result = TypeVar("Result")


class RegexCutter:
    """Spans by `finditer`. Raises PatternError for an expression that does not compile."""

    def __init__(self, stage: PatternStage) -> None:
        self._stage = stage
        self._expression = compile_stage(stage)
        self.leaves_nothing = False  # nothing is known

    def sure_cut(self, data: bytes, at: int) -> int:  # noqa: ARG002  (as AutomatonCutter)
        """The end: of a pattern without an automaton nothing is known beforehand."""
        return len(data)

    def span_blocks(self, data: bytes, bounds: Int64s) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        for start, end in pairwise(bounds.tolist()):
            yield from self._document_blocks(data[start:end], start)

    def _document_blocks(self, data: bytes, block_start: int) -> Iterator[SpanBlock]:
        text = data.decode("utf-8", "surrogateescape")
        document_start = block_start
        for starts, ends, matched in self._character_blocks(text):
            if len(text) == len(data):
                spans = np.stack((starts, ends), axis=1) + document_start
            else:
                first = int(starts[0])
                offsets = byte_offsets(code_points(text[first : int(ends[-1])])) + block_start
                spans = np.stack((offsets[starts - first], offsets[ends - first]), axis=1)
            block_start = int(spans[-1, 1])
            yield SpanBlock(spans, matched)

    def _character_blocks(self, text: str) -> Iterator[tuple[Int64s, Int64s, Bools]]:
        """Starts, ends (code points) and flags of blocks of spans that tile `text`."""
        own_time = own_time_for(text)
        searched = self._expression.translated(text)
        reached = match_end = 0
        while True:
            flat = self._next_spans(searched, match_end, own_time)
            last = len(flat) < 2 * _BLOCK_MATCHES
            match_end = int(flat[-1]) if len(flat) else match_end
            starts, ends, matched = _with_gaps(
                flat[0::2], flat[1::2], reached, len(text) if last else None
            )
            if len(ends):
                reached = int(ends[-1])
                yield starts, ends, matched
            if last:
                return

    def _next_spans(self, searched: str, at: int, own_time: OwnTime) -> Int64s:
        """Starts and ends of the next matches, in turn.

        searched: the translated text. at: where the last match ended. An empty match there is
        found once more, which changes nothing: it is dropped.
        """

        def find(timeout: float) -> Int64s:
            found = self._expression.spans_from(searched, at, timeout)
            return np.fromiter(chain.from_iterable(islice(found, _BLOCK_MATCHES)), np.int64)

        return limited_search(own_time, find, self._stage.whole)


def own_time_for(text: str) -> OwnTime:
    """The limit of what a split pattern may take for a text."""
    return OwnTime(_LEAST_SECONDS + len(text) / _SLOWEST_RATE)


def limited_search(own_time: OwnTime, find: Callable[[float], Result], pattern: str) -> Result:
    """own_time.search(find). Raises PatternError, for the split pattern, where it is stopped."""
    try:
        return own_time.search(find)
    except (TimeoutError, MemoryError, RecursionError) as error:
        took_long = isinstance(error, TimeoutError)
        code = "pattern_too_slow" if took_long else "pattern_out_of_memory"
        raise PatternError(say(code, seconds=own_time.seconds), pattern=pattern) from None


def spans_of(expression: StableRegex, text: str, pattern: str) -> list[tuple[int, int]]:
    """Start and end of each match in a text. Raises PatternError as `limited_search` does."""
    return limited_search(
        own_time_for(text), lambda timeout: list(expression.spans(text, timeout)), pattern
    )


def compile_stage(stage: PatternStage) -> StableRegex:
    """Compile an expression. Raises PatternError with a sentence and the position."""
    try:
        expression = stable_regex(stage.expression)
    except ExpressionError as error:
        position = None if error.position is None else stage.position + error.position
        raise _refusal(stage, error.sentence(stage.position), position) from None
    if expression.searches_backwards:
        raise _refusal(stage, say("searches_backwards"), None)
    return expression


def _refusal(stage: PatternStage, reason: str, position: int | None) -> PatternError:
    return PatternError(
        say("pattern_unusable", reason=reason), pattern=stage.whole, position=position
    )


def _with_gaps(
    starts: Int64s, ends: Int64s, reached: int, text_end: int | None
) -> tuple[Int64s, Int64s, Bools]:
    """Drop empty matches and fill what lies between the others.

    reached: where the block before ended; text_end: end of the text in the last block, else None.
    Example: starts [2], ends [4], reached 0, text_end 5 -> [0, 2, 4], [2, 4, 5], [no, yes, no].
    """
    filled = ends > starts
    if not filled.all():
        starts, ends = starts[filled], ends[filled]
    stop = text_end if text_end is not None else (int(ends[-1]) if len(ends) else reached)
    previous_ends = np.concatenate(([reached], ends))
    next_starts = np.concatenate((starts, [stop]))
    gaps = np.flatnonzero(next_starts > previous_ends)
    if len(gaps) == 0:
        return starts, ends, np.ones(len(starts), np.bool_)
    return (
        np.insert(starts, gaps, previous_ends[gaps]),
        np.insert(ends, gaps, next_starts[gaps]),
        np.insert(np.ones(len(starts), np.bool_), gaps, False),
    )
