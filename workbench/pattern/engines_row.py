"""The row of chips that shows what the regex engines of other libraries make of a pattern.

`EngineChecker` asks them in processes, `PatternEnginesRow` shows the answers.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.pattern.pattern_rows import engine_sentence
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_S
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted
from workbench.work.child_process import Ending, JsonChild
from workbench.work.engine_verdicts import (
    ENGINE_LIMIT_S,
    ENGINES,
    EngineVerdict,
    OwnCut,
    Status,
    engine_command,
    engine_request,
    verdict_of_answers,
)

ASK_AFTER_MS = 700
"""Three processes start for it, so it waits until the typing has surely ended."""


class EngineChecker(QObject):
    """Asks the engines of other libraries one after the other, each in a process.

    A process may crash, and is killed after ENGINE_LIMIT_S.

    Signals (GUI thread):
        engine_asked: name of the engine that is running.
        found: EngineVerdict.
    """

    engine_asked: Signal[str] = Signal(object)
    found: Signal[EngineVerdict] = Signal(object)

    def __init__(
        self, parent: QObject | None = None, *, limit_ms: int = 1000 * ENGINE_LIMIT_S
    ) -> None:
        super().__init__(parent)
        self._own: OwnCut | None = None
        self._left: list[str] = []
        self._engine = ""
        self._answers: list[dict[str, Any]] = []
        self._limit_ms = limit_ms
        self._child: JsonChild | None = None

    @property
    def is_busy(self) -> bool:
        """True while an engine is asked."""
        return self._child is not None and self._child.is_running

    def ask(self, own: OwnCut) -> None:
        """Ask every engine for its cuts; what was asked before is given up."""
        self.stop()
        self._own, self._left = own, list(ENGINES)
        self._ask_next()

    def stop(self) -> None:
        """Give up what is asked."""
        self._left = []
        self._drop_child()

    def _ask_next(self) -> None:
        self._drop_child()
        if not self._left or self._own is None:
            return
        self._engine, self._answers = self._left.pop(0), []
        self._child = child = JsonChild(engine_command(), self)
        child.answered.connect(self._note_answer)
        child.ended.connect(self._take)
        self.engine_asked.emit(self._engine)
        child.start(self._limit_ms)
        request = engine_request(self._engine, self._own.pattern, self._own.data)
        child.ask(request, is_last=True)

    def _drop_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.stop()
            child.deleteLater()

    def _note_answer(self, answer: dict[str, Any]) -> None:
        self._answers.append(answer)

    def _take(self, ending: Ending) -> None:
        """What it said counts, also if it was killed."""
        assert self._own is not None
        why: Status | None = None if ending == "done" else "slow" if ending == "slow" else "died"
        verdict = verdict_of_answers(self._engine, self._own, self._answers, ending=why)
        self.found.emit(verdict)
        if not self.is_busy:
            self._ask_next()


class PatternEnginesRow(QWidget):
    """A chip for each engine; pressing one shows where it differs, or its error.

    Engines are asked only while the row is visible; until then the question waits.

    Signals:
        verdict_chosen: EngineVerdict.
    """

    verdict_chosen: Signal[EngineVerdict] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdicts: dict[str, EngineVerdict] = {}
        self._chips: dict[str, QPushButton] = {}
        self._own: OwnCut | None = None
        self._checker = EngineChecker(self)
        self._checker.engine_asked.connect(self._note_asked)
        self._checker.found.connect(self._show_verdict)
        self._rest = QTimer(self, singleShot=True, interval=ASK_AFTER_MS)
        self._rest.timeout.connect(self.ask_now)
        row = horizontal(
            label(self.tr("In other engines"), "section"), parent=self, spacing=SPACE_S
        )
        for engine in ENGINES:
            chip = QPushButton(engine)
            chip.setProperty("kind", "chip")
            chip.setProperty("engine", engine)
            chip.setEnabled(False)
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            chip.clicked.connect(self._choose)
            self._chips[engine] = chip
            row.addWidget(chip)
        row.addStretch(1)

    @property
    def verdicts(self) -> dict[str, EngineVerdict]:
        """What is known of the pattern on show, by engine."""
        return self._verdicts

    @property
    def words(self) -> tuple[str, ...]:
        """What the chips say."""
        return tuple(chip.text() for chip in self._chips.values())

    @property
    def is_busy(self) -> bool:
        """True while engines are asked or about to be."""
        return self._rest.isActive() or self._checker.is_busy

    def ask_soon(self, own: OwnCut) -> None:
        """Ask the engines about a pattern once it rests; what is known of another one goes."""
        same = self._own is not None and (self._own.pattern, self._own.data) == (
            own.pattern, own.data,
        )  # fmt: skip
        if not same:
            self.clear()
            self._own = own
            self._go_on()

    def ask_now(self) -> None:
        """Ask without waiting for a rest."""
        self._rest.stop()
        if self._own is not None:
            self._checker.ask(self._own)

    def ask_again(self) -> None:
        """Ask once more where an engine was missing; it may be installed by now."""
        if any(verdict.status == "missing" for verdict in self._verdicts.values()):
            self._verdicts = {}
            self._go_on()

    def clear(self) -> None:
        """Nothing is known of the pattern yet; give up what is asked."""
        self._rest.stop()
        self._checker.stop()
        self._own = None
        self._verdicts = {}
        for engine, chip in self._chips.items():
            self._say(chip, engine, "")

    def stop(self) -> None:
        """Ask no more, and end what is asked."""
        self._rest.stop()
        self._checker.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._go_on()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.stop()

    def _go_on(self) -> None:
        """Ask soon where not every engine has answered yet."""
        is_answered = len(self._verdicts) == len(ENGINES)
        if self.isVisible() and self._own is not None and not (is_answered or self.is_busy):
            self._rest.start()

    def _note_asked(self, engine: str) -> None:
        self._say(self._chips[engine], fill(self.tr("%1 …"), engine), "")

    def _show_verdict(self, verdict: EngineVerdict) -> None:
        self._verdicts[verdict.engine] = verdict
        chip = self._chips[verdict.engine]
        number = verdict.dropped if verdict.status == "same" else verdict.n_places
        words = fill(self._short(verdict), verdict.engine, grouped(number))
        self._say(chip, words, engine_sentence(verdict))
        chip.setEnabled(True)

    def _say(self, chip: QPushButton, words: str, sentence: str) -> None:
        chip.setText(words)
        chip.setToolTip(plain_tip(sentence))
        chip.setAccessibleDescription(sentence)
        if not sentence:
            chip.setEnabled(False)

    def _short(self, verdict: EngineVerdict) -> str:
        if verdict.status == "same" and verdict.dropped:
            return counted(
                "PatternEnginesRow",
                "%1: identical, drops 1 byte",
                "%1: identical, drops %2 bytes",
                verdict.dropped,
                verdict.engine,
                grouped(verdict.dropped),
            )
        if verdict.status == "different" and verdict.n_places == 1:
            return self.tr("%1: 1 difference")
        if verdict.status == "different":
            return self.tr("%1: %2 differences")
        words = {
            "same": self.tr("%1: identical"),
            "refused": self.tr("%1: rejects it"),
            "died": self.tr("%1: crashes"),
            "slow": self.tr("%1: too slow"),
            "missing": self.tr("%1: not installed"),
        }
        return words[verdict.status]

    def _choose(self) -> None:
        verdict = self._verdicts.get(str(self.sender().property("engine")))
        if verdict is not None:
            self.verdict_chosen.emit(verdict)
