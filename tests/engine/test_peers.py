"""Whole merge lists equal to rustbpe's and tokenizers', on text that every machine has."""

from __future__ import annotations

import json
import os
import sysconfig
from functools import cache
from pathlib import Path

import pytest
import rustbpe
import tiktoken
import tokenizers

from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.formats.byte_alphabet import CHARACTER_TO_BYTE
from engine.patterns import preset_pattern
from engine.tokenizer import Tokenizer
from engine.trainer import train_tokenizer
from resources import sample_corpus_folder

VOCAB_SIZE = 8000
LEAST_BYTES = 5_000_000


@cache
def shared_texts() -> tuple[str, ...]:
    """The sample corpus and the sources of Python's library, at least 5 MB of UTF-8."""
    library = Path(sysconfig.get_paths()["stdlib"])
    files = sorted(sample_corpus_folder().glob("*.txt")) + sorted(library.glob("*.py"))
    files += sorted(library.glob("[a-m]*/*.py"))
    texts, size = [], 0
    for file in files:
        text = file.read_bytes().decode("utf-8", "ignore")
        texts.append(text)
        size += len(text.encode())
        if size > LEAST_BYTES * 1.02:
            break
    assert size >= LEAST_BYTES
    return tuple(texts)


@cache
def trained(tie_break: str, pattern: str) -> Tokenizer:
    config = TrainingConfig(VOCAB_SIZE, tie_break=tie_break, pattern=pattern)
    return train_tokenizer(Corpus.from_texts(shared_texts()), config)


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k"])
def test_merges_equal_rustbpe(pattern):
    peer = rustbpe.Tokenizer()
    peer.train_from_iterator(iter(shared_texts()), VOCAB_SIZE, pattern=preset_pattern(pattern))
    ranks = peer.get_mergeable_ranks()
    assert [bytes(token) for token, _ in ranks] == list(trained("smallest-ids", pattern).vocabulary)


def test_merges_equal_tokenizers():
    os.environ["TOKENIZERS_PARALLELISM"] = "true"
    peer = tokenizers.Tokenizer(tokenizers.models.BPE())
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=VOCAB_SIZE,
        show_progress=False,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
    )
    peer.train_from_iterator(shared_texts(), trainer)
    theirs = [
        tuple(bytes(CHARACTER_TO_BYTE[character] for character in half) for half in pair)
        for pair in json.loads(peer.to_str())["model"]["merges"]
    ]
    tokenizer = trained("gpt2-order", "gpt2")
    vocabulary = tokenizer.vocabulary
    ours = [(vocabulary[left], vocabulary[right]) for left, right in tokenizer.merges.tolist()]
    assert ours == theirs


def test_ids_equal_tiktoken():
    tokenizer = trained("smallest-ids", "cl100k")
    peer = tiktoken.Encoding(
        name="trained-here",
        pat_str=tokenizer.pattern,
        mergeable_ranks={token: rank for rank, token in enumerate(tokenizer.vocabulary)},
        special_tokens={},
    )
    for text in shared_texts():
        assert tokenizer.encode(text) == peer.encode_ordinary(text)
