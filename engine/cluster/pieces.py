"""Pieces of a corpus: what one task reads, and the order in which they make up the corpus."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.corpus import (
    Corpus,
    RemotePath,
    Source,
    SourcePath,
    begins_inside,
    file_parts,
    remote_state,
    size_on_disk,
    state_on_disk,
)
from engine.errors import CorpusError
from engine.sentences import say
from engine.splitting import Splitter
from engine.text import Normalization

PIECE_BYTES = 1 << 27
"""About the size of a piece: large enough that Dask's part of the time is small."""

FileStates = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a corpus that one task reads.

    sources: with all options of reading filled in. max_chars: of all of them together.
    states: of their files when the work was planned; a file of another state is not read.
    begins_inside: whether it begins inside a document, which belongs to the piece before.
    expected_bytes: for progress.
    """

    sources: tuple[Source, ...]
    max_chars: int | None
    states: FileStates
    begins_inside: bool
    expected_bytes: int

    @property
    def corpus(self) -> Corpus:
        return Corpus(self.sources, max_chars=self.max_chars)

    @property
    def paths(self) -> tuple[SourcePath, ...]:
        return tuple(path for source in self.sources for path in source.paths)

    def key(self, facts: str) -> str:
        """A name that is the same for the same text and the same facts of the work only."""
        described = [facts, repr(self.max_chars), repr(self.states), repr(self.begins_inside)]
        for source in self.sources:
            texts = None if source.texts is None else hashlib.sha256(repr(source.texts).encode())
            described += [
                source.label,
                repr([str(path) for path in source.paths]),
                "" if texts is None else texts.hexdigest(),
                repr(source.reading),
                repr(source.part),
            ]
        return hashlib.sha256("\0".join(described).encode()).hexdigest()[:24]

    def check_unchanged(self) -> None:
        """Raise CorpusError for a file that is not what it was when the work was planned."""
        for path, state in zip(self.paths, self.states, strict=True):
            if file_state(path) != state:
                raise CorpusError(say("file_changed", path=path), path=path)


def file_state(path: SourcePath) -> str:
    """What changes with a file's content and is the same on every machine.

    Raises CorpusError for a file that is not there.
    """
    if isinstance(path, RemotePath):
        return repr(sorted(remote_state(path).items()))
    state = state_on_disk(path)
    if state is None:
        raise CorpusError(say("file_not_there_any_more", path=path), path=path)
    return f"{state.size} {state.modified}"


def planned_pieces(
    corpus: Corpus,
    splitter: Splitter,
    normalization: Normalization | None,
    piece_bytes: int = PIECE_BYTES,
) -> Iterator[Piece]:
    """The pieces of a corpus in its order. Raises CorpusError.

    What only reading from the beginning decides is one piece: a corpus or a source that ends after
    a number of characters, and a source that is sampled.
    """
    sources = [replace(source, reading=corpus.reading_of(source)) for source in corpus.sources]
    if corpus.max_chars is not None:
        yield _piece(sources, corpus.max_chars)
        return
    for source in sources:
        reading = source.reading
        if source.texts is not None or reading.max_chars is not None or reading.sample is not None:
            yield _piece([source])
            continue
        waiting: list[SourcePath] = []
        size = 0
        for path in source.paths:
            parts = file_parts(path, reading, splitter, normalization, piece_bytes)
            own = size_on_disk(path) or 0
            if waiting and (parts or size + own > piece_bytes):
                yield _piece([replace(source, paths=tuple(waiting))])
                waiting, size = [], 0
            if parts:
                for part in parts:
                    yield _piece([replace(source, paths=(path,), part=part)], n_parts=len(parts))
                continue
            waiting.append(path)
            size += own
        if waiting:
            yield _piece([replace(source, paths=tuple(waiting))])


def _piece(sources: Sequence[Source], max_chars: int | None = None, n_parts: int = 1) -> Piece:
    states = tuple(file_state(path) for source in sources for path in source.paths)
    inside = len(sources) == 1 and begins_inside(sources[0], sources[0].reading)
    expected = sum(source.expected_bytes for source in sources) // n_parts
    return Piece(tuple(sources), max_chars, states, inside, expected)
