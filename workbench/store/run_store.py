"""RunStore: the stored runs of one file. The only door to the database.

    with RunStore.open() as store:
        run_id = store.begin_run(None, config, source_records(corpus.sources))
        store.heartbeat(run_id, "Compute merges", 0.5)
        store.finish_run(run_id, tokenizer)
        store.tokenizer("gpt2-4096").encode("text")

Any thread may call any method: each call is one short transaction on a connection of its
own. A `run` is an id, a name, or the beginning of an id; a `run_id` is an id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from workbench.store import run_remarks
from workbench.store.backups import back_up
from workbench.store.checking import findings_of
from workbench.store.connection import Database
from workbench.store.errors import (
    AmbiguousRunError,
    RunStateError,
    StoreError,
    StoreWriteError,
    UnknownRunError,
)
from workbench.store.lookup import find_run_id
from workbench.store.opening import open_database, open_replacing_damaged
from workbench.store.places import FolderError, store_path
from workbench.store.records import (
    EvaluationRecord,
    MeasuredTokenizer,
    RunId,
    RunRecord,
    RunSummary,
)
from workbench.store.run_artefacts import read_run, read_tokenizer
from workbench.store.run_lives import RunLives
from workbench.store.run_reading import read_summaries, whole_record
from workbench.store.schema import runs
from workbench.store.tokenizer_registry import TokenizerRegistry

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from engine.encoding import Tokenizer
    from engine.evaluation import LabelEvaluation

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


class RunStore(RunLives, TokenizerRegistry):
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
        """The tokenizer of a finished run, with its training record. Raises RunStateError."""
        with whole_record(self.path, f"The run {run}"), self._database.reading() as connection:
            return read_tokenizer(connection, find_run_id(connection, run))

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


def _restore_in(connection: Connection, run: str) -> RunId:
    run_id = find_run_id(connection, run, among_deleted=True)
    run_remarks.mark_restored(connection, run_id)
    return run_id
