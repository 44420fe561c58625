"""PatternWords: how fast a split pattern cuts, and what it does to the preview, in two lines."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workbench.pattern_verdict import Verdict
from workbench.theme import SPACE_L, SPACE_S
from workbench.widgets.labels import label, set_property


class PatternWords(QWidget):
    """Keeps its height, so that nothing below moves while a pattern is typed.

    Signals:
        use_requested: the person uses the pattern in spite of the verdict.
    """

    use_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._speed = label("", "caption")
        self._speed.setFixedHeight(SPACE_L)
        self._speed.setAccessibleName(self.tr("How fast the pattern cuts"))
        self._verdict = label("", "caption", wrap=True)
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._verdict.setFixedHeight(2 * SPACE_L)
        self._verdict.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._verdict.setAccessibleName(self.tr("What the pattern does"))
        self._anyway = QPushButton(self.tr("Use anyway"))
        self._anyway.hide()
        self._anyway.clicked.connect(self.use_requested)
        below = QHBoxLayout()
        below.setSpacing(SPACE_S)
        below.addWidget(self._verdict, 1)
        below.addWidget(self._anyway)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self._speed)
        column.addLayout(below)

    @property
    def speed(self) -> str:
        """The upper line."""
        return self._speed.text()

    @property
    def verdict(self) -> str:
        """The lower line."""
        return self._verdict.text()

    def show_speed(self, speed: Verdict) -> None:
        """Show whether the pattern is an automaton, or why it is not."""
        _say(self._speed, speed)

    def show_verdict(self, verdict: Verdict, *, may_use: bool = False) -> None:
        """Show what the pattern does; `may_use` offers to use it all the same."""
        _say(self._verdict, verdict)
        self._anyway.setVisible(may_use)


def _say(shown: QLabel, verdict: Verdict) -> None:
    set_property(shown, "role", verdict.role)
    shown.setText(verdict.sentence)
