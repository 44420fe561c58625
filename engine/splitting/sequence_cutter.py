"""Cutting in stages: each cutter of a sequence cuts every span of the one before by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Int64s, UInt8s, UInt32s
from engine.errors import PatternError
from engine.splitting.automaton import INVALID_BYTE, Automaton, compile_automaton
from engine.splitting.automaton_cutter import AutomatonCutter, SpanBlock
from engine.splitting.automaton_subset import LooksFurther, MatchesNothing, TooLarge, Unsupported
from engine.splitting.lookahead import LookaheadCutter
from engine.splitting.presets import PatternStage
from engine.splitting.sentences import say
from engine.text import N_POINTS, byte_offsets, code_points, is_lone_byte

if TYPE_CHECKING:
    from engine.splitting.regex_cutter import RegexCutter

# The cutter of one expression of a split pattern: an automaton where it has one, else `regex`.


Cutter: TypeAlias = "AutomatonCutter | LookaheadCutter | RegexCutter"


def cutter_of(stage: PatternStage) -> tuple[Cutter, str | None]:
    """The cutter of one expression, and what kept it from being an automaton.

    Raises PatternError for an expression that cannot be used.
    """
    try:
        return automaton_cutter(stage.expression), None
    except (TooLarge, MatchesNothing) as reason:
        raise PatternError(
            say("pattern_unusable", reason=reason),
            pattern=stage.whole,
            position=stage.position or None,
        ) from None
    except Unsupported as reason:
        from engine.splitting.regex_cutter import (
            RegexCutter,  # `regex` and its sets, which few need
        )

        return RegexCutter(stage), str(reason)


def automaton_cutter(expression: str) -> AutomatonCutter | LookaheadCutter:
    """The automaton of one expression. Raises Unsupported, with the reason, if it has none."""
    try:
        return AutomatonCutter(expression)
    except LooksFurther:
        return LookaheadCutter(expression)


_WINDOW_BYTES = 1 << 14
_MOST_CLASSES = 1000


class SequenceCutter:
    """Spans of several expressions, one after another.

    cutters: one for each expression, in order; pattern: the whole split pattern; automata: the
    expressions before the first that has no automaton, or one with longer lookaheads.
    """

    def __init__(self, cutters: list[Cutter], pattern: str, automata: tuple[str, ...]) -> None:
        self._cutters = cutters
        self._pattern = pattern
        self._automata = automata

    @property
    def leaves_nothing(self) -> bool:
        """Whether matches of one of the expressions are known to cover every text."""
        return any(cutter.leaves_nothing for cutter in self._cutters)

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


def _characters(data: bytes, at: int) -> tuple[Int64s, UInt32s]:
    """Some characters from data[at:] on, which begins with a whole one: starts and code points."""
    points = code_points(data[at : at + _WINDOW_BYTES].decode("utf-8", "surrogateescape"))
    starts = byte_offsets(points)[:-1]
    points = np.where(is_lone_byte(points), np.uint32(INVALID_BYTE), points)
    if at + _WINDOW_BYTES >= len(data):
        return starts, points
    whole = starts <= _WINDOW_BYTES - 4  # the last character may have been cut
    return starts[whole], points[whole]


def _cut_again(cutter: Cutter, data: bytes, blocks: Iterator[SpanBlock]) -> Iterator[SpanBlock]:
    """Cut the spans of `blocks` with the next cutter. What either matched counts as matched.

    The cutter is given a block's bytes only, as it may copy what it is given.
    """
    for block in blocks:
        start, end = int(block.spans[0, 0]), int(block.spans[-1, 1])
        bounds = np.append(block.spans[:, 0], end) - start
        for inner in cutter.span_blocks(data[start:end], bounds):
            outer = np.searchsorted(bounds, inner.spans[:, 0], side="right") - 1
            yield SpanBlock(inner.spans + start, inner.matched | block.matched[outer])


@dataclass(frozen=True)
class _JointClasses:
    """Code points that no stage tells apart, and where a sequence is sure to cut.

    class_of: uint16[0x110000]; sure_cuts: bool[n_classes, n_classes].
    """

    class_of: npt.NDArray[np.uint16]
    sure_cuts: Bools


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
    automata = [compile_automaton(expression) for expression in expressions]
    borders = np.ones(N_POINTS, np.bool_)
    borders[1:] = np.any([a.class_of[1:] != a.class_of[:-1] for a in automata], axis=0)
    starts = np.flatnonzero(borders)
    classes = np.stack([automaton.class_of[starts] for automaton in automata], axis=1)
    joint, of_run = np.unique(classes, axis=0, return_inverse=True)
    while len(joint) > _MOST_CLASSES:
        automata.pop()
        joint, of_run = np.unique(classes[:, : len(automata)], axis=0, return_inverse=True)
    class_of = np.repeat(of_run.ravel().astype(np.uint16), np.diff(np.append(starts, N_POINTS)))
    return _JointClasses(class_of, _joint_sure_cuts(automata, joint))


def _joint_sure_cuts(automata: list[Automaton], joint: UInt8s) -> Bools:
    """sure_cuts of _JointClasses; joint[i, k] is the class of automaton k for joint class i."""
    sure = np.zeros((len(joint), len(joint)), np.bool_)
    unread = np.ones(len(joint), np.bool_)
    for automaton, classes in zip(automata, joint.T, strict=True):
        sure |= automaton.sure_cuts[np.ix_(classes, classes)] & unread[:, None] & unread
        unread &= automaton.unread[classes]
    return sure
