"""Pre-token counts: every distinct pre-token of a corpus with its count in each source.

Everything after this step, training above all, works on these counts alone: its cost depends on
the number of distinct pre-tokens and not on the size of the corpus.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from engine.argument_types import check_threads
from engine.compiled import (
    PADDING,
    Int64s,
    UInt8s,
    UInt32s,
    aligned,
    bounds_of,
    run_kernel,
    without_rest,
    zeros,
)
from engine.corpus import Corpus, CorpusProblem, problem_sentences, without_text
from engine.counting import _counting_kernels as kernels
from engine.counting.batches import SourceBatches, Turns
from engine.counting.kept import NUMBERS, SourcePretokens
from engine.counting.table import (
    CountedSources,
    CountList,
    PretokenTable,
    SourceCounter,
    SourceTotals,
)
from engine.machine import (
    Progress,
    WorkerThread,
    check_memory,
    counts_bytes,
    each_side_by_side,
    merging_bytes,
    n_cores,
    side_by_side,
)
from engine.splitting import Splitter
from engine.text import Normalization

if TYPE_CHECKING:
    from engine.corpus import DocumentBatch
    from engine.counting.batches import CountingCheckpoint
    from engine.counting.dropped import DroppedPairs
    from engine.counting.kept import CountsCache

_WAIT_SECONDS = 0.02
_STEP_SECONDS = 0.005
_FIRST_CHECKED_PRETOKENS = 100_000
_USUAL_BYTES, _CHECK_GROWTH = 16, 1.05
_MANY_ENTRIES = 1 << 15
"""Entries of all tables from which on several threads join them."""


class Placed(NamedTuple):
    """The counts of every pre-token by source; see PretokenCounts."""

    indices: UInt32s
    counts: Int64s
    firsts: Int64s

    @classmethod
    def of_size(cls, n: int) -> Placed:
        """Arrays with any content."""
        return cls(aligned(4 * n).view(np.uint32), _room(n), _room(n))


def _room(n: int) -> Int64s:
    """int64[n] with any content."""
    return aligned(8 * n).view(np.int64)


class Numbering(NamedTuple):
    """Entries of all tables, numbered in the order in which they occur first.

    links            int64[n_ids]      by id: 1 + the number, 0 for none yet, or -1 - the id of the
                                       same pre-token in the first table that has it
    entries          int64[n_ids]      by number: the entry in the table that met it first
    first_positions  int64[n_ids]      where it occurs first in the corpus, in bytes
    totals           int64[n_ids]      how often it occurs
    ends             int64[n_ids + 1]  in how many sources
    last_sources     int64[n_ids]      of a source that has several lists: 1 + its number
    """

    links: Int64s
    entries: Int64s
    first_positions: Int64s
    totals: Int64s
    ends: Int64s
    last_sources: Int64s

    @classmethod
    def within(cls, placed: Placed, starts: Int64s) -> Numbering:
        """Partly in memory of results, fresh pages cost more than the work: links, entries."""
        n_ids = len(starts) - 1
        return cls(
            placed.firsts[:n_ids], starts[1:], _room(n_ids), _room(n_ids), _room(n_ids + 1),
            zeros(n_ids, np.int64),
        )  # fmt: skip


def joined(
    counters: Sequence[CountedSources],
    kept: Mapping[int, SourcePretokens],
    labels: tuple[str, ...],
    problems: tuple[CorpusProblem, ...] = (),
) -> PretokenCounts:
    """The counts of all sources in one; the counters are used up.

    kept: counts of sources that were not read. The result does not depend on which thread counted
        what: pre-tokens are in the order of their first occurrence, sources in that of the corpus.
    """
    tables, lists = _lists_by_source(counters, kept)
    totals = _totals(counters, kept)
    n_ids = sum(table.n_entries for table in tables)
    placed = Placed.of_size(sum(len(own.counts) for each in lists.values() for _, own in each))
    starts = _room(n_ids + 1)
    numbering = Numbering.within(placed, starts)
    linked = _linked(tables, numbering.links)
    runs = _numbered(lists, linked.ids, np.cumsum(totals.bytes) - totals.bytes, numbering)
    n = runs[-1][2]

    def spelled() -> UInt8s:
        data = _spelled(tables, linked, runs, starts)
        tables.clear()
        for counter in counters:
            counter.table = PretokenTable()
        return data

    rest = partial(_placed, lists, n, numbering, placed)
    is_much = n_ids >= _MANY_ENTRIES
    data, placed = side_by_side(spelled, rest) if is_much else (spelled(), rest())
    return PretokenCounts(
        data=data,
        starts=without_rest(starts, n + 1),
        counts=without_rest(numbering.totals, n),
        source_starts=without_rest(numbering.ends, n + 1),
        source_indices=placed.indices,
        source_counts=placed.counts,
        source_firsts=placed.firsts,
        labels=labels,
        source_bytes=totals.bytes,
        source_documents=totals.documents,
        source_characters=totals.characters,
        source_pretokens=totals.pretokens,
        source_unmatched=totals.unmatched,
        first_positions=without_rest(numbering.first_positions, n),
        problems=problems,
        source_dropped=_dropped(kept, len(labels)),
    )


def _totals(
    counters: Sequence[CountedSources], kept: Mapping[int, SourcePretokens]
) -> SourceTotals:
    totals = SourceTotals(*np.sum([each.totals for each in counters], axis=0))
    for index, of_source in kept.items():
        totals.add(index, of_source)
    return totals


def _dropped(
    kept: Mapping[int, SourcePretokens], n_sources: int
) -> tuple[DroppedPairs | None, ...]:
    """What floors left out of the counts of each source; () where none did."""
    dropped = [kept[i].dropped if i in kept else None for i in range(n_sources)]
    return tuple(dropped) if any(each is not None for each in dropped) else ()


_Lists = dict[int, list[tuple[int, CountList]]]
"""Of each source, in order, its lists, each with the number of its table."""


def _lists_by_source(
    counters: Sequence[CountedSources], kept: Mapping[int, SourcePretokens]
) -> tuple[list[PretokenTable], _Lists]:
    """The tables that have entries, and the lists of all sources."""
    found: list[tuple[int, int, CountList]] = []
    tables: list[PretokenTable] = []
    for i, counter in enumerate(counters):
        finished, table = counter.finished(), counter.table
        if not i:
            for source, each in kept.items():
                entries = table.enter(each.data, each.starts[:-1], each.starts[1:])
                finished.append((source, CountList(entries, each.counts, each.firsts)))
        if table.n_entries:
            found += ((source, len(tables), own) for source, own in finished if len(own.counts))
            tables.append(table)
    lists: _Lists = {}
    for source, number, own in sorted(found, key=itemgetter(0)):
        lists.setdefault(source, []).append((number, own))
    return tables, lists


class _Linked(NamedTuple):
    """The ids of some tables, where the short entries of each lie, and the bytes of all entries."""

    ids: list[Int64s]
    slots: list[Int64s]
    n_bytes: int


def _linked(tables: Sequence[PretokenTable], links: Int64s) -> _Linked:
    """Link the entries of each table to the same ones of those before. links: see Numbering."""
    first = bounds_of([table.n_entries for table in tables]).tolist()
    ids = [table.ids(begin) for table, begin in zip(tables, first, strict=False)]
    slots = [_room(table.n_short) for table in tables]
    n_shares = len(tables) if first[-1] >= _MANY_ENTRIES else 1
    links[:] = 0

    def share(number: int) -> int:
        n_bytes = 0
        for i, table in enumerate(tables):
            before = list(zip(tables[:i], ids, strict=False))
            n_bytes += table.link((number, n_shares), ids[i], before, links, slots[i])
        return n_bytes

    n_bytes = each_side_by_side([partial(share, number) for number in range(n_shares)])
    return _Linked(ids, slots, sum(n_bytes))


def _numbered(
    lists: _Lists, ids: Sequence[Int64s], begins: Int64s, numbering: Numbering
) -> list[tuple[int, int, int]]:
    """Number the entries of all lists, which have numbers instead of entries afterwards.

    ids: of each table. begins: int64[n_sources], the byte of the corpus at which each begins.
    Returns which numbers first:last come from which table: (table, first, last), in order.
    """
    n, runs = 0, []
    for source, own in lists.items():
        for table, part in _in_order(own):
            before, n = n, run_kernel(
                kernels.number_entries, part, ids[table], source, int(begins[source]),
                len(own) == 1, n, numbering,
            )  # fmt: skip
            if n > before:
                runs.append((table, before, n))
    return runs


def _in_order(lists: Sequence[tuple[int, CountList]]) -> Iterator[tuple[int, CountList]]:
    """The lists of one source in parts, in the order of the text."""
    waiting = [(int(own.firsts[0]), i, 0) for i, (_, own) in enumerate(lists)]
    heapify(waiting)
    while waiting:
        _, i, begin = heappop(waiting)
        table, own = lists[i]
        end = len(own.firsts)
        if waiting:
            end = begin + int(np.searchsorted(own.firsts[begin:], waiting[0][0], "right"))
        yield table, CountList(*(each[begin:end] for each in own))
        if end < len(own.firsts):
            heappush(waiting, (int(own.firsts[end]), i, end))


def _spelled(
    tables: Sequence[PretokenTable],
    linked: _Linked,
    runs: Sequence[tuple[int, int, int]],
    starts: Int64s,
) -> UInt8s:
    """The bytes of all pre-tokens by number.

    runs: see `_numbered`. starts: int64[n_ids + 1], where each ends, and before that its entry.
    """
    data = aligned(linked.n_bytes + PADDING)
    starts[0] = 0
    for table, first, last in runs:
        entries = starts[first + 1 : last + 1]
        tables[table].spell(entries, first, linked.slots[table], starts, data)
    return without_rest(data, int(starts[runs[-1][2]]))


def _placed(lists: _Lists, n: int, numbering: Numbering, placed: Placed) -> Placed:
    """The counts of every pre-token by source; `ends` says then where those of each begin."""
    ends = numbering.ends[: n + 1]
    ends[n] = 0
    np.cumsum(ends, out=ends)
    for source, own in reversed(lists.items()):
        for _, each in own:
            run_kernel(
                kernels.place_numbers, each, source, len(own) == 1, ends, numbering.last_sources,
                placed,
            )  # fmt: skip
    size = int(ends[n])
    return Placed(*(without_rest(array, size) for array in placed))  # type: ignore[arg-type]


@dataclass(frozen=True)
class PretokenCounts:
    """Distinct pre-tokens in the order of their first occurrence, with counts per source.

    data: uint8[n_bytes], all pre-tokens back to back; starts: int64[n + 1], their bounds.
    counts: int64[n], occurrences in the whole corpus.
    source_starts: int64[n + 1]; pre-token i occurs source_counts[j] times in source
        source_indices[j], first at byte source_firsts[j] of that source, for j in
        source_starts[i]:source_starts[i + 1]; sources ascend.
    source_bytes, source_documents, source_characters (code points), source_pretokens and
        source_unmatched (bytes): int64[n_sources], of the text as it was read.
    first_positions: int64[n], the byte of the corpus where each pre-token occurs first.
    problems: what was repaired or left out while reading.
    source_dropped: what floors left out of the counts of each source; () where none did.
    source_weights: int64[n_sources], by which counts and source_counts are multiplied; they are
        in units of 1 / weight_scale. Everything else is natural.
    """

    data: UInt8s
    starts: Int64s
    counts: Int64s
    source_starts: Int64s
    source_indices: UInt32s
    source_counts: Int64s
    source_firsts: Int64s
    labels: tuple[str, ...]
    source_bytes: Int64s
    source_documents: Int64s
    source_characters: Int64s
    source_pretokens: Int64s
    source_unmatched: Int64s
    first_positions: Int64s
    problems: tuple[CorpusProblem, ...] = ()
    source_dropped: tuple[DroppedPairs | None, ...] = ()
    source_weights: Int64s = field(default_factory=lambda: np.zeros(0, np.int64))
    weight_scale: int = 1

    def __post_init__(self) -> None:
        if not len(self.source_weights):
            object.__setattr__(self, "source_weights", np.ones(len(self.labels), np.int64))

    @property
    def n_unique(self) -> int:
        return len(self.counts)

    @property
    def n_pretokens(self) -> int:
        return int(self.source_pretokens.sum())

    @property
    def n_bytes(self) -> int:
        return int(self.source_bytes.sum())

    @property
    def n_documents(self) -> int:
        return int(self.source_documents.sum())

    @property
    def unmatched_bytes(self) -> int:
        return int(self.source_unmatched.sum())

    @property
    def whole_source_bytes(self) -> Int64s:
        """int64[n_sources]: bytes of each source with what floors left out; mixtures go by them."""
        if not self.source_dropped:
            return self.source_bytes
        dropped = [0 if each is None else each.bytes for each in self.source_dropped]
        return self.source_bytes + np.array(dropped, np.int64)

    @property
    def is_weighted(self) -> bool:
        """Whether sources count otherwise than as they are."""
        return self.weight_scale != 1 or bool((self.source_weights != 1).any())

    def pretoken(self, index: int) -> bytes:
        """The bytes of one pre-token."""
        return self.data[self.starts[index] : self.starts[index + 1]].tobytes()

    def weighted(self, weights: Int64s, scale: int = 1) -> PretokenCounts:
        """The same pre-tokens counted weights[s] times for each occurrence in source s.

        weights: int64[n_sources], in units of 1 / scale, with sum(weights * source_bytes) below
        2^63. What occurs only in sources of weight 0 falls out, and those sources are empty
        afterwards. Call it on natural counts.
        """
        weights = np.asarray(weights, np.int64)
        if weights.shape != self.source_bytes.shape or self.weight_scale != 1:
            raise ValueError("one weight is needed for each source of natural counts")
        if scale == 1 and (weights == 1).all():
            return self
        from engine.counting.counts_by_source import weighted_counts  # here: few trainings need it

        return weighted_counts(self, weights, scale)

    def divided(self, group_of: Int64s) -> list[tuple[Int64s, PretokenCounts]]:
        """What occurs in each of several groups of sources: which pre-tokens, and their counts.

        group_of: int64[n_sources], the group of each source, 0 to n - 1; each group has text. The
        sources of other groups are empty in its counts, which are weighted as these are.
        """
        from engine.counting.counts_by_source import divided_counts  # here: few trainings need it

        return divided_counts(self, group_of)


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
    memory = MemoryWatch([*before, *counters])
    yield from count_batches(counters, batches, checkpoint, before, memory=memory)
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
    """What a checkpoint has, as the counts of one more thread; none where it has nothing."""
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
) -> Iterator[CountingProgress]:
    """Let the counters, each in a thread, count the batches in turn.

    pause: a checkpoint, or what writes counts to disk. before: what was counted before an
    interruption. memory: ends the counting where the tables cannot fit.
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
    """Compares the size of the tables with the free memory whenever they have grown."""

    def __init__(self, counters: Sequence[CountedSources]) -> None:
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
        done = sum(int(counter.totals.bytes.sum()) for counter in self._counters)
        share = min(1.0, done / max(1, expected_bytes))
        check_memory(max(after, growth), n_pretokens, n_bytes, share=share)


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
