"""SizeCurves: how many tokens a text takes at every vocabulary size, from one tokenizer.

Merges are taken in the order of their ranks and each takes one token away wherever it is applied,
so a tokenizer with the first k merges leaves `bytes - (merges applied of rank below k)` tokens.
A training counts what it applies; for any other text one encode is enough, because the tree of a
token says which merges made it.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.analysis.sentences import say
from engine.argument_types import checked
from engine.compiled import Floats, Int64s
from engine.corpus import Corpus, checked_corpus
from engine.encoding import MergeForest, Tokenizer, token_counts
from engine.errors import ConfigError
from engine.machine import BytesProgress, result_of
from engine.settings import N_BYTES, TrainingRecord

PER_TOKENS = 1000
"""Gains are given for this number of further ids."""
SMOOTHED_OVER = 1000
"""Merges over which a gain is measured."""
THRESHOLD = 0.001
"""Returns diminish when PER_TOKENS further ids save less than this share of the tokens."""
_BLOCK = 1024


@dataclass(frozen=True, eq=False)
class SizeCurves:
    """Tokens of each label at every size from 256 bytes and the special tokens up.

    A size counts all ids, as everywhere: bytes, merges, special tokens and reserved slots. Pattern,
    normalization and the `n_special` special tokens and reserved slots are fixed, so size v has the
    first `v - 256 - n_special` merges, as in `Tokenizer.truncated`.

    labels: names of the parts of the text. n_bytes: int64[n], their UTF-8 bytes.
    tokens: int64[n, n_merges + 1], column k is after the first k merges; column 0 equals n_bytes.
    weights: int64[n], weight of each label in the total, in units of 1 / weight_scale.
    vocab_size: the largest size; beyond `n_merges` merges nothing changes (pairs ran out).
    """

    labels: tuple[str, ...]
    n_bytes: Int64s
    tokens: Int64s
    n_special: int
    weights: Int64s
    weight_scale: int
    vocab_size: int

    def __post_init__(self) -> None:
        n = len(self.labels)
        shapes = (self.n_bytes.shape, self.tokens.shape[:1], self.weights.shape)
        if self.tokens.ndim != 2 or any(shape != (n,) for shape in shapes):
            raise ValueError(f"{n} labels do not fit arrays of the shapes {shapes}")

    @classmethod
    def of_training(cls, training: TrainingRecord) -> SizeCurves:
        """The curves of the corpus that a tokenizer was trained on; exact, nothing is encoded.

        Labels count by their own text; if a mixture weighed them, the total is that of the
        mixture, exactly. Sizes beyond the transition to superwords have the second pattern.
        Sources without text or without weight are left out.
        """
        kept = np.flatnonzero(training.source_bytes)  # none of empty sources and of weight 0
        n_merges = len(training.applied)
        tokens = np.empty((len(kept), n_merges + 1), np.int64)
        tokens[:, 0] = training.source_bytes[kept]
        for begin in range(0, n_merges, _BLOCK):  # turned over in blocks that stay in the cache
            block = training.source_applied[begin : begin + _BLOCK, kept]
            np.negative(block.T, out=tokens[:, begin + 1 : begin + 1 + len(block)])
        if (second := training.second_stage) is None or second.n_first >= n_merges:
            parts = [tokens]
        else:  # the text is cut by another pattern from the first merge of stage two on
            first, last = tokens[:, : second.n_first + 1], tokens[:, second.n_first + 1 :]
            last[:, 0] += np.array(second.source_tokens, np.int64)[kept]
            parts = [first, last]
        for part in parts:
            for row in part:
                np.cumsum(row, out=row)
        return cls(
            tuple(training.source_labels[source] for source in kept.tolist()),
            training.source_bytes[kept],
            tokens,
            training.config.n_special,
            training.source_weights[kept],
            training.weight_scale,
            training.config.vocab_size,
        )

    @property
    def is_weighted(self) -> bool:
        """Whether the total weighs labels differently."""
        return self.weight_scale != 1 or bool((self.weights != 1).any())

    @property
    def n_merges(self) -> int:
        return int(self.tokens.shape[1]) - 1

    @property
    def smallest_size(self) -> int:
        """The size without any merge."""
        return N_BYTES + self.n_special

    @property
    def largest_size(self) -> int:
        """The size with all merges that there are."""
        return self.smallest_size + self.n_merges

    def sizes(self) -> Int64s:
        """int64[n_merges + 1]: the size that belongs to each column of `tokens`."""
        return np.arange(self.smallest_size, self.largest_size + 1, dtype=np.int64)

    def merges_at(self, size: int) -> int:
        """The number of merges at a size. Raises ConfigError for one that cannot be."""
        if not self.smallest_size <= size <= self.vocab_size:
            raise ConfigError(
                say(
                    "size_not_held", smallest=self.smallest_size, largest=self.vocab_size, size=size
                ),
                setting="vocab_size",
            )
        return min(size - self.smallest_size, self.n_merges)

    @cached_property
    def total_bytes(self) -> int:
        """All bytes, weighted, in units of 1 / weight_scale."""
        return int(self.weights @ self.n_bytes)

    @cached_property
    def total_tokens(self) -> Int64s:
        """int64[n_merges + 1]: tokens of all labels, weighted, in units of 1 / weight_scale."""
        return np.asarray(self.weights @ self.tokens, np.int64)

    def label_tokens(self, label: str | None) -> Int64s:
        """int64[n_merges + 1]: tokens of a label, of all if it is None. Raises KeyError."""
        return self.total_tokens if label is None else self.tokens[self._index(label)]

    def label_bytes(self, label: str | None) -> int:
        """Bytes of a label, of all if it is None. Raises KeyError."""
        return self.total_bytes if label is None else int(self.n_bytes[self._index(label)])

    def bytes_per_token(self, label: str | None, size: int) -> float:
        """Bytes per token of a label, or of all, at a size; NaN for a label without text."""
        tokens = int(self.label_tokens(label)[self.merges_at(size)])
        return self.label_bytes(label) / tokens if tokens else float("nan")

    def natural_bytes_per_token(self, size: int) -> float:
        """Bytes per token of all labels with each text counted once, without weights."""
        tokens = int(self.tokens[:, self.merges_at(size)].sum())
        return int(self.n_bytes.sum()) / tokens if tokens else float("nan")

    def bytes_per_token_curve(self, label: str | None, columns: Int64s | None = None) -> Floats:
        """float64[n]: bytes per token at some columns of `tokens`, by default at all."""
        tokens = self.label_tokens(label)
        return _quotient(self.label_bytes(label), tokens if columns is None else tokens[columns])

    def gain(self, label: str | None, columns: Int64s | None = None) -> Floats:
        """float64[n]: share of the tokens that PER_TOKENS further ids save, at some columns.

        With T(k) tokens after k merges, a = k - h, b = k + h and h half of SMOOTHED_OVER, both
        kept within the merges that there are:

            gain(k) = 1 - (T(b) / T(a)) ** (PER_TOKENS / (b - a))

        which is the plain saving over PER_TOKENS merges around k, and at the ends what so many
        merges would save at the rate of those that are left. NaN if there are no tokens or
        no merges. It is the marginal utility of Xu et al. 2021 (VOLT, arXiv:2012.15671), there of
        entropy, here of the number of tokens.
        """
        tokens = self.label_tokens(label)
        k = np.arange(self.n_merges + 1, dtype=np.int64) if columns is None else columns
        first = np.maximum(k - SMOOTHED_OVER // 2, 0)
        last = np.minimum(k + SMOOTHED_OVER // 2, self.n_merges)
        with np.errstate(invalid="ignore", divide="ignore"):
            kept = tokens[last] / tokens[first]
            return np.asarray(1.0 - kept ** (PER_TOKENS / (last - first)), np.float64)

    def diminishing_size(
        self, threshold: float = THRESHOLD, label: str | None = None
    ) -> int | None:
        """The least size from which on `gain` stays below `threshold`; None if never.

        Only sizes whose gain is measured over the full SMOOTHED_OVER merges count, so that the
        last few merges alone decide nothing. Raises ConfigError unless 0 < threshold < 1.
        """
        if not 0.0 < threshold < 1.0:
            raise ConfigError(
                say("threshold_outside", value=repr(threshold)),
                setting="threshold",
            )
        half = SMOOTHED_OVER // 2
        columns = np.arange(half, self.n_merges - half + 1, dtype=np.int64)
        if not len(columns) or not self.label_bytes(label):
            return None
        enough = np.flatnonzero(self.gain(label, columns) >= threshold)
        first = int(enough[-1]) + 1 if len(enough) else 0
        return None if first == len(columns) else self.smallest_size + int(columns[first])

    def _index(self, label: str) -> int:
        try:
            return self.labels.index(label)
        except ValueError:
            raise KeyError(label) from None


def _quotient(n_bytes: int, tokens: Int64s) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(tokens > 0, n_bytes / tokens, np.nan)


def text_size_curves(tokenizer: Tokenizer, corpus: Corpus) -> SizeCurves:
    """Encode a corpus once and return its curves. Raises CorpusError."""
    return result_of(text_size_curves_steps(tokenizer, corpus))


def text_size_curves_steps(
    tokenizer: Tokenizer, corpus: Corpus
) -> Generator[BytesProgress, None, SizeCurves]:
    """`text_size_curves` in steps, about ten times a second and more.

    Equal to encoding the corpus with `tokenizer.truncated(v)` at every size v. Bytes are those of
    the text as the tokenizer normalizes it. Labels without text are left out.

    Where words were joined in a second stage of training, sizes up to the transition cut text by
    the first pattern: the corpus is encoded twice, and each time counts half in the progress. The
    call itself checks its arguments.
    """
    checked(tokenizer, Tokenizer, "tokenizer", "Tokenizer.load(path) reads one")
    return _curves_steps(tokenizer, checked_corpus(corpus))


def _curves_steps(
    tokenizer: Tokenizer, corpus: Corpus
) -> Generator[BytesProgress, None, SizeCurves]:
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
) -> Generator[BytesProgress, None, SizeCurves]:
    """The curves of one encode, which is one of `parts`; `done` are the bytes of those before."""
    forest = MergeForest(tokenizer)
    labels = list(dict.fromkeys(source.label for source in checked_corpus(corpus).sources))
    row_of = [labels.index(source.label) for source in corpus.sources]
    n_bytes = np.zeros(len(labels), np.int64)
    tokens = np.zeros((len(labels), forest.n_merges + 1), np.int64)
    open_source, counts = 0, np.zeros(tokenizer.vocab_size, np.int64)
    with closing(token_counts(tokenizer, corpus)) as counted:
        for group in counted:
            if group is not None:
                if group.source != open_source:
                    tokens[row_of[open_source], 1:] += forest.applied(counts)
                    open_source = group.source
                    counts[:] = 0
                counts += group.counts
                n_bytes[row_of[open_source]] += group.bytes
            label = labels[row_of[open_source]] if labels else ""
            yield BytesProgress(done + int(n_bytes.sum()) // parts, label=label)
    if labels:
        tokens[row_of[open_source], 1:] += forest.applied(counts)
    for row, size in zip(tokens, n_bytes.tolist(), strict=True):  # applied -> what is left
        np.cumsum(row, out=row)
        np.subtract(size, row, out=row)
    return _curves(tokenizer, labels, n_bytes, tokens)


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
