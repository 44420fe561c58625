"""NameRow: asks for a name in one line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QWidget

from workbench.signals import Signal
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_M, SPACE_S, SPACE_XS
from workbench.ui.widgets.labels import label


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
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_XS, SPACE_XS, SPACE_XS)
        row.setSpacing(SPACE_S)
        for part in (self._words, self._field, self._save, leave):
            row.addWidget(part)
        row.addStretch(1)
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
