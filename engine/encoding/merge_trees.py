"""MergeForest: how often each merge was applied to a text, from the tokens it became."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.encoding.encoder import Encoder
from engine.encoding.tokenizer import Tokenizer
from engine.settings import N_BYTES


class MergeForest:
    """The merge trees of a tokenizer's tokens: from tokens to the merges that were applied.

    The tree of a token has one node for every merge that made it. Adding the count of each token
    to both its parts, from those at the top down, gives the number of all nodes of each merge.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._merges = tokenizer.ranked_merges
        self._ids = tokenizer.ranked_ids
        self._levels = _levels(self._merges)
        self._whole_tokens = tokenizer.whole_tokens
        position_of = np.full(tokenizer.vocab_size, N_BYTES + self.n_merges, np.int64)
        position_of[self._ids] = np.arange(len(self._ids))
        self._rank_of_whole = {
            token_id: int(position_of[token_id]) - N_BYTES  # n_merges where no merge makes it
            for token_id in self._whole_tokens.values()
        }
        self._whole_trees: dict[bytes, Int64s] = {}

    @property
    def n_merges(self) -> int:
        return len(self._merges)

    def applied(self, counts: Int64s) -> Int64s:
        """int64[n_merges]: how often each merge was applied to give `counts`, int64[vocab_size]."""
        totals = counts[self._ids]
        whole = {
            token: token_id for token, token_id in self._whole_tokens.items() if counts[token_id]
        }
        if whole:
            ranks = [self._rank_of_whole[token_id] for token_id in whole.values()]
            rows = np.array([rank for rank in ranks if rank < self.n_merges], np.int64)
            totals[N_BYTES + rows] = 0
        merges = self._merges
        for level in self._levels:
            np.add.at(totals, merges[level - N_BYTES, 0], totals[level])
            np.add.at(totals, merges[level - N_BYTES, 1], totals[level])
        applied = totals[N_BYTES:].copy()
        for token, token_id in whole.items():
            self._add_whole(applied, token, self._rank_of_whole[token_id], int(counts[token_id]))
        return applied

    def _add_whole(self, applied: Int64s, token: bytes, rank: int, count: int) -> None:
        """A pre-token that is given out whole although merges do not make it.

        Below its own rank it is merged like any other; from that rank on it is one token, so the
        remaining parts are joined at once. A token that no merge makes is in no smaller tokenizer.
        """
        ranks = self._whole_tree(token)
        before = ranks[ranks < rank]
        np.add.at(applied, before, count)
        if rank < self.n_merges:
            applied[rank] += (len(token) - len(before) - 1) * count

    def _whole_tree(self, token: bytes) -> Int64s:
        """The ranks of all merges that are applied to the bytes of a token by themselves."""
        if token not in self._whole_trees:
            waiting = self._plain_encoder.encode(token).tolist()
            ranks = []
            while waiting:
                position = waiting.pop()
                if position >= N_BYTES:
                    ranks.append(position - N_BYTES)
                    waiting += self._merges[position - N_BYTES].tolist()
            self._whole_trees[token] = np.array(ranks, np.int64)
        return self._whole_trees[token]

    @cached_property
    def _plain_encoder(self) -> Encoder:
        """The same merges, with nothing given out whole and no splitting."""
        return Encoder(self._merges)


def _levels(merges: UInt32s) -> list[Int64s]:
    """Tokens by the height of their tree, the highest first: no part is as high as its token."""
    heights = [0] * (N_BYTES + len(merges))
    for position, (left, right) in enumerate(merges.tolist(), N_BYTES):
        heights[position] = 1 + max(heights[left], heights[right])
    tall = np.array(heights, np.int64)
    order = np.argsort(tall, kind="stable").astype(np.int64)
    starts = np.searchsorted(tall[order], np.arange(1, int(tall.max(initial=0)) + 1))
    return np.split(order, starts)[:0:-1]
