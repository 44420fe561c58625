"""Whichever `regex` is installed finds what the last one with Unicode 16 found by its own tables.

tests/regex_reference.py recorded it, over all code points for each class. packaging/README.md has
the commands that run this file under the oldest and the newest release.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.errors import PatternError
from engine.settings.token_lists import MergeRules
from engine.splitting.alternatives import AlternativeFinder
from engine.splitting.splitter import Splitter
from engine.splitting.stable_expression import stable_regex
from engine.text.unicode_sets import cases_of, expanding, property_set
from engine.text.utf8 import code_points
from engine.training.vetoes import RuleVeto
from tests.regex_reference import (
    EVERYTHING,
    RECORD,
    digest,
    edges,
    hard_text,
    repeated,
    run_edges,
)

RECORDED = json.loads(RECORD.read_text(encoding="utf-8"))
NEWER = "x\U00011db0\U00011db1y"
"""Between x and y are two characters that became letters after Unicode 16."""


def members(expression: str) -> str:
    """Digest of the code points that the installed release finds."""
    return digest(run_edges(list(stable_regex(repeated(expression)).spans(EVERYTHING, 60))))


def test_every_value_of_every_property():
    assert len(RECORDED["properties"]) > 1_400
    for name, wanted in RECORDED["properties"].items():
        found = property_set(name)
        assert found is not None, name
        assert digest(edges(found.ranges)) == wanted, name


@pytest.mark.parametrize("name", RECORDED["posix"])
def test_posix_classes_and_their_negations(name):
    assert members(f"[[:{name}:]]") == RECORDED["posix"][name]
    assert members(f"[^[:^{name}:]]") == RECORDED["posix"][name]


@pytest.mark.parametrize("expression", RECORDED["classes"])
def test_classes_and_sets(expression):
    assert members(expression) == RECORDED["classes"][expression]


@pytest.mark.slow
def test_categories_and_scripts_as_the_module_finds_them():
    """Not only as our tables have them: through the whole way of a pattern."""
    names = [
        name for name in RECORDED["properties"] if name.startswith(("GENERALCATEGORY=", "SCRIPT="))
    ]
    assert len(names) > 150
    for name in names:
        assert members(rf"\p{{{name}}}") == RECORDED["properties"][name], name


def test_every_character_in_any_case():
    cased = {point: cases for point, *cases in RECORDED["cases"]}
    assert len(cased) > 2_900
    for point, cases in cased.items():
        assert sorted(map(ord, cases_of(chr(point)))) == cases
    others = np.delete(np.arange(0x110000), list(cased))
    for point in others[::997].tolist():
        assert cases_of(chr(point)) == chr(point)
    assert expanding() == RECORDED["foldings"]


def test_every_cased_character_through_the_module():
    """`(?i)` on the text of all letters with cases, one alternative for each."""
    cased = {point: cases for point, *cases in RECORDED["cases"]}
    for first in range(0, 0x1F000, 0x400):
        chosen = [point for point in cased if first <= point < first + 0x400]
        if not chosen:
            continue
        alternatives = "|".join(f"(?<c{point}>{chr(point)})" for point in chosen[:200])
        found = stable_regex(f"(?i){alternatives}")
        text = "".join(chr(each) for point in chosen[:200] for each in cased[point])
        names = {number: int(name[1:]) for name, number in found.group_numbers.items()}
        spans, groups = found.spans_and_groups(text, 60)
        assert spans.tolist() == [[place, place + 1] for place in range(len(text))]
        for character, group in zip(text, groups.tolist(), strict=True):
            assert ord(character) in cased[names[group]]


@pytest.mark.parametrize("pattern", RECORDED["splits"])
def test_splits_of_a_hard_text(pattern):
    spans = np.array(list(stable_regex(pattern).spans(hard_text(), 60))).ravel()
    assert digest(spans) == RECORDED["splits"][pattern]


def test_newer_letters_stay_what_they_were():
    pattern = r"(?<=x)\p{L}+|\p{L}+|."
    splitter = Splitter(pattern)
    assert splitter.kind == "regex"
    assert splitter.split(NEWER) == ["x", "\U00011db0", "\U00011db1", "y"]
    for with_regex in (False, True):
        bounds, _, made = AlternativeFinder(pattern, with_regex=with_regex).cut(NEWER.encode())
        assert bounds.tolist() == [0, 1, 5, 9, 10]
        assert made.tolist() == [1, 2, 2, 1]
    veto = RuleVeto(MergeRules(blocked_pattern=r"^\p{L}{2}"))
    assert veto.allows(NEWER[1:3].encode())
    assert not veto.allows(b"ab")


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"(?i)(a)\1", "a reference to a group in any case at position 7; write (?-i:...) around"),
        (r"(?:colour){e<=1}", "approximate matching at position 10; write the variants out"),
        (r"(?w)\b\w+", "the flag w at position 0; leave the flag out"),
        (r"x(?a:\w)", "the flag a inside at position 1; write it at the very start"),
        (r"^\p{Sidetic}", "Unicode 16 has no property Sidetic at position 3"),
        (r"(?V0)(?V1)^a", "the flags V0 and V1, which exclude each other, at position 0"),
        (r"(?i)(?f)^sssssssssssssssssssssssssssss", "too many letters in a row"),
        (r"^a**", "multiple repeat at position 3"),
        (r"^[a", "unterminated character set at position 3"),
    ],
)
def test_what_no_release_says_alike_is_refused(pattern, words):
    with pytest.raises(PatternError) as failure:
        Splitter(pattern)
    assert words in str(failure.value)


def test_stand_ins_keep_places_and_bytes():
    text = hard_text()
    for expression in (r"\b\p{L}+", r"(\w)\1", "".join(map(chr, range(0x4E00, 0x4F40)))):
        stable = stable_regex(expression)
        translated = stable.translated(text)
        assert len(translated) == len(text)
        feeds = code_points(text) == ord("\n")
        assert np.array_equal(code_points(translated) == ord("\n"), feeds)
