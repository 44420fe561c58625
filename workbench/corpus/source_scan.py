"""Scans sources in a job: which files they have, their contents, and each problem as a sentence.

One damaged file never hides the others. `ScanMemos` keeps results on disk, so that an unchanged
file is not opened again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from engine.corpus import (
    Corpus,
    CorpusProblem,
    LookAlike,
    LookAlikeCounter,
    RemotePath,
    Source,
    SourcePath,
    content_state,
    field_names,
    has_records,
    is_counts_label,
    is_settled,
    read_counts_label,
    repeated_files,
    size_on_disk,
    usual_tokens,
)
from engine.errors import CorpusError
from engine.machine import check_regular, remove_abandoned, write_whole
from engine.sentences import Sentences
from engine.settings import EncodingErrors, ReadingOptions
from engine.text import count_characters
from workbench import __version__
from workbench.store.places import FolderError, cache_folder
from workbench.text.placeholders import fill
from workbench.ui.words.translation import translator
from workbench.work.jobs import StepProgress
from workbench.work.tokenizer_files import is_tokenizer_json

_tr = translator("source_scan")

SCAN_VERSION = 2  # changes when the same file would give another scan
TOKENIZER_BYTES = 1 << 16  # read of the beginning and the end, to know a tokenizer
MOST_LOOKED_AT = 1000  # files: a brief job looks at them, for which longer ones wait
PREVIEW_DOCUMENTS = 12
PREVIEW_CHARACTERS = 2_000
PREVIEW_READ_CHARACTERS = 1 << 18  # of a file, however large it is
FOLDER = "scans"
MOST_MEMOS = 10_000
"""If there are more, the oldest go until half of this is left."""


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """How files are cut into documents and where reading ends; see Corpus."""

    separator: str | None = None
    max_document_chars: int | None = None
    max_chars: int | None = None
    text_field: str = ReadingOptions().text_field
    encoding_errors: EncodingErrors = "replace"

    @classmethod
    def of(cls, corpus: Corpus) -> DocumentOptions:
        """Return the options of a corpus."""
        return cls(
            corpus.document_separator,
            corpus.max_document_chars,
            corpus.max_chars,
            corpus.text_field,
            corpus.encoding_errors,
        )

    def corpus(self, sources: Iterable[Source]) -> Corpus:
        """Return a corpus of these sources."""
        return Corpus(
            sources,
            max_document_chars=self.max_document_chars,
            max_chars=self.max_chars,
            document_separator=self.separator,
            text_field=self.text_field,
            encoding_errors=self.encoding_errors,
        )


@dataclass(frozen=True, slots=True)
class FileToScan:
    """A file and how its source is read."""

    path: SourcePath
    reading: ReadingOptions = ReadingOptions()  # noqa: RUF009  (frozen)


@dataclass(frozen=True, slots=True)
class FileFound:
    """A file of the corpus that is not read yet."""

    path: SourcePath
    label: str


@dataclass(frozen=True, slots=True)
class PathRefused:
    """An added path without text: a missing file, a folder without text files."""

    path: str | Path | RemotePath
    sentence: str


@dataclass(frozen=True, slots=True)
class FileRepeated:
    """Two files with the same bytes; both are counted."""

    one: SourcePath
    other: SourcePath


@dataclass(frozen=True, slots=True)
class FileScan:
    """The contents of one file. problems: repaired or skipped; error: why it is unusable.

    fields: names of the fields or columns that may have text, for files of records.
    look_alikes: special tokens that occur literally in the text, the most frequent first.
    """

    path: SourcePath
    documents: int = 0
    n_bytes: int = 0
    characters: int = 0
    problems: tuple[CorpusProblem, ...] = ()
    error: str = ""
    fields: tuple[str, ...] = ()
    look_alikes: tuple[LookAlike, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The first documents of a file, shortened. error: why there are none.

    path: None for texts in memory.
    """

    path: SourcePath | None
    documents: tuple[str, ...] = ()
    error: str = ""


def find_and_scan(
    paths: Sequence[str | Path | RemotePath],
    known: frozenset[SourcePath],
    readings: Mapping[str, ReadingOptions],
    options: DocumentOptions,
) -> Generator[StepProgress, None, None]:
    """Find the files below `paths` that are not known yet, then scan them.

    paths: files, folders, patterns and addresses. readings: by label, how sources are read that
    are there already. Payloads: FileFound and PathRefused first, then a FileScan for each
    file, then a FileRepeated for each that is there twice; of a file that is known already, both
    its paths are the same.
    """
    found: list[FileFound] = []
    for number, path in enumerate(paths):
        fraction = number / len(paths)
        yield StepProgress("Find files", fraction)
        try:
            sources = Corpus.from_paths([path]).sources
        except CorpusError as error:
            yield StepProgress("Find files", fraction, payload=PathRefused(path, str(error)))
            continue
        for source in sources:
            for file in source.paths:
                if file not in known and is_tokenizer_source(file):
                    words = fill(
                        _tr(
                            "%1 is a tokenizer, not text. Open it in Tokens, or compare it in Runs."
                        ),
                        file,
                    )
                    yield StepProgress("Find files", fraction, payload=PathRefused(file, words))
                elif file not in known:
                    found.append(FileFound(file, source.label))
                    yield StepProgress("Find files", fraction, payload=found[-1])
                else:
                    yield StepProgress("Find files", fraction, payload=FileRepeated(file, file))
    default = ReadingOptions()
    files = [FileToScan(file.path, readings.get(file.label, default)) for file in found]
    yield from scan_files(files, options)
    news = {file.path for file in found}
    for one, other in repeated_files([*known, *news], news):
        yield StepProgress("Find files", 1.0, payload=FileRepeated(one, other))


