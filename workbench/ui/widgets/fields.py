"""Field: a control with its caption above and, when something is wrong, the sentence below."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from workbench.text.numbers import grouped
from workbench.ui.theme.theme import LINE_GAP, SPACE_S
from workbench.ui.widgets.labels import ElidedLabel, label, set_property


class Field(QWidget):
    """Puts one control into a form; `show_error("")` takes the error away."""

    def __init__(self, caption: str, control: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        control.setAccessibleName(caption)
        self._caption = ElidedLabel(caption, "caption")
        self._caption.setBuddy(control)
        self._hint = label("", "caption", wrap=True)
        self._error = label("", "error", wrap=True)
        self._hint.hide()
        self._error.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(LINE_GAP)
        for part in (self._caption, control, self._hint, self._error):
            column.addWidget(part)

    @property
    def error(self) -> str:
        return self._error.text()

    def show_hint(self, words: str) -> None:
        """Say something about the value below the control."""
        self._hint.setText(words)
        self._hint.setVisible(bool(words) and not self._error.text())

    def show_error(self, sentence: str) -> None:
        """Say what is wrong with the value, at the value."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        self._hint.setVisible(bool(self._hint.text()) and not sentence)
        self._control.setAccessibleDescription(sentence)
        set_property(self._control, "wrong", "true" if sentence else "false")


class NumberBox(QSpinBox):
    """A spin box for whole numbers from 0 on, grouped as everywhere; typed with or without groups.

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
