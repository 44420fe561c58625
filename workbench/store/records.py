"""What goes into the store and comes out of it: frozen values without any tie to the database."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.corpus import RemotePath, SourcePath, size_on_disk, source_path
from engine.settings import EncodingErrors, ReadingOptions

if TYPE_CHECKING:
    from engine.corpus import Corpus, Source
    from engine.encoding import Tokenizer
    from engine.evaluation import Evaluation, LabelEvaluation
    from engine.settings import Mixture, Superwords, TrainingConfig, TrainingRecord

RunId = str
"""Short and in order of creation, e.g. "20261121-0001-ab12"."""

RunStatus = Literal["running", "finished", "failed", "cancelled", "interrupted"]
RESUMABLE: tuple[RunStatus, ...] = ("interrupted", "cancelled", "failed")
"""From these states a run can go on."""

Origin = Literal["trained", "imported"]

HASH_DIGITS = 12
"""Hex digits of a hash that are shown to people; NAME@HASH takes eight or more."""

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file of a corpus. `path` is absolute, with "~" for the home folder of whoever trained,
    or an address.

    size_bytes: size on disk, None if the file could not be asked.
    sha256: hex hash of the bytes on disk, None if not computed.
    """

    path: str
    size_bytes: int | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, path: SourcePath, *, sha256: str | None = None) -> FileRecord:
        """The record of a file as it lies now."""
        return cls(portable_path(path), size_on_disk(path), sha256)

    @property
    def location(self) -> SourcePath:
        """Where the file is for the user of today."""
        location = source_path(self.path)
        return location.expanduser() if isinstance(location, Path) else location


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One source of a corpus. `files` is empty for text that was in memory.

    documents, bytes, characters: of the text after reading; None if not counted.
    weight: how often what was read counted; weight_units: the same, exact, in units of
        1 / weight_scale of the run. share: part of the mixture; natural_bytes: of the whole source.
    n_problems: things that were repaired or left out while reading.
    reading: the source's own options, which come before those of the corpus.
    """

    label: str
    files: tuple[FileRecord, ...] = ()
    weight: float = 1.0
    documents: int | None = None
    bytes: int | None = None
    characters: int | None = None
    n_problems: int = 0
    reading: ReadingOptions = ReadingOptions()  # noqa: RUF009  (frozen)
    weight_units: int = 1
    share: float | None = None
    natural_bytes: int | None = None

    @classmethod
    def of(cls, source: Source) -> SourceRecord:
        """The record of a source before it was read."""
        files = tuple(FileRecord.of(path) for path in source.paths)
        return cls(source.label, files, reading=source.reading)


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """How a corpus was cut into documents; the arguments of `Corpus.from_paths`."""

    max_document_chars: int | None = None
    max_chars: int | None = None
    document_separator: str | None = None
    text_field: str = "text"
    encoding_errors: EncodingErrors = "replace"

    @classmethod
    def of(cls, corpus: Corpus) -> DocumentOptions:
        """The options that a corpus has for all its sources."""
        return cls(
            corpus.max_document_chars,
            corpus.max_chars,
            corpus.document_separator,
            corpus.text_field,
            corpus.encoding_errors,
        )


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of the history of runs. Numbers are None until the run is finished.

    pattern_name: preset or None; pattern: the regular expression itself.
    bytes_per_token: of the training corpus with all merges.
    reason: why a run failed, was interrupted, or was stopped before all merges; else empty.
    heartbeat: last sign of life; phase and fraction (0 to 1) are of that moment.
    deleted: when the run was deleted; it can be restored until it is purged.
    mixture: how much of each source was asked for, None for all as it is.
    parent: the run that this one goes on from or extends, None for one that begins by itself.
    has_merge_rules: whether some tokens were not to be made.
    superwords: the second stage that was asked for, None for none.
    is_evaluated: whether it has stored evaluations; worst_label, worst_premium: the language with
    the highest premium in the newest one of parallel texts, None without such texts.
    trainer: the trainer of another library, such as "sp-unigram"; None for this engine. Then
    bytes_per_token is that of the beginning of each source, and there may be no merges.
    """

    run_id: RunId
    name: str
    status: RunStatus
    created: datetime
    finished: datetime | None
    deleted: datetime | None
    heartbeat: datetime
    phase: str
    fraction: float
    vocab_size: int
    n_merges: int | None
    pattern_name: str | None
    pattern: str
    tie_break: str
    normalization: str | None
    n_sources: int
    documents: int | None
    bytes: int | None
    pretokens: int | None
    unique_pretokens: int | None
    unmatched_bytes: int | None
    bytes_per_token: float | None
    seconds_total: float | None
    semantic_hash: str | None
    reason: str
    tags: tuple[str, ...]
    notes: str
    mixture: Mixture | None = None
    parent: RunId | None = None
    has_merge_rules: bool = False
    superwords: Superwords | None = None
    is_evaluated: bool = False
    worst_label: str | None = None
    worst_premium: float | None = None
    trainer: str | None = None

    @property
    def is_resumable(self) -> bool:
        """Whether it can go on from where it ended; another library begins from the start."""
        return self.status in RESUMABLE and self.trainer is None

    @property
    def outcome(self) -> str:
        """The status for people: a finished run that was stopped before all merges is stopped."""
        return "stopped" if self.status == "finished" and self.reason else self.status


