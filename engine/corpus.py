"""Corpus: sources with a label, and the documents in them, read as a stream."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ConfigError, CorpusError
from engine.labels import (
    COMPRESSION_SUFFIXES,
    TEXT_SUFFIXES,
    label_for_path,
    plain_suffix,
)
from engine.text_files import CorpusProblem, documents_of_file
from engine.utf8 import count_characters, first_characters, utf8_of

PathLike = str | os.PathLike[str]

MOST_PROBLEMS = 100
"""How many problems of one file are kept in words."""

_GUESSED_RATIO = 4.0  # text bytes per compressed byte, until a file has been read


@dataclass(frozen=True)
class Source:
    """One labelled part of a corpus: files, or texts in memory.

    label: language or domain. texts is None for files.
    """

    label: str
    paths: tuple[Path, ...] = ()
    texts: tuple[str, ...] | None = None

    @property
    def n_bytes_on_disk(self) -> int:
        """Size of the files as they lie, compressed or not; 0 for what is not there."""
        return sum(path.stat().st_size for path in self.paths if path.exists())

    @property
    def expected_bytes(self) -> int:
        """About how many bytes of text to expect, for progress; compressed files are guessed."""
        if self.texts is not None:
            return sum(len(text) for text in self.texts)
        return sum(_expected_bytes(path) for path in self.paths)


class Corpus:
    """Documents to train on or to evaluate with, grouped into labelled sources.

    Reading is lazy: `documents` opens the files of a source one after another. Documents longer
    than `max_document_chars` code points are cut there; after `max_chars` code points the corpus
    ends, inside a document if need be.
    """

    def __init__(
        self,
        sources: Iterable[Source],
        *,
        max_document_chars: int | None = None,
        max_chars: int | None = None,
        document_separator: str | None = None,
    ) -> None:
        self._sources = tuple(sources)
        self._max_document_chars = _checked_cap("max_document_chars", max_document_chars)
        self._max_chars = _checked_cap("max_chars", max_chars)
        self._separator = document_separator
        self._problems: dict[CorpusProblem, None] = {}
        self._problems_of: Counter[Path] = Counter()

    @classmethod
    def from_paths(
        cls,
        paths: Iterable[PathLike] | PathLike,
        *,
        max_document_chars: int | None = None,
        max_chars: int | None = None,
        document_separator: str | None = None,
        labels: Mapping[PathLike, str] | None = None,
    ) -> Corpus:
        """A corpus from files, directories (read recursively) and glob patterns.

        Files with the same label form one source; `labels` overrides the guess of
        `label_for_path` by path. Raises CorpusError for a path or pattern that finds nothing and
        for a directory without text.
        """
        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        chosen = {Path(path): label for path, label in (labels or {}).items()}
        by_label: dict[str, list[Path]] = {}
        seen: set[Path] = set()
        for given in paths:
            for path in _found(given):
                if path.resolve() in seen:
                    continue
                seen.add(path.resolve())
                label = chosen.get(path) or chosen.get(Path(given)) or label_for_path(path)
                by_label.setdefault(label, []).append(path)
        if not by_label:
            raise CorpusError("The corpus is empty: no file or directory was given.")
        return cls(
            (Source(label, tuple(files)) for label, files in by_label.items()),
            max_document_chars=max_document_chars,
            max_chars=max_chars,
            document_separator=document_separator,
        )

    @classmethod
    def from_texts(cls, texts: Iterable[str], label: str = "text") -> Corpus:
        """A corpus of one source from strings in memory, one document each."""
        if isinstance(texts, str):
            texts = [texts]
        return cls([Source(label, texts=tuple(texts))])

    @property
    def sources(self) -> tuple[Source, ...]:
        return self._sources

    @property
    def document_separator(self) -> str | None:
        return self._separator

    @property
    def max_document_chars(self) -> int | None:
        return self._max_document_chars

    @property
    def max_chars(self) -> int | None:
        return self._max_chars

    @property
    def problems(self) -> list[CorpusProblem]:
        """What was repaired or left out in everything read so far.

        Of one file the first hundred are listed, and how many more there were.
        """
        more = [
            CorpusProblem(path, f"problems not listed here: {n - MOST_PROBLEMS:,}.", times=n)
            for path, n in self._problems_of.items()
            if n > MOST_PROBLEMS
        ]
        return [*self._problems, *more]

    @property
    def expected_bytes(self) -> int:
        """UTF-8 bytes to expect of all sources, a guess where files are compressed."""
        expected = sum(source.expected_bytes for source in self._sources)
        return expected if self._max_chars is None else min(expected, self._max_chars)

    def documents(self, source: Source) -> Iterator[str]:
        """The documents of one source, without the corpus-wide cap. Raises CorpusError."""
        return map(bytes.decode, self.encoded_documents(source))

    def encoded_documents(self, source: Source, *, max_chars: int | None = None) -> Iterator[bytes]:
        """As `documents`, in UTF-8, which is how the engine works on them.

        max_chars: end after so many code points, and read no more of a file that is one document
        than that takes; for previews and samples.
        """
        left = max_chars
        for document in self._raw_documents(source, left):
            if self._max_document_chars is not None:
                document = first_characters(document, self._max_document_chars)
            if left is not None:
                document = first_characters(document, left)
                left -= count_characters(document)
            yield document
            if left == 0:
                return

    def labelled_documents(self) -> Iterator[tuple[int, bytes]]:
        """(index of the source, UTF-8 document) for the whole corpus, ended by `max_chars`."""
        left = self._max_chars
        self._problems.clear()
        self._problems_of.clear()
        for index, source in enumerate(self._sources):
            for document in self.encoded_documents(source, max_chars=left):
                if left is not None:
                    left -= count_characters(document)
                if document:
                    yield index, document
            if left == 0:
                return

    def _raw_documents(self, source: Source, max_chars: int | None) -> Iterator[bytes]:
        if source.texts is not None:
            yield from map(utf8_of, source.texts)
            return
        # Where a file is one document, its caps say how much of it is needed.
        caps = [] if self._separator else [max_chars, self._max_document_chars]
        most_bytes = min((4 * cap for cap in caps if cap is not None), default=None)
        for path in source.paths:
            yield from documents_of_file(path, self._separator, self._report, most_bytes)

    def _report(self, problem: CorpusProblem) -> None:
        if problem in self._problems:
            return
        self._problems_of[problem.path] += 1
        if self._problems_of[problem.path] <= MOST_PROBLEMS:
            self._problems[problem] = None


def _found(given: PathLike) -> list[Path]:
    try:
        return _expand(given)
    except (OSError, ValueError) as error:  # a name too long, NUL in it, a forbidden folder
        reason = getattr(error, "strerror", None) or error
        raise CorpusError(f"{str(given)[:200]} cannot be searched: {reason}.") from None


def _expand(given: PathLike) -> list[Path]:
    if not os.fspath(given):
        raise CorpusError("An empty path was given; name a file, a directory or a pattern.")
    path = Path(given)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if _is_text_file(file, path))
        if not files:
            raise CorpusError(
                f"{path} holds no text files; expected endings such as .txt or .jsonl, "
                "also with .gz, .zst or .xz after them.",
                path=path,
            )
        return files
    if path.exists():
        return [path]
    if any(character in os.fspath(given) for character in "*?["):
        found = sorted(Path(name) for name in glob.glob(os.fspath(given), recursive=True))  # noqa: PTH207 (pattern may be absolute)
        files = [file for file in found if not file.is_dir()]
        if files:
            return files
        raise CorpusError(f"No file matches {given}.", path=path)
    raise CorpusError(f"{path} is not there; check the path.", path=path)


def _is_text_file(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and plain_suffix(path) in TEXT_SUFFIXES and path.is_file()


def _expected_bytes(path: Path) -> int:
    try:
        size = path.stat().st_size
    except OSError:
        return 0
    compressed = path.suffix.lower() in COMPRESSION_SUFFIXES
    return int(size * _GUESSED_RATIO) if compressed else size


def _checked_cap(setting: str, value: int | None) -> int | None:
    if value is not None and (not isinstance(value, int) or value < 1):
        raise ConfigError(
            f"{setting} must be a whole number of at least 1, not {value!r}.", setting=setting
        )
    return value
