"""Figures: the numbers of a pane in a row, the first one large."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from workbench.numbers import NOTHING
from workbench.theme import SPACE_XL, Theme
from workbench.widgets.labels import label


class Figures(QWidget):
    """Numbers with a word below each; they change in place and nothing moves."""

    def __init__(self, words: Sequence[str], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: list[QLabel] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_XL)
        for index, word in enumerate(words):
            value = label(NOTHING, "big" if index == 0 else "")
            value.setAccessibleName(word)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            if index:
                value.setFont(theme.font(bold=True))
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addStretch(1)
            column.addWidget(value)
            column.addWidget(label(word, "caption"))
            row.addLayout(column)
            self._values.append(value)
        row.addStretch(1)

    def show_values(self, *values: str) -> None:
        """Show one text per figure, in their order."""
        for shown, value in zip(self._values, values, strict=True):
            shown.setText(value)

    def set_tooltips(self, *texts: str) -> None:
        """Explain one figure after the other, in their order."""
        for shown, text in zip(self._values, texts, strict=True):
            shown.setToolTip(text)
            shown.setAccessibleDescription(text)

    def values(self) -> tuple[str, ...]:
        """Return what is on show."""
        return tuple(shown.text() for shown in self._values)
