"""KnownPretokens: the cache of an encoder and its forks; it begins with their vocabulary."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple
from weakref import WeakSet

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
    supplied_zeros,
    zeros,
)
from engine.encoding import _cache_kernels as kernels
from engine.encoding._cache_kernels import MIDDLE_PRETOKEN, SHORT_PRETOKEN
from engine.encoding._encoding_kernels import reached_tokens
from engine.encoding._merging_kernels import SCANNED
from engine.encoding.merge_tables import MergeModel, merge_room

_FIRST_SLOTS = 1 << 10
_FIRST_MIDDLE_SLOTS = 1 << 14
_FIRST_LONG_SLOTS = 1 << 12
_FIRST_BYTES = 1 << 20
_ROOMY_SLOTS = 1 << 20
"""Fewer slots than this begin at twice the size that they need."""
CACHE_BYTES = 160 << 20
"""Limit of the cache of an encoder and its forks, unless its vocabulary alone takes half of it."""
_GROWTH = 2
_SLOT_WORDS = {"slots": 4, "middle_slots": 8, "long_slots": 4}
_GROWING = (*_SLOT_WORDS, "arena", "ids")
"""The arrays that grow, in the order of `used`."""
_SEED = -1
_HALF, _CROWDED = 0.5, 0.75
"""The share of slots that are taken before they are doubled, and where they cannot be."""
_SOON_FULL = 0.75
"""The share of what may be taken from which on the memory of the next growth is prepared."""
_LONGEST_ENTRY = SCANNED + 8
"""Bytes and ids of one pre-token, and what is written behind them."""
_LONGEST_WHOLE = 0xFFFF


class Cache(NamedTuple):
    """Known pre-tokens with their ids.

    slots         uint64[4 * 2^k]  short pre-tokens (up to 15 bytes), four words each: LOW and HIGH,
                                   its bytes and on top its length; VALUE_LOW and VALUE_HIGH, up to
                                   four ids or the place of more, in the top byte how many
    middle_slots  uint64[8 * 2^l]  those of 16 to 31 bytes: four words of bytes and the length, up
                                   to seven ids or the place of more, and how many
    long_slots    uint64[4 * 2^m]  longer ones: hash; place in the arena << 16 | length; ids as for
                                   the short ones
    arena         uint8[size + 8]  bytes of the long ones
    ids           uint32[size]     ids of those that have more than their slot takes
    used          int64[5]         short, middle and long slots, bytes of the arena, and ids taken
    most          int64[5]         as many of each may be taken before the cache counts as full
    longest       number           bytes of the longest pre-token that it may contain
    """

    slots: UInt64s
    middle_slots: UInt64s
    long_slots: UInt64s
    arena: UInt8s
    ids: UInt32s
    used: Int64s
    most: Int64s
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
    the start, and grows with the pre-tokens of the texts. Where more than `most_bytes` would be
    needed, it is filled further than is fast, and then starts again. While it grows, and for
    several threads from when it is nearly full, both the old and the new slots are in memory.

    Threads may share it, each with a lock from `user_lock`, which it holds while a kernel works
    with `cache`: it grows while no kernel does.
    """

    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self.cache = seeded_cache(seed)
        self.most_bytes = max(CACHE_BYTES, _GROWTH * cache_bytes(self.cache))
        self._growing = threading.Lock()
        self._users: WeakSet[threading.Lock] = WeakSet()
        self._preparing = threading.Lock()
        self._prepared: dict[str, UInt64s] = {}

    @classmethod
    def of_tokens(cls, model: MergeModel, whole_tokens: Mapping[bytes, int]) -> KnownPretokens:
        """The tokens that `model` reaches, and whole_tokens, which go before them."""
        return cls(_joined(_whole_seed(whole_tokens), reached_seed(model)))

    @classmethod
    def of_whole_tokens(cls, whole_tokens: Mapping[bytes, int]) -> KnownPretokens:
        """A cache of these pre-tokens only."""
        return cls(_whole_seed(whole_tokens))

    @property
    def n_bytes(self) -> int:
        """Memory that it takes, with what is prepared."""
        return cache_bytes(self.cache) + sum(each.nbytes for each in self._prepared.values())

    def user_lock(self) -> threading.Lock:
        """A lock for one more thread, which must not hold it when it asks for room."""
        lock = threading.Lock()
        with self._growing:
            self._users.add(lock)
        return lock

    def make_room(self, cache: Cache) -> None:
        """Make room where `cache` is full, unless another thread has done so."""
        with self._growing, ExitStack() as stack:
            for lock in self._users:
                stack.enter_context(lock)
            if self.cache is cache:
                self._make_room()

    def prepare_growth(self, cache: Cache) -> None:
        """Get the memory for slots that will soon be full, if several threads share the cache.

        The others go on meanwhile; while the cache grows they wait, and memory can take longer than
        moving the slots. For a thread that does not hold its lock.
        """
        names = list(_SLOT_WORDS)
        soon = [name for i, name in enumerate(names) if cache.used[i] >= _SOON_FULL * cache.most[i]]
        if not soon or len(self._users) == 1 or not self._preparing.acquire(blocking=False):
            return
        try:
            for name in soon:
                n = len(getattr(cache, name))
                others = [each for key, each in self._prepared.items() if key != name]
                growth = getattr(cache, name).nbytes + sum(each.nbytes // 2 for each in others)
                is_there = len(self._prepared.get(name, ())) == 2 * n
                if is_there or cache_bytes(cache) + growth > self.most_bytes:
                    continue
                slots = supplied_zeros(2 * n, np.uint64)
                with self._growing:
                    if self.cache is cache:  # else it has grown meanwhile
                        self._prepared[name] = slots
        finally:
            self._preparing.release()

    def _make_room(self) -> None:
        """Double what is full; if that is too much fill its slots further, or start again."""
        cache = self.cache
        full = [name for i, name in enumerate(_GROWING) if cache.used[i] >= cache.most[i]]
        if not full:  # filled further for another thread
            return
        sizes = {name: len(getattr(cache, name)) for name in _GROWING}
        for name in full:
            sizes[name] = 2 * sizes[name] + (0 if name in _SLOT_WORDS else _LONGEST_ENTRY)
        more = {name: sizes[name] * getattr(cache, name).itemsize for name in _GROWING}
        if sum(more.values()) <= self.most_bytes:
            self.cache = self._grown({name: sizes[name] for name in full})
            return
        self._prepared.clear()
        crowded = most_taken(sizes_of(cache), _CROWDED)
        if all(cache.used[_GROWING.index(name)] < crowded[_GROWING.index(name)] for name in full):
            cache.most[:] = crowded
        else:
            self.cache = seeded_cache(self.seed)

    def _grown(self, sizes: Mapping[str, int]) -> Cache:
        """The cache with larger arrays, given by their new lengths."""
        cache, grown = self.cache, dict[str, Any]()
        for name, size in sizes.items():
            array = getattr(cache, name)
            if name in _SLOT_WORDS:
                prepared = self._prepared.pop(name, ())
                grown[name] = prepared if len(prepared) == size else supplied_zeros(size, np.uint64)
                continue
            which = _GROWING.index(name)
            used = cache.used[which] = min(len(array), cache.used[which])
            grown[name] = enlarged(array, size, int(used))
        larger = cache._replace(**grown)
        for name in grown.keys() & _SLOT_WORDS:
            _fill(larger, self.seed, cache, _GROWING.index(name))
        return larger._replace(most=most_taken(sizes_of(larger), _HALF))


def cache_bytes(cache: Cache) -> int:
    """Memory that a cache takes."""
    return sum(getattr(cache, name).nbytes for name in _GROWING)


def sizes_of(cache: Cache) -> list[int]:
    """Slots of each kind, bytes of the arena and places for ids."""
    return [len(getattr(cache, name)) // _SLOT_WORDS.get(name, 1) for name in _GROWING]


def most_taken(sizes: Sequence[int], share: float) -> Int64s:
    """`most` of Cache for arrays of these sizes, slots being filled to a share."""
    n_kinds = len(_SLOT_WORDS)
    slots = [int(share * size) for size in sizes[:n_kinds]]
    return np.array(slots + [size - _LONGEST_ENTRY for size in sizes[n_kinds:]], np.int64)


def seeded_cache(seed: Seed) -> Cache:
    """A cache with the tokens of the seed, and as much free space again."""
    lengths = np.diff(seed.bounds)
    is_long = lengths > MIDDLE_PRETOKEN
    n_long = int(np.count_nonzero(is_long))
    n_middle = int(np.count_nonzero(lengths > SHORT_PRETOKEN)) - n_long
    n_slots = max(_FIRST_SLOTS, 1 << (5 * (len(lengths) - n_middle - n_long)).bit_length())
    n_slots *= 2 if _FIRST_SLOTS < n_slots < _ROOMY_SLOTS else 1
    n_middle_slots = max(_FIRST_MIDDLE_SLOTS, 1 << (4 * n_middle).bit_length())
    n_long_slots = max(_FIRST_LONG_SLOTS, 1 << (4 * n_long).bit_length())
    cache = Cache(
        slots=zeros(4 * n_slots, np.uint64),
        middle_slots=zeros(8 * n_middle_slots, np.uint64),
        long_slots=zeros(4 * n_long_slots, np.uint64),
        arena=np.zeros(int(lengths[is_long].sum()) + _FIRST_BYTES, np.uint8),
        ids=np.zeros(_FIRST_BYTES, np.uint32),
        used=np.zeros(len(_GROWING), np.int64),
        most=np.zeros(len(_GROWING), np.int64),
        longest=max(SCANNED, int(lengths.max(initial=0))),
    )
    cache.most[:] = most_taken(sizes_of(cache), _HALF)
    _fill(cache, seed, cache, _SEED)
    return cache


def _fill(cache: Cache, seed: Seed, old: Cache, moved: int) -> None:
    """Seed a cache, or move slots into it; see `fill_cache`."""
    data = read_only(seed.data)
    run_kernel(kernels.fill_cache, data, seed.bounds, seed.ids, old, cache, moved)


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
