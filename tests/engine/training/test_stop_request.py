"""Stop and keep: a training that ends early gives the tokenizer of its own size."""

from __future__ import annotations

import numpy as np
import pytest

from engine import Corpus, Mixture, Source, StopRequest, Tokenizer, TrainingConfig, train
from engine.machine import result_of
from engine.training import merge_loop
from engine.training.training import CountedCorpus
from tests.texts import some_texts

SPECIAL = ("<|endoftext|>", "<|pad|>")
CONFIG = TrainingConfig(700, special_tokens=SPECIAL, reserved_slots=2)
HALVES = Mixture({"jpn": 0.5, "eng": 0.5})
TEXT = "naïve façade — 東京は猫の街です, the the thaw; thicker thistles 1234 12 \n"


@pytest.fixture(scope="module")
def corpus():
    return Corpus([Source("eng", texts=some_texts()), Source("jpn", texts=(TEXT * 9,))])


@pytest.fixture(autouse=True)
def small_slices(monkeypatch):
    """A few merges between two looks at the request, on any machine."""
    run_slice = merge_loop.MergeLoop.run_slice

    def small(self, max_merges, max_work):
        return run_slice(self, min(max_merges, 7), max_work)

    monkeypatch.setattr(merge_loop.MergeLoop, "run_slice", small)


def stopped_at(n_merges: int, steps, stop: StopRequest) -> Tokenizer:
    for progress in steps:
        if progress.merges_done >= n_merges:
            stop.keep()
            break
    return result_of(steps)


@pytest.mark.parametrize("n_merges", [1, 40, 333])
@pytest.mark.parametrize("mixture", [None, HALVES], ids=["natural", "weighted"])
def test_what_is_kept_is_the_smaller_tokenizer_of_the_whole_training(corpus, n_merges, mixture):
    whole = result_of(train(corpus, CONFIG, mixture=mixture))
    stop = StopRequest()
    kept = stopped_at(n_merges, train(corpus, CONFIG, mixture=mixture, stop=stop), stop)
    assert n_merges <= kept.n_merges < n_merges + 8
    assert kept.vocab_size == 256 + kept.n_merges + 4
    assert not kept.unused_ids
    smaller = whole.truncated(kept.vocab_size)
    assert kept.merges.tolist() == smaller.merges.tolist() == whole.merges[: kept.n_merges].tolist()
    assert kept.special_tokens == smaller.special_tokens
    assert kept.special_tokens["<|endoftext|>"] == 256 + kept.n_merges
    assert kept.semantic_hash == smaller.semantic_hash
    ids = kept.encode(TEXT + "<|pad|>", special="parse")
    assert ids == smaller.encode(TEXT + "<|pad|>", special="parse")
    assert kept.decode(ids) == TEXT + "<|pad|>"


def test_the_record_is_that_of_the_merges_that_were_kept(corpus):
    whole = result_of(train(corpus, CONFIG)).training
    stop = StopRequest()
    kept = stopped_at(50, train(corpus, CONFIG, stop=stop), stop)
    record, n = kept.training, kept.n_merges
    assert record.config == TrainingConfig(
        kept.vocab_size, special_tokens=SPECIAL, reserved_slots=2
    )
    for name in ("counts", "applied", "source_applied"):
        assert np.array_equal(getattr(record, name), getattr(whole, name)[:n])
    # Its curve ends where that of the whole training is at this size.
    assert record.bytes_per_token() == whole.bytes_per_token(n)
    assert np.array_equal(record.source_bytes_per_token(), whole.source_bytes_per_token(n))
    asked = f"{CONFIG.n_merges:,}"
    assert record.problems[-1].startswith(f"Stopped at {n:,} of {asked} merges and kept")
    assert f"{kept.vocab_size:,} ids" in record.problems[-1]


def test_it_is_also_the_tokenizer_of_a_training_that_asked_for_its_size(corpus):
    stop = StopRequest()
    kept = stopped_at(100, train(corpus, CONFIG, stop=stop), stop)
    own_size = TrainingConfig(kept.vocab_size, special_tokens=SPECIAL, reserved_slots=2)
    assert result_of(train(corpus, own_size)).semantic_hash == kept.semantic_hash


def test_a_request_before_the_first_merge_keeps_the_first_slice(corpus):
    stop = StopRequest()
    stop.keep()
    kept = result_of(train(corpus, CONFIG, stop=stop))
    assert kept.n_merges == 7


def test_a_request_that_comes_too_late_changes_nothing(corpus):
    stop = StopRequest()
    config = TrainingConfig(256 + 14 + 4, special_tokens=SPECIAL, reserved_slots=2)
    kept = stopped_at(14, train(corpus, config, stop=stop), stop)
    assert kept.training.config == config
    assert not kept.training.problems


def test_the_counts_serve_the_next_training_from_the_same_corpus(corpus):
    counted = CountedCorpus(corpus)
    stop = StopRequest()
    kept = stopped_at(20, counted.train(CONFIG, stop=stop), stop)
    whole = result_of(counted.train(CONFIG))
    assert whole.merges[: kept.n_merges].tolist() == kept.merges.tolist()
    assert whole.n_merges == CONFIG.n_merges or whole.unused_ids
