"""Split patterns as automata: leftmost-first, over classes of code points.

A backtracking engine tries the alternatives of a pattern in order and takes the first that leads
to a match. The same choice is made here without backtracking: a state is the list of places in
the pattern that are still possible, best first, and reading a character moves all of them. When
the best possible place is the end of the pattern, everything after it in the list is dropped.
A lookahead of one character is settled when that character is read; `lookahead` has longer
ones settled beforehand.

The pattern's sets of code points cut Unicode into a few classes that it cannot tell apart (about
ten), so a transition table of states × classes is small.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.compiled import Bools, Int32s, Int64s, UInt8s
from engine.sentences import say
from engine.splitting.automaton_subset import (
    Ahead,
    Alternatives,
    Characters,
    LastLineEnd,
    Lookahead,
    LooksFurther,
    MatchesNothing,
    Node,
    Repeat,
    Sequence,
    Unsupported,
    WordEdge,
    has_one_way,
    parse,
    without_word_edges,
)
from engine.text import N_POINTS, PointSet, points

MOST_STATES = 4_000
MOST_CLASSES = 250
MOST_STEPS = 4_000_000
"""Visits of places while an automaton is made: some three seconds."""
INVALID_BYTE = 0xDC80
"""The code point that is read for a byte of invalid UTF-8."""
SLOW = np.int32(-1)
"""Transition that the scanner's slow path settles: no match ends right here."""
MOST_PLACES = 20_000


@dataclass
class Place:
    """A point in the pattern, between its characters, from which ways lead on.

    Exactly one of: `reads` (index of a set) and then `then[0]`; `looks` (index of a set) and then
    `then[0]`; `ahead` (index into `Places.aheads`), which must or must not match here, and then
    `then[0]`; `is_last_line_end` and then `then[0]`; a choice between all of `then`, best first;
    the end of the pattern.
    """

    then: list[int] = field(default_factory=list)
    reads: int | None = None
    looks: int | None = None
    looks_at_end: bool = False
    ahead: int | None = None
    ahead_matches: bool = True
    is_last_line_end: bool = False
    is_match: bool = False


