"""PretokenTable: the growing table in which pre-tokens are counted, source after source."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.compiled import PADDING, Int64s, UInt8s, UInt64s, enlarged, read_only, run_kernel
from engine.corpus import DocumentBatch
from engine.counting import _counting_kernels as kernels
from engine.counting import _joining_kernels as joining
from engine.encoding import SHORT_PRETOKEN
from engine.splitting import ScanRoom, ScanTables

_ABSORBED_SLOTS = 1 << 12
_FIRST_SHORT_SLOTS = 1 << 15
_FIRST_LONG_ENTRIES = 1 << 12
_USUAL_SHORT_BYTES = 8


class ShortTable(NamedTuple):
    """Pre-tokens of up to 15 bytes; at most half of the slots are taken.

    slots    uint64[2^k, 4]    LOW and HIGH word of the key, COUNT since the last collection, ENTRY:
                               number + 1, 0 for empty
    touched  int64[2^(k - 1)]  slots of entries counted since the last collection
    firsts   int64[2^(k - 1)]  where in the source each of those occurred first since then
    """

    slots: UInt64s
    touched: Int64s
    firsts: Int64s


class LongTable(NamedTuple):
    """Pre-tokens of more than 15 bytes; entry i owns arena[starts[i]:starts[i + 1]].

    slots   int64[2^k]           entry + 1, 0 for empty
    hashes  uint64[capacity]     of each entry
    starts  int64[capacity + 1]
    arena   uint8[size]
    counts  int64[capacity]      since the last collection
    firsts  int64[capacity]      where each entry that has a count occurred first since then
    """

    slots: Int64s
    hashes: UInt64s
    starts: Int64s
    arena: UInt8s
    counts: Int64s
    firsts: Int64s


class Collected(NamedTuple):
    """Entries with their counts since the last collection, and where each occurred first."""

    short_entries: Int64s
    short_counts: Int64s
    short_firsts: Int64s
    long_entries: Int64s
    long_counts: Int64s
    long_firsts: Int64s


class BatchRoom(NamedTuple):
    """Working memory of count_ends for one batch of pre-tokens.

    lows, highs  uint64[BATCH]  words of the short keys; a mark in `highs` for long pre-tokens
    slots        int64[BATCH]   where a short one is looked for, or which of `hashes` is its hash
    starts       int64[BATCH]   where each begins
    hashes       uint64[BATCH]  of the long ones
    """

    lows: UInt64s
    highs: UInt64s
    slots: Int64s
    starts: Int64s
    hashes: UInt64s


class PretokenTable:
    """Counts pre-tokens exactly, in memory proportional to the distinct ones.

    Short pre-tokens (up to 15 bytes) and long ones are numbered separately, as they come.
    """

    def __init__(self) -> None:
        self._short = ShortTable(
            slots=np.zeros((_FIRST_SHORT_SLOTS, 4), np.uint64),
            touched=np.zeros(_FIRST_SHORT_SLOTS // 2, np.int64),
            firsts=np.zeros(_FIRST_SHORT_SLOTS // 2, np.int64),
        )
        self._long = LongTable(
            slots=np.zeros(2 * _FIRST_LONG_ENTRIES, np.int64),
            hashes=np.zeros(_FIRST_LONG_ENTRIES, np.uint64),
            starts=np.zeros(_FIRST_LONG_ENTRIES + 1, np.int64),
            arena=np.zeros(32 * _FIRST_LONG_ENTRIES, np.uint8),
            counts=np.zeros(_FIRST_LONG_ENTRIES, np.int64),
            firsts=np.zeros(_FIRST_LONG_ENTRIES, np.int64),
        )
        self._cursor = np.zeros(3, np.int64)
        self._room = BatchRoom(
            lows=np.empty(kernels.BATCH, np.uint64),
            highs=np.empty(kernels.BATCH, np.uint64),
            slots=np.empty(kernels.BATCH, np.int64),
            starts=np.empty(kernels.BATCH, np.int64),
            hashes=np.empty(kernels.BATCH, np.uint64),
        )

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
    def memory_bytes(self) -> int:
        """Memory that the table takes."""
        arrays = (*self._short, *self._long)
        return sum(array.nbytes for array in arrays)

    @property
    def growth_bytes(self) -> int:
        """Memory that the table takes more for a while when it grows next, 0 if that is far."""
        short, arena = self._short.slots, self._long.arena
        growth = 0
        if 2.5 * self.n_short > len(short):
            growth += 2 * short.nbytes
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

    def collect(self) -> Collected:
        """The counts since the last collection, which are zero afterwards."""
        n_touched = int(self._cursor[1])
        entries, counts = np.empty(n_touched, np.int64), np.empty(n_touched, np.int64)
        run_kernel(
            kernels.collect_short, self._short.slots, self._short.touched, n_touched, entries,
            counts,
        )  # fmt: skip
        self._cursor[1] = 0
        used = self._long.counts[: self.n_long]
        long_entries = np.flatnonzero(used)
        long_counts = used[long_entries]
        used[long_entries] = 0
        firsts = self._short.firsts[:n_touched].copy()
        return Collected(
            entries, counts, firsts, long_entries, long_counts, self._long.firsts[long_entries]
        )

    def absorb(self, other: PretokenTable) -> tuple[Int64s, Int64s]:
        """Enter the keys of another table, whose counts were collected.

        Returns the entries here of its short entries, and those of its long ones.
        """
        short = np.empty(other.n_short, np.int64)
        # In pieces: tables of similar text share most keys, and then neither has to grow.
        for start in range(0, len(other._short.slots), _ABSORBED_SLOTS):
            piece = other._short.slots[start : start + _ABSORBED_SLOTS]
            while 2 * (self.n_short + len(piece)) > len(self._short.slots):
                self._grow_short()
            run_kernel(joining.absorb_short, piece, self._short.slots, self._cursor, short)
        long = np.empty(other.n_long, np.int64)
        # Like the text that is counted, so that one compiled form of the kernel serves both.
        absorbed = other._long._replace(arena=read_only(other._long.arena))
        done = 0
        while True:
            done = run_kernel(
                joining.absorb_long, absorbed, done, other.n_long, self._long, self._cursor, long
            )
            if done == other.n_long:
                return short, long
            self._grow_long(int(other._long.starts[done + 1] - other._long.starts[done]))

    def enter(self, padded: UInt8s, starts: Int64s) -> Int64s:
        """Enter distinct pre-tokens without counting them.

        padded: uint8[n_bytes + 16], the pre-tokens back to back; starts: int64[n + 1].
        Returns int64[n]: the short entry of each, or -1 - the long entry.
        """
        entries = np.empty(len(starts) - 1, np.int64)
        text, starts = read_only(padded), np.ascontiguousarray(starts)
        done = 0
        while True:
            done = run_kernel(
                joining.enter_pretokens, text, starts, done, self._short.slots, self._long,
                self._cursor, self._room, entries,
            )  # fmt: skip
            if done == len(entries):
                return entries
            self._grow_for(int(starts[done + 1] - starts[done]))

    def lengths(self) -> Int64s:
        """int64[n_entries]: bytes of the short entries, then of the long ones."""
        lengths = np.zeros(self.n_entries, np.int64)
        run_kernel(joining.short_lengths, self._short.slots, lengths[: self.n_short])
        lengths[self.n_short :] = np.diff(self._long.starts[: self.n_long + 1])
        return lengths

    def write(self, begins: Int64s, data: UInt8s) -> None:
        """Write the bytes of all entries into `data`, each at its place.

        begins: int64[n_entries], in the order of `lengths`.
        """
        n_short, n_long = self.n_short, self.n_long
        run_kernel(joining.write_short, self._short.slots, begins[:n_short], data)
        run_kernel(
            joining.copy_pretokens, self._long.arena, self._long.starts, np.arange(n_long),
            begins[n_short:], data,
        )  # fmt: skip

    def slots_of_short(self) -> Int64s:
        """int64[n_short]: where each short entry lies, until the table grows."""
        numbers = self._short.slots[:, kernels.ENTRY].astype(np.int64) - 1
        used = np.flatnonzero(numbers >= 0)
        slot_of = np.empty(self.n_short, np.int64)
        slot_of[numbers[used]] = used
        return slot_of

    def pretokens(self, entries: Int64s, slot_of: Int64s) -> tuple[UInt8s, Int64s]:
        """The bytes of some entries, back to back and padded, and int64[n + 1], their bounds.

        entries: int64[n], as `enter` gives them: short ones, and -1 - the long ones.
        slot_of: what `slots_of_short` says.
        """
        is_long = entries < 0
        lengths = np.empty(len(entries), np.int64)
        keys, lengths[~is_long] = self._short_keys(slot_of[entries[~is_long]])
        long_entries = -1 - entries[is_long]
        lengths[is_long] = self._long.starts[long_entries + 1] - self._long.starts[long_entries]
        starts = np.zeros(len(entries) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        data = np.zeros(int(starts[-1]) + PADDING, np.uint8)
        # A key is 16 bytes, of which the pre-token is the first: every second of these spans.
        n_short = len(keys) // 16
        key_bounds = np.repeat(np.arange(0, len(keys) + 1, 16), 2)
        key_bounds[1 : 2 * n_short : 2] += lengths[~is_long]
        run_kernel(
            joining.copy_pretokens, keys, key_bounds, np.arange(0, 2 * n_short, 2),
            starts[:-1][~is_long], data,
        )  # fmt: skip
        run_kernel(
            joining.copy_pretokens, self._long.arena, self._long.starts, long_entries,
            starts[:-1][is_long], data,
        )  # fmt: skip
        return data, starts

    def _short_keys(self, slots: Int64s) -> tuple[UInt8s, Int64s]:
        """uint8[16 n], the keys of short entries, and int64[n], the lengths of what they hold."""
        keys = np.ascontiguousarray(self._short.slots[slots, : kernels.HIGH + 1])
        lengths = (keys[:, kernels.HIGH] >> np.uint64(56)).astype(np.int64)
        return keys.astype("<u8", copy=False).view(np.uint8).reshape(-1), lengths

    def _grow_for(self, length: int) -> None:
        """Make room for a pre-token of this many bytes."""
        if length <= SHORT_PRETOKEN:
            self._grow_short()
        else:
            self._grow_long(length)

    def _grow_short(self) -> None:
        old = self._short
        slots = np.zeros((2 * len(old.slots), 4), np.uint64)
        touched = np.zeros(len(slots) // 2, np.int64)
        n_touched = int(self._cursor[1])
        run_kernel(kernels.move_short, old.slots, slots, old.touched, n_touched, touched)
        self._short = ShortTable(slots, touched, enlarged(old.firsts, len(touched), n_touched))

    def _grow_long(self, needed_bytes: int) -> None:
        table, n = self._long, self.n_long
        if n == len(table.hashes):
            capacity = 2 * n
            hashes = enlarged(table.hashes, capacity, n)
            slots = np.zeros(2 * capacity, np.int64)
            run_kernel(kernels.fill_long_slots, hashes, n, slots)
            table = table._replace(
                slots=slots, hashes=hashes, starts=enlarged(table.starts, capacity + 1, n + 1),
                counts=enlarged(table.counts, capacity, n),
                firsts=enlarged(table.firsts, capacity, n),
            )  # fmt: skip
        used = int(table.starts[n])
        needed = used + needed_bytes + PADDING
        if needed > len(table.arena):
            table = table._replace(arena=enlarged(table.arena, 2 * needed, used))
        self._long = table
