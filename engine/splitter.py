"""Splitter: text -> pre-tokens, by a split pattern. What the pattern leaves out is kept.

Other libraries drop text that no match covers (tiktoken, rustbpe) or keep it (tokenizers,
"isolated"). Here every byte belongs to exactly one span: an unmatched stretch between two matches
is one span of its own, and `spans_with_flags` tells which those are.

Bytes that are not UTF-8 go through the pattern as lone surrogates, one per byte, which are
neither letters nor digits nor white space, and come back as the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from operator import methodcaller
from typing import Literal

import numpy as np
import numpy.typing as npt
import regex

from engine.errors import PatternError
from engine.patterns import preset_name_of, presets

UNICODE_VERSION = "16.0"
"""Version of the character tables behind \\p{...}; the `regex` release is pinned to it."""

_BLOCK_MATCHES = 8192
_span_of = methodcaller("span")


@dataclass(frozen=True, slots=True)
class SpanBlock:
    """Consecutive spans of one text.

    spans: int64[n, 2], byte offsets; the first starts where the block before ended.
    matched: bool[n], False where the pattern matched nothing.
    """

    spans: npt.NDArray[np.int64]
    matched: npt.NDArray[np.bool_]


class Splitter:
    """Cuts text at the boundaries of a split pattern.

    `pattern` is the name of a preset or a regular expression. Raises PatternError, with the
    position of the fault, for an expression that does not compile.
    """

    def __init__(self, pattern: str) -> None:
        preset = presets().get(pattern)
        self._pattern = preset.pattern if preset else pattern
        self._expression = compile_pattern(self._pattern)

    @property
    def pattern(self) -> str:
        """The regular expression, also where a preset was named."""
        return self._pattern

    @property
    def preset_name(self) -> str | None:
        """Name of the preset with this expression, None for one's own."""
        return preset_name_of(self._pattern)

    @property
    def kind(self) -> Literal["automaton", "regex"]:
        """How text is cut: by a compiled automaton or by the `regex` module."""
        return "regex"

    def spans(self, data: bytes) -> npt.NDArray[np.int64]:
        """Byte spans int64[n, 2] that tile `data`: each starts where the one before ends."""
        return self.spans_with_flags(data)[0]

    def spans_with_flags(self, data: bytes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """The spans of `spans`, and bool[n]: True where the pattern matched."""
        blocks = list(self.span_blocks(data))
        if not blocks:
            return np.empty((0, 2), np.int64), np.empty(0, np.bool_)
        return (
            np.concatenate([block.spans for block in blocks]),
            np.concatenate([block.matched for block in blocks]),
        )

    def split(self, text: str) -> list[str]:
        """The pre-tokens of `text`, unmatched stretches included: "".join gives `text` again."""
        pieces: list[str] = []
        for starts, ends, _ in self._character_blocks(text):
            pieces += [text[start:end] for start, end in zip(starts, ends, strict=True)]
        return pieces

    def span_blocks(self, data: bytes) -> Iterator[SpanBlock]:
        """The spans of `data` in blocks of some thousands, so that a caller can pause between."""
        text = data.decode("utf-8", "surrogateescape")
        block_start = 0
        for starts, ends, matched in self._character_blocks(text):
            if len(text) == len(data):
                spans = np.stack((starts, ends), axis=1)
            else:
                first = int(starts[0])
                offsets = _byte_offsets(text[first : int(ends[-1])]) + block_start
                spans = np.stack((offsets[starts - first], offsets[ends - first]), axis=1)
            block_start = int(spans[-1, 1])
            yield SpanBlock(spans, matched)

    def _character_blocks(
        self, text: str
    ) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_]]]:
        """Starts, ends (code points) and flags of blocks of spans that tile `text`."""
        matches = self._expression.finditer(text)
        reached = 0
        while True:
            flat = np.fromiter(
                chain.from_iterable(map(_span_of, islice(matches, _BLOCK_MATCHES))), np.int64
            )
            last = len(flat) < 2 * _BLOCK_MATCHES
            starts, ends, matched = _with_gaps(
                flat[0::2], flat[1::2], reached, len(text) if last else None
            )
            if len(ends):
                reached = int(ends[-1])
                yield starts, ends, matched
            if last:
                return


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a split pattern. Raises PatternError with a sentence and the position."""
    try:
        return regex.compile(pattern)
    except regex.error as error:
        position = getattr(error, "pos", None)
        where = "" if position is None else f" at position {position}"
        reason = str(getattr(error, "msg", error))
        raise PatternError(
            f"The split pattern cannot be used: {reason}{where}.",
            pattern=pattern,
            position=position,
        ) from None
    except (RecursionError, OverflowError, MemoryError) as error:
        raise PatternError(
            f"The split pattern is too deeply nested or too large ({type(error).__name__}); "
            "make it simpler.",
            pattern=pattern,
        ) from None


def _with_gaps(
    starts: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
    reached: int,
    text_end: int | None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
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


def _byte_offsets(text: str) -> npt.NDArray[np.int64]:
    """int64[len(text) + 1]: where each code point starts in the UTF-8 form, and its length."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    lengths = 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
    lengths[(points >= 0xDC80) & (points <= 0xDCFF)] = 1  # a byte that was not UTF-8
    offsets = np.zeros(len(points) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
