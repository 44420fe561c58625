"""Encoder: bytes to token ids with the merges of one tokenizer."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _encoding_kernels as kernels
from engine.config import Normalization
from engine.kernel_cache import run_kernel
from engine.normalization import normalized
from engine.splitter import Splitter
from engine.unaligned import PADDING

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]

_FIRST_SLOTS = 1 << 14
_MOST_SLOTS = 1 << 20
_IDS_PER_SLOT = 4


class Cache(NamedTuple):
    """Short pre-tokens met before with their ids; see _encoding_kernels."""

    slots: npt.NDArray[np.uint64]
    ids: UInt32s
    used: Int64s


class Room(NamedTuple):
    """Working memory for the longest pre-token of one call."""

    ids: UInt32s
    pair_ranks: UInt32s
    heap: npt.NDArray[np.uint64]
    links: Int64s


class Encoder:
    """Exact byte-pair encoding: in every pre-token the earliest merge first, from the left.

    Equal short pre-tokens are merged once and then found in a cache, which grows with what it
    meets up to 48 MB and then starts anew. The cost of one long pre-token grows as n log n.
    Threads may share an encoder; one at a time works with the shared cache, the others with a
    fresh one.

    ids: uint32[256 + n_merges], the id given out for each byte and each merge; None for the
        bytes by value and the merges after them.
    whole_tokens: pre-tokens that are given out as one id although merges do not reach them.
    normalization: the Unicode form that a text is brought into first, None for none.
    """

    def __init__(
        self,
        merges: UInt32s,
        splitter: Splitter,
        *,
        ids: UInt32s | None = None,
        whole_tokens: Mapping[bytes, int] | None = None,
        normalization: Normalization | None = None,
    ) -> None:
        self._splitter = splitter
        self._merges = merges
        self._ids = ids
        self._whole_tokens = dict(whole_tokens or {})
        self._normalization = normalization
        size = 1 << max(8, int(len(merges) * 3).bit_length())
        self._keys = np.zeros(size, np.uint64)
        self._ranks = np.full(size, kernels.NO_RANK, np.uint32)
        run_kernel(kernels.fill_ranks, np.ascontiguousarray(merges), self._keys, self._ranks)
        self._cache = _empty_cache(_FIRST_SLOTS)
        self._lock = threading.Lock()

    def encode(self, data: bytes) -> UInt32s:
        """Token ids uint32[n] of UTF-8 text; bytes that are not UTF-8 are kept as they are."""
        data = normalized(data, self._normalization)
        if self._lock.acquire(blocking=False):
            try:
                ids, self._cache = self._pieces(data, self._cache)
                return ids
            finally:
                self._lock.release()
        return self._pieces(data, _empty_cache(_FIRST_SLOTS))[0]

    def _pieces(self, data: bytes, cache: Cache) -> tuple[UInt32s, Cache]:
        if not self._whole_tokens:
            ids, cache = self._encode(data, cache)
            return (ids if self._ids is None else self._ids[ids]), cache
        parts = [np.empty(0, np.uint32)]
        for start, end in self._splitter.spans(data).tolist():
            whole = self._whole_tokens.get(data[start:end])
            if whole is not None:
                parts.append(np.array([whole], np.uint32))
                continue
            ids, cache = self._encode(data[start:end], cache)
            parts.append(ids if self._ids is None else self._ids[ids])
        return np.concatenate(parts), cache

    def encode_documents(self, data: bytes, bounds: Int64s) -> tuple[UInt32s, Int64s]:
        """Encode documents data[bounds[i]:bounds[i + 1]], each by itself.

        Returns all ids uint32[m] and starts int64[n + 1]; document i has the ids from starts[i] to
        starts[i + 1].
        """
        parts = [self.encode(data[start:end]) for start, end in pairwise(bounds.tolist())]
        starts = np.zeros(len(bounds), np.int64)
        np.cumsum([len(part) for part in parts], out=starts[1:])
        return np.concatenate([np.empty(0, np.uint32), *parts]), starts

    def fork(self) -> Encoder:
        """An encoder of the same merges with a cache of its own, for another thread."""
        return Encoder(
            self._merges,
            self._splitter,
            ids=self._ids,
            whole_tokens=self._whole_tokens,
            normalization=self._normalization,
        )

    def _encode(self, data: bytes, cache: Cache) -> tuple[UInt32s, Cache]:
        """The ids, and the cache to go on with."""
        padded = np.frombuffer(data + bytes(PADDING), np.uint8)
        parts = [np.empty(0, np.uint32)]
        for block in self._splitter.span_blocks(data):
            spans = np.ascontiguousarray(block.spans)
            widths = spans[:, 1] - spans[:, 0]
            room = _room(int(widths.max()))
            done = 0
            while done < len(spans):
                out = np.empty(int(spans[-1, 1] - spans[done, 0]), np.uint32)
                n, done = run_kernel(
                    kernels.encode_spans, padded, spans, done, self._keys, self._ranks, cache,
                    room, out,
                )  # fmt: skip
                parts.append(out[:n].copy())
                if done < len(spans):
                    cache = _with_room(cache)
        return np.concatenate(parts), cache


def _empty_cache(n_slots: int) -> Cache:
    return Cache(
        slots=np.zeros((n_slots, 4), np.uint64),
        ids=np.empty(n_slots * _IDS_PER_SLOT, np.uint32),
        used=np.zeros(2, np.int64),
    )


def _with_room(cache: Cache) -> Cache:
    """The cache four times as large, or an empty one where it would become too large."""
    n_slots = 4 * len(cache.slots)
    if n_slots > _MOST_SLOTS:
        return _empty_cache(len(cache.slots))
    larger = _empty_cache(n_slots)
    run_kernel(kernels.move_cache, cache.slots, larger.slots)
    larger.ids[: len(cache.ids)] = cache.ids
    larger.used[:] = cache.used
    return larger


def _room(longest: int) -> Room:
    long_size = longest if longest >= kernels.LONG_PRETOKEN else 0
    return Room(
        ids=np.empty(max(longest, kernels.LONG_PRETOKEN) + 1, np.uint32),
        pair_ranks=np.empty(kernels.LONG_PRETOKEN, np.uint32),
        heap=np.empty(3 * long_size, np.uint64),
        links=np.empty((2, long_size + 1), np.int64),
    )
