"""PatternEnginesRow: what the real engines of other libraries make of the pattern, in a row."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from workbench.engine_checker import EngineChecker
from workbench.engine_verdicts import EngineVerdict, OwnCut
from workbench.numbers import grouped
from workbench.pattern_engines import ENGINES
from workbench.pattern_verdict import engine_sentence
from workbench.placeholders import fill
from workbench.theme import SPACE_S
from workbench.tool_tips import plain_tip
from workbench.translation import counted
from workbench.widgets.labels import label

ASK_AFTER_MS = 700
"""Three processes start for it, so it waits until the typing has surely ended."""


class PatternEnginesRow(QWidget):
    """A chip for each engine; pressing one shows where it differs, or what it says.

    Engines are asked while somebody can see the answer; out of sight the question is kept.

    Signals:
        verdict_chosen: EngineVerdict.
    """

    verdict_chosen = Signal(object)

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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(label(self.tr("In other engines"), "section"))
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
                "%1: same, drops 1 byte",
                "%1: same, drops %2 bytes",
                verdict.dropped,
                verdict.engine,
                grouped(verdict.dropped),
            )
        if verdict.status == "different" and verdict.n_places == 1:
            return self.tr("%1: differs in one place")
        if verdict.status == "different":
            return self.tr("%1: differs in %2 places")
        words = {
            "same": self.tr("%1: same cuts"),
            "refused": self.tr("%1: refuses it"),
            "died": self.tr("%1: dies of it"),
            "slow": self.tr("%1: too slow"),
            "missing": self.tr("%1: not installed"),
        }
        return words[verdict.status]

    def _choose(self) -> None:
        verdict = self._verdicts.get(str(self.sender().property("engine")))
        if verdict is not None:
            self.verdict_chosen.emit(verdict)
