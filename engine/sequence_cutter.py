"""Cutting in stages: each cutter of a sequence cuts every span of the one before by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.automaton import INVALID_BYTE, Automaton, compile_automaton
from engine.automaton_cache import kept_tables
from engine.automaton_cutter import AutomatonCutter
from engine.code_points import byte_offsets, code_points, is_lone_byte
from engine.errors import PatternError
from engine.regex_cutter import RegexCutter
from engine.span_block import SpanBlock

_WINDOW_BYTES = 1 << 14
_MOST_CLASSES = 1000

Cutter = AutomatonCutter | RegexCutter
Int64s = npt.NDArray[np.int64]


class SequenceCutter:
    """Spans of several expressions, one after another.

    cutters: one for each expression, in order; pattern: the whole split pattern; automata: the
    expressions before the first that has no automaton.
    """

    def __init__(self, cutters: list[Cutter], pattern: str, automata: tuple[str, ...]) -> None:
        self._cutters = cutters
        self._pattern = pattern
        self._automata = automata

    def sure_cut(self, data: bytes, at: int) -> int:
        """See Splitter.sure_cut."""
        if not self._automata:
            return len(data)
        joint = _joint_classes(self._automata)
        while at < len(data) and data[at] & 0xC0 == 0x80:
            at += 1
        while at < len(data):
            starts, points = _characters(data, at)
            if len(points) < 2:
                break
            classes = joint.class_of[points]
            cuts = np.flatnonzero(joint.sure_cuts[classes[:-1], classes[1:]])
            if len(cuts):
                return at + int(starts[cuts[0] + 1])
            at += int(starts[-1])
        return len(data)

    def span_blocks(self, data: bytes, bounds: Int64s) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        try:
            blocks = self._cutters[0].span_blocks(data, bounds)
            for cutter in self._cutters[1:]:
                blocks = _cut_again(cutter, data, blocks)
            yield from blocks
        except PatternError as error:
            raise PatternError(str(error), pattern=self._pattern) from None


def _characters(data: bytes, at: int) -> tuple[Int64s, npt.NDArray[np.uint32]]:
    """Some characters from data[at:] on, which begins with a whole one: starts and code points."""
    points = code_points(data[at : at + _WINDOW_BYTES].decode("utf-8", "surrogateescape"))
    starts = byte_offsets(points)[:-1]
    points = np.where(is_lone_byte(points), np.uint32(INVALID_BYTE), points)
    if at + _WINDOW_BYTES >= len(data):
        return starts, points
    whole = starts <= _WINDOW_BYTES - 4  # the last character may have been cut
    return starts[whole], points[whole]


def _cut_again(cutter: Cutter, data: bytes, blocks: Iterator[SpanBlock]) -> Iterator[SpanBlock]:
    """Cut the spans of `blocks` with the next cutter. What either matched counts as matched."""
    for block in blocks:
        bounds = np.append(block.spans[:, 0], block.spans[-1, 1])
        for inner in cutter.span_blocks(data, bounds):
            outer = np.searchsorted(bounds, inner.spans[:, 0], side="right") - 1
            yield SpanBlock(inner.spans, inner.matched | block.matched[outer])


@dataclass(frozen=True)
class _JointClasses:
    """Code points that no stage tells apart, and where a sequence is sure to cut.

    class_of: uint16[0x110000]; sure_cuts: bool[n_classes, n_classes].
    """

    class_of: npt.NDArray[np.uint16]
    sure_cuts: npt.NDArray[np.bool_]


@lru_cache(maxsize=8)
def _joint_classes(expressions: tuple[str, ...]) -> _JointClasses:
    """Sure cuts of a sequence: those of a stage between two characters that no stage before reads.

    What no match of a stage ever holds lies in its unmatched stretches, and two such characters
    side by side in the same one; its end decides nothing before it, as the character that ends a
    match is never looked past. So whatever stands around them, the two reach the next stage side
    by side in one piece, and a text that is cut between them comes to the same two halves of that
    piece. A sure cut of the next stage is one of the whole text then, and what later stages do
    stays on one side of it.
    """
    automata = [kept_tables(each, Automaton, compile_automaton) for each in expressions]
    joint = np.zeros(automata[0].class_of.shape, np.int64)
    for automaton in automata:
        refined = np.unique(joint * automaton.n_classes + automaton.class_of, return_inverse=True)
        if len(refined[0]) > _MOST_CLASSES:
            break
        joint = refined[1]
    first_points = np.unique(joint, return_index=True)[1]
    return _JointClasses(joint.astype(np.uint16), _joint_sure_cuts(automata, first_points, joint))


def _joint_sure_cuts(
    automata: list[Automaton], first_points: Int64s, joint: Int64s
) -> npt.NDArray[np.bool_]:
    """sure_cuts of _JointClasses; first_points: a code point of each class."""
    n = len(first_points)
    sure = np.zeros((n, n), np.bool_)
    unread = np.ones(n, np.bool_)
    for automaton in automata:
        classes = automaton.class_of[first_points]
        if not (classes[joint] == automaton.class_of).all():  # too many classes to tell apart
            break
        sure |= automaton.sure_cuts[np.ix_(classes, classes)] & unread[:, None] & unread
        unread &= automaton.unread[classes]
    return sure
