"""Scanning sources: which files there are, and what is in each, with every problem in words.

Runs as a job; one damaged file never hides the others.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.corpus import Corpus, Source
from engine.errors import CorpusError
from engine.labels import plain_suffix
from engine.utf8 import count_characters
from workbench.jobs import StepProgress

PREVIEW_DOCUMENTS = 12
PREVIEW_CHARACTERS = 2_000
PREVIEW_READ_CHARACTERS = 1 << 18  # of a file, however large it is
_MAX_PROBLEMS = 200
_JSON_LINES = frozenset({".jsonl", ".ndjson"})


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """How files are cut into documents and where reading ends; see Corpus."""

    separator: str | None = None
    max_document_chars: int | None = None
    max_chars: int | None = None

    def corpus(self, sources: Iterable[Source]) -> Corpus:
        """Return a corpus of these sources."""
        return Corpus(
            sources,
            max_document_chars=self.max_document_chars,
            max_chars=self.max_chars,
            document_separator=self.separator,
        )


@dataclass(frozen=True, slots=True)
class FileFound:
    """A file that belongs to the corpus, before it is read."""

    path: Path
    label: str


@dataclass(frozen=True, slots=True)
class PathRefused:
    """Something that was added and gives no text: a vanished file, a folder without text."""

    path: Path
    sentence: str


@dataclass(frozen=True, slots=True)
class FileScan:
    """What one file holds. problems: repairs, in sentences; error: why it cannot be used."""

    path: Path
    documents: int = 0
    n_bytes: int = 0
    characters: int = 0
    problems: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """The first documents of a file, each cut short. error: why there are none.

    path: None for texts in memory.
    """

    path: Path | None
    documents: tuple[str, ...] = ()
    error: str = ""


def find_and_scan(
    paths: Sequence[Path], known: frozenset[Path], options: DocumentOptions
) -> Generator[StepProgress, None, None]:
    """Find the files below `paths` that are not known yet, then scan them.

    Payloads: FileFound and PathRefused first, then a FileScan for each file found.
    """
    found: list[FileFound] = []
    for number, path in enumerate(paths):
        fraction = number / len(paths)
        try:
            sources = Corpus.from_paths([path]).sources
        except CorpusError as error:
            yield StepProgress("Find files", fraction, payload=PathRefused(path, str(error)))
            continue
        for source in sources:
            for file in source.paths:
                if file not in known:
                    found.append(FileFound(file, source.label))
                    yield StepProgress("Find files", fraction, payload=found[-1])
    yield from scan_files([file.path for file in found], options)


def scan_files(
    paths: Sequence[Path], options: DocumentOptions
) -> Generator[StepProgress, None, None]:
    """Read files to their end and count what is in them."""
    sizes = [_size(path) for path in paths]
    total, done = max(sum(sizes), 1), 0
    for path, size in zip(paths, sizes, strict=True):
        yield StepProgress("Read files", done / total, payload=_scan(path, options))
        done += size


def _scan(path: Path, options: DocumentOptions) -> FileScan:
    source = Source("", (path,))
    corpus = options.corpus([source])
    documents = n_bytes = characters = 0
    error = ""
    try:
        for document in corpus.encoded_documents(source):
            documents += 1
            characters += count_characters(document)
            n_bytes += len(document)
    except CorpusError as damage:
        error = str(damage)
    problems = tuple(str(problem) for problem in corpus.problems[:_MAX_PROBLEMS])
    if not documents and not error and not problems:
        error = f"{path} holds no text."
    return FileScan(path, documents, n_bytes, characters, problems, error)


def read_preview(path: Path, options: DocumentOptions) -> Generator[StepProgress, None, Preview]:
    """Return the first documents of a file; no more of it is read than its beginning."""
    yield StepProgress("Read preview")
    longest = min(PREVIEW_CHARACTERS, options.max_document_chars or PREVIEW_CHARACTERS)
    documents: list[str] = []
    try:
        first = islice(_first_documents(path, options.separator), PREVIEW_DOCUMENTS)
        documents.extend(document[:longest] for document in first)
    except CorpusError as damage:
        return Preview(path, tuple(documents), str(damage))
    return Preview(path, tuple(documents))


def _first_documents(path: Path, separator: str | None) -> Iterator[str]:
    """Yield the documents in the beginning of a file; the separator cuts what was read of it."""
    source = Source("", (path,))
    beginning = Corpus([source]).encoded_documents(source, max_chars=PREVIEW_READ_CHARACTERS)
    cuts = separator is not None and plain_suffix(path) not in _JSON_LINES
    for text in map(bytes.decode, beginning):
        yield from filter(None, text.split(separator)) if cuts else (text,)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
