"""Escapes and sets in brackets of an expression, as the code points that they match.

They are read as the `regex` module reads them, old sets and those of `(?V1)`, with the tables of
Unicode 16. Ignoring case follows it too: a set in any case matches a character of which one form
is in a member of the set, each member by itself. In one thing it is not followed: `[^\\s\\S]`
matches nothing, as in every other engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_, xor
from typing import Literal

from engine.splitting.stable_pieces import Characters, Piece
from engine.splitting.stable_source import (
    ASCII_LETTERS,
    DIGITS,
    ExpressionFlags,
    ExpressionSource,
    Unreadable,
    Unsupported,
)
from engine.text import (
    EMPTY,
    EVERYTHING,
    CodePointSet,
    cases_of,
    expanding,
    expansions,
    in_any_case,
    property_set,
    unicode_data,
)

# Runs of letters in any case where one character may stand for several, as ß for ss.
# The letters that are written side by side count as a run, as far as no group and no repeat parts
# them. A text can be read in one way only, so the order of the ways does not matter.


MOST_FOLDINGS = 1_000
"""Ways to write a run of letters of which some fold to several, before it is refused."""


def folded_run(run: str) -> list[Piece]:
    """A run of literals in any case where one character may stand for several, as ß for ss."""
    folded = "".join(_folded(character) for character in run)
    pieces: list[Piece] = []
    at = 0
    while at < len(folded):
        end = _end_of_foldings(folded, at)
        ways = _ways(folded[at:end])
        is_choice = len(ways) > 1
        for number, way in enumerate(ways):
            pieces += [*(["|" if number else "(?:"] if is_choice else []), *way]
        pieces += [")"] if is_choice else []
        at = end
    return ["(?:", *pieces, ")"] if len(run) == 1 and len(pieces) > 1 else pieces


def _folded(character: str) -> str:
    text = character.casefold()
    return text if len(text) > 1 and text in expansions() else character


def _end_of_foldings(folded: str, start: int) -> int:
    """Where the letters from `start` on end that some character folds to together."""
    end, at = start + 1, start
    while at < end:
        end = max([end, *(at + len(text) for text, _ in _foldings_at(folded, at))])
        at += 1
    return end


def _foldings_at(folded: str, at: int) -> list[tuple[str, str]]:
    """What characters fold to, and these characters, where it comes next in any case."""
    return [
        (text, letters)
        for text, letters in expansions().items()
        if len(text) <= len(folded) - at
        and all(a in cases_of(b) for a, b in zip(text, folded[at : at + len(text)], strict=True))
    ]


def _ways(folded: str) -> list[list[Piece]]:
    """Every way to write some letters with single characters that fold to several of them."""
    ways: list[list[list[Piece]]] = [[[]]]
    for end in range(1, len(folded) + 1):
        letter = Characters(CodePointSet.of_text(cases_of(folded[end - 1])))
        found = [[*way, letter] for way in ways[end - 1]]
        for start in range(max(0, end - 3), end - 1):
            for text, letters in _foldings_at(folded[:end], start):
                if start + len(text) == end:
                    members = Characters(in_any_case(CodePointSet.of_text(letters)))
                    found += [[*way, members] for way in ways[start]]
        if len(found) > MOST_FOLDINGS:
            raise Unsupported(
                "too many letters in a row that one character can stand for",
                0,
                "part them, or leave out the flag f",
            )
        ways.append(found)
    return ways[-1]


ASCII = CodePointSet.of_ranges((0, 127))
_CONTROL = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CLASSES = {"d": "Digit", "h": "Blank", "s": "Space", "w": "Word"}
_HEX_LENGTHS = {"x": 2, "u": 4, "U": 8}
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_OCTAL_DIGITS = frozenset("01234567")
_ALNUM = ASCII_LETTERS | DIGITS
_NAME_PART = _ALNUM | frozenset(" &_-.")
_VALUE_PART = _NAME_PART | {"/"}
_OPERATORS: tuple[tuple[str, Operation], ...] = (
    ("||", "union"),
    ("~~", "either"),
    ("&&", "both"),
    ("--", "without"),
)
_CASED_CATEGORIES = frozenset({"LU", "LL", "LT"})

Operation = Literal["union", "either", "both", "without"]
_RULES: dict[Operation, Callable[[CodePointSet, CodePointSet], CodePointSet]] = {
    "union": or_,
    "either": xor,
    "both": and_,
    "without": lambda left, right: left & ~right,
}


@dataclass(frozen=True, slots=True)
class Leaf:
    """One character, range or property of a set, or what is left out of it.

    kind: what it is, for some of these are treated by themselves in any case. cased: of a property
    of upper or lower case alone, what it matches in any case.
    """

    points: CodePointSet
    kind: Literal["character", "range", "property"]
    is_positive: bool = True
    cased: CodePointSet | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Sets that are combined. Example: `[a-z--[aeiou]]` is "without" of two sets."""

    operation: Operation
    items: tuple[SetNode, ...]
    is_positive: bool = True


