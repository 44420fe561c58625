"""What a merge loop begins with: pre-tokens laid out as bytes, or as tokens of merges done.

First the records of arrays that its kernels take, and how each is made and grows. n_slots: bytes
of the distinct pre-tokens, one slot after each of them and one before all.
"""

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
    zeros,
)
from engine.counting import PretokenCounts
from engine.encoding import BYTE_TO_CHARACTER, MergeModel, add_up_lengths, encoding_room
from engine.errors import CorpusError
from engine.machine import available_bytes
from engine.sentences import say
from engine.settings import N_BYTES, TieBreak, token_words
from engine.training import _pair_kernels as kernels
from engine.training._replacing_kernels import CLOSED, N_FOUND, N_JOB
from engine.training._training_kernels import BY_BYTES, BY_PIECE, BY_PLACE, BY_SIGHT
from engine.training.merges_done import MergesDone

_FIRST_PAIRS = 1 << 16
_KINDS: dict[TieBreak, int] = {
    "smallest-ids": BY_PLACE,
    "gpt2-order": BY_PLACE,
    "greatest-bytes": BY_BYTES,
    "first-seen": BY_SIGHT,
}
"""How the kernels of the heap compare pairs; see TieOrder."""

_BLOCK = 256
_FEWEST_CELLS = 1 << 12
_MOST_CELLS = (1 << 24) - 1
MOST_SOURCES_OF_ONE = 1 << kernels.SHARED_BITS
_LEAST_FREE = 8
"""A layout is kept if the machine can give this multiple of its memory."""
_BYTES_PER_SLOT = 8
NEVER_SHARED = 1 << 62
"""More postings than any pair has."""


class Arena(NamedTuple):
    """Tokens of the distinct pre-tokens, a slot for each byte, and the places of every pair.

    symbols   uint32[n_slots]      id of the token in its first and its last slot; NO_TOKEN in
                                   slot 0 and in the slot after each pre-token
    borders   uint64[n_blocks, 2]  of every 64 slots: how many of these empty ones are before
                                   them, and a bit for each one among them
    postings  uint32[size]         slots where the left half of a pair starts, those of one pair
                                   back to back and ascending; the pair table says where
    """

    symbols: UInt32s
    borders: UInt64s
    postings: UInt32s


class ArenaPart(NamedTuple):
    """A part of the arena that a thread lays out by itself: pre-tokens first_turn to end_turn.

    Its slots are those from first_slot, the empty one before its first pre-token, to end_slot, the
    one behind its last. Blocks of 64 slots first_block to end_block are its own: no other part has
    the slot before a pre-token in them.
    """

    first_turn: int
    end_turn: int
    first_slot: int
    end_slot: int
    first_block: int
    end_block: int


class PairTable(NamedTuple):
    """Pairs as rows, found through open addressing.

    entries  int64[capacity, 4]  KEY: left << 32 | right; COUNT, exact and weighted; START and SIZE:
                                 where its postings begin, and how many there are
    slots    uint32[2^k]         row + 1, 0 for empty; at least two for each row
    """

    entries: Int64s
    slots: UInt32s


class Heap(NamedTuple):
    """Upper bounds of the pair counts as a binary heap, greatest first.

    counts  int64[capacity]   upper bound of the pair's count
    ties    uint64[capacity]  upper bound of what decides between equal counts; see TieOrder
    pairs   uint32[capacity]  row of the pair table
    """

    counts: Int64s
    ties: UInt64s
    pairs: UInt32s


class TieOrder(NamedTuple):
    """What decides between pairs of equal count, and the bytes of each id.

    kind     BY_PLACE   the smallest (keys[left], keys[right]), which is the tie itself
             BY_BYTES   the greatest (left bytes, right bytes); the tie is the pair's key
             BY_SIGHT   the pair seen first in the arena as it is now; the tie is that slot
             BY_PIECE   the token of the fewest characters, then the least string with ▁ for
                        spaces; the tie is the pair's key
    keys     uint64[vocab_size]  BY_PLACE: what ids are compared by; others: the first eight bytes
                                 of each token, big-endian and filled up with zeros
    places   int64[vocab_size]   BY_BYTES, BY_PIECE: where in `data` the bytes of each token begin
    lengths  int64[vocab_size]   bytes of each token, always
    data     uint8[n_bytes]      BY_BYTES, BY_PIECE: the distinct pre-tokens, and tokens that are
                                 in none
    characters  int64[vocab_size]  BY_PIECE: characters of each token
    """

    kind: int
    keys: UInt64s
    places: Int64s
    lengths: Int64s
    data: UInt8s
    characters: Int64s


