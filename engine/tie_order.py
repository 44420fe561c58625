"""Tie-breaks: which of several equally frequent pairs is merged first."""

from __future__ import annotations

import numpy as np

from engine import _heap_kernels as kernels
from engine.arrays import read_only
from engine.config import N_BYTES, TieBreak
from engine.pretoken_counts import PretokenCounts
from engine.training_arrays import Int64s, TieOrder, UInt64s

GPT2_BYTE_ORDER = (
    *range(33, 127), *range(161, 173), *range(174, 256), *range(33), *range(127, 161), 173,
)  # fmt: skip
"""The bytes in the order of the code points that GPT-2 writes them with."""

_KINDS = {
    "smallest-ids": kernels.BY_PLACE,
    "gpt2-order": kernels.BY_PLACE,
    "greatest-bytes": kernels.BY_BYTES,
    "first-seen": kernels.BY_SIGHT,
}


def tie_order(tie_break: TieBreak, n_ids: int, pretokens: PretokenCounts) -> TieOrder:
    """The order that `tie_break` means, for the kernels of the heap."""
    return TieOrder(
        kind=_KINDS[tie_break],
        keys=_keys(tie_break, n_ids),
        places=np.zeros(n_ids if tie_break == "greatest-bytes" else 0, np.int64),
        lengths=np.ones(n_ids, np.int64),
        data=read_only(pretokens.data),
    )


def pretoken_order(tie_break: TieBreak, pretokens: PretokenCounts) -> Int64s:
    """int64[n]: the order in which pre-tokens are laid out; empty for the one they have.

    For "first-seen" it is that of their first occurrences, so that the first place of a pair in
    the arena is where a reader of the corpus would meet it first. They have it already, unless
    sources fell out.
    """
    positions = pretokens.first_positions
    if tie_break == "first-seen" and not bool((positions[1:] > positions[:-1]).all()):
        return np.argsort(positions, kind="stable")
    return np.empty(0, np.int64)


def _keys(tie_break: TieBreak, n_ids: int) -> UInt64s:
    """uint64[n_ids]: for "greatest-bytes" the first bytes of each token, else its place."""
    keys = np.arange(n_ids, dtype=np.uint64)
    if tie_break == "greatest-bytes":
        keys <<= np.uint64(56)
    elif tie_break == "gpt2-order":
        keys[list(GPT2_BYTE_ORDER)] = np.arange(N_BYTES, dtype=np.uint64)
    return keys
