"""Joining what threads have counted, and what was kept of sources, into PretokenCounts.

The result is the same whoever counted what: pre-tokens stand in the order of their first
occurrence in the corpus, their sources in the order of the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _joining_kernels as kernels
from engine.kernel_cache import run_kernel
from engine.pretoken_counts import PretokenCounts
from engine.pretoken_table import PretokenTable
from engine.readers.problems import CorpusProblem
from engine.source_counter import CountList, SourceCounter
from engine.source_pretokens import SourcePretokens
from engine.unaligned import PADDING

Int64s = npt.NDArray[np.int64]


class SourceTotals(NamedTuple):
    """int64[n_sources] each: bytes, documents, characters, pre-tokens, unmatched bytes."""

    bytes: Int64s
    documents: Int64s
    characters: Int64s
    pretokens: Int64s
    unmatched: Int64s

    @classmethod
    def of(
        cls, counters: Sequence[SourceCounter], kept: Mapping[int, SourcePretokens]
    ) -> SourceTotals:
        """The sums over all threads, and over what was not read."""
        totals = cls(
            *(np.sum([getattr(c, name) for c in counters], axis=0) for name in cls._fields)
        )
        for index, each in kept.items():
            numbers = (
                each.n_bytes, each.n_documents, each.n_characters, each.n_pretokens,
                each.unmatched_bytes,
            )  # fmt: skip
            for array, number in zip(totals, numbers, strict=True):
                array[index] = number
        return totals


class Placed(NamedTuple):
    """The counts of every pre-token by source; see PretokenCounts."""

    indices: npt.NDArray[np.uint32]
    counts: Int64s
    firsts: Int64s


def joined(
    counters: Sequence[SourceCounter],
    kept: Mapping[int, SourcePretokens],
    labels: tuple[str, ...],
    problems: tuple[CorpusProblem, ...] = (),
) -> PretokenCounts:
    """The counts of all sources in one; the counters are used up."""
    table, lists = _one_table(counters, kept)
    totals = SourceTotals.of(counters, kept)
    begins = np.cumsum(totals.bytes) - totals.bytes
    n_short, n_entries = table.n_short, table.n_entries
    entries_of = [each.numbered(n_short) for each in lists]
    first_positions = np.full(n_entries, np.iinfo(np.int64).max)
    for each, entries in zip(lists, entries_of, strict=True):
        positions = each.firsts + begins[each.source]
        first_positions[entries] = np.minimum(first_positions[entries], positions)
    order = np.argsort(first_positions)
    rank = np.empty(n_entries, np.int64)
    rank[order] = np.arange(n_entries)
    starts = np.zeros(n_entries + 1, np.int64)
    np.cumsum(table.lengths()[order], out=starts[1:])
    data = np.empty(int(starts[-1]), np.uint8)
    table.write(starts[rank], data)
    counters[0].table = PretokenTable()
    del table
    source_starts, placed = _by_pretoken(
        lists, [rank[entries] for entries in entries_of], n_entries
    )
    return PretokenCounts(
        data=data,
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
        first_positions=first_positions[order],
        problems=problems,
    )


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
    for source in wanted:
        places = np.flatnonzero(pretokens.source_indices == source)
        places = places[np.argsort(pretokens.source_firsts[places])]
        own = numbers[places]
        starts = np.zeros(len(own) + 1, np.int64)
        np.cumsum(widths[own], out=starts[1:])
        data = np.zeros(int(starts[-1]) + PADDING, np.uint8)
        run_kernel(kernels.copy_pretokens, pretokens.data, pretokens.starts, own, starts[:-1], data)
        yield (
            source,
            SourcePretokens(
                data=data,
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
    counters: Sequence[SourceCounter], kept: Mapping[int, SourcePretokens]
) -> tuple[PretokenTable, list[CountList]]:
    """The table that holds all pre-tokens, and the counts by source, in order, as it numbers."""
    table = counters[0].table
    lists = counters[0].finished()
    for counter in counters[1:]:
        more = counter.finished()
        short_entries, long_entries = table.absorb(counter.table)
        counter.table = PretokenTable()  # what it held is in the other one: give its memory back
        lists += [each.renumbered(short_entries, long_entries) for each in more]
    for source, each in kept.items():
        entries = table.enter(each.data, each.starts)
        lists.append(CountList(source, entries, each.counts, each.firsts))
    lists.sort(key=lambda each: each.source)
    return table, lists


def _by_pretoken(
    lists: Sequence[CountList], entries_of: Sequence[Int64s], n_entries: int
) -> tuple[Int64s, Placed]:
    starts = np.zeros(n_entries + 1, np.int64)
    last_source = np.full(n_entries, -1, np.int64)
    for each, entries in zip(lists, entries_of, strict=True):
        run_kernel(kernels.count_sources, entries, each.source, last_source, starts[1:])
    np.cumsum(starts, out=starts)
    n = int(starts[-1])
    placed = Placed(np.empty(n, np.uint32), np.empty(n, np.int64), np.empty(n, np.int64))
    cursors = starts[:-1].copy()
    last_source[:] = -1
    for each, entries in zip(lists, entries_of, strict=True):
        run_kernel(
            kernels.place_sources, entries, each.counts, each.firsts, each.source, last_source,
            cursors, placed,
        )  # fmt: skip
    return starts, placed
