"""Corpus: sources with a label, and the documents in them, read as a stream."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from engine.argument_types import checked, checked_string, checked_texts, described
from engine.corpus.counts_labels import read_counts_label
from engine.corpus.file_search import ChosenLabels, expected_text_bytes, found_files, identity
from engine.corpus.iterators import DatasetTexts, IteratedTexts, MakeIterator
from engine.corpus.paths import (
    FileStates,
    RemotePath,
    SourcePath,
    is_counts_label,
    labels_for_paths,
    size_on_disk,
)
from engine.corpus.readers.documents import (
    CorpusProblem,
    ProblemLog,
    document_parts,
    is_one_document,
    problem_sentences,
)
from engine.corpus.readers.parts import (
    Cuts,
    DocumentPart,
    Sampling,
    cut_at_tokens,
    cut_documents,
    ended,
    whole_documents,
)
from engine.errors import ArgumentError, ConfigError, CorpusError
from engine.sentences import counted, say
from engine.settings import EncodingErrors, ReadingOptions, checked_cap
from engine.text import count_characters, utf8_of

PathLike = str | os.PathLike[str] | RemotePath

Parts = Generator[DocumentPart, None, None]

_SHOWN_LABELS = 5
_BOM_BYTES = 3
_PATHS = (str, os.PathLike, RemotePath)
_MAKE_ONE = (
    "Corpus.from_texts(texts) makes a corpus of strings in memory, Corpus.from_paths(paths) of "
    "files and folders"
)


@dataclass(frozen=True)
class Source:
    """One labelled part of a corpus: files, texts in memory, or texts of an iterator.

    label: language or domain. texts, iterator: None for files. reading: how the files are read.
    part: of a single file the bytes of text, or the row groups of parquet, from the first number
        to before the second; see `engine.corpus.dividing`. None for all of every file.
    """

    label: str
    paths: tuple[SourcePath, ...] = ()
    texts: tuple[str, ...] | None = None
    reading: ReadingOptions = ReadingOptions()  # noqa: RUF009  (frozen)
    iterator: IteratedTexts | None = None
    part: tuple[int, int] | None = None

    @property
    def is_counts(self) -> bool:
        """Whether the files contain counts and no text. Raises CorpusError where both are there."""
        n_counts = sum(map(is_counts_label, self.paths))
        if n_counts and n_counts < len(self.paths):
            raise CorpusError(say("counts_beside_text", label=self.label), path=self.paths[0])
        return n_counts > 0

    @property
    def n_bytes_on_disk(self) -> int:
        """Size of the files on disk, compressed or not; 0 for missing ones."""
        return sum(size_on_disk(path) or 0 for path in self.paths)

    @property
    def expected_bytes(self) -> int:
        """About how many bytes of text to expect, for progress; compressed files are guessed.

        0 for an iterator that was not read to its end.
        """
        if self.iterator is not None:
            expected = self.iterator.known_bytes or 0
        elif self.texts is not None:
            expected = sum(len(text) for text in self.texts)
        else:
            expected = sum(map(expected_text_bytes, self.paths))
        if self.reading.sample is not None:
            expected = int(expected * self.reading.sample.share)
        return expected if self.reading.max_chars is None else min(expected, self.reading.max_chars)

    @property
    def is_size_known(self) -> bool:
        """Whether `expected_bytes` says anything: an iterator's size is known after one pass."""
        return self.iterator is None or self.iterator.known_bytes is not None


def _checked_sources(sources: Iterable[Source]) -> tuple[Source, ...]:
    given: Iterable[object] = sources if isinstance(sources, Iterable) else (sources,)
    return tuple(checked(source, Source, "A source of a corpus", _MAKE_ONE) for source in given)


def _checked_paths(paths: Iterable[PathLike] | PathLike) -> Iterable[PathLike]:
    if isinstance(paths, _PATHS):
        return [paths]
    try:
        given_paths = list(paths)
    except TypeError:
        raise ArgumentError(f"The paths of a corpus cannot be {described(paths)}.") from None
    for path in given_paths:
        if not isinstance(path, _PATHS):
            raise ArgumentError(f"The path of a file must be a string, not {described(path)}.")
    return given_paths


class CorpusOptions(TypedDict, total=False):
    """The keywords of Corpus."""

    max_document_chars: int | None
    max_chars: int | None
    document_separator: str | None
    text_field: str | None
    encoding_errors: EncodingErrors | None


