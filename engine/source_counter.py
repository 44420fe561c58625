"""SourceCounter: what one counting thread has counted, source after source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.arrays import padded
from engine.automaton_cutter import endless, scan_room
from engine.document_batches import DocumentBatch
from engine.pretoken_table import PretokenTable
from engine.splitter import Splitter

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CountList:
    """The counts of one source: entries of the table int64[n] and counts int64[n], by length."""

    source: int
    short_entries: Int64s
    short_counts: Int64s
    long_entries: Int64s
    long_counts: Int64s

    def renumbered(self, short_entries: Int64s, long_entries: Int64s) -> CountList:
        """The same counts for the entries of another table: new number by old."""
        return CountList(
            self.source,
            short_entries[self.short_entries],
            self.short_counts,
            long_entries[self.long_entries],
            self.long_counts,
        )

    def pieces(self, n_short: int) -> list[tuple[int, Int64s, Int64s]]:
        """(source, entries, counts) with the long entries numbered after the short ones."""
        return [
            (self.source, self.short_entries, self.short_counts),
            (self.source, self.long_entries + n_short, self.long_counts),
        ]


class SourceCounter:
    """Counts batches of documents. Sources come in order, so each one's counts are one list.

    documents, bytes: int64[n_sources], what was counted of each source so far.
    """

    def __init__(self, splitter: Splitter, n_sources: int) -> None:
        self.table = PretokenTable()
        self.documents = np.zeros(n_sources, np.int64)
        self.bytes = np.zeros(n_sources, np.int64)
        self.n_pretokens = 0
        self.unmatched_bytes = 0
        self._splitter = splitter
        self._scan_room = scan_room(1 << 20)
        self._source = 0
        self._finished: list[CountList] = []

    def count(self, batch: DocumentBatch) -> Iterator[None]:
        """Count one batch, yielding after every block so that the thread can stop in between."""
        if batch.source != self._source:
            self._finish_source()
            self._source = batch.source
        self.documents[batch.source] += batch.n_documents
        text = padded(batch.data)
        tables = self._splitter.scan_tables
        if tables is None:
            yield from self._count_spans(batch, text)
            return
        n, unmatched = self.table.cut_and_add(text, batch, tables, self._scan_room)
        if n < 0:
            raise endless(self._splitter.pattern)
        self.n_pretokens += n
        self.unmatched_bytes += unmatched
        self.bytes[batch.source] += len(batch.data)
        yield

    def _count_spans(self, batch: DocumentBatch, text: npt.NDArray[np.uint8]) -> Iterator[None]:
        """Count what a splitter without a single automaton cuts."""
        for block in self._splitter.span_blocks(batch.data, batch.bounds):
            spans = block.spans
            self.table.add(text, spans, batch.offset)
            self.n_pretokens += len(spans)
            self.bytes[batch.source] += int(spans[-1, 1] - spans[0, 0])
            if not block.matched.all():
                widths = spans[:, 1] - spans[:, 0]
                self.unmatched_bytes += int(widths[~block.matched].sum())
            yield

    def finished(self) -> list[CountList]:
        """The counts of all sources, once no more is to come."""
        self._finish_source()
        return self._finished

    def _finish_source(self) -> None:
        self._finished.append(CountList(self._source, *self.table.collect()))
