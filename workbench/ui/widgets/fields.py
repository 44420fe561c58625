"""Field: a control with its caption above and, when something is wrong, the sentence below.

`NameRow` asks for a name in one line.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QSizePolicy, QSpinBox, QWidget

from workbench.signals import Signal
from workbench.text.numbers import grouped, whole_number
from workbench.ui.theme.theme import LINE_GAP, SEARCH_WIDTH, SPACE_M, SPACE_S, SPACE_XS
from workbench.ui.widgets.labels import ElidedLabel, label, set_property
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical


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
        vertical(self._caption, control, self._hint, self._error, parent=self, spacing=LINE_GAP)

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
        bare = _bare(text)
        return whole_number(bare) if bare else self.minimum()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        bare = _bare(text)
        if not bare or text == self.specialValueText():
            state = QValidator.State.Acceptable if bare else QValidator.State.Intermediate
        elif not (bare.isascii() and bare.isdigit()) or whole_number(bare) > self.maximum():
            state = QValidator.State.Invalid
        elif whole_number(bare) < self.minimum():
            state = QValidator.State.Intermediate
        else:
            state = QValidator.State.Acceptable
        return state, text, position


def _bare(text: str) -> str:
    """The digits without what groups them: spaces of any width, commas."""
    return "".join(text.replace(",", "").split())


class NameRow(QFrame):
    """Asks for a name in one line, at the top of the window or of a pane.

    Hidden until something is to be named; Enter takes the name, Escape leaves.

    Signals:
        named: the name, without blanks around it, never empty.
    """

    named: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar-info")
        self._words = label("")
        self._field = QLineEdit()
        self._field.setObjectName("name")
        self._field.setFixedWidth(SEARCH_WIDTH)
        self._save = QPushButton(self.tr("Save"))
        leave = QPushButton(self.tr("Leave it"))
        leave.setProperty("kind", "quiet")
        horizontal(
            self._words,
            self._field,
            self._save,
            leave,
            STRETCH,
            parent=self,
            margins=(SPACE_M, SPACE_XS, SPACE_XS, SPACE_XS),
            spacing=SPACE_S,
        )
        self._field.returnPressed.connect(self.take_name)
        self._field.textChanged.connect(self._show_state)
        self._save.clicked.connect(self.take_name)
        leave.clicked.connect(self.hide)
        self.hide()

    def ask(self, words: str, name: str = "") -> None:
        """Ask for a name; the field contains `name`, all of it selected."""
        self._words.setText(words)
        self._field.setAccessibleName(words)
        self._field.setText(name)
        self._show_state()
        self.show()
        self._field.setFocus()
        self._field.selectAll()

    def take_name(self) -> None:
        name = self._field.text().strip()
        if name:
            self.hide()
            self.named.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _show_state(self) -> None:
        self._save.setEnabled(bool(self._field.text().strip()))
