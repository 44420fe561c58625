"""Pre-token counts: every distinct pre-token of a corpus with its count in each source.

Everything after this step, training above all, works on these counts alone: its cost depends on
the number of distinct pre-tokens and not on the size of the corpus.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import _counting_kernels as kernels
from engine.config import Normalization
from engine.corpus import Corpus
from engine.document_batches import document_batches
from engine.errors import CorpusError
from engine.kernel_cache import run_kernel
from engine.memory_forecast import check_memory, counts_bytes, merging_bytes
from engine.source_counter import SourceCounter
from engine.splitter import Splitter
from engine.worker_thread import WorkerThread, n_cores

Int64s = npt.NDArray[np.int64]

_WAIT_SECONDS = 0.02
_FIRST_CHECKED_PRETOKENS = 100_000
_USUAL_BYTES = 16
_CHECK_GROWTH = 1.05


@dataclass(frozen=True)
class PretokenCounts:
    """Distinct pre-tokens in the order of PretokenTable, with counts per source.

    data: uint8[n_bytes], all pre-tokens back to back; starts: int64[n + 1], their bounds.
    counts: int64[n], occurrences in the whole corpus.
    source_starts: int64[n + 1]; pre-token i occurs source_counts[j] times in source
        source_indices[j] for j in source_starts[i]:source_starts[i + 1].
    source_bytes, source_documents: int64[n_sources].
    first_positions: int64[n], the byte of the corpus where each pre-token occurs first.
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
    first_positions: Int64s

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
    corpus: Corpus,
    splitter: Splitter,
    *,
    normalization: Normalization | None = None,
    n_threads: int | None = None,
) -> Generator[CountingProgress, None, PretokenCounts]:
    """Count the pre-tokens of a corpus; the generator's return value is PretokenCounts.

    The calling thread reads while `n_threads` others, one per core by default, cut and count what
    was read, each into a table of its own. Which thread gets which text is fixed, so the result
    is the same every time; the counts are the same for any number of threads. Yields some ten
    times a second and more. Raises CorpusError for a corpus without text, with a file that
    cannot be read, or with more distinct pre-tokens than this machine has memory for.
    """
    n_sources = len(corpus.sources)
    counters = [SourceCounter(splitter, n_sources) for _ in range(n_threads or n_cores())]
    expected = corpus.expected_bytes
    memory = _MemoryWatch(counters)

    def progress() -> CountingProgress:
        memory.check(expected)
        return _progress(counters, expected)

    with ExitStack() as threads:
        workers = [
            threads.enter_context(closing(WorkerThread(counter.count))) for counter in counters
        ]
        for turn, batch in enumerate(document_batches(corpus, splitter, normalization)):
            while not workers[turn % len(workers)].put(batch, timeout_s=_WAIT_SECONDS):
                yield progress()
            yield progress()
        for worker in workers:
            while not worker.finish(timeout_s=_WAIT_SECONDS):
                yield progress()
    if not any(counter.table.n_entries for counter in counters):
        raise CorpusError(_nothing_to_read(corpus))
    yield _progress(counters, 0)
    return _joined(counters, tuple(source.label for source in corpus.sources))


class _MemoryWatch:
    """Compares what the tables hold with the memory that is left, whenever they hold more."""

    def __init__(self, counters: list[SourceCounter]) -> None:
        self._counters = counters
        self._checked = float(_FIRST_CHECKED_PRETOKENS)

    def check(self, expected_bytes: int) -> None:
        """Raise CorpusError if the next growth, or a training on what is there, cannot fit.

        A pre-token may be in several tables, so that only the fullest one is sure to remain.
        """
        tables = [counter.table for counter in self._counters]
        fullest = max(tables, key=lambda table: table.n_entries)
        n_pretokens, n_bytes = fullest.n_entries, fullest.expected_bytes
        if n_pretokens + n_bytes / _USUAL_BYTES < self._checked:
            return
        self._checked = _CHECK_GROWTH * (n_pretokens + n_bytes / _USUAL_BYTES)
        after = counts_bytes(n_pretokens, n_bytes) + merging_bytes(n_pretokens, n_bytes)
        after -= sum(table.memory_bytes for table in tables)
        growth = sum(table.growth_bytes for table in tables)
        done = sum(int(counter.bytes.sum()) for counter in self._counters)
        share = min(1.0, done / max(1, expected_bytes))
        check_memory(max(after, growth), n_pretokens, n_bytes, share=share)


def _progress(counters: list[SourceCounter], expected_bytes: int) -> CountingProgress:
    done = sum(int(counter.bytes.sum()) for counter in counters)
    return CountingProgress(
        documents=sum(int(counter.documents.sum()) for counter in counters),
        bytes_done=done,
        bytes_total=max(expected_bytes, done),
        pretokens=sum(counter.n_pretokens for counter in counters),
        unique_pretokens=max(counter.table.n_entries for counter in counters),
        unmatched_bytes=sum(counter.unmatched_bytes for counter in counters),
    )


def _joined(counters: list[SourceCounter], labels: tuple[str, ...]) -> PretokenCounts:
    """One table of all counters' entries, with the counts of each source."""
    table = counters[0].table
    lists = counters[0].finished()
    for counter in counters[1:]:
        more = counter.finished()
        short_entries, long_entries = table.absorb(counter.table)
        lists += [each.renumbered(short_entries, long_entries) for each in more]
    lists.sort(key=lambda each: each.source)
    n_entries, n_short = table.n_entries, table.n_short
    pieces = [piece for each in lists for piece in each.pieces(n_short)]
    starts = np.zeros(n_entries + 1, np.int64)
    last_source = np.full(n_entries, -1, np.int64)
    for source, entries, _ in pieces:
        run_kernel(kernels.count_sources, entries, source, last_source, starts[1:])
    np.cumsum(starts, out=starts)
    indices = np.empty(int(starts[-1]), np.uint32)
    counts = np.empty(int(starts[-1]), np.int64)
    cursors = starts[:-1].copy()
    last_source[:] = -1
    for source, entries, times in pieces:
        run_kernel(
            kernels.place_sources, entries, times, source, last_source, cursors, indices, counts
        )
    data, bounds = table.pretokens()
    return PretokenCounts(
        data=data,
        starts=bounds,
        counts=np.add.reduceat(counts, starts[:-1]),
        source_starts=starts,
        source_indices=indices,
        source_counts=counts,
        labels=labels,
        source_bytes=np.sum([counter.bytes for counter in counters], axis=0),
        source_documents=np.sum([counter.documents for counter in counters], axis=0),
        unmatched_bytes=sum(counter.unmatched_bytes for counter in counters),
        first_positions=table.first_positions(),
    )


def counted(steps: Generator[CountingProgress, None, PretokenCounts]) -> PretokenCounts:
    """Run `count_pretokens` to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: PretokenCounts = stop.value
            return result


def _nothing_to_read(corpus: Corpus) -> str:
    sentence = "The corpus holds no text to train on"
    if problems := corpus.problems:
        others = len(problems) - 1
        more = f" (and {others} more problem{'s' if others > 1 else ''})" if others else ""
        return f"{sentence}: {problems[0]}{more}"
    return f"{sentence}; add files that are not empty."
