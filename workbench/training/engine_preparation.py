"""EnginePreparation: finds out whether the kernels are compiled, and has a child compile them."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence

from PySide6.QtCore import QObject

from engine.compiled import has_ready_mark, keeping_problem, write_ready_mark
from engine.machine import child_command
from workbench.signals import Signal
from workbench.text.numbers import duration
from workbench.text.placeholders import fill
from workbench.work.child_process import ChildProcessJob
from workbench.work.jobs import Gate, Job, JobRunner, StepProgress

COMPUTING_WORKSPACES = frozenset(
    {"train", "compression", "sizes", "tokens", "vocabulary", "chat", "explore"}
)


def compilation_command() -> list[str]:
    """Return the command that compiles all kernels, for a source tree and a frozen program."""
    return child_command("engine.warm_up", "--json")


class EnginePreparation(QObject):
    """Checks the kernels once the window is visible; compiles in a child process.

    gate: opens when everything is ready, for tasks that began earlier.

    Signals:
        words_changed: the engine's text in the status bar.
        problem_found: a sentence on why compiled kernels cannot be kept, and what to do.
        process_started: the ChildProcessJob that compiles.
        training_enabled: the first kernels of a training are compiled, others not yet.
        became_ready: everything can start; sent once.
    """

    words_changed: Signal[str] = Signal(object)
    problem_found: Signal[str] = Signal(object)
    process_started: Signal[ChildProcessJob] = Signal(object)
    training_enabled = Signal()
    became_ready = Signal()

    def __init__(
        self,
        jobs: JobRunner,
        *,
        command: Sequence[str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._command = list(command or compilation_command())
        self._process: ChildProcessJob | None = None
        self._is_ready = self._can_train = False
        self.gate = Gate()
        self._is_loaded = False
        self.words = self.tr("Engine not loaded yet")

    @property
    def is_ready(self) -> bool:
        return self._is_ready

    @property
    def can_train(self) -> bool:
        """Whether the kernels are compiled that split, count and merge."""
        return self._is_ready or self._can_train

    def start(self) -> None:
        """Load the engine in the worker and compile what is missing."""
        self._say(self.tr("Loading the engine"))
        job = Job(_look(), title=self.tr("Check the engine"), parent=self)
        job.finished.connect(self._note_look)
        job.failed.connect(self._go_on_without)
        job.cancelled.connect(self._go_on_without)
        self._jobs.start(job)

    def load_for(self, workspace: object) -> None:
        """Load the engine as soon as a workspace is shown that computes with it; once."""
        if workspace in COMPUTING_WORKSPACES and self._is_ready and not self._is_loaded:
            self._is_loaded = True
            self._jobs.start(Job(_load(), title=self.tr("Load the engine"), parent=self))

    def stop(self) -> None:
        """End the child process, if one runs."""
        if self._process is not None:
            self._process.cancel()

    def _note_look(self, is_ready: bool) -> None:
        if is_ready:
            self._become_ready(self.tr("Engine ready"))
            return
        self._say(self.tr("Preparing the engine (first start only)"))
        process = ChildProcessJob(
            self._command, title=self.tr("Preparing the engine (first start only)"), parent=self
        )
        process.progressed.connect(self._note_progress)
        process.finished.connect(self._note_compiled)
        process.failed.connect(self._go_on_without)
        process.cancelled.connect(self._go_on_without)
        self._process = process
        self.process_started.emit(process)
        process.start()

    def _note_progress(self, steps: tuple[StepProgress, ...]) -> None:
        share, left = steps[-1].fraction or 0.0, steps[-1].remaining_s
        if left is None:
            words = self.tr("Preparing the engine: %1 %")
        else:
            words = self.tr("Preparing the engine: %1 %, %2 left")
        self._say(fill(words, f"{share:.0%}"[:-1], duration(left)))
        self._look_for_training()

    def _look_for_training(self) -> None:
        """Let trainings begin while the kernels for other work are still compiled."""
        from engine.compiled import TRAINING
        from engine.warm_up import is_prepared

        if not self._can_train and is_prepared((TRAINING,)):
            self._can_train = True
            self.training_enabled.emit()

    def _note_compiled(self, _status: object) -> None:
        self._become_ready(self.tr("Engine ready"))

    def _go_on_without(self, _error: object = None) -> None:
        """Compiling beside us failed or was cancelled; the first training compiles for itself."""
        self._become_ready(self.tr("Engine ready, first training starts slower"))

    def _become_ready(self, words: str) -> None:
        self._process = None
        self._is_ready = True
        self.gate.open()
        if problem := keeping_problem():
            words = self.tr("Engine ready; compiled kernels cannot be stored")
            self.problem_found.emit(problem)
        self._say(words)
        self.became_ready.emit()

    def _say(self, words: str) -> None:
        self.words = words
        self.words_changed.emit(words)


def _look() -> Generator[StepProgress, None, bool]:
    """Return whether there is nothing to compile ahead; Numba is loaded only to find that out."""
    yield StepProgress("Load the engine")
    if has_ready_mark() or keeping_problem() or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return True
    from engine import kernels_ready

    is_ready = kernels_ready()
    if is_ready:
        write_ready_mark()
    return is_ready


def _load() -> Generator[StepProgress, None, None]:
    """Load Numba and the kernels in the worker, before they are needed."""
    yield StepProgress("Load the engine")
    from engine.compiled import import_kernels

    import_kernels()
