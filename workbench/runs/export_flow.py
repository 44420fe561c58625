"""ExportFlow: writes and verifies exports in the worker, and lists earlier ones."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.signals import Signal
from workbench.store import RunStore, StoreError
from workbench.text.engine_words import error_words
from workbench.ui.widgets.job_slot import JobSlot
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.tokenizer_export import ExportStep, ExportSubject, ExportWish, export_steps

if TYPE_CHECKING:
    from workbench.store import ExportRecord


@dataclass(frozen=True)
class FinishedExport:
    """An export and its result."""

    subject: ExportSubject
    record: ExportRecord


class ExportFlow(QObject):
    """Runs one export at a time; those of runs and registered tokenizers are recorded.

    Signals:
        started: ExportSubject.         progressed: StepProgress, the last one.
        exported: FinishedExport.       cancelled: no result.
        stopped: the user cancelled it.
        records_listed: (ExportSubject, tuple of ExportRecord).
        failed: the sentence to show.
    """

    started: Signal[ExportSubject] = Signal(object)
    progressed: Signal[StepProgress] = Signal(object)
    exported: Signal[FinishedExport] = Signal(object)
    cancelled = Signal()
    stopped = Signal()
    records_listed: Signal[tuple[ExportSubject, tuple[ExportRecord, ...]]] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, jobs: JobRunner, store: RunStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._slot = JobSlot(jobs, self, rule="refuse")
        self._slot.cancelled.connect(self.cancelled)
        self._slot.cancelled.connect(self.stopped)
        self._slot.failed.connect(self.cancelled)
        self._slot.failed.connect(self.failed)

    def export(self, request: tuple[ExportSubject, ExportWish]) -> None:
        """Write, hash, verify and keep; nothing is done while an export runs."""
        if self._slot.is_running:
            return
        subject, wish = request
        task, title = _export(self._store, subject, wish), self.tr("Export")
        self.started.emit(subject)
        self._slot.start(Job(task, title=title), self.exported.emit, progressed=self._note_progress)

    def cancel(self) -> None:
        """Give the running export up; files that are written stay."""
        self._slot.cancel()

    def read_records(self, subject: ExportSubject) -> None:
        """Read what was exported of something before."""
        try:
            self.records_listed.emit((subject, subject.records(self._store)))
        except StoreError as error:
            self.failed.emit(error_words(error))

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        self.progressed.emit(values[-1])


def _export(
    store: RunStore, subject: ExportSubject, wish: ExportWish
) -> Generator[StepProgress, None, FinishedExport]:
    yield StepProgress("Read tokenizer", 0.0)
    tokenizer = subject.load(store)
    if wish.format == "bundle":
        options = replace(wish.options, provenance=subject.provenance(store))
        wish = replace(wish, options=options)
    exported = yield from relayed(export_steps(tokenizer, wish), _progress)
    return FinishedExport(subject, subject.keep_if_possible(store, exported.record))


def _progress(step: ExportStep) -> StepProgress:
    known = (
        StepProgress("Write files", 0.1),
        StepProgress("Hash files", 0.25),
        StepProgress("Query the library", 0.3),
    )
    return next(
        (each for each in known if each.phase == step.phase), StepProgress("Write files", 0.1)
    )
