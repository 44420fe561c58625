"""What one counting thread has counted, source after source, and how it counts text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.compiled import Int64s, UInt8s, padded
from engine.corpus import DocumentBatch
from engine.counting.source_pretokens import SourcePretokens
from engine.counting.table import Collected, PretokenTable
from engine.splitting import Splitter, endless, scan_room

_NUMBERS = ("n_bytes", "n_documents", "n_characters", "n_pretokens", "unmatched_bytes")


@dataclass(frozen=True, slots=True)
class CountList:
    """Counts of one source, as one table numbers its entries.

    entries: int64[n], short and long ones as `PretokenTable.enter` gives them, none twice.
    counts: int64[n]; firsts: int64[n], where in the source each occurs first, in bytes.
    """

    source: int
    entries: Int64s
    counts: Int64s
    firsts: Int64s

    @classmethod
    def of(cls, source: int, collected: Collected) -> CountList:
        """What a table has counted of a source."""
        return cls(
            source,
            np.concatenate((collected.short_entries, -1 - collected.long_entries)),
            np.concatenate((collected.short_counts, collected.long_counts)),
            np.concatenate((collected.short_firsts, collected.long_firsts)),
        )

    def renumbered(self, short_entries: Int64s, long_entries: Int64s) -> CountList:
        """The same counts for the entries of another table: new number by old."""
        entries = self.entries.copy()
        is_long = entries < 0
        entries[~is_long] = short_entries[entries[~is_long]]
        entries[is_long] = -1 - long_entries[-1 - entries[is_long]]
        return replace(self, entries=entries)

    def numbered(self, n_short: int) -> Int64s:
        """int64[n]: the entries with the long ones numbered after the short ones."""
        return np.where(self.entries < 0, n_short - 1 - self.entries, self.entries)


class CountedSources:
    """What was counted so far. Sources come in order, so each one's counts are one list.

    documents, bytes, characters, pretokens, unmatched: int64[n_sources], what was counted of each
        source so far; unmatched in bytes.
    """

    def __init__(self, n_sources: int) -> None:
        self.table = PretokenTable()
        self.documents = np.zeros(n_sources, np.int64)
        self.bytes = np.zeros(n_sources, np.int64)
        self.characters = np.zeros(n_sources, np.int64)
        self.pretokens = np.zeros(n_sources, np.int64)
        self.unmatched = np.zeros(n_sources, np.int64)
        self._source = 0
        self._finished: list[CountList] = []
        self._n_taken = 0
        self._told = self._totals()

    def take(self, source: int, counted: SourcePretokens) -> None:
        """Begin with what was counted of a source before; call it before counting."""
        entries = self.table.enter(counted.data, counted.starts)
        self._finished.append(CountList(source, entries, counted.counts, counted.firsts))
        self._n_taken = len(self._finished)
        self.documents[source] += counted.n_documents
        self.bytes[source] += counted.n_bytes
        self.characters[source] += counted.n_characters
        self.pretokens[source] += counted.n_pretokens
        self.unmatched[source] += counted.unmatched_bytes
        self._told = self._totals()

    def taken(self) -> list[tuple[int, SourcePretokens]]:
        """What was counted since the last call, by source; call it while nothing is counted."""
        self._finish_source()
        totals = self._totals()
        since, self._told = totals - self._told, totals
        taken, slot_of = [], self.table.slots_of_short()
        for each in self._finished[self._n_taken :]:
            if not since[:, each.source].any():
                continue
            numbers: list[int] = since[:, each.source].tolist()
            taken.append((each.source, _pretokens_of(self.table, each, slot_of, numbers)))
        self._n_taken = len(self._finished)
        while len(self._finished) > 1 and self._finished[-1].source == self._finished[-2].source:
            last, before = self._finished.pop(), self._finished.pop()
            self._finished.append(_joined_lists([before, last], self.table))
            self._n_taken -= 1
        return taken

    def finished(self) -> list[CountList]:
        """The counts of all sources, once no more is to come."""
        self._finish_source()
        return self._finished

    def _begin(self, source: int) -> None:
        """What is counted from here on is of this source."""
        if source != self._source:
            self._finish_source()
            self._source = source

    def _finish_source(self) -> None:
        self._finished.append(CountList.of(self._source, self.table.collect()))

    def _totals(self) -> Int64s:
        """int64[5, n_sources]: bytes, documents, characters, pre-tokens, unmatched bytes."""
        own = (self.bytes, self.documents, self.characters, self.pretokens, self.unmatched)
        return np.stack(own)


class SourceCounter(CountedSources):
    """Cuts batches of documents into pre-tokens and counts them."""

    def __init__(self, splitter: Splitter, n_sources: int) -> None:
        super().__init__(n_sources)
        self._splitter = splitter
        self._scan_room = scan_room(1 << 20)

    def count(self, batch: DocumentBatch) -> Iterator[None]:
        """Count one batch, yielding after every block so that the thread can stop in between."""
        self._begin(batch.source)
        self.documents[batch.source] += batch.n_documents
        self.characters[batch.source] += batch.n_characters
        text = padded(batch.data)
        tables = self._splitter.scan_tables
        if tables is None:
            yield from self._count_spans(batch, text)
            return
        n, unmatched = self.table.cut_and_add(text, batch, tables, self._scan_room)
        if n < 0:
            raise endless(self._splitter.pattern)
        self.pretokens[batch.source] += n
        self.unmatched[batch.source] += unmatched
        self.bytes[batch.source] += len(batch.data)
        yield

    def _count_spans(self, batch: DocumentBatch, text: UInt8s) -> Iterator[None]:
        """Count what a splitter without a single automaton cuts."""
        for block in self._splitter.span_blocks(batch.data, batch.bounds):
            spans = block.spans
            self.table.add(text, spans, batch.offset)
            self.pretokens[batch.source] += len(spans)
            self.bytes[batch.source] += int(spans[-1, 1] - spans[0, 0])
            if not block.matched.all():
                widths = spans[:, 1] - spans[:, 0]
                self.unmatched[batch.source] += int(widths[~block.matched].sum())
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
        CountList(0, table.enter(each.data, each.starts), each.counts, each.firsts)
        for each in sections
    ]
    numbers = [sum(getattr(each, name) for each in sections) for name in _NUMBERS]
    return _pretokens_of(table, _joined_lists(lists, table), table.slots_of_short(), numbers)


def _pretokens_of(
    table: PretokenTable, counted: CountList, slot_of: Int64s, numbers: Sequence[int]
) -> SourcePretokens:
    """A list of counts by itself. numbers: bytes, documents, characters, pre-tokens, unmatched."""
    order = np.argsort(counted.firsts)
    data, starts = table.pretokens(counted.entries[order], slot_of)
    arrays = (data, starts, counted.counts[order], counted.firsts[order])
    return SourcePretokens(*arrays, *map(int, numbers))  # type: ignore[arg-type]


def _joined_lists(lists: Sequence[CountList], table: PretokenTable) -> CountList:
    """Several lists of one source and one table in one."""
    n_short, n_entries = table.n_short, table.n_entries
    counts = np.zeros(n_entries, np.int64)
    firsts = np.full(n_entries, np.iinfo(np.int64).max)
    for each in lists:
        numbers = each.numbered(n_short)
        counts[numbers] += each.counts
        firsts[numbers] = np.minimum(firsts[numbers], each.firsts)
    present = np.flatnonzero(counts)
    entries = np.where(present < n_short, present, n_short - 1 - present)
    return CountList(lists[0].source, entries, counts[present], firsts[present])
