"""FlowingText: words to read and copy that break anywhere, as long as a pattern may be."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from workbench.theme import LINE_GAP

_LEAST_WIDTH = 40


class FlowingText(QPlainTextEdit):
    """As tall as its lines. A label breaks lines between words alone, and patterns have none."""

    def __init__(self, text: str, font: QFont, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFont(font)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.setPlainText(text)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max(1, round(self.document().size().height()))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + LINE_GAP)
