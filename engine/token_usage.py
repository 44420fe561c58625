"""TokenUsage: how often each token is used in a text, from one encode of it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.tokenizer import Tokenizer

UInt32s = npt.NDArray[np.uint32]
COVERAGE_SHARES = (0.5, 0.8, 0.9, 0.99)
Int64s = npt.NDArray[np.int64]


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
        found = np.zeros(len(self.labels), np.int64)
        for number, (ids, counts) in enumerate(zip(self.ids, self.counts, strict=True)):
            at = int(np.searchsorted(ids, token_id))
            if at < len(ids) and ids[at] == token_id:
                found[number] = counts[at]
        return found


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


@dataclass(frozen=True, slots=True)
class UsageProgress:
    """How far counting is; bytes_total is an estimate where files are compressed."""

    bytes_done: int
    bytes_total: int


def usage_steps(tokenizer: Tokenizer, corpus: Corpus) -> Generator[UsageProgress, None, TokenUsage]:
    """Encode a corpus on all cores; yields some ten times a second, returns the usage.

    Raises CorpusError for files that cannot be read.
    """
    from engine.corpus import checked_corpus
    from engine.token_counting import token_counts  # the kernels come with it

    counts = np.zeros(tokenizer.vocab_size, np.int64)
    documents = n_bytes = 0
    expected = checked_corpus(corpus).expected_bytes
    labels = _LabelCounter(corpus, tokenizer.vocab_size)

    with closing(token_counts(tokenizer, corpus)) as found:
        for counted in found:
            if counted is not None:
                counts += counted.counts
                labels.add(counted.source, counted.counts)
                documents += counted.documents
                n_bytes += counted.bytes
            yield UsageProgress(n_bytes, max(expected, n_bytes))
    return TokenUsage(counts, tokenizer.token_lengths, documents, n_bytes, labels.uses())


def token_usage(tokenizer: Tokenizer, corpus: Corpus) -> TokenUsage:
    """`usage_steps` run to its end."""
    steps = usage_steps(tokenizer, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            usage: TokenUsage = stop.value
            return usage


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
        tokens = np.array([int(each.sum()) for each in counts], np.int64)
        return LabelledUses(labels, tokens, ids, counts)

    def _put_away(self) -> None:
        if self._counts is not None:
            ids = np.flatnonzero(self._counts)
            self._done[self._label] = ids.astype(np.uint32), self._counts[ids]
