"""EngineJobs: holds the jobs that call kernels until all kernels are compiled."""

from __future__ import annotations

from PySide6.QtCore import QObject

from workbench.work.jobs import Job, JobRunner


class EngineJobs(QObject):
    """Starts jobs in a JobRunner; those asked for before the engine is ready wait for it.

    A kernel that is called before it is compiled would be compiled in the window's own process,
    while the child process compiles the same one.
    """

    def __init__(
        self, jobs: JobRunner, *, is_ready: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._is_ready = jobs, is_ready
        self._held: list[Job] = []

    @property
    def current(self) -> Job | None:
        """The job that runs, None when idle."""
        return self._jobs.current

    def holds(self, job: Job) -> bool:
        """Return whether a job waits for the engine."""
        return job in self._held

    def start(self, job: Job) -> None:
        """Queue a job, now or once the engine is ready; connect its signals before."""
        if self._is_ready:
            self._jobs.start(job)
        else:
            self._held.append(job)

    def start_at_once(self, job: Job) -> None:
        """Queue a job that calls no kernel, whether the engine is ready or not."""
        self._jobs.start(job)

    def release(self) -> None:
        """The engine is ready: start what was held, in its order, cancelled jobs too."""
        self._is_ready = True
        held, self._held = self._held, []
        for job in held:
            self._jobs.start(job)
