"""VocabularyIndex: a tokenizer's vocabulary as arrays, made once, for filtering and sorting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from workbench.visible_text import is_utf8

if TYPE_CHECKING:
    from engine import Tokenizer

SPECIAL, PARTIAL, LEADING_SPACE, UNUSED, BYTE = 1, 2, 4, 8, 16
_SLICE = 8_192
_SORTED_BYTES = 24

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class VocabularyIndex:
    """One entry per token id.

    vocabulary: the bytes of each id. lengths: int64[n]. flags: uint8[n] of the constants above.
    ranks, lefts, rights: int64[n], -1 where no merge made the token. counts, applied: int64[n],
    -1 where unknown. text_order: int64[n], the place of each token in the order of its bytes.
    joined: uint8[bytes], all tokens one after the other; starts: int64[n + 1] in it.
    """

    vocabulary: tuple[bytes, ...]
    lengths: Int64s
    flags: npt.NDArray[np.uint8]
    ranks: Int64s
    lefts: Int64s
    rights: Int64s
    counts: Int64s
    applied: Int64s
    text_order: Int64s
    joined: npt.NDArray[np.uint8]
    starts: Int64s

    @property
    def n_tokens(self) -> int:
        return len(self.vocabulary)

    def parents(self, token_id: int) -> Int64s:
        """Return the ids of the tokens that a merge made directly from this one."""
        return np.flatnonzero((self.lefts == token_id) | (self.rights == token_id))


def index_vocabulary(tokenizer: Tokenizer) -> Iterator[float | VocabularyIndex]:
    """Yield the share that is done, and last the index."""
    vocabulary = tuple(tokenizer.vocabulary)
    n_tokens, n_merges = len(vocabulary), tokenizer.n_merges
    merged = slice(N_BYTES, N_BYTES + n_merges)
    ranks, lefts, rights, counts, applied = (np.full(n_tokens, -1, np.int64) for _ in range(5))
    ranks[merged] = np.arange(n_merges)
    lefts[merged] = tokenizer.merges[:, 0]
    rights[merged] = tokenizer.merges[:, 1]
    if tokenizer.training is not None:
        counts[merged] = tokenizer.training.counts[:n_merges]
        applied[merged] = tokenizer.training.applied[:n_merges]
    flags = np.zeros(n_tokens, np.uint8)
    flags[:N_BYTES] |= BYTE
    for start in range(0, n_tokens, _SLICE):
        for token_id in range(start, min(start + _SLICE, n_tokens)):
            flags[token_id] |= _flags_of(vocabulary[token_id])
        yield min(start + _SLICE, n_tokens) / n_tokens
    flags[list(tokenizer.special_tokens.values())] |= SPECIAL
    # numpy lets other threads run while it sorts; the first bytes are enough for an order.
    order = np.argsort(np.array(vocabulary, f"S{_SORTED_BYTES}"), kind="stable")
    text_order = np.empty(n_tokens, np.int64)
    text_order[order] = np.arange(n_tokens)
    lengths = np.fromiter(map(len, vocabulary), np.int64, n_tokens)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    joined = np.frombuffer(b"".join(vocabulary), np.uint8)
    yield VocabularyIndex(
        vocabulary, lengths, flags, ranks, lefts, rights, counts, applied, text_order,
        joined, starts,
    )  # fmt: skip


def _flags_of(data: bytes) -> int:
    if not data:
        return UNUSED
    flags = LEADING_SPACE if data[0] == 0x20 else 0
    return flags if is_utf8(data) else flags | PARTIAL
