"""Documents cut at literal special tokens, however the text comes in parts."""

from __future__ import annotations

import json
import random
import re

import pytest

from engine import Corpus, CountsCache, ReadingOptions, TrainingConfig, train_tokenizer
from engine.corpus.corpus import Source
from engine.corpus.readers.parts import DocumentPart, cut_at_tokens, whole_documents

TOKENS = ("<|a|>", "<|a|>b", "€€", "x")
TEXTS = ("eins<|a|>zwei", "<|a|><|a|>b<|a|>", "", "привет€€€мир x 你好", "nichts", "€<|a|", "€€")


def naive(text, tokens=TOKENS):
    longest_first = sorted(tokens, key=len, reverse=True)
    return [each for each in re.split("|".join(map(re.escape, longest_first)), text) if each]


def in_parts(text, chance):
    """The parts of one document, cut between characters wherever chance says."""
    places = sorted(chance.sample(range(1, len(text)), chance.randint(0, len(text) - 1)))
    pieces = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    last = len(pieces) - 1
    return [DocumentPart(piece.encode(), i == 0, i == last) for i, piece in enumerate(pieces)]


@pytest.mark.parametrize("text", TEXTS)
def test_a_document_is_cut_as_a_straight_split_cuts_it(text):
    made = list(whole_documents(cut_at_tokens([DocumentPart(text.encode())], TOKENS)))
    assert [each.decode() for each in made] == naive(text)


def test_parts_of_a_document_are_cut_as_the_whole():
    chance = random.Random(3)
    for _ in range(400):
        text = "".join(chance.choices(["<|a|>", "b", "€", "x", " ", "<|", "ü", "你"], k=12))
        parts = in_parts(text, chance) + in_parts("y<|a|>z", chance)
        made = [each.decode() for each in whole_documents(cut_at_tokens(parts, TOKENS))]
        assert made == naive(text) + ["y", "z"], (text, parts)


@pytest.mark.parametrize("suffix", [".txt", ".jsonl"])
def test_nothing_is_learned_across_special_tokens(tmp_path, suffix):
    path = tmp_path / f"eng{suffix}"
    text = "ab<|end|>cd " * 50
    path.write_text(text if suffix == ".txt" else json.dumps({"text": text}) + "\n", "utf-8")
    corpus = Corpus.from_paths([path])
    settings = {"vocab_size": 280, "pattern": "none", "special_tokens": ("<|end|>",)}
    cache = CountsCache(tmp_path / "cache")
    ordinary = train_tokenizer(corpus, TrainingConfig(**settings), cache=cache)
    assert any(b"end" in token for token in ordinary.vocabulary[256:-1])
    cut = train_tokenizer(corpus, TrainingConfig(**settings, special_text="cut"), cache=cache)
    assert {*cut.vocabulary[256:259]} == {b"ab", b"cd", b"cd "}
    expected = train_tokenizer(
        Corpus.from_texts(naive(text, ["<|end|>"])), TrainingConfig(**settings)
    )
    assert (cut.merges == expected.merges).all()
    assert cut.training.source_documents.tolist() == [51]
    assert cut.special_tokens == ordinary.special_tokens == {"<|end|>": 279}


def test_a_cap_counts_the_characters_of_each_document_between_the_tokens(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("aaaa<|e|>bbbb", "utf-8")
    reading = ReadingOptions(max_document_chars=2, cut_at=("<|e|>",))
    corpus = Corpus([Source("a", (path,), reading=reading)])
    assert list(corpus.documents(corpus.sources[0])) == ["aa", "bb"]