@dataclass(frozen=True, slots=True)
class LibraryResult:
    """What a training in another library took and made.

    library: its name and version. file_name: of the tokenizer as the library writes it.
    vocab_size: the ids that it has. seconds: of "write", "read" and "train". peak_bytes: of the
    library's process, None if not reported. problems: sentences.
    """

    library: str
    file_name: str
    file_bytes: int
    vocab_size: int
    seconds: Mapping[str, float]
    peak_bytes: int | None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run with its recipe and, once finished, what its training recorded.

    training: counts, applied counts and curves per source; None unless this engine finished it.
    library: what another library made, None unless one did.
    mixture: how much of each source was asked for, None for all as it is.
    """

    summary: RunSummary
    config: TrainingConfig
    options: DocumentOptions
    sources: tuple[SourceRecord, ...]
    engine_version: str
    unicode_version: str
    seconds_count: float | None
    seconds_merge: float | None
    seconds_total: float | None
    training: TrainingRecord | None
    mixture: Mixture | None = None
    weight_scale: int = 1
    library: LibraryResult | None = None


@dataclass(frozen=True, slots=True)
class MeasuredTokenizer:
    """One of the tokenizers that were measured on the same texts.

    run_id, path: where a baseline came from; both None for the run itself.
    """

    name: str
    evaluation: Evaluation
    run_id: RunId | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class EvaluationRecord:
    """An evaluation that was stored under a name; one row per label.

    measured: everything that was measured, the run itself first, baselines after it; () for
    evaluations that were stored as rows alone.
    """

    name: str
    created: datetime
    rows: tuple[LabelEvaluation, ...]
    measured: tuple[MeasuredTokenizer, ...] = ()


def source_records(sources: Sequence[Source]) -> tuple[SourceRecord, ...]:
    """The records of a corpus's sources before they were read."""
    return tuple(SourceRecord.of(source) for source in sources)


