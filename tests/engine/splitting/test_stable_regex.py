"""StableRegex against the `regex` module itself, on characters that every release knows alike."""

from __future__ import annotations

import re

import numpy as np
import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import ConfigError
from engine.settings.token_lists import MergeRules
from engine.splitting.stable_expression import (
    ExpressionError,
    _distinct_columns,
    stable_regex,
)

CHARACTERS = (
    "aAzZsSſtTkKiIİıßẞéÉåÅfFﬁǆǅǄΣσςњЊaxX019٣_-'’.,!&~|^[](){}*+?$ \t\n\r\v\x1c\x85\xa0\u2028\u3000"
    "\u0301\u200d\u0d4d\u0915\u094d👩🚀🏽🇩你の한가ㄱ\x00\udc80\u0378ªⅧⅷ½"
)
"""Letters with odd cases, marks, spaces, clusters, signs, a byte, one that is unassigned."""

CLASSES = (
    r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\h", r"\p{L}", r"\p{Lu}", r"\P{Ll}", r"\pN", r"\PZ",
    r"\p{^M}", r"\p{Greek}", r"\p{Script=Latin}", r"\p{scx:Deva}", r"\p{InThai}", r"\p{IsCased}",
    r"\p{Uppercase}", r"\P{Lowercase}", r"\p{gc=Lt}", r"\p{L&}", r"\p{Block=Latin_1_Supplement}",
    r"\p{Alphabetic=No}", r"\p{ccc=230}", r"\p{nv=1/2}", r"\p{Emoji}", r"\p{Bidi_Class:AL}",
    r"\p{WB=ALetter}", r"\p{Any}", r"\p{General_Category=Assigned}", r"\p{east asian width = W}",
)  # fmt: skip
POSIX = (
    "alpha", "^alpha", "digit", "punct", "alnum", "xdigit", "upper", "lower", "space", "word",
    "print", "graph", "cntrl", "blank", "L", "gc=Lu",
)  # fmt: skip
ESCAPES = (
    r"\n", r"\r", r"\t", r"\x41", r"\u00df", r"\U0001F680", r"\101", r"\07", r"\0",
    r"\N{LATIN SMALL LETTER SHARP S}", r"\-", r"\[", r"\]", r"\^", r"\\", r"\&",
)  # fmt: skip
QUANTIFIERS = ("*", "+", "?", "{2}", "{1,3}", "{,2}", "{2,}")
SIGNS = "()[]{}*+?|^$.\\#"


def quoted(character: str) -> str:
    return "\\" + character if character in SIGNS else character


literals = st.sampled_from([each for each in CHARACTERS if each not in SIGNS])
singles = st.sampled_from([quoted(each) for each in CHARACTERS if each not in "-&~|^"])
ranges = st.tuples(literals, literals).map(
    lambda pair: "-".join(quoted(each) for each in sorted(pair)).replace("--", r"\--")
)
members = st.one_of(
    singles.map(lambda each: r"\#" if each == "#" else each),
    st.sampled_from(CLASSES),
    st.sampled_from(ESCAPES),
    st.sampled_from(POSIX).map("[:{}:]".format),
    ranges.filter(lambda text: not text.startswith(("&", "|", "~", "^", "-"))),
)
OPPOSITES = (
    (r"\w", r"\W"), (r"\d", r"\D"), (r"\s", r"\S"), ("[:alpha:]", "[:^alpha:]"),
    ("[:word:]", r"\W"), ("[:space:]", r"\S"),
)  # fmt: skip
"""The module takes a set with both of a pair for any character, negated or not, or fails."""
CASED = re.compile(r"\\[pP]\{(?:Lu|Ll|Uppercase|Lowercase|gc=L[tu])\}|\[:(?:upper|lower|gc=Lu):\]")
"""In any case the module takes these for all letters with cases by themselves, and for fewer in a
set; `a|\\p{Lu}` it makes into a set. Here it is the first, wherever they are alone."""
NEGATED_CHARACTER = re.compile(r"\[\^(?:\\.[^\]]*|[^\]\\])\]")
"""The module takes `[^a]|[^b]` for `[^ab]`."""
listed = st.lists(members, min_size=1, max_size=4).map("".join)
carets = st.sampled_from(["", "^"])
old_sets = st.tuples(carets, listed).map(lambda parts: f"[{parts[0]}{parts[1]}]")
new_sets = st.recursive(
    old_sets,
    lambda inner: st.tuples(
        carets, st.one_of(listed, inner), st.sampled_from(["--", "&&", "||", "~~", ""]), inner
    ).map(lambda parts: "[" + "".join(parts) + "]"),
    max_leaves=5,
)
anchors = st.sampled_from([r"\b", r"\B", r"\m", r"\M", "^", "$", r"\A", r"\Z", r"\G"])


