"""The text of stage two: documents drawn by chance, as tokens of the first merges, in spans.

A source of which nothing is drawn takes part whole, as in a mixture: a text file is one document,
and a language that is one file would else have superwords or none by mere chance. `TokenStream`
gives the tokens again and again; `SpanRules` says where the spans end that merges may join.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.compiled import Bools, Int64s, UInt32s
from engine.corpus import Corpus, DocumentBatch, DocumentPart, document_batches
from engine.counting import OneSource
from engine.encoding import Encoder
from engine.machine import results_in_order
from engine.settings import N_BYTES, DocumentSample, SuperwordRules
from engine.splitting import Splitter
from engine.text import Normalization, count_characters, first_characters

_NOTHING = np.empty(0, np.int64)
_SAMPLE_BYTES = 1 << 23


class SpanRules:
    """The rules on tokens (SuperwordRules) as arrays over the ids of stage one.

    A text is its tokens ids uint32[n] and joins bool[n], True where tokens i and i + 1 may come
    together: first those within one piece of the second pattern, then those within one span.

    tokens: the bytes of every id.
    """

    def __init__(self, rules: SuperwordRules, tokens: Sequence[bytes]) -> None:
        self._rules = rules
        self._ends = _flags(tokens, _ends_with(rules.cut_after)) if rules.cut_after else None
        self._begins = _flags(tokens, _holds(rules.cut_before)) if rules.cut_before else None
        self._begins_before = (
            _flags(tokens, _holds(rules.cut_one_before)) if rules.cut_one_before else None
        )
        self._apart = (
            _flags(tokens, lambda token: _is_apart(token, rules))
            if rules.digits_apart or rules.punctuation_apart
            else None
        )

    @property
    def cuts(self) -> bool:
        """Whether any of these rules is on; else spans are the pieces of the second pattern."""
        flags = (self._ends, self._begins, self._begins_before, self._apart)
        return any(each is not None for each in flags) or self._rules.longest_span is not None

    def spans(self, ids: UInt32s, joins: Bools) -> Bools:
        """bool[n]: `joins` within spans, where it was within pieces; ids: uint32[n]."""
        if not self.cuts or not len(ids):
            return joins
        spans = joins.copy()
        if self._ends is not None:
            spans &= ~self._ends[ids]
        if self._begins is not None:
            spans[:-1] &= ~self._begins[ids[1:]]
        if self._begins_before is not None:
            # Before the token before it, where that is in the same piece.
            spans[:-2] &= ~(self._begins_before[ids[2:]] & joins[1:-1])
        if self._apart is not None:
            apart = self._apart[ids]
            spans &= ~apart
            spans[:-1] &= ~apart[1:]
        if self._rules.longest_span is not None:
            self._cut_long(spans, self._rules.longest_span)
        return spans

    def _cut_long(self, joins: Bools, longest: int) -> None:
        """Cut spans of `longest` tokens and more in parts, in place."""
        width = self._rules.span_parts or longest
        starts, lengths = span_starts(joins), span_lengths(joins)
        is_long = lengths >= longest
        starts, n_cuts = starts[is_long], lengths[is_long] // width
        if self._rules.most_span_cuts is not None:
            n_cuts = np.minimum(n_cuts, self._rules.most_span_cuts)
        numbers = np.arange(int(n_cuts.sum())) - np.repeat(np.cumsum(n_cuts) - n_cuts, n_cuts)
        joins[np.repeat(starts, n_cuts) + width * (numbers + 1) - 1] = False


def span_starts(joins: Bools) -> Int64s:
    """int64[n_spans]: the number of each span's first token."""
    return np.flatnonzero(np.concatenate(([True], ~joins[:-1]))) if len(joins) else _NOTHING


def span_lengths(joins: Bools) -> Int64s:
    """int64[n_spans]: tokens of each span."""
    ends = np.flatnonzero(~joins)
    return np.diff(ends, prepend=-1) if len(joins) else _NOTHING


def shortened(joins: Bools, most: int) -> Bools:
    """bool[n]: `joins` where of every span only the first `most` tokens take part."""
    starts, lengths = span_starts(joins), span_lengths(joins)
    if not (lengths > most).any():
        return joins
    places = np.arange(len(joins)) - np.repeat(starts, lengths)
    return joins & (places < most - 1)


def percentile_of(histogram: Int64s, percentile: float) -> int:
    """The length at the index ceil(p / 100 * n) - 1 of n sorted lengths; 0 where n is 0.

    histogram: int64[longest + 1], how often each length occurs.
    """
    n = int(histogram.sum())
    if not n:
        return 0
    index = max(0, int(np.ceil(percentile / 100 * n)) - 1)
    return int(np.searchsorted(np.cumsum(histogram), index, side="right"))


def _flags(tokens: Sequence[bytes], is_one: Callable[[bytes], bool]) -> Bools:
    return np.fromiter(map(is_one, tokens), np.bool_, len(tokens))