def portable_path(path: SourcePath) -> str:
    """An absolute path, "~" standing for the home folder: /home/ada/a.txt -> ~/a.txt.

    An address stays as it is.
    """
    if isinstance(path, RemotePath):
        return path.url
    absolute = path.absolute()
    try:
        return str(Path("~") / absolute.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # elsewhere, or a user without a home folder
        return str(absolute)


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file of an export: its name in the folder, its size in bytes, the sha256 of them."""

    name: str
    size_bytes: int
    sha256: str

    @classmethod
    def of(cls, path: Path, directory: Path) -> ExportedFile:
        """The record of a file as it lies now. Raises OSError."""
        name = os.path.relpath(path, directory).replace(os.sep, "/")
        return cls(name, path.stat().st_size, sha256_of(path))


@dataclass(frozen=True, slots=True)
class ExportRecord:
    """Files that were written for another library, and what that library said to them.

    directory: absolute, "~" for the home folder of whoever exported. name: the stem that was given.
    vocab_size, semantic_hash: of the tokenizer that was written; a run may be cut to a size.
    verdict: the document of an ExportVerdict, None if the library was not asked.
    options: what was asked of the format beside its usual ways. notes: sentences to know.
    export_id, created, run_id, registered: set by the store; registered is (name, version).
    """

    format: str
    directory: str
    files: tuple[ExportedFile, ...]
    vocab_size: int
    semantic_hash: str
    name: str = "tokenizer"
    verdict: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    export_id: int | None = None
    created: datetime | None = None
    run_id: RunId | None = None
    registered: tuple[str, int] | None = None

    @property
    def folder(self) -> Path:
        """Where the files are for the user of today."""
        return Path(self.directory).expanduser()

    @property
    def status(self) -> str:
        """ "equal", "different", "not installed", "failed"; "not asked" without a verdict."""
        return "not asked" if self.verdict is None else str(self.verdict.get("status", "failed"))

    @classmethod
    def of(
        cls,
        tokenizer: Tokenizer,
        format_name: str,
        directory: Path,
        paths: tuple[Path, ...],
        **others: Any,
    ) -> ExportRecord:
        """The record of files just written. Raises OSError where one cannot be read."""
        return cls(
            format=format_name,
            directory=portable_path(directory),
            files=tuple(ExportedFile.of(path, directory) for path in paths),
            vocab_size=tokenizer.vocab_size,
            semantic_hash=tokenizer.semantic_hash,
            **others,
        )


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """The file that an imported tokenizer was read from: its name, and the sha256 of its bytes."""

    name: str
    sha256: str | None = None

    @classmethod
    def of(cls, path: Path) -> ImportedFile:
        """The record of a file as it lies now; a folder has no hash of its own. Raises OSError."""
        return cls(path.name or str(path), sha256_of(path) if path.is_file() else None)


@dataclass(frozen=True, slots=True)
class TrainedFrom:
    """Which bytes a tokenizer was trained from, as it was known when it was registered.

    sources: with their files, sizes and hashes; () where a file does not tell.
    mixture: as JSON has it, None for all as it is. trained: when the run ended.
    """

    sources: tuple[SourceRecord, ...] = ()
    mixture: Mapping[str, Any] | None = None
    engine_version: str | None = None
    unicode_version: str | None = None
    trained: datetime | None = None

    @property
    def bytes(self) -> int | None:
        """Bytes of text of all sources, None if not counted."""
        known = [source.bytes for source in self.sources if source.bytes is not None]
        return sum(known) if known else None


@dataclass(frozen=True, slots=True)
class RegisteredTokenizer:
    """One version of a name; nothing of it ever changes.

    semantic_hash: decides ids. content_hash: also over roles and chat template.
    origin: "trained" here, by the run `run_id` that was called `run_name` then, or "imported" from
    `file`. metadata: texts of the person. exports: newest first. is_new: made by this very call.
    size_bytes, sha256: of the tokenizer as it is kept.
    """

    name: str
    version: int
    semantic_hash: str
    content_hash: str
    created: datetime
    vocab_size: int
    n_merges: int
    pattern: str
    pattern_name: str | None
    origin: Origin
    trained_from: TrainedFrom
    size_bytes: int
    sha256: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    run_id: RunId | None = None
    run_name: str | None = None
    file: ImportedFile | None = None
    exports: tuple[ExportRecord, ...] = ()
    is_new: bool = False

    @property
    def reference(self) -> str:
        """What it is called wherever a tokenizer is asked for: NAME@VERSION."""
        return f"{self.name}@{self.version}"


def sha256_of(path: Path) -> str:
    """sha256 of a file's bytes, in hex. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
