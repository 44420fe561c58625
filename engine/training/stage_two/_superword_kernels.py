"""Kernels of superwords: pairs of tokens counted, and the runs of tokens that merges may join.

ids    uint32[n]     tokens of a text, one after another
joins  bool[n]       whether a merge may join tokens i and i + 1; the last one is False
cells  int64[2^k]    sums of the counts of all pairs that fall there, so upper bounds of each

Slow reference: `train_superwords` of tests/reference_superwords.py, in
tests/engine/test_superwords_reference.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, prefetch
from engine.training._pair_kernels import first_cell, key_of, place_among

BLOCK = 256


@kernel
def add_token_pairs(ids, joins, weight, cells, places):
    """Add `weight` for every pair of tokens that a merge may join.

    ids     uint32[n]       tokens of a text, one after another
    joins   bool[n]         whether a merge may join tokens i and i + 1; the last one is False
    cells   int64[2^k]      sums over all pairs that fall there, so upper bounds of each
    places  int64[BLOCK]    working memory
    """
    n = ids.shape[0] - 1
    begin = 0
    while begin < n:
        end = min(n, begin + BLOCK)
        m = 0
        for i in range(begin, end):
            if joins[i]:
                cell = first_cell(key_of(ids[i], ids[i + 1]), cells)
                prefetch(cells, cell)
                places[m] = cell
                m += 1
        for i in range(m):
            cells[places[i]] += weight
        begin = end


@kernel
def collect_runs(data, ids, joins, lengths, is_often, runs, ends):
    """Write the bytes of every run of two tokens and more, one run after another.

    A run ends where nothing may join, and where the pair falls into a cell that is not counted
    often. One bit a cell stays near the processor where the cells themselves do not.

    data     uint8[n_bytes + 64]    the text
    ids      uint32[n], joins bool[n]: as in add_token_pairs
    lengths  int32[n_ids]           bytes of each token
    is_often uint8[2^k / 8]         a bit for each cell, the lowest first
    runs     uint8[n_bytes + 64]    filled
    ends     int64[n]               filled: where each run ends in `runs`

    Returns (runs, tokens in them).
    """
    n = ids.shape[0]
    n_runs = 0
    n_tokens = 0
    size = 0
    at = 0
    run_start = 0
    run_tokens = 0
    for i in range(n):
        at += np.int64(lengths[ids[i]])
        run_tokens += 1
        if joins[i]:
            cell = place_among(key_of(ids[i], ids[i + 1]), 8 * is_often.shape[0])
            if (is_often[cell >> 3] >> np.uint8(cell & 7)) & 1:
                continue
        if run_tokens > 1:
            for j in range(run_start, at):
                runs[size] = data[j]
                size += 1
            ends[n_runs] = size
            n_runs += 1
            n_tokens += run_tokens
        run_start = at
        run_tokens = 0
    return n_runs, n_tokens
