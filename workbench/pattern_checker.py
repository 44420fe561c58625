"""PatternChecker: tries split patterns in a child process with a time limit.

A catastrophic pattern costs the child its life and the window nothing. The limit counts from the
moment the child has loaded what it needs, and cutting with an automaton, which takes time in
proportion to the text, has none.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QTimer, Signal

from engine.patterns import preset_name_of, presets
from workbench.numbers import grouped

TIME_LIMIT_MS = 1000
COMPILE_LIMIT_MS = 5000
START_LIMIT_MS = 180_000  # a slow machine may have to compile kernels first
_ENDING_MS = 2000


@dataclass(frozen=True, eq=False)
class PatternTrial:
    """What came of trying one pattern on one text.

    bounds: int64[n + 1], the pre-tokens of `text`; None where there is no result.
    matched: bool[n], False for stretches the pattern left over. distinct: different pre-tokens.
    longest: index of the longest one. error: a sentence, "" where the pattern works.
    position: characters from 0 where the error lies. is_slow: the time limit ended the trial.
    is_automaton: cut by a compiled automaton; otherwise fallback_reason says why not.
    """

    pattern: str
    text: bytes
    bounds: npt.NDArray[np.int64] | None = None
    matched: npt.NDArray[np.bool_] | None = None
    distinct: int = 0
    longest: int | None = None
    error: str = ""
    position: int | None = None
    is_slow: bool = False
    is_automaton: bool = False
    fallback_reason: str = ""


@dataclass(frozen=True, slots=True)
class RunsTrial:
    """What came of trying a pattern on long runs; `slow_on` names the run it was too slow on."""

    pattern: str
    slow_on: str | None = None


def child_command() -> list[str]:
    """Return the command that starts the child, also from a frozen application."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "pattern-trial"]
    return [sys.executable, "-m", "workbench.pattern_trial"]


