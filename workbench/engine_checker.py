"""EngineChecker: asks the real engines of other libraries, one after the other, without waiting."""

from __future__ import annotations

import json

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QTimer, Signal

from workbench import child_process
from workbench.engine_verdicts import (
    ENGINE_LIMIT_S,
    EngineVerdict,
    OwnCut,
    Status,
    engine_command,
    engine_request,
    read_answers,
    verdict_of_answers,
)
from workbench.pattern_engines import ENGINES

_ENDING_MS = 2000


class EngineChecker(QObject):
    """A process for each engine, which may die or be killed after ENGINE_LIMIT_S.

    Signals (GUI thread):
        engine_asked: name of the engine that is asked now.
        found: EngineVerdict.
    """

    engine_asked = Signal(object)
    found = Signal(object)

    def __init__(
        self, parent: QObject | None = None, *, limit_ms: int = 1000 * ENGINE_LIMIT_S
    ) -> None:
        super().__init__(parent)
        self._own: OwnCut | None = None
        self._left: list[str] = []
        self._engine = ""
        self._is_slow = False
        self._limit_ms = limit_ms
        self._process: QProcess | None = None
        self._limit = QTimer(self, singleShot=True)
        self._limit.timeout.connect(self._give_up)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """True while an engine is asked."""
        return self._process is not None

    def ask(self, own: OwnCut) -> None:
        """Ask every engine for its cuts; what was asked before is given up."""
        self.stop()
        self._own, self._left = own, list(ENGINES)
        self._ask_next()

    def stop(self) -> None:
        """Give up what is asked."""
        self._left = []
        self._limit.stop()
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._take)
            process.errorOccurred.disconnect(self._note_error)
            process.kill()
            process.waitForFinished(_ENDING_MS)
            process.deleteLater()

    def _ask_next(self) -> None:
        if not self._left or self._own is None:
            return
        self._engine, self._is_slow = self._left.pop(0), False
        self._process = process = child_process.answering_process(engine_command(), self)
        process.finished.connect(self._take)
        process.errorOccurred.connect(self._note_error)
        self.engine_asked.emit(self._engine)
        self._limit.start(self._limit_ms)
        process.start()
        request = engine_request(self._engine, self._own.pattern, self._own.data)
        process.write(json.dumps(request).encode())
        process.closeWriteChannel()

    def _give_up(self) -> None:
        """The time is over: kill the child; what it said so far counts."""
        self._is_slow = True
        if self._process is not None:
            self._process.kill()

    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._end("", "died")

    def _take(self, status: int, how: QProcess.ExitStatus) -> None:
        if self._process is None:
            return
        said = bytes(self._process.readAllStandardOutput().data()).decode("utf-8", "replace")
        is_well = status == 0 and how is QProcess.ExitStatus.NormalExit
        ending: Status | None = None if is_well else "died"
        self._end(said, "slow" if self._is_slow else ending)

    def _end(self, said: str, ending: Status | None) -> None:
        process, self._process = self._process, None
        self._limit.stop()
        if process is not None:
            process.deleteLater()
        assert self._own is not None
        verdict: EngineVerdict = verdict_of_answers(
            self._engine, self._own, read_answers(said), ending=ending
        )
        self.found.emit(verdict)
        if self._process is None:
            self._ask_next()
