"""MergeLoop: the arrays of a training and the slices in which its kernels run over them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import Int64s, ReusedArrays, UInt32s, UInt64s, read_only, run_kernel
from engine.counting import PretokenCounts
from engine.encoding import merge_model
from engine.errors import CorpusError
from engine.machine import (
    check_memory,
    each_side_by_side,
    merging_bytes,
    n_free_cores,
    side_by_side,
    supply_pages,
)
from engine.sentences import say
from engine.settings import N_BYTES, TrainingConfig
from engine.training import _pair_kernels as pair_kernels
from engine.training import _training_kernels as kernels
from engine.training import layout
from engine.training._pair_kernels import (
    count_byte_pairs,
    fill_byte_postings,
    lay_out,
    note_pretokens,
)
from engine.training._replacing_kernels import CLOSED, help_merging
from engine.training.layout import (
    NEVER_SHARED,
    Arena,
    ArenaPart,
    Heap,
    LayoutKeeper,
    Limits,
    PairTable,
    Results,
    Scratch,
    SourceCounts,
    Team,
    check_shared,
    empty_heap,
    empty_results,
    empty_scratch,
    larger_heap,
    larger_pair_table,
    longest_pretoken,
    new_team,
    pair_table,
    pretoken_order,
    tie_order,
)
from engine.training.merges_done import LaidTokens, MergesDone
from engine.training.vetoes import MergeVeto, rules_remark, tokens_refused_by_rules

if TYPE_CHECKING:
    from engine.settings import ParityRecord
    from engine.training.parity_texts import ParityFigures

REFUSAL_WORK = 64
"""What a refusal counts as, in postings, so that slices end where nothing is merged."""
_MAX_SLOTS = 0xFFFF_FFFE
_MOST_COUNT = 1 << 62
_LOWER_FLOOR = 8
_REPEATED = 2
"""What a pair must count to get a row at first, where nothing higher is certain. Of new pairs most
occur once, and where pre-tokens are long and seldom repeat those rows would be most of the work."""
_MANY_BYTES = 1 << 18
"""Of distinct pre-tokens. With fewer, rows cost less than loading the kernels that count again."""
# Room for postings, in times what the pairs of bytes have: with three times nothing need ever be
# dropped, one and a half take little more time and half the memory.
_MOST_ROOM = 3
_LEAST_ROOM = 1.5
_FREE_ROOM = 1 << 25
"""Up to this number of postings memory does not matter."""
_SPARE_ROOM = 1024
_AHEAD = 1 << 22
"""Postings whose memory is asked for before they are written."""
LEAST_SHARED = 512
"""Postings of a pair that two threads merge together; below, telling the other one costs more."""
LEAST_SHARED_SLOTS = 1 << 22
"""Slots of an arena that two threads share; a smaller one is near a core, and should stay there."""
_FEW_SHARED = 8
"""Help is no longer worth a core where less than this part of a slice's work is shared."""
_TELLING_WORK = 1 << 16
"""Work of a slice that says so."""
_PART_SLOTS = 1 << 18
"""Slots of the arena that are worth a thread."""
_NO_PLACES = np.zeros(0, np.uint32)
"""Places of tokens are kept by ParityGroups alone."""


class AskedVeto:
    """Answers for the pair on top of the heap, in the bytes of its token."""

    def __init__(self, veto: MergeVeto) -> None:
        self._veto = veto
        self._tokens = [bytes([byte]) for byte in range(N_BYTES)]
        self._refused: set[int] = set()

    @property
    def n_refused(self) -> int:
        """Pairs that were not allowed."""
        return len(self._refused)

    def answer(self, table: PairTable, heap: Heap, results: Results, cursor: Int64s) -> None:
        """Allow the pair to be merged next, or take all its count away, for good.

        cursor: int64[8], see _pair_kernels.
        """
        pair = int(heap.pairs[0])
        key = int(table.entries[pair, pair_kernels.KEY])
        if key not in self._refused and self._veto.allows(self._token(key, results, cursor)):
            cursor[pair_kernels.ALLOWED] = pair
            return
        self._refused.add(key)
        table.entries[pair, pair_kernels.COUNT] = 0
        cursor[pair_kernels.WORK] += REFUSAL_WORK

    def _token(self, key: int, results: Results, cursor: Int64s) -> bytes:
        """The bytes of the token that a pair would become."""
        tokens = self._tokens
        made = results.merges[len(tokens) - N_BYTES : int(cursor[pair_kernels.N_MERGES])]
        for left, right in made.tolist():
            tokens.append(tokens[left] + tokens[right])
        return tokens[key >> 32] + tokens[key & pair_kernels.LOW_32]


