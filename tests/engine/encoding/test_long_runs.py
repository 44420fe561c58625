"""Runs of one character cost as much as other text of their length: counted in steps."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.corpus.corpus import Corpus
from engine.encoding import _merging_kernels as kernels
from engine.encoding.merge_tables import merge_model, merge_room
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests import reference_bpe

LENGTH = 4096
RUNS = {"letter": "a", "mark": "\u0301", "four bytes": "😀", "two letters": "ab"}


def doubling(text: str) -> np.ndarray:
    """The merges that a training on the run makes: tokens of 2^k characters."""
    config = TrainingConfig(256 + 40, pattern="none")
    return train_tokenizer(Corpus.from_texts([text * (2 * LENGTH)]), config).merges


def merged(data: bytes, merges: np.ndarray) -> tuple[list[int], Counter[str]]:
    """The ids of one pre-token, and how many bytes, pairs and entries of heaps that took.

    The kernels run as Python, and short windows are merged as long ones are.
    """
    model, room = merge_model(merges, None), merge_room()
    ranks = {pair: rank for rank, pair in enumerate(map(tuple, merges.tolist()))}
    steps: Counter[str] = Counter()
    with_heap, push = kernels.merge_with_heap.py_func, kernels.heap_push.py_func

    def merge_with_heap(data, start, length, model, out, first):
        steps["bytes"] += length
        return with_heap(data, start, length, model, out, first)

    def merge_short(data, start, length, _byte_pairs, _slots, _shift, _ids, _keys, found):
        return merge_with_heap(data, start, length, model, found, 0)

    def heap_push(heap, size, entry):
        steps["pushed"] += 1
        return push(heap, size, entry)

    def rank_in(left, right, _slots, _shift):
        steps["looked up"] += 1
        return np.uint32(ranks.get((int(left), int(right)), kernels.NO_RANK))

    out, text = np.empty(len(data) + 4, np.uint32), np.frombuffer(data, np.uint8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "SECOND", LENGTH * LENGTH)  # no windows side by side
        for each in (merge_with_heap, merge_short, heap_push, rank_in):
            patch.setattr(kernels, each.__name__, each)
        for name in ("heap_pop", "merge_chain", "merge_frequent", "rank_of"):
            patch.setattr(kernels, name, getattr(kernels, name).py_func)
        n = kernels.merge_windows.py_func(text, 0, len(data), model, room, out, 0)
    return out[:n].tolist(), steps


def expected(data: bytes, merges: np.ndarray) -> list[int]:
    return reference_bpe.encode(data, list(map(tuple, merges.tolist())))


@pytest.mark.parametrize("run", RUNS)
def test_a_run_is_merged_in_steps_that_grow_with_its_length(run):
    merges = doubling(RUNS[run])
    assert len(merges) > 12
    for length in (LENGTH, 2 * LENGTH - 100):
        data = (RUNS[run] * LENGTH).encode()[:length]
        ids, steps = merged(data, merges)
        assert ids == expected(data, merges)
        assert steps["bytes"] <= 8 * length
        assert steps["pushed"] <= length
        assert steps["looked up"] <= 30 * length


def test_words_are_merged_in_windows_as_before():
    """Tokens of a few bytes are taken up again, and half a window is new each time."""
    text = "the lowest newest widest of the low new wide " * 40
    merges = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(300)).merges
    ids, steps = merged(text.encode(), merges)
    assert ids == expected(text.encode(), merges)
    assert steps["bytes"] <= 2 * len(text)


@pytest.mark.parametrize("text", ["aaaaaaab" * 30, "aab" * 90, "abab" * 60 + "ba" * 70, "a" * 311])
def test_frequent_merges_are_made_from_the_left(text):
    merges = np.array([(97, 97), (256, 256), (97, 98), (256, 98), (258, 258)], np.uint32)
    ids, steps = merged(text.encode(), merges)
    assert ids == expected(text.encode(), merges)
    assert steps["bytes"]
