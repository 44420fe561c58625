"""Differences are told with their cause; patterns find their pre-tokenizer in llama.cpp."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import preset_pattern
from engine.encoding.tokenizer import Tokenizer
from engine.formats.llama_cpp import (
    cut_of,
    find_pre_tokenizer,
    llama_cpp_note,
    pre_tokenizers,
)
from engine.formats.verification_verdict import ExportDifference, ExportVerdict, probable_cause
from engine.splitting.splitter import Splitter
from tests.texts import some_texts

MERGES = [(104, 105), (32, 256), (97, 98), (98, 99), (97, 259)]
"""hi, " hi", ab, bc, and abc of a + bc, which merging its bytes does not make."""


def tokenizer(**more) -> Tokenizer:
    return Tokenizer(MERGES, **({"special_tokens": {"<s>": 300}} | more))


def cause(text: str, theirs: list[bytes], *, ids: list[int] | None = None, **more) -> str:
    own = tokenizer(**more)
    ours = own.encode(text)
    by_token = {token: i for i, token in enumerate(own.vocabulary) if token}
    their_ids = ids or [by_token.get(token, 999) for token in theirs]
    cut = [own.vocabulary[i] for i in ours]
    return probable_cause(own, text, (ours, cut), (their_ids, theirs))


@pytest.mark.parametrize(
    ("text", "theirs", "words"),
    [
        ("a<s>", [b"a", b"<s>"], "the special token '<s>' is read in the text there"),
        ("hi hi", [b"hi ", b"hi"], "splits before byte 2"),
        ("abc", [b"abc"], "the whole-token rule: b'abc' is given out whole there"),
        ("abc", [b"a", b"bc"], "the merges are applied in another order"),
        ("hi hi", [b"h", b"i", b" hi"], "splits more finely"),
        ("hi", [b" hi"], "puts a space before the text"),
        ("hi hi", [b"hi", b"hi"], "give the text without ' ' at byte 2"),
        ("a ก่b", [b"a ", b"b"], "give the text without 'ก่' at byte 2"),
        ("ab", [b"b", b"a"], "changes the text before it is split"),
    ],
)
def test_the_cause_is_told_from_the_two_cuts(text, theirs, words):
    assert words in cause(text, theirs)


def test_dropped_text_is_named_where_the_ids_stand_for_what_the_pattern_matches():
    dropping = {"pattern": r"\w+"}
    words = "drops text that its split pattern does not match: ' !' is missing"
    assert words in cause("hi !hi", [b"hi", b"hi"], **dropping)
    assert "without 'hi' at byte 3" in cause("hi!hi", [b"hi", b"!"], **dropping)


def test_other_numbers_and_other_normalizers_are_told():
    assert "other ids there" in cause("hi", [b"hi"], ids=[7])
    assert "another NFC form" in cause("hi", ["é".encode()], normalization="nfc")


def test_a_long_difference_keeps_what_is_around_it():
    n = 100_000
    ours, theirs = (97,) * n, (97,) * 5000 + (98,) + (97,) * 10
    whole = ExportDifference(
        "x 1", "a" * n, ours, theirs, (b"a",) * n, tuple(bytes([i]) for i in theirs)
    )
    kept = whole.clipped()
    assert len(kept.ours) <= 200 and len(kept.text) <= 2000
    assert "at token 5001" in str(kept) and "at token 5001" in str(whole)
    verdict = ExportVerdict("tiktoken", "different", ("x 1",), difference=kept)
    assert ExportVerdict.of_document(verdict.document()) == verdict
    with pytest.raises(ValueError, match="'odd'"):
        ExportVerdict.of_document(replace(verdict, status="odd").document())


EXACT = {
    "gpt2": "gpt-2", "cl100k": "llama-bpe", "llama3": "llama-bpe", "qwen2": "qwen2",
    "qwen3.5": "qwen35", "deepseek-v3": "deepseek-v3", "starcoder": "starcoder",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("preset", EXACT)
def test_a_preset_is_cut_as_its_pre_tokenizer_cuts(preset):
    match = find_pre_tokenizer(preset)
    assert match.pre.name == EXACT[preset]
    assert match.is_equal and match.sentence() == ""
    theirs = Splitter("(?#then)".join(match.pre.expressions))
    ours = Splitter(preset)
    for text in some_texts(20):
        if "'ſ" not in text:
            assert ours.split(text) == theirs.split(text), repr(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        (
            r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
            "gpt-2",
        ),
        (preset_pattern("qwen2").replace("(?i:", "(?i:(?:").replace("'d)", "'d))"), "qwen2"),
        (r" ?[^(\s|.,!?…。，、।۔،)]+", "poro-chat"),
    ],
)
def test_patterns_written_otherwise_are_found_by_what_they_cut(pattern, name):
    assert find_pre_tokenizer(pattern).pre.name == name


@pytest.mark.parametrize("preset", ["o200k", "tekken"])
def test_a_pre_tokenizer_that_reads_the_pattern_otherwise_is_told_with_a_text(preset):
    match = find_pre_tokenizer(preset)
    assert match.pre is not None and not match.is_equal
    assert match.ours == tuple(Splitter(preset).split(match.probe)) != match.theirs
    assert f"{match.pre.name!r} splits differently from" in match.sentence()
    assert llama_cpp_note(preset) is None


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["nanochat", "scientific", "none", "cl100k-tiktoken"])
def test_a_novel_pattern_has_the_reason_why_there_is_none(preset):
    match = find_pre_tokenizer(preset)
    assert match.pre is None
    nearest = "(?#then)".join(match.nearest.expressions)
    assert match.ours == cut_of(preset_pattern(preset), match.probe)
    assert match.theirs == cut_of(nearest, match.probe) != match.ours
    assert match.nearest.name in llama_cpp_note(preset)


def test_every_pre_tokenizer_compiles_and_nothing_is_said_of_a_broken_pattern():
    assert len(pre_tokenizers()) >= 15
    for pre in pre_tokenizers().values():
        assert "".join(cut_of("(?#then)".join(pre.expressions), "A b'ſ 12")) == "A b'ſ 12"
    assert llama_cpp_note("gpt2") is None
    assert llama_cpp_note("(") is None
