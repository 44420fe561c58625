"""Parser of the part of regular expressions that split patterns use.

Literals, escapes, classes, general categories and scripts, `\\s \\d \\w`, groups, alternation,
greedy, lazy and possessive repeats, `(?i:...)`, `(?s:...)` and a lookahead of one character. For
anything else `Unsupported` is raised with a reason, and the caller uses another engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine import unicode_sets
from engine.unicode_sets import N_POINTS, PointSet, points

MOST_DEPTH = 100
MOST_REPEATS = 1000
MOST_WRITTEN_OUT = 1_000_000


class Unsupported(Exception):  # noqa: N818  a message between two modules, not a failure
    """The pattern uses something outside the subset; `str` is the reason, for people."""


class TooLarge(Unsupported):
    """No engine should try this pattern: written out, it is enormous."""


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
    kind: Literal["greedy", "lazy", "possessive"]


@dataclass(frozen=True, eq=False)
class Lookahead:
    """Matches nothing, where the next code point is in the set; at the end where `at_end`."""

    members: PointSet
    at_end: bool


Node = Characters | Sequence | Alternatives | Repeat | Lookahead


def parse(pattern: str) -> Node:
    """The syntax tree of a split pattern. Raises Unsupported."""
    parser = _Parser(pattern)
    node = parser.alternatives(_Flags())
    if parser.at < len(pattern):
        raise Unsupported("an unbalanced bracket")
    if (size := _written_out(node)) > MOST_WRITTEN_OUT:
        raise TooLarge(f"written out, its repeats come to {size:,} parts")
    return node


def _written_out(node: Node) -> int:
    """Parts of the pattern with every counted repeat written out. `(a{3}){4}` -> 12."""
    if isinstance(node, Sequence):
        return sum(map(_written_out, node.parts))
    if isinstance(node, Alternatives):
        return sum(map(_written_out, node.branches))
    if isinstance(node, Repeat):
        return _written_out(node.body) * max(node.least, node.most or 1, 1)
    return 1


@dataclass(frozen=True)
class _Flags:
    any_case: bool = False
    dot_all: bool = False


def _cased(members: PointSet, flags: _Flags) -> PointSet:
    """`members` in any case, where that is asked for.

    The letters i of Turkish are refused: the libraries do not agree which of them are alike.
    """
    if not flags.any_case:
        return members
    if members[list(map(ord, "iIİı"))].any():
        raise Unsupported("the letter i in any case")
    return unicode_sets.in_any_case(members)


_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}


class _Parser:
    """Recursive descent over `pattern`; `at` is the next character."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self._depth = 0

    def alternatives(self, flags: _Flags) -> Node:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise Unsupported(f"groups nested more than {MOST_DEPTH} deep")
        branches = [self._sequence(flags)]
        while self._take("|"):
            branches.append(self._sequence(flags))
        self._depth -= 1
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def _sequence(self, flags: _Flags) -> Node:
        parts: list[Node] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            parts.append(self._repeated(self._atom(flags)))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _repeated(self, body: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return body
        if isinstance(body, Lookahead):
            raise Unsupported("a repeated lookahead")
        least, most = bounds
        if least > MOST_REPEATS or (most or 0) > MOST_REPEATS:
            raise Unsupported(f"a repeat of more than {MOST_REPEATS}")
        kind: Literal["greedy", "lazy", "possessive"] = "greedy"
        if self._take("+"):
            kind = "possessive"
        elif self._take("?"):
            kind = "lazy"
        if self._bounds() is not None:
            raise Unsupported("a repeat of a repeat")
        return Repeat(body, least, most, kind)

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        if not self._peek("{"):
            return None
        end = self.pattern.find("}", self.at)
        least, comma, most = self.pattern[self.at + 1 : max(end, self.at)].partition(",")
        numbers = [number for number in (least, most) if number]
        if end < 0 or not numbers or not all(n.isascii() and n.isdigit() for n in numbers):
            raise Unsupported("a brace that is no repeat")
        self.at = end + 1
        if not comma:
            return int(least), int(least)
        if most and int(most) < int(least or 0):
            raise Unsupported("a repeat whose bounds are in the wrong order")
        return int(least or 0), int(most) if most else None

    def _atom(self, flags: _Flags) -> Node:
        character = self.pattern[self.at]
        if character == "(":
            return self._group(flags)
        if character == "[":
            return Characters(self._class(flags))
        if character == "\\":
            return Characters(self._escape(flags))
        if character in "^$":
            raise Unsupported(f"the anchor {character}")
        if character in "*+?{":
            raise Unsupported("a repeat of nothing")
        self.at += 1
        if character == ".":
            members = points((0, N_POINTS - 1))
            members[ord("\n")] = flags.dot_all
            return Characters(members)
        return Characters(self._literal(character, flags))

    def _group(self, flags: _Flags) -> Node:
        for opening, positive in (("(?=", True), ("(?!", False)):
            if self._take(opening):
                return self._lookahead(flags, positive=positive)
        for opening, inner in (
            ("(?:", flags),
            ("(?i:", _Flags(any_case=True, dot_all=flags.dot_all)),
            ("(?s:", _Flags(any_case=flags.any_case, dot_all=True)),
        ):
            if self._take(opening):
                return self._closed(self.alternatives(inner))
        if self._peek("(?") or self._peek("(*"):
            kind = self.pattern[self.at : self.at + 4]
            raise Unsupported(f"the group {kind}")
        self.at += 1
        return self._closed(self.alternatives(flags))

    def _lookahead(self, flags: _Flags, *, positive: bool) -> Node:
        inside = self._closed(self.alternatives(flags))
        if not isinstance(inside, Characters):
            raise Unsupported("a lookahead of more than one character")
        return Lookahead(inside.members if positive else ~inside.members, at_end=not positive)

    def _closed(self, node: Node) -> Node:
        if not self._take(")"):
            raise Unsupported("an unbalanced bracket")
        return node

    def _literal(self, character: str, flags: _Flags) -> PointSet:
        return _cased(points((ord(character), ord(character))), flags)

    def _class(self, flags: _Flags) -> PointSet:
        self.at += 1
        negated = self._take("^")
        members = points()
        first = True
        while first or not self._peek("]"):
            if self.at >= len(self.pattern):
                raise Unsupported("a class without an end")
            members |= self._class_item(flags)
            first = False
        self.at += 1
        return ~members if negated else members

    def _class_item(self, flags: _Flags) -> PointSet:
        rest = self.pattern[self.at : self.at + 2]
        if rest[0] == "[" or rest in {"&&", "--", "||", "~~"}:
            raise Unsupported("a class inside a class, or an operation on classes")
        start = self.at
        members = self._escape(flags) if rest[0] == "\\" else self._take_literal(flags)
        if not self._peek("-") or self.pattern[self.at + 1 : self.at + 2] in {"]", ""}:
            return members
        low = self._single(start)
        self.at += 1
        if self.pattern[self.at : self.at + 1] == "-" or low is None:
            raise Unsupported("an unclear range in a class")
        start = self.at
        if self._peek("\\"):
            self._escape(flags)
        else:
            self._take_literal(flags)
        high = self._single(start)
        if high is None or high < low:
            raise Unsupported("an unclear range in a class")
        return _cased(points((low, high)), flags)

    def _take_literal(self, flags: _Flags) -> PointSet:
        self.at += 1
        return self._literal(self.pattern[self.at - 1], flags)

    def _single(self, start: int) -> int | None:
        """The code point written at pattern[start:at], None for a set of several."""
        text = self.pattern[start : self.at]
        if len(text) == 1:
            return ord(text)
        members = _Parser(text)._escape(_Flags())
        found = members.nonzero()[0]
        return int(found[0]) if len(found) == 1 else None

    def _escape(self, flags: _Flags) -> PointSet:
        letter = self.pattern[self.at + 1 : self.at + 2]
        self.at += 2
        if letter in {"s", "S"}:
            return unicode_sets.white_space() ^ (letter == "S")
        if letter in {"w", "W"}:
            return unicode_sets.word_characters() ^ (letter == "W")
        if letter in {"d", "D"}:
            return self._category("Nd") ^ (letter == "D")
        if letter in {"p", "P"}:
            if flags.any_case:
                raise Unsupported("a property inside (?i:...)")
            return self._property() ^ (letter == "P")
        octal = letter == "0" and self.pattern[self.at : self.at + 1].isdigit()
        if letter in _CONTROL and not octal:
            return self._literal(_CONTROL[letter], flags)
        if letter in _HEX_DIGITS:
            return self._literal(self._hexadecimal(_HEX_DIGITS[letter]), flags)
        if not letter or letter.isalnum():
            raise Unsupported(f"the escape \\{letter}")
        return self._literal(letter, flags)

    def _hexadecimal(self, n_digits: int) -> str:
        digits = self.pattern[self.at : self.at + n_digits]
        self.at += n_digits
        try:
            return chr(int(digits, 16))
        except (ValueError, OverflowError):
            raise Unsupported("a character number that is none") from None

    def _property(self) -> PointSet:
        if not self._take("{"):
            self.at += 1
            return self._category(self.pattern[self.at - 1 : self.at])
        end = self.pattern.find("}", self.at)
        if end < 0:
            raise Unsupported("a property without an end")
        name = self.pattern[self.at : end]
        self.at = end + 1
        negated = name.startswith("^")
        return self._category(name.removeprefix("^")) ^ negated

    def _category(self, name: str) -> PointSet:
        members = unicode_sets.general_category(name)
        if members is None:
            members = unicode_sets.script(name.removeprefix("Script=").removeprefix("sc="))
        if members is None:
            raise Unsupported(f"the property {name}")
        return members

    def _peek(self, text: str) -> bool:
        return self.pattern.startswith(text, self.at)

    def _take(self, text: str) -> bool:
        taken = self._peek(text)
        if taken:
            self.at += len(text)
        return taken
