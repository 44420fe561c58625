"""The tree of an expression keeps every character of its text, whatever the text is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.splitting.expression_reader import read_expression, read_pattern
from engine.splitting.expression_tree import (
    ONIGURUMA,
    Group,
    Leaf,
    Range,
    Repeat,
    Set,
    branches,
    leaves,
    nodes,
    printed,
)
from engine.splitting.preset_patterns import preset_names, preset_pattern
from tests.engine.formats.test_formats_patterns import OWN_PATTERNS
from tests.engine.splitting.test_pattern_tokens import patterns as unfinished_patterns
from tests.engine.splitting.test_stable_regex import (
    any_case_expressions,
    new_expressions,
    old_expressions,
    referring_expressions,
)

SIGNS = [
    "(?V1)", "(?x)", "(?i:", "(?P<n>", "(?<n>", "(?(1)", "(?(?=a)", "(?|", "(?R)", "(?&n)",
    "(*F)", "(?<!", "{2,3}+", "{e<=1}", "{,", "*?", "\\", "\\x{41}", "\\x4", "\\N{DIGIT ONE}",
    "\\p{Lu", "\\1", "\\g<1>", "[a-", "[[:alpha:]", "&&", "--", "[^", "]", "a-\\d", "#", "\n",
    " ", "ß", "𝒳", "|", ")", "(?#a\\)b", "(?#then)",
]  # fmt: skip


def assert_kept(text: str) -> None:
    expression = read_expression(text)
    assert printed(expression.parts) == text
    assert "".join(printed(each.parts) for each in read_pattern(text)) == text
    for part, _ in nodes(expression.parts):
        assert printed([part]) == text[part.start : part.end]


def test_the_text_of_every_known_pattern_is_kept():
    for pattern in (*map(preset_pattern, preset_names()), *OWN_PATTERNS, *unfinished_patterns()):
        assert_kept(pattern)


def test_the_text_of_what_is_no_expression_is_kept():
    for seed in range(2000):
        chance = random.Random(seed)
        assert_kept("".join(chance.choice(SIGNS) for _ in range(chance.randrange(12))))


@given(st.one_of(old_expressions, any_case_expressions, new_expressions, referring_expressions))
def test_the_text_of_every_expression_is_kept(expression):
    assert_kept(expression)


def test_no_nesting_is_too_deep():
    for text in ("(" * 9_000, "(?V1)" + "[" * 9_000):
        assert printed(read_expression(text).parts) == text


def shape(part) -> object:
    """A part as nested lists; leaves by kind and value."""
    if isinstance(part, Leaf):
        return (part.kind, part.value or part.text)
    name = type(part).__name__
    return [name, *map(shape, part.parts)]


def test_what_parts_are():
    (repeat, _, look) = read_expression(r"(?:a|\p{^L}){2,}+|(?<!x)").parts
    assert isinstance(repeat, Repeat) and isinstance(look, Group)
    assert (repeat.bounds, repeat.manner, repeat.start, repeat.end) == (
        (2, None),
        "possessive",
        0,
        17,
    )
    assert isinstance(repeat.body, Group)
    assert [len(each) for each in branches(repeat.body.inside)] == [1, 1]
    letter, _, other = repeat.body.inside
    assert letter.is_character and letter.value == "a"
    assert (other.kind, other.value, other.is_positive) == ("class", "L", False)
    assert (look.opening.kind, look.opening.value, look.closing.kind) == ("look", "(?<!", "look")


def test_members_of_sets():
    (members,) = read_expression(r"(?V1)[^a-f\d--[:alpha:]&&[x]]").parts[1:]
    assert isinstance(members, Set) and not members.is_positive
    span, digits, without, posix, both, inner = members.inside
    assert isinstance(span, Range) and (span.low.value, span.high.value) == ("a", "f")
    assert [each.kind for each in (digits, without, posix, both)] == [
        "class", "operator", "class", "operator",
    ]  # fmt: skip
    assert isinstance(inner, Set) and inner.start == 25


def test_a_quantifier_repeats_across_blanks_and_comments():
    repeat, comment = read_expression("(?x)a # b\n(?#c){2}#d").parts[1:]
    assert isinstance(repeat, Repeat)
    assert [each.kind for each, _ in leaves([repeat])] == [
        "literal", "blank", "comment", "blank", "comment", "quantifier",
    ]  # fmt: skip
    assert comment.text == "#d"


@pytest.mark.parametrize(
    ("expression", "flags"),
    [
        ("(?i)a", [True]),
        ("a(?i)a|a", [False, True, True]),
        ("(?:(?i)a)a", [True, False]),
        ("(?i:a(?-i:a))a", [True, False, False]),
    ],
)
def test_flags_in_force(expression, flags):
    found = [leaf for leaf, _ in leaves(read_expression(expression).parts) if leaf.value == "a"]
    assert [leaf.flags.any_case for leaf in found] == flags


def test_flags_for_all_count_from_the_start():
    members, flags = read_expression("[[a]](?V1)").parts
    assert isinstance(members, Set) and isinstance(members.inside[0], Set)
    assert (flags.kind, flags.value) == ("flags", "V1")


@pytest.mark.parametrize(
    ("expression", "reason", "position"),
    [
        ("ab)c", "an unbalanced parenthesis", 2),
        ("a(b", "missing )", 3),
        ("a[b", "a set without an end", 3),
        ("a|*", "a repeat of nothing, or of a repeat", 2),
        ("a**", "a repeat of nothing, or of a repeat", 2),
        (r"a\q", r"the escape \q", 1),
        (r"\x4g", "an incomplete character number", 2),
        ("[z-a]", "a range in the wrong order", 3),
        ("(?V1)[a&&]", "an operation on sets without a set", 7),
        ("(?:a){e<=1}", "approximate matching", 5),
        ("a(?w)", "the flag w", 1),
    ],
)
def test_what_is_wrong_has_its_place(expression, reason, position):
    fault = read_expression(expression).faults[0]
    assert (fault.reason, fault.position) == (reason, position)


def test_flags_of_a_split_are_not_those_of_the_next():
    first, second = read_pattern("(?x)a b(?#then)a b")
    assert [each.kind for each, _ in leaves(first.parts)] == [
        "flags", "literal", "blank", "literal", "then",
    ]  # fmt: skip
    assert [each.kind for each, _ in leaves(second.parts)] == ["literal"] * 3
    assert second.parts[0].start == 15


def test_size_counts_repeats_as_they_are_written_out():
    assert read_expression("(a{3}b){4}").size == 16
    assert read_expression("[a-z]{2,5}(?#comment)x?").size == 6


def test_the_language_of_oniguruma():
    (members, times) = read_expression(r"[\x{61}-\x{7a}&&[^b]--]a{2}+*", ONIGURUMA).parts
    span, both, inner, *hyphens = members.inside
    assert isinstance(span, Range) and (span.low.value, span.high.value) == ("a", "z")
    assert both.kind == "operator" and isinstance(inner, Set)
    assert [leaf.kind for leaf in hyphens] == ["literal", "literal"]
    assert isinstance(times, Repeat) and isinstance(times.body, Repeat)
    assert [leaf.kind for leaf, _ in leaves(read_expression("a{,}", ONIGURUMA).parts)] == [
        "literal", "literal", "literal", "literal",
    ]  # fmt: skip
