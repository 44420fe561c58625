"""MergeReplay: a text as it was encoded after any number of merges, from one encode of it.

A merge joins tokens that earlier merges made, and encoding takes merges in the order of their
rank. So the first k merges of a text are the beginning of all its merges: the tokens as of merge
k are what is left of the trees of its final tokens when every later merge is taken apart again.
For each edge between two bytes there is one merge that removes it; the edges that are left as of
merge k are those of rank k and later.

All of it happens within the pre-tokens of the tokenizer's own pattern. Where words were joined in
a second stage of training, that is the pattern of that stage, as encoding does it, also for the
merges that the first stage found within the pre-tokens of another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.settings import N_BYTES
from engine.text import utf8_of

if TYPE_CHECKING:
    from engine.encoding import Encoder, Tokenizer


@dataclass(frozen=True, eq=False)
class MergeReplay:
    """One text and all merges that its encoding applies.

    data: the text in the normal form of the tokenizer, UTF-8. n_merges: of the tokenizer.
    removed_by: int64[n_bytes + 1], the rank of the merge that joins what lies left and right of
    an edge; n_merges if none does. ids: uint32[256 + n_merges], the id of each position.
    places, positions: int64[m], all tokens that were ever in the text by their first byte, then
    by their rank; keys: int64[m], both in one number, for searching.
    """

    data: bytes
    n_merges: int
    removed_by: Int64s
    ids: UInt32s
    positions: Int64s
    keys: Int64s

    def spans(self, k: int) -> tuple[UInt32s, Int64s]:
        """The text after the first k merges: ids uint32[n], bounds int64[n + 1] in `data`.

        The ids are the tokenizer's own, even if a shorter tokenizer would number them differently.
        """
        bounds = np.flatnonzero(self.removed_by >= k)
        if not self.data:
            return np.empty(0, np.uint32), np.zeros(1, np.int64)
        keys = bounds[:-1] * _stride(self.n_merges) + k
        indexes = np.searchsorted(self.keys, keys, "right") - 1
        return self.ids[self.positions[indexes]], bounds

    def n_tokens(self, k: int) -> int:
        """Number of tokens of the text after the first k merges."""
        return len(self.data) - int(np.searchsorted(self._ranks, k))

    def token_curve(self, ks: Int64s) -> Int64s:
        """`n_tokens` for many k at once, int64[n]."""
        return np.asarray(len(self.data) - np.searchsorted(self._ranks, ks))

    @cached_property
    def changing(self) -> Int64s:
        """int64[m]: the ranks of the merges that change the text, in order."""
        return np.unique(self._ranks)

    def places_of(self, rank: int) -> int:
        """Number of applications of the merge of this rank in the text."""
        return int(np.searchsorted(self._ranks, rank, "right") - np.searchsorted(self._ranks, rank))

    def edges_of(self, rank: int) -> Int64s:
        """int64[m]: the bytes before which the merge of this rank joins two tokens."""
        return np.flatnonzero(self.removed_by[:-1] == rank)

    def next_change(self, k: int) -> int | None:
        """The fewest merges beyond k after which the text is another; None after the last."""
        at = int(np.searchsorted(self.changing, k))
        return int(self.changing[at]) + 1 if at < len(self.changing) else None

    def previous_change(self, k: int) -> int | None:
        """The most merges below k of which the last one changed the text; None before the first."""
        at = int(np.searchsorted(self.changing, k - 1)) - 1
        if at >= 0:
            return int(self.changing[at]) + 1
        return 0 if k > 0 else None

    @cached_property
    def _ranks(self) -> Int64s:
        """int64[m], sorted: the rank of every merge that is applied, once for each place."""
        inside = self.removed_by[1:-1]
        return np.sort(inside[inside < self.n_merges])


class MergeReplayer:
    """Makes replays with the merges of one tokenizer; special tokens are plain text.

    Tokens that an imported file has without a merge for them take no part: no k makes them.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._whole: dict[bytes, int] = {}
        self._plain: Encoder | None = None
        if tokenizer.numbering is not None and tokenizer.numbering.ignore_merges:
            self._prepare_whole_tokens()

    def replay(self, text: str | bytes) -> MergeReplay:
        """The replay of a text or of bytes. It takes about 60 bytes for each byte of text."""
        tokenizer = self._tokenizer
        data = tokenizer.normalized(text if isinstance(text, bytes) else utf8_of(text))
        n_merges = tokenizer.n_merges
        places, positions, removed_by = _grown(
            self._final(data), tokenizer.ranked_merges.astype(np.int64), self._lengths, len(data)
        )
        removed_by[[0, -1]] = n_merges
        if self._whole:
            places, positions = self._keep_whole(data, places, positions, removed_by)
        keys = places * _stride(n_merges) + np.maximum(positions - (N_BYTES - 1), 0)
        order = np.argsort(keys, kind="stable")
        return MergeReplay(
            data, n_merges, removed_by, tokenizer.ranked_ids, positions[order], keys[order]
        )

    def _final(self, data: bytes) -> Int64s:
        """The text after all merges, in positions."""
        if self._plain is not None:
            return self._plain.encode(data).astype(np.int64)
        ids = self._tokenizer.encode_to_array(data)
        return self._tokenizer.positions_of_ids[ids]

    @cached_property
    def _lengths(self) -> Int64s:
        tokens = self._tokenizer.ranked_tokens
        return np.fromiter(map(len, tokens), np.int64, len(tokens))

    def _prepare_whole_tokens(self) -> None:
        from engine.encoding import Encoder

        tokenizer = self._tokenizer
        positions = tokenizer.positions_of_ids
        whole = {token: int(positions[i]) for token, i in tokenizer.whole_tokens.items()}
        self._whole = {token: position for token, position in whole.items() if position >= 0}
        self._plain = Encoder(tokenizer.ranked_merges, tokenizer.splitter)

    def _keep_whole(
        self, data: bytes, places: Int64s, positions: Int64s, removed_by: Int64s
    ) -> tuple[Int64s, Int64s]:
        """Enter pre-tokens that are given out whole as soon as their merge exists."""
        more_places, more_positions = [], []
        for block in self._tokenizer.splitter.span_blocks(data, np.array([0, len(data)])):
            ends = [int(block.spans[0, 0]), *block.spans[:, 1].tolist()] if len(block.spans) else []
            for start, end in pairwise(ends):
                position = self._whole.get(data[start:end])
                if position is None:
                    continue
                inside = removed_by[start + 1 : end]
                np.minimum(inside, position - N_BYTES, out=inside)
                later = (places >= start) & (places < end) & (positions > position)
                places, positions = places[~later], positions[~later]
                more_places.append(start)
                more_positions.append(position)
        return (
            np.concatenate([places, np.array(more_places, np.int64)]),
            np.concatenate([positions, np.array(more_positions, np.int64)]),
        )


def _stride(n_merges: int) -> int:
    return n_merges + 2


def _grown(
    final: Int64s, merges: Int64s, lengths: Int64s, n_bytes: int
) -> tuple[Int64s, Int64s, Int64s]:
    """All tokens that were ever in the text (places, positions), and what removed each edge."""
    removed_by = np.full(n_bytes + 1, len(merges), np.int64)
    start = np.cumsum(lengths[final]) - lengths[final]
    position = final
    all_places, all_positions = [start], [position]
    while True:
        is_merge = position >= N_BYTES
        start, position = start[is_merge], position[is_merge]
        if not len(position):
            break
        left, right = merges[position - N_BYTES].T
        edge = start + lengths[left]
        removed_by[edge] = position - N_BYTES
        start, position = np.concatenate([start, edge]), np.concatenate([left, right])
        all_places.append(start)
        all_positions.append(position)
    return np.concatenate(all_places), np.concatenate(all_positions), removed_by
