"""A pattern as places: the points between its characters and the ways that lead from one on."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.pattern_reader import Unsupported
from engine.pattern_syntax import (
    Ahead,
    Alternatives,
    Characters,
    LastLineEnd,
    Lookahead,
    Node,
    Repeat,
    Sequence,
    WordEdge,
    has_one_way,
)
from engine.unicode_sets import PointSet, points

MOST_PLACES = 20_000


@dataclass
class Place:
    """A point in the pattern.

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
        """The index of a longer lookahead; its inside is built once, whatever repeats it."""
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
                raise Unsupported("a repeat of something that can be empty")
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
            raise Unsupported("a possessive repeat of a group")
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
            raise Unsupported("too many repeats: the automaton would be too large")
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