def known_scan(file: FileToScan, options: DocumentOptions) -> FileScan | None:
    """The scan of an earlier reading of an unchanged file; does not open the file."""
    kept = ScanMemos().find(file.path, _memo_key(file, options))
    return None if kept is None else _scan_of(file.path, kept)


def known_scans(
    files: Sequence[FileToScan], options: DocumentOptions
) -> Generator[StepProgress, None, list[FileToScan]]:
    """Look up the scans of earlier readings; return the files that have to be read.

    Payloads: a FileScan for each file that did not change since. Addresses are left to reading,
    for their servers are slow to answer, and files after the first MOST_LOOKED_AT.
    """
    unknown = []
    for number, file in enumerate(files):
        may_ask = number < MOST_LOOKED_AT and isinstance(file.path, Path)
        scan = known_scan(file, options) if may_ask else None
        if scan is None:
            unknown.append(file)
        yield StepProgress("Scan files", payload=scan)
    return unknown


def is_tokenizer_source(path: SourcePath) -> bool:
    """Whether a local file is a tokenizer of a known format, by its name and its beginning."""
    if not isinstance(path, Path):
        return False
    suffix = path.suffix.lower()
    try:
        check_regular(path)
        with path.open("rb") as stream:
            beginning = stream.read(TOKENIZER_BYTES)
            stream.seek(max(0, path.stat().st_size - TOKENIZER_BYTES))
            end = stream.read(TOKENIZER_BYTES)
    except OSError:
        return False  # said where the file is read
    if suffix == ".json":
        is_known = is_tokenizer_json(beginning)
        return is_known or (b'"model"' in beginning and b'"merges"' in end)
    if suffix == ".model" and (b"\0" in beginning or beginning.startswith(b"minbpe")):
        return True
    if suffix not in (".tiktoken", ".bpe", ".model"):
        return False
    from engine.formats import looks_like_ranks  # loads the formats, after the window

    return looks_like_ranks(beginning)


def scan_files(
    files: Sequence[FileToScan], options: DocumentOptions
) -> Generator[StepProgress, None, None]:
    """Read files to their end and count what is in them."""
    sizes = [size_on_disk(file.path) or 0 for file in files]
    total, done = max(sum(sizes), 1), 0
    for file, size in zip(files, sizes, strict=True):
        known = known_scan(file, options)
        if known is None:
            yield from _scan(file, options, done / total)
        else:
            yield StepProgress("Read files", done / total, payload=known)
        done += size
    ScanMemos().forget_oldest()


def _scan(
    file: FileToScan, options: DocumentOptions, fraction: float
) -> Generator[StepProgress, None, None]:
    """Yield the scan of a file, and before it a sign of life for every part of a long one.

    Counts say what was counted.
    """
    if is_counts_label(file.path):
        yield StepProgress("Read files", fraction, payload=_scan_of_counts(file.path))
        return
    source = Source("", (file.path,), reading=file.reading)
    corpus = options.corpus([source])
    documents = n_bytes = characters = 0
    error = ""
    state = content_state(file.path)
    counter = LookAlikeCounter(usual_tokens())
    try:
        for part in corpus.parts(source):
            counter.add(part)
            documents += part.begins
            characters += count_characters(part.data)
            n_bytes += len(part.data)
            if not part.ends:
                yield StepProgress("Read files", fraction)
    except CorpusError as damage:
        error = str(damage)
    problems = tuple(corpus.problems)
    if not documents and not error and not problems:
        error = fill(_tr("%1 contains no text."), file.path)
    fields = field_names(file.path)
    scan = FileScan(
        file.path, documents, n_bytes, characters, problems, error, fields, counter.finish()
    )
    if (facts := _facts_of(scan)) is not None:
        ScanMemos().keep(file.path, _memo_key(file, options), state, facts)
    yield StepProgress("Read files", fraction, payload=scan)


def _scan_of_counts(path: SourcePath) -> FileScan:
    try:
        found = read_counts_label(path)
    except CorpusError as damage:
        return FileScan(path, error=str(damage))
    return FileScan(path, found.documents, found.text_bytes, found.characters)


def _memo_key(file: FileToScan, options: DocumentOptions) -> str:
    """Everything but the file that decides what a scan finds."""
    reading = file.reading.filled(options.corpus(()).reading).flat()
    return json.dumps([__version__, SCAN_VERSION, reading, asdict(options)], sort_keys=True)


