"""The named patterns, and other published ones: cut as by `regex`, by an automaton."""

from __future__ import annotations

import random

import numpy as np
import pytest
import regex

from engine import PatternError, Splitter, preset_names, preset_pattern, presets
from tests.reference_bpe import pretokens_of
from tests.texts import many_texts

CONTRACT = (
    "gpt2", "cl100k", "cl100k-tiktoken", "o200k", "llama3", "qwen2", "qwen3.5", "tekken",
    "deepseek-v3", "starcoder", "nanochat", "superbpe-stage1", "superbpe-stage2",
    "superbpe-paper",
    "scientific", "whitespace", "none",
)  # fmt: skip
R50K_OF_TIKTOKEN = (
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
)
CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
REST = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
PUBLISHED = {
    "Qwen 3.5": rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?[\p{{L}}\p{{M}}]+|\p{{N}}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "Tekken": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "bpeasy": rf"[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}|{REST}",
    "BLOOM": r"(?V1) ?[^(\s|[.,!?…。，、।۔،])]+",
    "Kimi K2": r"(?V1)[\p{Han}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*"
    rf"[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}&&[^\p{{Han}}]]+{CONTRACTIONS}?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+"
    rf"[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}&&[^\p{{Han}}]]*{CONTRACTIONS}?|\p{{N}}{{1,3}}|{REST}",
    "r50k of tiktoken": R50K_OF_TIKTOKEN,
    "Digits apart, then words": r"\p{N}(?#then) ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
}
ALPHABETS = (
    "aAzZsSſtTdDmMlLvVeErRK'’09٣½Ⅷ \t\n\r\x0b\x85\u00a0\u2028\u3000.,!-_/ẞ\u0301\u200d👩🚀你कि\x00",
    " \t\n\r\x0b\x1c\x85\u00a0\u2028ab1.",
    "0123456789,._eE+-%²½⁻٣ a\ufe0f\u20e3",
    "👩❤🏳🏴🏽\u200d\ufe0f\u20e3\U0001f1e9\U0001f1ea\U000e0067\U000e007f1#*ℹ©a !\u0301\u0903",
)  # fmt: skip


def test_the_presets_of_the_contract():
    assert preset_names() == CONTRACT
    for name, preset in presets().items():
        assert preset.title and preset.used_by and preset.note
        assert (Splitter(name).pattern, Splitter(name).preset_name) == (preset.pattern, name)
    assert preset_pattern("qwen3.5") == PUBLISHED["Qwen 3.5"]
    assert preset_pattern("tekken") == PUBLISHED["Tekken"]


@pytest.mark.parametrize(
    "wrong", ["scientfic", "superbpe-stage-2", "cl100k_tiktoken", "deepseekv3"]
)
def test_a_name_that_is_nearly_one_is_refused_with_the_right_one(wrong):
    with pytest.raises(PatternError, match="did you mean"):
        Splitter(wrong)


def random_strings(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    return [
        "".join(chance.choices(chance.choice(ALPHABETS), k=chance.randint(1, 12)))
        for _ in range(count)
    ]


def ends_of(splitter: Splitter, texts: list[str]) -> list[int]:
    """Where spans end, in bytes of all texts one after another, each cut by itself."""
    bounds = np.cumsum([0, *(len(text.encode()) for text in texts)])
    blocks = list(splitter.span_blocks("".join(texts).encode(), bounds))
    return np.concatenate([block.spans[:, 1] for block in blocks]).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_presets_on_random_strings(name):
    """Some of the million that `python -m benchmarks.exact_splits` compares."""
    texts = random_strings(12_000, seed=11)
    pattern = preset_pattern(name)
    if "(?#then)" in pattern:
        pieces = [piece for text in texts for piece in pretokens_of(text, pattern)]
    else:
        expression = regex.compile(pattern)
        pieces = [piece.encode() for text in texts for piece in pieces_with_gaps(expression, text)]
    assert ends_of(Splitter(name), texts) == np.cumsum([len(piece) for piece in pieces]).tolist()


def test_digits_of_the_superbpe_paper_are_cut_as_its_code_does():
    """Its two splits: runs of digits, then before every three of them from the right."""
    published = r"\p{N}+(?#then)(?=(\d{3})+(?!\d))"
    runs = [f"a{'7' * n} {'٣' * n}b²{'5' * n}" for n in (1, 2, 3, 5, 58, 59, 60)]
    for text in (*runs, *random_strings(400, seed=13)):
        wanted = pretokens_of(text, published)
        assert [p.encode() for p in Splitter("superbpe-paper").split(text)] == wanted, repr(text)


def pieces_with_gaps(expression: regex.Pattern[str], text: str) -> list[str]:
    found = expression.findall(text)
    if sum(map(len, found)) == len(text):
        return found
    return [piece.decode() for piece in pretokens_of(text, expression.pattern)]


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_other_published_patterns_are_automata(name):
    splitter = Splitter(PUBLISHED[name])
    assert (splitter.kind, splitter.fallback_reason) == ("automaton", None)
    for text in (*many_texts(), *random_strings(2000, seed=12)):
        wanted = pretokens_of(text, PUBLISHED[name])
        assert [piece.encode() for piece in splitter.split(text)] == wanted, repr(text)


def test_both_forms_of_gpt2s_pattern_cut_alike():
    texts = [*many_texts(), *random_strings(100_000, seed=13)]
    texts = [text for text in texts if text]
    assert ends_of(Splitter(R50K_OF_TIKTOKEN), texts) == ends_of(Splitter("gpt2"), texts)


def test_where_the_two_forms_of_cl100k_differ():
    """Only in white space with a line end at the end of a text."""
    old, current = Splitter("cl100k"), Splitter("cl100k-tiktoken")
    assert old.split("a \n ") == ["a", " \n", " "]
    assert current.split("a \n ") == ["a", " \n "]
    for text in random_strings(5000, seed=14):
        if old.split(text) != current.split(text):
            body = text.rstrip("".join(ch for ch in set(text) if regex.match(r"\s", ch)))
            assert regex.search(r"[\r\n]", text[len(body) :])
            assert old.split(text + "x") == current.split(text + "x")
