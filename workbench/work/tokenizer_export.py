"""Writing a tokenizer for another library, hashing the files, asking the library; its provenance.

One generator for the window and the command line; what it returns is what the store keeps.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.formats import ExportOptions
from engine.machine import relayed, result_of
from workbench.store import ExportedFile, ExportRecord, sha256_of, trained_from_run
from workbench.work.training_settings import plain_values

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.formats import ExportVerdict
    from workbench.store import RegisteredTokenizer, RunStore, TrainedFrom

STEM = "tokenizer"
_USUAL = ExportOptions()


@dataclass(frozen=True, slots=True)
class ExportWish:
    """What to write: a format, into which folder, under which stem, with which options.

    verifies: whether the real library is asked for its ids afterwards, on `texts` (None for the
        usual ones) and for `time_limit` seconds at most.
    """

    format: str
    directory: Path
    name: str = STEM
    options: ExportOptions = _USUAL
    verifies: bool = True
    texts: tuple[str, ...] | None = None
    time_limit: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ExportSubject:
    """What an export is of: a stored run, a registered tokenizer, or the open one alone.

    name: for people. vocab_size: of the whole; size: that to cut it to, None for the whole.
    tokenizer: the open one, None where the store has to be asked; path: of its files.
    """

    name: str
    vocab_size: int
    run_id: str | None = None
    registered: str | None = None
    tokenizer: Tokenizer | None = None
    path: Path | None = None
    size: int | None = None

    def load(self, store: RunStore) -> Tokenizer:
        """The tokenizer to write. Raises StoreError, ConfigError for a size that cannot be."""
        tokenizer = self.tokenizer
        if tokenizer is None and self.run_id is not None:
            tokenizer = store.tokenizer(self.run_id)
        elif tokenizer is None and self.registered is not None:
            tokenizer = store.registered_tokenizer(self.registered)
        if tokenizer is None:
            raise ValueError("there is nothing to export")
        return tokenizer if self.size is None else tokenizer.truncated(self.size)

    def records(self, store: RunStore) -> tuple[ExportRecord, ...]:
        """What was exported of it before, at any size, newest first. Raises StoreError."""
        if self.run_id is not None:
            return store.exports(self.run_id)
        if self.registered is not None:
            return store.find_registered(self.registered).exports
        return ()

    def keep(self, store: RunStore, record: ExportRecord) -> ExportRecord:
        """Store an export with its run or registered tokenizer; others are not kept."""
        if self.run_id is None and self.registered is None:
            return record
        if self.run_id is not None or self.registered is None:
            return store.record_export(self.run_id, record)
        if self.size is not None:
            return record  # cut from a registered tokenizer, it is another one
        return keep_with_registered(store, store.find_registered(self.registered), record)

    def keep_if_possible(self, store: RunStore, record: ExportRecord) -> ExportRecord:
        """As `keep`; where the store cannot be written, the record says so in a note."""
        from workbench.store import StoreError

        try:
            return self.keep(store, record)
        except StoreError as error:
            note = f"The files are whole; only the record of this export was not kept: {error}"
            return replace(record, notes=(*record.notes, note))

    def provenance(self, store: RunStore) -> dict[str, Any]:
        """Where it comes from, for a bundle. Raises StoreError."""
        if self.run_id is not None:
            return provenance_of_run(store, self.run_id)
        if self.registered is not None:
            return provenance_of_registered(store.find_registered(self.registered))
        return {}


def keep_with_registered(
    store: RunStore, registered: RegisteredTokenizer, record: ExportRecord
) -> ExportRecord:
    """Store an export of a registered tokenizer; with its run, unless that is deleted by now."""
    named = replace(record, registered=(registered.name, registered.version))
    is_there = any(run.run_id == registered.run_id for run in store.list_runs())
    return store.record_export(registered.run_id if is_there else None, named)


@dataclass(frozen=True, slots=True)
class ExportStep:
    """What is done just now, and how far everything is, 0 to 1."""

    phase: str
    fraction: float


@dataclass(frozen=True, slots=True)
class Exported:
    """An export that was made: its files, the verdict if one was wanted, what the store keeps."""

    paths: tuple[Path, ...]
    verdict: ExportVerdict | None
    record: ExportRecord


def export_steps(tokenizer: Tokenizer, wish: ExportWish) -> Generator[ExportStep, None, Exported]:
    """Write, hash and verify; yields before each step, so that it can be given up there.

    Raises ExportError, PatternError, OSError; a library that says something else is a verdict.
    """
    from engine.formats import export_notes, export_tokenizer, known_format

    format_name, directory = known_format(wish.format), wish.directory
    yield ExportStep("Write files", 0.0)
    paths = tuple(
        export_tokenizer(tokenizer, format_name, directory, name=wish.name, options=wish.options)
    )
    yield ExportStep("Hash files", 0.2)
    record = ExportRecord.of(
        tokenizer,
        format_name,
        directory,
        paths,
        name=wish.name,
        options=chosen_options(wish.options),
        notes=tuple(export_notes(tokenizer, format_name, wish.options)),
    )
    verdict = None
    if wish.verifies:
        verdict = yield from _verified(tokenizer, format_name, wish)
        record = replace(record, verdict=verdict.document())
    return Exported(paths, verdict, record)


def _verified(
    tokenizer: Tokenizer, format_name: str, wish: ExportWish
) -> Generator[ExportStep, None, ExportVerdict]:
    """What the library says; given up in the middle, its process ends."""
    from engine.formats import TIME_LIMIT_S, verification_steps, verification_texts

    asking = ExportStep("Query the library", 0.3)
    yield asking
    steps = verification_steps(
        tokenizer,
        format_name,
        wish.directory,
        verification_texts(tuple(tokenizer.special_tokens), wish.texts),
        name=wish.name,
        options=wish.options,
        time_limit=TIME_LIMIT_S if wish.time_limit is None else wish.time_limit,
    )
    return (yield from relayed(steps, lambda _: asking))


def write_export(tokenizer: Tokenizer, wish: ExportWish) -> Exported:
    """Run `export_steps` to its end. Raises as it does."""
    return result_of(export_steps(tokenizer, wish))


def chosen_options(options: ExportOptions) -> dict[str, Any]:
    """The options that are not the usual ones, as JSON has them; provenance is told elsewhere."""
    return {
        field.name: getattr(options, field.name)
        for field in fields(options)
        if field.name != "provenance"
        and getattr(options, field.name) != getattr(_USUAL, field.name)
    }


# Whether exported files still are what was exported.


FileStatus = Literal["same", "changed", "replaced", "gone"]


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A file of an export, and what lies in its place now; found: its sha256, None for none.

    "replaced": a later export wrote a file of its own into this place.
    """

    file: ExportedFile
    status: FileStatus
    found: str | None = None


