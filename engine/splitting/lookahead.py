"""Automata of patterns with lookaheads of any length, such as groups of digits from the right.

Whether what a lookahead asks for comes next is a question about the rest of the text. A second
automaton, which reads the text from its end to its beginning, knows the answer at every place. So a
text is cut in two passes. The first, backwards, replaces each character by a stand-in: its class
together with the answers right before it. In the second every lookahead is one of the next
character, and the automaton of `engine.splitting.automaton` cuts the stand-ins.

A stand-in takes as many bytes as its character, so that places in the text stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s, UInt32s, run_kernel
from engine.sentences import say
from engine.splitting._scanning_kernels import write_stand_ins
from engine.splitting.automaton import (
    MOST_STEPS,
    Automaton,
    PatternClasses,
    Place,
    Places,
    automaton_of,
    holds_next,
)
from engine.splitting.automaton_cache import kept_tables
from engine.splitting.automaton_cutter import (
    CompiledPattern,
    SpanBlock,
    compiled_automaton,
    cut_padded,
    first_sure_cut,
    merged_states,
    scan_tables,
)
from engine.splitting.automaton_subset import Unsupported, parse, without_word_edges
from engine.splitting.mask_tables import no_masks
from engine.text import N_POINTS

MOST_STATES = 2_000
MOST_STAND_INS = 120
"""They have to be ASCII characters, the last few of which `lane_table` has no columns for."""

FIRST_STAND_INS = (0, 0x80, 0x800, 0x10000)
"""By the bytes of a character: the code point of the first stand-in."""


@dataclass(frozen=True)
class LookaheadAutomaton:
    """The two automata of a pattern.

    class_of: uint8[0x110000], class of each code point of the text.
    backwards: uint32[n_states * n_classes], by state * n_classes + class of the character that is
        read: n_classes * next state << 8 | stand-in. State 0 is the end of the text.
    forwards: over stand-ins.
    sure_cuts: bool[n_classes, n_classes], as in Automaton for the characters of the text.
    """

    class_of: UInt8s
    backwards: UInt32s
    forwards: Automaton
    sure_cuts: Bools


class StandIns(NamedTuple):
    """What the first pass writes, and what it means to the second.

    class_of, backwards: as in LookaheadAutomaton; classes: stand-ins as classes of characters.
    moves, stand_ins: int64[n_states, n_classes], the parts of `backwards`.
    """

    class_of: UInt8s
    backwards: UInt32s
    classes: PatternClasses
    moves: Int64s
    stand_ins: Int64s


def compile_lookaheads(pattern: str) -> LookaheadAutomaton:
    """Compile one expression. Raises Unsupported, with the reason, for what has no automaton."""
    places = Places()
    start = places.add_start(without_word_edges(parse(pattern)))
    made = stand_ins_of(places)
    forwards = automaton_of(places, start, made.classes)
    return LookaheadAutomaton(
        class_of=made.class_of,
        backwards=made.backwards,
        forwards=forwards,
        sure_cuts=_sure_cuts(made.moves, made.stand_ins, forwards),
    )


def stand_ins_of(places: Places) -> StandIns:
    """The first pass of an expression. Raises Unsupported for lookaheads of too many cases."""
    classes = PatternClasses(places.sets)
    moves, answers = merged_states(*_Backwards(places, classes).run())
    width = classes.n
    rows = np.unique(answers, axis=0, return_inverse=True)[1].ravel().astype(np.int64)
    pairs, stand_ins = np.unique(
        np.stack([np.tile(np.arange(width), len(moves)), rows[moves].ravel()], axis=1),
        axis=0,
        return_inverse=True,
    )
    if len(pairs) > MOST_STAND_INS:
        raise Unsupported(say("lookaheads_apart"))
    stand_ins = stand_ins.reshape(moves.shape)
    example = np.zeros(len(pairs), np.int64)  # of each stand-in a state that it leads to
    example[stand_ins.ravel()] = moves.ravel()
    answers_of = np.append(answers[example], answers[:1], axis=0).T
    return StandIns(
        class_of=classes.class_of,
        backwards=(width * moves.ravel() << 8 | stand_ins.ravel()).astype(np.uint32),
        classes=_StandInClasses(classes, pairs[:, 0], answers_of),
        moves=moves,
        stand_ins=stand_ins,
    )


class _StandInClasses(PatternClasses):
    """Stand-ins as classes of characters.

    classes: int64[n], the class each has in the text; aheads: bool[n_aheads, n + 1].
    """

    def __init__(self, characters: PatternClasses, classes: Int64s, aheads: Bools) -> None:
        self.n = len(classes)
        self.class_of = np.zeros(N_POINTS, np.uint8)
        for first in FIRST_STAND_INS:
            self.class_of[first : first + self.n] = np.arange(self.n)
        self.members = characters.members[:, classes]
        self.line_ends = characters.line_ends[classes]
        self.aheads = aheads


class _Backwards:
    """The automaton that reads from the end of a text and knows which lookaheads match.

    A state is the class of the character read last and those places that read it and go on to a
    match: from these follows for all other places whether a match can be reached.
    """

    def __init__(self, places: Places, classes: PatternClasses) -> None:
        self._places = places.places
        self._aheads = places.aheads
        self._classes = classes
        self._order = _dependencies_first(places)
        self._readers = [index for index in self._order if self._places[index].reads is not None]
        self._steps = 0

    def run(self) -> tuple[Int64s, Bools]:
        """moves int64[n_states, n_classes] and answers bool[n_states, n_aheads]; 0 is the end."""
        at_end: tuple[int, frozenset[int]] = (self._classes.n, frozenset())
        numbers = {at_end: 0}
        queue = [at_end]
        moves: list[list[int]] = []
        answers: list[list[bool]] = []
        for next_class, reading in queue:
            reached = self._reached(next_class, reading)
            answers.append([reached[start] for start in self._aheads])
            row = []
            for read in range(self._classes.n):
                state = (read, self._reading(read, reached))
                if state not in numbers:
                    if len(numbers) >= MOST_STATES:
                        raise Unsupported(say("lookaheads_many"))
                    numbers[state] = len(numbers)
                    queue.append(state)
                row.append(numbers[state])
            moves.append(row)
        return np.array(moves, np.int64), np.array(answers, np.bool_)

    def _reading(self, read: int, reached: dict[int, bool]) -> frozenset[int]:
        """The places that read a character of class `read` and go on to a match."""
        self._spend(len(self._readers))
        members, places = self._classes.members, self._places
        return frozenset(
            index
            for index in self._readers
            if members[places[index].reads, read] and reached[places[index].then[0]]
        )

    def _reached(self, next_class: int, reading: frozenset[int]) -> dict[int, bool]:
        """Whether a match can be reached from each place right before `next_class`."""
        self._spend(len(self._order))
        reached: dict[int, bool] = {}
        for index in self._order:
            place = self._places[index]
            if place.reads is not None:
                reached[index] = index in reading
            elif place.is_match:
                reached[index] = True
            else:
                reached[index] = self._holds(place, next_class, reached) and any(
                    reached[then] for then in place.then
                )
        return reached

    def _holds(self, place: Place, next_class: int, reached: dict[int, bool]) -> bool:
        """Whether what a place asks of the text holds."""
        if place.ahead is not None:
            return reached[self._aheads[place.ahead]] == place.ahead_matches
        return place.looks is None or holds_next(place, self._classes, next_class)

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Unsupported(say("lookaheads_slow"))


def _dependencies_first(places: Places) -> list[int]:
    """The places inside lookaheads, each behind those that it can get to without reading."""
    order: list[int] = []
    seen: set[int] = set()
    waiting = list(places.aheads)
    while waiting:
        stack = [(waiting.pop(), False)]
        while stack:
            index, is_done = stack.pop()
            if is_done:
                order.append(index)
            elif index not in seen:
                seen.add(index)
                place = places.places[index]
                stack.append((index, True))
                if place.reads is not None:
                    waiting += place.then
                    continue
                stack += [(then, False) for then in place.then]
                if place.ahead is not None:
                    stack.append((places.aheads[place.ahead], False))
    return order


def _sure_cuts(moves: Int64s, stand_ins: Int64s, forwards: Automaton) -> Bools:
    """sure_cuts of LookaheadAutomaton: whether the first of two characters never looks past them.

    A cut between characters of classes a and b changes no answer before it where the backward
    automaton, whatever it has read, comes by reading b and then a to the state that reading a at
    the end of a text leads to. Then the stand-in of a is known, and the cut is sure where it is
    between this one and every stand-in of b.
    """
    n_classes = moves.shape[1]
    sure = np.zeros((n_classes, n_classes), np.bool_)
    for second in range(n_classes):
        behind = np.unique(moves[:, second])
        following = np.unique(stand_ins[:, second])
        unchanged = (moves[behind] == moves[0]).all(axis=0)
        sure[:, second] = unchanged & forwards.sure_cuts[np.ix_(stand_ins[0], following)].all(
            axis=1
        )
    return sure


@dataclass(frozen=True)
class CompiledLookaheads(CompiledPattern):
    """What is kept of a pattern between two starts: CompiledPattern over stand-ins, and more.

    characters, backwards, character_cuts: class_of, backwards and sure_cuts of LookaheadAutomaton.
    """

    characters: UInt8s
    backwards: UInt32s
    character_cuts: Bools


class LookaheadCutter:
    """Spans by two automata. Raises Unsupported, with the reason, where a pattern has none."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._compiled = compiled = _compiled(pattern)
        self._tables = scan_tables(compiled)
        self._characters = self._tables._replace(
            class_of=compiled.characters,
            sure_cuts=compiled.character_cuts,
            has_sure_cuts=bool(compiled.character_cuts.any()),
        )
        self.leaves_nothing = compiled.leaves_nothing

    def sure_cut(self, data: bytes, at: int) -> int:
        """See Splitter.sure_cut."""
        return first_sure_cut(data, at, self._characters)

    def span_blocks(self, data: bytes, bounds: Int64s) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        bounds = np.ascontiguousarray(bounds, np.int64)
        text = stand_in_text(data, bounds, self._compiled.characters, self._compiled.backwards)
        yield from cut_padded(text, bounds, self._tables, self._pattern)


def stand_in_text(data: bytes, bounds: Int64s, characters: UInt8s, backwards: UInt32s) -> UInt8s:
    """uint8[n + 64], read-only: documents data[bounds[i]:bounds[i + 1]] in stand-ins.

    characters, backwards: class_of and backwards of LookaheadAutomaton.
    """
    text = np.zeros(len(data) + 64, np.uint8)
    view = np.frombuffer(data, np.uint8)
    run_kernel(write_stand_ins, view, bounds, characters, backwards, text)
    text.flags.writeable = False
    return text


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> CompiledLookaheads:
    """The compiled pattern, remembered in this process and on disk. Raises Unsupported."""
    return kept_tables(pattern, CompiledLookaheads, _compile)


def _compile(pattern: str) -> CompiledLookaheads:
    made = compile_lookaheads(pattern)
    return CompiledLookaheads(
        **vars(compiled_automaton(made.forwards, no_masks())),
        characters=made.class_of,
        backwards=made.backwards,
        character_cuts=made.sure_cuts,
    )
