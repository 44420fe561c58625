"""What of a corpus takes part in stage two: documents drawn by chance, each up to a length.

A source of which nothing is drawn takes part whole, as in a mixture: a text file is one document,
and a language that is one file would else have superwords or none by mere chance.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.corpus import Corpus
from engine.document_batches import DocumentBatch, document_batches
from engine.normalization import Normalization
from engine.readers.document_parts import DocumentPart
from engine.reading_options import DocumentSample
from engine.source_batches import OneSource
from engine.splitter import Splitter
from engine.superwords import SuperwordRules
from engine.utf8 import count_characters, first_characters

Bools = npt.NDArray[np.bool_]
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DrawnBatch:
    """A batch of documents, or parts of them, and which of those take part.

    What a document has beyond the greatest length stands behind it as one that takes no part.
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
