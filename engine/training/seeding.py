"""Beginning a merge loop in the middle: what its arrays are after merges that are done."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.compiled import Int64s, UInt32s, read_only, run_kernel
from engine.counting import PretokenCounts
from engine.encoding import MergeModel, add_up_lengths, encoding_room
from engine.settings import N_BYTES
from engine.training import _heap_kernels as heap_kernels
from engine.training import _pair_kernels as pair_kernels
from engine.training import _seeding_kernels as kernels
from engine.training.arrays import (
    Limits,
    MergeRoom,
    PairTable,
    Results,
    TieOrder,
    empty_pair_table,
    larger_pair_table,
    longest_pretoken,
)
from engine.training.merges_done import MergesDone

_BLOCK = 256
_FEWEST_CELLS = 1 << 12
_MOST_CELLS = (1 << 24) - 1


class _Block(NamedTuple):
    """Pairs that are met together, so that the memory of each is on its way before its turn.

    keys     int64[size]  key of the pair
    weights  int64[size]  count of its pre-token
    places   int64[size]  slot where its left half starts
    """

    keys: Int64s
    weights: Int64s
    places: Int64s


def note_done(done: MergesDone, results: Results, order: TieOrder) -> TieOrder:
    """Fill the first rows of the results, and the order of ties for the tokens that are there."""
    n = len(done)
    for name in ("merges", "counts", "applied", "source_applied"):
        getattr(results, name)[:n] = getattr(done, name)
    lengths = np.ones(N_BYTES + n, np.int32)
    merges = read_only(done.merges)
    run_kernel(add_up_lengths, merges, lengths)
    order.lengths[: N_BYTES + n] = lengths
    if order.kind != heap_kernels.BY_BYTES:
        return order
    run_kernel(kernels.first_bytes, merges, order.keys, order.lengths)
    # Their bytes may stand nowhere in the corpus, so those of long tokens are put behind it.
    long_ids = np.flatnonzero(lengths > heap_kernels.PREFIX_BYTES)
    if not len(long_ids):
        return order
    tokens = done.token_bytes()
    widths = lengths[long_ids].astype(np.int64)
    order.places[long_ids] = len(order.data) + np.cumsum(widths) - widths
    behind = np.frombuffer(b"".join(tokens[token] for token in long_ids.tolist()), np.uint8)
    return order._replace(data=read_only(np.concatenate([order.data, behind])))


def write_tokens(
    pretokens: PretokenCounts, model: MergeModel, order: Int64s, symbols: UInt32s
) -> UInt32s:
    """Write the tokens that the merges of a model make over the bytes of the arena.

    order, symbols: as `lay_out` takes and fills them. Returns uint32[n]: tokens per pre-token.
    """
    n_tokens = np.zeros(pretokens.n_unique, np.uint32)
    merged = np.empty(longest_pretoken(pretokens), np.uint32)
    run_kernel(
        kernels.write_tokens, read_only(pretokens.data), pretokens.starts, order, model,
        encoding_room(), merged, symbols, n_tokens,
    )  # fmt: skip
    return n_tokens


def token_pairs(
    symbols: UInt32s, facts: Int64s, lengths: Int64s, limits: Limits, room: MergeRoom
) -> tuple[PairTable, int]:
    """The pairs of tokens in the arena that reach limits.min_count, and how many they are.

    Their places have room one after another: START and SIZE of each row say where.
    """
    block, longest = _block(), limits.max_token_bytes
    n_cells = 1 << int(np.clip(len(symbols) // 8, _FEWEST_CELLS, _MOST_CELLS)).bit_length()
    cells = room.zeros("postings", n_cells, np.int64)  # which come later
    run_kernel(kernels.add_to_cells, symbols, lengths, facts, longest, _begin(), block, cells)
    table = empty_pair_table(room)
    cursor, at = np.zeros(8, np.int64), _begin()
    while not run_kernel(
        kernels.count_token_pairs, symbols, lengths, facts, limits, at, block, cells, table, cursor
    ):
        table = larger_pair_table(table, int(cursor[pair_kernels.N_PAIRS]), room)
    rows = table.entries[: int(cursor[pair_kernels.N_PAIRS])]
    rows = rows[rows[:, pair_kernels.COUNT] >= limits.min_count]
    sizes = rows[:, pair_kernels.SIZE]
    rows[:, pair_kernels.START] = np.cumsum(sizes) - sizes
    table.entries[: len(rows)] = rows
    table.slots.fill(0)
    run_kernel(pair_kernels.fill_pair_slots, table, len(rows))
    return table, len(rows)


def fill_postings(
    symbols: UInt32s,
    facts: Int64s,
    lengths: Int64s,
    limits: Limits,
    pairs: tuple[PairTable, int],
    postings: UInt32s,
) -> None:
    """Write the places of the pairs that `token_pairs` found."""
    table, n_pairs = pairs
    run_kernel(
        kernels.fill_token_postings, symbols, lengths, facts, limits.max_token_bytes, _begin(),
        _block(), table, n_pairs, postings,
    )  # fmt: skip


def _block() -> _Block:
    return _Block(*(np.empty(_BLOCK, np.int64) for _ in range(3)))


def _begin() -> Int64s:
    return np.array([0, -1], np.int64)
