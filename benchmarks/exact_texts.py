"""Random strings, and patterns of every kind, on which splitting is compared with `regex`.

`strings` gives batches of documents that may be invalid UTF-8. They differ in what they are made
of: characters of every kind, pieces at every place of a block of 64 bytes, runs around the sizes of
blocks, any code points, invalid UTF-8, and texts longer than what is cut at a time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice

import numpy as np
import numpy.typing as npt
import regex

from engine.text import N_POINTS, named_set

Bools = npt.NDArray[np.bool_]

BATCH_STRINGS = 20_000
_SHORTEST = 14
_LAST_OFFSET = 192
_LARGE = (4096, 8192, 8192 - 64, 16_384, 32_768, 36_864)
_BYTES_OF_LARGE = 2_000_000
_SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129, 200)

ALPHABETS = (
    (
        "aAzZsSſtTdDmMlLvVeErRkKK'’09٣½Ⅷ \t\n\r\x0b\x85\u00a0\u2028\u3000.,!-_/éßẞ"
        "\u0301\u200d👩🚀你の한कि\x00\U0001f1e9ǅ"
    ),
    " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000ab1.",
    "0123456789,._eE+-−%‰٪٫٬²³½⁻₂٣४ a\ufe0f\u20e3",
    "'’sSdDmMtTlLvVeErRſKkaé\u0301 n",
    (
        "👩👨👧❤🏳🏴🏻🏽🏿\u200d\ufe0f\u20e3\u200c\U0001f1e9\U0001f1ea\U0001f1eb\U000e0067"
        "\U000e007f1#*ℹ©‼a !\u0301\u0903"
    ),
    "aAbBǅʰ你の漢ァー・゛\u0301\u094dकि/[]{}|~^\r\n 1",
    "abc ABC 123 .,;:!?()\n",
)
"""Characters of which random strings are made: all kinds, and more of a kind in each."""

_PIECES = [
    each.encode()
    for each in (
        "the ", "word's", "we'LL", "'", "'l", "'r", "'ſ", "'S", " '", "'ll", "'Re", "\n", "\r\n",
        "\n\n    ", "\t", "  ", "   x", "\r", "\x0b", "\x0c", "\x85", "\u00a0", "\u00a0\u00a0x",
        "\u2003", "\u2028", "\u3000\u3000", "\u1680a", "1", "12", "123", "1234", "1234567", "½",
        "٣٤٥٦", "...", "->", "/", "//\n", " =", "_x", "é", "ñandu", "e\u0301", "\u0301", "ſ", "K",
        "你好", "，", "の", "カー", "नमस्ते", "한국", "ไทย", "العَر", "🚀", "👩\u200d💻", "🇩🇪",
        "𝟜", "𐐀𐐨", "𠀀", "\U0010ffff", "\x00", "camelCase", "HTTPServer", "ǅ", "don't", "I'M ",
        "(word", "#!",
    )
]  # fmt: skip
_FILLERS = [
    each.encode()
    for each in ("a", " a", ".", "1", " ", "\n", "é", "你", "🚀", "the ", "A", "aB", "\u3000", "a1")
]
_NO_CHARACTERS = [
    b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc2", b"\xdf", b"\xe0\x80\x80", b"\xe0\x9f\xbf",
    b"\xe1", b"\xe1\x80", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\x80",
    b"\xf0\x8f\xbf\xbf", b"\xf1", b"\xf1\x80", b"\xf1\x80\x80", b"\xf4\x90\x80\x80",
    b"\xf5\x80\x80\x80", b"\xf8", b"\xfe", b"\xff", b"\xe4\xbd", b"\xf0\x9f\x9a",
    b"\xc3", b"\xe2\x80",
]  # fmt: skip

PATTERNS = (
    r"\p{L}+|\p{N}+|\s+|[^\p{L}\p{N}\s]+",
    r"\w+|\W+",
    r"[A-Za-z]+|[0-9]+|\s|.",
    r"\p{N}{1,3}|\p{L}+|\s+|.",
    r"\p{N}{1,3}(?=(?:\p{N}{3})*(?:\P{N}|$))|\p{L}+|\s+|.",
    r"\d{1,2}| ?\p{L}+|[^\S\r\n]+|\s|.",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)| ?\p{L}+| ?\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"(?i)straße|ss|ſ+|[k]+|\p{Ll}+|.|\s",
    r"[\p{Han}]| ?[^\p{Han}\s]+|\s+",
    r"\p{Han}|\p{Hiragana}+|\p{Katakana}+|\p{Hangul}{1,2}| ?\p{L}+|\s+|.",
    r"\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lu}|\p{N}+|\s+|[^\p{L}\p{N}\s]+|.",
    r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|.",
    r"[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s++",
    r" ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    r"\s*+\S++|\s+",
    r"(?>\p{L}+'?)|'\p{L}|\s|.",
    r"\s?\S{1,7}|\s",
    r"(?s:.{1,5})",
    r"(?s:.)",
    r"[^\n]*\n|[^\n]+",
    r"\n+(?=\S)|\n| +|[^\s]+|\s",
    r"\p{L}+(?=\s)|\p{L}|\s+|[^\p{L}\s]+",
    r"\p{L}+(?!\p{N})|\p{L}|\p{N}+|\s+(?=\p{L})|\s|.",
    r"\p{M}|\p{L}\p{M}*|\p{N}|\s+|.",
    r"[\p{L}\p{M}]+|\p{P}|\p{S}+|\p{Z}+|\p{C}|\p{N}",
    r"[\p{L}--\p{Lu}]+|\p{Lu}|\s+|.",
    r"(?V1)[\p{L}&&\p{ASCII}]+|[\p{L}--\p{ASCII}]|\s+|.",
    r"\p{Cyrillic}+|\p{Greek}+|\p{Arabic}+|\p{Thai}{1,4}|\p{Latin}+|\s+|.",
    r"https?://\S+|[\w.+-]+@[\w-]+|\p{L}+|\s+|.",
    r"'(?:[^'\n])*'|'|\p{L}+|\s+|.",
    r"\p{L}{3,}|\p{N}{2}| {4}|\t",
    r"[a-zé你🚀]+|x",
    r"the|then|there|\s+|\p{L}",
    r"(?:ab|a)(?:c|bcd)?|\s*[\r\n]+|\s+(?!\S)|\s+|.",
    r"\b\w+\b|\W",
    r"[\U00010000-\U0010ffff]+|[\u0080-\uffff]{1,2}|[\x00-\x7f]{1,4}",
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*| ?\p{L}+|\p{N}|\s*[\r\n]+|\s+",
    r"\p{N}(?#then) ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"[\r\n]+(?#then)\p{Han}+(?#then) ?[^\s\p{Han}]+|\s+",
)
"""Patterns that are no presets: with automata of every kind, in stages, and for `regex` alone."""


def strings(count: int, seed: int) -> Iterator[list[bytes]]:
    """`count` random documents in batches, the same for the same seed."""
    chance = random.Random(seed)
    made, size = 0, min(BATCH_STRINGS, -(-count // len(_KINDS)))
    for kind in cycle(_KINDS):
        batch = list(islice(kind(chance), min(size, count - made)))
        yield batch
        made += len(batch)
        if made >= count:
            return


def _of_alphabet(alphabet: str) -> Callable[[random.Random], Iterator[bytes]]:
    def made(chance: random.Random) -> Iterator[bytes]:
        while True:
            yield "".join(chance.choices(alphabet, k=chance.randint(1, _SHORTEST))).encode()

    return made


def _at_every_offset(chance: random.Random) -> Iterator[bytes]:
    """Pieces behind 0 to 191 bytes of something else, at the end of a text and inside."""
    for number in cycle(range(_LAST_OFFSET)):
        start = _filled(chance.choice(_FILLERS), number)
        inside = b"".join(chance.choices(_PIECES, k=chance.randint(1, 3)))
        yield start + inside + _filled(chance.choice(_FILLERS), chance.choice((0, 1, 7, 64, 70)))


def _filled(unit: bytes, size: int) -> bytes:
    """`size` bytes of a unit's characters, with letters where the next one has no room."""
    whole = (unit * (size // len(unit) + 1))[:size].decode("utf-8", "ignore").encode()
    return whole + b"a" * (size - len(whole))


def _runs(chance: random.Random) -> Iterator[bytes]:
    while True:
        n_runs = chance.randint(1, 3)
        units = (piece.decode()[-1].encode() for piece in chance.choices(_PIECES, k=n_runs))
        yield b"".join(
            unit * size for unit, size in zip(units, chance.choices(_SIZES, k=n_runs), strict=True)
        )


def _any_code_points(chance: random.Random) -> Iterator[bytes]:
    changed = _changed_since()
    while True:
        first = chance.choice((0x80, 0x300, 0x900, 0x2000, 0x4E00, 0xE000, 0x10000, 0x1F300))
        width = chance.choice((64, 0x400, 0x10FFFF))
        points = (first + chance.randrange(width) for _ in range(chance.randint(1, 20)))
        text = "".join(chr(min(point, 0x10FFFF)) for point in points if point not in changed)
        yield (chance.choice(" a'1\n") + text).encode()


@cache
def _changed_since() -> frozenset[int]:
    """Halves of characters, and characters whose category changed after Unicode 16."""
    changed = ~_is_alike("Ll") & ~later_characters()
    changed |= ~_is_alike("Extended_Pictographic")
    changed |= _members("Extended_Pictographic") & later_characters()
    changed[0xD800:0xE000] = True
    return frozenset(np.flatnonzero(changed).tolist())


@cache
def later_characters() -> Bools:
    """bool[N_POINTS]: what Unicode 16 does not assign, and the installed `regex` does."""
    return _members("Cn") & ~_is_alike("Cn")


def _is_alike(name: str) -> Bools:
    """bool[N_POINTS]: whether `regex` says the same of a property as Unicode 16."""
    now = np.zeros(N_POINTS, np.bool_)
    for match in regex.finditer(rf"\p{{{name}}}+", "".join(map(chr, range(N_POINTS)))):
        now[match.start() : match.end()] = True
    alike: Bools = now == _members(name)
    return alike


def _members(name: str) -> Bools:
    members = named_set(name)
    assert members is not None
    return members


def _invalid(chance: random.Random) -> Iterator[bytes]:
    for number in cycle(range(_LAST_OFFSET)):
        pieces = chance.choices((*_NO_CHARACTERS, *_PIECES), k=chance.randint(1, 6))
        yield _filled(chance.choice(_FILLERS), number // 2) + b"".join(pieces)


def _mixtures(chance: random.Random) -> Iterator[bytes]:
    while True:
        yield b"".join(chance.choices(_PIECES, k=chance.randint(5, 40)))


def _large(chance: random.Random) -> Iterator[bytes]:
    """Some texts about as long as what is cut at a time, and longer."""
    made = 0
    while made < _BYTES_OF_LARGE:
        size = chance.choice(_LARGE) + chance.randint(-70, 70)
        pieces = _PIECES if chance.random() < 0.8 else [*_PIECES, *_NO_CHARACTERS]
        inside = b"".join(chance.choices(pieces, k=64)) * 3
        text = _filled(chance.choice(_FILLERS), size) if made & 1 else b""
        while len(text) < size + 200:
            text += b"".join(chance.choices(pieces, k=40)) + inside[: chance.randint(0, 200)]
        made += size
        yield text[: size + chance.randint(0, 200)]


_KINDS = (
    *map(_of_alphabet, ALPHABETS),
    _at_every_offset,
    _invalid,
    _runs,
    _any_code_points,
    _large,
    _at_every_offset,
    _invalid,
    _mixtures,
)