class MergeLoop:
    """Byte-pair merges over pre-token counts, a slice at a time.

    Call `count_pairs`, then `run_slice` until `finished`. Memory is proportional to the bytes of
    the distinct pre-tokens. In `results` the counts are in units of 1 / pretokens.weight_scale;
    `applied` and `source_applied` are natural.

    room: memory of an earlier loop that is over, to be used again. layouts: where the layout of
        the same pre-tokens may be kept.
    done: merges to begin with, the first of config.n_merges. The pre-tokens are encoded with them
        and the loop goes on as if it had just made them.
    veto: what may forbid merges.
    least_count: pairs counted less often are never merged, in the units of the counts. The floor
        of the loop begins above it and sinks to it as pairs run out.

    Raises ValueError for more merges done than config asks for, or with other sources.
    """

    _arena: Arena
    _table: PairTable
    _heap: Heap
    _scratch: Scratch
    _sources: SourceCounts
    _parts: list[ArenaPart]
    _team: Team
    _is_shared: bool
    """Whether another thread helps with merges of many places."""
    _supplied: int
    """Postings whose memory was asked for."""

    def __init__(
        self,
        pretokens: PretokenCounts,
        config: TrainingConfig,
        room: ReusedArrays | None = None,
        layouts: LayoutKeeper | None = None,
        *,
        done: MergesDone | None = None,
        veto: MergeVeto | None = None,
        least_count: int = 0,
    ) -> None:
        self._pretokens = pretokens
        self._config = config
        self._room = ReusedArrays() if room is None else room
        self._cursor = np.zeros(8, np.int64)
        self.results = empty_results(config.n_merges, len(pretokens.labels))
        self._tie_order = tie_order(
            config.tie_break,
            N_BYTES + config.n_merges,
            pretokens,
            of_pieces=config.pieces is not None,
        )
        self._done = done if done is not None and len(done) else None
        self._veto = veto
        self._asking = None if veto is None or veto.is_empty else AskedVeto(veto)
        self._layouts = LayoutKeeper() if layouts is None else layouts
        self._kept = self._layouts.meet(pretokens, config.tie_break)
        self._candidates = self._layouts.mergeable(pretokens, config.longest_merge)
        self._least_count = max(least_count, weighted_least_count(pretokens, config))
        if self._done is not None:
            self._take_done(self._done)
        self._floor = self._certified_floor(self._candidates)
        self._exhausted = False

    choosers: Int64s | None = None
    figures: ParityFigures | None = None
    parity_record: ParityRecord | None = None
    """Of a ParityLoop, which is used in its place."""

    @property
    def longest_pretoken(self) -> int:
        """Bytes of the longest pre-token."""
        kept = self._kept
        return longest_pretoken(self._pretokens) if kept is None else kept.longest

    @property
    def n_merges(self) -> int:
        """Merges done."""
        return int(self._cursor[pair_kernels.N_MERGES])

    @property
    def finished(self) -> bool:
        return self._exhausted or self.n_merges == self._config.n_merges

    @property
    def is_exhausted(self) -> bool:
        """Whether merging ended because no allowed pair reached the least count."""
        return self._exhausted

    @property
    def floor(self) -> int:
        """What a pair must count to have a row; all others count less."""
        return self._floor

    def pair_rows(self) -> tuple[Int64s, Int64s]:
        """The keys of all pairs with a row, (left << 32) | right, and their counts now.

        A row stays where it is until the floor changes. Those that were merged count 0.
        """
        rows = self._table.entries[: int(self._cursor[pair_kernels.N_PAIRS])]
        return rows[:, pair_kernels.KEY], rows[:, pair_kernels.COUNT]

    @property
    def n_refused(self) -> int:
        """Pairs whose turn had come and that the veto did not allow."""
        return 0 if self._asking is None else self._asking.n_refused

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of this merging, as sentences."""
        remarks: tuple[str, ...] = ()
        if self._veto is not None:
            refused = tokens_refused_by_rules(self._veto)
            remarks = rules_remark(refused, self.n_merges, self._exhausted)
        if not self._exhausted or not self._pretokens.is_weighted:
            return remarks
        return (*remarks, *_weighted_remark(self._config.min_frequency, self.n_merges))

    def count_pairs(self) -> None:
        """Lay out the arena and count its pairs. Raises CorpusError without memory."""
        pretokens = self._pretokens
        self._check_room()
        check_shared(pretokens)
        facts = self._room.empty("facts", (pretokens.n_unique, 2), np.int64)
        self._sources = SourceCounts(facts, pretokens.source_indices, pretokens.source_counts)
        order, symbols, borders = self._laid_out()
        self._in_parts(lambda part, _: self._note_pretokens(part, order))
        if self._done is None:
            self._begin_with_bytes(symbols, borders)
            return
        self._floor = self._certified_floor(self._write_tokens(self._done, order, symbols))
        self._arena = Arena(symbols, borders, np.empty(0, np.uint32))
        self._begin_with_tokens()

    def _write_tokens(self, done: MergesDone, order: Int64s, symbols: UInt32s) -> Int64s:
        """Write the tokens of the merges done over the bytes; returns the unfinished candidates."""
        model = merge_model(done.merges, None)
        n_tokens = layout.write_tokens(self._pretokens, model, order, symbols)
        return self._candidates[n_tokens[self._candidates] > 1]

    @property
    def laid_tokens(self) -> LaidTokens:
        """The pre-tokens as the tokens of the merges so far."""
        return LaidTokens(self._arena.symbols, self._pretokens.starts)

    def run_slice(self, max_merges: int, max_work: int) -> int:
        """Merge up to `max_merges` pairs or about `max_work` postings; returns merges done."""
        before = self.n_merges
        config, asks = self._config, self._asking is not None
        last = min(config.n_merges, before + max_merges)
        self._cursor[pair_kernels.WORK] = self._cursor[pair_kernels.SHARED] = 0
        while True:
            least_shared = LEAST_SHARED if self._is_shared else NEVER_SHARED
            limits = Limits(self._floor, config.longest_merge, last, max_work, asks, least_shared)
            wanted = self._merged(limits)
            if wanted == kernels.ASK_VETO and self._asking is not None:
                self._asking.answer(self._table, self._heap, self.results, self._cursor)
            elif wanted == kernels.GROW_PAIRS:
                self._grow_pairs()
            elif wanted == kernels.MAKE_ROOM:
                self.make_room()
            elif wanted == kernels.NO_PAIR_LEFT and self._floor > self._least_count:
                self._lower_floor()
            else:
                self._exhausted = wanted == kernels.NO_PAIR_LEFT
                self._make_natural(before)
                self._stop_sharing_few()
                return self.n_merges - before

    def _merged(self, limits: Limits) -> int:
        """Run the kernel, in two threads where that is worth while.

        The other one first has pages supplied that the next slices will write.
        """
        cursor, team = self._cursor, self._team
        begin = max(self._supplied, int(cursor[pair_kernels.N_POSTINGS]))
        end = min(len(self._arena.postings), int(cursor[pair_kernels.N_POSTINGS]) + _AHEAD)
        is_supplying = end - begin >= _AHEAD // 2
        team.words[0] = CLOSED

        def merge() -> int:
            wanted: int = run_kernel(
                kernels.merge_slice, self._arena, self._table, self._heap, self._scratch,
                self._sources, self._tie_order, self.results, limits, cursor, team,
            )  # fmt: skip
            return wanted

        def help_along() -> None:
            if is_supplying:
                supply_pages(self._arena.postings[begin:end].data)
            if self._is_shared:
                run_kernel(
                    help_merging, self._arena, self._table, self._sources, self._scratch,
                    self._tie_order.lengths, team,
                )  # fmt: skip

        if n_free_cores() == 1 or not (is_supplying or self._is_shared):
            return merge()
        if is_supplying:
            self._supplied = end
        return side_by_side(help_along, merge)[1]

    def _stop_sharing_few(self) -> None:
        """Go on in one thread where few merges have many places; later ones have still fewer."""
        work = int(self._cursor[pair_kernels.WORK])
        if work >= _TELLING_WORK and self._cursor[pair_kernels.SHARED] * _FEW_SHARED < work:
            self._is_shared = False

    def _make_natural(self, first: int) -> None:
        """Take the weights of the sources out of what the merges from `first` on applied."""
        weights = np.maximum(self._pretokens.source_weights, 1)
        if (weights > 1).any():
            rows = self.results.source_applied[first : self.n_merges]
            np.floor_divide(rows, weights, out=rows)
            self.results.applied[first : self.n_merges] = rows.sum(axis=1)

    def make_room(self) -> None:
        """Drop the postings that have served; take more room where that does not help much.

        What is needed is twice the places of the pair on top of the heap.
        """
        run_kernel(
            kernels.compact_postings, self._arena, self._table, self._cursor,
            self._tie_order.lengths, self._floor, _NO_PLACES,
        )  # fmt: skip
        used = needed = int(self._cursor[pair_kernels.N_POSTINGS])
        if self._cursor[pair_kernels.HEAP_SIZE]:
            needed += 2 * int(self._table.entries[self._heap.pairs[0], pair_kernels.SIZE])
        room = len(self._arena.postings)
        if needed > room or 4 * used > 3 * room:
            self._supplied = 0
            larger = self._room.empty("postings", max(needed, room) + room // 2, np.uint32)
            larger[:used] = self._arena.postings[:used]
            self._arena = self._arena._replace(postings=larger)

    def _check_room(self) -> None:
        """Raise CorpusError where the arena cannot be had."""
        pretokens = self._pretokens
        n_bytes = len(pretokens.data)
        if (n_slots := _slots(pretokens)) > _MAX_SLOTS:
            raise CorpusError(say("too_many_pretoken_bytes", n_bytes=n_slots, greatest=_MAX_SLOTS))
        needed = merging_bytes(pretokens.n_unique, n_bytes) - self._room.n_bytes
        check_memory(needed, pretokens.n_unique, n_bytes, share=None)

    def _laid_out(self) -> tuple[Int64s, UInt32s, UInt64s]:
        """The pre-tokens as bytes: their order, the symbols and the borders of the arena."""
        pretokens, n_slots = self._pretokens, _slots(self._pretokens)
        symbols = self._room.empty("symbols", n_slots, np.uint32)
        order = pretoken_order(self._config.tie_break, pretokens)
        n_parts = 1 if len(order) else max(1, min(n_free_cores(), n_slots // _PART_SLOTS))
        self._parts = arena_parts(pretokens.starts, n_parts)
        if self._kept is not None:
            symbols[:] = self._kept.symbols
            return order, symbols, self._kept.borders
        borders = self._room.zeros("borders", (n_slots // 64 + 1, 2), np.uint64)
        data = read_only(pretokens.data)
        self._in_parts(
            lambda part, _: run_kernel(
                lay_out, data, pretokens.starts, order, part, symbols, borders
            )
        )
        return order, symbols, borders

    def _in_parts(self, work: Callable[[ArenaPart, int], object]) -> None:
        """Call work(part, number) for each part of the arena, in threads."""
        each_side_by_side([partial(work, part, number) for number, part in enumerate(self._parts)])

    def _take_done(self, done: MergesDone) -> None:
        """Enter merges as if they had been made here."""
        n, n_sources = len(done), len(self._pretokens.labels)
        if n > self._config.n_merges or done.source_applied.shape[1] != n_sources:
            raise ValueError(
                f"{n} merges of {done.source_applied.shape[1]} sources are done, where "
                f"{self._config.n_merges} of {n_sources} are asked for"
            )
        self._tie_order = layout.note_done(done, self.results, self._tie_order)
        self._cursor[pair_kernels.N_MERGES] = n

    def _certified_floor(self, candidates: Int64s) -> int:
        """What pairs must count to get a row; lowered where they run out, as it may be a guess."""
        n_merges = self._config.n_merges - self.n_merges
        certain = certified_count(self._pretokens, candidates, n_merges)
        is_guessed = len(self._pretokens.data) >= _MANY_BYTES and not self._pretokens.is_weighted
        return max(self._least_count, certain, _REPEATED if is_guessed else 0)

    def _lower_floor(self) -> None:
        """Count the pairs of the arena again, with rarer ones."""
        self._floor = max(self._least_count, self._floor // _LOWER_FLOOR)
        self._begin_with_tokens()

    def _begin_with_bytes(self, symbols: UInt32s, borders: UInt64s) -> None:
        counted = self._room.zeros("pair counts", (len(self._parts), 2, 1 << 16), np.int64)
        self._in_parts(lambda part, number: self._count_part(part, symbols, counted[number]))
        pair_counts, pair_postings = counted.sum(axis=0)
        if self._kept is None:
            self._kept = self._layouts.keep(self._pretokens, symbols, borders, pair_postings)
        wanted = np.flatnonzero(pair_counts >= self._floor)
        sizes = pair_postings[wanted]
        if self._kept is not None:
            starts, n_postings = self._kept.starts[wanted], len(self._kept.postings)
            postings = self._room.empty("postings", _MOST_ROOM * n_postings, np.uint32)
            postings[:n_postings] = self._kept.postings
        else:
            ends = np.cumsum(sizes)
            starts, n_postings = ends - sizes, int(ends[-1]) if len(ends) else 0
            postings = self._room_for_postings(n_postings)
            # Where each part of the arena writes: behind the postings of the parts before it.
            cursors = np.full((len(self._parts), 1 << 16), -1, np.int64)
            before = np.cumsum(counted[:, 1, wanted], axis=0) - counted[:, 1, wanted]
            cursors[:, wanted] = starts + before
            self._in_parts(
                lambda part, number: run_kernel(
                    fill_byte_postings, symbols, part.first_slot, part.end_slot, cursors[number],
                    postings,
                )
            )  # fmt: skip
        self._arena = Arena(symbols, borders, postings)
        self._table = pair_table(wanted, pair_counts[wanted], starts, sizes, self._room)
        self._begin(len(wanted), n_postings)

    def _begin_with_tokens(self) -> None:
        """Count the pairs of the tokens in the arena."""
        symbols, lengths, facts = self._arena.symbols, self._tie_order.lengths, self._sources.facts
        limits = Limits(self._floor, self._config.longest_merge)
        pairs = layout.TokenPairs(symbols, facts, lengths, limits, self._room)
        self._table = layout.empty_pair_table(self._room)
        self._cursor[pair_kernels.N_PAIRS] = 0
        while not pairs.count(self._table, self._cursor, 0):
            used = int(self._cursor[pair_kernels.N_PAIRS])
            self._table = larger_pair_table(self._table, used, self._room)
        n_postings = pairs.keep(self._table, self._cursor, 0)
        postings = self._room_for_postings(n_postings)
        n_pairs = int(self._cursor[pair_kernels.N_PAIRS])
        pairs.write_postings(self._table, 0, n_pairs, postings)
        self._arena = self._arena._replace(postings=postings)
        self._begin(n_pairs, n_postings)

    def _note_pretokens(self, part: ArenaPart, order: Int64s) -> None:
        pretokens, first, end = self._pretokens, part.first_turn, part.end_turn
        run_kernel(
            note_pretokens, order, pretokens.counts[first:end],
            pretokens.source_starts[first : end + 1], pretokens.source_indices,
            self._sources.facts[first:end],
        )  # fmt: skip

    def _count_part(self, part: ArenaPart, symbols: UInt32s, counted: Int64s) -> None:
        """Count the pairs of bytes and their postings. counted: int64[2, 65536], added to."""
        own = symbols[part.first_slot : part.end_slot + 1]
        facts = self._sources.facts[part.first_turn : part.end_turn]
        run_kernel(count_byte_pairs, own, facts, counted[0], counted[1])

    def _begin(self, n_pairs: int, n_postings: int) -> None:
        """Let the heap and the scratch fit the table, which has just been filled."""
        rows = self._table.entries[:n_pairs]
        largest, highest = 0, 0
        if n_pairs:
            largest = int(rows[:, pair_kernels.SIZE].max())
            highest = int(rows[:, pair_kernels.COUNT].max())
        self._heap = empty_heap(len(self._table.entries), self._room)
        n_ids = len(self._tie_order.lengths)
        is_large = largest >= LEAST_SHARED and len(self._arena.symbols) >= LEAST_SHARED_SLOTS
        self._is_shared = self._asking is None and n_free_cores() > 1 and is_large
        self._scratch = empty_scratch(largest, n_ids, self._room, 2 if self._is_shared else 1)
        self._team = new_team(len(self._pretokens.labels))
        self._cursor[pair_kernels.N_PAIRS] = n_pairs
        self._cursor[pair_kernels.N_POSTINGS] = self._supplied = n_postings
        self._cursor[pair_kernels.HEAP_SIZE] = 0
        # Above all counts, so that the heap is empty and the first look fills it.
        self._cursor[pair_kernels.HEAP_FLOOR] = highest + 1
        self._cursor[pair_kernels.ALLOWED] = -1

    def _room_for_postings(self, n_postings: int) -> UInt32s:
        """Room for the first postings and those to come."""
        room = min(_MOST_ROOM * n_postings, max(int(_LEAST_ROOM * n_postings), _FREE_ROOM))
        room = max(room + _SPARE_ROOM, self._room.capacity("postings", np.uint32))
        return self._room.empty("postings", room, np.uint32)

    def _grow_pairs(self) -> None:
        used = int(self._cursor[pair_kernels.N_PAIRS])
        self._table = larger_pair_table(self._table, used, self._room)
        size = int(self._cursor[pair_kernels.HEAP_SIZE])
        self._heap = larger_heap(self._heap, len(self._table.entries), size, self._room)


def arena_parts(starts: Int64s, n_parts: int) -> list[ArenaPart]:
    """The arena of pre-tokens in the order they have, in up to n_parts parts.

    starts: int64[n + 1], their bounds in the data.
    """
    n = len(starts) - 1
    n_blocks = (int(starts[-1]) + n + 1) // 64 + 1
    begins = {0: 0}
    for number in range(1, n_parts):
        block = number * n_blocks // n_parts
        turn = bisect_left(range(n), 64 * block, key=lambda i: int(starts[i]) + i)
        if turn < n:
            begins.setdefault(turn, block)
    turns, blocks = [*begins, n], [*begins.values(), n_blocks]
    slots = [int(starts[turn]) + turn for turn in turns]
    return [
        ArenaPart(*turn, *slot, *block)
        for turn, slot, block in zip(
            pairwise(turns), pairwise(slots), pairwise(blocks), strict=True
        )
    ]


def weighted_least_count(pretokens: PretokenCounts, config: TrainingConfig) -> int:
    """min_frequency in the units of the counts; at 1 any pair that occurs will do.

    Weights below 1 would otherwise forbid what occurs in one of many sources alone.
    """
    if config.min_frequency == 1:
        return 1
    return min(config.min_frequency * pretokens.weight_scale, _MOST_COUNT)


def _weighted_remark(min_frequency: int, n_merges: int) -> tuple[str, ...]:
    if min_frequency == 1:
        return ()
    return (say("no_frequent_pair", n=n_merges, least=min_frequency),)


def certified_count(pretokens: PretokenCounts, candidates: Int64s, n_merges: int) -> int:
    """A count that every pair has when it is merged, so that rarer ones need no row; 0 for none.

    candidates: int64[n], numbers of the pre-tokens that are no token yet and may become one.
    n_merges: how many merges are to come.

    Let c be the count of the n-th most frequent candidate, for n merges. Each merge finishes at
    most one pre-token, the one of its bytes, so before the last of them one of the first n still
    has a pair, and that pair counts at least c.
    """
    counts = pretokens.counts[candidates]
    if n_merges <= 0:
        return _MOST_COUNT
    if n_merges > len(counts):
        return 0
    nth = len(counts) - n_merges
    return int(np.partition(counts, nth)[nth])


def _slots(pretokens: PretokenCounts) -> int:
    """Slots of the arena: one before all, and one after each pre-token."""
    return 1 + len(pretokens.data) + pretokens.n_unique
