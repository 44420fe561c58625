"""Encoder: bytes to token ids with the merges of one tokenizer."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _encoding_kernels as kernels
from engine.kernel_cache import run_kernel
from engine.splitter import Splitter

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]

_CACHE_ENTRIES = 1 << 16


class Cache(NamedTuple):
    """Pre-tokens met before with their ids; emptied when full, so it never grows."""

    slots: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.uint64]
    key_starts: Int64s
    id_starts: Int64s
    key_bytes: npt.NDArray[np.uint8]
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

    Equal pre-tokens are merged once and then found in a cache. The cost of one long pre-token
    grows as n log n. Threads may share an encoder; one at a time works with the shared cache,
    the others with a fresh one.
    """

    def __init__(self, merges: UInt32s, splitter: Splitter) -> None:
        self._splitter = splitter
        size = 1 << max(8, int(len(merges) * 3).bit_length())
        self._keys = np.zeros(size, np.uint64)
        self._ranks = np.full(size, kernels.NO_RANK, np.uint32)
        run_kernel(kernels.fill_ranks, np.ascontiguousarray(merges), self._keys, self._ranks)
        self._shared_cache: Cache | None = None
        self._lock = threading.Lock()

    def encode(self, data: bytes) -> UInt32s:
        """Token ids uint32[n] of UTF-8 text; bytes that are not UTF-8 are kept as they are."""
        if self._lock.acquire(blocking=False):
            try:
                if self._shared_cache is None:
                    self._shared_cache = _empty_cache(_CACHE_ENTRIES)
                return self._encode(data, self._shared_cache)
            finally:
                self._lock.release()
        return self._encode(data, _empty_cache(_CACHE_ENTRIES >> 4))

    def _encode(self, data: bytes, cache: Cache) -> UInt32s:
        view = np.frombuffer(data, np.uint8)
        parts = []
        for block in self._splitter.span_blocks(data):
            spans = np.ascontiguousarray(block.spans)
            widths = spans[:, 1] - spans[:, 0]
            out = np.empty(int(widths.sum()), np.uint32)
            n = run_kernel(
                kernels.encode_spans, view, spans, self._keys, self._ranks, cache,
                _room(int(widths.max())), out,
            )  # fmt: skip
            parts.append(out[:n])
        if not parts:
            return np.empty(0, np.uint32)
        return parts[0].copy() if len(parts) == 1 else np.concatenate(parts)


def _empty_cache(entries: int) -> Cache:
    return Cache(
        slots=np.zeros(2 * entries, np.int32),
        hashes=np.zeros(entries, np.uint64),
        key_starts=np.zeros(entries + 1, np.int64),
        id_starts=np.zeros(entries + 1, np.int64),
        key_bytes=np.zeros(max(16 * entries, 1 << 12), np.uint8),
        ids=np.zeros(max(8 * entries, 1 << 12), np.uint32),
        used=np.zeros(3, np.int64),
    )


def _room(longest: int) -> Room:
    long_size = longest if longest >= kernels.LONG_PRETOKEN else 0
    return Room(
        ids=np.empty(max(longest, kernels.LONG_PRETOKEN) + 1, np.uint32),
        pair_ranks=np.empty(kernels.LONG_PRETOKEN, np.uint32),
        heap=np.empty(3 * long_size, np.uint64),
        links=np.empty((2, long_size + 1), np.int64),
    )
