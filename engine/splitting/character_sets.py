"""What characters, classes and sets in brackets of an expression match, as code points.

They match what the `regex` module matches, with the tables of Unicode 16. Ignoring case follows it
too: a set in any case matches a character of which one form is in a member of the set, each member
by itself. In one thing it is not followed: `[^\\s\\S]` matches nothing, as in every other engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_, xor
from typing import Literal

from engine.splitting.expression_tree import (
    OPERATORS,
    Fault,
    Faulty,
    Flags,
    Leaf,
    Part,
    Range,
    Set,
    set_operands,
)
from engine.text import (
    EMPTY,
    EVERYTHING,
    CodePointSet,
    cases_of,
    expanding,
    in_any_case,
    property_set,
)

ASCII = CodePointSet.of_ranges((0, 127))
Operation = Literal["union", "either", "both", "without"]
_OPERATIONS: tuple[Operation, ...] = ("union", "either", "both", "without")
"""What OPERATORS do."""
_RULES: dict[Operation, Callable[[CodePointSet, CodePointSet], CodePointSet]] = {
    "union": or_,
    "either": xor,
    "both": and_,
    "without": lambda left, right: left & ~right,
}


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
        what = f"the set [:{leaf.value}:] is unknown"
        if not is_posix:
            what = f"Unicode 16 has no property {leaf.value}"
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