SetNode = Leaf | Group


def matched(node: SetNode, flags: ExpressionFlags) -> CodePointSet:
    """The code points that a whole set, or a property or character outside of one, matches."""
    if not flags.any_case:
        return _plain(node)
    if isinstance(node, Leaf):
        return _signed(_alone_in_any_case(node, flags), node)
    items = [_signed(in_any_case(_plain(_positive(item)), ascii_only=flags.is_ascii), item)
             for item in node.items]  # fmt: skip
    return _signed(reduce(_RULES[node.operation], items), node)


def _alone_in_any_case(leaf: Leaf, flags: ExpressionFlags) -> CodePointSet:
    if leaf.kind == "property":
        return leaf.points if leaf.cased is None else leaf.cased
    if leaf.kind == "character" and not flags.is_ascii:
        return CodePointSet.of_text(cases_of(chr(int(leaf.points.edges[0]))))
    return in_any_case(leaf.points, ascii_only=flags.is_ascii)


def foldings(node: SetNode, flags: ExpressionFlags) -> list[str]:
    """What members of a set fold to that fold to several characters, where that counts.

    The module counts İ among them, which here folds to itself, and so finds i with it.
    """
    is_property = isinstance(node, Leaf) and node.kind == "property"
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
    if isinstance(node, Leaf):
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
        return Group(operation, (items[0], rest))
    flat: list[SetNode] = []
    for item in items:
        is_same = isinstance(item, Group) and item.operation == operation and item.is_positive
        flat += item.items if is_same and isinstance(item, Group) else [item]
    return Group(operation, tuple(flat))


def character_leaf(character: str) -> Leaf:
    """One character."""
    return Leaf(CodePointSet.of_text(character), "character")


