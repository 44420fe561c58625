"""ConditionChips: the conditions of a filter as chips, and what is wrong with the filter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from workbench.placeholders import fill
from workbench.theme import SPACE_XS
from workbench.tool_tips import plain_tip
from workbench.widgets.labels import ElidedLabel

_LONGEST = 40


class ConditionChips(QWidget):
    """A click, Delete or Backspace on a chip removes it; without chips nothing is on show.

    Signals:
        removed: a person took a condition away.
    """

    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[tuple[str, QPushButton]] = []
        self._problem = ElidedLabel("", "error")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_XS)
        self._row.addWidget(self._problem, 1)
        self._arrange()

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions as a person would type them."""
        return tuple(condition for condition, _ in self._chips)

    @property
    def problem(self) -> str:
        return self._problem.text()

    def add(self, condition: str) -> None:
        """Append a condition, unless it is there already."""
        if condition in self.conditions:
            return
        short = condition if len(condition) <= _LONGEST else f"{condition[:_LONGEST]}…"
        chip = QPushButton(f"{short}  \N{MULTIPLICATION SIGN}".replace("&", "&&"))
        chip.setProperty("kind", "chip")
        chip.setToolTip(fill(self.tr("Remove %1"), condition))
        chip.setAccessibleName(fill(self.tr("Remove the condition %1"), condition))
        chip.clicked.connect(self._remove_sender)
        chip.installEventFilter(self)
        self._row.insertWidget(len(self._chips), chip)
        self._chips.append((condition, chip))
        self._arrange()

    def take_last(self) -> str:
        """Remove the last condition and return it."""
        condition, chip = self._chips.pop()
        self._drop(chip)
        return condition

    def clear(self) -> None:
        """Remove all conditions without telling."""
        while self._chips:
            self.take_last()

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong, or take that back with ""."""
        self._problem.setText(sentence)
        self._problem.setToolTip(plain_tip(sentence))
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete and Backspace remove the chip that has the focus."""
        if (
            event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
        ):
            self._remove(watched)
            return True
        return super().eventFilter(watched, event)

    def _remove_sender(self) -> None:
        self._remove(self.sender())

    def _remove(self, chip: QObject | None) -> None:
        at = next((n for n, (_, each) in enumerate(self._chips) if each is chip), None)
        if at is None:
            return
        _, button = self._chips.pop(at)
        self._drop(button)
        if self._chips:
            self._chips[min(at, len(self._chips) - 1)][1].setFocus()
        self.removed.emit()

    def _drop(self, chip: QPushButton) -> None:
        chip.removeEventFilter(self)  # or it would be asked about a chip that is being destroyed
        chip.hide()
        self._row.removeWidget(chip)
        chip.deleteLater()
        self._arrange()

    def _arrange(self) -> None:
        self.setVisible(bool(self._chips or self._problem.text()))
