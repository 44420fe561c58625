"""A regular expression as a tree that keeps every character of its text.

`Leaf` is a stretch of the text with one meaning; `Group`, `Repeat`, `Set` and `Range` contain
others. The texts of all leaves, one after another, are the expression. engine/splitting/
expression_reader.py makes the tree; automata, the `regex` module, the editor and the dialects of
other engines are written from it.

`matched` and `foldings` say which characters a leaf or a set stands for. They follow the `regex`
module with the tables of Unicode 16, ignoring case too: a set in any case matches a character of
which one form is in a member of the set, each member by itself. In one thing it is not followed:
`[^\\s\\S]` matches nothing, as in every other engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_, xor
from typing import Literal, NamedTuple

from engine.sentences import say
from engine.text import (
    EMPTY,
    EVERYTHING,
    CodePointSet,
    cases_of,
    expanding,
    in_any_case,
    property_set,
)

Kind = Literal[
    "literal", "escape", "class", "set", "quantifier", "group", "look", "bar", "anchor", "flags",
    "comment", "reference", "then", "blank", "operator",
]  # fmt: skip

THEN = "(?#then)"
"""What joins the expressions of a sequence of splits."""
OPERATORS = ("||", "~~", "&&", "--")
"""Operations on sets behind `(?V1)`, from the one that binds least."""
Operation = Literal["union", "either", "both", "without"]
_OPERATIONS: tuple[Operation, ...] = ("union", "either", "both", "without")
"""What OPERATORS do."""
_RULES: dict[Operation, Callable[[CodePointSet, CodePointSet], CodePointSet]] = {
    "union": or_,
    "either": xor,
    "both": and_,
    "without": lambda left, right: left & ~right,
}

ASCII = CodePointSet.of_ranges((0, 127))


@dataclass(frozen=True, slots=True)
class Grammar:
    """In what the language of another engine is read otherwise than that of the `regex` module.

    nests_sets: sets can be nested and combined whatever the flags. operators: between sets.
    repeats_again: what is repeated can be repeated again. has_empty_bounds: `{,}` is a repeat.
    has_braced_numbers: `\\x{1F600}` is a character.
    """

    nests_sets: bool = False
    operators: tuple[str, ...] = OPERATORS
    repeats_again: bool = False
    has_empty_bounds: bool = True
    has_braced_numbers: bool = False


REGEX = Grammar()
ONIGURUMA = Grammar(
    nests_sets=True,
    operators=("&&",),
    repeats_again=True,
    has_empty_bounds=False,
    has_braced_numbers=True,
)


@dataclass(frozen=True, slots=True)
class Flags:
    """Inline flags in force. is_v1 and is_ascii, (?V1) and (?a), apply to a whole expression."""

    any_case: bool = False
    full_case: bool = False
    lines: bool = False
    dot_all: bool = False
    verbose: bool = False
    is_v1: bool = False
    is_ascii: bool = False

    @property
    def folds_to_several(self) -> bool:
        """Whether a character is compared with several, as ß with ss."""
        return self.any_case and self.full_case and not self.is_ascii


class Leaf(NamedTuple):
    """A stretch of an expression that is not divided further.

    flags: those in force before it. value, by kind: the character of a literal or an escape; the
    name of a class, "." for the dot; the letter of an anchor; a quantifier, a reference or the
    opening of a group as the `regex` module writes it; the letters of flags. "" if it has none.
    is_positive: False for `\\P{...}`, `\\W`, `[:^...:]`.
    """

    start: int
    text: str
    kind: Kind
    flags: Flags
    value: str = ""
    is_positive: bool = True

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_character(self) -> bool:
        """Whether it is one character, as it is or as an escape."""
        return self.value != "" and self.kind in {"literal", "escape"}

    @property
    def captures(self) -> bool:
        """Whether it opens a group that has a number."""
        return self.kind == "group" and (self.value == "(" or self.value.startswith("(?P<"))

    @property
    def is_skipped(self) -> bool:
        """Whether it matches nothing and asks for nothing."""
        return self.kind in {"comment", "blank", "flags", "then"}


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """parts: the opening, what is inside with the bars between alternatives, the closing.

    The closing is an empty leaf where it is missing. size: see `Expression`.
    """

    parts: tuple[Part, ...]
    size: int

    @property
    def opening(self) -> Leaf:
        return _leaf(self.parts[0])

    @property
    def closing(self) -> Leaf:
        return _leaf(self.parts[-1])

    @property
    def inside(self) -> tuple[Part, ...]:
        return self.parts[1:-1]

    @property
    def start(self) -> int:
        return self.opening.start

    @property
    def end(self) -> int:
        return self.closing.end


class Set(Group):
    """`[...]`. parts: the opening, `[` or `[^`, members, behind (?V1) operators, the closing."""

    __slots__ = ()

    @property
    def is_positive(self) -> bool:
        return self.opening.text == "["


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """`a-z` in a set. parts: a character, the hyphen, a character."""

    parts: tuple[Leaf, Leaf, Leaf]

    @property
    def low(self) -> Leaf:
        return self.parts[0]

    @property
    def high(self) -> Leaf:
        return self.parts[2]

    @property
    def start(self) -> int:
        return self.low.start

    @property
    def end(self) -> int:
        return self.high.end


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """parts: what is repeated, blanks and comments, the quantifier. size: see `Expression`."""

    parts: tuple[Part, ...]
    size: int

    @property
    def body(self) -> Part:
        return self.parts[0]

    @property
    def count(self) -> Leaf:
        return _leaf(self.parts[-1])

    @property
    def start(self) -> int:
        return self.body.start

    @property
    def end(self) -> int:
        return self.count.end

    @property
    def bounds(self) -> tuple[int, int | None]:
        """Least and most; None for no limit."""
        return bounds_of(self.count)

    @property
    def manner(self) -> Literal["greedy", "lazy", "possessive"]:
        last = self.count.value[-1] if len(self.count.value) > 1 else ""
        return "lazy" if last == "?" else "possessive" if last == "+" else "greedy"


Part = Leaf | Group | Repeat | Range
"""A Set is a Group."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an expression is none, or cannot be used, and where.

    advice: what to write instead, "" without. is_refused: the `regex` module may take it, but its
    releases do not agree about it.
    """

    reason: str
    position: int
    advice: str = ""
    is_refused: bool = False


class Faulty(Exception):  # noqa: N818  a message between modules, not a failure
    """An expression that cannot be used."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A whole expression.

    parts: with the bars between alternatives. whole: flags that apply to all of it, such as "V1".
    faults: what is wrong with it, in the order of the text. size: its characters, sets and signs
    with every counted repeat written out.
    """

    parts: tuple[Part, ...]
    whole: frozenset[str]
    faults: tuple[Fault, ...]
    size: int


def _leaf(part: Part) -> Leaf:
    assert isinstance(part, Leaf)
    return part


def bounds_of(count: Leaf) -> tuple[int, int | None]:
    """Least and most of a quantifier; None for no limit. Ten digits are as many as any number."""
    sign = count.value[0]
    if sign != "{":
        return int(sign == "+"), 1 if sign == "?" else None
    least, comma, most = count.value[1:].partition("}")[0].partition(",")
    low = _number(least)
    return low, (_number(most) if most else None) if comma else low


def _number(digits: str) -> int:
    return int(digits.lstrip("0")[:10] or 0)


def flags_of(part: Part) -> Flags:
    """The flags in force before a part."""
    while not isinstance(part, Leaf):
        part = part.parts[0]
    return part.flags


def branches(parts: tuple[Part, ...]) -> list[tuple[Part, ...]]:
    """Parts by the bars between them; at least one branch."""
    return _divided(parts, "bar", "|")


def set_operands(parts: tuple[Part, ...], operator: str) -> list[tuple[Part, ...]]:
    """Members of a set by one of OPERATORS between them; at least one operand."""
    return _divided(parts, "operator", operator)


def _divided(parts: tuple[Part, ...], kind: Kind, text: str) -> list[tuple[Part, ...]]:
    found: list[tuple[Part, ...]] = []
    start = 0
    for index, part in enumerate(parts):
        if isinstance(part, Leaf) and part.kind == kind and part.text == text:
            found.append(parts[start:index])
            start = index + 1
    return [*found, parts[start:]]


def nodes(parts: Iterable[Part]) -> Iterator[tuple[Part, int]]:
    """All nodes, those inside before those that contain them, and how many groups are open there.

    A bracket counts as outside of its group.
    """
    stack: list[tuple[Part, int, bool]] = [(part, 0, False) for part in reversed(tuple(parts))]
    while stack:
        part, depth, is_entered = stack.pop()
        if isinstance(part, Leaf) or is_entered:
            yield part, depth
            continue
        stack.append((part, depth, True))
        if isinstance(part, Group):
            first, *inside, last = part.parts
            stack.append((last, depth, False))
            stack += [(each, depth + 1, False) for each in reversed(inside)]
            stack.append((first, depth, False))
        else:
            stack += [(each, depth, False) for each in reversed(part.parts)]


def leaves(parts: Iterable[Part]) -> Iterator[tuple[Leaf, int]]:
    """All leaves in the order of the text, and how many groups are open there."""
    for part, depth in nodes(parts):
        if isinstance(part, Leaf) and part.text:
            yield part, depth


def printed(parts: Iterable[Part]) -> str:
    """The text that was read."""
    return "".join(leaf.text for leaf, _ in leaves(parts))


@dataclass(frozen=True, slots=True)
class Item:
    """One character, range or property of a set, or what is left out of it.

    kind: what it is, for some of these are treated by themselves in any case. cased: of a property
    of upper or lower case alone, what it matches in any case.
    """

    points: CodePointSet
    kind: Literal["character", "range", "property"]
    is_positive: bool = True
    cased: CodePointSet | None = None


@dataclass(frozen=True, slots=True)
class Combination:
    """Sets that are combined. Example: `[a-z--[aeiou]]` is "without" of two sets."""

    operation: Operation
    items: tuple[SetNode, ...]
    is_positive: bool = True


SetNode = Item | Combination


def matched(node: SetNode, flags: Flags) -> CodePointSet:
    """The code points that a whole set, or a property or character outside of one, matches."""
    if not flags.any_case:
        return _plain(node)
    if isinstance(node, Item):
        return _signed(_alone_in_any_case(node, flags), node)
    items = [_signed(in_any_case(_plain(_positive(item)), ascii_only=flags.is_ascii), item)
             for item in node.items]  # fmt: skip
    return _signed(reduce(_RULES[node.operation], items), node)


def _alone_in_any_case(leaf: Item, flags: Flags) -> CodePointSet:
    if leaf.kind == "property":
        return leaf.points if leaf.cased is None else leaf.cased
    if leaf.kind == "character" and not flags.is_ascii:
        return CodePointSet.of_text(cases_of(chr(int(leaf.points.edges[0]))))
    return in_any_case(leaf.points, ascii_only=flags.is_ascii)


def foldings(node: SetNode, flags: Flags) -> list[str]:
    """What members of a set fold to that fold to several characters, where that counts.

    The module counts İ among them, which here folds to itself, and so finds i with it.
    """
    is_property = isinstance(node, Item) and node.kind == "property"
    if not flags.folds_to_several or not node.is_positive or is_property:
        return []
    plain = _plain(node)
    held = [
        text
        for letter, text in ({"İ": "İ"} | expanding()).items()
        if not (CodePointSet.of_text(letter) & plain).is_empty
    ]
    return list(dict.fromkeys(held))


def _plain(node: SetNode) -> CodePointSet:
    """The members with regard to case."""
    if isinstance(node, Item):
        return _signed(node.points, node)
    return _signed(reduce(_RULES[node.operation], map(_plain, node.items)), node)


def _positive(node: SetNode) -> SetNode:
    return replace(node, is_positive=True)


def _signed(points: CodePointSet, node: SetNode) -> CodePointSet:
    return points if node.is_positive else ~points


def _combined(operation: Operation, items: Sequence[SetNode]) -> SetNode:
    """Sets combined, in the shape that decides what counts as a member of its own."""
    if len(items) == 1:
        return items[0]
    if operation == "without":
        rest = items[1] if len(items) == 2 else _combined("union", items[1:])
        return Combination(operation, (items[0], rest))
    flat: list[SetNode] = []
    for item in items:
        is_same = isinstance(item, Combination) and item.operation == operation and item.is_positive
        flat += item.items if is_same and isinstance(item, Combination) else [item]
    return Combination(operation, tuple(flat))


def character_item(character: str) -> Item:
    """One character."""
    return Item(CodePointSet.of_text(character), "character")


def read_set(part: Leaf | Range | Set) -> SetNode:
    """What a character, a class or a set in brackets matches, by the tables of Unicode 16.

    Raises Faulty for a property that Unicode 16 has not.
    """
    if isinstance(part, Set):
        node = _operands(part.inside, 0)
        return replace(node, is_positive=node.is_positive is part.is_positive)
    if isinstance(part, Range):
        low, high = ord(part.low.value), ord(part.high.value)
        if low == high:
            return character_item(part.low.value)
        return Item(CodePointSet.of_ranges((low, high)), "range")
    if part.is_character:
        return character_item(part.value)
    return _property_item(part)


def _operands(parts: tuple[Part, ...], level: int) -> SetNode:
    """Members of a set with what OPERATORS[level:] make of them."""
    if level == len(OPERATORS):
        found = (read_set(p) for p in parts if isinstance(p, Leaf | Range | Set))
        return _combined("union", list(found))
    operands = set_operands(parts, OPERATORS[level])
    items = [_operands(operand, level + 1) for operand in operands]
    return _combined(_OPERATIONS[level], items)


def _property_item(leaf: Leaf) -> Item:
    is_posix = leaf.text.startswith("[:")
    points = property_set(leaf.value, is_posix=is_posix)
    if points is None:
        what = say("unknown_set", name=leaf.value)
        if not is_posix:
            what = say("no_property", name=leaf.value)
        raise Faulty(Fault(what, leaf.start + 2, is_refused=True))
    cased = _in_any_case(points) if leaf.flags.any_case else None
    if leaf.flags.is_ascii and not leaf.text.startswith("\\h"):
        points, cased = _in_ascii(points), None if cased is None else _in_ascii(cased)
    return Item(points, "property", leaf.is_positive, cased)


def _in_any_case(points: CodePointSet) -> CodePointSet | None:
    """What a property of upper or lower case alone matches in any case; None for others."""
    cased = None
    for of_case, also in (
        ("Lu", "LC"),
        ("Ll", "LC"),
        ("Lt", "LC"),
        ("Upper", "Cased"),
        ("Lower", "Cased"),
    ):
        if points.key == named(of_case).key:
            cased = named(also)
    return cased


def _in_ascii(points: CodePointSet) -> CodePointSet:
    """As behind `(?a)`, where all other characters count as unassigned."""
    unassigned = CodePointSet.of_ranges((0x10FFFF, 0x10FFFF))
    rest = EMPTY if (points & unassigned).is_empty else EVERYTHING & ~ASCII
    return (points & ASCII) | rest


def named(name: str) -> CodePointSet:
    """The set of a property that is known to exist."""
    found = property_set(name)
    assert found is not None
    return found
