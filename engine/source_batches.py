"""SourceBatches: what of a corpus has to be read, as batches, and what was kept of the rest."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.config import Normalization
from engine.corpus import Corpus
from engine.document_batches import DocumentBatch, document_batches
from engine.readers.document_parts import DocumentPart
from engine.readers.problems import CorpusProblem
from engine.source_pretokens import SourcePretokens
from engine.splitter import Splitter
from engine.utf8 import count_characters

if TYPE_CHECKING:
    from engine.counts_cache import CountsCache, CountsKey


class SourceBatches:
    """The sources of a corpus in order: batches of those to read, the kept counts of the others.

    Iterating gives batches with offsets from the beginning of their source, and None after a
    source whose counts were kept. Each source is read by itself; where the corpus ends after
    `max_chars`, what the sources before it took decides how much of one is read.

    kept: the counts of sources that were not read, by index; full when the iteration has ended.
    """

    def __init__(
        self,
        corpus: Corpus,
        splitter: Splitter,
        normalization: Normalization | None,
        cache: CountsCache | None,
    ) -> None:
        self.kept: dict[int, SourcePretokens] = {}
        self.problems_of: dict[int, tuple[CorpusProblem, ...]] = {}
        self.expected_bytes = corpus.expected_bytes
        self._corpus = corpus
        self._splitter = splitter
        self._normalization = normalization
        self._cache = cache
        self._keys: dict[int, CountsKey] = {}

    def __iter__(self) -> Iterator[DocumentBatch | None]:
        left = self._corpus.max_chars
        for index in range(len(self._corpus.sources)):
            if left == 0:
                return
            if (found := self.found(index, left)) is not None:
                self._take(index, found)
                n_characters = found.n_characters
                yield None
            else:
                n_characters = yield from self._read(index, left)
            left = None if left is None else left - n_characters

    @property
    def problems(self) -> tuple[CorpusProblem, ...]:
        """Everything that was repaired or left out, source after source."""
        return tuple(each for index in sorted(self.problems_of) for each in self.problems_of[index])

    def keepable(self) -> tuple[int, ...]:
        """Indices of the sources that were read and that the cache can keep."""
        return tuple(self._keys)

    def keep(self, index: int, pretokens: SourcePretokens) -> None:
        """Put the counts of a source that was read into the cache."""
        key = self._keys.pop(index)
        if self._cache is not None and key.still_holds():
            self._cache.put(key, pretokens)

    def found(self, index: int, left: int | None) -> SourcePretokens | None:
        """The kept counts of a source; remembers the key where there are none."""
        if self._cache is None or (left is not None and self._normalization is not None):
            return None  # the cap is on the text before its normalization, which is not kept
        whole = self._cache.key(self._corpus, index, self._splitter, self._normalization)
        if whole is None:
            return None
        self._keys[index] = whole
        found = self._cache.get(whole)
        if left is not None and (found is None or found.n_characters > left):
            found = self._cache.get(whole.ended_after(left))
        if found is not None:
            del self._keys[index]
        return found

    def _take(self, index: int, found: SourcePretokens) -> None:
        self.kept[index] = found
        self._note(index, found.problems)
        self.expected_bytes += found.n_bytes - self._corpus.sources[index].expected_bytes

    def _note(self, index: int, problems: tuple[CorpusProblem, ...]) -> None:
        self.problems_of[index] = problems
        self._corpus.note_problems(problems)

    def _read(self, index: int, left: int | None) -> Generator[DocumentBatch, None, int]:
        part = OneSource(self._corpus, index, left)
        for batch in document_batches(part, self._splitter, self._normalization):
            yield replace(batch, source=index)
        self._note(index, tuple(part.problems))
        if index in self._keys and left is not None and part.n_characters >= left:
            self._keys[index] = self._keys[index].ended_after(left)
        return part.n_characters


class OneSource(Corpus):
    """One source of a corpus, read as the corpus reads it, to end after `max_chars` code points.

    n_characters: code points read so far; counted only where there is a cap.
    """

    def __init__(self, corpus: Corpus, index: int, max_chars: int | None) -> None:
        source = corpus.sources[index]
        super().__init__([replace(source, reading=corpus.reading_of(source))], max_chars=max_chars)
        self.n_characters = 0

    def labelled_parts(self) -> Iterator[tuple[int, DocumentPart]]:
        for index, part in super().labelled_parts():
            if self.max_chars is not None:
                self.n_characters += count_characters(part.data)
            yield index, part