def checked_exports(
    records: Sequence[ExportRecord],
) -> tuple[tuple[ExportRecord, tuple[FileFinding, ...]], ...]:
    """Hash the files of exports, newest first, as far as they are there and can be read."""
    newer: set[Path] = set()
    checked = []
    for record in records:
        findings = tuple(_checked(record.folder / file.name, file, newer) for file in record.files)
        newer.update(record.folder / file.name for file in record.files)
        checked.append((record, findings))
    return tuple(checked)


def _checked(path: Path, file: ExportedFile, newer: set[Path]) -> FileFinding:
    try:
        found = sha256_of(path)
    except OSError:
        return FileFinding(file, "gone")
    if found == file.sha256:
        return FileFinding(file, "same", found)
    return FileFinding(file, "replaced" if path in newer else "changed", found)


def provenance_of_run(store: RunStore, run: str) -> dict[str, Any]:
    """What a bundle says of a run: its recipe, its sources, what was measured and exported.

    Raises StoreError.
    """
    record = store.run(run)
    summary, config, rules = record.summary, record.config, record.config.merge_rules
    return {
        "run": {
            "run_id": summary.run_id,
            "name": summary.name,
            "created": summary.created.isoformat(),
            "tags": list(summary.tags),
            "notes": summary.notes,
            "settings": {
                "vocab_size": config.vocab_size,
                "pattern": config.pattern,
                "special_tokens": list(config.special_tokens),
                "reserved_slots": config.reserved_slots,
                **plain_values(config),
                "merge_rules": None if rules is None else rules.document(),
                "parity": None if config.parity is None else config.parity.document(),
                "pieces": None if config.pieces is None else config.pieces.document(),
            },
        },
        "trained_from": trained_from_document(trained_from_run(record)),
        "evaluations": [
            {
                "name": evaluation.name,
                "created": evaluation.created.isoformat(),
                "labels": {
                    row.label: {"bytes": row.bytes, "tokens": row.tokens} for row in evaluation.rows
                },
            }
            for evaluation in store.evaluations(run)
        ],
        "exports": [export_document(export) for export in store.exports(run)],
    }


def provenance_of_registered(each: RegisteredTokenizer) -> dict[str, Any]:
    """What a bundle says of a registered tokenizer."""
    return {"registered": registered_document(each)}


def registered_document(each: RegisteredTokenizer) -> dict[str, Any]:
    """One registered tokenizer with where it comes from and what was exported of it."""
    return {
        "reference": each.reference,
        "name": each.name,
        "version": each.version,
        "semantic_hash": each.semantic_hash,
        "created": each.created.isoformat(),
        "vocab_size": each.vocab_size,
        "n_merges": each.n_merges,
        "pattern_name": each.pattern_name,
        "pattern": each.pattern,
        "origin": each.origin,
        "run_id": each.run_id,
        "run_name": each.run_name,
        "file": None if each.file is None else {"name": each.file.name, "sha256": each.file.sha256},
        "metadata": dict(each.metadata),
        "sha256": each.sha256,
        "bytes": each.size_bytes,
        "trained_from": trained_from_document(each.trained_from),
        "exports": [export_document(record) for record in each.exports],
    }


def trained_from_document(known: TrainedFrom) -> dict[str, Any]:
    """Which bytes a tokenizer was trained from."""
    return {
        "bytes": known.bytes,
        "trained": None if known.trained is None else known.trained.isoformat(),
        "mixture": known.mixture,
        "engine_version": known.engine_version,
        "unicode_version": known.unicode_version,
        "sources": [
            {
                "label": source.label,
                "bytes": source.bytes,
                "documents": source.documents,
                "share": source.share,
                "repetition": source.weight,
                "files": [
                    {"path": file.path, "bytes": file.size_bytes, "sha256": file.sha256}
                    for file in source.files
                ],
            }
            for source in known.sources
        ],
    }


def export_document(record: ExportRecord) -> dict[str, Any]:
    """One export with its files and verdict."""
    return {
        "format": record.format,
        "directory": record.directory,
        "created": None if record.created is None else record.created.isoformat(),
        "vocab_size": record.vocab_size,
        "semantic_hash": record.semantic_hash,
        "options": dict(record.options),
        "files": [
            {"name": file.name, "bytes": file.size_bytes, "sha256": file.sha256}
            for file in record.files
        ],
        "notes": list(record.notes),
        "verification": None if record.verdict is None else dict(record.verdict),
    }
