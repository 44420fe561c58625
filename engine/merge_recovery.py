"""How tokens are made: merges recovered from ranks, and tokens that no merge reaches.

A token that stands inside a longer pre-token is made by the same steps as alone: merges inside it
are taken in the same order whatever happens beside it, as long as nothing is merged across its
border. So of all the ways in which two tokens give its bytes only one is ever taken, the one that
merging its own bytes ends with; and a token that its own bytes do not become is never made at all.
Both are read off here, once per token.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _recovery_kernels as kernels
from engine.arrays import read_only
from engine.config import N_BYTES
from engine.kernel_cache import run_kernel

UInt32s = npt.NDArray[np.uint32]
Int64s = npt.NDArray[np.int64]


NO_PAIR = kernels.NO_RANK
"""Stands twice in the row of a token that no merge makes."""


class OwnMerging(NamedTuple):
    """What merging its own bytes does to each token.

    pairs: uint32[n, 2], the parts of its last merge where only two were left.
    becomes: int64[n], the number of what it becomes, -1 where several parts remain.
    """

    pairs: UInt32s
    becomes: Int64s


def recovered_merges(tokens: Sequence[bytes]) -> UInt32s:
    """The merges uint32[n, 2] behind tokens of two bytes and more in order of their ranks.

    Bytes are numbered 0 to 255, tokens from 256 on. A token that the ranks before it leave in more
    than two parts is made by no merge: its row is NO_PAIR twice.

    The way in which a rank file is read by minbpe (`recover_merges`), which goes over every token
    with every rank; here each token meets the merges before it, in one table.
    """
    n = len(tokens)
    data, starts, parts = _laid_out(tokens)
    pairs = np.empty((n, 2), np.uint32)
    made = np.arange(N_BYTES, N_BYTES + n, dtype=np.uint32)
    keys, ranks = _empty_table(n)
    run_kernel(kernels.recover_merges, data, starts, keys, ranks, made, parts, pairs)
    return pairs


def own_merging(tokens: Sequence[bytes], merges: UInt32s, made: UInt32s) -> OwnMerging:
    """Merge the bytes of each token by themselves.

    merges: uint32[m, 2] in rank order; made: uint32[m], what each makes. Bytes are numbered 0 to
    255; the other numbers are the caller's.
    """
    data, starts, parts = _laid_out(tokens)
    keys, ranks = _empty_table(len(merges))
    pairs_in_order = read_only(np.ascontiguousarray(merges, np.uint32))
    run_kernel(kernels.enter_pairs, pairs_in_order, keys, ranks)
    pairs = np.zeros((len(tokens), 2), np.uint32)
    becomes = np.empty(len(tokens), np.int64)
    run_kernel(
        kernels.last_pairs, data, starts, keys, ranks, np.ascontiguousarray(made, np.uint32),
        parts, pairs, becomes,
    )  # fmt: skip
    return OwnMerging(pairs, becomes)


def _laid_out(tokens: Sequence[bytes]) -> tuple[npt.NDArray[np.uint8], Int64s, UInt32s]:
    """All tokens back to back, their bounds, and room for the parts of the longest one."""
    lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
    starts = np.zeros(len(tokens) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    data = np.frombuffer(b"".join(tokens) + b"\0", np.uint8)
    return data, starts, np.empty(int(lengths.max(initial=0)) + 1, np.uint32)


def _empty_table(n_pairs: int) -> tuple[npt.NDArray[np.uint64], UInt32s]:
    size = 1 << max(8, (3 * n_pairs).bit_length())
    return np.zeros(size, np.uint64), np.full(size, kernels.NO_RANK, np.uint32)
