"""AddressRow: a line to write the address of a remote file or folder into."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from workbench.theme import SPACE_S


class AddressRow(QWidget):
    """Hidden until it is asked for; Enter adds, Escape leaves.

    Signals:
        address_entered: str, as the person wrote it.
    """

    address_entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QLineEdit()
        self._line.setAccessibleName(self.tr("Address"))
        self._line.setPlaceholderText(
            self.tr("https://host/eng.jsonl.gz or s3://bucket/folder; also a path or a pattern")
        )
        add, leave = QPushButton(self.tr("Add")), QPushButton(self.tr("Cancel"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._line, 1)
        row.addWidget(add)
        row.addWidget(leave)
        self._line.returnPressed.connect(self._enter)
        add.clicked.connect(self._enter)
        leave.clicked.connect(self.hide)
        self.hide()

    def ask(self) -> None:
        """Come into sight, ready to be written into."""
        self.show()
        self._line.setFocus()
        self._line.selectAll()

    def enter(self, address: str) -> None:
        """Write an address and press Enter, as a person does."""
        self._line.setText(address)
        self._enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        address = self._line.text().strip()
        if address:
            self._line.clear()
            self.hide()
            self.address_entered.emit(address)
