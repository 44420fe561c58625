"""RunStore: the stored runs of one file. The only door to the database.

    with RunStore.open() as store:
        run_id = store.begin_run(None, config, source_records(corpus.sources))
        store.heartbeat(run_id, "Compute merges", 0.5)
        store.finish_run(run_id, tokenizer)
        store.tokenizer("gpt2-4096").encode("text")

Any thread may call any method: each call is one short transaction on a connection of its
own. A `run` is an id, a name, or the beginning of an id; a `run_id` is an id.

    registered = store.register("wide", run="gpt2-4096", metadata={"for": "model 7"})
    store.registered_tokenizer("wide@1").encode("text")

A `reference` is NAME (the newest version), NAME@VERSION, or NAME@HASH with eight or more digits.
What is registered never changes and is never removed; the database itself refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy import ColumnElement, Connection

from workbench.store import library_runs, registry, run_remarks, run_writing
from workbench.store.backups import back_up, back_up_if_due
from workbench.store.connection import Database
from workbench.store.errors import (
    AmbiguousRunError,
    RegistryNameError,
    RunStateError,
    StoreError,
    StoreWriteError,
    UnknownRunError,
    say,
)
from workbench.store.file_health import findings_of
from workbench.store.opening import open_database, open_replacing_damaged
from workbench.store.places import FolderError, store_path
from workbench.store.records import (
    DocumentOptions,
    EvaluationRecord,
    ExportRecord,
    ImportedFile,
    MeasuredTokenizer,
    RegisteredTokenizer,
    RunId,
    RunRecord,
    RunSummary,
    SourceRecord,
    TrainedFrom,
)
from workbench.store.run_reading import (
    read_library_file,
    read_run,
    read_summaries,
    read_tokenizer,
    whole_record,
)
from workbench.store.run_remarks import find_run_id
from workbench.store.schema import registered_tokenizers, run_exports, runs

if TYPE_CHECKING:
    from engine.compiled import Int64s
    from engine.encoding import Tokenizer
    from engine.evaluation import Evaluation, LabelEvaluation
    from engine.library import AnyTokenizer
    from engine.settings import Mixture, TrainingConfig
    from engine.trainers import LibraryTraining

TRAINING_EVALUATION = "training"
"""Name of the evaluation that `finish_run` stores."""

_NO_OPTIONS = DocumentOptions()
_NO_METADATA: Mapping[str, str] = {}
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


class RunStore:
    """The runs of one file, and its registry; open it with `RunStore.open`, close it when done.

    path: the file. journal_mode: "WAL" or "TRUNCATE".
    restored_from: the backup that took a damaged file's place at this opening, else None.
    Every method raises StoreError subclasses for what people or disks do wrong.
    """

    def __init__(
        self, database: Database, *, clock: Clock = utc_now, restored_from: Path | None = None
    ) -> None:
        self.path = database.path
        self.journal_mode = database.journal_mode
        self.restored_from = restored_from
        self._database = database
        self._clock = clock

    @classmethod
    def open(
        cls, path: Path | None = None, *, replace_damaged: bool = False, clock: Clock = utc_now
    ) -> RunStore:
        """Open the store at `path`, or in the user's data folder; make it if there is none.

        replace_damaged: move a damaged file aside and go on with its newest good backup, or with a
            new store if there is none.
        Raises DamagedStoreError, NewerStoreError, NotAStoreError, StoreReadError,
        StoreWriteError, StoreBusyError; the file is left as it is then.
        """
        try:
            place = store_path() if path is None else Path(path).absolute()
        except FolderError as error:
            raise StoreWriteError(str(error), path=error.path) from error
        if not replace_damaged:
            return cls(open_database(place, now=clock()), clock=clock)
        database, backup = open_replacing_damaged(place, now=clock())
        return cls(database, clock=clock, restored_from=backup)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def begin_run(
        self,
        name: str | None,
        config: TrainingConfig,
        sources: Sequence[SourceRecord],
        options: DocumentOptions = _NO_OPTIONS,
        mixture: Mixture | None = None,
        *,
        parent: RunId | None = None,
    ) -> RunId:
        """Begin a run of this process; without a name it gets one such as "gpt2-4096".

        parent: the run that it goes on from or extends.
        The daily backup is made here when it is due. Raises RunNameError.
        """
        now = self._clock()
        back_up_if_due(self.path, now)
        with self._database.writing() as connection:
            run_id = run_writing.begin(connection, name, config, sources, options, mixture, now)
            if parent is not None:
                run_writing.set_parent(connection, run_id, parent)
            return run_id

    def resume_run(self, run_id: RunId) -> None:
        """Let a run that did not finish go on, as one of this process.

        Raises RunStateError for one that is finished, deleted, or trained by a living process.
        """
        now = self._clock()
        with self._database.writing() as connection:
            dead = run_writing.dead_runs(connection, now)
            run_writing.reopen(connection, run_id, now, is_dead=run_id in dead)

    def heartbeat(self, run_id: RunId, phase: str, fraction: float) -> None:
        """Note that the run is alive and how far it is, 0 to 1. Raises RunStateError."""
        with self._database.writing() as connection:
            run_writing.beat(connection, run_id, phase, fraction, self._clock())

    def save_memory(self, run_id: RunId, samples: Int64s) -> None:
        """Store the memory of a running training: int64[n, 2], merges and bytes after them.

        Raises RunStateError if the run has ended.
        """
        with self._database.writing() as connection:
            run_writing.write_memory(connection, run_id, samples)

    def finish_run(
        self,
        run_id: RunId,
        tokenizer: Tokenizer,
        rows: Iterable[LabelEvaluation] = (),
        *,
        sources: Sequence[SourceRecord] | None = None,
        measured: Sequence[MeasuredTokenizer] = (),
        mixture: Mixture | None = None,
        stopped: str = "",
    ) -> None:
        """Store what a training made, whole or not at all.

        tokenizer: with its training record. rows: an evaluation to store with it; measured: the
            same with all metrics.
        sources: what is now known of them (characters, problems, hashes), in place of what
            `begin_run` was told. mixture: what it came to, where that was not known then.
        stopped: why there are fewer merges than were asked for, which becomes the run's reason;
            the run then has the size of its tokenizer.
        Raises RunStateError if the run has ended, ValueError if the tokenizer is not of this run.
        """
        result = run_writing.prepare_result(tokenizer, self._clock(), mixture)
        taken = tuple(rows)
        with self._database.writing() as connection:
            run_writing.write_result(connection, run_id, result, sources, stopped)
            if taken:
                run_remarks.write_evaluation(
                    connection, run_id, TRAINING_EVALUATION, taken, self._clock(), measured=measured
                )

    def finish_library_run(
        self,
        run_id: RunId,
        made: LibraryTraining,
        evaluation: Evaluation,
        sources: Sequence[SourceRecord],
    ) -> None:
        """Store what another library made, whole or not at all.

        evaluation: of the beginning of each source. sources: what is known of them after reading.
        Raises RunStateError if the run has ended.
        """
        columns, blob = library_runs.prepare_library_result(made, evaluation, self._clock())
        with self._database.writing() as connection:
            library_runs.write_library_result(connection, run_id, columns, blob, made, sources)
            if evaluation.rows:
                measured = (MeasuredTokenizer("", evaluation),)
                run_remarks.write_evaluation(
                    connection,
                    run_id,
                    TRAINING_EVALUATION,
                    tuple(evaluation.rows),
                    self._clock(),
                    measured=measured,
                )

    def fail_run(self, run_id: RunId, reason: str) -> None:
        """End a run that could not finish; `reason` is the sentence for people."""
        with self._database.writing() as connection:
            run_writing.end(connection, run_id, "failed", reason, self._clock())

    def cancel_run(self, run_id: RunId) -> None:
        """End a run that the user stopped."""
        with self._database.writing() as connection:
            run_writing.end(connection, run_id, "cancelled", "", self._clock())

    def recognise_interrupted(self) -> list[RunSummary]:
        """Mark running runs whose process is dead as interrupted; returns those, newest first."""
        with self._database.reading() as connection:
            dead = run_writing.dead_runs(connection, self._clock())
        if not dead:
            return []
        with self._database.writing() as connection:
            marked = [
                run_id
                for run_id, reason in dead.items()
                if run_writing.mark_interrupted(connection, run_id, reason)
            ]
            return read_summaries(connection, runs.c.run_id.in_(marked))

    def resolve(self, run: str) -> RunId:
        """The id of a run. Raises UnknownRunError, AmbiguousRunError."""
        with self._database.reading() as connection:
            return find_run_id(connection, run)

    def list_runs(self, *, deleted: bool = False) -> list[RunSummary]:
        """All runs in every state, newest first; those that are deleted, if asked for, alone."""
        condition = runs.c.deleted_at.is_not(None) if deleted else runs.c.deleted_at.is_(None)
        with (
            whole_record(self.path, "The list of runs"),
            self._database.reading() as connection,
        ):
            return read_summaries(connection, condition)

    def run(self, run: str) -> RunRecord:
        """A run with its recipe, sources, timings and training record (merge and source curves)."""
        with whole_record(self.path, f"The run {run}"), self._database.reading() as connection:
            return read_run(connection, find_run_id(connection, run))

    def tokenizer(self, run: str) -> Tokenizer:
        """The tokenizer of a finished run, with its training record if this engine trained it.

        Raises RunStateError, also for a run that only another library can encode with.
        """
        from engine.encoding import Tokenizer

        tokenizer = self.any_tokenizer(run)
        if isinstance(tokenizer, Tokenizer):
            return tokenizer
        found = self.run(run).summary
        tokenizer.close()
        raise RunStateError(
            say(
                "run_in_library",
                name=found.name,
                run_id=found.run_id,
                trainer=found.trainer or "",
                package=tokenizer.package,
            ),
            run=run,
            status=found.status,
        )

    def any_tokenizer(self, run: str) -> AnyTokenizer:
        """As `tokenizer`; what this engine cannot represent exactly runs in its library.

        Raises LibraryError where the library is missing.
        """
        with whole_record(self.path, f"The run {run}"), self._database.reading() as connection:
            run_id = find_run_id(connection, run)
            file = read_library_file(connection, run_id)
            if file is None:
                return read_tokenizer(connection, run_id)
        from engine.trainers import tokenizer_of_file

        return tokenizer_of_file(*file)

    def library_file(self, run: str) -> tuple[str, bytes] | None:
        """Name and bytes of the file that another library made; None for a run of this engine."""
        with whole_record(self.path, f"The run {run}"), self._database.reading() as connection:
            return read_library_file(connection, find_run_id(connection, run))

    def evaluations(self, run: str, *, whole: bool = True) -> tuple[EvaluationRecord, ...]:
        """The evaluations stored with a run, oldest first; their names and sums if not `whole`."""
        with (
            whole_record(self.path, f"An evaluation of the run {run}"),
            self._database.reading() as connection,
        ):
            run_id = find_run_id(connection, run)
            return run_remarks.read_evaluations(connection, run_id, whole=whole)

    def save_evaluation(
        self,
        run: str,
        name: str,
        rows: Iterable[LabelEvaluation],
        *,
        measured: Sequence[MeasuredTokenizer] = (),
    ) -> None:
        """Store an evaluation with a run; one of the same name is replaced.

        measured: everything that was measured on the texts, the run itself first.
        """
        taken = tuple(rows)
        with self._database.writing() as connection:
            run_id = find_run_id(connection, run)
            run_remarks.write_evaluation(
                connection, run_id, name, taken, self._clock(), measured=measured
            )

    def rename(self, run: str, name: str) -> None:
        """Give a run another name; several runs may share one. Raises RunNameError."""
        with self._database.writing() as connection:
            run_remarks.write_name(connection, find_run_id(connection, run), name)

    def set_notes(self, run: str, notes: str) -> None:
        with self._database.writing() as connection:
            run_remarks.write_notes(connection, find_run_id(connection, run), notes)

    def set_tags(self, run: str, tags: Iterable[str]) -> None:
        """Replace the tags of a run."""
        with self._database.writing() as connection:
            run_remarks.write_tags(connection, find_run_id(connection, run), tags)

    def delete(self, run: str) -> RunId:
        """Put a run out of sight until `restore` or `purge_deleted`; returns its id.

        Raises RunStateError for a running one.
        """
        with self._database.writing() as connection:
            return self._delete_in(connection, run)

    def restore(self, run: str) -> RunId:
        """Bring a deleted run back; returns its id."""
        with self._database.writing() as connection:
            return _restore_in(connection, run)

    def delete_runs(self, runs: Sequence[str]) -> tuple[list[RunId], list[StoreError]]:
        """Delete several runs in one transaction; returns the deleted ones and what was refused."""
        return self._change_each(runs, self._delete_in)

    def restore_runs(self, runs: Sequence[str]) -> tuple[list[RunId], list[StoreError]]:
        """Bring several runs back in one transaction; returns them and what was refused."""
        return self._change_each(runs, _restore_in)

    def purge_deleted(self, older_than: timedelta) -> int:
        """Remove for ever what was deleted that long ago; returns how many runs that were."""
        before = self._clock() - older_than
        with self._database.writing() as connection:
            n_purged = run_remarks.purge(connection, before)
        if n_purged:
            self._database.give_back_space()
        return n_purged

    def deleted_bytes(self) -> int:
        """Size of what `purge_deleted` would remove now, but for its indexes."""
        with self._database.reading() as connection:
            return run_remarks.deleted_bytes(connection)

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
            record = read_run(connection, run_id)
        tokenizer = self.tokenizer(run_id)
        origin = {"run_id": run_id, "run_name": record.summary.name}
        return self._register(name, tokenizer, metadata, registry.trained_from_run(record), origin)

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
                f"{file.name} runs in {library} and cannot be registered: only a tokenizer "
                "that this program encodes with itself can be frozen. Keep the file beside its "
                "sha256.",
                name=name,
            )
        origin = {"file_name": file.name, "file_sha256": file.sha256}
        known = registry.trained_from_record(tokenizer.training)
        return self._register(name, tokenizer, metadata, known, origin)

    def registered(self) -> tuple[RegisteredTokenizer, ...]:
        """All registered tokenizers with their exports, newest first."""
        with whole_record(self.path, "The registry"), self._database.reading() as connection:
            return registry.read_registered(connection)

    def find_registered(self, reference: str) -> RegisteredTokenizer:
        """The one that a reference means.

        Raises UnknownTokenizerError, AmbiguousTokenizerError, RegistryNameError.
        """
        with (
            whole_record(self.path, f"The registered tokenizer {reference}"),
            self._database.reading() as connection,
        ):
            found = registry.find_registered(connection, reference)
            return _read(connection, found.name, found.version)

    def registered_tokenizer(self, reference: str) -> Tokenizer:
        """Its tokenizer; its bytes and hashes are compared with those that were stored.

        Raises as `find_registered`, and DamagedStoreError.
        """
        with (
            whole_record(self.path, f"The registered tokenizer {reference}"),
            self._database.reading() as connection,
        ):
            found = registry.find_registered(connection, reference)
            return registry.read_content(connection, found.name, found.version)

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
                registered = registry.version_of(connection, run_id, record.semantic_hash)
            if run_id is None and registered is None:
                raise ValueError("an export belongs to a run or to a registered tokenizer")
            whole = replace(record, run_id=run_id, registered=registered, created=now)
            number = registry.write_export(connection, whole, now)
        return replace(whole, export_id=number)

    def exports(self, run: str | None = None) -> tuple[ExportRecord, ...]:
        """The exports of a run with their verdicts, newest first; without `run` those of all."""
        subject = "An export" if run is None else f"An export of the run {run}"
        with whole_record(self.path, subject), self._database.reading() as connection:
            condition: ColumnElement[bool] = run_exports.c.run_id.is_not(None)
            if run is not None:
                condition = run_exports.c.run_id == find_run_id(connection, run)
            return registry.read_exports(connection, condition)

    def size_on_disk(self) -> int:
        """Bytes of the file and what belongs to it, such as its log."""
        return self._database.size_on_disk()

    def check(self) -> list[str]:
        """Sentences on everything that is wrong with the file or a run in it."""
        return findings_of(self._database)

    def back_up(self) -> Path:
        """Copy the store to its folder of backups now; returns the copy's path."""
        return back_up(self.path, reason="asked", now=self._clock())

    def _delete_in(self, connection: Connection, run: str) -> RunId:
        run_id = find_run_id(connection, run)
        run_remarks.mark_deleted(connection, run_id, self._clock())
        return run_id

    def _change_each(
        self, runs: Sequence[str], change: Callable[[Connection, str], RunId]
    ) -> tuple[list[RunId], list[StoreError]]:
        changed: list[RunId] = []
        refused: list[StoreError] = []
        with self._database.writing() as connection:
            for run in runs:
                try:
                    changed.append(change(connection, run))
                except (UnknownRunError, AmbiguousRunError, RunStateError) as error:
                    refused.append(error)
        return changed, refused

    def _register(
        self,
        name: str,
        tokenizer: Tokenizer,
        metadata: Mapping[str, str],
        trained_from: TrainedFrom,
        origin: Mapping[str, str | None],
    ) -> RegisteredTokenizer:
        cleaned = registry.checked_registry_name(name)
        registration = registry.prepare_registration(
            cleaned, tokenizer, registry.checked_metadata(metadata), trained_from, origin
        )
        with self._database.writing() as connection:
            version, is_new = registry.write_registration(connection, registration, self._clock())
            found = _read(connection, cleaned, version)
        return replace(found, is_new=is_new)


def _restore_in(connection: Connection, run: str) -> RunId:
    run_id = find_run_id(connection, run, among_deleted=True)
    run_remarks.mark_restored(connection, run_id)
    return run_id


def _read(connection: Connection, name: str, version: int) -> RegisteredTokenizer:
    table = registered_tokenizers
    condition = (table.c.name == name) & (table.c.version == version)
    (found,) = registry.read_registered(connection, condition)
    return found
