"""BPE dropout: exact against a slow reference, and in distribution equal to tokenizers'."""

from __future__ import annotations

import heapq
from collections import Counter
from copy import deepcopy

import numpy as np
import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Corpus,
    DatasetSettings,
    Tokenizer,
    TrainingConfig,
    train_tokenizer,
    write_dataset,
)
from engine.errors import ArgumentError, ConfigError
from engine.formats import export_tokenizer
from engine.machine import result_of
from tests import reference_bpe

TEXT = "low lower lowest newer newest wider widest 你好 hello wörld " * 4
_LOW_64 = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _LOW_64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _LOW_64
    return word ^ (word >> 31)


def encode_with_dropout(
    data: bytes, merges: list[tuple[int, int]], dropout: float, state: int
) -> list[int]:
    """One pre-token, as `Word::merge_all` of tokenizers, with the random numbers of the kernel."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    ids: list[int | None] = list(data)
    queue: list[tuple[int, int]] = []

    def following(place: int) -> int | None:
        return next((i for i in range(place + 1, len(ids)) if ids[i] is not None), None)

    def push(left: int | None) -> None:
        right = None if left is None else following(left)
        if right is not None and (rank := ranks.get((ids[left], ids[right]))) is not None:
            heapq.heappush(queue, (rank, left))

    for place in range(len(ids)):
        push(place)
    dropped: list[tuple[int, int]] = []
    while queue:
        top = heapq.heappop(queue)
        state = (state + _STEP) & _LOW_64
        if mixed(state) >> 11 < dropout * 2**53:
            dropped.append(top)
            continue
        for each in dropped:
            heapq.heappush(queue, each)
        dropped = []
        rank, left = top
        right = following(left)
        if ids[left] is None or right is None or (ids[left], ids[right]) != merges[rank]:
            continue
        ids[left], ids[right] = 256 + rank, None
        push(left)
        push(next((i for i in range(left - 1, -1, -1) if ids[i] is not None), None))
    return [token_id for token_id in ids if token_id is not None]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(330, special_tokens=("<|end|>",))
    return train_tokenizer(Corpus.from_texts([TEXT]), config)


@settings(max_examples=150, deadline=None)
@given(
    text=st.text("lowerst 你ö", max_size=60),
    dropout=st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]),
    seed=st.integers(0, _LOW_64),
)
def test_equals_the_reference(tokenizer, text, dropout, seed):
    merges = [tuple(pair) for pair in tokenizer.merges.tolist()]
    expected, place = [], 0
    for pretoken in reference_bpe.pretokens_of(text, tokenizer.pattern):
        state = mixed((seed + mixed((place + _STEP) & _LOW_64)) & _LOW_64)
        expected += encode_with_dropout(pretoken, merges, dropout, state)
        place += len(pretoken)
    ids = tokenizer.encode(text, dropout=dropout, seed=seed)
    assert ids == expected
    assert tokenizer.decode(ids) == text


def test_without_dropout_all_merges_are_made_and_with_all_of_it_none(tokenizer):
    assert tokenizer.encode(TEXT, dropout=0.0) == tokenizer.encode(TEXT)
    assert bytes(tokenizer.encode(TEXT, dropout=1.0)) == TEXT.encode()


@pytest.mark.parametrize("dropout", [0.1, 0.4])
def test_the_distribution_is_that_of_tokenizers(tokenizer, tmp_path, dropout):
    """Chi-squared over the encodings of a word; it fails once in a million honest runs."""
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    library.model.dropout = dropout
    n, word = 4_000, " lowest"
    ours = Counter(
        tuple(ids.tolist()) for ids in tokenizer.encode_batch([word] * n, dropout=dropout, seed=7)
    )
    theirs = Counter(tuple(library.encode(word).ids) for _ in range(n))
    assert len(ours) > 5
    statistic, cells, rare = 0.0, 0, np.zeros(2)
    for ids in ours | theirs:
        pair = np.array([ours[ids], theirs[ids]], float)
        if pair.sum() < 20:
            rare += pair
        else:
            statistic += (pair[0] - pair[1]) ** 2 / pair.sum()
            cells += 1
    if rare.sum():
        statistic += (rare[0] - rare[1]) ** 2 / rare.sum()
        cells += 1
    degrees = cells - 1
    # Wilson and Hilferty: the cube root is nearly normal; 4.75 is passed once in a million.
    limit = degrees * (1 - 2 / (9 * degrees) + 4.75 * (2 / (9 * degrees)) ** 0.5) ** 3
    assert statistic < limit


def test_the_same_seed_gives_the_same_ids_for_any_threads_and_cuts(tokenizer):
    texts = [TEXT * n for n in (1, 3, 40)] * 30
    one = tokenizer.encode_batch(texts, dropout=0.2, seed=3, n_threads=1)
    two = tokenizer.encode_batch(texts, dropout=0.2, seed=3, n_threads=2)
    assert all(map(np.array_equal, one, two))
    assert one[0].tolist() == tokenizer.encode(texts[0], dropout=0.2, seed=3)
    assert one[0].tolist() != one[3].tolist()  # the same text again
    other = tokenizer.encode(texts[0], dropout=0.2, seed=4)
    assert one[0].tolist() != other
    view = tokenizer.with_dropout(0.2, 3)
    assert view.encode(texts[0]) == one[0].tolist()
    assert deepcopy(view).encode(texts[0]) == one[0].tolist()
    assert view == tokenizer
    assert tokenizer.dropout is None


def test_without_a_seed_every_call_has_other_ids(tokenizer):
    view = tokenizer.with_dropout(0.5)
    assert view.encode(TEXT) != view.encode(TEXT)


def test_special_tokens_are_never_dropped(tokenizer):
    text = "lowest<|end|>lowest<|end|>lowest<|end|>" * 5
    ids = tokenizer.encode(text, special="parse", dropout=0.5, seed=1)
    assert ids.count(tokenizer.special_tokens["<|end|>"]) == 15
    pieces = tokenizer.decode(ids)
    assert pieces == text
    end = tokenizer.special_tokens["<|end|>"]
    parts = " ".join(map(str, ids)).split(str(end))
    assert len(set(parts)) > 2  # each text between them has its own random numbers


def test_a_dataset_has_the_ids_of_a_batch(tokenizer, tmp_path):
    texts = [TEXT, TEXT, "newest"]
    options = DatasetSettings(dropout=0.3, seed=5, dtype="uint32")
    manifest = result_of(
        write_dataset(tokenizer, Corpus.from_texts(texts), tmp_path / "ids.npy", options)
    )
    written = np.load(tmp_path / "ids.npy")
    expected = tokenizer.encode_batch(texts, dropout=0.3, seed=5)
    assert np.array_equal(written, np.concatenate(expected))
    assert (manifest["dropout"], manifest["seed"]) == (0.3, 5)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"dropout": 1.5}, "dropout must be a number from 0 to 1, not 1.5"),
        ({"dropout": float("nan")}, "from 0 to 1, not nan"),
        ({"dropout": "much"}, "from 0 to 1, not a str 'much'"),
        ({"dropout": 0.1, "seed": -1}, "seed must be a whole number from 0 to"),
        ({"dropout": 0.1, "seed": 0.5}, "seed must be a whole number from 0 to"),
        ({"seed": 1}, "seed is that of dropout"),
    ],
)
def test_bad_values_get_a_sentence(tokenizer, values, sentence):
    with pytest.raises(ArgumentError, match=sentence):
        tokenizer.encode("low", **values)


def test_a_dataset_refuses_bad_values():
    with pytest.raises(ConfigError, match="dropout must be"):
        DatasetSettings(dropout=-0.1)