class Corpus:
    """Documents to train on or to evaluate with, grouped into labelled sources.

    Reading is lazy: the files of a source are opened one after another. The keywords apply to
    every source that does not set them itself: documents longer than
    `max_document_chars` code points are cut there, and so on (ReadingOptions). After `max_chars`
    code points the whole corpus ends, inside a document if need be.
    """

    def __init__(
        self,
        sources: Iterable[Source],
        *,
        max_document_chars: int | None = None,
        max_chars: int | None = None,
        document_separator: str | None = None,
        text_field: str | None = None,
        encoding_errors: EncodingErrors | None = None,
    ) -> None:
        self._sources = _checked_sources(sources)
        self._max_chars = checked_cap("max_chars", max_chars)
        default = ReadingOptions()
        self._reading = ReadingOptions(
            document_separator=document_separator,
            max_document_chars=max_document_chars,
            text_field=default.text_field if text_field is None else text_field,
            encoding_errors=encoding_errors or default.encoding_errors,
        )
        self._log = ProblemLog()

    @classmethod
    def from_paths(
        cls,
        paths: Iterable[PathLike] | PathLike,
        *,
        labels: Mapping[PathLike, str] | None = None,
        reading: Mapping[str, ReadingOptions] | None = None,
        **options: Unpack[CorpusOptions],
    ) -> Corpus:
        """A corpus from files, directories (read recursively), glob patterns and addresses.

        Files with the same label form one source; `labels` overrides the guess of
        `label_for_path` by file or folder, the closest one. reading: by label, for single
        sources; the other keywords are those of Corpus. Raises CorpusError for a path or pattern
        that finds nothing and for a directory without text, ConfigError for a label in `reading`
        that no file has.
        """
        origins: dict[SourcePath, PathLike] = {}
        seen: set[str] = set()
        for given in _checked_paths(paths):
            for path in found_files(given):
                if (place := identity(path)) not in seen:
                    seen.add(place)
                    origins[path] = given
        chosen, guessed = ChosenLabels(labels or {}), labels_for_paths(origins)
        by_label: dict[str, list[SourcePath]] = {}
        for path, given in origins.items():
            own_label = read_counts_label(path).label if is_counts_label(path) else None
            label = chosen.label(path, given) or own_label or guessed[path].label
            by_label.setdefault(label, []).append(path)
        if not by_label:
            raise CorpusError(say("corpus_empty"))
        own = reading or {}
        if unknown := [label for label in own if label not in by_label]:
            raise ConfigError(
                say(
                    "reading_options_unknown",
                    labels=", ".join(map(repr, unknown)),
                    known=", ".join(by_label),
                ),
                setting="reading",
            )
        sources = [
            Source(label, tuple(files), reading=own.get(label, ReadingOptions()))
            for label, files in by_label.items()
        ]
        return cls(sources, **options)

    @classmethod
    def from_texts(cls, texts: Iterable[str], label: str = "text") -> Corpus:
        """A corpus of one source from strings in memory, one document each."""
        if isinstance(texts, str):
            texts = [texts]
        return cls([Source(label, texts=checked_texts(texts, "The texts of a corpus"))])

    @classmethod
    def from_iterator(
        cls,
        make_iterator: MakeIterator | Mapping[str, MakeIterator],
        *,
        label: str | None = None,
        **options: Unpack[CorpusOptions],
    ) -> Corpus:
        """A corpus of texts, str or UTF-8 bytes, that are streamed and never in memory together.

        make_iterator: a function that is called for each pass and returns a new iterator; or
            texts that can be iterated again, such as a list; or a generator, which can be read
            once, so that a second pass raises CorpusError. By label for several sources.
        label: of one source, "text" by default. The other keywords are those of Corpus.

        Training passes over the texts once. Superwords and a mixture with `target_bytes` need
        more passes, which have to give the same texts; `Corpus.passes` tells how many there were.
        """
        if isinstance(make_iterator, Mapping):
            if label is not None:
                raise ArgumentError(say("iterators_with_label", label=repr(label)))
            by_label = dict(make_iterator)
        else:
            by_label = {"text" if label is None else label: make_iterator}
        return cls._of_iterators(
            {name: IteratedTexts(make, name) for name, make in _labelled(by_label)}, options
        )

    @classmethod
    def from_dataset(
        cls,
        dataset: object,
        column: str = "text",
        *,
        label: str | None = None,
        **options: Unpack[CorpusOptions],
    ) -> Corpus:
        """A corpus of one column of a `datasets` object, map-style or streaming.

        dataset: one object, or several by label in a dict; anything that gives rows as mappings
            works. It is streamed, as in `from_iterator`.
        column: the one with the text; dots lead into structs: "message.content".

        Raises CorpusError for a missing column, ArgumentError for a DatasetDict: pass one split.
        """
        checked_string(column, "column")
        if type(dataset) is dict and label is None:
            by_label = dict(dataset)
        else:
            by_label = {"text" if label is None else label: dataset}
        return cls._of_iterators(
            {name: DatasetTexts(each, column, name) for name, each in _labelled(by_label)}, options
        )

    @classmethod
    def _of_iterators(
        cls, iterators: Mapping[str, IteratedTexts], options: CorpusOptions
    ) -> Corpus:
        if not iterators:
            raise CorpusError(say("corpus_empty"))
        return cls([Source(name, iterator=each) for name, each in iterators.items()], **options)

    def with_sources(self, sources: Iterable[Source], *, capped: bool = True) -> Corpus:
        """Other sources with the options of this corpus; with its `max_chars` if `capped`."""
        return Corpus(
            sources,
            max_chars=self.max_chars if capped else None,
            max_document_chars=self.max_document_chars,
            document_separator=self.document_separator,
            text_field=self.text_field,
            encoding_errors=self.encoding_errors,
        )

    def __repr__(self) -> str:
        """One line for the console: the labels, and how much text to expect. Opens no file."""
        labels = ", ".join(source.label for source in self._sources[:_SHOWN_LABELS])
        more = ", …" if len(self._sources) > _SHOWN_LABELS else ""
        n_files = sum(len(source.paths) for source in self._sources)
        size = f"about {counted(self.expected_bytes, 'byte')}" if self.is_size_known else "streamed"
        parts = (
            f"{counted(len(self._sources), 'source')}: {labels}{more}",
            counted(n_files, "file"),
            size,
        )
        return f"Corpus({'; '.join(parts)})"

    @property
    def sources(self) -> tuple[Source, ...]:
        return self._sources

    @property
    def reading(self) -> ReadingOptions:
        """The options of sources that do not set them; without max_chars."""
        return self._reading

    @property
    def document_separator(self) -> str | None:
        return self._reading.document_separator

    @property
    def max_document_chars(self) -> int | None:
        return self._reading.max_document_chars

    @property
    def text_field(self) -> str:
        return self._reading.text_field

    @property
    def encoding_errors(self) -> EncodingErrors:
        return self._reading.encoding_errors

    @property
    def max_chars(self) -> int | None:
        return self._max_chars

    @property
    def problems(self) -> list[CorpusProblem]:
        """Repairs and omissions in everything read so far.

        Of one file the first hundred are listed, and how many more there were. If a file was
        read several times, these are those of the reading with most of them.
        """
        return self._log.problems

    def note_problems(self, problems: Iterable[CorpusProblem]) -> None:
        """Add repairs and omissions of another reading of these files."""
        self._log.note(problems)

    @property
    def problem_sentences(self) -> list[str]:
        """The problems for people: those of one kind in one file are one sentence."""
        return problem_sentences(self._log.problems)

    @property
    def expected_bytes(self) -> int:
        """UTF-8 bytes to expect of all sources, a guess if files are compressed."""
        expected = sum(source.expected_bytes for source in self._sources)
        return expected if self._max_chars is None else min(expected, self._max_chars)

    @property
    def is_size_known(self) -> bool:
        """Whether `expected_bytes` is known of every source."""
        return all(source.is_size_known for source in self._sources)

    @property
    def iterators(self) -> dict[str, IteratedTexts]:
        """The sources of Python iterators, by label."""
        return {each.label: each.iterator for each in self._sources if each.iterator is not None}

    @property
    def passes(self) -> dict[str, int]:
        """How often the iterator of each source was read, by label; no files and texts."""
        return {label: each.n_passes for label, each in self.iterators.items()}

    def check_repeatable(self, reason: str) -> None:
        """Raise CorpusError for an iterator that can be read once. reason: the end of a sentence,
        why more than one pass is needed."""
        for label, each in self.iterators.items():
            if each.is_one_shot:
                raise CorpusError(say("iterator_read_once", label=repr(label), reason=reason))

    @property
    def file_states(self) -> FileStates:
        """What the files are now, to see whether a later pass reads the same."""
        return FileStates(path for source in self.sources for path in source.paths)

    def reading_of(self, source: Source) -> ReadingOptions:
        """The effective options of a source: its own, then those of the corpus."""
        return source.reading.filled(self._reading)

    def documents(self, source: Source) -> Iterator[str]:
        """The documents of one source, without the corpus-wide cap. Raises CorpusError."""
        return map(bytes.decode, self.encoded_documents(source))

    def encoded_documents(self, source: Source, *, max_chars: int | None = None) -> Iterator[bytes]:
        """As `documents`, in UTF-8.

        max_chars: end after n code points, and read no more of a file that is one document
        than that takes; for previews and samples.
        """
        return whole_documents(self.parts(source, max_chars=max_chars))

    def parts(
        self, source: Source, *, max_chars: int | None = None, cuts: Cuts | None = None
    ) -> Parts:
        """As `encoded_documents`, long documents in parts of about a megabyte.

        A text file is never in memory as a whole. cuts: counts what max_document_chars
        leaves out, for which all of each document has to be read. Raises CorpusError.
        """
        reading = self.reading_of(source)
        caps = [cap for cap in (reading.max_chars, max_chars) if cap is not None]
        most = min(caps, default=None)
        sampling = None if reading.sample is None else Sampling(reading.sample)
        if source.iterator is not None:
            problems = self._log.begin(source.iterator.path)
            given = source.iterator.parts(problems, reading.encoding_errors)
            parts = _closing(given, _shaped(given, reading, sampling, cuts))
        elif source.texts is not None:
            whole = map(DocumentPart, map(utf8_of, source.texts))
            parts = _shaped(whole, reading, sampling, cuts)
        else:
            parts = self._of_files(source, reading, sampling, most, cuts)
        return parts if most is None else ended(parts, most)

    def labelled_parts(self) -> Iterator[tuple[int, DocumentPart]]:
        """(index of the source, part) for the whole corpus, ended by `max_chars`."""
        left = self._max_chars
        self._log.clear()
        for index, source in enumerate(self._sources):
            with closing(self.parts(source, max_chars=left)) as parts:
                for part in parts:
                    data, begins, _ = part
                    if left is not None:
                        left -= count_characters(data)
                    if data or not begins:
                        yield index, part
            if left == 0:
                return

    @property
    def is_of_whole_files(self) -> bool:
        """Whether each of its files is one document, of which all is read."""
        return self._max_chars is None and all(map(self._is_of_whole_files, self._sources))

    def whole_files(self) -> Iterator[tuple[int, SourcePath, Iterator[DocumentPart]]]:
        """(index of the source, file, its parts) for a corpus that is of whole files."""
        self._log.clear()
        for index, source in enumerate(self._sources):
            reading = self.reading_of(source)
            for path in source.paths:
                yield index, path, document_parts(path, reading, self._log.begin(path))

    def _is_of_whole_files(self, source: Source) -> bool:
        reading = self.reading_of(source)
        caps = (reading.max_chars, reading.max_document_chars, reading.sample, source.part)
        return (
            source.texts is None
            and source.iterator is None
            and caps == (None,) * len(caps)
            and not reading.cut_at
            and reading.encoding_errors != "skip"  # of a file whose end it has to know
            and not any(map(is_counts_label, source.paths))
            and all(is_one_document(path, reading) for path in source.paths)
        )

    def labelled_documents(self) -> Iterator[tuple[int, bytes]]:
        """(index of the source, UTF-8 document) for the whole corpus, ended by `max_chars`."""
        pieces: list[bytes] = []
        for index, (data, begins, ends) in self.labelled_parts():
            if begins and ends:
                yield index, data
                continue
            pieces.append(data)
            if ends:
                yield index, b"".join(pieces)
                pieces.clear()

    def _of_files(
        self,
        source: Source,
        reading: ReadingOptions,
        sampling: Sampling | None,
        max_chars: int | None,
        cuts: Cuts | None,
    ) -> Parts:
        """The parts of files one after another: sampled, then cut."""
        is_cut = cuts is not None or bool(reading.cut_at)
        document_cap = None if is_cut else reading.max_document_chars
        caps = [cap for cap in (max_chars, document_cap) if cap is not None]
        # Where a file is one document, its caps say how much of it is needed.
        most_bytes = 4 * min(caps) + _BOM_BYTES if caps else None
        for path in source.paths:
            if is_counts_label(path):
                raise CorpusError(say("counts_have_no_text", path=path), path=path)
            whole = is_one_document(path, reading)
            # A file that is one document counts as one, even if it is empty or skipped.
            if whole and sampling is not None and not sampling.keeps_next():
                continue
            problems = self._log.begin(path)
            most = most_bytes if whole else None
            parts = document_parts(path, reading, problems, most, source.part)
            yield from _shaped(parts, reading, None if whole else sampling, cuts)


def _shaped(
    parts: Iterable[DocumentPart],
    reading: ReadingOptions,
    sampling: Sampling | None,
    cuts: Cuts | None,
) -> Parts:
    """The documents of the sample, each cut at its longest."""
    if sampling is not None:
        parts = sampling.kept(parts)
    if reading.cut_at:
        parts = cut_at_tokens(parts, reading.cut_at)
    if reading.max_document_chars is not None:
        parts = cut_documents(parts, reading.max_document_chars, cuts)
    yield from parts


def _closing(given: Parts, parts: Parts) -> Parts:
    """The parts; `given`, of which they are made, is closed with them."""
    with closing(given), closing(parts):
        yield from parts


def _labelled(by_label: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    for label, each in by_label.items():
        yield checked_string(label, "The label of a source"), each


def checked_corpus(corpus: Corpus) -> Corpus:
    """The corpus as it is. Raises ArgumentError, with what to do, for anything else."""
    return checked(corpus, Corpus, "corpus", _MAKE_ONE)
