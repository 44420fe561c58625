"""What threads count in stage two: pairs of tokens, lengths of spans, and runs of tokens.

A pair of tokens that is adjacent less often than the rarest merge is counted is never
crossed by a merge: every place of a pair of later tokens is a place of the pair of first tokens at
its middle. So the text is cut there, and what is left are runs of tokens, most of them short and
many of them equal. They are counted like pre-tokens.
"""

from __future__ import annotations

import threading

import numpy as np

from engine.compiled import Int32s, Int64s, UInt8s, padded, read_only, run_kernel
from engine.counting import CountedSources
from engine.training import _pair_kernels as kernels
from engine.training.superword_documents import TokenBatch, span_lengths, span_starts

_FEWEST_BITS, _MOST_BITS = 14, 25
_CELL_BYTES = 8


class PairCells:
    """Cells in which one or more threads count pairs of tokens, one of them at a time.

    counts: int64[2^k], all zero.
    """

    def __init__(self, bits: int) -> None:
        self.counts = np.zeros(1 << bits, np.int64)
        self.lock = threading.Lock()


class PairCounter:
    """Counts pairs of tokens in one thread, weighted; pairs may share a cell.

    weights: int64[n_sources].
    """

    def __init__(self, weights: Int64s, cells: PairCells) -> None:
        self.cells = cells
        self._weights = weights
        self.tokens = np.zeros(len(weights), np.int64)
        """int64[n_sources]: all tokens, also of what takes no part."""
        self.bytes = np.zeros(len(weights), np.int64)
        self._places = np.empty(kernels.TEXT_BLOCK, np.int64)

    def add(self, batch: TokenBatch) -> None:
        """Count the pairs of one batch."""
        self.bytes[batch.source] += len(batch.data)
        self.tokens[batch.source] += len(batch.ids)
        weight = int(self._weights[batch.source])
        with self.cells.lock:
            run_kernel(
                kernels.add_token_pairs, batch.ids, batch.joins, weight, self.cells.counts,
                self._places,
            )  # fmt: skip


def pair_counters(
    n_threads: int, weights: Int64s, n_bytes: int, most_bytes: int
) -> list[PairCounter]:
    """A counter for each thread; threads share cells where each cannot have its own.

    weights: int64[n_sources]. n_bytes: of the text, from which the number of cells follows.
    most_bytes: memory of all cells; an array beyond it has fewer cells, so that more pairs share
    one.
    """
    bits = min(max(max(1, n_bytes).bit_length() - 4, _FEWEST_BITS), _MOST_BITS)
    while bits > _FEWEST_BITS and _CELL_BYTES << bits > most_bytes:
        bits -= 1
    n_arrays = min(max(1, most_bytes // (_CELL_BYTES << bits)), n_threads)
    cells = [PairCells(bits) for _ in range(n_arrays)]
    return [PairCounter(weights, cells[thread % n_arrays]) for thread in range(n_threads)]


def joined_cells(counters: list[PairCounter]) -> Int64s:
    """int64[2^k]: the sums of all cells of the counters."""
    first, *others = {id(each.cells): each.cells.counts for each in counters}.values()
    for counts in others:
        first += counts
    return first


class SpanCounter:
    """Counts spans by their length in tokens, each occurrence by itself."""

    def __init__(self) -> None:
        self.histogram = np.zeros(1, np.int64)

    def add(self, batch: TokenBatch) -> None:
        """Count the spans of what takes part of a batch."""
        lengths = span_lengths(batch.joins)
        if batch.takes_part is not None:
            lengths = lengths[batch.takes_part[span_starts(batch.joins)]]
        self.histogram = joined_histograms(self.histogram, np.bincount(lengths))


class RunCounter(CountedSources):
    """Counts the runs of batches of tokens. Sources come in order.

    is_often: see `often_counted`.
    lengths: int32[n_ids], bytes of each token.
    """

    def __init__(self, n_sources: int, is_often: UInt8s, lengths: Int32s) -> None:
        super().__init__(n_sources)
        self.n_runs = 0
        self._is_often = is_often
        self._lengths = lengths
        self._runs = np.empty(0, np.uint8)
        self._ends = np.empty(0, np.int64)

    def add(self, batch: TokenBatch) -> None:
        """Count the runs of one batch."""
        self._begin(batch.source)
        self.totals.documents[batch.source] += batch.n_documents
        self.totals.bytes[batch.source] += len(batch.data)
        if len(self._runs) < len(batch.data) + 64:
            self._runs = np.empty(len(batch.data) + 64, np.uint8)
            self._ends = np.empty(len(batch.data) + 1, np.int64)
        n = run_kernel(
            kernels.collect_runs, padded(batch.data), batch.ids, batch.joins, self._lengths,
            self._is_often, self._runs, self._ends,
        )  # fmt: skip
        if n:
            ends = self._ends[:n]
            spans = np.stack((np.concatenate(([0], ends[:-1])), ends), axis=1)
            runs = read_only(self._runs)
            # Their places among the runs of the batch come in the order of those in the text.
            self.table.add(runs, spans, batch.offset)
        self.n_runs += n
        self.totals.pretokens[batch.source] += n


def often_counted(cells: Int64s, least: int) -> UInt8s:
    """uint8[n / 8]: a bit for each cell, the lowest first: whether it reaches `least`.

    cells: int64[n], counts of pairs; least: the count below which no pair is merged.
    """
    return np.packbits(cells >= least, bitorder="little")


def joined_histograms(one: Int64s, other: Int64s) -> Int64s:
    """int64[m]: the sum of two histograms int64 of any lengths, as long as the longer one."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    both = longer.copy()
    both[: len(shorter)] += shorter
    return both
