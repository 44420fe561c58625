"""Whole merge lists equal to rustbpe's and tokenizers', on text that every machine has."""

from __future__ import annotations

import json
import sysconfig
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
import rustbpe
import tiktoken
import tokenizers

from engine.corpus.corpus import Corpus
from engine.encoding.token_table import CHARACTER_TO_BYTE
from engine.encoding.tokenizer import Tokenizer
from engine.settings.config import TrainingConfig
from engine.splitting.preset_patterns import preset_pattern
from engine.training.training import train_tokenizer
from resources import sample_corpus_folder

pytestmark = pytest.mark.slow

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


def tokenizers_merges(texts: Sequence[str], vocab_size: int, **options) -> list[tuple[bytes, ...]]:
    """The merges of tokenizers' byte-level BPE with GPT-2's pattern, as bytes."""
    peer = tokenizers.Tokenizer(tokenizers.models.BPE())
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=vocab_size,
        show_progress=False,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        **options,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOKENIZERS_PARALLELISM", "true")
        peer.train_from_iterator(texts, trainer)
    return [
        tuple(bytes(CHARACTER_TO_BYTE[character] for character in half) for half in pair)
        for pair in json.loads(peer.to_str())["model"]["merges"]
    ]


def merges_as_bytes(tokenizer: Tokenizer) -> list[tuple[bytes, ...]]:
    vocabulary = tokenizer.vocabulary
    return [(vocabulary[left], vocabulary[right]) for left, right in tokenizer.merges.tolist()]


def test_merges_equal_tokenizers():
    theirs = tokenizers_merges(shared_texts(), VOCAB_SIZE)
    assert merges_as_bytes(trained("gpt2-order", "gpt2")) == theirs


@pytest.mark.parametrize("longest", [2, 3, 4, 5, 8, 17])
def test_the_token_limit_of_tokenizers_is_one_byte_less(longest):
    texts = shared_texts()[:40]
    config = TrainingConfig(
        2500, tie_break="gpt2-order", max_token_bytes=longest, token_limit="tokenizers"
    )
    ours = train_tokenizer(Corpus.from_texts(texts), config)
    assert merges_as_bytes(ours) == tokenizers_merges(texts, 2500, max_token_length=longest)
    assert max(map(len, ours.vocabulary)) == max(2, longest - 1)


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