class Scratch(NamedTuple):
    """Room for one merge: its occurrences and the sums over their neighbours, in one part or two.

    occurrences    uint32[n]             slots where the left half starts; n: the most of any pair
    before, after  uint32[n]             neighbours of each occurrence, NO_TOKEN at the ends
    shared         int64[n]              where the sources of occurrences with several are
    found          int64[n_parts, 5]     what each part found, see _replacing_kernels
    sums           int64[n_parts, vocab_size + 1, 4]  weights and numbers of occurrences by
                                         neighbour on the left and on the right; zero between
                                         merges, but for the last row, of what is no neighbour
    touched_left,
    touched_right  uint32[n_parts, vocab_size]    the neighbours met
    """

    occurrences: UInt32s
    before: UInt32s
    after: UInt32s
    shared: Int64s
    found: Int64s
    sums: Int64s
    touched_left: UInt32s
    touched_right: UInt32s


class Team(NamedTuple):
    """What two threads that share merges tell each other; see _replacing_kernels.

    words  uint64[1]          whose the second part of a merge is
    job    int64[10]          that part, and how many of them the other thread did
    row    int64[n_sources]   its occurrences by source, weighted; zero between merges
    """

    words: UInt64s
    job: Int64s
    row: Int64s


class SourceCounts(NamedTuple):
    """Counts of each pre-token, by its turn in the arena, and by source.

    facts    int64[n_pretokens, 2]  its weighted count; its source where that is the only one, else
                                    a negative number that says where its sources are, see
                                    `note_pretokens`
    indices  uint32[m]              numbers of sources, see PretokenCounts.source_indices
    counts   int64[m]               weighted counts in those sources
    """

    facts: Int64s
    indices: UInt32s
    counts: Int64s


class Results(NamedTuple):
    """What the merges are and did.

    merges          uint32[n_merges, 2]         left and right id
    counts          int64[n_merges]             weighted count of the pair when it was chosen
    applied         int64[n_merges]             how often it was joined
    source_applied  int64[n_merges, n_sources]  how often in each source

    Kernels write the last two weighted; MergeLoop.run_slice makes them natural.
    """

    merges: UInt32s
    counts: Int64s
    applied: Int64s
    source_applied: Int64s


class Limits(NamedTuple):
    """When a pair is no candidate, when a slice ends, and whether it asks before it merges.

    min_count        int64  of a candidate, weighted
    max_token_bytes  int64  of the token that it makes
    last_merge       int64  merges in all at which a slice ends
    max_work         int64  postings after which a slice ends
    asks_veto        bool   stop before each merge until cursor[ALLOWED] names its row
    least_shared     int64  postings from which on a pair is merged in two parts
    """

    min_count: int
    max_token_bytes: int
    last_merge: int = 0
    max_work: int = 0
    asks_veto: bool = False
    least_shared: int = NEVER_SHARED


def pair_table(
    pairs: Int64s, counts: Int64s, starts: Int64s, sizes: Int64s, room: ReusedArrays
) -> PairTable:
    """A table of pairs of bytes, as large as the one before.

    pairs: int64[n], each left * 256 + right; counts, starts, sizes: int64[n], as in PairTable.
    """
    table = empty_pair_table(room)
    keys = (pairs >> 8 << 32) | (pairs & 0xFF)
    table.entries[: len(pairs)] = np.stack([keys, counts, starts, sizes], axis=1)
    run_kernel(kernels.fill_pair_slots, table, len(pairs))
    return table


