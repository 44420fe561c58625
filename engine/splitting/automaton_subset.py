"""The part of regular expressions that becomes an automaton, out of the tree of an expression.

Literals, escapes, sets with ranges and set operations, properties, `\\s \\d \\w`, groups,
alternation, greedy, lazy and possessive repeats, the flags i, s, m and V1, lookaheads, `$`, `\\Z`
and, where it is known what comes before, `\\b` and `\\B`. For anything else `Unsupported` is raised
with a reason and its place, and the caller uses another engine. So it is where the `regex` module
itself is unclear about a set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Sequence as Series
from dataclasses import dataclass, replace
from functools import reduce
from itertools import dropwhile
from typing import Literal, NamedTuple

import numpy as np

from engine.sentences import say
from engine.splitting import expression_tree
from engine.splitting.expression_reader import read_expression
from engine.splitting.expression_tree import (
    OPERATORS,
    Faulty,
    Flags,
    Group,
    Item,
    Leaf,
    Part,
    Range,
    Set,
    branches,
    flags_of,
    matched,
    read_set,
)
from engine.splitting.large_patterns import size_refusal
from engine.text import N_POINTS, CodePointSet, PointSet, category, expansions, named_set, points

MOST_DEPTH = 100
MOST_REPEATS = 1000
MOST_PARTS = 40_000
"""Characters and sets, repeats written out: with more the automaton would be too large anyway."""
MOST_SETS = 256
"""Different sets as they are written, of 1.1 MB each; an automaton tells 250 classes apart."""
MOST_NESTED_SETS = 50
_MOST_ALIKE = 8
"""More characters than any letter has forms."""

_LEADING_FLAGS = re.compile(r"\(\?(?:V1|[ismu]+(?:V[01])?)\)")
_GROUP_FLAGS = re.compile(r"\(\?[ismu]*(?:-[ism]+)?:")
_POSIX = frozenset({"alpha", "digit", "lower", "space", "upper"})
_TURKISH = CodePointSet.of_text("iIİı")


class Unsupported(Exception):  # noqa: N818  a message between two modules, not a failure
    """The pattern uses something outside the subset; `str` is the reason, for people.

    position: where in the expression, None if unknown.
    """

    def __init__(self, reason: str, position: int | None = None) -> None:
        super().__init__(reason)
        self.position = position


class LooksFurther(Unsupported):
    """The automaton needs to know what comes behind the next character."""


class TooLarge(Unsupported):
    """No engine should try this pattern: written out, it is enormous."""


class MatchesNothing(Unsupported):
    """No text has a match of at least one character: the pattern would cut nothing."""


Manner = Literal["greedy", "lazy", "possessive"]


@dataclass(frozen=True, eq=False)
class Characters:
    """Matches one code point of a set."""

    members: PointSet


@dataclass(frozen=True)
class Sequence:
    """Matches its parts one after another; without parts, the empty string."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Alternatives:
    """Matches the first of its branches that leads to a match."""

    branches: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """Matches its body `least` to `most` times; most None is without end."""

    body: Node
    least: int
    most: int | None
    kind: Manner


@dataclass(frozen=True, eq=False)
class Lookahead:
    """Matches nothing, where the next code point is in the set; at the end where `at_end`."""

    members: PointSet
    at_end: bool


@dataclass(frozen=True)
class LastLineEnd:
    """`$`: matches nothing, at the end of the text and before a line end that is its last."""


@dataclass(frozen=True, eq=False)
class Ahead:
    """Matches nothing, where `inside` matches what comes next, or where it does not."""

    inside: Node
    positive: bool


@dataclass(frozen=True)
class WordEdge:
    """`\\b`: matches nothing, between a word character and another; `\\B` where not positive."""

    positive: bool


Node = Characters | Sequence | Alternatives | Repeat | Lookahead | LastLineEnd | Ahead | WordEdge
_TAKES_NOTHING = (Lookahead, LastLineEnd, Ahead, WordEdge)


def parse(pattern: str) -> Node:
    """What one expression matches. Raises Unsupported, TooLarge for what explodes."""
    if (refusal := size_refusal(pattern)) is not None:
        raise TooLarge(refusal)
    tree = read_expression(pattern)
    if tree.size > MOST_PARTS:
        raise Unsupported(say("too_many_parts"))
    if tree.faults:
        raise Unsupported(tree.faults[0].reason, tree.faults[0].position)
    return _Subset(pattern).alternatives(tuple(dropwhile(_is_leading_flags, tree.parts)))


