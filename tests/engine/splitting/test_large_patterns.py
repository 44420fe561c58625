"""Split patterns that are made to take all memory are refused, wherever they come from."""

from __future__ import annotations

import json
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import ConfigError, PatternError, TokenizerFileError
from engine.formats.pattern_dialects import minbpe_pattern, tiktoken_pattern
from engine.formats.reading.loading import load_tokenizer
from engine.machine.children import Ending
from engine.settings.token_lists import MergeRules
from engine.splitting import large_patterns
from engine.splitting.automaton_subset import Unsupported, parse
from engine.splitting.large_patterns import (
    MEMORY_LIMIT,
    is_costly,
    try_large_pattern,
)
from engine.splitting.preset_patterns import MOST_CHARACTERS, PatternStage, presets
from engine.splitting.regex_cutter import compile_stage
from engine.splitting.splitter import Splitter
from engine.training.vetoes import RuleVeto

WORDS = "|".join(f"w{i}" for i in range(20_000))


@pytest.mark.parametrize("pattern", [WORDS, "a" * 60_000, r"\p{L}+|" * 5_000 + "x"])
def test_what_is_longer_than_any_published_pattern_is_refused_by_its_length(pattern, tmp_path):
    sentence = rf"has {len(pattern):,} characters, and at most {MOST_CHARACTERS:,} are read"
    with pytest.raises(PatternError, match=sentence):
        Splitter(pattern)
    with pytest.raises(ConfigError, match=sentence) as refused:
        MergeRules(blocked_pattern=pattern)
    assert len(str(refused.value)) < 500
    for read in (tiktoken_pattern, minbpe_pattern):
        with pytest.raises(TokenizerFileError, match=sentence):
            read(tmp_path / "t.model", pattern)


def test_a_long_pattern_of_a_tokenizer_json_is_refused_before_it_is_read(tmp_path):
    split = {"type": "Split", "pattern": {"Regex": WORDS}, "behavior": "Isolated", "invert": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    document = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]},
        "model": {"type": "BPE", "vocab": {}, "merges": []},
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(document))
    with pytest.raises(TokenizerFileError, match="128,889 characters"):
        load_tokenizer(tmp_path / "tokenizer.json")


@pytest.mark.parametrize("pattern", ["((a{300}){300}){300}", r"(\w{1000}){1001}"])
def test_repeats_that_explode_are_refused_in_blocked_patterns_too(pattern):
    with pytest.raises(ConfigError, match="written out, its repeats come to"):
        MergeRules(blocked_pattern=pattern)


@pytest.mark.parametrize(
    "pattern",
    [r"\d{1,3}" * 2_857, "a" * 30_000, "(?!a)x" * 1_000, "|".join(map(chr, range(3_000)))],
)
def test_a_set_that_is_written_again_and_again_is_kept_once(pattern):
    """Every set takes 1.1 MB; the first pattern took 3.1 GB."""
    tracemalloc.start()
    with suppress(Unsupported):
        parse(pattern)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 400 << 20


def test_the_same_text_is_the_same_node():
    a, b, c, d = parse(r"[a-z][a-z](?=[a-z])(?=[a-z])").parts
    assert a is b
    assert c is d


def test_published_patterns_are_compiled_at_once():
    assert not any(is_costly(preset.pattern) for preset in presets().values())


def test_a_large_pattern_is_tried_in_a_process_of_its_own_and_cuts_the_same():
    words = "|".join(f"w{i}" for i in range(1_000))
    assert is_costly(words)
    assert Splitter(words).split("w12 w999") == ["w1", "2 ", "w9", "99"]


def test_what_that_process_finds_wrong_is_said_with_its_place():
    with pytest.raises(PatternError) as refused:
        try_large_pattern("a" * 5_000 + ")")
    assert "unbalanced" in str(refused.value)
    assert refused.value.position == 5_000


def test_a_pattern_that_kills_that_process_is_refused(monkeypatch):
    answers = [Ending(-9, "")]
    monkeypatch.setattr(large_patterns, "finished", lambda *_, **__: answers.pop())
    with pytest.raises(PatternError, match=f"{MEMORY_LIMIT >> 20:,} MB of memory or 60 s"):
        try_large_pattern("b" * 5_000)


@pytest.mark.slow
def test_a_large_blocked_pattern_is_tried_in_a_process_of_its_own(monkeypatch):
    asked = []
    run = large_patterns.finished
    monkeypatch.setattr(
        large_patterns,
        "finished",
        lambda *given, **more: asked.append(1) or run(*given, **more),
    )
    words = "|".join(f"blocked{i}" for i in range(700))
    assert is_costly(words)
    rules = MergeRules(blocked_pattern=words)
    assert asked == [1]
    assert not RuleVeto(rules).allows(b"a blocked12 word")
    assert RuleVeto(rules).allows(b"another")
    assert asked == [1]


@pytest.mark.parametrize(
    "compile_it",
    [
        lambda pattern: MergeRules(blocked_pattern=pattern),
        lambda pattern: minbpe_pattern(Path("t.model"), pattern),
        lambda pattern: compile_stage(PatternStage(pattern, 0, pattern)),
    ],
)
def test_a_pattern_that_kills_the_process_that_tries_it_is_refused(compile_it, monkeypatch):
    answers = [Ending(-9, "")]
    monkeypatch.setattr(large_patterns, "finished", lambda *_, **__: answers[0])
    large_patterns._refusal.cache_clear()
    with pytest.raises((ConfigError, TokenizerFileError, PatternError)) as refused:
        compile_it("c" * 5_001)
    assert f"it needs more than {MEMORY_LIMIT >> 20:,} MB of memory or 60 s" in str(refused.value)
    assert len(str(refused.value)) < 500 + 5_001


def test_what_that_process_has_against_an_expression_is_said_with_its_place():
    with pytest.raises(ConfigError, match="unbalanced parenthesis at position 5000"):
        MergeRules(blocked_pattern="d" * 5_000 + ")")
