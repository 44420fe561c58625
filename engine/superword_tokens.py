"""TokenStream: the text of stage two as tokens of the first merges, again and again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.ordered_work import results_in_order
from engine.superword_documents import DrawnBatch, SuperwordDocuments
from engine.superword_encoder import PieceEncoder
from engine.superword_spans import SpanRules, shortened

Bools = npt.NDArray[np.bool_]
UInt32s = npt.NDArray[np.uint32]

_SAMPLE_BYTES = 1 << 23


@dataclass(frozen=True, slots=True)
class TokenBatch:
    """A batch of documents as tokens of the first merges.

    offset: where data begins in its source, in bytes.
    joins: bool[n], whether tokens i and i + 1 are in one span and take part.
    takes_part: bool[n]; None where all do.
    """

    source: int
    offset: int
    n_documents: int
    data: bytes
    ids: UInt32s
    joins: Bools
    takes_part: Bools | None = None

    @property
    def memory_bytes(self) -> int:
        return len(self.data) + self.ids.nbytes + self.joins.nbytes


Work = Callable[[TokenBatch], None]


class TokenStream:
    """Gives every batch of tokens to one of several threads, in order, as often as it is asked.

    The tokens stay in memory where they have room there; else the text is read and encoded again.

    most_kept_bytes: of memory for tokens.
    """

    def __init__(
        self,
        documents: SuperwordDocuments,
        encoder: PieceEncoder,
        rules: SpanRules,
        n_threads: int,
        most_kept_bytes: int,
    ) -> None:
        self._documents = documents
        self._rules = rules
        self._encoders = [encoder, *(encoder.fork() for _ in range(n_threads - 1))]
        self._most_kept_bytes = most_kept_bytes
        self._kept: list[TokenBatch] | None = None
        self._longest_span: int | None = None
        self.sample: list[TokenBatch] = []
        """Some of the batches, from all over the text, once it has been read."""
        self.sample_share = 0.0
        """Which part of the text they are."""

    @property
    def n_threads(self) -> int:
        return len(self._encoders)

    @property
    def memory_bytes(self) -> int:
        """Memory that kept tokens and the caches of the encoders take."""
        kept = sum(each.memory_bytes for each in self._kept or ())
        return kept + sum(each.cache_bytes for each in self._encoders)

    def shorten(self, longest_span: int) -> None:
        """Let only the first tokens of a span take part, up to a number."""
        self._longest_span = longest_span

    def forget(self) -> None:
        """Give the memory of the tokens back."""
        self._kept = None
        self.sample = []

    def each(self, works: Sequence[Work]) -> Generator[int, None, None]:
        """One pass: what the text holds goes through `works`, each in a thread of its own.

        Yields the bytes that are done.
        """
        if self._kept is not None:
            yield from self._of_kept(works, self._kept)
        else:
            yield from self._of_text(works)

    def _of_kept(
        self, works: Sequence[Work], kept: Iterable[TokenBatch]
    ) -> Generator[int, None, None]:
        def working(work: Work) -> Callable[[TokenBatch], TokenBatch]:
            def run(batch: TokenBatch) -> TokenBatch:
                work(self._shortened(batch))
                return batch

            return run

        done = 0
        for batch in results_in_order(list(map(working, works)), kept):
            if batch is not None:
                done += len(batch.data)
            yield done

    def _of_text(self, works: Sequence[Work]) -> Generator[int, None, None]:
        def working(encoder: PieceEncoder, work: Work) -> Callable[[DrawnBatch], TokenBatch]:
            def run(drawn: DrawnBatch) -> TokenBatch:
                batch = self._tokens(encoder, drawn)
                work(self._shortened(batch))
                return batch

            return run

        threads = list(map(working, self._encoders, works))
        keeper = _Keeper(self._most_kept_bytes)
        done = 0
        for batch in results_in_order(threads, self._documents):
            if batch is not None:
                done += len(batch.data)
                keeper.take(batch)
            yield done
        self._kept = keeper.kept
        self.sample = keeper.sample
        sampled = sum(len(each.data) for each in self.sample)
        self.sample_share = sampled / max(1, done)

    def _tokens(self, encoder: PieceEncoder, drawn: DrawnBatch) -> TokenBatch:
        batch = drawn.batch
        ids, joins = encoder.encode(batch.data, batch.bounds)
        joins = self._rules.spans(ids, joins)
        takes_part = None
        if not drawn.takes_part.all():
            ends = np.cumsum(encoder.lengths[ids], dtype=np.int64)
            takes_part = drawn.takes_part[np.searchsorted(batch.bounds, ends) - 1]
            joins &= takes_part
        return TokenBatch(
            batch.source, batch.offset, batch.n_documents, batch.data, ids, joins, takes_part
        )

    def _shortened(self, batch: TokenBatch) -> TokenBatch:
        if self._longest_span is None:
            return batch
        return replace(batch, joins=shortened(batch.joins, self._longest_span))


class _Keeper:
    """Keeps batches as long as they have room, and always some of them."""

    def __init__(self, most_bytes: int) -> None:
        self._left = most_bytes
        self.kept: list[TokenBatch] | None = []
        self.sample: list[TokenBatch] = []
        self._sampled_bytes = 0
        self._stride = 1
        self._number = 0

    def take(self, batch: TokenBatch) -> None:
        if self.kept is not None:
            self._left -= batch.memory_bytes
            self.kept.append(batch)
            if self._left < 0:
                self.kept = None
        if self._number % self._stride == 0:
            self.sample.append(batch)
            self._sampled_bytes += len(batch.data)
            while self._sampled_bytes > _SAMPLE_BYTES and len(self.sample) > 1:
                self.sample = self.sample[::2]
                self._stride *= 2
                self._sampled_bytes = sum(len(each.data) for each in self.sample)
        self._number += 1
