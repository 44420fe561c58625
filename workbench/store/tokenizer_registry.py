"""TokenizerRegistry: the part of a store that holds registered tokenizers and exports.

    registered = store.register("wide", run="gpt2-4096", metadata={"for": "model 7"})
    store.registered_tokenizer("wide@1").encode("text")

A `reference` is NAME (the newest version), NAME@VERSION, or NAME@HASH with eight or more digits.
What is registered never changes and is never removed; the database itself refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection

from workbench.store import registry_rows
from workbench.store.connection import Database
from workbench.store.errors import RegistryNameError
from workbench.store.lookup import find_run_id
from workbench.store.registry_documents import trained_from_record, trained_from_run
from workbench.store.registry_lookup import (
    checked_metadata,
    checked_registry_name,
    find_registered,
)
from workbench.store.registry_records import (
    ExportRecord,
    ImportedFile,
    RegisteredTokenizer,
    TrainedFrom,
)
from workbench.store.registry_schema import registered_tokenizers, run_exports
from workbench.store.run_artefacts import read_run, read_tokenizer
from workbench.store.run_reading import whole_record

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_NO_METADATA: Mapping[str, str] = {}


class TokenizerRegistry:
    """Base of RunStore, which has the file; each call is one short transaction."""

    path: Path
    _database: Database
    _clock: Callable[[], datetime]

    def register(
        self, name: str, run: str, metadata: Mapping[str, str] = _NO_METADATA
    ) -> RegisteredTokenizer:
        """Freeze the tokenizer of a finished run under a name, as its next version.

        A tokenizer that the name has already, with the same ids, roles and chat template, is that
        version still: nothing is stored, also no other metadata, and `is_new` is False.
        Raises UnknownRunError, RunStateError, RegistryNameError.
        """
        with whole_record(self.path, f"The run {run}"), self._database.reading() as connection:
            run_id = find_run_id(connection, run)
            tokenizer = read_tokenizer(connection, run_id)
            record = read_run(connection, run_id)
        origin = {"run_id": run_id, "run_name": record.summary.name}
        return self._register(name, tokenizer, metadata, trained_from_run(record), origin)

    def register_file(
        self,
        name: str,
        tokenizer: Tokenizer,
        file: ImportedFile,
        metadata: Mapping[str, str] = _NO_METADATA,
    ) -> RegisteredTokenizer:
        """The same for a tokenizer that was read from a file. Raises RegistryNameError.

        A tokenizer that another library runs cannot be frozen: it is not in our hands.
        """
        from engine.encoding import Tokenizer as OwnTokenizer

        if not isinstance(tokenizer, OwnTokenizer):
            library = getattr(tokenizer, "library", "another library")
            raise RegistryNameError(
                f"{file.name} runs through {library} and cannot be registered: only a tokenizer "
                "that this program encodes with itself can be frozen. Keep the file beside its "
                "sha256.",
                name=name,
            )
        origin = {"file_name": file.name, "file_sha256": file.sha256}
        known = trained_from_record(tokenizer.training)
        return self._register(name, tokenizer, metadata, known, origin)

    def registered(self) -> tuple[RegisteredTokenizer, ...]:
        """All registered tokenizers with their exports, newest first."""
        with whole_record(self.path, "The registry"), self._database.reading() as connection:
            return registry_rows.read_registered(connection)

    def find_registered(self, reference: str) -> RegisteredTokenizer:
        """The one that a reference means.

        Raises UnknownTokenizerError, AmbiguousTokenizerError, RegistryNameError.
        """
        with (
            whole_record(self.path, f"The registered tokenizer {reference}"),
            self._database.reading() as connection,
        ):
            found = find_registered(connection, reference)
            return _read(connection, found.name, found.version)

    def registered_tokenizer(self, reference: str) -> Tokenizer:
        """Its tokenizer; its bytes and hashes are compared with those that were stored.

        Raises as `find_registered`, and DamagedStoreError.
        """
        with (
            whole_record(self.path, f"The registered tokenizer {reference}"),
            self._database.reading() as connection,
        ):
            found = find_registered(connection, reference)
            return registry_rows.read_content(connection, found.name, found.version)

    def record_export(self, run: str | None, record: ExportRecord) -> ExportRecord:
        """Store an export of a run, or of the registered tokenizer that the record names.

        An export of a run that is registered belongs to its newest version of that hash as well.
        Returns the record with its number and time.
        """
        now = self._clock()
        with self._database.writing() as connection:
            run_id = None if run is None else find_run_id(connection, run)
            registered = record.registered
            if run_id is not None and registered is None:
                registered = registry_rows.version_of(connection, run_id, record.semantic_hash)
            if run_id is None and registered is None:
                raise ValueError("an export belongs to a run or to a registered tokenizer")
            whole = replace(record, run_id=run_id, registered=registered, created=now)
            number = registry_rows.write_export(connection, whole, now)
        return replace(whole, export_id=number)

    def exports(self, run: str | None = None) -> tuple[ExportRecord, ...]:
        """The exports of a run with their verdicts, newest first; without `run` those of all."""
        subject = "An export" if run is None else f"An export of the run {run}"
        with whole_record(self.path, subject), self._database.reading() as connection:
            condition: ColumnElement[bool] = run_exports.c.run_id.is_not(None)
            if run is not None:
                condition = run_exports.c.run_id == find_run_id(connection, run)
            return registry_rows.read_exports(connection, condition)

    def _register(
        self,
        name: str,
        tokenizer: Tokenizer,
        metadata: Mapping[str, str],
        trained_from: TrainedFrom,
        origin: Mapping[str, str | None],
    ) -> RegisteredTokenizer:
        cleaned = checked_registry_name(name)
        registration = registry_rows.prepare_registration(
            cleaned, tokenizer, checked_metadata(metadata), trained_from, origin
        )
        with self._database.writing() as connection:
            version, is_new = registry_rows.write_registration(
                connection, registration, self._clock()
            )
            found = _read(connection, cleaned, version)
        return replace(found, is_new=is_new)


def _read(connection: Connection, name: str, version: int) -> RegisteredTokenizer:
    table = registered_tokenizers
    condition = (table.c.name == name) & (table.c.version == version)
    (found,) = registry_rows.read_registered(connection, condition)
    return found
