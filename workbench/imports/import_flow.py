"""ImportFlow: reports on tokenizer files and published tokenizers, and opens them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.work.comparison import Baseline
from workbench.work.jobs import Job, StepProgress
from workbench.work.tokenizer_files import published_steps

if TYPE_CHECKING:
    from engine.formats import ImportReport


@dataclass(frozen=True)
class ImportedReport:
    """A report. source: file, folder or published name. pattern: given by the user."""

    source: Baseline
    report: ImportReport
    pattern: str | None = None


class ImportFlow(QObject):
    """Makes one report at a time; a newer request replaces an older one.

    Signals:
        started: the Baseline that is being read.
        reported: ImportedReport.
        used: name of the tokenizer that was opened.
        failed: the sentence to show.    cancelled: ended in the list of tasks.
    """

    started: Signal[Baseline] = Signal(object)
    reported: Signal[ImportedReport] = Signal(object)
    used: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)
    cancelled = Signal()

    def __init__(
        self, state: WorkbenchState, engine_jobs: EngineJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._slot = JobSlot(engine_jobs, self, failed=self.failed)
        self._slot.cancelled.connect(self.cancelled)

    def read(self, request: tuple[Baseline, str | None]) -> None:
        """Make the report on a file, folder or published tokenizer: (which, its split pattern)."""
        source, pattern = request
        title = fill(self.tr("Check %1"), source.name)
        self.started.emit(source)
        job = Job(_reported(source, pattern), title=title, brief=True)
        self._slot.start(job, self.reported.emit)

    def use(self, imported: ImportedReport) -> None:
        """Make the tokenizer of a report the current one; it belongs to no run."""
        tokenizer = imported.report.tokenizer
        if tokenizer is not None and imported.report.is_usable:
            self._state.set_comparison(None)
            source = imported.source
            self._state.open_run(None, tokenizer, None, name=source.name, path=source.path)
            self.used.emit(imported.source.name)

    def stop(self) -> None:
        """Give up what is read."""
        self._slot.give_up()


def _reported(
    source: Baseline, pattern: str | None
) -> Generator[StepProgress, None, ImportedReport]:
    words = fill(QCoreApplication.translate("import_flow", "Check %1"), source.name)
    yield StepProgress(words)
    from engine.formats import validate_published, validate_tokenizer

    if source.published is not None:
        yield from published_steps(source.published)
        yield StepProgress(words)
        return ImportedReport(source, validate_published(source.published))
    assert source.path is not None
    return ImportedReport(source, validate_tokenizer(source.path, pattern), pattern)
