"""PretokenTable, which grows while pre-tokens are counted, and SourceCounter, which counts into it.

Each counting thread has one of both; sources come one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine.compiled import (
    PADDING,
    Int64s,
    ReusedArrays,
    UInt8s,
    UInt64s,
    larger,
    padded,
    read_only,
    run_kernel,
    supplied_zeros,
)
from engine.corpus import DocumentBatch
from engine.counting import _counting_kernels as kernels
from engine.counting import _entering_kernels as entering
from engine.counting.kept import NUMBERS, SourcePretokens, SourceTotals
from engine.encoding import SHORT_PRETOKEN
from engine.splitting import ScanRoom, ScanTables, Splitter, endless, scan_room

_FIRST_SLOTS = 1 << 15
_LARGE_SLOTS = 1 << 20
_FEWEST_SLOTS = 1 << 10
_FIRST_SIZES = ((32 << 20, 1 << 19), (8 << 20, 1 << 18))
"""Slots to begin with where a thread has at least this many bytes to count."""
_SHORT_FOR_LONG = 8
"""Slots of short pre-tokens for each long one that there is room for at first."""
_USUAL_SHORT_BYTES = 8
_SUPPLIED_LONG_BYTES = 1 << 18
_TEXT_PADDING = 64
_USUAL_TEXT, _MOST_KEPT = 5 << 18, 1 << 23
"""Bytes of the memory into which texts are copied at first, and at most."""


class ShortTable(NamedTuple):
    """Pre-tokens of up to 15 bytes; half of the slots may be taken.

    slots    uint64[2^k, 4]  LOW and HIGH word of the key, COUNT since the last collection, ENTRY:
                             number + 1; all 0 where it is empty
    touched  int64[most]     slots of entries counted since the last collection
    firsts   int64[most]     where in the source each of those occurred first since then

    most: how many entries there may be, see `of_size`.
    """

    slots: UInt64s
    touched: Int64s
    firsts: Int64s

    @property
    def next_size(self) -> int:
        """Slots of the table that takes its place when it is full."""
        n_slots = len(self.slots)
        return n_slots * (4 if 4 * n_slots <= _LARGE_SLOTS else 2)

    @classmethod
    def of_size(cls, n_slots: int) -> ShortTable:
        """An empty table.

        Half of its slots may be taken: a search that meets another pre-token, a mispredicted
        branch, costs less than the fresh pages of twice the slots.
        """
        most = n_slots // 2
        slots = supplied_zeros(4 * n_slots, np.uint64).reshape(n_slots, 4)
        return cls(slots, np.empty(most, np.int64), np.empty(most, np.int64))


class LongTable(NamedTuple):
    """Pre-tokens of more than 15 bytes; entry i owns arena[starts[i]:starts[i + 1]].

    slots   int64[2^k]           entry + 1, 0 for empty
    hashes  uint64[capacity]     of each entry
    starts  int64[capacity + 1]
    arena   uint8[size]
    counts  int64[capacity]      since the last collection
    touched int64[capacity]      entries counted since the last collection
    firsts  int64[capacity]      where in the source each of those occurred first since then
    """

    slots: Int64s
    hashes: UInt64s
    starts: Int64s
    arena: UInt8s
    counts: Int64s
    touched: Int64s
    firsts: Int64s


class CountList(NamedTuple):
    """Counts of one source by the entries of one table, none twice, in the order of the text.

    entries  int64[n]    short ones and -1 - the long ones, as `PretokenTable.enter` gives them
    counts   int64[n]
    firsts   int64[n]    where in the source each occurs first, in bytes
    """

    entries: Int64s
    counts: Int64s
    firsts: Int64s


class BatchRoom(NamedTuple):
    """Working memory of count_ends for one batch of pre-tokens.

    lows, highs  uint64[BATCH]  words of the short keys; a mark in `highs` for long pre-tokens
    slots        uint64[BATCH]  where a short one is looked for, or which of `hashes` is its hash
    starts       int64[BATCH]   where each begins
    hashes       uint64[BATCH]  of the long ones
    """

    lows: UInt64s
    highs: UInt64s
    slots: UInt64s
    starts: Int64s
    hashes: UInt64s

    @classmethod
    def new(cls) -> BatchRoom:
        """Room of one thread."""
        n = kernels.BATCH
        words = np.empty((4, n), np.uint64)
        return cls(words[0], words[1], words[2], np.empty(n, np.int64), words[3])


class PretokenTable:
    """Counts pre-tokens exactly, in memory proportional to the distinct ones.

    Short pre-tokens (up to 15 bytes) and long ones are numbered separately, as they come.

    first_slots: the size to begin with, a power of two; 0 for that of counting.
    """

    def __init__(self, first_slots: int = 0) -> None:
        first_slots = first_slots or _FIRST_SLOTS
        self._short = ShortTable.of_size(first_slots)
        n_long = first_slots // _SHORT_FOR_LONG
        self._long = LongTable(
            slots=supplied_zeros(2 * n_long, np.int64, _SUPPLIED_LONG_BYTES),
            hashes=np.zeros(n_long, np.uint64),
            starts=np.zeros(n_long + 1, np.int64),
            arena=np.zeros(32 * n_long, np.uint8),
            counts=np.zeros(n_long, np.int64),
            touched=np.empty(n_long, np.int64),
            firsts=np.empty(n_long, np.int64),
        )
        self._cursor = np.zeros(4, np.int64)
        self._room = BatchRoom.new()

    @property
    def n_short(self) -> int:
        return int(self._cursor[0])

    @property
    def n_long(self) -> int:
        return int(self._cursor[2])

    @property
    def n_entries(self) -> int:
        """Distinct pre-tokens."""
        return self.n_short + self.n_long

    @property
    def expected_bytes(self) -> int:
        """About the bytes of all distinct pre-tokens; the short ones are not measured."""
        return _USUAL_SHORT_BYTES * self.n_short + self._long_bytes

    @property
    def n_counted(self) -> int:
        """Entries counted since the last collection."""
        return int(self._cursor[1] + self._cursor[3])

    @property
    def memory_bytes(self) -> int:
        """Memory that the table takes."""
        arrays = (*self._short, *self._long)
        return sum(array.nbytes for array in arrays)

    @property
    def growth_bytes(self) -> int:
        """Memory that the table takes more for a while when it grows next, 0 if that is far."""
        short, arena = self._short.slots, self._long.arena
        growth = 0
        if 1.25 * self.n_short > len(self._short.touched):
            growth += self._short.next_size * short[0].nbytes
        if 1.25 * self._long_bytes > len(arena):
            growth += 2 * arena.nbytes
        return growth

    @property
    def _long_bytes(self) -> int:
        """The bytes of the long pre-tokens.

        Other threads ask while one counts: the table may have grown between the two looks, so
        that it has more entries than the arrays that were there before.
        """
        starts = self._long.starts
        return int(starts[min(self.n_long, len(starts) - 1)])

    def add(self, padded: UInt8s, spans: Int64s, offset: int = 0) -> None:
        """Count the pre-tokens that spans int64[n, 2] cut out of a text, each beside the next.

        padded: uint8[text + 64], the text and some bytes more, which are not looked at.
        offset: where the text begins in its source, in bytes.
        """
        start, ends = int(spans[0, 0]), np.ascontiguousarray(spans[:, 1])
        while True:
            done = run_kernel(
                kernels.count_ends, padded, start, ends, len(ends), offset, self._short,
                self._long, self._cursor, self._room,
            )  # fmt: skip
            if done == len(ends):
                return
            if done:
                start, ends = int(ends[done - 1]), ends[done:].copy()
            self._grow_for(int(ends[0]) - start)

    def cut_and_add(
        self, padded: UInt8s, batch: DocumentBatch, tables: ScanTables, scanning: ScanRoom
    ) -> tuple[int, int]:
        """Cut a batch of documents and count its pre-tokens, in one kernel.

        padded: uint8[n_bytes + 64], the text of the batch and some bytes more.
        Returns how many there are and how many bytes are unmatched; (-1, 0) where the pattern
        reads a text again and again.
        """
        place = np.zeros(8, np.int64)
        place[kernels.AT] = batch.bounds[0]
        while True:
            wanted = run_kernel(
                kernels.count_documents, padded, batch.bounds, tables, scanning, batch.offset,
                self._short, self._long, self._cursor, self._room, place,
            )  # fmt: skip
            if wanted == kernels.DONE:
                return int(place[kernels.N_PRETOKENS]), int(place[kernels.UNMATCHED_BYTES])
            if wanted == kernels.GIVEN_UP:
                return -1, 0
            self._grow_for(int(scanning.ends[place[kernels.NEXT_END]] - place[kernels.AT]))

    def collect(self) -> CountList:
        """The counts since the last collection, which are zero afterwards."""
        n = self.n_counted
        counted = CountList(*(np.empty(n, np.int64) for _ in CountList._fields))
        run_kernel(kernels.collect, self._short, self._long, self._cursor, *counted)
        return counted

    def enter(self, padded: UInt8s, starts: Int64s, ends: Int64s) -> Int64s:
        """Enter pre-tokens without counting them.

        padded: uint8[n_bytes + 16]. starts, ends: int64[n]; pre-token i is
            padded[starts[i]:ends[i]].
        Returns int64[n]: the short entry of each, or -1 - the long entry.
        """
        entries = np.empty(len(starts), np.int64)
        text = read_only(padded)
        done = 0
        while True:
            done = run_kernel(
                entering.enter_pretokens, text, starts, ends, done, self._short, self._long,
                self._cursor, self._room, entries,
            )  # fmt: skip
            if done == len(entries):
                return entries
            self._grow_for(int(ends[done] - starts[done]))

    def count_entered(self, padded: UInt8s, starts: Int64s, ends: Int64s) -> int:
        """How many of some pre-tokens it has.

        padded: uint8[n_bytes + 16]; starts, ends: int64[n], as in `enter`.
        """
        room = BatchRoom.new()
        return int(
            run_kernel(
                entering.count_entered, read_only(padded), starts, ends, self._short.slots,
                self._long, room,
            )
        )  # fmt: skip

    def slots_of_short(self) -> Int64s:
        """int64[n_short]: where each short entry lies, until the table grows."""
        slot_of = np.empty(self.n_short, np.int64)
        run_kernel(kernels.find_slots, self._short.slots, 0, len(self._short.slots), slot_of)
        return slot_of

    def ids(self, first: int) -> Int64s:
        """int64[2]: the ids of its first short and its first long entry, counted from `first`."""
        return np.array([first, first + self.n_short], np.int64)

    def link(
        self,
        share: tuple[int, int],
        ids: Int64s,
        others: Sequence[tuple[PretokenTable, Int64s]],
        links: Int64s,
        slot_of: Int64s,
    ) -> int:
        """Link a share of its entries to the same ones of other tables, and say where they lie.

        share: the number of the share, and how many there are; each may be done in a thread.
        ids: see `ids`. others: tables with theirs.
        links: int64[n_ids], of an entry -1 - the id of the same one in the first table that has it.
        slot_of: as `slots_of_short` gives it, of this share.
        Returns the bytes of the share.
        """
        number, n_shares = share
        slots = self._short.slots
        begin, end = (len(slots) * each // n_shares for each in (number, number + 1))
        n_bytes = int(run_kernel(kernels.find_slots, slots, begin, end, slot_of))
        for other, there in others:
            run_kernel(
                kernels.link_entries, slots, self._long, self.n_long, ids, number, n_shares,
                other._short.slots, other._long, there, links,
            )  # fmt: skip
        begin, end = (self.n_long * each // n_shares for each in (number, number + 1))
        return n_bytes + int(self._long.starts[end] - self._long.starts[begin])

    def pretokens(self, entries: Int64s, slot_of: Int64s) -> tuple[UInt8s, Int64s]:
        """The bytes of some entries, back to back and padded, and int64[n + 1], their bounds.

        entries: int64[n], as `enter` gives them: short ones, and -1 - the long ones.
        slot_of: what `slots_of_short` says.
        """
        long = -1 - entries[entries < 0]
        most = SHORT_PRETOKEN * (len(entries) - len(long))
        most += int((self._long.starts[long + 1] - self._long.starts[long]).sum())
        bounds = np.zeros(len(entries) + 1, np.int64)
        data = np.empty(most + PADDING, np.uint8)
        self.spell(entries, 0, slot_of, bounds, data)
        return data[: int(bounds[-1]) + PADDING], bounds

    def spell(
        self, entries: Int64s, first: int, slot_of: Int64s, bounds: Int64s, data: UInt8s
    ) -> None:
        """Write the bytes of entries to data[bounds[first]:], with zeros behind, and their bounds.

        Arrays as in `pretokens`.
        """
        run_kernel(
            kernels.spell_entries, entries, first, self._short.slots, slot_of, self._long, bounds,
            data,
        )  # fmt: skip

    def _grow_for(self, length: int) -> None:
        """Make room for a pre-token of this many bytes."""
        if length <= SHORT_PRETOKEN:
            self._grow_short()
        else:
            self._grow_long(length)

    def _grow_short(self) -> None:
        old = self._short
        new = ShortTable.of_size(old.next_size)
        n_touched = int(self._cursor[1])
        run_kernel(kernels.move_short, old.slots, new.slots, old.touched, n_touched, new.touched)
        new.firsts[:n_touched] = old.firsts[:n_touched]
        self._short = new

    def _grow_long(self, needed_bytes: int) -> None:
        table, n, n_touched = self._long, self.n_long, int(self._cursor[3])
        if n == len(table.hashes):
            capacity = 2 * n
            hashes = larger(table.hashes, capacity, n)
            slots = supplied_zeros(2 * capacity, np.int64)
            run_kernel(kernels.fill_long_slots, hashes, n, slots)
            table = table._replace(
                slots=slots, hashes=hashes, starts=larger(table.starts, capacity + 1, n + 1),
                counts=larger(table.counts, capacity, n),
                touched=larger(table.touched, capacity, n_touched),
                firsts=larger(table.firsts, capacity, n_touched),
            )  # fmt: skip
        used = int(table.starts[n])
        needed = used + needed_bytes + PADDING
        if needed > len(table.arena):
            table = table._replace(arena=larger(table.arena, 2 * needed, used))
        self._long = table


class CountedSources:
    """What was counted so far. Sources come in order, so each one's counts are one list.

    totals: of each source so far. n_bytes: of the text to come, about; 0 if unknown.
    """

    def __init__(self, n_sources: int, n_bytes: int = 0) -> None:
        sizes = [n_slots for least, n_slots in _FIRST_SIZES if n_bytes >= least]
        self._first_slots = max(sizes, default=0)
        self.table = PretokenTable(_FEWEST_SLOTS if self._first_slots else 0)
        self.totals = SourceTotals(*np.zeros((5, n_sources), np.int64))
        self._source = 0
        self._finished: list[tuple[int, CountList]] = []
        self._n_taken = 0
        self._told = np.stack(self.totals)

    @property
    def n_counts(self) -> int:
        """Counts of an entry in a source, so far."""
        return self.table.n_counted + sum(len(own.counts) for _, own in self._finished)

    def take(self, source: int, counted: SourcePretokens) -> None:
        """Begin with what was counted of a source before; call it before counting."""
        entries = self.table.enter(counted.data, counted.starts[:-1], counted.starts[1:])
        self._finished.append((source, CountList(entries, counted.counts, counted.firsts)))
        self._n_taken = len(self._finished)
        self.totals.add(source, counted)
        self._told = np.stack(self.totals)

    def taken(self) -> list[tuple[int, SourcePretokens]]:
        """What was counted since the last call, by source; call it while nothing is counted."""
        self._finish_source()
        totals = np.stack(self.totals)
        since, self._told = totals - self._told, totals
        taken, slot_of = [], self.table.slots_of_short()
        for source, each in self._finished[self._n_taken :]:
            if not since[:, source].any():
                continue
            numbers: list[int] = since[:, source].tolist()
            taken.append((source, _pretokens_of(self.table, each, slot_of, numbers)))
        self._n_taken = len(self._finished)
        while len(self._finished) > 1 and self._finished[-1][0] == self._finished[-2][0]:
            (source, last), (_, before) = self._finished.pop(), self._finished.pop()
            self._finished.append((source, _joined_lists([before, last], self.table)))
            self._n_taken -= 1
        return taken

    def drained(self) -> list[tuple[int, SourcePretokens]]:
        """As `taken`, from a table that is empty afterwards; never call both on one object."""
        taken = self.taken()
        self.table = PretokenTable()
        self._finished.clear()
        self._n_taken = 0
        return taken

    def drop_table(self) -> None:
        """Give its memory back."""
        self.table = PretokenTable(_FEWEST_SLOTS)

    def finished(self) -> list[tuple[int, CountList]]:
        """The counts of all sources, once no more is to come; a source may have several lists."""
        self._finish_source()
        return self._finished

    def _begin(self, source: int) -> None:
        """What is counted from here on is of this source."""
        if source != self._source:
            self._finish_source()
            self._source = source

    def _finish_source(self) -> None:
        self._finished.append((self._source, self.table.collect()))


class SourceCounter(CountedSources):
    """Cuts batches of documents into pre-tokens and counts them."""

    def __init__(self, splitter: Splitter, n_sources: int, n_bytes: int = 0) -> None:
        super().__init__(n_sources, n_bytes)
        self._splitter = splitter
        self._scan_room = scan_room(1 << 20)
        self._texts = ReusedArrays()

    def count(self, batch: DocumentBatch) -> Iterator[None]:
        """Count one batch, yielding after every block so that the thread can stop in between."""
        self._make_room()
        self._begin(batch.source)
        self.totals.documents[batch.source] += batch.n_documents
        self.totals.characters[batch.source] += batch.n_characters
        tables = self._splitter.scan_tables
        if tables is None:
            yield from self._count_spans(batch, padded(batch.data))
            return
        text = self._text(batch.data) if batch.piece is None else batch.piece.padded
        n, unmatched = self.table.cut_and_add(text, batch, tables, self._scan_room)
        batch.release()
        if n < 0:
            raise endless(self._splitter.pattern)
        self.totals.pretokens[batch.source] += n
        self.totals.unmatched[batch.source] += unmatched
        self.totals.bytes[batch.source] += batch.n_bytes
        yield

    def _make_room(self) -> None:
        """Make a large table in this thread, while others make theirs and the reading begins."""
        if self._first_slots and not self.table.n_entries:
            self.table = PretokenTable(self._first_slots)
        self._first_slots = 0

    def _text(self, data: bytes) -> UInt8s:
        """As `padded`, in memory that is used again; fresh pages cost more than the copy."""
        needed = len(data) + _TEXT_PADDING
        if needed > _MOST_KEPT:
            return padded(data)
        text = self._texts.empty("text", max(needed, _USUAL_TEXT), np.uint8)[:needed]
        text[: len(data)] = np.frombuffer(data, np.uint8)
        return read_only(text)

    def _count_spans(self, batch: DocumentBatch, text: UInt8s) -> Iterator[None]:
        """Count what a splitter without a single automaton cuts."""
        for block in self._splitter.span_blocks(batch.data, batch.bounds):
            spans = block.spans
            self.table.add(text, spans, batch.offset)
            self.totals.pretokens[batch.source] += len(spans)
            self.totals.bytes[batch.source] += int(spans[-1, 1] - spans[0, 0])
            if not block.matched.all():
                widths = spans[:, 1] - spans[:, 0]
                self.totals.unmatched[batch.source] += int(widths[~block.matched].sum())
            yield


def taken_by_source(counters: Iterable[CountedSources]) -> list[tuple[int, SourcePretokens]]:
    """What all counters have counted since the last call, by source; call it while they rest."""
    sections: dict[int, list[SourcePretokens]] = {}
    for counter in counters:
        for source, section in counter.taken():
            sections.setdefault(source, []).append(section)
    return [(source, _in_one(sections[source])) for source in sorted(sections)]


def _in_one(sections: Sequence[SourcePretokens]) -> SourcePretokens:
    """What several threads have counted of one source."""
    if len(sections) == 1:
        return sections[0]
    table = PretokenTable()
    lists = [
        CountList(
            table.enter(each.data, each.starts[:-1], each.starts[1:]), each.counts, each.firsts
        )
        for each in sections
    ]
    numbers = [sum(getattr(each, name) for each in sections) for name in NUMBERS]
    return _pretokens_of(table, _joined_lists(lists, table), table.slots_of_short(), numbers)


def _pretokens_of(
    table: PretokenTable, counted: CountList, slot_of: Int64s, numbers: Sequence[int]
) -> SourcePretokens:
    """A list of counts by itself. numbers: bytes, documents, characters, pre-tokens, unmatched."""
    data, starts = table.pretokens(counted.entries, slot_of)
    arrays = (data, starts, counted.counts, counted.firsts)
    return SourcePretokens(*arrays, *map(int, numbers))  # type: ignore[arg-type]


def _joined_lists(lists: Sequence[CountList], table: PretokenTable) -> CountList:
    """Several lists of one source and one table in one."""
    n_short, n_entries = table.n_short, table.n_entries
    counts = np.zeros(n_entries, np.int64)
    firsts = np.full(n_entries, np.iinfo(np.int64).max)
    for each in lists:
        numbers = np.where(each.entries < 0, n_short - 1 - each.entries, each.entries)
        counts[numbers] += each.counts
        firsts[numbers] = np.minimum(firsts[numbers], each.firsts)
    present = np.flatnonzero(counts)
    present = present[np.argsort(firsts[present])]
    entries = np.where(present < n_short, present, n_short - 1 - present)
    return CountList(entries, counts[present], firsts[present])