def empty_pair_table(room: ReusedArrays) -> PairTable:
    """A table without pairs, as large as the one before."""
    capacity = max(_FIRST_PAIRS, room.capacity("entries", np.int64) // 4)
    return _with_slots(room.empty("entries", (capacity, 4), np.int64), 0, room)


def larger_pair_table(table: PairTable, used: int, room: ReusedArrays) -> PairTable:
    """The table with room for twice as many pairs; the first `used` are kept."""
    old = table.entries
    entries = room.empty("entries", (2 * len(old), 4), np.int64)
    entries[:used] = old[:used]
    return _with_slots(entries, used, room)


def _with_slots(entries: Int64s, used: int, room: ReusedArrays) -> PairTable:
    table = PairTable(entries, room.zeros("slots", 2 * len(entries), np.uint32))
    run_kernel(kernels.fill_pair_slots, table, used)
    return table


def empty_heap(capacity: int, room: ReusedArrays) -> Heap:
    """Room for `capacity` entries."""
    return Heap(
        room.empty("heap counts", capacity, np.int64),
        room.empty("heap ties", capacity, np.uint64),
        room.empty("heap pairs", capacity, np.uint32),
    )


def larger_heap(heap: Heap, capacity: int, used: int, room: ReusedArrays) -> Heap:
    """The heap with more room; the first `used` entries are kept."""
    larger = empty_heap(capacity, room)
    larger.counts[:used] = heap.counts[:used]
    larger.ties[:used] = heap.ties[:used]
    larger.pairs[:used] = heap.pairs[:used]
    return larger


def empty_results(n_merges: int, n_sources: int) -> Results:
    """Room for the merges and their counts, all zero; nothing else uses it."""
    return Results(
        merges=np.zeros((n_merges, 2), np.uint32),
        counts=np.zeros(n_merges, np.int64),
        applied=np.zeros(n_merges, np.int64),
        source_applied=zeros(n_merges * n_sources, np.int64).reshape(n_merges, n_sources),
    )


def empty_scratch(n_occurrences: int, n_ids: int, room: ReusedArrays, n_parts: int = 1) -> Scratch:
    """Room for a merge with that many occurrences, in a vocabulary of `n_ids`."""
    return Scratch(
        occurrences=room.empty("occurrences", n_occurrences, np.uint32),
        before=room.empty("before", n_occurrences, np.uint32),
        after=room.empty("after", n_occurrences, np.uint32),
        shared=room.empty("shared", n_occurrences, np.int64),
        found=room.zeros("found", (n_parts, N_FOUND), np.int64),
        sums=room.zeros("sums", (n_parts, n_ids + 1, 4), np.int64),
        touched_left=room.empty("touched left", (n_parts, n_ids), np.uint32),
        touched_right=room.empty("touched right", (n_parts, n_ids), np.uint32),
    )


def new_team(n_sources: int) -> Team:
    """Two threads, of which the second one has nothing to do yet."""
    return Team(
        np.full(1, CLOSED, np.uint64), np.zeros(N_JOB, np.int64), np.zeros(n_sources, np.int64)
    )


def tie_order(
    tie_break: TieBreak, n_ids: int, pretokens: PretokenCounts, *, of_pieces: bool = False
) -> TieOrder:
    """Which of several equally frequent pairs is merged first, as the kernels take it.

    of_pieces: as sentencepiece decides it, whatever the tie-break.
    """
    kind = BY_PIECE if of_pieces else _KINDS[tie_break]
    compares_bytes = kind in (BY_BYTES, BY_PIECE)
    characters = np.ones(n_ids if of_pieces else 0, np.int64)
    characters[0x80:0xC0] = 0  # bytes that begin no character
    return TieOrder(
        kind=kind,
        keys=_first_bytes(n_ids) if compares_bytes else _places(tie_break, n_ids),
        places=np.zeros(n_ids if compares_bytes else 0, np.int64),
        lengths=np.ones(n_ids, np.int64),
        data=read_only(pretokens.data),
        characters=characters,
    )


def _first_bytes(n_ids: int) -> UInt64s:
    """uint64[n_ids]: the first bytes of each token, of which the bytes are there at first."""
    return np.arange(n_ids, dtype=np.uint64) << np.uint64(56)


def _places(tie_break: TieBreak, n_ids: int) -> UInt64s:
    """uint64[n_ids]: the place of each token in the order of ties.

    In "gpt2-order" the bytes are in the order of the characters that GPT-2 writes them with.
    """
    keys = np.arange(n_ids, dtype=np.uint64)
    if tie_break == "gpt2-order":
        order = sorted(range(N_BYTES), key=BYTE_TO_CHARACTER.__getitem__)
        keys[order] = np.arange(N_BYTES, dtype=np.uint64)
    return keys


@dataclass(frozen=True)
class ByteLayout:
    """Pre-tokens laid out as bytes, with the places of all pairs of bytes; it is not changed.

    symbols, borders: as `lay_out` fills them. starts: int64[65537]; the pair
    left * 256 + right has the places postings[starts[pair]:starts[pair + 1]], uint32, ascending.
    longest: bytes of the longest pre-token.
    """

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
        cursors, end = starts[:-1].copy(), len(symbols) - 1
        run_kernel(kernels.fill_byte_postings, symbols, 0, end, cursors, postings)
        longest = longest_pretoken(pretokens)
        self._layout = ByteLayout(symbols.copy(), borders.copy(), starts, postings, longest)
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
    if tie_order.kind == BY_PIECE:
        for rank, (left, right) in enumerate(done.merges.tolist()):
            characters = tie_order.characters[left] + tie_order.characters[right]
            tie_order.characters[N_BYTES + rank] = characters
    elif tie_order.kind != BY_BYTES:
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


class TokenPairs:
    """The pairs of tokens in an arena that reach limits.min_count and have no row yet.

    symbols: uint32[n_slots], see Arena; facts: int64[n_pretokens, 2], see SourceCounts; lengths:
    int64[n_ids], bytes of each token. room: of the cells, which are over after `keep`.

    Call `count` until it is True, then `keep`; with room for the postings, `write_postings`.
    """

    def __init__(
        self, symbols: UInt32s, facts: Int64s, lengths: Int64s, limits: Limits, room: ReusedArrays
    ) -> None:
        self._tokens, self._limits = (symbols, lengths, facts), limits
        self._block, self._at = _block(), _begin()
        if limits.min_count <= 1:  # all reach it
            self._cells = np.ones(1, np.int64)
            return
        n_cells = 1 << int(np.clip(len(symbols) // 8, _FEWEST_CELLS, _MOST_CELLS)).bit_length()
        self._cells = room.zeros("postings", n_cells, np.int64)  # which come later
        longest = limits.max_token_bytes
        run_kernel(kernels.add_to_cells, *self._tokens, longest, _begin(), self._block, self._cells)

    def count(self, table: PairTable, cursor: Int64s, first: int) -> bool:
        """Count them in rows from `first` on; returns False where the table has to grow first.

        cursor: int64[8], with the rows so far.
        """
        return bool(
            run_kernel(
                kernels.count_token_pairs, *self._tokens, self._limits, self._at, self._block,
                self._cells, table, cursor, first,
            )
        )  # fmt: skip

    def keep(self, table: PairTable, cursor: Int64s, first: int) -> int:
        """Drop those that are too rare; returns the postings of the rest.

        Their START then counts from the first of these postings.
        """
        rows = table.entries[first : int(cursor[kernels.N_PAIRS])]
        is_kept = rows[:, kernels.COUNT] >= self._limits.min_count
        are_all_kept = bool(is_kept.all())
        if not are_all_kept:
            rows = rows[is_kept]
        sizes = rows[:, kernels.SIZE]
        rows[:, kernels.START] = np.cumsum(sizes) - sizes
        if are_all_kept:
            return int(sizes.sum())
        n_pairs = first + len(rows)
        table.entries[first:n_pairs] = rows
        cursor[kernels.N_PAIRS] = n_pairs
        table.slots.fill(0)
        run_kernel(kernels.fill_pair_slots, table, n_pairs)
        return int(sizes.sum())

    def write_postings(self, table: PairTable, first: int, end: int, postings: UInt32s) -> None:
        """Write the postings of rows first to end. postings: uint32[size], filled."""
        run_kernel(
            kernels.fill_token_postings, *self._tokens, self._limits.max_token_bytes, _begin(),
            self._block, table, first, end, postings,
        )  # fmt: skip


def _block() -> _Block:
    return _Block(*(np.empty(_BLOCK, np.int64) for _ in range(3)))


def _begin() -> Int64s:
    return np.array([0, -1], np.int64)
