"""What a merge loop begins with: pre-tokens laid out as bytes, or as tokens of merges done."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.compiled import (
    Int64s,
    ReusedArrays,
    UInt8s,
    UInt32s,
    UInt64s,
    bounds_of,
    read_only,
    run_kernel,
)
from engine.counting import PretokenCounts
from engine.encoding import MergeModel, add_up_lengths, encoding_room
from engine.errors import CorpusError
from engine.machine import available_bytes
from engine.settings import N_BYTES, TieBreak
from engine.text import token_words
from engine.training import _pair_kernels as kernels
from engine.training._training_kernels import BY_BYTES
from engine.training.kernel_records import (
    Limits,
    PairTable,
    Results,
    TieOrder,
    empty_pair_table,
    larger_pair_table,
)
from engine.training.merges_done import MergesDone
from engine.training.sentences import say

_BLOCK = 256
_FEWEST_CELLS = 1 << 12
_MOST_CELLS = (1 << 24) - 1
MOST_SOURCES_OF_ONE = 1 << kernels.SHARED_BITS

_LEAST_FREE = 8
"""A layout is kept if the machine can give this multiple of its memory."""

_BYTES_PER_SLOT = 8


@dataclass(frozen=True)
class ByteLayout:
    """Pre-tokens laid out as bytes, with the places of all pairs of bytes; it is not changed.

    order, symbols, borders: as `lay_out` takes and fills them. starts: int64[65537]; the pair
    left * 256 + right has the places postings[starts[pair]:starts[pair + 1]], uint32, ascending.
    longest: bytes of the longest pre-token.
    """

    order: Int64s
    symbols: UInt32s
    borders: UInt64s
    starts: Int64s
    postings: UInt32s
    longest: int


class LayoutKeeper:
    """Keeps the layout of pre-tokens that are merged for the second time, and no other.

    A single training needs none; a second one is usually followed by others. Weights give new
    counts of the same bytes, so the bytes tell which pre-tokens they are.
    """

    def __init__(self) -> None:
        self._data: weakref.ref[UInt8s] | None = None
        self._is_first_seen = False
        self._times_met = 0
        self._layout: ByteLayout | None = None
        self._longest_merge = 0
        self._mergeable: Int64s | None = None

    def __reduce__(self) -> tuple[type[LayoutKeeper], tuple[()]]:
        """A copy in another process has other pre-tokens: it keeps nothing yet."""
        return LayoutKeeper, ()

    def meet(self, pretokens: PretokenCounts, tie_break: TieBreak) -> ByteLayout | None:
        """The layout of pre-tokens for a tie-break, None where it is not kept (yet)."""
        is_first_seen = tie_break == "first-seen"
        known = None if self._data is None else self._data()
        if known is not pretokens.data or self._is_first_seen != is_first_seen:
            self._data, self._is_first_seen = weakref.ref(pretokens.data), is_first_seen
            self._times_met, self._layout, self._mergeable = 0, None, None
        self._times_met += 1
        return self._layout

    def mergeable(self, pretokens: PretokenCounts, longest: int) -> Int64s:
        """int64[n]: as the function of this name, found once for the pre-tokens that were met."""
        if self._mergeable is None or self._longest_merge != longest:
            self._mergeable, self._longest_merge = mergeable(pretokens, longest), longest
        return self._mergeable

    def keep(
        self,
        pretokens: PretokenCounts,
        order: Int64s,
        symbols: UInt32s,
        borders: UInt64s,
        pair_postings: Int64s,
    ) -> ByteLayout | None:
        """The layout of the pre-tokens that were met, kept now; None where that is not worth it.

        symbols, borders: copied; pair_postings: int64[65536], the places of every pair.
        """
        if self._times_met < 2 or not _is_affordable(len(symbols)):
            return None
        starts = bounds_of(pair_postings)
        postings = np.empty(int(starts[-1]), np.uint32)
        run_kernel(kernels.fill_byte_postings, symbols, starts[:-1].copy(), postings)
        longest = longest_pretoken(pretokens)
        self._layout = ByteLayout(order, symbols.copy(), borders.copy(), starts, postings, longest)
        return self._layout


def mergeable(pretokens: PretokenCounts, longest: int) -> Int64s:
    """int64[n]: numbers of the pre-tokens of two bytes, or up to `longest`: they may be a token."""
    widths = np.diff(pretokens.starts)
    return np.flatnonzero((widths == 2) | ((widths > 2) & (widths <= longest)))


def pretoken_order(tie_break: TieBreak, pretokens: PretokenCounts) -> Int64s:
    """int64[n]: the order in which pre-tokens are laid out; empty for the one they have.

    For "first-seen" it is that of their first occurrences, so that the first place of a pair in
    the arena is where a reader of the corpus would meet it first. They have it already, unless
    sources fell out.
    """
    positions = pretokens.first_positions
    if tie_break == "first-seen" and not bool((positions[1:] > positions[:-1]).all()):
        return np.argsort(positions, kind="stable")
    return np.empty(0, np.int64)


def longest_pretoken(pretokens: PretokenCounts) -> int:
    """Bytes of the longest pre-token."""
    return int(np.diff(pretokens.starts).max())


def check_shared(pretokens: PretokenCounts) -> None:
    """Raise CorpusError for a pre-token that occurs in more sources than can be told apart."""
    if len(pretokens.labels) < MOST_SOURCES_OF_ONE:
        return
    n_sources = np.diff(pretokens.source_starts)
    most = int(n_sources.argmax())
    if n_sources[most] >= MOST_SOURCES_OF_ONE:
        raise CorpusError(
            say(
                "too_many_sources_of_one",
                pretoken=token_words(pretokens.pretoken(most)),
                n_sources=n_sources[most],
                greatest=MOST_SOURCES_OF_ONE - 1,
            )
        )


def _is_affordable(n_slots: int) -> bool:
    free = available_bytes()
    return free is None or _LEAST_FREE * _BYTES_PER_SLOT * n_slots <= free


class _Block(NamedTuple):
    """Pairs that are met together, so that the memory of each is on its way before its turn.

    keys     int64[size]  key of the pair
    weights  int64[size]  count of its pre-token
    places   int64[size]  slot where its left half starts
    """

    keys: Int64s
    weights: Int64s
    places: Int64s


def note_done(done: MergesDone, results: Results, tie_order: TieOrder) -> TieOrder:
    """Fill the first rows of the results, and the order of ties for the tokens that are there."""
    n = len(done)
    for name in ("merges", "counts", "applied", "source_applied"):
        getattr(results, name)[:n] = getattr(done, name)
    lengths = np.ones(N_BYTES + n, np.int32)
    merges = read_only(done.merges)
    run_kernel(add_up_lengths, merges, lengths)
    tie_order.lengths[: N_BYTES + n] = lengths
    if tie_order.kind != BY_BYTES:
        return tie_order
    run_kernel(kernels.first_bytes, merges, tie_order.keys, tie_order.lengths)
    # Their bytes may not occur in the corpus, so those of long tokens are put behind it.
    long_ids = np.flatnonzero(lengths > kernels.PREFIX_BYTES)
    if not len(long_ids):
        return tie_order
    tokens = done.token_bytes()
    widths = lengths[long_ids].astype(np.int64)
    tie_order.places[long_ids] = len(tie_order.data) + np.cumsum(widths) - widths
    behind = np.frombuffer(b"".join(tokens[token] for token in long_ids.tolist()), np.uint8)
    return tie_order._replace(data=read_only(np.concatenate([tie_order.data, behind])))


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
    symbols: UInt32s, facts: Int64s, lengths: Int64s, limits: Limits, room: ReusedArrays
) -> tuple[PairTable, int]:
    """The pairs of tokens in the arena that reach limits.min_count, and how many they are.

    symbols: uint32[n_slots], see Arena; facts: int64[n_pretokens, 2], see SourceCounts; lengths:
    int64[n_ids], bytes of each token.
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
        table = larger_pair_table(table, int(cursor[kernels.N_PAIRS]), room)
    rows = table.entries[: int(cursor[kernels.N_PAIRS])]
    rows = rows[rows[:, kernels.COUNT] >= limits.min_count]
    sizes = rows[:, kernels.SIZE]
    rows[:, kernels.START] = np.cumsum(sizes) - sizes
    table.entries[: len(rows)] = rows
    table.slots.fill(0)
    run_kernel(kernels.fill_pair_slots, table, len(rows))
    return table, len(rows)


def fill_postings(
    symbols: UInt32s,
    facts: Int64s,
    lengths: Int64s,
    limits: Limits,
    pairs: tuple[PairTable, int],
    postings: UInt32s,
) -> None:
    """Write the places of the pairs that `token_pairs` found, from the same arrays.

    postings: uint32[size], filled; see Arena.
    """
    table, n_pairs = pairs
    run_kernel(
        kernels.fill_token_postings, symbols, lengths, facts, limits.max_token_bytes, _begin(),
        _block(), table, n_pairs, postings,
    )  # fmt: skip


def _block() -> _Block:
    return _Block(*(np.empty(_BLOCK, np.int64) for _ in range(3)))


def _begin() -> Int64s:
    return np.array([0, -1], np.int64)
