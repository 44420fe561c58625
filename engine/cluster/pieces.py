"""Pieces of a corpus: what one task reads, and the order in which they make up the corpus."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cluster.tasks import digest_of_text
from engine.corpus import (
    Corpus,
    FilePart,
    RemotePath,
    Source,
    SourcePath,
    file_parts,
    is_one_document,
    remote_state,
    size_on_disk,
    state_on_disk,
)
from engine.errors import ClusterError, CorpusError
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
    ends_inside: whether its last document goes on in the next piece.
    first_source: index of its first source in the corpus; the others follow.
    expected_bytes: for progress.
    """

    sources: tuple[Source, ...]
    max_chars: int | None
    states: FileStates
    begins_inside: bool
    expected_bytes: int
    ends_inside: bool = False
    first_source: int = 0

    @property
    def corpus(self) -> Corpus:
        return Corpus(self.sources, max_chars=self.max_chars)

    @property
    def paths(self) -> tuple[SourcePath, ...]:
        return tuple(path for source in self.sources for path in source.paths)

    @property
    def name(self) -> str:
        """A name for sentences."""
        if not self.paths:
            return self.sources[0].label
        first, rest = str(self.paths[0]), len(self.paths) - 1
        return say("some_of", first=first, rest=rest) if rest else first

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
        return digest_of_text("\0".join(described))

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
        raise CorpusError(say("file_not_there", path=path), path=path)
    return f"{state.size} {state.modified}"


def refuse_iterators(corpus: Corpus) -> None:
    """Raise ClusterError for a source that only this process can read."""
    for source in corpus.sources:
        if source.iterator is not None:
            raise ClusterError(say("cluster_iterator", label=source.label))


def planned_pieces(
    corpus: Corpus,
    splitter: Splitter | None,
    normalization: Normalization | None,
    piece_bytes: int = PIECE_BYTES,
) -> Iterator[Piece]:
    """The pieces of a corpus in its order. Raises CorpusError.

    splitter: at whose sure cuts a document may be divided; None if documents stay whole.
    What only reading from the beginning decides is one piece: a corpus or a source that ends after
    a number of characters, and a source that is sampled.
    """
    sources = [replace(source, reading=corpus.reading_of(source)) for source in corpus.sources]
    if corpus.max_chars is not None:
        yield _piece(sources, 0, corpus.max_chars)
        return
    for number, source in enumerate(sources):
        reading = source.reading
        if source.texts is not None or reading.max_chars is not None or reading.sample is not None:
            yield _piece([source], number)
            continue
        waiting: list[SourcePath] = []
        size = 0
        for path in source.paths:
            parts = file_parts(path, reading, splitter, normalization, piece_bytes)
            own = size_on_disk(path) or 0
            if waiting and (parts or size + own > piece_bytes):
                yield _piece([replace(source, paths=tuple(waiting))], number)
                waiting, size = [], 0
            if parts:
                yield from _pieces_of_file(replace(source, paths=(path,)), number, parts)
                continue
            waiting.append(path)
            size += own
        if waiting:
            yield _piece([replace(source, paths=tuple(waiting))], number)


def _pieces_of_file(source: Source, number: int, parts: Sequence[FilePart]) -> Iterator[Piece]:
    """The parts of a file. Text is one document, or divided between documents."""
    is_one = is_one_document(source.paths[0], source.reading)
    for place, part in enumerate(parts):
        piece = _piece([replace(source, part=part)], number, n_parts=len(parts))
        is_last = place == len(parts) - 1
        yield replace(piece, begins_inside=is_one and place > 0, ends_inside=is_one and not is_last)


def _piece(
    sources: Sequence[Source], first: int, max_chars: int | None = None, n_parts: int = 1
) -> Piece:
    states = tuple(file_state(path) for source in sources for path in source.paths)
    expected = sum(source.expected_bytes for source in sources) // n_parts
    return Piece(tuple(sources), max_chars, states, False, expected, first_source=first)