def expressions(sets, *, any_case_references: bool):
    """Expressions with sets of one kind; a reference stands behind the group it needs."""
    atoms = st.one_of(
        literals.map(quoted),
        st.sampled_from([".", r"\X", r"\R", *CLASSES, *ESCAPES]),
        sets,
    )
    referring = atoms.map(lambda atom: f"(?<g>{atom})" + (r"\g<g>" if any_case_references else ""))

    def larger(inner):
        repeated = st.tuples(
            st.one_of(atoms, inner.map("(?:{})".format)),
            st.sampled_from(QUANTIFIERS),
            st.sampled_from(["", "?", "+"]),
        ).map("".join)
        openings = (
            "(?:",
            "(",
            "(?>",
            "(?=",
            "(?!",
            "(?<=",
            "(?<!",
            "(?i:",
            "(?-i:",
            "(?s:",
            "(?m:",
            "(?|",
        )
        return st.one_of(
            st.lists(inner, min_size=1, max_size=4).map("".join),
            st.lists(inner, min_size=2, max_size=3).map("|".join).map("(?:{})".format),
            repeated,
            st.tuples(st.sampled_from(openings), inner).map(lambda pair: f"{pair[0]}{pair[1]})"),
            inner.map("(?:(?i){})".format),
        )

    bodies = st.recursive(st.one_of(atoms, anchors), larger, max_leaves=8)
    return bodies, referring


old_bodies, references = expressions(old_sets, any_case_references=True)
new_bodies, _ = expressions(new_sets, any_case_references=False)
texts = st.text(st.sampled_from(CHARACTERS), max_size=14)
old_expressions = st.tuples(st.sampled_from(["", "(?s)", "(?m)", "(?V0)"]), old_bodies).map("".join)
any_case_expressions = old_bodies.map("(?i){}".format)
new_expressions = st.tuples(st.just("(?V1)"), new_bodies).map("".join)
referring_expressions = st.tuples(references, old_bodies).map(
    lambda pair: (pair[0] + pair[1]).replace("(?i", "(?s")
)


TABLES = re.compile(r"\\[pPwWdDsShXN]|\[\[|\[:|\(\?[a-zA-Z]*[ifaw]")
"""What would ask the tables of the module."""


def spans(expression: str, text: str) -> list[tuple[int, int]] | None:
    """What the `regex` module finds; None where it takes no such expression, or fails over it."""
    try:
        return [match.span() for match in regex.finditer(expression, text, timeout=5)]
    except (regex.error, TimeoutError, TypeError, AttributeError):
        return None


def check(expression: str, text: str) -> None:
    if "(?i" in expression and "|" in expression and CASED.search(expression):
        return
    if any(one in expression and other in expression for one, other in OPPOSITES):
        return
    if len(NEGATED_CHARACTER.findall(expression)) > 1:
        return
    wanted = spans(expression, text)
    if wanted is None:
        return
    stable = stable_regex(expression)
    assert list(stable.spans_from(stable.translated(text), 0, timeout=5)) == wanted
    assert not TABLES.search(stable._compiled.pattern)


@given(old_expressions, texts)
def test_like_the_module(expression, text):
    check(expression, text)


@given(any_case_expressions, texts)
def test_like_the_module_in_any_case(expression, text):
    check(expression, text)


@given(new_expressions, texts)
def test_like_the_module_with_combined_sets(expression, text):
    # The module takes `[^a||[[^b]||[b]]]` for any character: it loses the outer negation.
    assume(expression.count("[^") < 2)
    check(expression.replace("(?i", "(?s"), text)


