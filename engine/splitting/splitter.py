"""Splitter: text -> pre-tokens, by a split pattern. What the pattern leaves out is kept.

Other libraries drop text that no match covers (tiktoken, rustbpe) or keep it (tokenizers,
"isolated"). Here every byte belongs to exactly one span: an unmatched stretch between two matches
is one span of its own, and `spans_with_flags` tells which those are.

Bytes that are not UTF-8 go through the pattern as lone surrogates, one per byte, which are
neither letters nor digits nor white space, and come back as the same bytes.

A pattern in stages has a cutter for each, which cuts every span of the one before by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.argument_types import checked_bytes
from engine.compiled import Bools, Int64s, UInt8s, UInt32s
from engine.errors import PatternError
from engine.sentences import say
from engine.splitting.automaton import INVALID_BYTE, Automaton, compile_automaton
from engine.splitting.automaton_cutter import AutomatonCutter, ScanTables, SpanBlock
from engine.splitting.automaton_subset import LooksFurther, MatchesNothing, TooLarge, Unsupported
from engine.splitting.large_patterns import try_large_pattern
from engine.splitting.lookahead import LookaheadCutter
from engine.splitting.preset_patterns import (
    PatternStage,
    full_pattern,
    pattern_stages,
    preset_name_of,
    presets,
)
from engine.text import N_POINTS, byte_offsets, code_points, is_lone_byte, utf8_of

if TYPE_CHECKING:
    from engine.splitting.regex_cutter import RegexCutter

Cutter: TypeAlias = "AutomatonCutter | LookaheadCutter | RegexCutter"
"""Of one expression of a split pattern: an automaton where it has one, else `regex`."""

_WINDOW_BYTES = 1 << 14
_MOST_CLASSES = 1000

_HALF = re.compile("[\ud800-\udfff]")
_BARE_WORD = re.compile(r"[A-Za-z][\w.-]{2,}")


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
        # Late: it loads `regex` and its sets, which few patterns need.
        from engine.splitting.regex_cutter import RegexCutter

        return RegexCutter(stage), str(reason)


def automaton_cutter(expression: str) -> AutomatonCutter | LookaheadCutter:
    """The automaton of one expression. Raises Unsupported, with the reason, if it has none."""
    try:
        return AutomatonCutter(expression)
    except LooksFurther:
        return LookaheadCutter(expression)


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


class Splitter:
    """Cuts text at the boundaries of a split pattern.

    `pattern` is the name of a preset or a regular expression, or several joined by `(?#then)`,
    each of which cuts what the one before left. Raises PatternError, with the position of the
    fault where it is known, for what cannot be used.
    """

    def __init__(self, pattern: str) -> None:
        is_preset = pattern in presets()
        if not is_preset:
            _refuse_misspelled(pattern)
        self._pattern = full_pattern(pattern)
        stages = pattern_stages(self._pattern)
        if not is_preset:
            try_large_pattern(pattern)
        made = [cutter_of(stage) for stage in stages]
        self._fallback_reason = _first_reason([reason for _, reason in made])
        self._cutter: Cutter | SequenceCutter = made[0][0]
        if len(stages) > 1:
            cutters = [cutter for cutter, _ in made]
            plain = takewhile(lambda cutter: isinstance(cutter, AutomatonCutter), cutters)
            automata = tuple(stage.expression for stage, _ in zip(stages, plain, strict=False))
            self._cutter = SequenceCutter(cutters, self._pattern, automata)

    def __reduce__(self) -> tuple[type[Splitter], tuple[str]]:
        """A copy has the pattern, whose tables every process keeps."""
        return Splitter, (self._pattern,)

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
        """How text is cut: by a compiled automaton or by the slower `regex` module."""
        return "automaton" if self._fallback_reason is None else "regex"

    @property
    def fallback_reason(self) -> str | None:
        """What in the pattern has no automaton, such as "the anchor ^"; None for an automaton.

        In a sequence of splits the part is named: "the anchor ^ in part 2".
        """
        return self._fallback_reason

    @property
    def leaves_nothing(self) -> bool:
        """Whether matches are known to cover every text, so that none is left unmatched."""
        return self._cutter.leaves_nothing

    @property
    def scan_tables(self) -> ScanTables | None:
        """What kernels cut text with by themselves; None where there is no single automaton."""
        return self._cutter.tables if isinstance(self._cutter, AutomatonCutter) else None

    def spans(self, data: bytes) -> Int64s:
        """Byte spans int64[n, 2] that tile `data`: each starts where the one before ends."""
        return self.spans_with_flags(data)[0]

    def spans_with_flags(self, data: bytes) -> tuple[Int64s, Bools]:
        """The spans of `spans`, and bool[n]: True where the pattern matched."""
        if isinstance(self._cutter, AutomatonCutter) and len(checked_bytes(data)):
            whole = self._cutter.all_spans(data)
            return whole.spans, whole.matched
        blocks = list(self.span_blocks(data))
        if not blocks:
            return np.empty((0, 2), np.int64), np.empty(0, np.bool_)
        return (
            np.concatenate([block.spans for block in blocks]),
            np.concatenate([block.matched for block in blocks]),
        )

    def split(self, text: str) -> list[str]:
        """The pre-tokens of `text`, unmatched stretches included: "".join gives `text` again."""
        data = utf8_of(text)
        return [
            data[start:end].decode()
            for block in self.span_blocks(data)
            for start, end in block.spans.tolist()
        ]

    def sure_cut(self, data: bytes, at: int) -> int:
        """The first place from `at` on where a pre-token ends whatever comes before or after.

        len(data) where there is none. Cutting there changes no span on either side.
        """
        return self._cutter.sure_cut(checked_bytes(data), at)

    def span_blocks(self, data: bytes, bounds: Int64s | None = None) -> Iterator[SpanBlock]:
        """The spans of `data` in blocks of some thousands, so that a caller can pause between.

        bounds: int64[n + 1] where `data` holds n documents one after another, document i at
        data[bounds[i]:bounds[i + 1]]; each is cut by itself.
        """
        data = checked_bytes(data)
        if bounds is None:
            bounds = np.array([0, len(data)], np.int64)
        return self._cutter.span_blocks(data, bounds)


def _first_reason(reasons: list[str | None]) -> str | None:
    """The first reason that is one, with the number of its part where there are several."""
    for number, reason in enumerate(reasons, 1):
        if reason is not None:
            return say("in_part", reason=reason, number=number) if len(reasons) > 1 else reason
    return None


def _refuse_misspelled(pattern: str) -> None:
    """Refuse what is no text; a bare word that nearly is a preset's name was hardly meant."""
    if not isinstance(pattern, str) or not pattern:
        raise PatternError(say("pattern_no_string", pattern=repr(pattern)), pattern=str(pattern))
    if (half := _HALF.search(pattern)) is not None:
        raise PatternError(
            say("pattern_half_character", number=f"{ord(half[0]):04X}"),
            pattern=pattern,
            position=half.start(),
        )
    if _BARE_WORD.fullmatch(pattern):
        similar = get_close_matches(pattern, presets(), n=1, cutoff=0.7)
        if similar:
            raise PatternError(
                say(
                    "pattern_misspelled",
                    pattern=repr(pattern),
                    similar=repr(similar[0]),
                    known=", ".join(presets()),
                    letters=pattern,
                ),
                pattern=pattern,
            )
