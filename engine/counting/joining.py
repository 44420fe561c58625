"""The counts of several threads and of kept sources in one; see `joined`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.compiled import (
    PADDING,
    Int64s,
    UInt8s,
    UInt32s,
    aligned,
    bounds_of,
    run_kernel,
    without_rest,
)
from engine.corpus import CorpusProblem
from engine.counting import _counting_kernels as kernels
from engine.counting.counts import PretokenCounts
from engine.counting.kept import SourcePretokens, SourceTotals
from engine.counting.table import CountedSources, CountList, PretokenTable
from engine.machine import each_side_by_side, joining_bytes, side_by_side

if TYPE_CHECKING:
    from engine.counting.dropped import DroppedPairs

_MANY_ENTRIES = 1 << 15
"""Entries of all tables from which on several threads join them."""
_EXAMPLE_SLOTS = 1 << 10


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
        n = len(starts) - 1
        positions, totals, ends, last = map(_room, (n, n, n + 1, n))
        last.fill(0)  # not `zeros`: a page that is read before it is written costs twice
        return cls(placed.firsts[:n], starts[1:], positions, totals, ends, last)


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
    n_counts = sum(len(own.counts) for each in lists.values() for _, own in each)
    placed = Placed.of_size(max(n_counts, n_ids))  # an entry may have no count
    starts = _room(n_ids + 1)
    numbering = Numbering.within(placed, starts)
    linked = _linked(tables, numbering.links)
    runs = _numbered(lists, linked.ids, np.cumsum(totals.bytes) - totals.bytes, numbering)
    n = runs[-1][2]

    def spelled() -> UInt8s:
        data = _spelled(tables, linked, runs, starts)
        tables.clear()
        for counter in counters:
            counter.drop_table()
        return data

    rest = partial(_placed, lists, n, numbering, placed)
    data, placed = side_by_side(spelled, rest) if n_ids >= _MANY_ENTRIES else (spelled(), rest())
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
    all_finished = each_side_by_side([counter.finished for counter in counters])
    for i, (counter, finished) in enumerate(zip(counters, all_finished, strict=True)):
        table = counter.table
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


def load_linking() -> None:
    """Have the kernel ready that links tables: it is loaded while the last texts are counted."""
    tables = [PretokenTable(_EXAMPLE_SLOTS) for _ in range(2)]
    ids = np.zeros(2, np.int64)
    tables[0].link((0, 1), ids, [(tables[1], ids)], ids.copy(), ids.copy())


def bytes_to_join(counters: Sequence[CountedSources], kept: Mapping[int, SourcePretokens]) -> int:
    """Memory that joining what is counted so far, and kept, takes beside the tables."""
    tables, others = [counter.table for counter in counters], kept.values()
    n_kept = sum(each.n_unique for each in others)
    n_entries = sum(table.n_entries for table in tables) + n_kept
    n_counts = sum(counter.n_counts for counter in counters) + n_kept
    n_bytes = sum(table.expected_bytes for table in tables) + sum(len(e.data) for e in others)
    return joining_bytes(n_entries, max(n_counts, n_entries), n_bytes)
