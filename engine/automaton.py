"""Split patterns as automata: leftmost-first, over classes of code points.

A backtracking engine tries the alternatives of a pattern in order and takes the first that leads
to a match. The same choice is made here without backtracking: a state is the list of places in
the pattern that are still possible, best first, and reading a character moves all of them. When
the best possible place is the end of the pattern, everything after it in the list is dropped.
A lookahead of one character is settled when that character is read.

The pattern's sets of code points cut Unicode into a few classes that it cannot tell apart (about
ten), so a transition table of states × classes is small.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.pattern_syntax import (
    Alternatives,
    Characters,
    Lookahead,
    Node,
    Repeat,
    Sequence,
    Unsupported,
    parse,
)
from engine.unicode_sets import N_POINTS, PointSet

MOST_PLACES = 20_000
MOST_STATES = 4_000
MOST_CLASSES = 250

INVALID_BYTE = 0xDC80
"""The code point whose class stands for a byte that is not UTF-8."""

SLOW = np.int32(-1)
"""Transition that the scanner's slow path settles: no match ends right here."""


@dataclass(frozen=True)
class Automaton:
    """Tables of a compiled split pattern.

    class_of: uint8[0x110000], class of each code point.
    transitions: int32[n_states, n_classes + 1]: 2 * next state, + 1 where a pre-token ends before
        the character read and the next one starts with it; SLOW where neither is so. State 0 is
        the start, the last class is the end of the text.
    moves: int32[n_states, n_classes + 1]: next state + 1 without restarts, 0 for none.
    accepts: bool[n_states, n_classes + 1]: whether a match ends before the character read.
    ascii_transitions: int32[n_states, 128], `transitions` by byte.
    sure_cuts: bool[n_classes, n_classes]: whether a pre-token always ends between two characters
        of these classes, whatever stands around them.
    """

    class_of: npt.NDArray[np.uint8]
    transitions: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    accepts: npt.NDArray[np.bool_]
    ascii_transitions: npt.NDArray[np.int32]
    sure_cuts: npt.NDArray[np.bool_]

    @property
    def n_states(self) -> int:
        return len(self.transitions)

    @property
    def n_classes(self) -> int:
        return int(self.transitions.shape[1]) - 1


def compile_automaton(pattern: str) -> Automaton:
    """Compile a split pattern. Raises Unsupported, with the reason, for what has no automaton."""
    places = _Places()
    start = places.add_node(parse(pattern), places.match)
    places.check_possessive()
    classes = _Classes(places.sets)
    moves, accepts = _determinize(places, start, classes)
    if accepts[0].any():
        raise Unsupported("a pattern that can match the empty string")
    transitions = _with_restarts(moves, accepts)
    ascii_classes = classes.class_of[:128]
    return Automaton(
        class_of=classes.class_of,
        transitions=transitions,
        moves=moves,
        accepts=accepts,
        ascii_transitions=np.ascontiguousarray(transitions[:, ascii_classes]),
        sure_cuts=_sure_cuts(moves, accepts, transitions),
    )


@dataclass
class _Place:
    """A point in the pattern.

    Exactly one of: `reads` (index of a set) and then `then[0]`; `looks` (index of a set) and then
    `then[0]`; a choice between all of `then`, best first; the end of the pattern.
    """

    then: list[int] = field(default_factory=list)
    reads: int | None = None
    looks: int | None = None
    looks_at_end: bool = False
    is_match: bool = False


class _Places:
    """The pattern as places, built from its end to its beginning."""

    def __init__(self) -> None:
        self.places: list[_Place] = []
        self.sets: list[PointSet] = []
        self._set_index: dict[bytes, int] = {}
        self._possessive: list[tuple[PointSet, int]] = []
        self.match = self._add(_Place(is_match=True))

    def add_node(self, node: Node, then: int) -> int:
        """The place from which `node` is matched and then what comes from `then`."""
        if isinstance(node, Characters):
            return self._add(_Place(then=[then], reads=self._set(node.members)))
        if isinstance(node, Lookahead):
            looks = self._set(node.members)
            return self._add(_Place(then=[then], looks=looks, looks_at_end=node.at_end))
        if isinstance(node, Sequence):
            for part in reversed(node.parts):
                then = self.add_node(part, then)
            return then
        if isinstance(node, Alternatives):
            return self._add(_Place(then=[self.add_node(b, then) for b in node.branches]))
        return self._add_repeat(node, then)

    def check_possessive(self) -> None:
        """Refuse possessive repeats that are not the same as greedy ones; call it at the end.

        They are the same where giving characters back could never help: where what follows can
        always match nothing, and where all that it can read lies outside the set of the repeat.
        """
        for members, then in self._possessive:
            read = self._readable_from(then)
            if read is not None and any((self.sets[each] & members).any() for each in read):
                raise Unsupported("a possessive repeat that differs from a greedy one")

    def _readable_from(self, then: int) -> set[int] | None:
        """The sets of which a character may be read next; None where the pattern may end."""
        read: set[int] = set()
        seen: set[int] = set()
        stack = [then]
        while stack:
            index = stack.pop()
            if index in seen:
                continue
            seen.add(index)
            place = self.places[index]
            if place.is_match:
                return None
            if place.looks is not None:
                raise Unsupported("a possessive repeat before a lookahead")
            if place.reads is None:
                stack += place.then
            else:
                read.add(place.reads)
        return read

    def _add_repeat(self, node: Repeat, then: int) -> int:
        if node.kind == "possessive":
            if not isinstance(node.body, Characters):
                raise Unsupported("a possessive repeat of a group")
            self._possessive.append((node.body.members, then))
        if node.most is None:
            if self._can_be_empty(node.body):
                raise Unsupported("a repeat of something that can be empty")
            loop = self._add(_Place())
            body = self.add_node(node.body, loop)
            self.places[loop].then = self._ordered(node, body, then)
            optional = loop
        else:
            optional = then
            for _ in range(node.most - node.least):
                body = self.add_node(node.body, optional)
                optional = self._add(_Place(then=self._ordered(node, body, then)))
        for _ in range(node.least):
            optional = self.add_node(node.body, optional)
        return optional

    def _ordered(self, node: Repeat, body: int, then: int) -> list[int]:
        return [then, body] if node.kind == "lazy" else [body, then]

    def _can_be_empty(self, node: Node) -> bool:
        if isinstance(node, Characters):
            return False
        if isinstance(node, Sequence):
            return all(map(self._can_be_empty, node.parts))
        if isinstance(node, Alternatives):
            return any(map(self._can_be_empty, node.branches))
        if isinstance(node, Repeat):
            return node.least == 0 or self._can_be_empty(node.body)
        return True

    def _set(self, members: PointSet) -> int:
        key = np.packbits(members).tobytes()
        if key not in self._set_index:
            self._set_index[key] = len(self.sets)
            self.sets.append(members)
        return self._set_index[key]

    def _add(self, place: _Place) -> int:
        if len(self.places) >= MOST_PLACES:
            raise Unsupported("so many repeats that the automaton would be too large")
        self.places.append(place)
        return len(self.places) - 1


