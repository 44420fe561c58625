"""Counting the n-grams of a stream of ids, or any 64-bit keys, exactly: sorted in parts, joined."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _ngram_kernels as kernels
from engine.kernel_cache import run_kernel
from engine.ordered_work import results_in_order
from engine.worker_thread import n_cores

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

_CHUNK = 1 << 20
"""Keys that are sorted at a time; they and their room stay in the caches of a core."""
_DIGITS = 2048
_WORTH_THREADS = 1 << 18


class Counted(NamedTuple):
    """Distinct keys uint64[n], ascending, and how often each occurs, uint32[n]."""

    keys: UInt64s
    counts: UInt32s


@dataclass(frozen=True)
class NgramKeys:
    """The keys of the n-grams of one order. bits: of one id; boundary: the id between documents.

    streams: uint32, each begins with a boundary.
    """

    streams: Sequence[UInt32s]
    order: int
    bits: int
    boundary: int

    @property
    def n_bits(self) -> int:
        """Bits of a key."""
        return self.order * self.bits

    @property
    def n_ids(self) -> int:
        """Ids of all streams, boundaries too."""
        return sum(map(len, self.streams))

    def parts(self) -> Iterator[tuple[UInt32s, int, int]]:
        """The streams in parts of a size that is sorted at a time."""
        for stream in self.streams:
            for begin in range(0, len(stream), _CHUNK):
                yield stream, begin, min(begin + _CHUNK, len(stream))


def ngrams_counted(ngrams: NgramKeys) -> Generator[None, None, Counted]:
    """The n-grams of the streams; yields now and then. In threads where it is worth it."""

    def work() -> Callable[[tuple[UInt32s, int, int]], Counted]:
        room = _Room()

        def count(part: tuple[UInt32s, int, int]) -> Counted:
            n = run_kernel(
                kernels.write_keys, *part, ngrams.order, ngrams.bits, ngrams.boundary, room.keys
            )
            return room.counted(n, ngrams.n_bits)

        return count

    return (yield from _joined(work, ngrams.parts(), is_large=ngrams.n_ids >= _WORTH_THREADS))


def left_neighbours_counted(ngrams: UInt64s, n_bits: int) -> Generator[None, None, Counted]:
    """Before how many distinct ids each n-gram stands, from the distinct n-grams one longer.

    n_bits: of the n-grams that are counted. Yields now and then.
    """

    def work() -> Callable[[UInt64s], Counted]:
        room = _Room()

        def count(part: UInt64s) -> Counted:
            np.bitwise_and(part, np.uint64((1 << n_bits) - 1), out=room.keys[: len(part)])
            return room.counted(len(part), n_bits)

        return count

    parts = (ngrams[begin : begin + _CHUNK] for begin in range(0, len(ngrams), _CHUNK))
    return (yield from _joined(work, parts, is_large=len(ngrams) >= _WORTH_THREADS))


class _Room:
    """Working memory of one thread."""

    def __init__(self) -> None:
        self.keys = np.empty(_CHUNK, np.uint64)
        self._other = np.empty(_CHUNK, np.uint64)
        self._counts = np.empty(_CHUNK, np.uint32)
        self._places = np.empty(_DIGITS, np.int64)

    def counted(self, n: int, n_bits: int) -> Counted:
        """The first n keys, counted."""
        run_kernel(kernels.sort_keys, self.keys, n, self._other, self._places, n_bits)
        n = run_kernel(kernels.count_runs, self.keys, n, self.keys, self._counts)
        return Counted(self.keys[:n].copy(), self._counts[:n].copy())


def _joined(
    work: Callable[[], Callable[..., Counted]], parts: Iterable[object], *, is_large: bool
) -> Generator[None, None, Counted]:
    """All parts as one table; tables of about the same size are joined first."""
    nothing = Counted(np.empty(0, np.uint64), np.empty(0, np.uint32))
    waiting = [nothing]  # so that small texts run through the same kernels as large ones
    workers = [work() for _ in range(n_cores() if is_large else 1)]
    with closing(results_in_order(workers, parts)) as results:
        for found in results:
            if found is not None:
                waiting.append(found)
            while len(waiting) > 1 and len(waiting[-2].keys) < 2 * len(waiting[-1].keys):
                waiting.append(_merged(waiting.pop(), waiting.pop()))
                yield
            yield
    while len(waiting) > 1:
        waiting.append(_merged(waiting.pop(), waiting.pop()))
        yield
    return waiting[0]


def _merged(one: Counted, other: Counted) -> Counted:
    room = len(one.keys) + len(other.keys)
    keys, counts = np.empty(room, np.uint64), np.empty(room, np.uint32)
    n = run_kernel(kernels.merge_counts, *one, *other, keys, counts)
    for array in (keys, counts):
        array.resize(n, refcheck=False)  # gives the rest back without moving the others
    return Counted(keys, counts)
