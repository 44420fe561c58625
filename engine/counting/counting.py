"""count_pretokens: a corpus, read by one thread and counted by others, each into its own table."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.argument_types import check_threads
from engine.corpus import Corpus, problem_sentences, without_text
from engine.counting.batches import SourceBatches, Turns
from engine.counting.counts import PretokenCounts
from engine.counting.joining import bytes_to_join, joined, load_linking
from engine.counting.kept import NUMBERS
from engine.counting.table import CountedSources, SourceCounter
from engine.machine import (
    Progress,
    WorkerThread,
    check_memory,
    counts_bytes,
    merging_bytes,
    n_cores,
)
from engine.splitting import Splitter
from engine.text import Normalization

if TYPE_CHECKING:
    from engine.corpus import DocumentBatch
    from engine.counting.batches import CountingCheckpoint
    from engine.counting.kept import CountsCache, SourcePretokens

_WAIT_SECONDS = 0.02
_STEP_SECONDS = 0.005
_FIRST_CHECKED_PRETOKENS = 100_000
_USUAL_BYTES, _CHECK_GROWTH = 16, 1.05


@dataclass(frozen=True, slots=True)
class CountingProgress(Progress):
    """How far counting is."""

    pretokens: int = 0
    unique_pretokens: int = 0
    unmatched_bytes: int = 0


def count_pretokens(
    corpus: Corpus,
    splitter: Splitter,
    *,
    normalization: Normalization | None = None,
    n_threads: int | None = None,
    cache: CountsCache | None = None,
    checkpoint: CountingCheckpoint | None = None,
) -> Generator[CountingProgress, None, PretokenCounts]:
    """Count the pre-tokens of a corpus; the generator's return value is PretokenCounts.

    The calling thread reads while `n_threads` others, one per core by default, cut and count what
    was read, each into a table of its own. The result is the same for any number of threads, and
    whether sources were read or their counts were kept.

    cache: sources whose counts it has are not read; the others' counts go into it.
    checkpoint: keeps what is counted so far; what it has already is not counted again.

    Yields some ten times a second and more. Raises CorpusError for a corpus without text, with a
    file that cannot be read, or with more distinct pre-tokens than this machine has memory for.
    """
    check_threads(n_threads)
    n_counters = n_threads or n_cores()
    n_bytes = corpus.expected_bytes // n_counters
    counters = [SourceCounter(splitter, len(corpus.sources), n_bytes) for _ in range(n_counters)]
    batches = SourceBatches(corpus, splitter, normalization, cache, checkpoint)
    if checkpoint is not None:
        checkpoint.keep_whole = batches.keep_counted
    before = _counted_before(len(corpus.sources), checkpoint)
    memory = MemoryWatch([*before, *counters], batches.kept)
    when_read = load_linking if len(counters) > 1 else None
    yield from count_batches(
        counters, batches, checkpoint, before, memory=memory, when_read=when_read
    )
    if checkpoint is not None and not batches.all_can_be_in_cache:
        checkpoint.add_rest(counters)
    everything = [*before, *counters]
    n_kept = sum(each.n_unique for each in batches.kept.values())
    if not n_kept and not any(counter.table.n_entries for counter in everything):
        raise without_text(problem_sentences(batches.problems))
    last = counting_progress(everything, batches)
    last = replace(last, total=last.done)
    yield last
    labels = tuple(source.label for source in corpus.sources)
    result = yield from _joined(everything, batches, labels, last)
    if checkpoint is not None and batches.are_all_in_cache:
        checkpoint.remove()
    return result


def _counted_before(n_sources: int, checkpoint: CountingCheckpoint | None) -> list[CountedSources]:
    """The counts of a checkpoint, as those of one more thread; empty without one."""
    if checkpoint is None or not checkpoint.so_far.sections:
        return []
    before = CountedSources(n_sources)
    checkpoint.restore_into(before)
    return [before]


class CountingPause(Protocol):
    """What counting stops for now and then: what it has so far is taken while the threads rest."""

    def note_batch(self, batch: DocumentBatch) -> None:
        """A batch was handed to a thread."""

    def is_due(self) -> bool:
        """Whether the threads are to rest now."""

    def add(self, counters: Sequence[CountedSources]) -> None:
        """Take what was counted; the threads rest."""


def count_batches(
    counters: list[SourceCounter],
    batches: SourceBatches,
    pause: CountingPause | None,
    before: Sequence[CountedSources] = (),
    *,
    memory: MemoryWatch | None = None,
    when_read: Callable[[], None] | None = None,
) -> Iterator[CountingProgress]:
    """Let the counters, each in a thread, count the batches in turn.

    pause: a checkpoint, or what writes counts to disk. before: what was counted before an
    interruption. memory: ends the counting where the tables cannot fit. when_read: called when
    everything is read, while the threads count the rest.
    """

    def progress() -> CountingProgress:
        if memory is not None:
            memory.check(batches.expected_bytes)
        return counting_progress([*before, *counters], batches)

    with ExitStack() as threads:
        workers = [
            threads.enter_context(closing(WorkerThread(counter.count))) for counter in counters
        ]
        turns, told = Turns(workers), 0.0
        for batch in batches:
            while batch is not None and not turns.put(batch):
                yield progress()
            if (now := time.perf_counter()) - told >= _STEP_SECONDS:
                told = now
                yield progress()
            if pause is None:
                continue
            if batch is not None:
                pause.note_batch(batch)
            if pause.is_due():
                yield from _waited([worker.is_idle for worker in workers], progress)
                pause.add(counters)
        if when_read is not None:
            when_read()
        yield from _waited([worker.finish for worker in workers], progress)


def _waited(
    questions: Sequence[Callable[..., bool]], progress: Callable[[], CountingProgress]
) -> Iterator[CountingProgress]:
    """Wait until each question is answered with yes. They take a timeout_s."""
    for is_so in questions:
        while not is_so(timeout_s=_WAIT_SECONDS):
            yield progress()


def _joined(
    counters: Sequence[CountedSources],
    batches: SourceBatches,
    labels: tuple[str, ...],
    last: CountingProgress,
) -> Generator[CountingProgress, None, PretokenCounts]:
    """The counts of all sources in one; those that were read go into the cache."""
    result = joined(counters, batches.kept, labels, batches.problems)
    keepable = batches.keepable()
    if keepable:
        from engine.counting.counts_by_source import source_pretokens  # here: it is for the cache

        for source, pretokens in source_pretokens(result, keepable, batches.problems_of):
            batches.keep(source, pretokens)
            yield last
    return result


class MemoryWatch:
    """Compares the size of the tables with the free memory whenever they have grown.

    kept: counts of sources that are not read; they are joined with the others.
    """

    def __init__(
        self, counters: Sequence[CountedSources], kept: Mapping[int, SourcePretokens]
    ) -> None:
        self._counters, self._kept = counters, kept
        self._checked = float(_FIRST_CHECKED_PRETOKENS)

    def check(self, expected_bytes: int) -> None:
        """Raise CorpusError if the next growth, joining or training on what is there cannot fit.

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
        done = sum(int(counter.totals.bytes.sum()) for counter in self._counters)
        needed = max(after, growth, bytes_to_join(self._counters, self._kept))
        check_memory(needed, n_pretokens, n_bytes, share=min(1.0, done / max(1, expected_bytes)))


def counting_progress(
    counters: Sequence[CountedSources], batches: SourceBatches
) -> CountingProgress:
    """How far a counting is."""
    kept = batches.kept.values()
    numbers = [[getattr(each, name) for name in NUMBERS] for each in kept]
    numbers += [np.sum(counter.totals, axis=1).tolist() for counter in counters]
    n_bytes, n_documents, _, n_pretokens, unmatched = (
        sum(each) for each in zip(*numbers, strict=True)
    )
    unique = (*(counter.table.n_entries for counter in counters), *(e.n_unique for e in kept))
    return CountingProgress(
        documents=n_documents,
        done=n_bytes,
        total=max(batches.expected_bytes, n_bytes) if batches.is_size_known else 0,
        pretokens=n_pretokens,
        unique_pretokens=max(unique),
        unmatched_bytes=unmatched,
    )
