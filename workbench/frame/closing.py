"""Closing: the window goes away only when nothing is lost by it, or a person said so."""

from __future__ import annotations

from PySide6.QtCore import QObject

from workbench.frame.task_list import TaskRecords
from workbench.signals import Signal
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.work.child_process import ChildProcessJob
from workbench.work.jobs import JobRunner


class Closing(QObject):
    """Asks in the window's bar while work would be lost, and waits for jobs to end.

    Signals:
        ended: nothing runs any more; the window can be closed.
    """

    ended = Signal()

    def __init__(
        self,
        jobs: JobRunner,
        tasks: TaskRecords,
        bar: MessageBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._tasks, self._bar = jobs, tasks, bar
        self._is_stopping = False
        self._question = 0
        jobs.job_ended.connect(self._look)
        tasks.records_changed.connect(self._end_question)

    def may_close(self, *, asks: bool) -> bool:
        """True if nothing runs; otherwise ask, or stop what runs and say so with `ended`."""
        losing = self._tasks.asked_before_closing
        if losing and asks and not self._is_stopping:
            self._ask([isinstance(each, ChildProcessJob) for each in losing])
            return False
        if self._jobs.jobs:
            self.stop_all()
            return False
        return True

    def stop_all(self) -> None:
        """Cancel every job and let none begin; `ended` follows when the last one is gone."""
        self._is_stopping = True
        self._jobs.close()
        self._look()

    def _ask(self, are_installations: list[bool]) -> None:
        """Ask about trainings and installations of libraries that run."""
        training = self.tr("A training is running. Closing stops it; Runs can resume it later.")
        installing = self.tr("Libraries are being installed. Closing can leave them incomplete.")
        if all(are_installations):
            sentence, button = installing, self.tr("Stop installation and close")
        elif any(are_installations):
            sentence, button = f"{training} {installing}", self.tr("Stop all and close")
        else:
            sentence, button = training, self.tr("Stop training and close")
        self._question = self._bar.show_warning(sentence, offer=Offer(button, self.stop_all))

    def _end_question(self) -> None:
        if not self._tasks.asked_before_closing:
            self._bar.end(self._question)

    def _look(self, _job: object = None) -> None:
        if self._is_stopping and not self._jobs.jobs:
            self.ended.emit()
