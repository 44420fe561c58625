"""RawTextEdit: a plain-text editor that hands out exactly what was typed or pasted."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from workbench.signals import Signal
from workbench.ui.theme.theme import Theme

SETTLE_MS = 120


class RawTextEdit(QPlainTextEdit):
    """Monospaced; Tab moves on to the next control.

    Signals:
        settled: nothing was typed for `settle_ms` after a change.
    """

    settled = Signal()

    def __init__(
        self,
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        settle_ms: int = SETTLE_MS,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFont(theme.mono_font())
        self.setTabChangesFocus(True)
        self._theme = theme
        self._timer = QTimer(self, singleShot=True, interval=settle_ms)
        self._timer.timeout.connect(self.settled)
        self.textChanged.connect(self._timer.start)

    @property
    def raw_text(self) -> str:
        """The text; unlike `toPlainText` it keeps no-break spaces."""
        return self.document().toRawText().replace("\u2029", "\n")

    def set_settled_text(self, text: str) -> None:
        """Show a text without reporting a change."""
        self.setPlainText(text)
        self._timer.stop()

    def settle(self) -> None:
        """Report a change now instead of when the typing rests."""
        if self._timer.isActive():
            self._timer.stop()
            self.settled.emit()

    def mark_position(self, position: int | None) -> None:
        """Underline the character at `position` (code points from 0), None for none."""
        if position is None:
            self.setExtraSelections([])
            return
        text = self.raw_text
        at = min(position, max(len(text) - 1, 0))
        start = len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.movePosition(
            QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
        )
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor
        mark.format = _underline(self._theme.colour("negative"))
        self.setExtraSelections([mark])


def _underline(colour: QColor) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    form.setUnderlineColor(colour)
    ground = QColor(colour)
    ground.setAlpha(50)
    form.setBackground(ground)
    return form
