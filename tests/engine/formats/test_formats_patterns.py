"""Rewritten split patterns cut like the originals, in the engines they are written for."""

from __future__ import annotations

from itertools import chain

import pytest
import tiktoken
from tokenizers import Regex
from tokenizers.pre_tokenizers import Sequence, Split

from engine import PatternError, Splitter, preset_names, preset_pattern
from engine.formats.pattern_dialects import rewrite_pattern, rewrite_stages
from tests.texts import some_texts

PROBES = (
    "1234567 12", "a\nb\n", "ab  \n", "ab  ", "x\nx", "é\xe9É", "²³¼ a_b\u200dc", "a.b a\nb",
    "[&~-]",    "--[[&&~~", "aaaa", "K k ſs", "漢字かな ", "\u0301e\u0301", "word-word", "]}{",
)  # fmt: skip


def assert_cut_by_fancy_regex(pattern: str, expected: dict[str, list[str]]) -> None:
    """expected: pieces by text. tiktoken shows ids, not pieces, so each expected piece gets an id;
    another cut has others. One encoding for all texts: making one compiles the pattern."""
    whole = rf"(?:{pattern})|(?:(?!{pattern})[\s\S])+"
    ranks = {bytes([i]): i for i in range(256)}
    for piece in chain.from_iterable(expected.values()):
        ranks.setdefault(piece.encode(), len(ranks))
    encoding = tiktoken.Encoding("p", pat_str=whole, mergeable_ranks=ranks, special_tokens={})
    for text, pieces in expected.items():
        ids = [ranks[piece.encode()] for piece in pieces]
        assert encoding.encode_ordinary(text) == ids, (pattern, text)


REWRITTEN = {"none", "scientific", "cl100k-tiktoken", "deepseek-v3", "starcoder"}


@pytest.mark.parametrize("name", [name for name in preset_names() if name not in REWRITTEN])
def test_presets_need_no_rewriting(name):
    pattern = preset_pattern(name)
    assert rewrite_pattern(pattern, "oniguruma") == pattern
    assert rewrite_pattern(pattern, "fancy-regex") == pattern


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in preset_names() if name != "none"])
def test_presets_cut_alike_in_other_engines(name):
    ours = Splitter(name)
    steps = [Split(Regex(e), "isolated") for e in rewrite_stages(ours.pattern, "oniguruma")]
    fancy_regex = rewrite_stages(ours.pattern, "fancy-regex")
    for text in (*PROBES, *some_texts(4)):
        expected = ours.split(text)
        pieces = [piece for piece, _ in Sequence(steps).pre_tokenize_str(text)]
        assert pieces == expected, repr(text)
    if len(fancy_regex) == 1:
        cuts = {text: ours.split(text) for text in (*PROBES, *some_texts(12))}
        assert_cut_by_fancy_regex(fancy_regex[0], cuts)


def test_possessive_intervals_become_atomic_groups_for_oniguruma():
    pattern = preset_pattern("cl100k-tiktoken")
    rewritten = rewrite_pattern(pattern, "oniguruma")
    assert r"(?>\p{N}{1,3})" in rewritten
    assert r"\s++\z" in rewritten
    assert rewrite_pattern(pattern, "fancy-regex") == pattern


OWN_PATTERNS = (
    r"\p{N}{1,3}+",
    r"a{2}?|b",
    r"a{2,}+|ab{,2}",
    r" +$",
    r"\s+\Z|\S+",
    r"^x|\w+",
    r"(?m)^x|b$",
    r"(?s:a.b)",
    r"a.b|(?s:.)",
    r"\w+",
    r"\W+",
    r"[\w-]+",
    r"[^\W_]+",
    r"\bword\b|\b\w|\B\d",
    r"[[&&~-]+",
    r"[a-c\-~~]+",
    r"[]}]+|{",
    r"\xe9+|\u0065|\U00000061",
    r"(?i)K|s",
    r"(?i:k)|(?-i:S)",
    r"(?x) a \ b  # letters and a blank",
    r"(?P<letters>a+)(?#none)b",
    r"\p{Script=Han}+|\p{^L}",
    r"\pL+|\PL",
    r"(?<=a)b|(?<!a)a|(?>aa)",
    r"[[:alpha:]_]+|[[:SPACE:]]",
    r"[[:upper:]][[:lower:]]|[[:^space:]]{2}",
    r"[\x00-\x1f]|\0",
    r"\s+(?=\s|$)|\S+",
    r"[a-\d-]+|\101\07?|(?#a\)b)x{,}y",
    r"\N{DIGIT ONE}+|[\60b]",
    r"(?V1)[\w--[a-c]]+",
    r"(?V1)[a-d--b&&c]+|[^a--b]",
    r"(?V1)[[a-z]--[aeiou]]+|[a[^b]]",
    r"(?V1)[a-c||x~~x]+|[d-k~~h-z]",
    r"(?V1)[\p{L}--\p{Lu}]+|[^\p{L}&&[\S]]",
    r"(?V1)[[:alpha:]--\p{Lu}_]+",
)


@pytest.mark.parametrize("pattern", OWN_PATTERNS)
def test_own_patterns_cut_alike_in_other_engines(pattern):
    ours = Splitter(pattern)
    oniguruma = rewrite_pattern(pattern, "oniguruma")
    split = Split(Regex(oniguruma), "isolated")
    fancy_regex = rewrite_pattern(pattern, "fancy-regex")
    cuts = {text: ours.split(text) for text in (*PROBES, *some_texts(10))}
    for text, expected in cuts.items():
        pieces = [piece for piece, _ in split.pre_tokenize_str(text)]
        assert pieces == expected, (oniguruma, text)
    assert_cut_by_fancy_regex(fancy_regex, cuts)


@pytest.mark.parametrize(
    ("pattern", "position"),
    [
        (r"a\K", 1),
        (r"\X", 0),
        (r"(a)\1", 3),
        (r"(?:a){e<=1}", 5),
        (r"(?|a|b)", 0),
        (r"a(*FAIL)|b", 1),
        (r"a(?i)+b", 1),
        (r"\p{scx=Han}", 0),
        (r"[[:digit:]]", 1),
        (r"(?V1)[a&&]", 7),
        (r"(?V1)[--a]", 6),
        (r"abc(?#then)\K", 11),
    ],
)
def test_what_has_no_equivalent_is_refused_with_its_position(pattern, position):
    with pytest.raises(PatternError, match=f"position {position}") as refusal:
        rewrite_pattern(pattern, "oniguruma")
    assert refusal.value.position == position
