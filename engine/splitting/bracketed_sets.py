"""Sets of characters in a pattern: literals, escapes, properties and `[...]`.

`[...]` follows the `regex` module: as it stands, signs such as `[` and `&&` inside are ordinary
characters; behind `(?V1)` sets can be nested and combined, `--` binding closest, then `&&`, `~~`
and `||`. Where that module itself is unclear, Unsupported is raised. In one thing it is not
followed: `[^\\s\\S]` holds nothing, as in every other engine, where `regex` 2025.9.18 takes it for
any character.
"""

from __future__ import annotations

from functools import cache

from engine.splitting.pattern_reader import Flags, PatternReader, Unsupported
from engine.text import PointSet, named_set, points, points_in_any_case

MOST_NESTED_SETS = 50
_MOST_ALIKE = 8
"""More characters than any letter has forms."""


_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_OPERATORS = ("||", "~~", "&&", "--")
_POSIX = {
    "alpha": "Alphabetic",
    "digit": "Nd",
    "lower": "Lowercase",
    "space": "White_Space",
    "upper": "Uppercase",
}


def literal(character: str, flags: Flags) -> PointSet:
    """The set of one character, in any case where the flags say so."""
    return _cased(points((ord(character), ord(character))), flags)


def _cased(members: PointSet, flags: Flags) -> PointSet:
    """`members` in any case, where that is asked for.

    The letters i of Turkish are refused: the libraries do not agree which of them are alike.
    """
    if not flags.any_case:
        return members
    if members[list(map(ord, "iIİı"))].any():
        raise Unsupported("the letter i in any case")
    return points_in_any_case(members)


def refuse_long_foldings(parts: list[PointSet]) -> None:
    """Raise Unsupported where (?V1) compares in any case by more than one character.

    There `ss` matches ß, which no set of single characters does. parts: consecutive sets.
    """
    run = ""
    for members in parts:
        found = members.nonzero()[0]
        run = run + chr(found[0]).casefold() if 0 < len(found) <= _MOST_ALIKE else ""
        if any(run.endswith(folding) for folding in _long_foldings()):
            raise Unsupported("letters in any case that (?V1) takes for one")


@cache
def _long_foldings() -> tuple[str, ...]:
    """What single characters become in any case that is more than one: "ss" of ß."""
    folded = {chr(point).casefold() for point in range(0x20000)}
    return tuple(each for each in folded if len(each) > 1)


def escaped(reader: PatternReader, flags: Flags) -> PointSet:
    """The set that the escape at the reader stands for."""
    letter = reader.pattern[reader.at + 1 : reader.at + 2]
    reader.at += 2
    if letter and letter in "sSwWdD":
        named = {"s": "White_Space", "w": "Word", "d": "Nd"}[letter.lower()]
        return _named(named) ^ letter.isupper()
    if letter in {"p", "P"}:
        if flags.any_case:
            raise Unsupported("a property inside (?i:...)")
        return _property(reader) ^ (letter == "P")
    octal = letter == "0" and reader.next().isdigit()
    if letter in _CONTROL and not octal:
        return literal(_CONTROL[letter], flags)
    if letter in _HEX_DIGITS:
        return literal(_hexadecimal(reader, _HEX_DIGITS[letter]), flags)
    if not letter or letter.isalnum():
        raise Unsupported(f"the escape \\{letter}")
    return literal(letter, flags)


def _hexadecimal(reader: PatternReader, n_digits: int) -> str:
    digits = reader.next(n_digits)
    reader.at += n_digits
    if len(digits) < n_digits or not all(d in "0123456789abcdefABCDEF" for d in digits):
        raise Unsupported("a character number that is none")
    try:
        return chr(int(digits, 16))
    except (ValueError, OverflowError):
        raise Unsupported("a character number that is none") from None


def _property(reader: PatternReader) -> PointSet:
    if not reader.take("{"):
        name = reader.next()
        reader.at += 1
        return _named(name)
    name = reader.take_until("}", "a property")
    return _named(name.removeprefix("^")) ^ name.startswith("^")