def _environment() -> QProcessEnvironment:
    """Return the environment in which the child finds this package, started from anywhere."""
    environment = QProcessEnvironment.systemEnvironment()
    paths = [str(Path(__file__).parents[1]), environment.value("PYTHONPATH")]
    environment.insert("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    return environment


class PatternChecker(QObject):
    """One persistent child; the newest request wins, those it overtook are dropped.

    Signals (GUI thread):
        tried: a PatternTrial, the answer to `try_pattern`.
        runs_tried: a RunsTrial, the answer to `try_runs`.
    """

    tried = Signal(object)
    runs_tried = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        command: Sequence[str] | None = None,
        time_limit_ms: int = TIME_LIMIT_MS,
    ) -> None:
        super().__init__(parent)
        self._command = list(command or child_command())
        self._time_limit_ms = time_limit_ms
        self._process = self._make_process()
        self._is_ready = False
        self._is_ending = False
        self._number = 0
        self._running: tuple[str, bytes | None] | None = None
        self._waiting: tuple[str, bytes | None] | None = None
        self._run = ""
        self._compiled: dict[str, Any] | None = None
        self._limit = QTimer(self, singleShot=True)
        self._limit.timeout.connect(self._give_up)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """True while an answer is outstanding."""
        return self._running is not None or self._waiting is not None

    @property
    def is_ready(self) -> bool:
        """True while the child can answer at once; False while it is started."""
        return self._is_ready

    def try_pattern(self, pattern: str, text: bytes) -> None:
        """Cut `text` with `pattern`; `tried` follows, unless a later request overtakes this."""
        self._request(pattern, text)

    def try_runs(self, pattern: str) -> None:
        """Try long runs of letters, spaces and so on, where careless patterns explode."""
        self._request(pattern, None)

    def stop(self) -> None:
        """End the child; later requests start another."""
        self._waiting = self._running = None
        self._limit.stop()
        self._end_process()

    def _request(self, pattern: str, text: bytes | None) -> None:
        self._waiting = (pattern, text)
        if self._process.state() is QProcess.ProcessState.NotRunning:
            self._start()
        elif self._is_ready and self._running is None:
            self._send()
        elif self._running is not None and self._limit.remainingTime() > self._time_limit_ms:
            self._limit.start(self._time_limit_ms)  # somebody waits; compiling gets no more time

    def _make_process(self) -> QProcess:
        process = QProcess(self)
        process.setProgram(self._command[0])
        process.setArguments(self._command[1:])
        process.setProcessEnvironment(_environment())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.errorOccurred.connect(self._note_error)
        process.finished.connect(self._note_end)
        return process

    def _start(self) -> None:
        self._is_ready = False
        self._limit.start(START_LIMIT_MS)
        self._process.start()

    def _send(self) -> None:
        if self._waiting is None:
            return
        self._running, self._waiting = self._waiting, None
        pattern, text = self._running
        self._number += 1
        self._run = ""
        self._compiled = None
        request: dict[str, Any] = {"number": self._number, "pattern": pattern}
        if text is not None:
            request["text"] = base64.b64encode(text).decode()
        self._process.write(json.dumps(request).encode() + b"\n")
        is_preset = pattern in presets() or preset_name_of(pattern) is not None
        self._limit.start(START_LIMIT_MS if is_preset else COMPILE_LIMIT_MS)

    def _read(self) -> None:
        while self._process.canReadLine():
            reply = json.loads(bytes(self._process.readLine().data()))
            if reply.get("ready"):
                self._is_ready = True
                self._limit.stop()
                self._send()
            elif reply.get("number") == self._number and self._running is not None:
                self._take(reply)

    def _take(self, reply: dict[str, Any]) -> None:
        if "kind" in reply:
            self._compiled = reply
            self._limit.stop()
            if reply["kind"] == "regex":
                self._limit.start(self._time_limit_ms)
            return
        if reply.get("run"):
            self._run = reply["run"]
            self._limit.start(self._time_limit_ms)
            return
        self._limit.stop()
        assert self._running is not None
        (pattern, text), self._running = self._running, None
        overtaken = self._waiting is not None
        compiled = self._compiled or {}
        self._send()
        if overtaken:
            return
        if text is None:
            self.runs_tried.emit(RunsTrial(pattern))
        else:
            self.tried.emit(_trial(pattern, text, {**compiled, **reply}))

    def _give_up(self) -> None:
        """The time is over: kill the child and say so."""
        was_ready = self._is_ready
        self._end_process()
        if not was_ready:
            self._fail(self.tr("The process that tries patterns did not get ready; try again."))
            return
        running, self._running = self._running, None
        if self._waiting is not None:
            self._start()
        elif running is not None:
            self._report_slow(*running)

    def _report_slow(self, pattern: str, text: bytes | None) -> None:
        if text is None:
            self.runs_tried.emit(RunsTrial(pattern, self._run or self.tr("characters of one kind")))
            return
        if self._compiled is None:
            sentence = self.tr(
                "The pattern is too slow: compiling it was stopped after %1 s. "
                "Large repeats inside repeats, such as ((a{300}){300}), do that."
            ).replace("%1", f"{COMPILE_LIMIT_MS / 1000:g}")
        else:
            sentence = self.tr(
                "The pattern is too slow: it was stopped after %1 s on %2 bytes of preview text. "
                "Repeats inside repeats, such as (a+)+, do that."
            ).replace("%1", f"{self._time_limit_ms / 1000:g}")
            sentence = sentence.replace("%2", grouped(len(text)))
        self.tried.emit(PatternTrial(pattern, text, error=sentence, is_slow=True))

    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._fail(self.tr("The process that tries patterns could not be started."))

    def _note_end(self) -> None:
        if not self._is_ending:
            self._fail(
                self.tr(
                    "The process that tries patterns ended; the pattern may need too much memory."
                )
            )

    def _fail(self, sentence: str) -> None:
        self._limit.stop()
        self._is_ready = False
        running, self._running = self._running or self._waiting, None
        self._waiting = None
        if running is None:
            return
        pattern, text = running
        if text is None:
            self.runs_tried.emit(RunsTrial(pattern, self._run or self.tr("characters of one kind")))
        else:
            self.tried.emit(PatternTrial(pattern, text, error=sentence))

    def _end_process(self) -> None:
        """Kill the child without listening to its end."""
        self._is_ready = False
        if self._process.state() is not QProcess.ProcessState.NotRunning:
            self._is_ending = True
            self._process.kill()
            self._process.waitForFinished(_ENDING_MS)
            self._is_ending = False


def _trial(pattern: str, text: bytes, reply: dict[str, Any]) -> PatternTrial:
    if "error" in reply:
        return PatternTrial(pattern, text, error=reply["error"], position=reply["position"])
    return PatternTrial(
        pattern,
        text,
        bounds=np.frombuffer(base64.b64decode(reply["bounds"]), "<i8").astype(np.int64),
        matched=np.frombuffer(base64.b64decode(reply["matched"]), np.uint8).astype(np.bool_),
        distinct=reply["distinct"],
        longest=reply["longest"],
        is_automaton=reply["kind"] == "automaton",
        fallback_reason=reply["reason"] or "",
    )
