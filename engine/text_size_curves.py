"""The curves of any text over all vocabulary sizes, from one encode at the greatest size."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from engine.corpus import Corpus, checked_corpus
from engine.encoder import Encoder
from engine.size_curves import SizeCurves
from engine.splitter import Splitter
from engine.token_counting import token_counts
from engine.tokenizer import Tokenizer

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SizeCurvesProgress:
    """Where the encode is: the label it reads and the bytes of all labels that are done."""

    label: str
    bytes_done: int


def text_size_curves(tokenizer: Tokenizer, corpus: Corpus) -> SizeCurves:
    """Encode a corpus once and return its curves. Raises CorpusError."""
    steps = text_size_curves_steps(tokenizer, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            curves: SizeCurves = stop.value
            return curves


def text_size_curves_steps(
    tokenizer: Tokenizer, corpus: Corpus
) -> Generator[SizeCurvesProgress, None, SizeCurves]:
    """`text_size_curves` in steps, some ten times a second and more.

    Equal to encoding the corpus with `tokenizer.truncated(v)` at every size v. Bytes are those of
    the text as the tokenizer normalizes it. Labels without text are left out.

    Where words were joined in a second stage of training, sizes up to the transition cut text by
    the first pattern: the corpus is encoded twice, and each time counts half in the progress.
    """
    origin = tokenizer.superwords
    if origin is None:
        return (yield from _encoded(tokenizer, corpus))
    n_first = origin.n_first_merges
    subwords = tokenizer.truncated(N_BYTES + n_first + len(tokenizer.special_tokens))
    earlier = yield from _encoded(subwords, corpus, parts=2)
    curves = yield from _encoded(tokenizer, corpus, parts=2, done=int(earlier.n_bytes.sum()) // 2)
    tokens = curves.tokens.copy()
    tokens[:, : n_first + 1] = earlier.tokens
    return replace(curves, tokens=tokens)


def _encoded(
    tokenizer: Tokenizer, corpus: Corpus, *, parts: int = 1, done: int = 0
) -> Generator[SizeCurvesProgress, None, SizeCurves]:
    """The curves of one encode, which is one of `parts`; `done` are the bytes of those before."""
    forest = MergeForest(tokenizer)
    labels = list(dict.fromkeys(source.label for source in checked_corpus(corpus).sources))
    row_of = [labels.index(source.label) for source in corpus.sources]
    n_bytes = np.zeros(len(labels), np.int64)
    tokens = np.zeros((len(labels), forest.n_merges + 1), np.int64)
    open_source, counts = 0, np.zeros(tokenizer.vocab_size, np.int64)
    with closing(token_counts(tokenizer, corpus)) as counted:
        for found in counted:
            if found is not None:
                if found.source != open_source:
                    tokens[row_of[open_source], 1:] += forest.applied(counts)
                    open_source = found.source
                    counts[:] = 0
                counts += found.counts
                n_bytes[row_of[open_source]] += found.bytes
            label = labels[row_of[open_source]] if labels else ""
            yield SizeCurvesProgress(label, done + int(n_bytes.sum()) // parts)
    if labels:
        tokens[row_of[open_source], 1:] += forest.applied(counts)
    for row, size in zip(tokens, n_bytes.tolist(), strict=True):  # applied -> what is left
        np.cumsum(row, out=row)
        np.subtract(size, row, out=row)
    return _curves(tokenizer, labels, n_bytes, tokens)


class MergeForest:
    """The merge trees of a tokenizer's tokens: what was merged, told from the tokens that are left.

    The tree of a token holds one node for every merge that made it. Adding the count of each token
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
            made = np.array([rank for rank in ranks if rank < self.n_merges], np.int64)
            totals[N_BYTES + made] = 0
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

        Below its own size it is merged like any other; from that size on it is one token, so what
        was left by then goes at once. A token that no merge makes is in no smaller tokenizer.
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
        return Encoder(self._merges, Splitter("none"))


def _levels(merges: npt.NDArray[np.uint32]) -> list[Int64s]:
    """Tokens by the height of their tree, the highest first: no part is as high as its token."""
    heights = [0] * (N_BYTES + len(merges))
    for position, (left, right) in enumerate(merges.tolist(), N_BYTES):
        heights[position] = 1 + max(heights[left], heights[right])
    tall = np.array(heights, np.int64)
    order = np.argsort(tall, kind="stable").astype(np.int64)
    starts = np.searchsorted(tall[order], np.arange(1, int(tall.max(initial=0)) + 1))
    return np.split(order, starts)[:0:-1]


def _curves(
    tokenizer: Tokenizer, labels: Sequence[str], n_bytes: Int64s, tokens: Int64s
) -> SizeCurves:
    """The curves of the labels that have text."""
    n_special = len(tokenizer.special_tokens)
    greatest = tokenizer.vocab_size
    if tokenizer.numbering is not None:  # its ids may have gaps, which `truncated` closes
        greatest = N_BYTES + tokenizer.n_merges + n_special
    kept = np.flatnonzero(n_bytes)
    if len(kept) < len(labels):
        n_bytes, tokens = n_bytes[kept], tokens[kept]
    return SizeCurves(
        labels=tuple(labels[row] for row in kept.tolist()),
        n_bytes=n_bytes,
        tokens=tokens,
        n_special=n_special,
        weights=np.ones(len(kept), np.int64),
        weight_scale=1,
        vocab_size=greatest,
    )
