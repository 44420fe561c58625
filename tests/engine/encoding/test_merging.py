"""Three ways to merge a pre-token equal the slow reference, for any list of merges."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.compiled.arrays import PADDING
from engine.compiled.kernel_cache import run_kernel
from engine.corpus.corpus import Corpus
from engine.encoding import _merging_kernels as kernels
from engine.encoding._level_kernels import merge_run, merge_run_with_heap
from engine.encoding.encoder import Encoder
from engine.encoding.merge_tables import MergeModel, merge_model, merge_room
from engine.errors import ConfigError
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests import reference_bpe

Pair = tuple[int, int]


@st.composite
def merge_lists(draw: st.DrawFn) -> list[Pair]:
    """Merges of what exists, in any order that a trainer might or might not find."""
    ids = [97, 98, 99]
    merges: list[Pair] = []
    for _ in range(draw(st.integers(0, 12))):
        pair = (draw(st.sampled_from(ids)), draw(st.sampled_from(ids)))
        if pair not in merges:
            ids.append(256 + len(merges))
            merges.append(pair)
    return merges


def model_of(merges: list[Pair]) -> MergeModel:
    return merge_model(np.array(merges, np.uint32).reshape(-1, 2), None)


def padded(data: bytes) -> np.ndarray:
    return np.frombuffer(data + bytes(PADDING), np.uint8)


def merged_in_windows(data: bytes, model: MergeModel) -> list[int]:
    out = np.empty(len(data) + 4, np.uint32)
    n = run_kernel(
        kernels.merge_windows, padded(data), 0, len(data), model, merge_room(), out, 0
    )  # fmt: skip
    return out[:n].tolist()


def merged_with_heap(data: bytes, model: MergeModel) -> list[int]:
    out = np.empty(len(data) + 4, np.uint32)
    n = run_kernel(kernels.merge_with_heap, padded(data), 0, len(data), model, out, 0)
    return out[:n].tolist()


texts = st.text("abc", min_size=1, max_size=kernels.SCANNED) | st.text("a", min_size=1, max_size=60)
long_texts = st.text("abc", min_size=1, max_size=400) | st.text("a", min_size=1, max_size=500)


# xa is merged first; "ab" behind the x must then be passed over, although a b stands elsewhere too.
STALE: tuple[list[Pair], str] = [(120, 97), (97, 98)], "cbxab"


def merged_short(data: bytes, model: MergeModel) -> list[int]:
    room = merge_room()
    tables = (model.byte_pairs, model.slots, model.shift)
    places = (room.ids, room.keys, room.found)
    n = run_kernel(kernels.merge_short, padded(data), 0, len(data), *tables, *places)
    return room.found[:n].tolist()


# A merge with no earlier one beside it at first, whose byte goes to a longer token before its turn.
PREVENTED: list[tuple[list[Pair], str]] = [
    ([(97, 98), (256, 99), (99, 100)], "abcd"),
    ([(99, 100), (98, 256), (97, 98)], "abcd"),
    ([(97, 98), (256, 97), (97, 97), (98, 257)], "abaab"),
    ([(97, 97), (97, 98), (256, 256)], "aaaaabaaab"),
]


@pytest.mark.parametrize(("merges", "text"), PREVENTED)
def test_no_merge_is_made_before_one_that_takes_its_byte(merges, text):
    data = text.encode()
    assert merged_short(data, model_of(merges)) == reference_bpe.encode(data, merges)


@pytest.mark.parametrize("seed", range(4))
def test_merges_of_a_training_made_at_once(seed):
    """Where two bytes meet in many merges, and most of a pre-token is merged at once."""
    chance = random.Random(seed)
    letters = "ab" if seed else "abcdefghij"
    text = " ".join("".join(chance.choices(letters, k=chance.randint(1, 30))) for _ in range(800))
    merges = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(256 + 300)).merges
    model, pairs = merge_model(merges, None), list(map(tuple, merges.tolist()))
    for length in (1, 2, 3, 15, 16, 17, 59, 60):
        for _ in range(10):
            data = "".join(chance.choices(letters, k=length)).encode()
            assert merged_short(data, model) == reference_bpe.encode(data, pairs)


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(merges=merge_lists(), text=texts)
def test_scanning_equals_the_reference(merges, text):
    data = text.encode()
    assert merged_short(data, model_of(merges)) == reference_bpe.encode(data, merges)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(merges=merge_lists(), text=long_texts)
@example(merges=STALE[0], text=STALE[1])
def test_windows_and_heap_equal_the_reference(merges, text):
    data = text.encode()
    model = model_of(merges)
    expected = reference_bpe.encode(data, merges)
    assert merged_with_heap(data, model) == expected
    assert merged_in_windows(data, model) == expected


@settings(max_examples=300, deadline=None)
@given(merges=merge_lists(), text=texts)
@example(merges=STALE[0], text=STALE[1])
def test_runs_of_ids_equal_the_reference(merges, text):
    """The ids of a run may stand where its result is written."""
    data, model = text.encode(), model_of(merges)
    expected = reference_bpe.encode(data, merges)
    ids = np.zeros(len(data) + 3, np.uint32)
    ids[2 : 2 + len(data)] = list(data)
    table = (model.slots, model.shift, model.given)
    ranks = np.array([0, *(kernels.rank_of(*pair, model) for pair in pairwise(data)), 0], np.uint32)
    for merge, arguments in ((merge_run, (ranks, 1)), (merge_run_with_heap, ())):
        out = ids.copy()
        end = merge(out, 2, len(data), *table, *arguments, 1)
        assert out[1:end].tolist() == expected
        assert out[0] == 0


@pytest.mark.parametrize("n", [60, 61, 90, 119, 1000, 100_000])
def test_tokens_longer_than_a_window(n):
    """Runs of a double up to 256: a window must reach beyond the tokens it begins with."""
    merges: list[Pair] = [(97, 97)] + [(256 + i, 256 + i) for i in range(7)]
    data = b"a" * n + b"b"
    model = model_of(merges)
    assert merged_in_windows(data, model) == merged_with_heap(data, model)
    assert len(merged_in_windows(data, model)) == n // 256 + (n % 256).bit_count() + 1


@pytest.mark.parametrize("seed", range(3))
def test_two_windows_side_by_side(seed):
    """Texts longer than two windows, of short tokens, and of some longer than what they share."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcd", k=chance.randint(1, 40))) for _ in range(40)]
    text = " ".join(chance.choices(words, k=300))
    config = TrainingConfig(256 + 400, pattern="none" if seed else "gpt2")
    merges = train_tokenizer(Corpus.from_texts([text]), config).merges
    model, pairs = merge_model(merges, None), list(map(tuple, merges.tolist()))
    for n in (107, 108, 109, 200, 700):
        for kind in ("abcd", "ab ", words):
            data = "".join(chance.choices(kind, k=n)).encode()[: 2 * n]
            assert merged_in_windows(data, model) == reference_bpe.encode(data, pairs)


