"""The tables that divide the encoding of long pre-tokens into two levels; see _level_kernels.

Level one makes the first merges, those within words, in parts of a pre-token. Level two makes the
later ones, which join words, over the ids of level one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.compiled import Int64s, UInt8s, UInt32s, UInt64s, run_kernel
from engine.encoding import _level_kernels as kernels
from engine.encoding.merge_tables import placed_pairs
from engine.encoding.word_cache import Cache, KnownPretokens
from engine.settings import N_BYTES

_SPACE = 0x20
_WHITE = (*b"\t\n\v\f\r ",)
_FEWEST_MERGES = 256
"""Fewer merges than this make no words: parts would be little more than bytes."""
_CONTEXT_BITS = 32
"""Bits of the table for each context, so that few contexts share one."""
_STRAY_MERGES = 64
"""One in this number of the merges that join words may come before its time; fewer join none."""


class Levels(NamedTuple):
    """The cuts of long pre-tokens, and the merges behind level one.

    mode           number            PLAIN, LONG or TWO
    longest_whole  number            bytes of the longest pre-token in `whole`
    apart          uint8[65536]      for each pair of bytes APART where no token of level one joins
                                     them, 0 if one does in any context, else which
                                     contexts to look up (OF_TWO, OF_LEFT, OF_RIGHT)
    contexts       uint8[2^m]        bits by hash of the contexts in which a token joins the two
    slots, shift                     as in MergeModel: the later merges with their ranks, and pairs
                                     of ids of level one inside a later token without
                                     being a merge, with INSIDE
    given          uint32[n_ids]     the id that is given out for each id
    whole          Cache             pre-tokens that are given out whole
    """

    mode: int
    longest_whole: int
    apart: UInt8s
    contexts: UInt8s
    slots: UInt64s
    shift: np.uint64
    given: UInt32s
    whole: Cache


def encoding_levels(
    merges: UInt32s, n_first: int, given: UInt32s, whole_tokens: Mapping[bytes, int]
) -> Levels:
    """The levels of merges uint32[n, 2] of which the first n_first are made in parts.

    given: uint32[256 + n], the id given out for each id; whole_tokens: pre-tokens given out whole.
    """
    whole = KnownPretokens.of_whole_tokens(whole_tokens if n_first < len(merges) else {})
    mode = kernels.TWO if n_first < len(merges) else kernels.LONG
    if mode == kernels.LONG and whole_tokens:
        mode = kernels.PLAIN  # its one cache has pre-tokens that are no parts
    slots, shift = placed_pairs(*_later_pairs(merges, n_first))
    apart, contexts = _apart(merges[:n_first])
    return Levels(
        mode=mode,
        longest_whole=max(map(len, whole_tokens), default=0) if mode == kernels.TWO else 0,
        apart=apart,
        contexts=contexts,
        slots=slots,
        shift=shift,
        given=given,
        whole=whole.cache,
    )


def first_level(merges: UInt32s) -> int:
    """Number of merges uint32[n, 2] before those that join words; all if none do.

    A merge joins words if a space follows something else and words have their space in front, or
    if something else follows a space and words have it behind: the later of both counts.
    """
    crossings = _crossings(merges)
    left, right = crossings >> 8, crossings & 0xFF
    before = np.flatnonzero((right == _SPACE) & ~np.isin(left, _WHITE))
    behind = np.flatnonzero((left == _SPACE) & ~np.isin(right, _WHITE))
    n_first = max(_beginning(before, len(merges)), _beginning(behind, len(merges)))
    return n_first if n_first >= _FEWEST_MERGES else len(merges)


def _beginning(ranks: Int64s, n_merges: int) -> int:
    """The first of the ranks int64[m], sorted, except for a few far before the others.

    0 if they are few among the merges behind it: then they are odd ones, such as white space of
    other kinds in front of a space.
    """
    early = ranks[: 2 + len(ranks) // _STRAY_MERGES]
    if not len(early):
        return 0
    first = int(np.argmax(np.diff(early, prepend=0)))
    later = n_merges - int(early[first])
    return int(early[first]) if _STRAY_MERGES * (len(ranks) - first) >= later else 0


def _edges(merges: UInt32s) -> tuple[UInt8s, UInt8s]:
    """uint8[256 + n, 2] each: the first two bytes of every token, and the last two."""
    first = np.empty((N_BYTES + len(merges), 2), np.uint8)
    last = np.empty((N_BYTES + len(merges), 2), np.uint8)
    run_kernel(kernels.find_edges, merges, first, last)
    return first, last


def _crossings(merges: UInt32s) -> Int64s:
    """int64[n]: the two bytes that meet where a merge joins its parts, the left one times 256."""
    first, last = _edges(merges)
    crossings: Int64s = (last[merges[:, 0], 1].astype(np.int64) << 8) | first[merges[:, 1], 0]
    return crossings


def _apart(merges: UInt32s) -> tuple[UInt8s, UInt8s]:
    """`apart` and `contexts` of Levels: uint8[65536] and uint8[2^m]."""
    first, last = _edges(merges)
    before, after = last[merges[:, 0]].astype(np.uint64), first[merges[:, 1]].astype(np.uint64)
    is_left, is_right = (merges >= N_BYTES).T  # two bytes and more
    pair = (before[:, 1] << np.uint64(8)) | after[:, 0]
    kinds = np.zeros(len(merges), np.uint8)
    kinds[is_left & is_right] = kernels.OF_TWO
    kinds[is_left & ~is_right] = kernels.OF_LEFT
    kinds[~is_left & is_right] = kernels.OF_RIGHT
    # Within words of ASCII, and inside characters, a look at the context would cost more than it
    # saves: what some merge joins is always left together there.
    is_start = (after[:, 0] >> np.uint64(6)) != 2
    kinds[~is_start | ((before[:, 1] < 0x80) & (after[:, 0] < 0x80))] = 0
    words = before[:, 1] | after[:, 0] << np.uint64(8)
    words[is_left] = before[is_left, 0] | words[is_left] << np.uint64(8)
    words[is_right] |= after[is_right, 1] << (np.uint64(16) + np.uint64(8) * is_left[is_right])
    apart = np.zeros(1 << 16, np.uint8)
    np.bitwise_or.at(apart, pair, kinds)
    apart[pair[kinds == 0]] = 0
    is_free = np.ones(1 << 16, np.bool_)
    is_free[pair] = False
    apart[is_free] = kernels.APART
    looked_up = apart[pair] > 0
    n_bits = _CONTEXT_BITS * max(_FEWEST_MERGES, int(looked_up.sum()))
    contexts = np.zeros(1 << (n_bits - 1).bit_length() - 3, np.uint8)
    run_kernel(kernels.enter_contexts, kinds[looked_up], words[looked_up], contexts)
    return apart, contexts


def _later_pairs(merges: UInt32s, n_first: int) -> tuple[UInt32s, UInt32s]:
    """The later merges, and pairs of ids inside them: uint32[m, 2], uint32[m]."""
    meetings = np.empty((len(merges) - n_first, 2), np.uint32)
    run_kernel(kernels.find_meetings, merges, n_first, meetings)
    pairs = np.concatenate([merges[n_first:], meetings])
    ranks = np.full(len(pairs), kernels.INSIDE, np.uint32)
    ranks[: len(meetings)] = np.arange(n_first, len(merges))
    return np.ascontiguousarray(pairs), ranks
