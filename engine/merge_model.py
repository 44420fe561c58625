"""The merges of a tokenizer as the encoding kernels take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _merging_kernels as kernels
from engine.arrays import read_only
from engine.errors import ConfigError
from engine.kernel_cache import run_kernel

N_BYTES = 256
UInt32s = npt.NDArray[np.uint32]


class MergeModel(NamedTuple):
    """See _merging_kernels; given uint32[n_ids]: the id that is given out for each id."""

    byte_pairs: UInt32s
    slots: npt.NDArray[np.uint64]
    shift: np.uint64
    lengths: npt.NDArray[np.int32]
    merges: UInt32s
    given: UInt32s


class MergeRoom(NamedTuple):
    """Working memory of merge_short."""

    ids: UInt32s
    keys: UInt32s
    found: UInt32s


def merge_model(merges: UInt32s, ids: UInt32s | None) -> MergeModel:
    """The model of merges uint32[n, 2], with the ids given out, by default their own numbers.

    Raises ConfigError for more ids than the kernels can tell apart.
    """
    merges = np.array(merges, np.uint32).reshape(-1, 2)
    n_ids = N_BYTES + len(merges)
    if n_ids >= kernels.NO_ID:
        raise ConfigError(
            f"A tokenizer of {n_ids:,} bytes and merges is beyond the limit of {kernels.NO_ID:,}.",
            setting="merges",
        )
    byte_pairs = np.full(1 << 16, kernels.NO_KEY, np.uint32)
    run_kernel(kernels.fill_byte_pairs, merges, byte_pairs)
    slots, shift = placed_pairs(merges, np.arange(len(merges), dtype=np.uint32))
    return MergeModel(
        byte_pairs=byte_pairs,
        slots=slots,
        shift=shift,
        lengths=_lengths(merges),
        merges=merges,
        given=np.arange(n_ids, dtype=np.uint32) if ids is None else np.array(ids, np.uint32),
    )


def merge_room() -> MergeRoom:
    """Room for one pre-token at a time."""
    return MergeRoom(
        ids=np.full(80, kernels.NO_ID, np.uint32),
        keys=np.full(128, kernels.NO_KEY, np.uint32),
        found=np.empty(64, np.uint32),
    )


def placed_pairs(pairs: UInt32s, ranks: UInt32s) -> tuple[npt.NDArray[np.uint64], np.uint64]:
    """Pairs of ids uint32[n, 2] with the rank of each, in slots for `rank_in`: (slots, shift).

    Twice as many slots, or more, until all find a place. A pair that stands twice keeps its first.
    """
    bits = max(8, (2 * len(pairs)).bit_length())
    while True:
        slots = np.full(1 << bits, kernels.EMPTY, np.uint64)
        shift = np.uint64(64 - (bits - 1))
        if run_kernel(kernels.place_merges, pairs, ranks, slots, shift):
            return slots, shift
        bits += 1


def _lengths(merges: UInt32s) -> npt.NDArray[np.int32]:
    lengths = np.ones(N_BYTES + len(merges), np.int32)
    run_kernel(kernels.add_up_lengths, read_only(merges), lengths)
    return lengths