def test_a_repeated_pair_keeps_its_first_rank():
    merges = [(97, 98), (98, 97), (97, 98)]
    assert merged_with_heap(b"abab", model_of(merges)) == [256, 256]
    encoder = Encoder(np.array(merges, np.uint32))
    assert encoder.encode(b"abab").tolist() == [256, 256]


def test_every_merge_is_found_whatever_the_number():
    """Cuckoo hashing moves entries about; none may be lost, none invented."""
    rng = np.random.default_rng(3)
    for n in (0, 1, 200, 5000, 40_000):
        pairs = np.unique(rng.integers(0, 256 + n, (n, 2)), axis=0).astype(np.uint32)
        rng.shuffle(pairs)
        model = merge_model(pairs, None) if n < 300 else placed(pairs)
        for rank in rng.integers(0, max(1, len(pairs)), 300).tolist()[: len(pairs)]:
            assert kernels.rank_of(*pairs[rank].tolist(), model) == rank
        known = set(map(tuple, pairs.tolist()))
        for left, right in rng.integers(0, 256 + n, (300, 2)).tolist():
            if (left, right) not in known:
                assert kernels.rank_of(left, right, model) == kernels.NO_RANK


def placed(pairs: np.ndarray) -> MergeModel:
    """A model of pairs that need not be makeable one after another."""
    from engine.encoding.merge_tables import placed_pairs

    slots, shift = placed_pairs(pairs, np.arange(len(pairs), dtype=np.uint32))
    return model_of([])._replace(slots=slots, shift=shift)


def test_more_ids_than_can_be_told_apart_are_refused():
    with pytest.raises(ConfigError, match="beyond the limit of 2,097,151"):
        merge_model(np.zeros((kernels.NO_ID, 2), np.uint32), None)
