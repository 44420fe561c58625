"""Our frozen sets of characters are those of tiktoken, tokenizers and `regex`, code point by code
point: every one but the surrogates, which the first two do not take as text."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import tiktoken
import tokenizers

from engine.splitting.automaton_subset import parse
from engine.text import unicode_sets

POINTS = np.concatenate((np.arange(0xD800), np.arange(0xE000, 0x110000)))
EVERYTHING = "".join(map(chr, POINTS))

CATEGORIES = tuple(
    map(
        r"\p{{{}}}".format,
        (
            "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps",
            "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co",
            "Cn",
        ),
    )
)  # fmt: skip
SCRIPTS = tuple(
    map(
        r"\p{{{}}}".format,
        (
            "Han", "Hiragana", "Katakana", "Hangul", "Latin", "Greek", "Cyrillic", "Arabic",
            "Hebrew", "Devanagari", "Thai",
        ),
    )
)  # fmt: skip
OTHERS = (r"\s", r"\d", r"\p{Extended_Pictographic}", r"\p{Grapheme_Extend}")
GROUPS = (r"\p{L}", r"\p{M}", r"\p{N}", r"\p{P}", r"\p{S}", r"\p{Z}", r"\p{C}")


def our_members(expression: str) -> np.ndarray:
    """bool[n]: which of POINTS our set holds."""
    return parse(expression).members[POINTS]


def points_of(text: str) -> np.ndarray:
    """bool[n]: which of POINTS stand in `text`."""
    found = np.zeros(0x110000, np.bool_)
    found[np.frombuffer(text.encode("utf-32-le"), np.uint32)] = True
    return found[POINTS]


def found_by_tiktoken(expression: str) -> np.ndarray:
    """tiktoken drops what its pattern does not match."""
    single_bytes = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding(
        "probe", pat_str=f"{expression}+", mergeable_ranks=single_bytes, special_tokens={}
    )
    return points_of(encoding.decode(encoding.encode_ordinary(EVERYTHING)))


@cache
def runs_of_tokenizers(expressions: tuple[str, ...]) -> tuple[np.ndarray, list[str]]:
    """Where tokenizers cuts between runs of different sets, and the first character of each."""
    pattern = tokenizers.Regex("|".join(f"{expression}+" for expression in expressions))
    cut = tokenizers.pre_tokenizers.Split(pattern, "isolated")
    pieces = [piece for piece, _ in cut.pre_tokenize_str(EVERYTHING)]
    return np.cumsum([len(piece) for piece in pieces]), [piece[0] for piece in pieces]


def taken_by_tokenizers(expression: str, characters: list[str]) -> list[bool]:
    cut = tokenizers.pre_tokenizers.Split(tokenizers.Regex(expression), "removed", invert=True)
    kept = {piece for piece, _ in cut.pre_tokenize_str("".join(characters))}
    return [character in kept for character in characters]


@pytest.mark.parametrize("expression", [*CATEGORIES, *GROUPS, *SCRIPTS, *OTHERS, r"\w"])
def test_sets_of_tiktoken(expression):
    assert (found_by_tiktoken(expression) == our_members(expression)).all()


@pytest.mark.slow
@pytest.mark.parametrize("expressions", [CATEGORIES, SCRIPTS, OTHERS[1:], (r"\s",)])
def test_sets_of_tokenizers(expressions):
    """Runs are cut where ours are, and each run is of the same set: so the sets are the same."""
    ours = np.zeros(len(POINTS), np.int64)
    for number, expression in enumerate(expressions, 1):
        ours[our_members(expression)] = number
    ends, firsts = runs_of_tokenizers(expressions)
    changes = np.flatnonzero(np.diff(ours)) + 1
    assert ends[:-1].tolist() == changes.tolist()
    starts = np.concatenate(([0], ends[:-1]))
    for number, expression in enumerate(expressions, 1):
        taken = taken_by_tokenizers(expression, firsts)
        assert taken == (ours[starts] == number).tolist(), expression


def test_groups_are_what_their_categories_come_to():
    for group in GROUPS:
        letter = group[3]
        inside = [our_members(each) for each in CATEGORIES if each[3] == letter]
        assert (np.any(inside, axis=0) == our_members(group)).all()


def test_word_characters_of_tokenizers_are_others():
    """The one set in which the libraries disagree; exported patterns spell it out."""
    cut = tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"\w+"), "removed", invert=True)
    theirs = points_of("".join(piece for piece, _ in cut.pre_tokenize_str(EVERYTHING)))
    differing = POINTS[theirs != our_members(r"\w")]
    assert [f"{point:04X}" for point in differing] == [
        "00B2", "00B3", "00B9", "00BC", "00BD", "00BE", "200C", "200D",
    ]  # fmt: skip


def test_the_version_of_the_tables():
    assert unicode_sets.UNICODE_VERSION == "16.0"
    assert int(unicode_sets.named_set("L").sum()) == 141_028


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lu", "Uppercase_Letter"), ("L", "letter"), ("gc=Nd", "Decimal Number"),
        ("LC", "Cased_Letter"), ("Script=Greek", "Grek"), ("sc:Han", "HAN"),
        ("White_Space", "space"),
        ("ExtPict", "Extended_Pictographic"),
    ],
)  # fmt: skip
def test_names_of_one_set(one, other):
    assert (unicode_sets.named_set(one) == unicode_sets.named_set(other)).all()


@pytest.mark.parametrize("name", ["Nonsense", "gc=Han", "sc=Lu", "scx=Han", ""])
def test_names_of_no_set(name):
    assert unicode_sets.named_set(name) is None
