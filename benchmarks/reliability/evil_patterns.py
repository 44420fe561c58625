"""Evil split patterns by kind, each drawn by a chance of its own."""

from __future__ import annotations

import random
from collections.abc import Callable

TEXT = (
    "The quick brown fox, it's 1234567 o'clock!  Straße naïve\r\n\n\tif x == 0: 'll've "
    "Съешь ещё этих мягких 今日は良い天気 🙂👍🏽 e\u0301 aaaaaaaaaaaaaaaaaaaaaab xyxyxyxy 007 a1b2 "
) * 3
Chance = random.Random

_ATOMS = (r"\p{L}", r"\w", "a", "[a-z]", r"\s", r"\d", ".", "[^\\s]", "x|y", r"\p{N}", "é", "今")
_REPEATS = ("*", "+", "?", "{1,3}", "*+", "++", "+?", "{2,}", "{0,50}")


def _atom(chance: Chance) -> str:
    return chance.choice(_ATOMS)


def _nested_repeats(chance: Chance, size: int) -> str:
    made = _atom(chance)
    for _ in range(chance.randint(2, min(size, 12))):
        made = f"(?:{made}){chance.choice(_REPEATS)}"
    return made + chance.choice(("", "b", "$", r"|\s+|."))


def _huge_literal(chance: Chance, size: int) -> str:
    length = chance.randint(10, 100) * size
    return "".join(chance.choices("abcxyz今é ", k=length)) + chance.choice(("", "|.", "+|\\s"))


def _alternatives(chance: Chance, size: int) -> str:
    words = ("".join(chance.choices("abcdefgh", k=chance.randint(1, 9))) for _ in range(size * 40))
    return "|".join(words) + chance.choice(("", r"|\p{L}+|\s+|."))


def _counted(chance: Chance, size: int) -> str:
    most = chance.choice((10, 100, 1000, 10_000, 65_535, 10**7, 2**31, 2**40))
    most = min(most, size * size * 100)
    least = chance.choice((0, 1, most))
    inner = chance.choice((_atom(chance), f"(?:{_atom(chance)}|bc){{0,{chance.randint(2, 99)}}}"))
    return f"(?:{inner}){{{least},{most}}}" + chance.choice(("", r"|\s|."))


def _deep(chance: Chance, size: int) -> str:
    depth = chance.randint(5, 60) * size
    opening = chance.choice(("(", "(?:", "(?>", "(?i:", "(?=", "["))
    closing = "]" if opening == "[" else ")"
    return opening * depth + "a" + closing * depth + chance.choice(("", "+|."))


def _lookarounds(chance: Chance, size: int) -> str:
    made = ""
    for _ in range(chance.randint(1, min(size, 8))):
        sign = chance.choice(("?=", "?!", "?<=", "?<!"))
        made += f"({sign}{_atom(chance)}{chance.choice(('', '*', '{1,3}'))})"
    return made + _atom(chance) + "+" + chance.choice(("", r"|\s+(?!\S)|\s+|."))


def _giant_class(chance: Chance, size: int) -> str:
    points = (chance.randrange(0x20, 0x11000) for _ in range(size * 30))
    inside = "".join(f"\\u{point:04x}" for point in points if not 0xD800 <= point < 0xE000)
    return f"[{chance.choice(('', '^'))}{inside}]" + chance.choice(("+", "{1,9}", "")) + "|."


def _invalid(chance: Chance, _: int) -> str:
    return chance.choice((
        "(", ")", "[", "a**", "(?P<", "(?<n", r"\p{Nope}", "{3}", "a{3,1}", "(?z)", "\\", "[z-a]",
        r"\1", r"(?P=x)", r"\N{NO SUCH NAME}", "(?(1)a", "*a", "(?", "[[:nope:]]", r"\x{110000}",
        r"\x", r"\u12", "(?R", "(?&x)", "\udc80", "[\\", "(?#", r"\g<9>",
    ))  # fmt: skip


def _recursion(chance: Chance, _: int) -> str:
    return chance.choice((
        "(?R)", "a(?R)?b", r"(a|b(?1)c)+", r"(?P<x>a(?&x)?)", r"(a)\1+", r"(\w+) \1", r"\X+",
        r"(?r)\w+", r"(?b)(?:cats|cat){e<=1}", r"\L<words>", r"(?e)(?:fox){i<=2}", r"\K", r"\G\w",
        r"(?|(a)|(b))+", r"(*FAIL)", r"(*SKIP)a", r"a(*PRUNE)b|.", r"(?p)a|ab", r"\m\w+\M",
    ))  # fmt: skip


def _explosive(chance: Chance, size: int) -> str:
    inner = chance.choice(("a|aa", "a|a", r"\w|\w\w", "a*", "a?", r"(?:a|b|ab)*", ".*"))
    times = chance.randint(1, 4)
    return f"(?:{inner})*" * times + chance.choice(("c", "$", r"\d", "(?=z)", "a" * size))


def _soup(chance: Chance, size: int) -> str:
    pieces = (*_ATOMS, *_REPEATS, "(", ")", "(?:", "|", "[", "]", "^", "$", r"\b", "(?i)", "(?=")
    return "".join(chance.choices(pieces, k=chance.randint(2, 4 * size)))


def _flags(chance: Chance, _: int) -> str:
    flags = "".join(chance.sample("imsxauVfwbep01", chance.randint(1, 4)))
    return f"(?{flags}){_atom(chance)}+" + chance.choice(("", r"|\s|.", "#comment\n|b"))


KINDS: tuple[tuple[str, Callable[[Chance, int], str]], ...] = (
    ("nested repeats", _nested_repeats), ("huge literal", _huge_literal),
    ("alternatives", _alternatives), ("large counted repeat", _counted), ("deep nesting", _deep),
    ("lookarounds", _lookarounds), ("giant class", _giant_class), ("invalid", _invalid),
    ("recursion and verbs", _recursion), ("explosive", _explosive), ("soup", _soup),
    ("flags", _flags),
)  # fmt: skip


def evil_pattern(chance: Chance, number: int, is_short: bool) -> tuple[str, str]:
    """The name of a kind and a pattern of it; kinds take turns, sizes grow with the chance."""
    name, make = KINDS[number % len(KINDS)]
    size = 2 if is_short else chance.choice((2, 5, 20, 100, 300))
    return name, make(chance, size)
