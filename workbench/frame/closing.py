"""Closing: the window goes away only when nothing is lost by it, or a person said so."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.jobs import JobRunner
from workbench.widgets.message_bar import MessageBar, Offer


class Closing(QObject):
    """Asks in the window's bar while a training runs, and waits for jobs to end.

    Signals:
        ended: nothing runs any more; the window can be closed.
    """

    ended = Signal()

    def __init__(self, jobs: JobRunner, bar: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._bar = jobs, bar
        self._is_stopping = False
        self._question = 0
        jobs.job_ended.connect(self._look)

    def may_close(self, *, asks: bool) -> bool:
        """True if nothing runs; otherwise ask, or stop what runs and say so with `ended`."""
        losing = any(job.confirm_close and not job.is_cancelling for job in self._jobs.jobs)
        if losing and asks and not self._is_stopping:
            self._question = self._bar.show_warning(
                self.tr("A training is running. Closing stops it; Runs can resume it later."),
                offer=Offer(self.tr("Stop training and close"), self.stop_all),
            )
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

    def _look(self, _job: object = None) -> None:
        if not any(job.confirm_close for job in self._jobs.jobs):
            self._bar.end(self._question)
        if self._is_stopping and not self._jobs.jobs:
            self.ended.emit()
