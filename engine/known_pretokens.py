"""KnownPretokens: the cache of one encoder, which begins with the tokens of its vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _cache_kernels as kernels
from engine._encoding_kernels import reached_tokens
from engine._key_kernels import SHORT_PRETOKEN
from engine._merging_kernels import SCANNED
from engine.arrays import enlarged, zeros
from engine.kernel_cache import run_kernel
from engine.merge_model import MergeModel, merge_room
from engine.unaligned import PADDING

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

_FIRST_SLOTS = 1 << 10
_FIRST_LONG_SLOTS = 1 << 12
_FIRST_BYTES = 1 << 20
_MOST_SLOTS = 1 << 20
_LONGEST_WHOLE = 0xFFFF


class Cache(NamedTuple):
    """See _cache_kernels."""

    slots: UInt64s
    long_slots: UInt64s
    arena: npt.NDArray[np.uint8]
    ids: UInt32s
    used: Int64s
    longest: int


class KnownPretokens:
    """Pre-tokens with their ids.

    It begins with every short token that is its own encoding, so that ordinary words are known
    before they are met, and grows with what is met. At some 40 MB it starts anew.
    """

    def __init__(self, seed: Cache) -> None:
        self._seed = seed
        self.cache = _copied(seed)

    @classmethod
    def of_tokens(cls, model: MergeModel, whole_tokens: dict[bytes, int]) -> KnownPretokens:
        """The tokens that `model` reaches, and whole_tokens, which go before them."""
        data, bounds = _bytes_of_tokens(model)
        data.flags.writeable = False  # as every text is: kernels have one form
        reached = np.zeros(len(model.given), np.bool_)
        run_kernel(reached_tokens, data, bounds, model, merge_room(), reached)
        tokens = [
            (data[bounds[i] : bounds[i + 1]].tobytes(), int(model.given[i]))
            for i in np.flatnonzero(reached).tolist()
        ]
        known = dict(tokens) | {
            token: token_id
            for token, token_id in whole_tokens.items()
            if len(token) <= _LONGEST_WHOLE
        }
        return cls(_seeded(known))

    @classmethod
    def of_whole_tokens(cls, whole_tokens: Mapping[bytes, int]) -> KnownPretokens:
        """Nothing but these pre-tokens."""
        return cls(_seeded({t: i for t, i in whole_tokens.items() if len(t) <= _LONGEST_WHOLE}))

    def fork(self) -> KnownPretokens:
        """Another one that begins with the same tokens."""
        return KnownPretokens(self._seed)

    def make_room(self) -> None:
        """Twice as much of what is full, or a new beginning where that is too much."""
        cache = self.cache
        used = cache.used
        if 16 * used[kernels.SLOTS] >= len(cache.slots):
            if len(cache.slots) >= max(4 * _MOST_SLOTS, 4 * len(self._seed.slots)):
                self.cache = _copied(self._seed)
                return
            slots = zeros(2 * len(cache.slots), np.uint64)
            run_kernel(kernels.move_short, cache.slots, slots)
            cache = cache._replace(slots=slots)
        if 8 * used[kernels.LONG_SLOTS] >= len(cache.long_slots):
            if len(cache.long_slots) >= max(_MOST_SLOTS, 4 * len(self._seed.long_slots)):
                self.cache = _copied(self._seed)
                return
            long_slots = zeros(2 * len(cache.long_slots), np.uint64)
            run_kernel(kernels.move_long, cache.long_slots, long_slots)
            cache = cache._replace(long_slots=long_slots)
        needed = SCANNED + 8
        if used[kernels.ARENA] + needed > len(cache.arena):
            size = 2 * len(cache.arena) + needed
            cache = cache._replace(arena=enlarged(cache.arena, size, int(used[kernels.ARENA])))
        if used[kernels.IDS] + needed > len(cache.ids):
            size = 2 * len(cache.ids) + needed
            cache = cache._replace(ids=enlarged(cache.ids, size, int(used[kernels.IDS])))
        self.cache = cache


def _seeded(tokens: dict[bytes, int]) -> Cache:
    """A cache that holds these tokens, with as much room again."""
    n_long = sum(len(token) > SHORT_PRETOKEN for token in tokens)
    data = np.frombuffer(b"".join(tokens) + bytes(PADDING), np.uint8)
    lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    n_slots = max(_FIRST_SLOTS, 1 << (5 * (len(tokens) - n_long)).bit_length())
    n_slots *= 2 if _FIRST_SLOTS < n_slots < _MOST_SLOTS else 1
    n_long_slots = max(_FIRST_LONG_SLOTS, 1 << (4 * n_long).bit_length())
    long_bytes = int(lengths[lengths > SHORT_PRETOKEN].sum())
    cache = Cache(
        slots=zeros(4 * n_slots, np.uint64),
        long_slots=zeros(4 * n_long_slots, np.uint64),
        arena=np.zeros(long_bytes + _FIRST_BYTES, np.uint8),
        ids=np.zeros(_FIRST_BYTES, np.uint32),
        used=np.zeros(4, np.int64),
        longest=max(SCANNED, int(lengths.max(initial=0))),
    )
    ids = np.fromiter(tokens.values(), np.uint32, len(tokens))
    run_kernel(kernels.seed_cache, data, bounds, ids, cache)
    return cache


def _copied(cache: Cache) -> Cache:
    used = cache.used
    return Cache(
        cache.slots.copy(),
        cache.long_slots.copy(),
        enlarged(cache.arena, len(cache.arena), int(used[kernels.ARENA])),
        enlarged(cache.ids, len(cache.ids), int(used[kernels.IDS])),
        used.copy(),
        cache.longest,
    )


def _bytes_of_tokens(model: MergeModel) -> tuple[npt.NDArray[np.uint8], Int64s]:
    """The bytes of all ids one after another, uint8[size + PADDING], and bounds int64[n + 1]."""
    bounds = np.zeros(len(model.lengths) + 1, np.int64)
    np.cumsum(model.lengths, out=bounds[1:])
    data = np.zeros(int(bounds[-1]) + PADDING, np.uint8)
    run_kernel(kernels.spell_tokens, model.merges, bounds, data)
    return data, bounds