def _ends_with(characters: str) -> Callable[[bytes], bool]:
    endings = tuple(character.encode() for character in characters)
    return lambda token: token.endswith(endings)


def _holds(characters: str) -> Callable[[bytes], bool]:
    wanted = tuple(character.encode() for character in characters)
    return lambda token: any(each in token for each in wanted)


def _is_apart(token: bytes, rules: SuperwordRules) -> bool:
    """Whether a whole character of the token is a digit or a sign that the rules keep apart."""
    kinds = map(unicodedata.category, token.decode("utf-8", "ignore"))
    return any(
        (rules.digits_apart and kind == "Nd") or (rules.punctuation_apart and kind[0] in "PS")
        for kind in kinds
    )


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
        """Memory that kept tokens and the cache of the encoders take."""
        kept = sum(each.memory_bytes for each in self._kept or ())
        return kept + self._encoders[0].cache_bytes

    def shorten(self, longest_span: int) -> None:
        """Let only the first tokens of a span take part, up to a number."""
        self._longest_span = longest_span

    def forget(self) -> None:
        """Give the memory of the tokens back."""
        self._kept = None
        self.sample = []

    def each(self, works: Sequence[Work]) -> Generator[int, None, None]:
        """One pass: all batches go through `works`, each in a thread of its own.

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


class PieceTokens(NamedTuple):
    """ids uint32[n] of a text; joins bool[n]: whether tokens i and i + 1 are in one piece."""

    ids: UInt32s
    joins: Bools


class PieceEncoder:
    """Encodes the pieces of a split pattern with merges that were learned within another one's.

    merges: uint32[n, 2]; splitter: of the second pattern.
    """

    def __init__(self, merges: UInt32s, splitter: Splitter) -> None:
        self.lengths = np.ones(N_BYTES + len(merges), np.int32)
        """int32[n_ids]: bytes of each token."""
        widths = [1] * N_BYTES
        for left, right in merges.tolist():
            widths.append(widths[left] + widths[right])
        self.lengths[:] = widths
        self._splitter = splitter
        self._encoder = Encoder(merges)

    def fork(self) -> PieceEncoder:
        """An encoder of the same merges and with the same cache, for another thread."""
        twin = PieceEncoder.__new__(PieceEncoder)
        twin.lengths, twin._splitter = self.lengths, self._splitter
        twin._encoder = self._encoder.fork()
        return twin

    @property
    def thread_bytes(self) -> int:
        """See Encoder.thread_bytes."""
        return self._encoder.thread_bytes

    @property
    def cache_bytes(self) -> int:
        """Memory that the cache takes now, which it shares with its forks."""
        return self._encoder.cache_bytes

    def encode(self, data: bytes, bounds: Int64s) -> PieceTokens:
        """Encode documents data[bounds[i]:bounds[i + 1]], each cut by itself; bounds[0] is 0."""
        if not data:
            return PieceTokens(np.empty(0, np.uint32), np.empty(0, np.bool_))
        in_piece = np.ones(len(data) + 1, np.bool_)
        spans = np.concatenate([each.spans for each in self._splitter.span_blocks(data, bounds)])
        in_piece[spans[:, 1]] = False
        ids = self._encoder.encode_spans(data, spans)
        token_ends = np.cumsum(self.lengths[ids], dtype=np.int64)
        return PieceTokens(ids, in_piece[token_ends])


@dataclass(frozen=True, slots=True)
class DrawnBatch:
    """A batch of documents, or parts of them, and which of those take part.

    What a document has beyond the greatest length follows it as one that takes no part.
    takes_part: bool[n], parallel to the documents of batch.bounds.
    """

    batch: DocumentBatch
    takes_part: Bools


class SuperwordDocuments:
    """The documents of a corpus in batches, again and again, all of them.

    Sources are read as for the counts, so that they give the same text: as they are capped, cut
    and normalized. Batches have offsets from the beginning of their source.
    """

    def __init__(
        self,
        corpus: Corpus,
        splitter: Splitter,
        normalization: Normalization | None,
        rules: SuperwordRules,
    ) -> None:
        self._corpus = corpus
        self._splitter = splitter
        self._normalization = normalization
        self._percentile = rules.document_percentile
        share = rules.sampling_share
        self._sample = DocumentSample(share, rules.sampling_seed) if share < 1 else None
        self._is_drawn: dict[int, bool] = {}  # whether text of a source is drawn
        self.most_characters: int | None = None
        """Of one document, once `measure` has been run where the rules ask for it."""

    @property
    def is_whole(self) -> bool:
        """Whether all text takes part."""
        return self._percentile is None and self._sample is None

    @property
    def is_measured(self) -> bool:
        """Whether `measure` has nothing to find, or has found it."""
        return self._percentile is None or self.most_characters is not None

    def measure(self) -> Generator[int, None, None]:
        """Find the greatest length by reading all text; yields the bytes read so far."""
        lengths: list[Int64s] = []
        rest = done = 0
        for batch in self._batches(None):
            characters = _characters(batch)
            if batch.n_documents == 0:  # a long document goes on
                rest += int(characters[0])
            else:
                lengths.append(np.array([rest], np.int64))
                lengths.append(characters[:-1])
                rest = int(characters[-1])
            done += len(batch.data)
            yield done
        known = np.sort(np.concatenate([*lengths, np.array([rest], np.int64)]))
        known = known[known > 0]
        assert self._percentile is not None
        index = int(np.ceil(self._percentile / 100 * len(known))) - 1
        self.most_characters = int(known[max(0, index)]) if len(known) else 0

    def __iter__(self) -> Iterator[DrawnBatch]:
        drawn: list[bool] = []
        left = is_drawn = 0
        for batch in self._batches(drawn):
            n = len(batch.bounds) - 1
            if self._sample is None:
                takes_part = np.ones(n, np.bool_)
            else:
                if batch.n_documents:
                    flags = drawn[:n]
                    del drawn[:n]
                    is_drawn = int(flags[-1])
                else:
                    flags = [bool(is_drawn)]
                takes_part = np.array(flags, np.bool_)
            if self.most_characters is None:
                yield DrawnBatch(batch, takes_part)
                continue
            first_left = self.most_characters if batch.n_documents else left
            cut, left = _cut(batch, takes_part, first_left, self.most_characters)
            yield cut

    def _batches(self, drawn: list[bool] | None) -> Iterator[DocumentBatch]:
        """All batches; `drawn` gets a flag for each document that they begin."""
        left = self._corpus.max_chars
        for index in range(len(self._corpus.sources)):
            if left == 0:
                return
            part = _NumberedSource(
                self._corpus, index, left, self._sample_of(index, left, drawn), drawn
            )
            for batch in document_batches(part, self._splitter, self._normalization):
                yield replace(batch, source=index)
            left = None if left is None else left - part.n_characters

    def _sample_of(
        self, index: int, left: int | None, drawn: list[bool] | None
    ) -> DocumentSample | None:
        """The sample of a source; all of it where nothing would be drawn. None where none is."""
        if self._sample is None or drawn is None:
            return None
        if index not in self._is_drawn:
            flags: list[bool] = []
            part = _NumberedSource(self._corpus, index, left, self._sample, flags)
            with closing(part.labelled_parts()) as parts:
                self._is_drawn[index] = any(flags[-1] for _ in parts)
        return self._sample if self._is_drawn[index] else replace(self._sample, share=1.0)


class _NumberedSource(OneSource):
    """A source whose documents are numbered as they come, empty ones too."""

    def __init__(
        self,
        corpus: Corpus,
        index: int,
        max_chars: int | None,
        sample: DocumentSample | None,
        drawn: list[bool] | None,
    ) -> None:
        super().__init__(corpus, index, max_chars)
        self._sample = sample
        self._drawn = drawn

    def labelled_parts(self) -> Generator[tuple[int, DocumentPart], None, None]:
        if self._sample is None or self._drawn is None:
            yield from super().labelled_parts()
            return
        number = -1
        with closing(self.parts(self.sources[0], max_chars=self.max_chars)) as parts:
            for part in parts:
                number += part.begins
                if self.max_chars is not None:
                    self.n_characters += count_characters(part.data)
                if part.data or not part.begins:
                    if part.begins:
                        self._drawn.append(self._sample.keeps(number))
                    yield 0, part


def _characters(batch: DocumentBatch) -> Int64s:
    """int64[n]: code points of each document of a batch."""
    data = np.frombuffer(batch.data, np.int8)
    before = np.concatenate(([0], np.cumsum(data >= -64, dtype=np.int64)))
    return np.diff(before[batch.bounds])


def _cut(
    batch: DocumentBatch, takes_part: Bools, first_left: int, most: int
) -> tuple[DrawnBatch, int]:
    """The documents of a batch cut at `most` characters, and what is left of that for the last.

    first_left: characters that the first document may still have.
    """
    characters = _characters(batch)
    allowed = np.full(len(characters), most, np.int64)
    allowed[0] = first_left
    left = max(0, int(allowed[-1] - characters[-1]))
    too_long = np.flatnonzero(characters > allowed)
    if not len(too_long):
        return DrawnBatch(batch, takes_part), left
    bounds, flags = batch.bounds.tolist(), takes_part.tolist()
    cut_bounds, cut_flags = [bounds[0]], []
    for i, flag in enumerate(flags):
        if characters[i] > allowed[i]:
            document = batch.data[bounds[i] : bounds[i + 1]]
            kept = len(first_characters(document, int(allowed[i]))) if allowed[i] else 0
            if kept:
                cut_bounds.append(bounds[i] + kept)
                cut_flags.append(flag)
            flag = False
        cut_bounds.append(bounds[i + 1])
        cut_flags.append(flag)
    cut = replace(batch, bounds=np.array(cut_bounds, np.int64))
    return DrawnBatch(cut, np.array(cut_flags, np.bool_)), left