def _facts_of(scan: FileScan) -> dict[str, Any] | None:
    """A scan as JSON; None if it depends on more than the file, such as a missing library."""
    if scan.error or any(problem.path != scan.path for problem in scan.problems):
        return None
    problems = [
        (Sentences.packed(p.reason), p.line, p.offset, p.times, p.record) for p in scan.problems
    ]
    return {
        "documents": scan.documents,
        "n_bytes": scan.n_bytes,
        "characters": scan.characters,
        "problems": problems,
        "fields": scan.fields,
        "look_alikes": [astuple(each) for each in scan.look_alikes],
    }


def _scan_of(path: SourcePath, facts: dict[str, Any]) -> FileScan | None:
    try:
        return FileScan(
            path,
            facts["documents"],
            facts["n_bytes"],
            facts["characters"],
            tuple(
                CorpusProblem(path, Sentences.unpacked(reason), *place)
                for reason, *place in facts["problems"]
            ),
            fields=tuple(facts["fields"]),
            look_alikes=tuple(LookAlike(*each) for each in facts["look_alikes"]),
        )
    except (KeyError, TypeError):
        return None


def read_preview(
    file: FileToScan, options: DocumentOptions
) -> Generator[StepProgress, None, Preview]:
    """Return the first documents of a file; no more of it is read than its beginning."""
    yield StepProgress("Read preview")
    reading = file.reading.filled(options.corpus(()).reading)
    longest = min(PREVIEW_CHARACTERS, reading.max_document_chars or PREVIEW_CHARACTERS)
    documents: list[str] = []
    try:
        first = islice(_first_documents(file.path, reading), PREVIEW_DOCUMENTS)
        documents.extend(document[:longest] for document in first)
    except CorpusError as damage:
        return Preview(file.path, tuple(documents), str(damage))
    return Preview(file.path, tuple(documents))


def _first_documents(path: SourcePath, reading: ReadingOptions) -> Iterator[str]:
    """Yield the documents in the beginning of a file; the separator cuts what was read of it."""
    whole = replace(reading, document_separator=None, max_document_chars=None)
    source = Source("", (path,), reading=whole)
    beginning = Corpus([source]).encoded_documents(source, max_chars=PREVIEW_READ_CHARACTERS)
    separator = None if has_records(path) else reading.document_separator
    for text in map(bytes.decode, beginning):
        yield from filter(None, text.split(separator)) if separator else (text,)


class ScanMemos:
    """Results of earlier scans in one folder, by default in the user's cache.

        CACHE/scans/NAME.json    state of the file, the facts, and a check of both

    NAME depends on the file's path and its reading options. Memos that are damaged, or of a file
    with another size or time, are ignored; so are disk errors.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def find(self, path: SourcePath, key: str) -> dict[str, Any] | None:
        """The facts kept for a file as it is now; None without a memo of this state.

        key: how the file was read. Asks the file system for size and times (for an address: its
        server) and does not open the file.
        """
        state = content_state(path)
        if not state or (memo := self._memo(path, key)) is None:
            return None
        try:
            kept = json.loads(memo.read_bytes())
            is_same = kept["state"] == state.decode() and kept["check"] == _check(kept)
            return dict(kept["facts"]) if is_same else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, path: SourcePath, key: str, state: bytes, facts: dict[str, Any]) -> None:
        """Keep facts. state: `content_state` from before the file was read.

        Nothing is kept of a file that changed meanwhile or so recently that another change might
        not show in its times.
        """
        if not state or content_state(path) != state or not is_settled(path):
            return
        memo = self._memo(path, key)
        if memo is None:
            return
        kept: dict[str, Any] = {"state": state.decode(), "facts": facts}
        with suppress(OSError):
            memo.parent.mkdir(parents=True, exist_ok=True)
            content = json.dumps(kept | {"check": _check(kept)})
            write_whole(memo, content.encode(), durable=False, private=True)

    def forget_oldest(self) -> None:
        """Remove the oldest memos if there are too many, and files left unfinished."""
        folder = self._place()
        if folder is None or not folder.is_dir():
            return
        remove_abandoned(folder)
        memos = list(folder.glob("*.json"))
        if len(memos) > MOST_MEMOS:
            memos.sort(key=_written)
            for memo in memos[: len(memos) - MOST_MEMOS // 2]:
                memo.unlink(missing_ok=True)

    def _memo(self, path: SourcePath, key: str) -> Path | None:
        folder = self._place()
        where = path.url if isinstance(path, RemotePath) else str(path.absolute())
        name = hashlib.sha256(f"{where}\0{key}".encode("utf-8", "surrogatepass")).hexdigest()
        return None if folder is None else folder / f"{name[:40]}.json"

    def _place(self) -> Path | None:
        if self._folder is None:
            with suppress(FolderError):
                self._folder = cache_folder() / FOLDER
        return self._folder


def _check(kept: dict[str, Any]) -> str:
    content = json.dumps([kept["state"], kept["facts"]], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _written(memo: Path) -> float:
    try:
        return memo.stat().st_mtime
    except OSError:
        return 0.0
