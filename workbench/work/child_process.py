"""ChildProcessJob: a program run beside the window, such as the compilation of the kernels."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment

from workbench.signals import Signal
from workbench.work.jobs import StepProgress

KILL_AFTER_MS = 3000


def answering_process(command: Sequence[str], owner: QObject) -> QProcess:
    """Return a process to start that answers on its standard output; its errors are ignored."""
    process = QProcess(owner)
    process.setProgram(command[0])
    process.setArguments(list(command[1:]))
    process.setStandardErrorFile(QProcess.nullDevice())
    return process


def end_processes(owner: QObject) -> None:
    """Kill what still runs among the processes that belong to `owner`, and wait for their end."""
    for process in owner.findChildren(QProcess):
        if process.state() is not QProcess.ProcessState.NotRunning:
            process.kill()
            process.waitForFinished(KILL_AFTER_MS)


class ProgramError(Exception):
    """A child process did not do its work; `str(error)` is the sentence to show."""


class ChildProcessJob(QObject):
    """One run of a program; speaks the signals of a Job.

    Each line of JSON on the program's standard output becomes a StepProgress: `phase` (str),
    `fraction` (0 to 1) and `remaining_s` are taken from it where present. Other lines are left
    out, unless the program speaks to people (`is_verbose`): then each line of its two outputs is
    the phase. confirm_close: closing the window asks first, as for a Job.

    Signals (GUI thread; exactly one of the last three ends the job):
        progressed: tuple of one StepProgress.    finished: the exit status, 0.
        cancelled: ended because of `cancel()`.   failed: a ProgramError.
        printed: one line of a verbose program, before the `progressed` for it.
    """

    printed: Signal[str] = Signal(object)
    progressed: Signal[tuple[StepProgress, ...]] = Signal(object)
    finished: Signal[int] = Signal(object)
    cancelled = Signal()
    failed: Signal[ProgramError] = Signal(object)

    def __init__(
        self,
        command: Sequence[str],
        *,
        title: str,
        is_verbose: bool = False,
        confirm_close: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.title, self.confirm_close = title, confirm_close
        self._is_verbose = is_verbose
        self._last_line = ""
        self._is_cancelling = False
        self._is_over = False
        self._process = QProcess(self)
        self._process.setProgram(command[0])
        self._process.setArguments(list(command[1:]))
        self._process.setProcessEnvironment(QProcessEnvironment.systemEnvironment())
        if is_verbose:
            self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.readyReadStandardOutput.connect(self._read_lines)
        self._process.finished.connect(self._note_end)
        self._process.errorOccurred.connect(self._note_error)

    @property
    def is_over(self) -> bool:
        """True once a terminal signal was sent."""
        return self._is_over

    def start(self) -> None:
        """Start the program; connect the signals first."""
        self._process.start()

    def cancel(self) -> None:
        """Stop the program and wait until it is gone; `cancelled` is sent before this returns."""
        if self._is_over:
            return
        self._is_cancelling = True
        self._process.terminate()
        if not self._process.waitForFinished(KILL_AFTER_MS):
            self._process.kill()
            self._process.waitForFinished(KILL_AFTER_MS)
        self._end()

    def _read_lines(self) -> None:
        while self._process.canReadLine():
            line = bytes(self._process.readLine().data())
            if self._is_verbose:
                self._tell_line(line.decode("utf-8", "replace").rstrip())
            else:
                self._tell_report(line)

    def _tell_line(self, line: str) -> None:
        if line and not self._is_cancelling:
            self._last_line = line.strip()
            self.printed.emit(line)
            self.progressed.emit((StepProgress(self._last_line),))

    def _tell_report(self, line: bytes) -> None:
        try:
            report = json.loads(line)
        except ValueError:
            return
        if isinstance(report, dict) and not self._is_cancelling:
            phase, fraction = report.get("phase"), report.get("fraction")
            if phase is not None or fraction is not None:
                left = report.get("remaining_s")
                self.progressed.emit((StepProgress(str(phase or self.title), fraction, left),))

    def _note_end(self, status: int, _how: QProcess.ExitStatus) -> None:
        if self._is_verbose:  # what is left ends without a line break
            self._tell_line(bytes(self._process.readAll().data()).decode("utf-8", "replace"))
        if status == 0 or self._is_cancelling:
            self._end()
        else:
            last = self._last_words() or f"exit status {status}"
            self._end(ProgramError(f"{self.title} did not succeed: {last}"))

    def _last_words(self) -> str:
        if self._is_verbose:
            return self._last_line
        words = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        return next(reversed(words.strip().splitlines()), "")

    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            words = self._process.errorString()
            self._end(ProgramError(f"{self.title} could not be started: {words}"))

    def _end(self, error: ProgramError | None = None) -> None:
        if self._is_over:
            return
        self._is_over = True
        if self._is_cancelling:
            self.cancelled.emit()
        elif error is not None:
            self.failed.emit(error)
        else:
            self.finished.emit(0)
