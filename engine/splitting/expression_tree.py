"""A regular expression as a tree that keeps every character of its text.

`Leaf` is a stretch of the text with one meaning; `Group`, `Repeat`, `Set` and `Range` contain
others. The texts of all leaves, one after another, are the expression. engine/splitting/
expression_reader.py makes the tree; automata, the `regex` module, the editor and the dialects of
other engines are written from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal[
    "literal", "escape", "class", "set", "quantifier", "group", "look", "bar", "anchor", "flags",
    "comment", "reference", "then", "blank", "operator",
]  # fmt: skip

THEN = "(?#then)"
"""What joins the expressions of a sequence of splits."""
OPERATORS = ("||", "~~", "&&", "--")
"""Operations on sets behind `(?V1)`, from the one that binds least."""


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
    """Inline flags in force. is_v1 and is_ascii, (?V1) and (?a), hold for a whole expression."""

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

    parts: with the bars between alternatives. whole: flags that hold for all of it, such as "V1".
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
