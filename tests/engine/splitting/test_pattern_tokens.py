"""Split patterns as tokens and on lines; both must hold for whatever a person has typed so far."""

from __future__ import annotations

import random

import pytest
import regex

from engine.splitting.expression_reader import (
    as_lines,
    brackets,
    from_lines,
    pattern_tokens,
    place_in_pattern,
    place_on_lines,
    top_level_alternatives,
)
from engine.splitting.pattern_probe import explosive_construct
from engine.splitting.preset_patterns import preset_names, preset_pattern

SIGNS = ["|", "\n", "(", "[", "]", ")", "(?#then)", "a", "\\", "#", " ", "^", "?", "{", "(?:", "1}",
         "(?#", "\\p{L}", "(?x)", "𝒳", "*", "(*F)", "(?=", "-"]  # fmt: skip


def unfinished(seed: int) -> str:
    chance = random.Random(seed)
    return "".join(chance.choice(SIGNS) for _ in range(chance.randrange(14)))


def patterns() -> list[str]:
    return [*map(preset_pattern, preset_names()), *map(unfinished, range(3000))]


def test_tokens_tile_every_pattern():
    for pattern in patterns():
        tokens = pattern_tokens(pattern)
        assert "".join(pattern[token.start : token.end] for token in tokens) == pattern
        assert all(token.end > token.start for token in tokens)


def test_lines_lead_back_to_the_same_pattern():
    for pattern in patterns():
        lines = as_lines(pattern)
        assert from_lines(lines) == pattern
        for position, character in enumerate(pattern):
            there = place_on_lines(pattern, position)
            assert lines[there] == character
            assert place_in_pattern(lines, there) == position


def test_each_alternative_has_a_line():
    pattern = "'s| ?a#b|(?:x|y)[|\n|]|z(?#then)\\||d"
    assert as_lines(pattern).split("\n|") == [
        "'s",
        " ?a#b",
        "(?:x|y)[|\n",
        "]",
        "z\n(?#then)\\|",
        "d",
    ]
    assert from_lines(as_lines(pattern)) == pattern


def test_top_level_alternatives_are_those_of_the_regex_module():
    """Alternatives joined again with a group around each match the same as the whole."""
    text = "It's 123 ABC-def\r\n  \u0301क९  x"
    for name in preset_names():
        pattern = preset_pattern(name)
        for stage in pattern.split("(?#then)"):
            parts = [each.text for each in top_level_alternatives(stage)]
            assert "|".join(parts) == stage
            grouped = "|".join(f"(?:{part})" for part in parts)
            assert regex.findall(stage, text) == regex.findall(grouped, text)


def test_brackets_find_their_other_half():
    pattern = r"(a[(\])](?:b)){2}\((?#()(c"
    pairs = brackets(pattern)
    assert {tuple(sorted(pair)) for pair in pairs.items()} == {(0, 13), (2, 7), (8, 12), (19, 23)}
    assert all(pairs[end] == start for start, end in pairs.items())
    assert pattern.rindex("(") not in pairs


def test_brackets_of_conditions_verbs_and_nested_sets():
    found = brackets(r"(?V1)(a)?(?(1)b|c)(*F)[a--[|b]]")
    assert {tuple(sorted(pair)) for pair in found.items()} == {
        (0, 4), (5, 7), (9, 17), (18, 21), (22, 30), (26, 29),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "kinds"),
    [
        (r"\p{L}+", ["class", "quantifier"]),
        (r"(?i:a)", ["group", "literal", "group"]),
        (r"(?!\S)", ["look", "class", "look"]),
        (r"[^\s'-]?+", ["set", "class", "literal", "set", "quantifier"]),
        (r"(?x)a #b|c", ["flags", "literal", "comment"]),
        (r"\1(?#x)\x{41}$", ["reference", "comment", "escape", "anchor"]),
        (r"a|b", ["literal", "bar", "literal"]),
        (r"a|(?x) b #c", ["literal", "bar", "flags", "literal", "comment"]),
        (r"\101\07", ["escape", "escape"]),
        (r"(?#a\)|)b", ["comment", "literal"]),
    ],
)
def test_kinds(pattern, kinds):
    assert [token.kind for token in pattern_tokens(pattern)] == kinds


@pytest.mark.parametrize(
    ("pattern", "construct"),
    [
        (r"(?:a+)+$", "(?:a+)+"),
        (r"x|(?:a|aa)+$|(?s:.)", "(?:a|aa)+"),
        (r"\w*\w*!", r"\w*\w*"),
        (r"(?>a+)+|(?:a++)+b|c{2,5}", None),
        (r"(((a{300}){300}){300})", None),
    ],
)
def test_what_can_explode_is_found(pattern, construct):
    found = explosive_construct(pattern)
    assert (None if found is None else pattern[slice(*found)]) == construct
