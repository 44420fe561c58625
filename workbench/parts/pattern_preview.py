"""PatternPreview: the text on which a split pattern is tried."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.sample_text import SAMPLE_TEXT
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.labels import label
from workbench.widgets.raw_text_edit import RawTextEdit

MAX_PREVIEW_BYTES = 65_536


class PatternPreview(QWidget):
    """An editor that starts with a text which is hard to cut.

    Signals:
        settled: the text changed and the typing rests.
    """

    settled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = RawTextEdit(self.tr("Preview text"), theme)
        self._editor.setPlainText(SAMPLE_TEXT)
        self._crlf = QCheckBox(self.tr("CRLF line ends"))
        self._reset = QPushButton(self.tr("Reset text"))
        row = QHBoxLayout()
        row.addWidget(label(self.tr("Preview text"), "section"))
        row.addStretch(1)
        row.addWidget(self._crlf)
        row.addWidget(self._reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_L)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._editor, 1)
        self._editor.settled.connect(self.settled)
        self._crlf.toggled.connect(self.settled)
        self._reset.clicked.connect(self._reset_text)

    @property
    def data(self) -> bytes:
        """The text in UTF-8, with the line ends that were chosen, cut at MAX_PREVIEW_BYTES."""
        text = self._editor.raw_text
        if self._crlf.isChecked():
            text = text.replace("\n", "\r\n")
        data = text.encode("utf-8", "replace")[:MAX_PREVIEW_BYTES]
        return data.decode("utf-8", "ignore").encode() if len(data) == MAX_PREVIEW_BYTES else data

    def set_text(self, text: str) -> None:
        """Put text into the editor as if typed."""
        self._editor.setPlainText(text)
        self._editor.settle()

    def set_crlf(self, crlf: bool) -> None:
        self._crlf.setChecked(crlf)

    def _reset_text(self) -> None:
        self.set_text(SAMPLE_TEXT)