class SetReader:
    """Reads escapes and `[...]` at the source."""

    def __init__(self, source: ExpressionSource) -> None:
        self._source = source

    def bracketed(self, flags: ExpressionFlags) -> SetNode:
        """The set whose opening bracket was read, closing bracket included."""
        skips, self._source.skips_blanks = self._source.skips_blanks, False
        try:
            return self._inside(flags)
        finally:
            self._source.skips_blanks = skips

    def _inside(self, flags: ExpressionFlags) -> SetNode:
        is_negated = self._source.match("^")
        node = self._operands(flags, 0) if flags.is_v1 else self._listed(flags)
        self._source.expect("]")
        return replace(node, is_positive=node.is_positive is not is_negated)

    def _operands(self, flags: ExpressionFlags, level: int) -> SetNode:
        """What _OPERATORS[level:] join."""
        if level == len(_OPERATORS):
            return self._listed(flags)
        sign, operation = _OPERATORS[level]
        items = [self._operands(flags, level + 1)]
        while self._source.match(sign):
            items.append(self._operands(flags, level + 1))
        return _combined(operation, items)

    def _listed(self, flags: ExpressionFlags) -> SetNode:
        """What is listed up to the closing bracket or an operator; at least one member."""
        items: list[SetNode] = []
        while True:
            items += self._member(flags)
            ahead = self._source.text[self._source.at : self._source.at + 2]
            is_operator = flags.is_v1 and any(ahead == sign for sign, _ in _OPERATORS)
            if is_operator or ahead[:1] == "]":
                return _combined("union", items)

    def _member(self, flags: ExpressionFlags) -> list[SetNode]:
        """A character, range, escape or inner set; a character and a hyphen that joins nothing."""
        first = self._item(flags)
        source = self._source
        if not _is_character(first) or not source.match("-"):
            return [first]
        hyphen = source.at
        if flags.is_v1 and source.match("-"):
            source.at = hyphen - 1
            return [first]
        if source.match("]"):
            source.at = hyphen
            return [first, character_leaf("-")]
        last = self._item(flags)
        if not _is_character(last):
            return [first, character_leaf("-"), last]
        low, high = (int(each.points.edges[0]) for each in (first, last) if isinstance(each, Leaf))
        if low > high:
            raise Unreadable("a range in the wrong order", hyphen)
        if low == high:
            return [first]
        return [Leaf(CodePointSet.of_ranges((low, high)), "range")]

    def _item(self, flags: ExpressionFlags) -> SetNode:
        source = self._source
        if source.match("\\"):
            return self.escape(flags, in_set=True)
        if source.match("[:"):
            start = source.at
            if (found := self._posix(flags)) is not None:
                return found
            source.at = start - len("[:")
        if flags.is_v1 and source.match("["):
            return self._inside(flags)
        character = source.get()
        if not character:
            raise Unreadable("a set without an end", source.at)
        return character_leaf(character)

    def _posix(self, flags: ExpressionFlags) -> Leaf | None:
        source = self._source
        start = source.at
        is_negated = source.match("^")
        name = self._property_name()
        if not source.match(":]"):
            return None
        points = property_set(name, is_posix=True)
        if points is None:
            raise Unsupported(f"the set [:{name}:] is unknown", start)
        return _property_leaf(points, flags, is_positive=not is_negated)

    # ---- escapes ---------------------------------------------------------------------------------

    def escape(self, flags: ExpressionFlags, *, in_set: bool) -> Leaf:
        """The set of the escape whose backslash was read; references and anchors are not here."""
        source = self._source
        letter = source.get_any()
        if letter in _HEX_LENGTHS:
            return self._hexadecimal(_HEX_LENGTHS[letter])
        if letter == "N":
            return self._named_character()
        if letter in {"p", "P"}:
            return self._property(flags, letter)
        if letter.lower() in _CLASSES and letter != "H":
            name = _CLASSES[letter.lower()]
            points = property_set(name)
            assert points is not None
            is_ascii = replace(flags, is_ascii=flags.is_ascii and letter != "h")
            return _property_leaf(points, is_ascii, is_positive=letter.islower())
        if letter in _CONTROL:
            return character_leaf(_CONTROL[letter])
        if letter in DIGITS and letter:
            return self._octal(letter, in_set=in_set)
        if not letter or letter in ASCII_LETTERS:
            raise Unreadable(f"the escape \\{letter}", source.at)
        return character_leaf(letter)

    def _hexadecimal(self, length: int) -> Leaf:
        start = self._source.at
        digits = [self._source.get() for _ in range(length)]
        if not all(digit in _HEX_DIGITS for digit in digits):
            raise Unreadable("an incomplete character number", start)
        number = int("".join(digits), 16)
        if number >= 0x110000:
            raise Unreadable("a character number that is none", start)
        return character_leaf(chr(number))

    def _octal(self, digit: str, *, in_set: bool) -> Leaf:
        digits = digit
        while len(digits) < 3 and self._source.peek() in _OCTAL_DIGITS and self._source.peek():
            digits += self._source.get()
        if not all(each in _OCTAL_DIGITS for each in digits) or not (in_set or digit == "0"):
            raise Unreadable(f"the escape \\{digits}", self._source.at)
        return character_leaf(chr(int(digits, 8)))

    def _named_character(self) -> Leaf:
        source = self._source
        start = source.at
        if source.match("{"):
            name = source.take_while(_ALNUM | {" ", "-"}, blanks=True)
            if source.match("}"):
                with suppress(KeyError):
                    if len(found := unicode_data().lookup(name)) == 1:
                        return character_leaf(found)
                raise Unsupported(f"Unicode 16 has no character {name}", start)
        source.at = start
        return character_leaf("N")

    def _property(self, flags: ExpressionFlags, letter: str) -> Leaf:
        source = self._source
        start = source.at
        is_positive = letter == "p"
        opening = source.get()
        name = ""
        if opening == "{":
            is_positive = is_positive is not source.match("^")
            name = self._property_name()
            if not source.match("}"):
                name = ""
        elif opening and opening in "CLMNPSZ":
            name = opening
        if not name:
            source.at = start
            return character_leaf(letter)
        points = property_set(name)
        if points is None:
            raise Unsupported(f"Unicode 16 has no property {name}", start)
        return _property_leaf(points, flags, is_positive=is_positive)

    def _property_name(self) -> str:
        """NAME, or NAME=VALUE."""
        source = self._source
        name = source.take_while(_NAME_PART)
        start = source.at
        if (sign := source.get()) and sign in ":=":
            value = source.take_while(_VALUE_PART).strip()
            if value:
                return f"{name}={value}"
        source.at = start
        return name


def _is_character(node: SetNode) -> bool:
    return isinstance(node, Leaf) and node.kind == "character" and node.is_positive


def _property_leaf(points: CodePointSet, flags: ExpressionFlags, *, is_positive: bool) -> Leaf:
    cased = None
    for of_case, also in (
        ("Lu", "LC"),
        ("Ll", "LC"),
        ("Lt", "LC"),
        ("Upper", "Cased"),
        ("Lower", "Cased"),
    ):
        if points.key == _named(of_case).key:
            cased = _named(also)
    if flags.is_ascii:
        points, cased = _in_ascii(points), None if cased is None else _in_ascii(cased)
    return Leaf(points, "property", is_positive, cased)


def _in_ascii(points: CodePointSet) -> CodePointSet:
    """As behind `(?a)`, where all other characters count as unassigned."""
    unassigned = CodePointSet.of_ranges((0x10FFFF, 0x10FFFF))
    rest = EMPTY if (points & unassigned).is_empty else EVERYTHING & ~ASCII
    return (points & ASCII) | rest


def _named(name: str) -> CodePointSet:
    found = property_set(name)
    assert found is not None
    return found
