"""Twins: what tokens have in common when case, space and form are put aside."""

from __future__ import annotations

import unicodedata

import pytest

from engine.analysis.usage import TokenTwins, TwinDifference, twin_steps
from engine.analysis.vocabulary import vocabulary_facts
from engine.encoding.tokenizer import Tokenizer
from engine.machine import result_of

WORDS = ("the", " the", "The", " THE", "cafe\u0301", "caf\u00e9", "\uff34\uff28\uff25", "\ufb01",
         "fi", "ß", "ss", " ", "  ", "12", "lone")  # fmt: skip


@pytest.fixture(scope="module")
def listed() -> tuple[Tokenizer, TokenTwins]:
    index: dict[bytes, int] = {bytes([i]): i for i in range(256)}
    merges = []
    for word in WORDS:
        data = word.encode()
        for end in range(2, len(data) + 1):
            if data[:end] not in index:
                index[data[:end]] = 256 + len(merges)
                merges.append((index[data[: end - 1]], data[end - 1]))
    tokenizer = Tokenizer(merges, pattern="gpt2", special_tokens={"THE": 256 + len(merges)})
    facts = result_of(vocabulary_facts(tokenizer))
    return tokenizer, result_of(twin_steps(tokenizer.vocabulary, facts))


def twins_of(listed, text: str) -> dict[str, set[str]]:
    tokenizer, twins = listed
    token_id = tokenizer.vocabulary.index(text.encode())
    return {
        tokenizer.vocabulary[other].decode(): {difference.name for difference in differences}
        for other, differences in twins.of(token_id)
    }


def test_what_twins_differ_in(listed):
    found = twins_of(listed, "the")
    assert found == {
        " the": {"SPACE"}, "The": {"CASE"}, " THE": {"SPACE", "CASE"},
        "\uff34\uff28\uff25": {"CASE", "WIDTH"},
    }  # fmt: skip
    assert twins_of(listed, "caf\u00e9") == {"cafe\u0301": {"FORM"}}
    assert twins_of(listed, "\ufb01") == {"fi": {"COMPATIBILITY"}}
    assert twins_of(listed, "ß") == {"ss": {"CASE"}}
    assert TwinDifference.WIDTH.value == "full width"


def test_twins_are_the_tokens_of_one_naive_key(listed):
    tokenizer, twins = listed
    keys = {}
    for token_id in range(tokenizer.vocab_size - 1):
        try:
            text = tokenizer.vocabulary[token_id].decode()
        except UnicodeDecodeError:
            continue
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        keys[token_id] = folded.strip(" ")
    for token_id in range(tokenizer.vocab_size):
        key = keys.get(token_id)
        wanted = [other for other in keys if key and keys[other] == key and other != token_id]
        assert [other for other, _ in twins.of(token_id)] == wanted


def test_white_space_partial_and_special_tokens_have_none(listed):
    tokenizer, twins = listed
    assert twins_of(listed, " ") == {}
    assert twins.of(0xE7) == ()
    assert twins.of(tokenizer.special_tokens["THE"]) == ()
