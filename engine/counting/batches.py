"""SourceBatches: what of a corpus has to be read, as batches, and what was kept of the rest."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.corpus import Corpus, CorpusProblem, DocumentBatch, DocumentPart, document_batches
from engine.counting.counting_checkpoint import CountingCheckpoint, ReadSource
from engine.counting.source_pretokens import SourcePretokens
from engine.splitting import Splitter
from engine.text import Normalization, count_characters

if TYPE_CHECKING:
    from engine.counting.kept import CountsCache, CountsKey


class SourceBatches:
    """The sources of a corpus in order: batches of those to read, the kept counts of the others.

    Iterating gives batches with offsets from the beginning of their source, and None after a
    source whose counts were kept. Each source is read by itself; where the corpus ends after
    `max_chars`, what the sources before it took decides how much of one is read.

    kept: the counts of sources that were not read, by index; full when the iteration has ended.
    checkpoint: what of the corpus is counted already; its batches are left out, and a source of
        which it has all is not read.
    """

    def __init__(
        self,
        corpus: Corpus,
        splitter: Splitter,
        normalization: Normalization | None,
        cache: CountsCache | None,
        checkpoint: CountingCheckpoint | None = None,
    ) -> None:
        self.kept: dict[int, SourcePretokens] = {}
        self.problems_of: dict[int, tuple[CorpusProblem, ...]] = {}
        self.expected_bytes = corpus.expected_bytes
        self._corpus = corpus
        self._splitter = splitter
        self._normalization = normalization
        self._cache = cache
        self._checkpoint = checkpoint
        self._keys: dict[int, CountsKey] = {}
        self._put: set[int] = set()

    def __iter__(self) -> Iterator[DocumentBatch | None]:
        left = self._corpus.max_chars
        for index in range(len(self._corpus.sources)):
            if left == 0:
                return
            if (read := self._read_before(index, left)) is not None:
                n_characters = read.n_characters
                yield None
            elif (found := self.found(index, left)) is not None:
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
            if self._cache.holds(key):
                self._put.add(index)

    def keep_counted(self, index: int, pretokens: SourcePretokens) -> bool:
        """Put the counts of a source into the cache while others are counted; whether they are.

        They are not where they would take the place of other counts: it may be that of sources
        counted before.
        """
        n_bytes = pretokens.data.nbytes + pretokens.counts.nbytes + pretokens.firsts.nbytes
        if self._cache is None or index not in self._keys or not self._cache.has_room(n_bytes):
            return False
        self.keep(index, pretokens)
        return index in self._put

    @property
    def all_can_be_in_cache(self) -> bool:
        """Whether the cache has the counts of every source or will have them."""
        if self._cache is None or not self._cache.max_bytes:
            return False
        everything = range(len(self._corpus.sources))
        return all(i in self.kept or i in self._keys or i in self._put for i in everything)

    @property
    def are_all_in_cache(self) -> bool:
        """Whether the cache has the counts of every source by now."""
        if self._cache is None:
            return False
        everything = range(len(self._corpus.sources))
        return all(i in self.kept or i in self._put for i in everything)

    def found(self, index: int, left: int | None) -> SourcePretokens | None:
        """The kept counts of a source; remembers the key where there are none."""
        if self._cache is None or (left is not None and self._normalization is not None):
            return None  # the cap is on the text before its normalization, which is not kept
        whole = self._cache.key(self._corpus, index, self._splitter.pattern, self._normalization)
        if whole is None:
            return None
        self._keys[index] = whole
        if self._checkpoint is not None and self._checkpoint.skipped(index):
            return None  # a part of it is counted already
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

    def _read_before(self, index: int, left: int | None) -> ReadSource | None:
        """How a source was read that the checkpoint has whole."""
        checkpoint = self._checkpoint
        if checkpoint is None or (read := checkpoint.so_far.read.get(index)) is None:
            return None
        self.found(index, left)
        if index in self._keys and left is not None and read.n_characters >= left:
            self._keys[index] = self._keys[index].ended_after(left)
        self._note(index, read.problems)
        counted = checkpoint.so_far.bytes.get(index, 0)
        self.expected_bytes += counted - self._corpus.sources[index].expected_bytes
        return read

    def _read(self, index: int, left: int | None) -> Generator[DocumentBatch | None, None, int]:
        checkpoint, part = self._checkpoint, OneSource(self._corpus, index, left)
        n_skipped = 0 if checkpoint is None else checkpoint.skipped(index)
        n_batches, n_bytes = 0, 0
        for batch in document_batches(part, self._splitter, self._normalization):
            if n_batches == n_skipped and checkpoint is not None and n_skipped:
                checkpoint.check_skipped(index, n_bytes)
            n_batches, n_bytes = n_batches + 1, n_bytes + len(batch.data)
            yield None if n_batches <= n_skipped else replace(batch, source=index)
        if checkpoint is not None:
            if n_batches <= n_skipped:
                checkpoint.check_skipped(index, n_bytes)
            checkpoint.note_read(index, ReadSource(part.n_characters, tuple(part.problems)))
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