@given(referring_expressions, texts)
def test_like_the_module_with_references(expression, text):
    check(expression, text)


def test_answers_are_about_the_text_that_was_given():
    text = "Größe 12, 字 3\n"
    stable = stable_regex(r"(?<word>\p{L}+)|(?<number>\d+)|$")
    assert list(stable.spans(text, 10)) == [(0, 5), (6, 8), (10, 11), (12, 13), (13, 13), (14, 14)]
    spans, groups = stable.spans_and_groups(text, 10)
    assert spans.tolist() == [list(span) for span in stable.spans(text, 10)]
    assert (stable.n_groups, stable.group_numbers) == (2, {"word": 1, "number": 2})
    assert groups.tolist() == [1, 2, 1, 2, 0, 0]
    assert stable_regex("字").is_in(text, 10) and not stable_regex("漢").is_in(text, 10)
    assert stable_regex("(?r)a").searches_backwards and not stable.searches_backwards
    spans, groups = stable.spans_and_groups("", 10)
    assert (spans.tolist(), groups.tolist()) == ([[0, 0]], [0])
    assert stable_regex("a").spans_and_groups("", 10)[0].shape == (0, 2)


@pytest.mark.parametrize("head", [r"(a)\g<{}>", r"(a)(?({})b|c)"])
def test_a_number_that_python_does_not_read_is_refused(head):
    with pytest.raises(ExpressionError, match=r"^a number in it has too many digits$"):
        stable_regex(head.format("1" * 5000))


@pytest.mark.parametrize("expression", ["(" * 5000 + "a" + ")" * 5000, "(" * 5000])
def test_what_is_nested_too_deeply_is_refused(expression):
    with pytest.raises(ExpressionError, match="too deeply nested"):
        stable_regex(expression)
    with pytest.raises(ConfigError, match="cannot be used: it is too deeply nested"):
        MergeRules(blocked_pattern=expression)


@pytest.mark.parametrize(
    "expression",
    [r"a(*FAIL)|\w+", r"a+(*F)|b", r"cat(*SKIP)(*FAIL)|\w+", r"a+(*PRUNE)b|\w", r"\(*FAIL|a"],
)
def test_verbs_are_those_of_the_module(expression):
    text = "an aa cat b aab!(((FAIL"
    expected = [found.span() for found in regex.finditer(expression, text)]
    assert list(stable_regex(expression).spans(text, 10)) == expected


def test_a_verb_that_the_module_does_not_know_is_refused():
    with pytest.raises(ExpressionError, match="verb"):
        stable_regex("(*COMMIT)a")


@pytest.mark.slow
def test_more_classes_than_there_are_stand_ins_are_refused():
    by_bit = ([p for p in range(0xE000, 0xF89C) if p >> bit & 1] for bit in range(13))
    sets = [f"[{_in_ranges(points)}]" for points in by_bit]  # no two points are in the same sets
    sets += [chr(0x2200 + n) for n in range(400)]
    with pytest.raises(ExpressionError, match="more different characters than any text needs"):
        stable_regex(rf"\b(?:{'|'.join(sets)})")


def _in_ranges(points: list[int]) -> str:
    known = set(points)
    starts = [p for p in points if p - 1 not in known]
    ends = [p for p in points if p + 1 not in known]
    return "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(starts, ends, strict=True))


def test_more_sets_than_any_text_needs_are_refused():
    apart = "".join(map(chr, range(0x4E00, 0x4E00 + 2 * 2_001, 2)))  # 2,001 sets, 4,003 stretches
    with pytest.raises(ExpressionError, match="more different character sets than any text needs"):
        stable_regex(f"^{apart}")


@pytest.mark.parametrize("n_sets", [1, 5, 62, 63, 200])
def test_kinds_of_columns_are_those_of_numpy(n_sets):
    rng = np.random.default_rng(n_sets)
    rows = rng.random((n_sets, 40)) < 0.4
    rows = rows[:, rng.integers(0, 40, 300)]
    _, first, kinds = np.unique(rows, axis=1, return_index=True, return_inverse=True)
    found_first, found_kinds = _distinct_columns(rows)
    assert np.array_equal(found_first, first)
    assert np.array_equal(found_kinds, kinds.ravel())
