"""Labels by role: what the style sheet knows as title, caption, big, section, muted, error."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QWidget

from workbench.ui.theme.theme import LINE_GAP
from workbench.ui.words.tool_tips import show_tip

_NUMBER_AT_END = re.compile(r"\s\S*\d\S*(?:\s×)?$")


def label(text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label in one of the roles of workbench/ui/theme/theme.py."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


class ElidedLabel(QLabel):
    """One line of text; if it is too long, it ends in an ellipsis and the tool tip has all of it.

    parts: leave out whole parts, which end with commas, instead of letters, if one has room.
    """

    def __init__(
        self, text: str = "", role: str = "", parent: QWidget | None = None, *, parts: bool = False
    ) -> None:
        super().__init__(text, parent)
        self._has_parts = parts
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)

    @property
    def shown_text(self) -> str:
        """What there is room for."""
        words, metrics = self.text(), self.fontMetrics()
        width = self.contentsRect().width()
        elided = metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)
        if self._has_parts and elided != words:
            while ", " in words:
                words = words.rpartition(", ")[0]
                if metrics.horizontalAdvance(f"{words}, …") <= width:
                    return f"{words}, …"
        return elided

    def minimumSizeHint(self) -> QSize:
        """As narrow as an ellipsis with a letter before it."""
        width = self.fontMetrics().horizontalAdvance("m…")
        return QSize(min(width, self.sizeHint().width()), super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self.contentsRect(), self.alignment().value, self.palette(),
            self.isEnabled(), self.shown_text, self.foregroundRole(),
        )  # fmt: skip

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip and self._is_cut():
            show_tip(event.globalPos(), self.text(), self)
            return True
        return super().event(event)

    def _is_cut(self) -> bool:
        """Whether the tool tip has to show the whole text; measuring it takes long."""
        return not self.toolTip() and self.shown_text != self.text()


def with_whole_number(words: str, metrics: QFontMetrics, width: int) -> str:
    """Elide words so that a number at their end stays whole: "Chinese, tradi… 1.8 ×"."""
    found = _NUMBER_AT_END.search(words)
    if found is not None and found.start():
        room = width - metrics.horizontalAdvance(found[0])
        if room >= metrics.horizontalAdvance("m…"):
            name = words[: found.start()]
            return metrics.elidedText(name, Qt.TextElideMode.ElideRight, room) + found[0]
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet looks at, and dress the widget again if it changed."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def hairline(*, vertical: bool = False) -> QFrame:
    """Return a line of one pixel in the hairline colour."""
    line = QFrame()
    line.setProperty("role", "line")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


_LEAST_WIDTH = 40


class FlowingText(QPlainTextEdit):
    """Text to read and copy that breaks anywhere, such as a long pattern; as tall as its lines.

    A QLabel breaks lines only between words, and patterns have none.
    """

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
