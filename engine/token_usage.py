"""TokenUsage: how often each token is used in a text, from one encode of it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.token_counting import token_counts

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.tokenizer import Tokenizer

COVERAGE_SHARES = (0.5, 0.8, 0.9, 0.99)
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TokenUsage:
    """counts: int64[vocab_size], uses of each id, with special tokens read as plain text.

    lengths: int64[vocab_size], bytes of each id. documents, bytes: of the text.
    """

    counts: Int64s
    lengths: Int64s
    documents: int
    bytes: int

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
    counts = np.zeros(tokenizer.vocab_size, np.int64)
    documents = n_bytes = 0
    expected = corpus.expected_bytes
    with closing(token_counts(tokenizer, corpus)) as found:
        for counted in found:
            if counted is not None:
                counts += counted.counts
                documents += counted.documents
                n_bytes += counted.bytes
            yield UsageProgress(n_bytes, max(expected, n_bytes))
    return TokenUsage(counts, tokenizer.token_lengths, documents, n_bytes)


def token_usage(tokenizer: Tokenizer, corpus: Corpus) -> TokenUsage:
    """`usage_steps` run to its end."""
    steps = usage_steps(tokenizer, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            usage: TokenUsage = stop.value
            return usage
