"""Regular expressions over all tokens at once, against one call for each token."""

from __future__ import annotations

import numpy as np
import pytest
import regex

from workbench.vocabulary import vocabulary_index
from workbench.vocabulary.vocabulary_index import (
    TokenLines,
    TooSlowError,
    after_line_start,
    is_tame,
    line_pattern,
)

TEXTS = [
    "the", " the", "The", "abc", "a", "", " ", "  ", "\t", "12", "x1", "é", "猫", "foo bar", "aaa",
    "un", "unx", "xun", "-", "--", "]", "^", "a-b", "tail", "Ärger", "ß", "\u2028", "end$", "aa",
]  # fmt: skip
ODD = ["\n", "a\n", "\nthe", "x\0y", "a\nb"]
PATTERNS = [
    "e", "^t", "e$", "^$", r"\s", r"\S", r"^\s+$", r"[^a-z]", r"^[^a-z]+$", r"\W+", r"\w", r"\d$",
    r"\D", r"\p{Lu}", r"\P{L}", r"^\P{L}*$", r"[\s\d]", r"[]^]", r"[^]]", r".", r"a*", r"a*$",
    r"^..$", r"(a)\1", r"(?P<x>a)(?P=x)", r"(?=t)", r"(?!t)", r"^(?!t)", r"(?<!\w)un", r"un(?!\W)",
    r"un(?!.)", r"(?<=^|\s)the", r"\Athe\Z", r"\bthe\b", r"\Bn", r"\x0a", r"[\x00-\x20]",
    r"a|b", r"^a|b$",
    r"(?i)THE", r"a(?i)B", r"(?s)a.b", r"\n", r"a\sb", r"[[:alpha:]]+", r"\.", r"\$", "é",
    r"(?:aa)+$", r"\N{LATIN SMALL LETTER A}", r"\u0041|\x61", r"^\s*\S+\s*$", r"[^\S ]",
    r"a{2}", r"(?>a+)",
    r"^ ?\p{Lu}\p{Ll}+$", r"^(?:t|\s)", r"^(t|a)$|b", r"^^a", r"^$|\d", r"^\s*", r"^[|]?a",
    r"^\|?a", r"^(?<=\s)a", r"^(?<!a)\w", r"^\b", r"^\B", r"^?b", r"^", r"^(?i:T)", r"\At",
]  # fmt: skip


@pytest.fixture(scope="module")
def lines() -> TokenLines:
    odd = tuple((len(TEXTS) + at, text) for at, text in enumerate(ODD))
    return TokenLines("\n".join(TEXTS), np.arange(len(TEXTS)), odd, len(TEXTS) + len(ODD) + 1)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_as_one_call_for_each_token(lines, pattern):
    wanted = [regex.search(pattern, text) is not None for text in TEXTS + ODD]
    assert lines.matching(pattern).tolist() == [*wanted, False]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_many_matches_are_marked_with_the_same_result(lines, pattern, monkeypatch):
    wanted = lines.matching(pattern)
    monkeypatch.setattr(vocabulary_index, "_MOST_SPANS", 1)
    assert lines.matching(pattern).tolist() == wanted.tolist()


def test_few_matches_are_found_without_a_copy_of_the_text(lines, monkeypatch):
    monkeypatch.setattr(TokenLines, "_marked", None)
    assert np.flatnonzero(lines.matching(r"\d")).tolist() == [TEXTS.index("12"), TEXTS.index("x1")]


def test_most_patterns_run_once_over_all():
    in_one = [pattern for pattern in PATTERNS if line_pattern(pattern) is not None]
    assert len(in_one) > len(PATTERNS) - 5
    assert line_pattern("a(?i)b") is None


@pytest.mark.parametrize(
    ("pattern", "rest"),
    [
        ("^ab", "ab"), ("^", ""), ("^(a|b)", "(a|b)"), ("^[|]a", "[|]a"), (r"^\|a", r"\|a"),
        ("^a|b", None), ("^(a)|b", None), ("ab", None), ("a^b", None), ("^?a", None),
        ("^*a", None), ("^{0}a", None),
    ],
)  # fmt: skip
def test_what_follows_the_start_of_a_line(pattern, rest):
    assert after_line_start(pattern) == rest


def test_in_any_case(lines):
    wanted = ["the" in text.lower() for text in TEXTS + ODD]
    assert lines.matching("THE", any_case=True).tolist() == [*wanted, False]


def test_a_pattern_that_explodes_is_given_up(lines):
    long = TokenLines("a" * 60 + "!", np.arange(1), (), 1)
    with pytest.raises(TooSlowError):
        long.matching(r"^(?:a|a)+$", limit_s=0.02)
    one_by_one = TokenLines("", np.arange(0), ((0, "a" * 60 + "!\n"),), 1)
    with pytest.raises(TooSlowError):
        one_by_one.matching(r"^(?:a|a)+$", limit_s=0.02)


@pytest.mark.parametrize(
    ("pattern", "tame"),
    [
        ("abc", True), (r"^\s+$", True), ("(ab)+", True), (r"\w+\d*x?", True), ("(a|b)c", True),
        ("(a+)+", False), ("(a|b)*", False), ("(?:a?){9}", True), ("((a+)b)*", False),
        (r"(a)\1+", False), ("a*b*c*d*", False), ("(a{1,9}){2}", False), ("(?i)a", False),
    ],
)  # fmt: skip
def test_what_cannot_explode(pattern, tame):
    assert is_tame(pattern) is tame


def test_a_pattern_that_cannot_be_read(lines):
    with pytest.raises(regex.error):
        lines.matching("(a")
