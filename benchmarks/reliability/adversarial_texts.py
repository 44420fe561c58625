"""Kinds of adversarial text, each of a given size in bytes."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable

Chance = random.Random
PROSE = "prose"
_RARE = [*range(0x20000, 0x2A000)]
_PUNCTUATION = string.punctuation.encode()
_WORDS = (  # noqa: SIM905  a list of ninety words is no easier to read
    "the of and to in that it was for his with as had be at by on not he this are or from have an "
    "which one you were all her she there would their we him been has when who will no more out so "
    "quick brown foxes wander through seventeen quiet harbours while evening light, slowly fading, "
    "turns the river's long surface into copper; nobody speaks. Morning brings 1,234 new questions!"
).split()


def _repeated(unit: bytes, size: int) -> bytes:
    return (unit * (size // len(unit) + 1))[:size]


def _characters(points: list[int], size: int, chance: Chance) -> bytes:
    """Random code points out of a list, whole characters only."""
    width = max(1, len("".join(map(chr, points[:50])).encode()) // min(50, len(points)))
    return "".join(map(chr, chance.choices(points, k=max(1, size // width)))).encode()


def _prose(size: int, chance: Chance) -> bytes:
    # A vocabulary that grows with the text, as that of people does.
    made: list[str] = []
    length = 0
    while length < size:
        word = chance.choice(_WORDS)
        if chance.random() < 0.08:
            word = "".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(3, 9)))
        made.append(word + ("\n" if chance.random() < 0.03 else " "))
        length += len(made[-1])
    return "".join(made).encode()[:size]


def _fibonacci(size: int) -> bytes:
    one, two = b"a", b"ab"
    while len(two) < size:
        one, two = two, two + one
    return two[:size]


def _thue_morse(size: int) -> bytes:
    return bytes(97 + (i.bit_count() & 1) for i in range(size))


def _de_bruijn(size: int, chance: Chance) -> bytes:
    """A text in which hardly any pair of words comes twice."""
    return b"".join(chance.randbytes(3).hex().encode() + b" " for _ in range(size // 7 + 1))[:size]


def _zalgo(size: int, chance: Chance) -> bytes:
    made = []
    for _ in range(size // 40):
        made.append(chance.choice("HECOMES"))
        made += [chr(chance.randrange(0x300, 0x36F)) for _ in range(19)]
    return "".join(made).encode()


def _script(size: int, chance: Chance) -> bytes:
    """Minified JavaScript, on one line."""
    names = ["".join(chance.choices("abcdeft$_", k=chance.randint(1, 3))) for _ in range(60)]
    made, length = [], 0
    while length < size:
        one, two, three = chance.choices(names, k=3)
        made.append(
            f"function {one}({two},{three}){{return {two}?{three}[{chance.randrange(99)}]:!0}}"
        )
        length += len(made[-1])
    return "".join(made).encode()[:size]


def _valid_points() -> list[int]:
    return [*range(1, 0xD800), *range(0xE000, 0x110000)]


def _once(size: int) -> bytes:
    """Every code point once, in order, again and again if there is room."""
    whole = "".join(map(chr, _valid_points())).encode()
    return _repeated(whole, size)


def _alternating(size: int, chance: Chance) -> bytes:
    letters = ("abc", "где", "αβγ", "今日本", "หาก", "हिन")
    return "".join(chance.choice(letters[i % 6]) for i in range(size * 6 // 13)).encode()


def _palindrome(size: int, chance: Chance) -> bytes:
    half = bytes(chance.choices(b"abc d", k=size // 2))
    return half + half[::-1]


KINDS: dict[str, Callable[[int, Chance], bytes]] = {
    "one letter": lambda size, _: b"a" * size,
    "two letters in turn": lambda size, _: _repeated(b"ab", size),
    "spaces": lambda size, _: b" " * size,
    "newlines": lambda size, _: b"\n" * size,
    "CR LF": lambda size, _: _repeated(b"\r\n", size),
    "tabs and spaces": lambda size, chance: bytes(chance.choices(b"\t ", k=size)),
    "combining marks": lambda size, _: ("e" + "\u0301" * (size // 2)).encode(),
    "four-byte characters": lambda size, chance: _characters(_RARE, size, chance),
    "invalid UTF-8": lambda size, chance: bytes(chance.choices(range(0x80, 0x100), k=size)),
    "cut characters": lambda size, _: _repeated("今".encode()[:2] + b"a", size),
    "one line": lambda size, chance: _prose(size, chance).replace(b"\n", b" "),
    "one word": lambda size, chance: bytes(chance.choices(b"etaoinshrdlu", k=size)),
    "alternating scripts": _alternating,
    "digits": lambda size, chance: bytes(chance.choices(b"0123456789", k=size)),
    "NULs": lambda size, _: bytes(size),
    "byte order marks": lambda size, _: _repeated(b"\xef\xbb\xbf", size),
    "surrogates": lambda size, _: _repeated(b"\xed\xa0\x80\xed\xb0\x80", size),
    "zalgo": _zalgo,
    "base64": lambda size, chance: base64.b64encode(chance.randbytes(size * 3 // 4)),
    "minified JavaScript": _script,
    "random bytes": lambda size, chance: chance.randbytes(size),
    "random code points": lambda size, chance: _characters(_valid_points(), size, chance),
    "right-to-left marks": lambda size, _: _repeated("א\u200fب\u202e".encode(), size),
    "emoji joined": lambda size, _: _repeated("👩‍👩‍👧‍👦🏽".encode(), size),
    "palindrome": _palindrome,
    "Fibonacci word": lambda size, _: _fibonacci(size),
    "Thue-Morse word": lambda size, _: _thue_morse(size),
    "a^n b^n": lambda size, _: b"a" * (size // 2) + b"b" * (size - size // 2),
    "all code points": lambda size, _: _once(size),
    "hardly a pair twice": _de_bruijn,
    "punctuation": lambda size, chance: bytes(chance.choices(_PUNCTUATION, k=size)),
}  # fmt: skip


def text_of(kind: str, size: int, chance: Chance) -> bytes:
    """A text of that kind; `prose` is what the others are compared with."""
    return _prose(size, chance) if kind == PROSE else KINDS[kind](size, chance)
