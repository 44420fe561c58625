"""KnownPretokens: the cache of one encoder, which begins with the tokens of its vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.compiled import (
    PADDING,
    Int64s,
    UInt8s,
    UInt32s,
    UInt64s,
    bounds_of,
    enlarged,
    read_only,
    run_kernel,
    zeros,
)
from engine.encoding import _cache_kernels as kernels
from engine.encoding._cache_kernels import SHORT_PRETOKEN
from engine.encoding._encoding_kernels import reached_tokens
from engine.encoding._merging_kernels import SCANNED
from engine.encoding.merge_tables import MergeModel, merge_room

_FIRST_SLOTS = 1 << 10
_FIRST_LONG_SLOTS = 1 << 12
_FIRST_BYTES = 1 << 20
_ROOMY_SLOTS = 1 << 20
"""Fewer slots than this begin at twice the size that they need."""
CACHE_BYTES = 40 << 20
"""Limit of the cache of one encoder, unless its vocabulary alone takes half of it."""
_GROWTH = 2
_GROWING = ("slots", "long_slots", "arena", "ids")
_LONGEST_WHOLE = 0xFFFF


class Cache(NamedTuple):
    """Known pre-tokens with their ids.

    slots       uint64[4 * 2^k]  short pre-tokens (up to 15 bytes), four words each: LOW and HIGH,
                                 its bytes and in the top byte its length; VALUE_LOW and VALUE_HIGH,
                                 up to four ids or the place of more, in the top byte how many
    long_slots  uint64[4 * 2^m]  longer ones: hash; place in the arena << 16 | length; ids as above
    arena       uint8[size + 8]  bytes of the longer ones
    ids         uint32[size]     ids of those that have more than four
    used        int64[4]         slots, long slots, bytes of the arena and ids that are taken
    longest     number           bytes of the longest pre-token that it may contain
    """

    slots: UInt64s
    long_slots: UInt64s
    arena: UInt8s
    ids: UInt32s
    used: Int64s
    longest: int


class Seed(NamedTuple):
    """Pre-tokens that a cache begins with, each given out as one id.

    data    uint8[n + 16]         their bytes, one after another
    bounds  int64[n_tokens + 1]   token i is data[bounds[i]:bounds[i + 1]]
    ids     uint32[n_tokens]      of a pre-token that occurs twice, the first one counts
    """

    data: UInt8s
    bounds: Int64s
    ids: UInt32s


class KnownPretokens:
    """Pre-tokens with their ids.

    It begins with every short token that is its own encoding, so that ordinary words are known from
    the start, and grows with the pre-tokens of the texts. Beyond `most_bytes` it starts again.
    While it grows, both the old and the new slots are in memory.
    """

    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self.cache = seeded_cache(seed)
        self.most_bytes = max(CACHE_BYTES, _GROWTH * cache_bytes(self.cache))

    @classmethod
    def of_tokens(cls, model: MergeModel, whole_tokens: Mapping[bytes, int]) -> KnownPretokens:
        """The tokens that `model` reaches, and whole_tokens, which go before them."""
        return cls(_joined(_whole_seed(whole_tokens), reached_seed(model)))

    @classmethod
    def of_whole_tokens(cls, whole_tokens: Mapping[bytes, int]) -> KnownPretokens:
        """A cache of these pre-tokens only."""
        return cls(_whole_seed(whole_tokens))

    def fork(self) -> KnownPretokens:
        """Another one that begins with the same tokens."""
        return KnownPretokens(self.seed)

    def make_room(self) -> None:
        """Double what is full, or start again if that is too much."""
        sizes = _enlarged_sizes(self.cache)
        if sum(sizes.values()) > self.most_bytes:
            self.cache = seeded_cache(self.seed)
            return
        cache, used = self.cache, self.cache.used
        if sizes["slots"] > cache.slots.nbytes:
            slots = zeros(sizes["slots"] // cache.slots.itemsize, np.uint64)
            run_kernel(kernels.move_short, cache.slots, slots)
            cache = cache._replace(slots=slots)
        if sizes["long_slots"] > cache.long_slots.nbytes:
            long_slots = zeros(sizes["long_slots"] // cache.long_slots.itemsize, np.uint64)
            run_kernel(kernels.move_long, cache.long_slots, long_slots)
            cache = cache._replace(long_slots=long_slots)
        if sizes["arena"] > cache.arena.nbytes:
            arena = enlarged(cache.arena, sizes["arena"], int(used[kernels.ARENA]))
            cache = cache._replace(arena=arena)
        if sizes["ids"] > cache.ids.nbytes:
            size = sizes["ids"] // cache.ids.itemsize
            cache = cache._replace(ids=enlarged(cache.ids, size, int(used[kernels.IDS])))
        self.cache = cache


def cache_bytes(cache: Cache) -> int:
    """Memory that a cache takes."""
    return sum(getattr(cache, name).nbytes for name in _GROWING)


def _enlarged_sizes(cache: Cache) -> dict[str, int]:
    """Bytes of each array of a cache once what is full of it has grown."""
    used = cache.used
    needed = SCANNED + 8
    sizes = {name: getattr(cache, name).nbytes for name in _GROWING}
    if 16 * used[kernels.SLOTS] >= len(cache.slots):
        sizes["slots"] *= 2
    if 8 * used[kernels.LONG_SLOTS] >= len(cache.long_slots):
        sizes["long_slots"] *= 2
    if used[kernels.ARENA] + needed > len(cache.arena):
        sizes["arena"] = 2 * sizes["arena"] + needed
    if used[kernels.IDS] + needed > len(cache.ids):
        sizes["ids"] = 2 * sizes["ids"] + needed * cache.ids.itemsize
    return sizes


def seeded_cache(seed: Seed) -> Cache:
    """A cache with the tokens of the seed, and as much free space again."""
    lengths = np.diff(seed.bounds)
    is_long = lengths > SHORT_PRETOKEN
    n_long = int(np.count_nonzero(is_long))
    n_slots = max(_FIRST_SLOTS, 1 << (5 * (len(lengths) - n_long)).bit_length())
    n_slots *= 2 if _FIRST_SLOTS < n_slots < _ROOMY_SLOTS else 1
    n_long_slots = max(_FIRST_LONG_SLOTS, 1 << (4 * n_long).bit_length())
    cache = Cache(
        slots=zeros(4 * n_slots, np.uint64),
        long_slots=zeros(4 * n_long_slots, np.uint64),
        arena=np.zeros(int(lengths[is_long].sum()) + _FIRST_BYTES, np.uint8),
        ids=np.zeros(_FIRST_BYTES, np.uint32),
        used=np.zeros(4, np.int64),
        longest=max(SCANNED, int(lengths.max(initial=0))),
    )
    run_kernel(kernels.seed_cache, read_only(seed.data), seed.bounds, seed.ids, cache)
    return cache


def reached_seed(model: MergeModel) -> Seed:
    """The tokens of up to 15 bytes that merging their own bytes gives, in the order of their ids.

    They are picked as arrays: 50,000 of them as Python objects would take 0.1 s.
    """
    data, bounds = _bytes_of_tokens(model)
    reached = np.zeros(len(model.given), np.bool_)
    run_kernel(reached_tokens, read_only(data), bounds, model, merge_room(), reached)
    lengths = np.diff(bounds)
    picked = data[: bounds[-1]][np.repeat(reached, lengths)]
    return _seed(picked.tobytes(), lengths[reached], model.given[reached])


def _whole_seed(whole_tokens: Mapping[bytes, int]) -> Seed:
    known = {token: i for token, i in whole_tokens.items() if len(token) <= _LONGEST_WHOLE}
    lengths = np.fromiter(map(len, known), np.int64, len(known))
    return _seed(b"".join(known), lengths, np.fromiter(known.values(), np.uint32, len(known)))


def _joined(first: Seed, second: Seed) -> Seed:
    data = first.data[: first.bounds[-1]].tobytes() + second.data[: second.bounds[-1]].tobytes()
    lengths = np.concatenate((np.diff(first.bounds), np.diff(second.bounds)))
    return _seed(data, lengths, np.concatenate((first.ids, second.ids)))


def _seed(data: bytes, lengths: Int64s, ids: UInt32s) -> Seed:
    bounds = bounds_of(lengths)
    return Seed(np.frombuffer(data + bytes(PADDING), np.uint8), bounds, ids)


def _bytes_of_tokens(model: MergeModel) -> tuple[UInt8s, Int64s]:
    """The bytes of all ids one after another, uint8[size + PADDING], and bounds int64[n + 1]."""
    bounds = bounds_of(model.lengths)
    data = np.zeros(int(bounds[-1]) + PADDING, np.uint8)
    run_kernel(kernels.spell_tokens, model.merges, bounds, data)
    return data, bounds
