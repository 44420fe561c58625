"""How often a text uses each token, and how evenly it uses the vocabulary.

Even means that all V ids are used alike, each in 1 / V of the tokens. Hyper-frequent ids are used
at least HYPER times as often, hyper-rare ones at most 1 / HYPER as often, unused ones included. The
terms are those of the authors of SuperBPE ("fewer hyper-frequent and hyper-rare tokens"), who give
no bounds; these are ours.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import Floats, Int64s, UInt32s
from engine.machine import BytesProgress, result_of

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer


HYPER = 100
RENYI_ALPHA = 2.5
"""The order that agreed best with translation quality in Zouhar et al. (2023)."""

COVERAGE_SHARES = (0.5, 0.8, 0.9, 0.99)


@dataclass(frozen=True, eq=False)
class TokenDistribution:
    """Uses of the tokens of one vocabulary in one text.

    counts: int64[k], of the ids that are used, the greatest first. vocab_size: all ids.
    entropy: Shannon, bits per token; efficiency: entropy / log2(vocab_size);
    renyi_efficiency: see metrics.definitions. These are None for a text without tokens.
    """

    counts: Int64s
    vocab_size: int
    entropy: float | None
    renyi_efficiency: float | None

    @property
    def tokens(self) -> int:
        return int(self.counts.sum())

    @property
    def efficiency(self) -> float | None:
        if self.entropy is None:
            return None
        return self.entropy / float(np.log2(self.vocab_size))

    @property
    def n_frequent(self) -> int:
        """Hyper-frequent ids."""
        return int(np.count_nonzero(self._against_even >= HYPER))

    @property
    def frequent_share(self) -> float:
        """Share of the text's tokens that are hyper-frequent ones."""
        return float(self.counts[: self.n_frequent].sum()) / max(1, self.tokens)

    @property
    def n_rare(self) -> int:
        """Hyper-rare ids, with those that are not used at all."""
        used = np.count_nonzero(self._against_even <= 1 / HYPER)
        return int(used) + self.vocab_size - len(self.counts)

    @property
    def rare_share(self) -> float:
        """Share of the ids that are hyper-rare."""
        return self.n_rare / self.vocab_size

    @property
    def _against_even(self) -> Floats:
        """float64[k]: how often each is used, against an even use of all ids."""
        return np.asarray(self.counts * (self.vocab_size / max(1, self.tokens)), np.float64)

    def curve(self, most: int = 600) -> tuple[Floats, Floats]:
        """Ranks from 1 and the share of each in the tokens, float64[m] each, evenly on a log axis.

        m is at most `most`; the first and the last rank are always there.
        """
        n = len(self.counts)
        if not n:
            return np.empty(0), np.empty(0)
        ranks = np.unique(np.geomspace(1, n, most).round().astype(np.int64))
        return ranks.astype(np.float64), self.counts[ranks - 1] / self.tokens


def token_distribution(counts: Int64s) -> TokenDistribution:
    """The distribution of uses int64[vocab_size]."""
    entropy, renyi = entropy_and_efficiency(counts)
    used = np.sort(counts[counts > 0])[::-1]
    return TokenDistribution(used, len(counts), entropy, renyi)


def entropy_and_efficiency(counts: Int64s) -> tuple[float | None, float | None]:
    """Shannon entropy in bits per token, and Rényi efficiency over the declared vocabulary."""
    used = counts[counts > 0]
    if not len(used) or len(counts) < 2:
        return None, None
    shares = used / used.sum()
    entropy = float(-(shares * np.log2(shares)).sum())
    renyi = float(np.log2((shares**RENYI_ALPHA).sum()) / (1 - RENYI_ALPHA))
    return abs(entropy), abs(renyi) / float(np.log2(len(counts)))


@dataclass(frozen=True, eq=False)
class LabelledUses:
    """Uses of each token under each label of a text.

    labels: in the order of the text. tokens: int64[n_labels], all uses under each. ids, counts:
    for each label the tokens that are used under it, uint32[m] in order, and how often, int64[m].
    """

    labels: tuple[str, ...]
    tokens: Int64s
    ids: tuple[UInt32s, ...]
    counts: tuple[Int64s, ...]

    def of(self, token_id: int) -> Int64s:
        """int64[n_labels]: the uses of one token under each label."""
        counts_by_label = np.zeros(len(self.labels), np.int64)
        for number, (ids, counts) in enumerate(zip(self.ids, self.counts, strict=True)):
            at = int(np.searchsorted(ids, token_id))
            if at < len(ids) and ids[at] == token_id:
                counts_by_label[number] = counts[at]
        return counts_by_label


