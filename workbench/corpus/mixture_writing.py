"""MixtureWriting: writes the mixed text into a folder in the background, from the corpus pane."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.machine import relayed
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.numbers import byte_size, grouped
from workbench.ui.widgets.file_dialogs import ask_place
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.translation import counted
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Corpus
    from engine.datasets import MixtureFormat
    from engine.settings import Mixture

FOLDER = "mixture"


class MixtureWriting(QObject):
    """The commands that write the mixture, one for each kind of file, and the job they start.

    actions: the commands, enabled while there is a corpus and nothing is being written.

    Signals:
        written: the sentence that says what is in the folder.
        failed: the sentence that says why there is none.
    """

    written: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, state: WorkbenchState, jobs: EngineJobs, beside: QWidget) -> None:
        super().__init__(beside)
        self._state, self._beside = state, beside
        self._slot = JobSlot(jobs, self, rule="refuse", failed=self.failed)
        self.actions = [
            self._made("jsonl", self.tr("Write mixture as JSON lines…")),
            self._made("txt", self.tr("Write mixture as text…")),
            self._made("parquet", self.tr("Write mixture as Parquet…")),
        ]
        self._slot.busy_changed.connect(self._enable)
        state.corpus_changed.connect(self._enable)
        self._enable()

    def button(self) -> QPushButton:
        """A button whose menu has the commands."""
        made = QPushButton(self.tr("Write files"))
        made.setToolTip(self.tr("Write the mixed text into a new folder, for other programs"))
        menu = QMenu(made)
        menu.addActions(self.actions)
        made.setMenu(menu)
        return made

    def write(self, file_format: MixtureFormat) -> None:
        """Have the person choose a new folder, and write the mixture of the corpus there."""
        corpus = self._state.corpus
        if corpus is None:
            return
        place = ask_place(self._beside, self.tr("Write mixture into a new folder"), FOLDER, "")
        if not place:
            return
        task = _written(corpus, self._state.mixture, Path(place), file_format)
        job = Job(task, title=self.tr("Write mixture"), confirm_close=True)
        self._slot.start(job, partial(self._tell, Path(place)))

    def _ask(self, file_format: MixtureFormat, _checked: object = None) -> None:
        self.write(file_format)

    def _tell(self, folder: Path, manifest: dict[str, Any]) -> None:
        words = counted(
            "MixtureWriting",
            "%2 in 1 file, %3 bytes from the mixture, written to %4.",
            "%2 in %1 files, %3 bytes from the mixture, written to %4.",
            len(manifest["files"]),
            grouped(len(manifest["files"])),
            byte_size(manifest["bytes"]),
            f"{manifest['deviation_bytes']:+,}",
            str(folder),
        )
        self.written.emit(words)

    def _made(self, file_format: MixtureFormat, words: str) -> QAction:
        action = QAction(words, self)
        action.setObjectName(f"corpus.write_mixture_{file_format}")
        action.triggered.connect(partial(self._ask, file_format))
        return action

    def _enable(self, _changed: object = None) -> None:
        reason = self.tr("no sources") if self._state.corpus is None else ""
        if self._slot.is_running:
            reason = self.tr("a mixture is being written")
        for action in self.actions:
            action.setEnabled(not reason)
            action.setStatusTip(reason)


def _written(
    corpus: Corpus, mixture: Mixture | None, folder: Path, file_format: MixtureFormat
) -> Generator[StepProgress, None, dict[str, Any]]:
    """Write it; the manifest is the result."""
    from engine.datasets import MixtureFileSettings, write_mixture

    steps = write_mixture(corpus, mixture, folder, MixtureFileSettings(file_format))
    manifest: dict[str, Any] = yield from relayed(
        steps, lambda step: StepProgress("Write mixture", step.fraction)
    )
    return manifest
