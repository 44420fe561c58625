"""Registers, lists, opens and checks registered tokenizers; writes, verifies and lists exports.

`RegistryFlow` does the first, `ExportFlow` the second; `CheckedExports` is the result of a check of
exported files.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import ImportedFile, RegistryNameError, RunStore, StoreError
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import JobSlot
from workbench.ui.words.job_words import failure_words
from workbench.ui.words.translation import translator
from workbench.work.comparison import Comparison, comparison_of
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.tokenizer_export import (
    ExportStep,
    ExportSubject,
    ExportWish,
    checked_exports,
    export_steps,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Tokenizer
    from workbench.store import ExportRecord, RegisteredTokenizer
    from workbench.work.tokenizer_export import FileFinding, FileStatus

_tr = translator("registry_check")


MOST_PLACES = 3


@dataclass(frozen=True)
class OpenedRegistered:
    """A registered tokenizer that was read for opening; with its run, if it exists."""

    registered: RegisteredTokenizer
    tokenizer: Tokenizer
    run_id: str | None
    comparison: Comparison | None


@dataclass(frozen=True, slots=True)
class CheckedExports:
    """All exports of a registered tokenizer with the state of their files."""

    reference: str
    exports: tuple[tuple[ExportRecord, tuple[FileFinding, ...]], ...]

    def places(self, status: FileStatus) -> list[Path]:
        """Where the files of a status lie, once each."""
        found = (
            record.folder / each.file.name
            for record, findings in self.exports
            for each in findings
            if each.status == status
        )
        return list(dict.fromkeys(found))


def checked_words(checked: CheckedExports) -> str:
    """The changed and the missing files; if there are none, that all are unchanged."""
    said = []
    if changed := checked.places("changed"):
        words = _tr("Changed since the export of %1: %2. Export again.")
        said.append(fill(words, checked.reference, _listed(changed)))
    if gone := checked.places("gone"):
        said.append(fill(_tr("Missing: %1."), _listed(gone)))
    same = checked.places("same")
    if not said:
        words = _tr("All exported files of %1 are unchanged (%2).")
        said.append(fill(words, checked.reference, grouped(len(same))))
    elif same:
        said.append(fill(_tr("Unchanged: %1."), grouped(len(same))))
    return " ".join(said)


def _listed(places: Sequence[Path]) -> str:
    shown = ", ".join(map(str, places[:MOST_PLACES]))
    if len(places) <= MOST_PLACES:
        return shown
    return fill(_tr("%1 and %2 more"), shown, grouped(len(places) - MOST_PLACES))


class RegistryFlow(QObject):
    """Serves all requests of the registry.

    Signals:
        listed: tuple of RegisteredTokenizer, newest first.
        exports_listed: tuple of ExportRecord of all runs, newest first.
        registered: RegisteredTokenizer, new or registered before.
        opened: RegisteredTokenizer, now the open tokenizer.
        checked: CheckedExports.
        name_refused: the sentence to show at the name.
        failed: the sentence to show.
    """

    listed: Signal[tuple[RegisteredTokenizer, ...]] = Signal(object)
    exports_listed: Signal[tuple[ExportRecord, ...]] = Signal(object)
    registered: Signal[RegisteredTokenizer] = Signal(object)
    opened: Signal[RegisteredTokenizer] = Signal(object)
    checked: Signal[CheckedExports] = Signal(object)
    name_refused: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: JobRunner,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._slot = JobSlot(jobs, self, rule="queue", failed=self.failed)
        self._all: tuple[RegisteredTokenizer, ...] = ()
        self._exports: tuple[ExportRecord, ...] = ()
        self._opened: OpenedRegistered | None = None

    @property
    def open_reference(self) -> str | None:
        """NAME@VERSION of the current tokenizer, None if it is no registered one."""
        opened = self._opened
        is_open = opened is not None and opened.tokenizer is self._state.tokenizer
        return opened.registered.reference if opened is not None and is_open else None

    @property
    def all(self) -> tuple[RegisteredTokenizer, ...]:
        """What was listed last, newest first."""
        return self._all

    def refresh(self, _runs: object = None) -> None:
        """Read the registry again, as often as the runs: other programs add to it, too."""
        try:
            self._all = self._store.registered()
            self._exports = self._store.exports()
        except StoreError as error:
            self.failed.emit(error_words(error))
            return
        self.listed.emit(self._all)
        self.exports_listed.emit(self._exports)

    def register(self, request: tuple[ExportSubject, str, Mapping[str, str]]) -> None:
        """Freeze a run or the open tokenizer: (what, name, metadata)."""
        task, title = _register(self._store, *request), self.tr("Register")
        job = Job(task, title=title, brief=True)
        self._slot.start(job, self._note_registered, failed=self._note_failed)

    def open(self, each: RegisteredTokenizer) -> None:
        """Read a registered tokenizer in the worker and make it current."""
        task = _read(self._store, each)
        self._slot.start(Job(task, title=self.tr("Open tokenizer"), brief=True), self._note_opened)

    def check_exports(self, each: RegisteredTokenizer) -> None:
        """Hash the files of all its exports again in the worker."""
        job = Job(_check(each), title=self.tr("Check files"), brief=True)
        self._slot.start(job, self.checked.emit)

    def _note_registered(self, found: RegisteredTokenizer) -> None:
        self.refresh()
        self.registered.emit(found)

    def _note_opened(self, opened: OpenedRegistered) -> None:
        self._opened = opened
        comparison = opened.comparison
        evaluation = None if comparison is None else comparison.measured[0].evaluation
        self._state.set_comparison(comparison)
        name = opened.registered.reference
        self._state.open_run(opened.run_id, opened.tokenizer, evaluation, name=name)
        self.opened.emit(opened.registered)

    def _note_failed(self, error: Exception) -> None:
        if isinstance(error, RegistryNameError):
            self.name_refused.emit(error_words(error))
        else:
            self.failed.emit(failure_words(error))


def _register(
    store: RunStore, subject: ExportSubject, name: str, metadata: Mapping[str, str]
) -> Generator[StepProgress, None, RegisteredTokenizer]:
    yield StepProgress("Register")
    if subject.run_id is not None:
        return store.register(name, subject.run_id, metadata)
    path = subject.path
    file = ImportedFile(subject.name) if path is None else ImportedFile.of(path)
    return store.register_file(name, subject.load(store), file, metadata)


def _check(each: RegisteredTokenizer) -> Generator[StepProgress, None, CheckedExports]:
    yield StepProgress("Check files")
    return CheckedExports(each.reference, checked_exports(each.exports))


def _read(
    store: RunStore, each: RegisteredTokenizer
) -> Generator[StepProgress, None, OpenedRegistered]:
    yield StepProgress("Read tokenizer")
    tokenizer = store.registered_tokenizer(each.reference)
    _ = tokenizer.vocabulary  # computed in the worker; panes find it ready
    live = next((run for run in store.list_runs() if run.run_id == each.run_id), None)
    if live is None or live.semantic_hash != each.semantic_hash:
        return OpenedRegistered(each, tokenizer, None, None)
    evaluations = store.evaluations(live.run_id)  # oldest first; the newest is shown
    comparison = comparison_of(evaluations[-1], live.run_id, live.name) if evaluations else None
    return OpenedRegistered(each, tokenizer, live.run_id, comparison)


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
