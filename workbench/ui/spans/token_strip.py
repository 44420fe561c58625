"""TokenStrip: one token in two lines, of a height that never changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from workbench.text.numbers import NOTHING, grouped
from workbench.text.visible_text import isolated
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_L, SPACE_XL, SPACE_XS, TEXT_TITLE, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import label
from workbench.ui.words.tool_tips import plain_tip

_SHARES = {1: 5, 2: 3}  # of the width, by the place from the end
_LONG_NUMBER = grouped(999_999)  # ids and ranks are of that length and always in sight
_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


class TokenStrip(QFrame):
    """Shows the token's text, and named values beside it; elides what has no room.

    `set_action` puts a button for the token at the right.
    """

    def __init__(
        self, words: tuple[str, ...], hint: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._hint = hint
        self.setProperty("role", "surface")
        self.setFixedHeight(2 * ROW_HEIGHT + 2 * SPACE_XS)
        self._texts = [""] * (len(words) + 1)
        self._labels: list[QLabel] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_XS)
        row.setSpacing(SPACE_XL)
        self._columns = QWidget()
        title = label()
        title.setObjectName("token")
        self._title_font, self._hint_font = theme.mono_font(TEXT_TITLE), theme.font()
        title.setMinimumWidth(1)
        title.setTextInteractionFlags(_SELECTABLE)
        self._labels.append(title)
        row.addWidget(title, 2)
        values = self._row = QHBoxLayout(self._columns)
        values.setContentsMargins(0, 0, 0, 0)
        values.setSpacing(SPACE_L)
        row.addWidget(self._columns, 6)
        for index, word in enumerate(words):
            value = label()
            value.setObjectName(f"value_{index}")
            value.setFont(theme.mono_font())
            is_number = len(words) - index not in _SHARES
            room = QFontMetrics(value.font()).horizontalAdvance(_LONG_NUMBER)
            value.setMinimumWidth(room if is_number else 1)
            value.setTextInteractionFlags(_SELECTABLE)
            value.setAccessibleName(word)
            self._labels.append(value)
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(label(word, "caption"))
            column.addWidget(value)
            values.addLayout(column, _SHARES.get(len(words) - index, 2))  # the last ones are long
        self.show_token()

    @property
    def texts(self) -> tuple[str, ...]:
        """The token's text and the values, unshortened."""
        return tuple(self._texts)

    def set_action(self, action: QAction, words: str) -> None:
        """Offer what can be done with the token."""
        self._row.addWidget(ActionButton(action, words=words))

    def show_token(self, *texts: str) -> None:
        """Show the token's text and the values; without arguments the hint."""
        nothing = [self._hint] + [NOTHING] * (len(self._labels) - 1)
        self._texts = list(texts) if texts else nothing
        self._labels[0].setFont(self._title_font if texts else self._hint_font)
        self._columns.setVisible(bool(texts))  # the hint has the whole strip
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        for shown, text in zip(self._labels, self._texts, strict=True):
            metrics = QFontMetrics(shown.font())
            width = max(shown.width(), 1)
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            shown.setText(isolated(elided) if elided else "")
            shown.setToolTip(plain_tip(text if metrics.horizontalAdvance(text) > width else ""))
