"""Merges as the encoding kernels take them, merges recovered from ranks, unreachable tokens.

A token inside a longer pre-token is made by the same steps as alone: merges inside it are taken in
the same order whatever happens beside it, as long as nothing is merged across its border. So of all
the ways in which two tokens give its bytes only one is ever taken, the one that merging its own
bytes ends with; and a token that its own bytes do not become is never made at all. Both are read
off here, once per token.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.compiled import (
    Int32s,
    Int64s,
    UInt8s,
    UInt32s,
    UInt64s,
    joined_bytes,
    read_only,
    run_kernel,
)
from engine.encoding import _merge_table_kernels as table_kernels
from engine.encoding import _merging_kernels as kernels
from engine.errors import ConfigError
from engine.sentences import say
from engine.settings import N_BYTES

NO_PAIR = table_kernels.NO_PAIR
"""Both entries of the row of a token that no merge makes."""


class MergeModel(NamedTuple):
    """The merges of a tokenizer. Ids count as in the merges: 0 to 255 the bytes, 256 + k the kth.

    byte_pairs  uint64[65536]        three ranks of 21 bits for two bytes that meet, NO_ID for none:
                                     of their merge; of the first merge of which the second byte is
                                     the right part; of the first of which the first is the left one
    slots       uint64[2^k + 2^(k - 4)]  left << 42 | right << 21 | rank of every merge, each at one
                                     of two places (cuckoo hashing, Pagh and Rodler 2001), so that a
                                     pair is found or missed without a branch; behind them a sieve,
                                     by which most pairs that are none are missed, see `sieve_bits`
    shift       uint64               a hash shifted by it is the index of a slot
    lengths     int32[n_ids]         bytes of each id
    merges      uint32[n_merges, 2]  left and right id
    given       uint32[n_ids]        the id that is given out for each id
    """

    byte_pairs: UInt64s
    slots: UInt64s
    shift: np.uint64
    lengths: Int32s
    merges: UInt32s
    given: UInt32s


class MergeRoom(NamedTuple):
    """Working memory of one thread that merges the bytes of a pre-token.

    ids        uint32[80]   tokens, with NO_ID in front and behind
    other_ids  uint32[80]   those of a window that is merged at the same time
    keys       uint32[128]  rank and place of each pair of tokens
    found      uint32[128]  the tokens that are left
    """

    ids: UInt32s
    other_ids: UInt32s
    keys: UInt32s
    found: UInt32s


def merge_model(merges: UInt32s, ids: UInt32s | None) -> MergeModel:
    """The model of merges uint32[n, 2], with the ids given out, by default their own numbers.

    Raises ConfigError for more ids than the kernels can represent.
    """
    merges = np.array(merges, np.uint32).reshape(-1, 2)
    n_ids = N_BYTES + len(merges)
    if n_ids >= kernels.NO_ID:
        raise ConfigError(
            say("too_many_ids", n_ids=n_ids, greatest=kernels.NO_ID), setting="merges"
        )
    byte_pairs = np.full(1 << 16, kernels.NO_BYTE_PAIR, np.uint64)
    run_kernel(table_kernels.fill_byte_pairs, merges, byte_pairs)
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
    """Working memory for one pre-token at a time."""
    return MergeRoom(
        ids=np.full(80, kernels.NO_ID, np.uint32),
        other_ids=np.full(80, kernels.NO_ID, np.uint32),
        keys=np.full(128, kernels.NO_KEY, np.uint32),
        found=np.zeros(128, np.uint32),
    )


def placed_pairs(pairs: UInt32s, ranks: UInt32s) -> tuple[UInt64s, np.uint64]:
    """Pairs of ids uint32[n, 2] with the rank of each, in slots for `rank_in`: (slots, shift).

    Twice as many slots, or more, until all fit. A repeated pair keeps its first rank.
    """
    bits = max(8, (2 * len(pairs)).bit_length())
    while True:
        slots = np.zeros((1 << bits) + (1 << (bits - 4)), np.uint64)
        slots[: 1 << bits] = kernels.EMPTY
        shift = np.uint64(64 - (bits - 1))
        if run_kernel(table_kernels.place_merges, pairs, ranks, slots, shift):
            return slots, shift
        bits += 1


def _lengths(merges: UInt32s) -> Int32s:
    lengths = np.ones(N_BYTES + len(merges), np.int32)
    run_kernel(table_kernels.add_up_lengths, read_only(merges), lengths)
    return lengths


class OwnMerging(NamedTuple):
    """The result of merging each token's own bytes.

    pairs: uint32[n, 2], the parts of its last merge if only two were left.
    becomes: int64[n], the number of the one part that remains, -1 if several do.
    """

    pairs: UInt32s
    becomes: Int64s


def recovered_merges(tokens: Sequence[bytes]) -> UInt32s:
    """The merges uint32[n, 2] behind tokens of two bytes and more in order of their ranks.

    Bytes are numbered 0 to 255, tokens from 256 on. A token that the ranks before it leave in more
    than two parts is made by no merge: its row is NO_PAIR twice.

    As minbpe reads a rank file (`recover_merges`), which tries every rank on every token; here each
    token is merged by one table of the merges before it.
    """
    n = len(tokens)
    data, starts, parts = _laid_out(tokens)
    pairs = np.empty((n, 2), np.uint32)
    numbers = np.arange(N_BYTES, N_BYTES + n, dtype=np.uint32)
    keys, ranks = _empty_table(n)
    run_kernel(table_kernels.recover_merges, data, starts, keys, ranks, numbers, parts, pairs)
    return pairs


def own_merging(tokens: Sequence[bytes], merges: UInt32s, made: UInt32s) -> OwnMerging:
    """Merge the bytes of each token by themselves.

    merges: uint32[m, 2] in rank order; made: uint32[m], what each makes. Bytes are numbered 0 to
    255; the other numbers are the caller's.
    """
    data, starts, parts = _laid_out(tokens)
    keys, ranks = _empty_table(len(merges))
    pairs_in_order = read_only(np.ascontiguousarray(merges, np.uint32))
    run_kernel(table_kernels.enter_pairs, pairs_in_order, keys, ranks)
    pairs = np.zeros((len(tokens), 2), np.uint32)
    becomes = np.empty(len(tokens), np.int64)
    run_kernel(
        table_kernels.last_pairs, data, starts, keys, ranks,
        np.ascontiguousarray(made, np.uint32),
        parts, pairs, becomes,
    )  # fmt: skip
    return OwnMerging(pairs, becomes)


def _laid_out(tokens: Sequence[bytes]) -> tuple[UInt8s, Int64s, UInt32s]:
    """All tokens back to back, their bounds, and an array for the parts of the longest one."""
    data, starts = joined_bytes(tokens)
    longest = int(np.diff(starts).max(initial=0))
    return np.frombuffer(data + b"\0", np.uint8), starts, np.empty(longest + 1, np.uint32)


def _empty_table(n_pairs: int) -> tuple[UInt64s, UInt32s]:
    size = 1 << max(8, (3 * n_pairs).bit_length())
    return np.zeros(size, np.uint64), np.full(size, table_kernels.NO_PAIR, np.uint32)