class _Classes:
    """Code points that no set of the pattern tells apart.

    class_of: uint8[0x110000]; members: bool[n_sets, n_classes].
    """

    def __init__(self, sets: list[PointSet]) -> None:
        class_of = np.zeros(N_POINTS, np.uint8)
        for members in sets:
            halves = class_of.astype(np.uint16) * 2 + members
            used = np.bincount(halves) > 0
            if np.count_nonzero(used) > MOST_CLASSES:
                raise Unsupported("too many different character sets")
            class_of = (np.cumsum(used) - 1).astype(np.uint8)[halves]
        self.n = int(class_of.max()) + 1
        self.class_of = class_of
        first = np.unique(class_of, return_index=True)[1]
        self.members = np.array([members[first] for members in sets], np.bool_).reshape(-1, self.n)


def _determinize(
    places: _Places, start: int, classes: _Classes
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """moves and accepts of Automaton, by the subset construction on ordered lists."""
    numbers: dict[tuple[int, ...], int] = {(start,): 0}
    queue: list[tuple[int, ...]] = [(start,)]
    moves: list[list[int]] = []
    accepts: list[list[bool]] = []
    for state in queue:
        row_moves, row_accepts = [], []
        for next_class in range(classes.n + 1):
            target, accept = _step(places, state, next_class, classes)
            if target and target not in numbers:
                if len(numbers) >= MOST_STATES:
                    raise Unsupported("so many cases that the automaton would be too large")
                numbers[target] = len(numbers)
                queue.append(target)
            row_moves.append(numbers[target] + 1 if target else 0)
            row_accepts.append(accept)
        moves.append(row_moves)
        accepts.append(row_accepts)
    return np.array(moves, np.int32), np.array(accepts, np.bool_)


def _step(
    places: _Places, state: tuple[int, ...], next_class: int, classes: _Classes
) -> tuple[tuple[int, ...], bool]:
    """Where `state` gets by reading a character of `next_class`, and whether a match ended before.

    Depth first in order of preference; nothing after the first match is looked at.
    """
    at_end = next_class == classes.n
    seen: set[int] = set()
    target: dict[int, None] = {}
    stack = list(reversed(state))
    while stack:
        index = stack.pop()
        if index in seen:
            continue
        seen.add(index)
        place = places.places[index]
        if place.is_match:
            return tuple(target), True
        if place.looks is not None:
            true_here = place.looks_at_end if at_end else classes.members[place.looks, next_class]
            if true_here:
                stack.append(place.then[0])
        elif place.reads is not None:
            if not at_end and classes.members[place.reads, next_class]:
                target[place.then[0]] = None
        else:
            stack += reversed(place.then)
    return tuple(target), False


def _with_restarts(
    moves: npt.NDArray[np.int32], accepts: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int32]:
    """Transitions that go on with the next pre-token where one ends right before the character."""
    stays = moves > 0
    restart = moves[0] - 1
    can_restart = ~stays & accepts & (moves[0] > 0)
    transitions = np.where(stays, 2 * (moves - 1), SLOW)
    return np.where(can_restart, 2 * restart + 1, transitions).astype(np.int32)


def _sure_cuts(
    moves: npt.NDArray[np.int32],
    accepts: npt.NDArray[np.bool_],
    transitions: npt.NDArray[np.int32],
) -> npt.NDArray[np.bool_]:
    """sure_cuts of Automaton.

    After a character of the first class the automaton is in one of the states that some state
    reaches by it. A cut is sure where each of these ends a pre-token at the second class, and
    would end it at the end of the text too. The start is asked as well: what it cannot read may
    stand in an unmatched stretch, which goes on.
    """
    n_classes = transitions.shape[1] - 1
    sure = np.zeros((n_classes, n_classes), np.bool_)
    if (moves == 1).any():  # the start is a place inside of pre-tokens as well
        return sure
    for first in np.flatnonzero(moves[0, :n_classes] > 0):
        reached = np.unique(moves[:, first])
        states = reached[reached > 0] - 1
        ends = (transitions[states, :n_classes] & 1 == 1) & (transitions[states, :n_classes] >= 0)
        sure[first] = (ends & accepts[states, n_classes][:, None]).all(axis=0)
    return sure
