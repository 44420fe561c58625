"""NgramModel: interpolated modified Kneser-Ney over token ids, of orders one to three.

    P(w | ab) = max(c(abw) - D(c(abw)), 0) / c(ab·) + left_over(ab) * P(w | b)

left_over(ab) is what the discounts D took away, so that every distribution sums to one over the
vocabulary of V ids. Below the highest order, counts are numbers of distinct left neighbours;
n-grams that begin a document have none and keep their own counts. Below the unigrams lies 1 / V. A
context that was never seen takes the lower order whole.

Sources: Kneser and Ney 1995; Chen and Goodman 1998 (modified, interpolated, with the discounts
Y = n1 / (n1 + 2 n2), D1 = 1 - 2 Y n2 / n1, D2 = 2 - 3 Y n3 / n2, D3 = 3 - 4 Y n4 / n3); Heafield
et al. 2013 (n-grams at the beginning, and the discounts 0.5, 1 and 1.5 if these are undefined).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from engine.compiled import Bools, Floats, Int64s, UInt32s, bounds_of, run_kernel
from engine.errors import ConfigError
from engine.evaluation import _ngram_kernels as kernels
from engine.evaluation.ngrams.counting import (
    Counted,
    NgramKeys,
    left_neighbours_counted,
    ngrams_counted,
)
from engine.evaluation.sentences import say
from engine.machine import relayed

Counts = UInt32s | Int64s

HIGHEST_ORDER = 3
MOST_IDS = (1 << 63 // HIGHEST_ORDER) - 1
"""Three ids and the boundary have to fit one 64-bit key."""
USUAL_DISCOUNTS = (0.5, 1.0, 1.5)
_KINDS = 4

_NOTHING = Counted(np.empty(0, np.uint64), np.empty(0, np.uint32))


class NgramModel(NamedTuple):
    """An n-gram model of a stream of ids; see `model_steps`.

    order: 1, 2 or 3. boundary: the id between documents, which is the number of ids.
    in_vocabulary: bool[boundary], the ids that can occur; the V of 1 / V.
    singles, lower_singles: float64[boundary + 1]; pairs, lower_pairs, triples: see the kernels.
    """

    order: int
    boundary: int
    in_vocabulary: Bools
    singles: Floats
    lower_singles: Floats
    pairs: kernels.Pairs
    lower_pairs: kernels.Pairs
    triples: kernels.Triples

    @property
    def n_vocabulary(self) -> int:
        """V."""
        return int(np.count_nonzero(self.in_vocabulary))

    def probabilities(self, stream: UInt32s) -> Floats:
        """float64[order, n]: of each id by the models of order 1, 2 ... given the ids before.

        stream: uint32, begins with a boundary; n is the number of its other ids.
        """
        probabilities = np.empty((HIGHEST_ORDER, len(stream)), np.float64)
        n = run_kernel(
            kernels.write_probabilities, stream, self.boundary, self.order, self.singles,
            self.lower_singles, self.pairs, self.lower_pairs, self.triples, probabilities,
        )  # fmt: skip
        return probabilities[: self.order, :n]

    def distributions(self, context: tuple[int, ...]) -> Floats:
        """float64[order, boundary]: of every id of the vocabulary after a context.

        context: the ids of a document so far. For looking at the model; it takes its time.
        """
        ids = np.flatnonzero(self.in_vocabulary).astype(np.uint32)
        head = np.array([self.boundary, *context], np.uint32)
        rows = np.zeros((self.order, self.boundary))
        for token_id in ids.tolist():
            stream = np.append(head, np.uint32(token_id))
            rows[:, token_id] = self.probabilities(stream)[:, -1]
        return rows


def check_order(order: int) -> None:
    """Raise ConfigError for an order that is not 1, 2 or 3."""
    if order not in range(1, HIGHEST_ORDER + 1):
        raise ConfigError(say("ngram_order", order=order), setting="order")


def check_size(n_ids: int) -> None:
    """Raise ConfigError for a vocabulary whose trigrams do not fit 64 bits."""
    if n_ids >= MOST_IDS:
        raise ConfigError(
            say("ngram_ids", most=MOST_IDS, n_ids=n_ids),
            setting="vocab_size",
        )


def model_steps(
    stream: UInt32s, in_vocabulary: Bools, order: int
) -> Generator[str, None, NgramModel]:
    """Make the model of a stream; yields what is being done, now and then.

    stream: uint32, a boundary before each document, the boundary being the number of ids.
    in_vocabulary: bool[number of ids]; what occurs is always part of it.
    Raises ConfigError.
    """
    check_order(order)
    boundary = len(in_vocabulary)
    check_size(boundary)
    counts = np.bincount(stream, minlength=boundary + 1)
    counts[boundary] = 0
    known = in_vocabulary | (counts[:boundary] > 0)
    singles = _singles(counts, known)
    lower_singles, pairs, lower_pairs = singles, _pairs(_NOTHING, 1, boundary), None
    triples = _triples(_NOTHING, 1, boundary)
    bits = boundary.bit_length()
    if order >= 2:
        counting = ngrams_counted(NgramKeys((stream,), 2, bits, boundary))
        of_two = yield from _named("bigrams", counting)
        pairs = _pairs(of_two, bits, boundary)
        neighbours = np.bincount(pairs.successors, minlength=boundary + 1)
        lower_singles = _singles(neighbours, known)
        if order >= HIGHEST_ORDER:
            counting = ngrams_counted(NgramKeys((stream,), 3, bits, boundary))
            of_three = yield from _named("trigrams", counting)
            triples = _triples(of_three, bits, boundary)
            counting = left_neighbours_counted(of_three.keys, 2 * bits)
            left = yield from _named("left neighbours", counting)
            lower_pairs = _pairs(_with_beginnings(left, of_two, bits, boundary), bits, boundary)
    return NgramModel(
        order, boundary, known, singles, lower_singles, pairs, lower_pairs or pairs, triples
    )


def _named(phase: str, counting: Generator[None, None, Counted]) -> Generator[str, None, Counted]:
    """The counts; yields the phase wherever the counting may be stopped."""
    yield phase
    return (yield from relayed(counting, lambda _: phase))


def discounts_of(counts: Counts) -> Floats:
    """float64[4]: what is taken off counts of 0, 1, 2, and 3 or more.

    Where a number of counts is 0 or a discount would be none, USUAL_DISCOUNTS.
    """
    n = np.bincount(np.minimum(counts, _KINDS + 1).astype(np.int64), minlength=_KINDS + 2)
    usual = np.array([0.0, *USUAL_DISCOUNTS])
    if not n[1 : _KINDS + 1].all():
        return usual
    y = n[1] / (n[1] + 2 * n[2])
    discounts = np.array([0.0, *(k - (k + 1) * y * n[k + 1] / n[k] for k in (1, 2, 3))])
    is_possible = bool((discounts[1:] > 0).all() and (discounts[1:] < [1, 2, 3]).all())
    return discounts if is_possible else usual


def _singles(counts: Counts, known: Bools) -> Floats:
    """float64[v + 1]: the unigram model of counts, with 1 / V below it."""
    discounts = discounts_of(counts[counts > 0])
    taken = discounts[np.minimum(counts, 3)]
    total = float(counts.sum())
    chances = np.zeros(len(known) + 1)
    if total == 0.0:
        chances[:-1][known] = 1.0 / max(1, int(np.count_nonzero(known)))
        return chances
    base = float(taken.sum()) / total / int(np.count_nonzero(known))
    chances[:-1] = (counts[:-1] - taken[:-1]) / total
    chances[:-1][known] += base
    return chances


def _pairs(counted: Counted, bits: int, boundary: int) -> kernels.Pairs:
    firsts = (counted.keys >> np.uint64(bits)).astype(np.int64)
    discounts = discounts_of(counted.counts)
    starts = bounds_of(np.bincount(firsts, minlength=boundary + 1))
    totals = np.bincount(firsts, counted.counts, boundary + 1).astype(np.float64)
    taken = np.bincount(firsts, discounts[np.minimum(counted.counts, 3)], boundary + 1)
    left_over = np.ones(boundary + 1)
    np.divide(taken, totals, out=left_over, where=totals > 0)
    successors = (counted.keys & np.uint64((1 << bits) - 1)).astype(np.uint32)
    return kernels.Pairs(starts, successors, counted.counts, totals, left_over, discounts)


def _triples(counted: Counted, bits: int, boundary: int) -> kernels.Triples:
    contexts = counted.keys >> np.uint64(bits)
    is_first = np.ones(len(contexts), np.bool_)
    np.not_equal(contexts[1:], contexts[:-1], out=is_first[1:])
    starts = np.append(np.flatnonzero(is_first), len(contexts)).astype(np.int64)
    contexts = contexts[starts[:-1]]
    discounts = discounts_of(counted.counts)
    totals = left_over = np.empty(0, np.float64)
    if len(contexts):
        totals = np.add.reduceat(counted.counts, starts[:-1], dtype=np.float64)
        left_over = np.add.reduceat(discounts[np.minimum(counted.counts, 3)], starts[:-1]) / totals
    firsts = (contexts >> np.uint64(bits)).astype(np.int64)
    first = bounds_of(np.bincount(firsts, minlength=boundary + 1))
    mask = np.uint64((1 << bits) - 1)
    return kernels.Triples(
        first, (contexts & mask).astype(np.uint32), starts,
        (counted.keys & mask).astype(np.uint32), counted.counts, totals, left_over, discounts,
    )  # fmt: skip


def _with_beginnings(left: Counted, pairs: Counted, bits: int, boundary: int) -> Counted:
    """The numbers of left neighbours, and the pairs that begin a document with their own counts.

    The boundary is the greatest id, so these come last.
    """
    begins = int(np.searchsorted(pairs.keys, np.uint64(boundary << bits)))
    return Counted(
        np.concatenate([left.keys, pairs.keys[begins:]]),
        np.concatenate([left.counts, pairs.counts[begins:]]),
    )
