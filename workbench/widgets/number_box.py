"""NumberBox: a spin box that stands like the other fields."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSpinBox, QWidget

from workbench.numbers import grouped
from workbench.theme import SPACE_S


class NumberBox(QSpinBox):
    """Whole numbers from 0 on, grouped as everywhere else; typed with or without groups.

    Style sheets cannot pad a spin box's text, so this does.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(SPACE_S, 0, 0, 0)

    def textFromValue(self, value: int) -> str:
        return grouped(value)

    def valueFromText(self, text: str) -> int:
        return int(_bare(text) or self.minimum())

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        bare = _bare(text)
        if not bare or text == self.specialValueText():
            state = QValidator.State.Acceptable if bare else QValidator.State.Intermediate
        elif not (bare.isascii() and bare.isdigit()) or int(bare) > self.maximum():
            state = QValidator.State.Invalid
        elif int(bare) < self.minimum():
            state = QValidator.State.Intermediate
        else:
            state = QValidator.State.Acceptable
        return state, text, position


def _bare(text: str) -> str:
    """The digits without what groups them: spaces of any width, commas."""
    return "".join(text.replace(",", "").split())