def _named(name: str) -> PointSet:
    members = named_set(name)
    if members is None:
        raise Unsupported(f"the property {name}")
    return members


def bracketed(reader: PatternReader, flags: Flags, depth: int = 0) -> PointSet:
    """The set in brackets at the reader, which is moved behind it."""
    if depth > MOST_NESTED_SETS:
        raise Unsupported(f"sets nested more than {MOST_NESTED_SETS} deep")
    reader.at += 1
    negated = reader.take("^")
    if flags.combined_sets:
        members = _combined(reader, flags, depth, 0)
        if not reader.take("]"):
            raise Unsupported("an unclear set")
    else:
        members = _listed(reader, flags, depth)
        reader.at += 1
    return ~members if negated else members


def _combined(reader: PatternReader, flags: Flags, depth: int, level: int) -> PointSet:
    """What _OPERATORS[level:] join, up to an operator of a lower level or the end."""
    if level == len(_OPERATORS):
        if reader.next(2) in _OPERATORS:
            raise Unsupported("an operation on sets without a set")
        return _listed(reader, flags, depth)
    members = _combined(reader, flags, depth, level + 1)
    while reader.take(_OPERATORS[level]):
        if reader.peek("]"):
            raise Unsupported("an operation on sets without a set")
        other = _combined(reader, flags, depth, level + 1)
        if level == 0:
            members = members | other
        elif level == 1:
            members = members ^ other
        elif level == 2:
            members = members & other
        else:
            members = members & ~other
    return members


def _listed(reader: PatternReader, flags: Flags, depth: int) -> PointSet:
    """The union of what is listed up to the closing bracket or, in (?V1), an operator."""
    members = points()
    first = True
    while first or not reader.peek("]"):
        if reader.is_at_end:
            raise Unsupported("a set without an end")
        if flags.combined_sets and reader.next(2) in _OPERATORS:
            break
        members |= _item(reader, flags, depth)
        first = False
    return members


def _item(reader: PatternReader, flags: Flags, depth: int) -> PointSet:
    """One character, range, escape or inner set."""
    if reader.peek("[:"):
        return _posix(reader, flags)
    if flags.combined_sets and reader.peek("["):
        return bracketed(reader, flags, depth + 1)
    if reader.next(3) == "[[:":
        raise Unsupported("an unclear set")
    members, low = _single(reader, flags)
    after = reader.pattern[reader.at + 1 : reader.at + 2]
    if not reader.peek("-") or after in {"]", ""}:
        return members
    if flags.combined_sets and after == "-":
        return members
    if after == "[":
        raise Unsupported("an unclear range in a set")
    if low is None:
        if after == "-":
            raise Unsupported("an unclear range in a set")
        return members  # the hyphen behind a set stands for itself, as the next item
    reader.at += 1
    last_members, high = _single(reader, flags)
    if high is None:
        return members | last_members | literal("-", flags)
    if high < low:
        raise Unsupported("a range in the wrong order")
    return _cased(points((low, high)), flags)


def _single(reader: PatternReader, flags: Flags) -> tuple[PointSet, int | None]:
    """A character or an escape: its set, and its code point where it is a single one."""
    start = reader.at
    if not reader.peek("\\"):
        character = reader.take_character()
        return literal(character, flags), ord(character)
    members = escaped(reader, flags)
    written = reader.pattern[start + 1]
    if written in "sSwWdDpP":
        return members, None
    plain = PatternReader(reader.pattern[start : reader.at])
    return members, int(escaped(plain, Flags()).nonzero()[0][0])


def _posix(reader: PatternReader, flags: Flags) -> PointSet:
    end = reader.pattern.find(":]", reader.at)
    name = reader.pattern[reader.at + 2 : max(end, reader.at + 2)]
    known = _POSIX.get(name.removeprefix("^").lower())
    if known is None or flags.any_case:
        raise Unsupported("a named set in brackets")
    reader.at = end + 2
    return _named(known) ^ name.startswith("^")
