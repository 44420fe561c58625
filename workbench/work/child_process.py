"""Programs beside the window: jobs such as compiling kernels, and children that answer requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QTimer

from workbench.signals import Signal
from workbench.work.jobs import StepProgress

KILL_AFTER_MS = 3000
Ending = Literal["done", "died", "slow", "missing"]
"""How a JsonChild ended: well, badly, over its time limit, or it could not be started."""


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


def document_of(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line, None for anything else."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


class JsonChild(QObject):
    """A child that reads and writes JSON, a line for each request and answer.

    It may die or be killed over its time limit; whoever needs it again starts it again.

    Signals (GUI thread):
        answered: dict, one line of its output; other lines are left out.
        ended: Ending; not after `stop`.
    """

    answered: Signal[dict[str, Any]] = Signal(object)  # the fields depend on the program
    ended: Signal[Ending] = Signal(object)

    def __init__(self, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = answering_process(command, self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.errorOccurred.connect(self._note_error)
        self._process.finished.connect(self._note_end)
        self._is_ending = False
        self._limit = QTimer(self, singleShot=True)
        self._limit.timeout.connect(self._give_up)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    @property
    def is_running(self) -> bool:
        return self._process.state() is not QProcess.ProcessState.NotRunning

    @property
    def left_ms(self) -> int:
        """What is left of the time limit, -1 without one."""
        return self._limit.remainingTime()

    def start(self, limit_ms: int) -> None:
        """Start the program, which has this time from now on."""
        self.set_limit(limit_ms)
        self._process.start()

    def ask(self, request: dict[str, Any], *, is_last: bool = False) -> None:
        """Send a request; is_last: the program reads to the end of its input."""
        self._process.write(json.dumps(request).encode() + b"\n")
        if is_last:
            self._process.closeWriteChannel()

    def set_limit(self, ms: int | None) -> None:
        """Kill the child after this time from now on; None for no limit."""
        if ms is None:
            self._limit.stop()
        else:
            self._limit.start(ms)

    def stop(self) -> None:
        """Kill the child without listening to its end."""
        self._limit.stop()
        if self.is_running:
            self._is_ending = True
            self._process.kill()
            self._process.waitForFinished(KILL_AFTER_MS)
            self._is_ending = False

    def _read(self) -> None:
        while not self._is_ending and self._process.canReadLine():
            answer = document_of(bytes(self._process.readLine().data()))
            if answer is not None:
                self.answered.emit(answer)

    def _give_up(self) -> None:
        self.stop()
        self.ended.emit("slow")

    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._limit.stop()
            self.ended.emit("missing")

    def _note_end(self, status: int, how: QProcess.ExitStatus) -> None:
        if not self._is_ending:
            self._limit.stop()
            is_well = status == 0 and how is QProcess.ExitStatus.NormalExit
            self.ended.emit("done" if is_well else "died")


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
        report = document_of(line)
        if report is not None and not self._is_cancelling:
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
