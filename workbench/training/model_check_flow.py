"""ModelCheckFlow: checks the open tokenizer against a model's config.json in a job."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.analysis import ModelCheck, check_model_config, read_model_config
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Tokenizer


class ModelCheckFlow(QObject):
    """Checks one file at a time.

    Signals:
        checked: a ModelCheck.
        refused: the sentence that says why there is no check.
    """

    checked: Signal[ModelCheck] = Signal(object)
    refused: Signal[str] = Signal(object)

    def __init__(
        self, state: WorkbenchState, jobs: EngineJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._slot = JobSlot(jobs, self, rule="queue", failed=self.refused)

    def request(self, path: Path) -> None:
        """Check the open tokenizer against a config.json or the folder of one."""
        tokenizer = self._state.tokenizer
        if tokenizer is None:
            self.refused.emit(
                self.tr("No tokenizer is open; train one or open a run, then check it.")
            )
            return
        name = self._state.tokenizer_name or self.tr("The open tokenizer")
        title = fill(self.tr("Check against %1"), path.name)
        job = Job(_checked(tokenizer, name, path), title=title, brief=True)
        self._slot.start(job, self.checked.emit)


def _checked(
    tokenizer: Tokenizer, name: str, path: Path
) -> Generator[StepProgress, None, ModelCheck]:
    yield StepProgress("Check the tokenizer")
    config = read_model_config(path)
    return ModelCheck(name, config.path, check_model_config(tokenizer, config))