@dataclass(frozen=True, eq=False)
class TokenUsage:
    """counts: int64[vocab_size], uses of each id, with special tokens read as plain text.

    lengths: int64[vocab_size], bytes of each id. documents, bytes: of the text. by_label: the
    same uses label by label.
    """

    counts: Int64s
    lengths: Int64s
    documents: int
    bytes: int
    by_label: LabelledUses | None = None

    @property
    def tokens(self) -> int:
        return int(self.counts.sum())

    def covering(self, share: float) -> Int64s:
        """The fewest tokens that together are `share` of the text's bytes: their ids, int64[k].

        A token covers its uses times its bytes; of tokens that cover the same the smaller id comes
        first. Empty for an empty text.
        """
        covered = self._covered
        n = int(np.searchsorted(np.cumsum(covered[self._order]), share * covered.sum()))
        return self._order[: n + 1] if covered.any() else self._order[:0]

    @cached_property
    def _covered(self) -> Int64s:
        return self.counts * self.lengths

    @cached_property
    def _order(self) -> Int64s:
        return np.argsort(-self._covered, kind="stable")


def usage_steps(tokenizer: Tokenizer, corpus: Corpus) -> Generator[BytesProgress, None, TokenUsage]:
    """Yields about ten times a second; the usage is the generator's return value.

    It encodes a corpus on all cores. The call itself checks its arguments; CorpusError comes later,
    for files that cannot be read.
    """
    from engine.corpus import checked_corpus
    from engine.library import checked_tokenizer

    checked_tokenizer(tokenizer)
    return _counting(tokenizer, checked_corpus(corpus))


def _counting(tokenizer: Tokenizer, corpus: Corpus) -> Generator[BytesProgress, None, TokenUsage]:
    from engine.encoding import token_counts  # the kernels come with it

    counts = np.zeros(tokenizer.vocab_size, np.int64)
    documents = n_bytes = 0
    expected = corpus.expected_bytes
    labels = _LabelCounter(corpus, tokenizer.vocab_size)

    with closing(token_counts(tokenizer, corpus)) as groups:
        for counted in groups:
            if counted is not None:
                counts += counted.counts
                labels.add(counted.source, counted.counts)
                documents += counted.documents
                n_bytes += counted.bytes
            yield BytesProgress(n_bytes, max(expected, n_bytes))
    return TokenUsage(counts, tokenizer.token_lengths, documents, n_bytes, labels.uses())


def token_usage(tokenizer: Tokenizer, corpus: Corpus) -> TokenUsage:
    """`usage_steps` run to its end."""
    return result_of(usage_steps(tokenizer, corpus))


class _LabelCounter:
    """Adds up the uses of each label; only the one at hand has an entry for every id."""

    def __init__(self, corpus: Corpus, vocab_size: int) -> None:
        self._labels = [source.label for source in corpus.sources]
        self._vocab_size = vocab_size
        self._done: dict[str, tuple[UInt32s, Int64s]] = {}
        self._label = ""
        self._counts: Int64s | None = None

    def add(self, source: int, counts: Int64s) -> None:
        label = self._labels[source]
        if self._counts is None or label != self._label:
            self._put_away()
            self._label = label
            self._counts = np.zeros(self._vocab_size, np.int64)
            if label in self._done:
                ids, before = self._done[label]
                self._counts[ids] = before
        self._counts += counts

    def uses(self) -> LabelledUses:
        self._put_away()
        self._counts = None
        labels = tuple(label for label in dict.fromkeys(self._labels) if label in self._done)
        ids = tuple(self._done[label][0] for label in labels)
        counts = tuple(self._done[label][1] for label in labels)
        tokens = np.array([int(label_counts.sum()) for label_counts in counts], np.int64)
        return LabelledUses(labels, tokens, ids, counts)

    def _put_away(self) -> None:
        if self._counts is not None:
            ids = np.flatnonzero(self._counts)
            self._done[self._label] = ids.astype(np.uint32), self._counts[ids]
