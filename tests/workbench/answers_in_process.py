"""AnswersInProcess: the children of the Pattern pane without a process, for tests of other things.

The answers are those of the programs themselves, `workbench.pattern.pattern_trial` and
`workbench.work.engine_verdicts`, called in this process one event later. What is missing is
what only a process can do: be killed over a pattern that takes too long, or die of one. Tests
of that use `WorkbenchDriver(..., pattern_children=True)`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, QObject, QProcess, QTimer, Signal

from workbench.pattern.pattern_trial import PatternAnswers
from workbench.work.engine_verdicts import answers as engine_answers


class AnswersInProcess(QObject):
    """The part of QProcess that JsonChild uses."""

    readyReadStandardOutput = Signal()  # noqa: N815  Qt's own spelling
    errorOccurred = Signal(object)  # noqa: N815
    finished = Signal(object, object)

    def __init__(self, command: Sequence[str], owner: QObject) -> None:
        super().__init__(owner)
        self._state = QProcess.ProcessState.NotRunning
        self._is_trial = "workbench.pattern.pattern_trial" in command
        self._is_quick = "--quick" in command
        self._answers = PatternAnswers(is_quick=self._is_quick)
        self._asked = b""
        self._said: list[bytes] = []
        self._due: list[Callable[[], None]] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._go_on)

    def state(self) -> QProcess.ProcessState:
        return self._state

    def start(self) -> None:
        self._state = QProcess.ProcessState.Running
        self._said.clear()
        self._asked = b""
        if self._is_trial:
            self._answers = PatternAnswers(is_quick=self._is_quick)
            self._do_soon(lambda: self._say({"ready": True}))

    def write(self, data: bytes) -> None:
        if self._is_trial:
            self._do_soon(lambda: self._answer(data))
        else:
            self._asked += data

    def closeWriteChannel(self) -> None:
        self._do_soon(self._answer_once)

    def canReadLine(self) -> bool:
        return bool(self._said)

    def readLine(self) -> QByteArray:
        return QByteArray(self._said.pop(0))

    def kill(self) -> None:
        """End at once; what was asked is never answered."""
        was_running = self._state is QProcess.ProcessState.Running
        self._due.clear()
        self._soon.stop()
        self._state = QProcess.ProcessState.NotRunning
        if was_running:
            self.finished.emit(9, QProcess.ExitStatus.CrashExit)

    def waitForFinished(self, _ms: int) -> bool:
        return True

    def _do_soon(self, deed: Callable[[], None]) -> None:
        self._due.append(deed)
        self._soon.start()

    def _go_on(self) -> None:
        """Do one thing at a time, so that the window paints in between."""
        deed = self._due.pop(0)
        if self._due:
            self._soon.start()
        deed()

    def _answer(self, line: bytes) -> None:
        for reply in self._answers.answer(json.loads(line)):
            self._say(reply)

    def _answer_once(self) -> None:
        for reply in engine_answers(json.loads(self._asked)):
            self._say(reply)
        self._state = QProcess.ProcessState.NotRunning
        self.finished.emit(0, QProcess.ExitStatus.NormalExit)

    def _say(self, reply: dict[str, object]) -> None:
        self._said.append(json.dumps(reply).encode() + b"\n")
        self.readyReadStandardOutput.emit()
