"""Pre-token counts with a weight for each source, and those of some or single sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import PADDING, Bools, Int64s, UInt8s, bounds_of, run_kernel
from engine.counting import _counting_kernels as kernels
from engine.counting.counts import PretokenCounts
from engine.counting.kept import SourcePretokens
from engine.errors import CorpusError
from engine.sentences import say

if TYPE_CHECKING:
    from engine.corpus import CorpusProblem


def copied_pretokens(source: UInt8s, starts: Int64s, numbers: Int64s, begins: Int64s) -> UInt8s:
    """The bytes of some pre-tokens, one after another, and room behind them.

    starts: int64[n + 1], pre-token i is source[starts[i]:starts[i + 1]]. numbers: int64[m], which
    ones; begins: int64[m + 1], where each goes, and where the last one ends.
    """
    data = np.empty(int(begins[-1]) + PADDING, np.uint8)
    run_kernel(kernels.copy_pretokens, source, starts, numbers, begins, data)
    return data


def weighted_counts(counts: PretokenCounts, weights: Int64s, scale: int) -> PretokenCounts:
    """The counts of each source times its weight; see `PretokenCounts.weighted`.

    weights: int64[n_sources], in units of 1 / scale.
    """
    if not weights.all():
        counts = _of_sources(counts, weights > 0)
    source_counts = counts.source_counts * weights[counts.source_indices]
    return replace(
        counts,
        counts=np.add.reduceat(source_counts, counts.source_starts[:-1]),
        source_counts=source_counts,
        source_weights=weights,
        weight_scale=scale,
    )


def divided_counts(counts: PretokenCounts, group_of: Int64s) -> list[tuple[Int64s, PretokenCounts]]:
    """Which pre-tokens occur in each group of sources, and their counts there.

    group_of: as of `PretokenCounts.divided`.
    """
    n_groups = int(group_of.max()) + 1
    # NumPy sorts 16 bits by their digits.
    of_entry = group_of.astype(np.min_scalar_type(n_groups))[counts.source_indices]
    by_group = np.argsort(of_entry, kind="stable")
    bounds = bounds_of(np.bincount(of_entry, minlength=n_groups)).tolist()
    numbers = np.repeat(np.arange(counts.n_unique), np.diff(counts.source_starts))
    found = []
    for group in range(n_groups):
        places = by_group[bounds[group] : bounds[group + 1]]
        rows = numbers[places]
        first = np.flatnonzero(np.diff(rows, prepend=-1))
        own, source_starts = rows[first], np.append(first, len(places))
        part = _of_places(counts, own, places, source_starts, group_of == group)
        sums = np.add.reduceat(part.source_counts, first)
        found.append((own, replace(part, counts=sums)))
    return found


def source_pretokens(
    pretokens: PretokenCounts,
    wanted: Sequence[int],
    problems_of: Mapping[int, tuple[CorpusProblem, ...]],
) -> Iterator[tuple[int, SourcePretokens]]:
    """Single sources out of the counts of all, each with its index."""
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


def _of_sources(counts: PretokenCounts, is_kept: Bools) -> PretokenCounts:
    """Only what occurs in some of the sources, in the order of its first occurrence there."""
    is_place = is_kept[counts.source_indices]
    n_sources_of = np.add.reduceat(is_place.astype(np.int64), counts.source_starts[:-1])
    own = np.flatnonzero(n_sources_of)
    if not len(own):
        raise CorpusError(say("mixture_without_text"))
    source_starts = bounds_of(n_sources_of[own])
    return _of_places(counts, own, np.flatnonzero(is_place), source_starts, is_kept)


def _of_places(
    counts: PretokenCounts, own: Int64s, places: Int64s, source_starts: Int64s, is_kept: Bools
) -> PretokenCounts:
    """The pre-tokens `own`, and of their counts by source those at `places`.

    source_starts: int64[len(own) + 1], which of the places each of them has.
    """
    indices, firsts = counts.source_indices[places], counts.source_firsts[places]
    begins = np.cumsum(counts.source_bytes) - counts.source_bytes
    first = source_starts[:-1]
    starts = bounds_of(np.diff(counts.starts)[own])
    data = copied_pretokens(counts.data, counts.starts, own, starts)
    return replace(
        counts,
        data=data[: starts[-1]],
        starts=starts,
        counts=counts.counts[own],
        source_starts=source_starts,
        source_indices=indices,
        source_counts=counts.source_counts[places],
        source_firsts=firsts,
        source_bytes=counts.source_bytes * is_kept,
        source_documents=counts.source_documents * is_kept,
        source_characters=counts.source_characters * is_kept,
        source_pretokens=counts.source_pretokens * is_kept,
        source_unmatched=counts.source_unmatched * is_kept,
        first_positions=firsts[first] + begins[indices[first]],
    )
