"""Pre-token counts: every distinct pre-token of a corpus with its count in each source.

Everything after this step, training above all, works on these counts alone: its cost depends on
the number of distinct pre-tokens and not on the size of the corpus.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from engine.argument_types import check_threads
from engine.compiled import PADDING, Bools, Int64s, UInt8s, UInt32s, bounds_of, run_kernel
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
from engine.errors import CorpusError
from engine.machine import (
    Progress,
    WorkerThread,
    check_memory,
    counts_bytes,
    merging_bytes,
    n_cores,
    side_by_side,
)
from engine.sentences import say
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
_USUAL_BYTES = 16
_CHECK_GROWTH = 1.05


class Placed(NamedTuple):
    """The counts of every pre-token by source; see PretokenCounts."""

    indices: UInt32s
    counts: Int64s
    firsts: Int64s


def copied_pretokens(source: UInt8s, starts: Int64s, numbers: Int64s, begins: Int64s) -> UInt8s:
    """The bytes of some pre-tokens, one after another, and room behind them.

    starts: int64[n + 1], pre-token i is source[starts[i]:starts[i + 1]]. numbers: int64[m], which
    ones; begins: int64[m + 1], where each goes, and where the last one ends.
    """
    data = np.empty(int(begins[-1]) + PADDING, np.uint8)
    run_kernel(kernels.copy_pretokens, source, starts, numbers, begins, data)
    return data


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
    table, lists = _one_table(counters, kept)
    totals = SourceTotals(*np.sum([each.totals for each in counters], axis=0))
    for index, of_source in kept.items():
        totals.add(index, of_source)
    facts = _noted(table, lists, np.cumsum(totals.bytes) - totals.bytes)
    n_short = table.n_short
    order = np.argsort(facts[:, kernels.FIRST])
    first_positions = facts[order, kernels.FIRST]
    in_order = np.where(order < n_short, order, n_short - 1 - order)
    (data, starts), (source_starts, placed) = side_by_side(
        lambda: table.pretokens(in_order, table.slots_of_short()),
        lambda: _by_pretoken(lists, facts, order, n_short),
    )
    counters[0].table = PretokenTable()
    return PretokenCounts(
        data=data[: starts[-1]],
        starts=starts,
        counts=np.add.reduceat(placed.counts, source_starts[:-1]),
        source_starts=source_starts,
        source_indices=placed.indices,
        source_counts=placed.counts,
        source_firsts=placed.firsts,
        labels=labels,
        source_bytes=totals.bytes,
        source_documents=totals.documents,
        source_characters=totals.characters,
        source_pretokens=totals.pretokens,
        source_unmatched=totals.unmatched,
        first_positions=first_positions,
        problems=problems,
        source_dropped=_dropped(kept, len(labels)),
    )


def _dropped(
    kept: Mapping[int, SourcePretokens], n_sources: int
) -> tuple[DroppedPairs | None, ...]:
    """What floors left out of the counts of each source; () where none did."""
    dropped = [kept[i].dropped if i in kept else None for i in range(n_sources)]
    return tuple(dropped) if any(each is not None for each in dropped) else ()


def source_pretokens(
    pretokens: PretokenCounts,
    wanted: Sequence[int],
    problems_of: Mapping[int, tuple[CorpusProblem, ...]],
) -> Iterator[tuple[int, SourcePretokens]]:
    """Single sources out of the counts of all, each with its index."""
    if not wanted:
        return
    numbers = np.repeat(np.arange(pretokens.n_unique), np.diff(pretokens.source_starts))
    widths = np.diff(pretokens.starts)
    indices, n_sources = pretokens.source_indices, len(pretokens.labels)
    bounds = bounds_of(np.bincount(indices, minlength=n_sources)).tolist()
    # NumPy sorts 16 bits by their digits, in one pass over all sources.
    by_source = np.argsort(indices.astype(np.min_scalar_type(n_sources)), kind="stable")
    for source in wanted:
        places = by_source[bounds[source] : bounds[source + 1]]
        places = places[np.argsort(pretokens.source_firsts[places])]
        own = numbers[places]
        starts = bounds_of(widths[own])
        yield (
            source,
            SourcePretokens(
                data=copied_pretokens(pretokens.data, pretokens.starts, own, starts),
                starts=starts,
                counts=pretokens.source_counts[places],
                firsts=pretokens.source_firsts[places],
                n_bytes=int(pretokens.source_bytes[source]),
                n_documents=int(pretokens.source_documents[source]),
                n_characters=int(pretokens.source_characters[source]),
                n_pretokens=int(pretokens.source_pretokens[source]),
                unmatched_bytes=int(pretokens.source_unmatched[source]),
                problems=problems_of.get(source, ()),
            ),
        )


def _one_table(
    counters: Sequence[CountedSources], kept: Mapping[int, SourcePretokens]
) -> tuple[PretokenTable, list[CountList]]:
    """The table of all pre-tokens, and the counts by source, in order, with its numbers."""
    table, lists = _joined_counters(counters)
    for source, each in kept.items():
        entries = table.enter(each.data, each.starts[:-1], each.starts[1:])
        lists.append(CountList(source, entries, each.counts, each.firsts))
    lists.sort(key=lambda each: each.source)
    return table, lists


def _joined_counters(
    counters: Sequence[CountedSources],
) -> tuple[PretokenTable, list[CountList]]:
    """The table of the first with the entries of all others, and all lists with its numbers."""
    if len(counters) == 1:
        return counters[0].table, counters[0].finished()
    half = len(counters) // 2
    (table, lists), (other, more) = side_by_side(
        lambda: _joined_counters(counters[:half]), lambda: _joined_counters(counters[half:])
    )
    short_entries, long_entries = table.absorb(other)
    counters[half].table = PretokenTable()  # what it held is in the other one: give its memory back
    return table, [*lists, *(each.renumbered(short_entries, long_entries) for each in more)]


def _noted(table: PretokenTable, lists: Sequence[CountList], begins: Int64s) -> Int64s:
    """int64[n_entries, 3]: where each entry occurs first, and in how many sources.

    begins: int64[n_sources], the byte of the corpus at which each source begins.
    """
    facts = np.empty((table.n_entries, 3), np.int64)
    facts[:] = np.iinfo(np.int64).max, -1, 0
    for each in lists:
        run_kernel(
            kernels.note_list, each.entries, each.firsts, table.n_short, begins[each.source],
            each.source, facts,
        )  # fmt: skip
    return facts


def _by_pretoken(
    lists: Sequence[CountList], facts: Int64s, order: Int64s, n_short: int
) -> tuple[Int64s, Placed]:
    """The counts of every pre-token by source, and int64[n + 1], where those of each begin.

    facts: as `_noted` gives them; used up. order: int64[n], which entry comes when.
    """
    starts = bounds_of(facts[order, kernels.N_SOURCES])
    facts[order, kernels.NEXT] = starts[:-1]
    facts[:, kernels.LAST_SOURCE] = -1
    n = int(starts[-1])
    placed = Placed(np.empty(n, np.uint32), np.empty(n, np.int64), np.empty(n, np.int64))
    for each in lists:
        run_kernel(
            kernels.place_list, each.entries, each.counts, each.firsts, n_short, each.source,
            facts, placed,
        )  # fmt: skip
    return starts, placed


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
        if not weights.all():
            return self._of_sources(weights > 0)._all_weighted(weights, scale)
        return self._all_weighted(weights, scale)

    def divided(self, group_of: Int64s) -> list[tuple[Int64s, PretokenCounts]]:
        """What occurs in each of several groups of sources: which pre-tokens, and their counts.

        group_of: int64[n_sources], the group of each source, 0 to n - 1; each group has text. The
        sources of other groups are empty in its counts, which are weighted as these are.
        """
        n_groups = int(group_of.max()) + 1
        # NumPy sorts 16 bits by their digits.
        of_entry = group_of.astype(np.min_scalar_type(n_groups))[self.source_indices]
        by_group = np.argsort(of_entry, kind="stable")
        bounds = bounds_of(np.bincount(of_entry, minlength=n_groups)).tolist()
        numbers = np.repeat(np.arange(self.n_unique), np.diff(self.source_starts))
        found = []
        for group in range(n_groups):
            places = by_group[bounds[group] : bounds[group + 1]]
            rows = numbers[places]
            first = np.flatnonzero(np.diff(rows, prepend=-1))
            own, source_starts = rows[first], np.append(first, len(places))
            part = self._of_places(own, places, source_starts, group_of == group)
            counts = np.add.reduceat(part.source_counts, first)
            found.append((own, replace(part, counts=counts)))
        return found

    def _all_weighted(self, weights: Int64s, scale: int) -> PretokenCounts:
        """As `weighted`, where every source that has text has a weight."""
        counts = self.source_counts * weights[self.source_indices]
        return replace(
            self,
            counts=np.add.reduceat(counts, self.source_starts[:-1]),
            source_counts=counts,
            source_weights=weights,
            weight_scale=scale,
        )

    def _of_sources(self, is_kept: Bools) -> PretokenCounts:
        """Only what occurs in some of the sources, in the order of its first occurrence there."""
        is_place = is_kept[self.source_indices]
        n_sources_of = np.add.reduceat(is_place.astype(np.int64), self.source_starts[:-1])
        own = np.flatnonzero(n_sources_of)
        if not len(own):
            raise CorpusError(say("mixture_without_text"))
        source_starts = bounds_of(n_sources_of[own])
        return self._of_places(own, np.flatnonzero(is_place), source_starts, is_kept)

    def _of_places(
        self, own: Int64s, places: Int64s, source_starts: Int64s, is_kept: Bools
    ) -> PretokenCounts:
        """The pre-tokens `own`, and of their counts by source those at `places`.

        source_starts: int64[len(own) + 1], which of the places each of them has.
        """
        indices, firsts = self.source_indices[places], self.source_firsts[places]
        begins = np.cumsum(self.source_bytes) - self.source_bytes
        first = source_starts[:-1]
        positions = firsts[first] + begins[indices[first]]
        starts = bounds_of(np.diff(self.starts)[own])
        data = copied_pretokens(self.data, self.starts, own, starts)
        return replace(
            self,
            data=data[: starts[-1]],
            starts=starts,
            counts=self.counts[own],
            source_starts=source_starts,
            source_indices=indices,
            source_counts=self.source_counts[places],
            source_firsts=firsts,
            source_bytes=self.source_bytes * is_kept,
            source_documents=self.source_documents * is_kept,
            source_characters=self.source_characters * is_kept,
            source_pretokens=self.source_pretokens * is_kept,
            source_unmatched=self.source_unmatched * is_kept,
            first_positions=positions,
        )


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
