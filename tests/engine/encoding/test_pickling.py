"""Tokenizers go to other processes and are copied, whatever they have encoded before."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

from engine import (
    Corpus,
    CountedCorpus,
    Splitter,
    Tokenizer,
    TrainingConfig,
    train_tokenizer,
)
from engine.encoding import _cache_kernels as cache_kernels
from engine.encoding import _encoding_kernels as kernels
from engine.encoding.batch import BatchEncoder
from engine.encoding.encoder import Encoder
from engine.encoding.token_table import Numbering
from engine.machine import result_of
from engine.settings import Pieces, Superwords
from engine.splitting.splitter import Splitter as PlainSplitter

TEXT = "the lowest of the low, newer and newest <|end|> 12345 wörld 你好 " * 30

WAYS = {
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),  # noqa: S301  our own
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


def tokenizers() -> dict[str, Tokenizer]:
    corpus = Corpus.from_texts([TEXT])
    trained = train_tokenizer(corpus, TrainingConfig(400, special_tokens=("<|end|>",)))
    fallback = TrainingConfig(330, r"(?<=a)b|\p{L}+|.", normalization="nfc")
    superwords = TrainingConfig(380, "gpt2", superwords=Superwords(330, "superbpe-stage2"))
    ids = Numbering(np.arange(256 + 2, dtype=np.uint32)[::-1].copy(), {b"the lowest": 300})
    return {
        "trained": trained,
        "regex": train_tokenizer(corpus, fallback),
        "superwords": train_tokenizer(corpus, superwords),
        "pieces": train_tokenizer(corpus, TrainingConfig(330, pieces=Pieces())),
        "imported": Tokenizer([(149, 148), (146, 1)], numbering=ids, vocab_size=301),
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["trained", "regex", "superwords", "pieces", "imported"])
def test_a_tokenizer_that_has_encoded_is_copied(name, way):
    tokenizer = tokenizers()[name]
    expected = tokenizer.encode(TEXT, special="parse")
    batch = [ids.tolist() for ids in tokenizer.encode_batch([TEXT, "low"], n_threads=2)]
    tokenizer.decode(expected)
    made = WAYS[way](tokenizer)
    assert made is not tokenizer
    assert made.semantic_hash == tokenizer.semantic_hash
    assert made.encode(TEXT, special="parse") == expected
    assert [ids.tolist() for ids in made.encode_batch([TEXT, "low"], n_threads=2)] == batch
    assert made.decode(expected) == tokenizer.decode(expected)
    assert made.pattern == tokenizer.pattern
    assert not made.merges.flags.writeable
    assert (made.training is None) == (tokenizer.training is None)
    # What is copied has the arrays that the kernels were compiled for.
    for kernel in (kernels.encode_documents, kernels.encode_block, cache_kernels.fill_cache):
        assert len(kernel.overloads) <= 1


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
@pytest.mark.parametrize("name", ["trained", "pieces"])
def test_encoders_and_splitters_are_copied(name, way):
    tokenizer = tokenizers()[name]
    expected = tokenizer.encode_to_array(TEXT).tolist()
    encoder: Encoder = tokenizer.batch_encoder.encoders(2)[1]
    encoder.encode(TEXT.encode())
    assert WAYS[way](encoder).encode(TEXT.encode()).tolist() == expected
    batch: BatchEncoder = WAYS[way](tokenizer.batch_encoder)
    assert [each.tolist() for each in batch.encode([TEXT.encode()] * 2)] == [expected] * 2
    for pattern in ("gpt2", r"(?<=a)b|.", "deepseek-v3"):
        splitter: PlainSplitter = WAYS[way](Splitter(pattern))
        assert splitter.split(TEXT) == Splitter(pattern).split(TEXT)
        assert splitter.preset_name == Splitter(pattern).preset_name


def test_a_copy_is_small_whatever_its_tokenizer_has_met():
    tokenizer = tokenizers()["trained"]
    before = len(pickle.dumps(tokenizer))
    tokenizer.encode(" ".join(map(str, range(30_000))))
    assert len(pickle.dumps(tokenizer)) == before
    assert before < 100_000


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
def test_counts_of_a_corpus_are_copied(way):
    config = TrainingConfig(300)
    counted = CountedCorpus(Corpus.from_texts([TEXT]))
    expected = result_of(counted.train(config))
    result_of(counted.train(config))
    made = WAYS[way](counted)
    assert result_of(made.train(config)).semantic_hash == expected.semantic_hash


@pytest.mark.slow
def test_a_pool_of_processes_encodes():
    tokenizer = tokenizers()["trained"]
    expected = tokenizer.encode(TEXT)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(tokenizer.encode, [TEXT, "low"]) == [expected, tokenizer.encode("low")]