def _is_leading_flags(part: Part) -> bool:
    """Whether a part is flags for the whole expression, such as `(?i)` at its very start."""
    return isinstance(part, Leaf) and _LEADING_FLAGS.fullmatch(part.text) is not None


class _Subset:
    """The nodes of one expression. The same set, written in the same way, is one node."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._depth = 0
        self._known: dict[tuple[str, Flags], Characters | Lookahead] = {}

    def alternatives(self, parts: tuple[Part, ...]) -> Node:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise Unsupported(say("groups_too_deep", most=MOST_DEPTH))
        found = [self._sequence(branch) for branch in branches(parts)]
        self._depth -= 1
        return found[0] if len(found) == 1 else Alternatives(tuple(found))

    def _sequence(self, branch: tuple[Part, ...]) -> Node:
        nodes = [self._node(part) for part in branch if not _is_sign(part, "comment")]
        if branch and flags_of(branch[0]).folds_to_several:
            bodies = [node.body if isinstance(node, Repeat) else node for node in nodes]
            _refuse_long_foldings([b.members for b in bodies if isinstance(b, Characters)])
        return nodes[0] if len(nodes) == 1 else Sequence(tuple(nodes))

    def _node(self, part: Part) -> Node:
        if isinstance(part, expression_tree.Repeat):
            return self._repeat(part)
        if isinstance(part, Group) and not isinstance(part, Set):
            return self._group(part)
        if isinstance(part, Leaf) and part.kind not in {"literal", "escape", "class"}:
            return self._sign(part)
        return self._shared(part, flags_of(part), lambda: Characters(_members(part, self._text)))

    def _repeat(self, part: expression_tree.Repeat) -> Node:
        body = self._node(part.body)
        at = part.count.start
        if any(not _is_sign(between, "comment") for between in part.parts[1:-1]):
            raise Unsupported(say("flags_before_repeat"), part.parts[1].start)
        if isinstance(body, _TAKES_NOTHING):
            raise Unsupported(say("repeat_of_no_character"), at)
        least, most = part.bounds
        if least > MOST_REPEATS or (most or 0) > MOST_REPEATS:
            raise Unsupported(say("repeat_too_often", most=MOST_REPEATS), at)
        if most is not None and most < least:
            raise Unsupported(say("repeat_reversed"), at)
        return Repeat(body, least, most, part.manner)

    def _sign(self, leaf: Leaf) -> Node:
        """An anchor. Raises Unsupported for other anchors and for anything else that is no set."""
        if leaf.value == "Z" and leaf.kind == "anchor":
            return self._shared(leaf, leaf.flags, lambda: Lookahead(points(), at_end=True))
        if leaf.value in {"b", "B"} and leaf.kind == "anchor":
            return WordEdge(leaf.value == "b")
        if leaf.value == "$":
            if not leaf.flags.lines:
                return LastLineEnd()
            line_end = points((ord("\n"), ord("\n")))
            return self._shared(leaf, leaf.flags, lambda: Lookahead(line_end, at_end=True))
        if leaf.value == "^":
            raise Unsupported(say("anchor_begin"), leaf.start)
        if leaf.text.startswith("("):
            raise Unsupported(say("part_group", text=leaf.text[:4]), leaf.start)
        raise Unsupported(say("part_escape", text=leaf.text[:2]), leaf.start)

    def _shared(
        self, part: Part, flags: Flags, make: Callable[[], Characters | Lookahead]
    ) -> Characters | Lookahead:
        """What `make` gives, or the node of the same text before: its set takes 1.1 MB."""
        key = (self._text[part.start : part.end], flags)
        if (known := self._known.get(key)) is not None:
            return known
        node = make()
        if len(self._known) >= MOST_SETS:
            raise Unsupported(say("too_many_sets"), part.start)
        return self._known.setdefault(key, node)

    def _group(self, group: Group) -> Node:
        opening = group.opening
        if not _is_known(opening):
            raise Unsupported(say("part_group", text=self._text[group.start :][:4]), group.start)
        inside = self.alternatives(group.inside)
        if opening.kind == "look":
            looking = _looking(inside, positive=opening.value == "(?=")
            if isinstance(looking, Ahead):
                return looking
            return self._shared(group, opening.flags, lambda: looking)
        return _atomic(inside, group.start) if opening.value == "(?>" else inside


def _is_known(opening: Leaf) -> bool:
    plain = opening.value in {"(", "(?=", "(?!", "(?>"}
    return plain or _GROUP_FLAGS.fullmatch(opening.text) is not None


# ---- sets ----------------------------------------------------------------------------------------


def _members(part: Part, text: str) -> PointSet:
    """The set of a character, a class or a set in brackets. Raises Unsupported."""
    assert isinstance(part, Leaf | Set)
    if isinstance(part, Set):
        _check_set(part, text, 1)
    elif part.text == ".":
        members = points((0, N_POINTS - 1))
        members[ord("\n")] = part.flags.dot_all
        return members
    else:
        _check_member(part)
    try:
        return matched(read_set(part), flags_of(part)).members()
    except Faulty as faulty:
        raise Unsupported(faulty.fault.reason, faulty.fault.position) from None


def _check_member(part: Leaf | Range) -> None:
    """Raise Unsupported for a character, range or class whose set other engines read otherwise."""
    flags = flags_of(part)
    if isinstance(part, Range) or part.is_character:
        item = read_set(part)
        if flags.any_case and isinstance(item, Item) and not (_TURKISH & item.points).is_empty:
            raise Unsupported(say("letter_i"), part.start)
    elif part.text.startswith("[:"):
        if part.value.lower() not in _POSIX or flags.any_case:
            raise Unsupported(say("named_set"), part.start)
    elif part.text[:2] in {r"\p", r"\P"}:
        if flags.any_case:
            raise Unsupported(say("property_any_case"), part.start)
        if named_set(part.value) is None:
            raise Unsupported(say("the_property", name=part.value), part.start)
    elif part.text[:2] in {r"\R", r"\X", r"\h"}:
        raise Unsupported(say("part_escape", text=part.text), part.start)


def _check_set(part: Set, text: str, depth: int) -> None:
    """Raise Unsupported for a set that the `regex` module is unclear about."""
    if depth > MOST_NESTED_SETS:
        raise Unsupported(say("sets_too_deep", most=MOST_NESTED_SETS), part.start)
    before: Part | None = None
    for member in part.inside:
        if (reason := _unclear(member, before, text)) is not None:
            raise Unsupported(reason, member.start)
        if isinstance(member, Set):
            _check_set(member, text, depth + 1)
        elif isinstance(member, Range) or (isinstance(member, Leaf) and member.kind != "operator"):
            _check_member(member)
        before = None if _is_sign(member, "operator") else member


def _unclear(member: Part, before: Part | None, text: str) -> str | None:
    """Why the `regex` module is unclear about a member of a set; before: None for the first."""
    is_v1 = flags_of(member).is_v1
    ahead = text[member.start : member.start + 3]
    if ahead[0] == "[" and not _is_sign(member, "class"):
        return say("unclear_set") if ahead[1:2] == ":" or (ahead == "[[:" and not is_v1) else None
    if before is None:
        starts_badly = is_v1 and ahead[:2] in OPERATORS
        return say("no_operand") if starts_badly else None
    is_class = _is_sign(before, "class") and text[before.start] == "\\"
    joins = ahead[:2] == "-[" or (ahead[:2] == "--" and is_class and not is_v1)
    ends_badly = isinstance(member, Range) and member.high.text == "["
    return say("unclear_range") if joins or ends_badly else None


def _is_sign(part: Part, kind: str) -> bool:
    return isinstance(part, Leaf) and part.kind == kind


def _refuse_long_foldings(parts: Series[PointSet]) -> None:
    """Raise Unsupported where (?V1) compares in any case by more than one character.

    There `ss` matches ß, which no set of single characters does. parts: consecutive sets.
    """
    run = ""
    for members in parts:
        found = members.nonzero()[0]
        run = run + chr(found[0]).casefold() if 0 < len(found) <= _MOST_ALIKE else ""
        if any(run.endswith(folding) for folding in expansions()):
            raise Unsupported(say("letters_as_one"))


# ---- lookaheads and atomic groups ----------------------------------------------------------------


def _looking(inside: Node, *, positive: bool) -> Lookahead | Ahead:
    """A lookahead of `inside`: a Lookahead where the next character settles it.

    Example: `(?=\\s|$)` is true before white space and at the end; before a last line end `$`
    would be true as well, and so is `\\s`.
    """
    members, at_end = points(), False
    branches = inside.branches if isinstance(inside, Alternatives) else (inside,)
    needs_line_end = False
    for branch in branches:
        if isinstance(branch, Characters):
            members = members | branch.members
        elif isinstance(branch, Lookahead):
            members, at_end = members | branch.members, at_end or branch.at_end
        elif isinstance(branch, LastLineEnd):
            needs_line_end = at_end = True
        elif branch == Sequence(()):
            members, at_end = points((0, N_POINTS - 1)), True
        else:
            return Ahead(inside, positive)
    if needs_line_end and not members[ord("\n")]:
        return Ahead(inside, positive)
    return Lookahead(members if positive else ~members, at_end if positive else not at_end)


def has_one_way(node: Node) -> bool:
    """Whether there is at most one way to match `node` from a place, and it takes a character."""
    if isinstance(node, Repeat):
        return node.least == node.most and node.least > 0 and has_one_way(node.body)
    if isinstance(node, Sequence):
        return bool(node.parts) and all(map(has_one_way, node.parts))
    return isinstance(node, Characters)


def _atomic(inside: Node, position: int) -> Node:
    """`(?>...)`: the same as a possessive repeat, or as nothing where there is no choice inside."""
    parts = inside.parts if isinstance(inside, Sequence) else (inside,)
    if isinstance(inside, Repeat) and inside.kind == "greedy":
        if has_one_way(inside.body):
            return replace(inside, kind="possessive")
    elif all(isinstance(part, Characters | Lookahead) for part in parts):
        return inside
    raise Unsupported(say("atomic_choice"), position)


# ---- word boundaries -----------------------------------------------------------------------------
#
# As lookaheads of one character, where it is known what comes before: behind a digit `\b` is
# `(?!\w)`, behind a space it is `(?=\w)`. Where both may come before, as at the start of a match, a
# word boundary has no automaton.


class _Before(NamedTuple):
    """Whether a word character, and whether anything else, may come right before a place."""

    word: bool
    other: bool

    def or_also(self, more: _Before) -> _Before:
        return _Before(self.word or more.word, self.other or more.other)


_ANYTHING = _Before(word=True, other=True)
_NOTHING = _Before(word=False, other=False)


def without_word_edges(node: Node) -> Node:
    """The same pattern without WordEdge. Raises Unsupported where one cannot be told."""
    return _Resolver().resolved(node, _ANYTHING)


class _Resolver:
    """One pattern on its way; nodes that come again are looked at once."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[_Before, bool]] = {}

    def resolved(self, node: Node, before: _Before) -> Node:
        """`node` where `before` is what may come before it."""
        if isinstance(node, WordEdge):
            return _looking_at(node, before)
        if isinstance(node, Ahead):
            return replace(node, inside=self.resolved(node.inside, before))
        if isinstance(node, Alternatives):
            return Alternatives(tuple(self.resolved(each, before) for each in node.branches))
        if isinstance(node, Repeat):
            last, _ = self._last_of(node.body)
            return replace(node, body=self.resolved(node.body, before.or_also(last)))
        if isinstance(node, Sequence):
            parts = []
            for part in node.parts:
                parts.append(self.resolved(part, before))
                last, can_be_empty = self._last_of(part)
                before = last.or_also(before) if can_be_empty else last
            return Sequence(tuple(parts))
        return node

    def _last_of(self, node: Node) -> tuple[_Before, bool]:
        """What a match of `node` may end with, and whether it may be empty."""
        if id(node) not in self._last:
            self._last[id(node)] = self._found_last(node)
        return self._last[id(node)]

    def _found_last(self, node: Node) -> tuple[_Before, bool]:
        if isinstance(node, Characters):
            word = node.members & category("Word")
            return _Before(bool(word.any()), not np.array_equal(word, node.members)), False
        if isinstance(node, Sequence):
            last = _NOTHING
            for part in reversed(node.parts):
                more, can_be_empty = self._last_of(part)
                last = last.or_also(more)
                if not can_be_empty:
                    return last, False
            return last, True
        if isinstance(node, Alternatives):
            branches = [self._last_of(branch) for branch in node.branches]
            ends = reduce(_Before.or_also, [last for last, _ in branches])
            return ends, any(can_be_empty for _, can_be_empty in branches)
        if isinstance(node, Repeat):
            last, can_be_empty = self._last_of(node.body)
            return last, can_be_empty or node.least == 0
        return _NOTHING, True


def _looking_at(edge: WordEdge, before: _Before) -> Lookahead:
    if before.word == before.other:
        raise Unsupported(say("word_boundary"))
    if before.word == edge.positive:
        return Lookahead(~category("Word"), at_end=True)
    return Lookahead(category("Word"), at_end=False)
