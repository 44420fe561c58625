"""RunLives: the part of a store in which runs begin, live and end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.store import run_remarks, run_writing
from workbench.store.backups import back_up_if_due
from workbench.store.connection import Database
from workbench.store.records import (
    DocumentOptions,
    MeasuredTokenizer,
    RunId,
    RunSummary,
    SourceRecord,
)
from workbench.store.run_reading import read_summaries
from workbench.store.run_results import prepare_result, write_result
from workbench.store.schema import runs

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.evaluation import LabelEvaluation
    from engine.settings import Mixture, TrainingConfig

TRAINING_EVALUATION = "training"
"""Name of the evaluation that `finish_run` stores."""

_NO_OPTIONS = DocumentOptions()


class RunLives:
    """Base of RunStore, which has the file; each call is one short transaction."""

    path: Path
    _database: Database
    _clock: Callable[[], datetime]

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
        result = prepare_result(tokenizer, self._clock(), mixture)
        taken = tuple(rows)
        with self._database.writing() as connection:
            write_result(connection, run_id, result, sources, stopped)
            if taken:
                run_remarks.write_evaluation(
                    connection, run_id, TRAINING_EVALUATION, taken, self._clock(), measured=measured
                )

    def fail_run(self, run_id: RunId, reason: str) -> None:
        """End a run that could not finish; `reason` is the sentence for people."""
        with self._database.writing() as connection:
            run_writing.end(connection, run_id, "failed", reason, self._clock())

    def cancel_run(self, run_id: RunId) -> None:
        """End a run that somebody stopped."""
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
