"""Pre-token counts: every distinct pre-token of a corpus with its count in each source.

Everything after this step, training above all, works on these counts alone: its cost depends on
the number of distinct pre-tokens and not on the size of the corpus.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine._counting_kernels import count_spans, fill_slots
from engine.arrays import enlarged
from engine.corpus import Corpus
from engine.errors import CorpusError
from engine.kernel_cache import run_kernel
from engine.splitter import Splitter

Int64s = npt.NDArray[np.int64]

_FIRST_CAPACITY = 1 << 14


@dataclass(frozen=True)
class PretokenCounts:
    """Distinct pre-tokens in the order of their first occurrence, with counts per source.

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

    Yields after every block of some thousand pre-tokens. Raises CorpusError for a corpus without
    text or with a file that cannot be read.
    """
    counter = _Counter(n_sources=len(corpus.sources))
    expected = corpus.expected_bytes
    current = 0
    for source, document in corpus.labelled_documents():
        if source != current:
            counter.finish_source(current)
            current = source
        data = document.encode()
        counter.documents[source] += 1
        for block in splitter.span_blocks(data):
            counter.add(data, block.spans)
            counter.bytes[source] += int(block.spans[-1, 1] - block.spans[0, 0])
            if not block.matched.all():
                widths = block.spans[:, 1] - block.spans[:, 0]
                counter.unmatched_bytes += int(widths[~block.matched].sum())
            done = int(counter.bytes.sum())
            yield CountingProgress(
                documents=int(counter.documents.sum()),
                bytes_done=done,
                bytes_total=max(expected, done),
                pretokens=counter.n_pretokens,
                unique_pretokens=counter.n_entries,
                unmatched_bytes=counter.unmatched_bytes,
            )
    counter.finish_source(current)
    if counter.n_entries == 0:
        raise CorpusError(_nothing_to_read(corpus))
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
    """The growing table behind `count_pretokens`; one source after another."""

    def __init__(self, n_sources: int) -> None:
        self.documents = np.zeros(n_sources, np.int64)
        self.bytes = np.zeros(n_sources, np.int64)
        self.unmatched_bytes = 0
        self.n_entries = 0
        self.n_pretokens = 0
        self._slots = np.zeros(2 * _FIRST_CAPACITY, np.int64)
        self._hashes = np.zeros(_FIRST_CAPACITY, np.uint64)
        self._starts = np.zeros(_FIRST_CAPACITY + 1, np.int64)
        self._arena = np.zeros(16 * _FIRST_CAPACITY, np.uint8)
        self._counts = np.zeros(_FIRST_CAPACITY, np.int64)
        self._finished: list[tuple[int, Int64s, Int64s]] = []

    def add(self, data: bytes, spans: Int64s) -> None:
        """Count the pre-tokens that `spans` cuts out of `data`."""
        view = np.frombuffer(data, np.uint8)
        self.n_pretokens += len(spans)
        done = 0
        while True:
            done, self.n_entries = run_kernel(
                count_spans, view, spans, done, self._slots, self._hashes,
                self._starts, self._arena, self._counts, self.n_entries,
            )  # fmt: skip
            if done == len(spans):
                return
            self._grow(int(spans[done, 1] - spans[done, 0]))

    def finish_source(self, source: int) -> None:
        """Set the counts of the current source aside and begin the next one at zero."""
        used = self._counts[: self.n_entries]
        entries = np.flatnonzero(used)
        if len(entries):
            self._finished.append((source, entries, used[entries]))
            used[entries] = 0

    def result(self, labels: tuple[str, ...]) -> PretokenCounts:
        n = self.n_entries
        entries = np.concatenate([entries for _, entries, _ in self._finished])
        counts = np.concatenate([counts for _, _, counts in self._finished])
        sources = np.concatenate(
            [np.full(len(entries), source, np.uint32) for source, entries, _ in self._finished]
        )
        order = np.argsort(entries, kind="stable")
        source_starts = np.zeros(n + 1, np.int64)
        np.cumsum(np.bincount(entries, minlength=n), out=source_starts[1:])
        source_counts = counts[order]
        totals = np.add.reduceat(source_counts, source_starts[:-1])
        return PretokenCounts(
            data=self._arena[: self._starts[n]].copy(),
            starts=self._starts[: n + 1].copy(),
            counts=totals,
            source_starts=source_starts,
            source_indices=sources[order],
            source_counts=source_counts,
            labels=labels,
            source_bytes=self.bytes,
            source_documents=self.documents,
            unmatched_bytes=self.unmatched_bytes,
        )

    def _grow(self, needed_bytes: int) -> None:
        if self.n_entries == len(self._hashes):
            capacity = 2 * len(self._hashes)
            self._hashes = enlarged(self._hashes, capacity, self.n_entries)
            self._starts = enlarged(self._starts, capacity + 1, self.n_entries + 1)
            self._counts = enlarged(self._counts, capacity, self.n_entries)
            self._slots = np.zeros(2 * capacity, np.int64)
            run_kernel(fill_slots, self._hashes, self.n_entries, self._slots)
        used = int(self._starts[self.n_entries])
        if used + needed_bytes > len(self._arena):
            self._arena = enlarged(self._arena, 2 * (used + needed_bytes), used)


def _nothing_to_read(corpus: Corpus) -> str:
    sentence = "The corpus holds no text to train on"
    if problems := corpus.problems:
        more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
        return f"{sentence}: {problems[0]}{more}"
    return f"{sentence}; add files that are not empty."
