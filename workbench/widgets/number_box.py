"""NumberBox: a spin box that stands like the other fields."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox, QWidget

from workbench.theme import SPACE_S


class NumberBox(QSpinBox):
    """A QSpinBox with grouped digits; style sheets cannot pad a spin box's text, so this does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setGroupSeparatorShown(True)
        self.lineEdit().setTextMargins(SPACE_S, 0, 0, 0)