class Places:
    """The pattern as places, built from its end to its beginning.

    aheads: where the insides of longer lookaheads begin, inner ones before outer ones.
    """

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.sets: list[PointSet] = []
        self.aheads: list[int] = []
        self._ahead_index: dict[int, int] = {}
        self._no_more: dict[int, Ahead] = {}
        self._inside_ahead = False
        self._set_index: dict[bytes, int] = {}
        self._node_index: dict[tuple[int, bool], int] = {}
        self._nodes: list[Node] = []
        self.match = self._add(Place(is_match=True))

    def add_start(self, node: Node) -> int:
        """The place from which the whole pattern is matched; no other place leads there."""
        return self._add(Place(then=[self.add_node(node, self.match)]))

    def add_apart(self, branches: tuple[Node, ...]) -> tuple[int, dict[int, int]]:
        """As `add_start` for alternatives, and the end of each: place -> number of the branch."""
        ends = {self._add(Place(is_match=True)): number for number in range(len(branches))}
        ways = [self.add_node(b, end) for b, end in zip(branches, ends, strict=True)]
        return self._add(Place(then=ways)), ends

    def add_node(self, node: Node, then: int) -> int:
        """The place from which `node` is matched and then what comes from `then`."""
        if isinstance(node, Characters):
            return self._add(Place(then=[then], reads=self._set_of(node)))
        if isinstance(node, Lookahead):
            return self._add_lookahead(self._set_of(node), then, at_end=node.at_end)
        if isinstance(node, Ahead):
            index = self._add_ahead(node)
            return self._add(Place(then=[then], ahead=index, ahead_matches=node.positive))
        if isinstance(node, LastLineEnd):
            if self._inside_ahead:
                return self.add_node(_last_line_end(), then)
            self._set(points((ord("\n"), ord("\n"))))  # so that it is a class of its own
            return self._add(Place(then=[then], is_last_line_end=True))
        if isinstance(node, Sequence):
            for part in reversed(node.parts):
                then = self.add_node(part, then)
            return then
        if isinstance(node, Alternatives):
            return self._add(Place(then=[self.add_node(b, then) for b in node.branches]))
        if isinstance(node, WordEdge):
            raise TypeError("A WordEdge is resolved by without_word_edges first.")
        return self._add_repeat(node, then)

    def _add_ahead(self, node: Ahead) -> int:
        """The index of a longer lookahead; its inside is built once, even if it is repeated."""
        if id(node) not in self._ahead_index:
            was_inside, self._inside_ahead = self._inside_ahead, True
            start = self.add_node(node.inside, self._add(Place(is_match=True)))
            self._inside_ahead = was_inside
            self._nodes.append(node)  # so that no other node takes its place in memory
            self._ahead_index[id(node)] = len(self.aheads)
            self.aheads.append(start)
        return self._ahead_index[id(node)]

    def _add_lookahead(self, looks: int, then: int, *, at_end: bool) -> int:
        return self._add(Place(then=[then], looks=looks, looks_at_end=at_end))

    def _add_repeat(self, node: Repeat, then: int) -> int:
        stop = self._stop(node, then)
        if node.most is None:
            if _can_be_empty(node.body):
                raise Unsupported(say("repeat_empty"))
            optional = self._add(Place())
            body = self.add_node(node.body, optional)
            self.places[optional].then = _ordered(node, body, stop)
        else:
            optional = then
            for _ in range(node.most - node.least):
                body = self.add_node(node.body, optional)
                optional = self._add(Place(then=_ordered(node, body, stop)))
        for _ in range(node.least):
            optional = self.add_node(node.body, optional)
        return optional

    def _stop(self, node: Repeat, then: int) -> int:
        """Where a repeat that takes no more goes on.

        A possessive repeat never gives back what it could take. Of a single set that is the same
        as a greedy repeat that may only stop, before its last possible turn, where the next
        character is outside of the set: `[ab]{1,3}+` is `[ab](?:[ab](?:[ab]|(?![ab]))|(?![ab]))`.
        So it is of a group that matches in one way, with a longer lookahead.
        """
        if node.kind != "possessive":
            return then
        if isinstance(node.body, Characters):
            return self._add_lookahead(self._set_of(node.body, inverted=True), then, at_end=True)
        if not has_one_way(node.body):
            raise Unsupported(say("possessive_group"))
        index = self._add_ahead(self._no_more_of(node.body))
        return self._add(Place(then=[then], ahead=index, ahead_matches=False))

    def _no_more_of(self, body: Node) -> Ahead:
        """The lookahead of `body`, the same one each time."""
        if id(body) not in self._no_more:
            self._no_more[id(body)] = Ahead(body, positive=False)
        return self._no_more[id(body)]

    def _set_of(self, node: Characters | Lookahead, *, inverted: bool = False) -> int:
        """The index of a node's set; of a node that comes again it is not compared again."""
        key = (id(node), inverted)
        if key not in self._node_index:
            self._nodes.append(node)  # so that no other node takes its place in memory
            self._node_index[key] = self._set(~node.members if inverted else node.members)
        return self._node_index[key]

    def _set(self, members: PointSet) -> int:
        key = np.packbits(members).tobytes()
        if key not in self._set_index:
            self._set_index[key] = len(self.sets)
            self.sets.append(members)
        return self._set_index[key]

    def _add(self, place: Place) -> int:
        if len(self.places) >= MOST_PLACES:
            raise Unsupported(say("too_many_repeats"))
        self.places.append(place)
        return len(self.places) - 1


def _last_line_end() -> Node:
    """`$` inside a lookahead, which sees how the text goes on."""
    at_end = Lookahead(points(), at_end=True)
    line_end = Characters(points((ord("\n"), ord("\n"))))
    return Alternatives((at_end, Ahead(Sequence((line_end, at_end)), positive=True)))


def _ordered(node: Repeat, body: int, stop: int) -> list[int]:
    return [stop, body] if node.kind == "lazy" else [body, stop]


