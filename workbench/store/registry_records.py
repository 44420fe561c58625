"""What the registry holds: frozen tokenizers with their origin, and exports with their verdicts."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from workbench.store.records import RunId, SourceRecord, portable_path

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

Origin = Literal["trained", "imported"]

HASH_DIGITS = 12
"""Hex digits of a hash that are shown to people; NAME@HASH takes eight or more."""

_BLOCK = 1 << 20


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
    verdict: the document of an ExportVerdict, None where nobody asked the library.
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
        """Bytes of text of all sources, None where nobody counted them."""
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
