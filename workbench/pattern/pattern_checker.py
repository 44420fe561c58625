"""Tries split patterns in child processes with a time limit.

`PatternChecker` is one child, `PatternTrials` the pair that the pane uses. A catastrophic pattern
kills the child process, not the window. The limit counts from the moment the child has loaded its
modules; an automaton, whose time is proportional to the text, has no limit.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer

from engine.compiled import Bools, Int16s, Int64s
from engine.machine import child_command as own_command
from engine.sentences import Sentences
from engine.splitting import explosive_construct, preset_name_of, presets, top_level_alternatives
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.work.child_process import Ending, JsonChild

TIME_LIMIT_MS = 1000
COMPILE_LIMIT_MS = 5000
START_LIMIT_MS = 180_000  # a slow machine may have to compile kernels first

REST_MS = 150
"""How long typing rests before the automaton is made, which takes as long."""


@dataclass(frozen=True, eq=False)
class PatternTrial:
    """The result of one pattern on one text.

    bounds: int64[n + 1], the pre-tokens of `text`; None without a result.
    matched: bool[n], False for text that the pattern did not match. distinct: different pre-tokens.
    longest: index of the longest one. error: a sentence, "" if the pattern works.
    made: int16[n], the top-level alternative of each pre-token, -1 if none or unknown.
    alternatives: their texts, counted as the splitter did; None for those of `pattern`.
    texts: the alternatives that `made` counts. A name typed as a pattern is a preset's.
    position: characters from 0, where the error is. is_slow: the time limit ended the trial.
    is_automaton: split by a compiled automaton; otherwise fallback_reason says why not.
    is_quick: split by the `regex` module for a first look; kind and reason are unknown yet.
    """

    pattern: str
    text: bytes
    bounds: Int64s | None = None
    matched: Bools | None = None
    made: Int16s | None = None
    alternatives: tuple[str, ...] | None = None
    distinct: int = 0
    longest: int | None = None
    error: str = ""
    position: int | None = None
    is_slow: bool = False
    is_automaton: bool = False
    fallback_reason: str = ""
    is_quick: bool = False
    texts: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        texts = self.alternatives
        if texts is None:
            texts = tuple(each.text for each in top_level_alternatives(self.pattern))
        object.__setattr__(self, "texts", texts)


@dataclass(frozen=True, slots=True)
class RunsTrial:
    """The result of a pattern on long runs of one kind of character.

    slow_on: the run on which it was stopped, after `seconds`. construct: the part of the pattern
    that explodes there, if it can be found.
    """

    pattern: str
    slow_on: str | None = None
    seconds: float = 0.0
    construct: str = ""


@dataclass(frozen=True, slots=True)
class CaseTrial:
    """What a pattern makes of the texts of cases.

    splits: the pieces of each text; None if the pattern cannot be used or was stopped.
    """

    pattern: str
    texts: tuple[str, ...]
    splits: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class _Request:
    """A request to the child: a text to cut, the texts of cases, or neither for long runs."""

    pattern: str
    text: bytes | None = None
    cases: tuple[str, ...] | None = None


def child_command(*, is_quick: bool = False) -> list[str]:
    """Return the command that starts the child, also from a frozen application."""
    options = ["--quick"] if is_quick else []
    return own_command("workbench.pattern.pattern_trial", *options)


class PatternChecker(QObject):
    """One persistent child; the newest request replaces waiting ones.

    is_quick: the child uses the `regex` module only, for an immediate first look.

    Signals (GUI thread):
        tried: a PatternTrial, the answer to `try_pattern`.
        runs_tried: a RunsTrial, the answer to `try_runs`.
        cases_tried: a CaseTrial, the answer to `try_cases`.
    """

    tried: Signal[PatternTrial] = Signal(object)
    runs_tried: Signal[RunsTrial] = Signal(object)
    cases_tried: Signal[CaseTrial] = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        command: Sequence[str] | None = None,
        time_limit_ms: int = TIME_LIMIT_MS,
        is_quick: bool = False,
    ) -> None:
        super().__init__(parent)
        self._child = JsonChild(command or child_command(is_quick=is_quick), self)
        self._child.answered.connect(self._read)
        self._child.ended.connect(self._note_end)
        self._is_quick = is_quick
        self._time_limit_ms = time_limit_ms
        self._is_ready = False
        self._number = 0
        self._running: _Request | None = None
        self._waiting: _Request | None = None
        self._sent_text: bytes | None = None
        self._run = ""
        self._compiled: dict[str, Any] | None = None

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
        self._request(_Request(pattern, text))

    def try_runs(self, pattern: str) -> None:
        """Try long runs of letters, spaces and so on, where careless patterns explode."""
        self._request(_Request(pattern))

    def try_cases(self, pattern: str, texts: tuple[str, ...]) -> None:
        """Cut the texts of cases, each by itself."""
        self._request(_Request(pattern, cases=texts))

    def stop(self) -> None:
        """End the child; later requests start another."""
        self._waiting = self._running = None
        self._is_ready = False
        self._child.stop()

    def _request(self, request: _Request) -> None:
        self._waiting = request
        if not self._child.is_running:
            self._start()
        elif self._is_ready and self._running is None:
            self._send()
        elif self._running is not None and self._child.left_ms > self._time_limit_ms:
            self._child.set_limit(self._time_limit_ms)  # no more time for compiling

    def _start(self) -> None:
        self._is_ready = False
        self._sent_text = None
        self._child.start(START_LIMIT_MS)

    def _send(self) -> None:
        if self._waiting is None:
            return
        self._running, self._waiting = self._waiting, None
        wanted = self._running
        self._number += 1
        self._run = ""
        self._compiled = None
        request: dict[str, Any] = {"number": self._number, "pattern": wanted.pattern}
        if wanted.cases is not None:
            request["cases"] = wanted.cases
        elif wanted.text is None:
            request["runs"] = True
        elif wanted.text != self._sent_text:
            request["text"] = base64.b64encode(wanted.text).decode()
            self._sent_text = wanted.text
        self._child.ask(request)
        pattern = wanted.pattern
        is_preset = pattern in presets() or preset_name_of(pattern) is not None
        others_ms = self._time_limit_ms if self._is_quick else COMPILE_LIMIT_MS
        self._child.set_limit(START_LIMIT_MS if is_preset else others_ms)

    def _read(self, reply: dict[str, Any]) -> None:
        if reply.get("ready"):
            self._is_ready = True
            self._child.set_limit(None)
            self._send()
        elif reply.get("number") == self._number and self._running is not None:
            self._take(reply)

    def _take(self, reply: dict[str, Any]) -> None:
        if "kind" in reply:
            self._compiled = reply
            self._child.set_limit(None if reply["kind"] == "automaton" else self._time_limit_ms)
            return
        if reply.get("run"):
            self._run = reply["run"]
            self._child.set_limit(self._time_limit_ms)
            return
        self._child.set_limit(None)
        assert self._running is not None
        request, self._running = self._running, None
        overtaken = self._waiting is not None
        compiled = self._compiled or {}
        self._send()
        if overtaken:
            return
        if request.cases is not None:
            splits = tuple(map(tuple, reply["splits"])) if "splits" in reply else None
            self.cases_tried.emit(CaseTrial(request.pattern, request.cases, splits))
        elif request.text is None:
            self.runs_tried.emit(RunsTrial(request.pattern))
        else:
            self.tried.emit(_trial(request.pattern, request.text, {**compiled, **reply}))

    def _note_end(self, ending: Ending) -> None:
        was_ready, self._is_ready = self._is_ready, False
        if ending == "missing":
            self._fail(self.tr("The process that tries patterns could not be started."))
        elif ending != "slow":
            self._fail(
                self.tr(
                    "The process that tries patterns ended; the pattern may need too much memory."
                )
            )
        elif not was_ready:
            self._fail(self.tr("The process that tries patterns did not start in time; try again."))
        else:
            self._give_up()

    def _give_up(self) -> None:
        """The time is over: go on with what waits, or say so."""
        running, self._running = self._running, None
        if self._waiting is not None:
            self._start()
        elif running is not None:
            self._report_slow(running)

    def _report_slow(self, request: _Request) -> None:
        pattern, text = request.pattern, request.text
        if request.cases is not None:
            self.cases_tried.emit(CaseTrial(pattern, request.cases))
            return
        if text is None:
            self._report_slow_run(pattern)
            return
        if self._compiled is None:
            sentence = fill(
                self.tr(
                    "The pattern is too slow: compiling it was stopped after %1 s. "
                    "Large repeats inside repeats, such as ((a{300}){300}), do that."
                ),
                f"{COMPILE_LIMIT_MS / 1000:g}",
            )
        else:
            construct = construct_of(pattern) or self.tr("one inside another, as in (a+)+")
            sentence = fill(
                self.tr(
                    "The pattern can explode: it was stopped after %1 s on %2 bytes of preview "
                    "text. The repeat to change is %3."
                ),
                f"{self._time_limit_ms / 1000:g}",
                grouped(len(text)),
                construct,
            )
        self.tried.emit(
            PatternTrial(pattern, text, error=sentence, is_slow=True, is_quick=self._is_quick)
        )

    def _report_slow_run(self, pattern: str) -> None:
        run = self._run or self.tr("characters of one kind")
        seconds = self._time_limit_ms / 1000
        self.runs_tried.emit(RunsTrial(pattern, run, seconds, construct_of(pattern)))

    def _fail(self, sentence: str) -> None:
        running, self._running = self._running or self._waiting, None
        self._waiting = None
        if running is None:
            return
        if running.cases is not None:
            self.cases_tried.emit(CaseTrial(running.pattern, running.cases))
            return
        if running.text is None:
            self._report_slow_run(running.pattern)
            return
        self.tried.emit(
            PatternTrial(running.pattern, running.text, error=sentence, is_quick=self._is_quick)
        )


class PatternTrials(QObject):
    """Tries the edited and the saved pattern on one text.

    A quick child gives a first look at the edited pattern, a thorough one the final result.

    Signals (GUI thread):
        previewed: PatternTrial of the edited pattern by the quick child, within milliseconds.
        tried: PatternTrial of the edited pattern by the thorough child.
        saved_tried: PatternTrial of the saved pattern on the same text.
        runs_tried: RunsTrial, as PatternChecker has it.
        cases_tried: CaseTrial of the edited pattern, by the quick child.
    """

    previewed: Signal[PatternTrial] = Signal(object)
    tried: Signal[PatternTrial] = Signal(object)
    saved_tried: Signal[PatternTrial] = Signal(object)
    runs_tried: Signal[RunsTrial] = Signal(object)
    cases_tried: Signal[CaseTrial] = Signal(object)

    def __init__(
        self,
        thorough: PatternChecker | None = None,
        quick: PatternChecker | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._thorough = thorough or PatternChecker(self)
        self._quick = quick or PatternChecker(self, is_quick=True)
        self._edited: tuple[str, bytes] | None = None
        self._saved = ""
        self._cases: tuple[str, ...] = ()
        self._saved_trial: PatternTrial | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._try_thoroughly)
        self._quick.tried.connect(self._take_preview)
        self._quick.cases_tried.connect(self._take_cases)
        self._thorough.tried.connect(self._take)
        self._thorough.runs_tried.connect(self._take_runs)

    @property
    def is_busy(self) -> bool:
        """True while an answer is outstanding."""
        return self._rest.isActive() or self._thorough.is_busy or self._quick.is_busy

    @property
    def is_ready(self) -> bool:
        """True once the thorough child can answer at once."""
        return self._thorough.is_ready

    @property
    def saved_trial(self) -> PatternTrial | None:
        """What the saved pattern does to the text on show; None while it is not known."""
        trial = self._saved_trial
        if trial is None or self._edited is None:
            return None
        is_current = (trial.pattern, trial.text) == (self._saved, self._edited[1])
        return trial if is_current else None

    def try_edited(self, pattern: str, text: bytes, *, is_urgent: bool = False) -> None:
        """Try a pattern; is_urgent does not wait for a rest before the thorough trial."""
        self._edited = (pattern, text)
        self._quick.try_pattern(pattern, text)
        if is_urgent:
            self._rest.stop()
            self._try_thoroughly()
        else:
            self._rest.start()

    def set_saved(self, pattern: str) -> None:
        """Compare with this pattern; `saved_tried` follows where it is not known already."""
        self._saved = pattern
        self._go_on()

    def set_cases(self, texts: tuple[str, ...]) -> None:
        """Cut these texts too, each by itself, whenever the edited pattern changes."""
        self._cases = texts
        if self._edited is not None and not self._quick.is_busy:
            self._try_cases()

    def try_runs(self, pattern: str) -> None:
        """Try a pattern on long runs."""
        self._thorough.try_runs(pattern)

    def stop(self) -> None:
        """End both children; later trials start others."""
        self._rest.stop()
        self._thorough.stop()
        self._quick.stop()

    def _try_thoroughly(self) -> None:
        if self._edited is not None:
            self._thorough.try_pattern(*self._edited)

    def _take_preview(self, trial: PatternTrial) -> None:
        if (trial.pattern, trial.text) == self._edited:
            self.previewed.emit(trial)
            self._try_cases()

    def _try_cases(self) -> None:
        """Ask behind the preview, which must not wait for it."""
        if self._edited is not None and self._cases:
            self._quick.try_cases(self._edited[0], self._cases)

    def _take_cases(self, trial: CaseTrial) -> None:
        if self._edited is None or trial.pattern != self._edited[0]:
            return  # the preview of the newer pattern is followed by its cases
        if trial.texts == self._cases:
            self.cases_tried.emit(trial)
        else:
            self._try_cases()

    def _take(self, trial: PatternTrial) -> None:
        is_saved = trial.pattern == self._saved
        if is_saved:
            self._saved_trial = trial
        if (trial.pattern, trial.text) == self._edited:
            self.tried.emit(trial)
        if is_saved and self.saved_trial is not None:
            self.saved_tried.emit(trial)
        self._go_on()

    def _take_runs(self, trial: RunsTrial) -> None:
        self.runs_tried.emit(trial)
        self._go_on()

    def _go_on(self) -> None:
        """Try the saved pattern once no other request waits."""
        is_idle = not self._thorough.is_busy and not self._rest.isActive()
        if self._edited is not None and self._saved and is_idle and self.saved_trial is None:
            self._thorough.try_pattern(self._saved, self._edited[1])


def construct_of(pattern: str) -> str:
    """Return the part of a pattern that looks as if it can explode, "" if none."""
    found = explosive_construct(pattern)
    return "" if found is None else pattern[found[0] : found[1]]


def _trial(pattern: str, text: bytes, reply: dict[str, Any]) -> PatternTrial:
    is_quick = reply.get("kind") == "quick"
    if "error" in reply:
        error, position = Sentences.unpacked(reply["error"]), reply["position"]
        return PatternTrial(pattern, text, error=error, position=position, is_quick=is_quick)
    return PatternTrial(
        pattern,
        text,
        bounds=np.frombuffer(base64.b64decode(reply["bounds"]), "<i8").astype(np.int64),
        matched=np.frombuffer(base64.b64decode(reply["matched"]), np.uint8).astype(np.bool_),
        made=np.frombuffer(base64.b64decode(reply["made"]), "<i2").astype(np.int16),
        alternatives=tuple(reply["alternatives"]),
        distinct=reply["distinct"],
        longest=reply["longest"],
        is_automaton=reply["kind"] == "automaton",
        fallback_reason=Sentences.unpacked(reply["reason"] or ""),
        is_quick=is_quick,
    )
