"""Pre-token counts: every distinct pre-token of a corpus with its count in each source.

Everything after this step, training above all, works on these counts alone: its cost depends on
the number of distinct pre-tokens and not on the size of the corpus.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.corpus import Corpus
from engine.document_batches import DocumentBatch, document_batches
from engine.errors import CorpusError
from engine.pretoken_table import PretokenTable
from engine.splitter import Splitter
from engine.unaligned import PADDING
from engine.worker_thread import WorkerThread

Int64s = npt.NDArray[np.int64]

_WAIT_SECONDS = 0.02


@dataclass(frozen=True)
class PretokenCounts:
    """Distinct pre-tokens in the order of PretokenTable, with counts per source.

    data: uint8[n_bytes], all pre-tokens back to back; starts: int64[n + 1], their bounds.
    counts: int64[n], occurrences in the whole corpus.
    source_starts: int64[n + 1]; pre-token i occurs source_counts[j] times in source
        source_indices[j] for j in source_starts[i]:source_starts[i + 1].
    source_bytes, source_documents: int64[n_sources].
    """

    data: npt.NDArray[np.uint8]
    starts: Int64s
    counts: Int64s
    source_starts: Int64s
    source_indices: npt.NDArray[np.uint32]
    source_counts: Int64s
    labels: tuple[str, ...]
    source_bytes: Int64s
    source_documents: Int64s
    unmatched_bytes: int

    @property
    def n_unique(self) -> int:
        return len(self.counts)

    @property
    def n_pretokens(self) -> int:
        return int(self.counts.sum())

    @property
    def n_bytes(self) -> int:
        return int(self.source_bytes.sum())

    @property
    def n_documents(self) -> int:
        return int(self.source_documents.sum())

    def pretoken(self, index: int) -> bytes:
        """The bytes of one pre-token."""
        return self.data[self.starts[index] : self.starts[index + 1]].tobytes()


@dataclass(frozen=True, slots=True)
class CountingProgress:
    """How far counting is; bytes_total is an estimate where files are compressed."""

    documents: int
    bytes_done: int
    bytes_total: int
    pretokens: int
    unique_pretokens: int
    unmatched_bytes: int


def count_pretokens(
    corpus: Corpus, splitter: Splitter
) -> Generator[CountingProgress, None, PretokenCounts]:
    """Count the pre-tokens of a corpus; the generator's return value is PretokenCounts.

    Reading goes on in the calling thread while another one cuts and counts what was read. Yields
    some ten times a second and more. Raises CorpusError for a corpus without text or with a file
    that cannot be read.
    """
    counter = _Counter(splitter, n_sources=len(corpus.sources))
    expected = corpus.expected_bytes
    with closing(WorkerThread(counter.count)) as worker:
        for batch in document_batches(corpus):
            while not worker.put(batch, timeout_s=_WAIT_SECONDS):
                yield counter.progress(expected)
            yield counter.progress(expected)
        while not worker.finish(timeout_s=_WAIT_SECONDS):
            yield counter.progress(expected)
    if counter.table.n_entries == 0:
        raise CorpusError(_nothing_to_read(corpus))
    yield counter.progress(0)
    return counter.result(tuple(source.label for source in corpus.sources))


def counted(steps: Generator[CountingProgress, None, PretokenCounts]) -> PretokenCounts:
    """Run `count_pretokens` to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: PretokenCounts = stop.value
            return result


class _Counter:
    """The table and the sums behind `count_pretokens`; one source after another."""

    def __init__(self, splitter: Splitter, n_sources: int) -> None:
        self.table = PretokenTable()
        self._splitter = splitter
        self._source = 0
        self._documents = np.zeros(n_sources, np.int64)
        self._bytes = np.zeros(n_sources, np.int64)
        self._unmatched_bytes = 0
        self._n_pretokens = 0
        self._finished: list[tuple[int, Int64s, Int64s, Int64s, Int64s]] = []

    def count(self, batch: DocumentBatch) -> Iterator[None]:
        """Count one batch, yielding after every block so that the worker can stop in between."""
        if batch.source != self._source:
            self._finish_source()
            self._source = batch.source
        self._documents[batch.source] += batch.n_documents
        padded = np.frombuffer(batch.data + bytes(PADDING), np.uint8)
        for block in self._splitter.span_blocks(batch.data, batch.bounds):
            spans = block.spans
            self.table.add(padded, spans)
            self._n_pretokens += len(spans)
            self._bytes[batch.source] += int(spans[-1, 1] - spans[0, 0])
            if not block.matched.all():
                widths = spans[:, 1] - spans[:, 0]
                self._unmatched_bytes += int(widths[~block.matched].sum())
            yield

    def _finish_source(self) -> None:
        """Set the counts of the current source aside and begin the next one at zero."""
        self._finished.append((self._source, *self.table.collect()))

    def progress(self, expected_bytes: int) -> CountingProgress:
        done = int(self._bytes.sum())
        return CountingProgress(
            documents=int(self._documents.sum()),
            bytes_done=done,
            bytes_total=max(expected_bytes, done),
            pretokens=self._n_pretokens,
            unique_pretokens=self.table.n_entries,
            unmatched_bytes=self._unmatched_bytes,
        )

    def result(self, labels: tuple[str, ...]) -> PretokenCounts:
        """The counts of everything, once no more is to come."""
        self._finish_source()
        n, n_short = self.table.n_entries, self.table.n_short
        entries, counts, sources = [], [], []
        for source, short, short_counts, long, long_counts in self._finished:
            entries += [short, long + n_short]
            counts += [short_counts, long_counts]
            sources.append(np.full(len(short) + len(long), source, np.uint32))
        all_entries = np.concatenate(entries)
        order = np.argsort(all_entries, kind="stable")
        source_starts = np.zeros(n + 1, np.int64)
        np.cumsum(np.bincount(all_entries, minlength=n), out=source_starts[1:])
        source_counts = np.concatenate(counts)[order]
        data, starts = self.table.pretokens()
        return PretokenCounts(
            data=data,
            starts=starts,
            counts=np.add.reduceat(source_counts, source_starts[:-1]),
            source_starts=source_starts,
            source_indices=np.concatenate(sources)[order],
            source_counts=source_counts,
            labels=labels,
            source_bytes=self._bytes,
            source_documents=self._documents,
            unmatched_bytes=self._unmatched_bytes,
        )


def _nothing_to_read(corpus: Corpus) -> str:
    sentence = "The corpus holds no text to train on"
    if problems := corpus.problems:
        more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
        return f"{sentence}: {problems[0]}{more}"
    return f"{sentence}; add files that are not empty."