def _can_be_empty(node: Node) -> bool:
    if isinstance(node, Characters):
        return False
    if isinstance(node, Sequence):
        return all(map(_can_be_empty, node.parts))
    if isinstance(node, Alternatives):
        return any(map(_can_be_empty, node.branches))
    if isinstance(node, Repeat):
        return node.least == 0 or _can_be_empty(node.body)
    return True


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
        of these classes, whatever is around them.
    unread: bool[n_classes]: classes that no match ever holds, so that a character of them is
        always part of an unmatched stretch.
    certain: bool[n_classes]: classes at which a match starts whatever follows.
    """

    class_of: UInt8s
    transitions: Int32s
    moves: Int32s
    accepts: Bools
    ascii_transitions: Int32s
    sure_cuts: Bools
    unread: Bools
    certain: Bools

    @property
    def leaves_nothing(self) -> bool:
        """Whether matches cover every text, without unmatched stretches."""
        return bool(self.certain.all())

    @property
    def n_classes(self) -> int:
        return int(self.transitions.shape[1]) - 1


def compile_automaton(pattern: str) -> Automaton:
    """Compile one expression. Raises Unsupported, with the reason, for what has no automaton."""
    places = Places()
    start = places.add_start(without_word_edges(parse(pattern)))
    if places.aheads:
        raise LooksFurther(say("long_lookahead"))
    return automaton_of(places, start, PatternClasses(places.sets))


def automaton_of(places: Places, start: int, classes: PatternClasses) -> Automaton:
    """The automaton from `start` over given classes. Raises Unsupported."""
    moves, accepts = Determinizer(places, classes).run(start)
    if not accepts.any():
        raise MatchesNothing(say("matches_nothing"))
    transitions = _with_restarts(moves, accepts)
    certain = _certain_to_match(moves, accepts)
    return Automaton(
        class_of=classes.class_of,
        transitions=transitions,
        moves=moves,
        accepts=accepts,
        ascii_transitions=np.ascontiguousarray(transitions[:, classes.class_of[:128]]),
        sure_cuts=_sure_cuts(moves, accepts, certain),
        unread=(moves[:, : classes.n] == 0).all(axis=0),
        certain=certain,
    )


class PatternClasses:
    """Code points that no set of the pattern tells apart.

    class_of: uint8[0x110000]; members: bool[n_sets, n_classes]; line_ends: bool[n_classes], the
    line feed; aheads: bool[n_aheads, n_classes + 1], whether each of `Places.aheads` matches from
    a character of the class on, and at the end of the text; see `lookahead`. Made from the
    runs of code points between the borders of all sets, of which there are some thousands.
    """

    def __init__(self, sets: list[PointSet]) -> None:
        borders = np.zeros(N_POINTS, np.bool_)
        borders[0] = True
        for members in sets:
            borders[1:] |= members[1:] != members[:-1]
        starts = np.flatnonzero(borders)
        class_of_run = np.zeros(len(starts), np.int64)
        for members in sets:
            class_of_run = np.unique(2 * class_of_run + members[starts], return_inverse=True)[1]
            if class_of_run.max() >= MOST_CLASSES:
                raise Unsupported(say("too_many_sets"))
        self.n = int(class_of_run.max()) + 1
        lengths = np.diff(np.append(starts, N_POINTS))
        self.class_of = np.repeat(class_of_run.astype(np.uint8), lengths)
        self.line_ends = np.arange(self.n) == self.class_of[ord("\n")]
        self.aheads = np.empty((0, self.n + 1), np.bool_)
        first = starts[np.unique(class_of_run, return_index=True)[1]]
        self.members = np.array([members[first] for members in sets], np.bool_).reshape(-1, self.n)


class Determinizer:
    """The subset construction on ordered lists of places."""

    def __init__(self, places: Places, classes: PatternClasses) -> None:
        self._places = places
        self._classes = classes
        self._steps = 0

    def run(self, start: int) -> tuple[Int32s, Bools]:
        """moves int32 and accepts bool, both [n_states, n_classes + 1], of Automaton.

        At the start, where nothing is read, matches do not count: an empty match cuts nothing, and
        `regex` looks for a longer one at the same place after it.
        """
        numbers: dict[tuple[int, ...], int] = {(start,): 0}
        queue: list[tuple[int, ...]] = [(start,)]
        moves: list[list[int]] = []
        accepts: list[list[bool]] = []
        for state in queue:
            row_moves, row_accepts = [], []
            for next_class in range(self._classes.n + 1):
                target, end = self.step(state, next_class, counts=state != (start,))
                if target and target not in numbers:
                    if len(numbers) >= MOST_STATES:
                        raise Unsupported(say("large_automaton"))
                    numbers[target] = len(numbers)
                    queue.append(target)
                row_moves.append(numbers[target] + 1 if target else 0)
                row_accepts.append(end is not None)
            moves.append(row_moves)
            accepts.append(row_accepts)
        return np.array(moves, np.int32), np.array(accepts, np.bool_)

    def step(
        self, state: tuple[int, ...], next_class: int, *, counts: bool = True
    ) -> tuple[tuple[int, ...], int | None]:
        """Where `state` gets by reading `next_class`, and the end of a match before it, or None.

        counts: whether a match may end there. Depth first in order of preference; nothing after
        the first match that counts is looked at. Raises Unsupported beyond MOST_STEPS.
        """
        at_end = next_class == self._classes.n
        seen: set[int] = set()
        target: dict[int, None] = {}
        stack = list(reversed(state))
        while stack:
            index = stack.pop()
            if index in seen:
                continue
            seen.add(index)
            place = self._places.places[index]
            if place.is_match:
                if not counts:
                    continue
                self._spend(len(seen))
                return tuple(target), index
            if place.looks is not None or place.ahead is not None:
                if holds_next(place, self._classes, next_class):
                    stack.append(place.then[0])
            elif place.is_last_line_end:
                if at_end:
                    stack.append(place.then[0])
                elif self._classes.line_ends[next_class]:
                    self._settle_last_line_end(tuple(target))
            elif place.reads is not None:
                if not at_end and self._classes.members[place.reads, next_class]:
                    target[place.then[0]] = None
            else:
                stack += reversed(place.then)
        self._spend(len(seen))
        return tuple(target), None

    def _settle_last_line_end(self, better: tuple[int, ...]) -> None:
        """`$` before a line end: true where that is the last character, which is not known yet.

        It need not be known where one of the better ways, `better`, reads the line end and matches
        at the end of the text: if that is where it is, they win; if not, `$` is false.
        """
        if self.step(better, self._classes.n)[1] is None:
            raise Unsupported(say("anchor_line_end"))

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Unsupported(say("slow_automaton"))


def holds_next(place: Place, classes: PatternClasses, next_class: int) -> bool:
    """Whether what a lookahead asks for comes next; `classes.n` is the end of the text."""
    if place.ahead is not None:
        return bool(classes.aheads[place.ahead, next_class]) == place.ahead_matches
    if next_class == classes.n:
        return place.looks_at_end
    return bool(classes.members[place.looks, next_class])


def _entered(moves: Int32s) -> Int64s:
    """The states that are reached by at least one character."""
    is_entered = np.zeros(int(moves.max(initial=0)) + 1, np.bool_)
    is_entered[moves[moves > 0]] = True
    return np.flatnonzero(is_entered) - 1


def _with_restarts(moves: Int32s, accepts: Bools) -> Int32s:
    """Transitions that go on with the next pre-token where one ends right before the character."""
    stays = moves > 0
    restart = moves[0] - 1
    can_restart = ~stays & accepts & (moves[0] > 0)
    transitions = np.where(stays, 2 * (moves - 1), SLOW)
    return np.where(can_restart, 2 * restart + 1, transitions).astype(np.int32)


def _certain_to_match(moves: Int32s, accepts: Bools) -> Bools:
    """bool[n_classes]: whether a match always starts at a character of the class.

    A state is sure of a match where one ends right there or where reading on leads to a state
    that is sure; as a text ends somewhere, the largest set of such states is the right one.
    """
    sure = np.ones(len(moves), np.bool_)
    while True:
        ahead = (moves > 0) & sure[moves - 1]
        remaining = sure & (accepts | ahead).all(axis=1)
        if (remaining == sure).all():
            break
        sure = remaining
    return np.asarray((moves[0, :-1] > 0) & sure[moves[0, :-1] - 1])


def _sure_cuts(moves: Int32s, accepts: Bools, certain: Bools) -> Bools:
    """sure_cuts of Automaton, for two cases, in neither of which anything is read twice.

    The start reads the first character. Then the automaton is in one of the states that some
    state reaches by it, and a cut is sure where each of these ends a match at the second class
    and reads no further, and would end it at the end of the text too. As what the start comes to
    is one of them, the first character is never part of an unmatched stretch there.

    No state reads the first character. So it is in an unmatched stretch, and that always ends
    where a match is certain to start at the second.
    """
    n_classes = moves.shape[1] - 1
    sure = np.zeros((n_classes, n_classes), np.bool_)
    for first in range(n_classes):
        states = _entered(moves[:, [first]])
        if len(states) == 0:
            sure[first] = certain
        elif moves[0, first] > 0:
            ends = accepts[states, :n_classes] & (moves[states, :n_classes] == 0)
            sure[first] = (ends & accepts[states, n_classes][:, None]).all(axis=0)
    return sure
