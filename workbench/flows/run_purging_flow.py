"""RunPurgingFlow: removes deleted runs for ever, in the worker."""

from __future__ import annotations

from collections.abc import Generator
from datetime import timedelta

from PySide6.QtCore import QObject, Signal

from workbench.engine_words import error_words
from workbench.jobs import Job, JobRunner, StepProgress
from workbench.parts.failure_words import failure_words
from workbench.store import RunStore, StoreError


class RunPurgingFlow(QObject):
    """One removal at a time.

    Signals:
        counted: (number of deleted runs, their bytes).
        purged: (number of runs that were removed, bytes that are free again).
        failed: the sentence to show.
    """

    counted = Signal(object)
    purged = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: JobRunner, store: RunStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._store = jobs, store

    def count(self) -> None:
        """Tell how much there is to remove."""
        try:
            found = (len(self._store.list_runs(deleted=True)), self._store.deleted_bytes())
        except StoreError as error:
            self.failed.emit(error_words(error))
        else:
            self.counted.emit(found)

    def purge(self) -> None:
        """Remove all deleted runs; giving the room back takes seconds in a large store."""
        job = Job(_purge(self._store), title=self.tr("Remove deleted runs"), parent=self)
        job.finished.connect(self.purged)
        job.failed.connect(self._note_failed)
        self._jobs.start(job)

    def _note_failed(self, error: Exception) -> None:
        self.failed.emit(failure_words(error))


def _purge(store: RunStore) -> Generator[StepProgress, None, tuple[int, int]]:
    yield StepProgress("Remove deleted runs")
    before = store.size_on_disk()
    n_purged = store.purge_deleted(timedelta(0))
    return n_purged, max(0, before - store.size_on_disk())
