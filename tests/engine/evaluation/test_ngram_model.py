"""The n-gram model against its formulas in fractions, worked by hand, and as a distribution."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import ConfigError
from engine.evaluation.ngram_model import (
    MOST_IDS,
    USUAL_DISCOUNTS,
    NgramKeys,
    check_size,
    discounts_of,
    left_neighbours_counted,
    model_steps,
    ngrams_counted,
)
from engine.machine import result_of
from tests.reference_ngrams import BEGIN, ReferenceModel
from tests.reference_ngrams import discounts_of as reference_discounts


def stream_of(documents, boundary):
    ids = [each for document in documents for each in (boundary, *document)]
    return np.array(ids, np.uint32)


def model_of(documents, n_ids, order=3, known=None):
    known = np.ones(n_ids, np.bool_) if known is None else known
    return result_of(model_steps(stream_of(documents, n_ids), known, order))


def some_documents(seed, n_ids, n_documents=30, longest=25):
    rng = random.Random(seed)
    weights = [1 / (i + 1) for i in range(n_ids)]
    return [
        rng.choices(range(n_ids), weights, k=rng.randrange(longest)) for _ in range(n_documents)
    ]


def test_a_text_worked_by_hand():
    """Three documents: 0 1, 0 1, 0 2. Discounts 1/2, 1 and 3/2, as no count occurs often enough."""
    model = model_of([[0, 1], [0, 1], [0, 2]], 3)
    of_first, after_zero = model.distributions(()), model.distributions((0,))
    # 3/6 - (3/2)/6 + (3/6)(1/3), and so on
    np.testing.assert_allclose(of_first[0], [5 / 12, 4 / 12, 3 / 12], rtol=1e-14)
    # every id has one left neighbour: 1/3 each below the bigrams
    np.testing.assert_allclose(of_first[1], [2 / 3, 1 / 6, 1 / 6], rtol=1e-14)
    np.testing.assert_allclose(after_zero[1], [1 / 6, 1 / 2, 1 / 3], rtol=1e-14)
    # after "0" at the beginning: (2 - 1)/3 + (1/2)(5/12), (1 - 1/2)/3 + (1/2)(5/12), (1/2)(1/6)
    np.testing.assert_allclose(after_zero[2], [2 / 24, 13 / 24, 9 / 24], rtol=1e-14)
    assert np.array_equal(of_first[1], of_first[2])


@pytest.mark.parametrize(("seed", "n_ids"), [(1, 3), (2, 6), (3, 9), (4, 14)])
def test_probabilities_are_those_of_the_formulas(seed, n_ids):
    documents = some_documents(seed, n_ids)
    model, reference = model_of(documents, n_ids), ReferenceModel(documents, range(n_ids))
    for document in [*documents[:2], *some_documents(seed + 50, n_ids, 2, 12), [n_ids - 1, 0]]:
        found = model.probabilities(stream_of([document], n_ids))
        expected = [
            [
                float(reference.probability(order, (BEGIN, *document[:i]), wanted))
                for i, wanted in enumerate(document)
            ]
            for order in (1, 2, 3)
        ]
        np.testing.assert_allclose(found, np.array(expected).reshape(3, -1), rtol=1e-12)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_every_distribution_sums_to_one(order):
    rng = random.Random(order)
    n_ids = 60
    known = np.array([rng.random() < 0.9 for _ in range(n_ids)])
    documents = [
        [each for each in document if known[each]] for document in some_documents(9, n_ids, 80)
    ]
    model = model_of(documents, n_ids, order, known)
    assert model.n_vocabulary == known.sum()
    contexts = [tuple(rng.choices(np.flatnonzero(known).tolist(), k=k)) for k in (0, 1, 2, 5) * 8]
    for context in contexts:
        chances = model.distributions(context)
        assert chances.shape == (order, n_ids)
        assert (chances[:, known] > 0).all()
        assert not chances[:, ~known].any()
        np.testing.assert_allclose(chances.sum(axis=1), 1.0, atol=1e-12)


def test_documents_begin_without_what_stood_before():
    model = model_of(some_documents(5, 8), 8)
    one, other = [1, 2, 0], [3, 0, 1]
    together = model.probabilities(stream_of([one, other], 8))
    alone = [model.probabilities(stream_of([each], 8)) for each in (one, other)]
    assert np.array_equal(together, np.concatenate(alone, axis=1))


def test_a_model_of_nothing_is_uniform():
    model = model_of([[], []], 5)
    np.testing.assert_allclose(model.distributions((1, 2)), 0.2)


def test_an_id_that_occurs_belongs_to_the_vocabulary():
    known = np.array([True, False, False])
    model = model_of([[0, 1]], 3, known=known)
    assert model.in_vocabulary.tolist() == [True, True, False]
    np.testing.assert_allclose(model.distributions((0,)).sum(axis=1), 1.0)


def test_discounts_are_those_of_the_papers_or_the_usual_ones():
    for counts in ([1] * 50 + [2] * 20 + [3] * 9 + [4] * 5 + [7], [1, 2, 3, 4], [1, 1, 5], []):
        found = discounts_of(np.array(counts, np.uint32))
        np.testing.assert_allclose(found, [float(each) for each in reference_discounts(counts)])
    assert tuple(discounts_of(np.array([1, 1, 5]))[1:]) == USUAL_DISCOUNTS
    # more than counts of 4 than of 3 would leave a discount below nothing
    assert tuple(discounts_of(np.array([1, 2, 3] + [4] * 9))[1:]) == USUAL_DISCOUNTS


@pytest.mark.parametrize("n_ids", [300, 70_000])
def test_counts_are_those_of_a_dictionary_in_parts_and_threads(n_ids):
    """More than one part to sort, threads, and keys of four digits and of five."""
    rng = np.random.default_rng(n_ids)
    stream = np.minimum(rng.zipf(1.2, 1_300_000) - 1, n_ids - 1).astype(np.uint32)
    stream[0] = stream[rng.integers(0, len(stream), 5_000)] = n_ids
    bits = n_ids.bit_length()
    found = result_of(ngrams_counted(NgramKeys((stream,), 3, bits, n_ids)))
    ids = stream.astype(np.uint64)
    inside = (stream[2:] != n_ids) & (stream[1:-1] != n_ids)
    keys = (ids[:-2] << np.uint64(2 * bits)) | (ids[1:-1] << np.uint64(bits)) | ids[2:]
    expected, counts = np.unique(keys[inside], return_counts=True)
    assert np.array_equal(found.keys, expected)
    assert np.array_equal(found.counts, counts)
    left = result_of(left_neighbours_counted(found.keys, 2 * bits))
    pairs, neighbours = np.unique(expected & np.uint64((1 << 2 * bits) - 1), return_counts=True)
    assert np.array_equal(left.keys, pairs)
    assert np.array_equal(left.counts, neighbours)


def test_several_streams_count_as_one():
    documents = some_documents(3, 11)
    boundary, bits = 11, 4
    streams = tuple(stream_of([document], boundary) for document in documents)
    apart = result_of(ngrams_counted(NgramKeys(streams, 2, bits, boundary)))
    whole = result_of(
        ngrams_counted(NgramKeys((stream_of(documents, boundary),), 2, bits, boundary))
    )
    assert np.array_equal(apart.keys, whole.keys)
    assert np.array_equal(apart.counts, whole.counts)


@pytest.mark.parametrize("order", [0, 4])
def test_other_orders_are_refused(order):
    with pytest.raises(ConfigError, match="1, 2 or 3, not"):
        model_of([[0]], 2, order)


def test_a_vocabulary_without_room_in_a_key_is_refused():
    check_size(MOST_IDS - 1)
    with pytest.raises(ConfigError, match="2,097,151"):
        check_size(MOST_IDS)
