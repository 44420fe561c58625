"""Figures: the numbers of a pane in a row, the first one large."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from workbench.signals import Signal
from workbench.text.numbers import NOTHING
from workbench.ui.theme.theme import SPACE_XL, Theme
from workbench.ui.widgets.labels import label, with_whole_number
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip

LEAST_SHOWN = 3
LEAST_FIRST = 160
"""Pixels of the first number with the name before it, below which that is not shortened."""
LINKS = (
    Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
)


def link_style(theme: Theme) -> str:
    """Links in the colour of the theme in force: rich text keeps that of when it was set."""
    return f"<style>a {{ color: {theme.colour('accent').name()}; }}</style>"


class Figures(QWidget):
    """Numbers with a word below each; they change in place and nothing moves.

    Where the row is too narrow for all, a name before the first number is shortened, then the last
    ones go; a number that is "" has no room.
    least: how many of the first ones stay.

    Signals:
        link_activated: what `set_link` gave a number that was chosen.
    """

    link_activated: Signal[str] = Signal(object)

    def __init__(
        self,
        words: Sequence[str],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        least: int = LEAST_SHOWN,
    ) -> None:
        super().__init__(parent)
        self._least = least
        self._values: list[QLabel] = []
        self._texts: list[str] = []
        self._first = ""  # as it is shown, with a name that may be shortened
        self._holders: list[QWidget] = []
        self._words: list[QLabel] = []
        self._theme = theme
        self._links: dict[int, str] = {}
        theme.changed.connect(self._show_links)
        row = horizontal(parent=self, spacing=SPACE_XL)
        for index, word in enumerate(words):
            value = label(NOTHING, "big" if index == 0 else "")
            value.setAccessibleName(word)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            if index:
                value.setFont(theme.font(bold=True))
            holder = QWidget()
            column = vertical(STRETCH, value, parent=holder, spacing=0)
            self._words.append(label(word, "caption"))
            column.addWidget(self._words[-1])
            row.addWidget(holder)
            value.linkActivated.connect(self.link_activated.emit)
            self._values.append(value)
            self._holders.append(holder)
        row.addStretch(1)

    def show_values(self, *values: str) -> None:
        """Show one text per figure, in their order."""
        self._texts, self._links = list(values), {}
        self._first = values[0] if values else ""
        for shown, value in zip(self._values, values, strict=True):
            shown.setTextFormat(Qt.TextFormat.PlainText)
            shown.setText(value)
        self._fit()

    def set_word(self, index: int, word: str) -> None:
        """Say what a number is, such as that of another text."""
        self._words[index].setText(word)
        self._values[index].setAccessibleName(word)
        self._fit()

    def set_link(self, index: int, target: str) -> None:
        """Let a number be chosen until values are shown again; `link_activated` says the target."""
        self._links[index] = target
        self._values[index].setTextFormat(Qt.TextFormat.RichText)
        self._values[index].setTextInteractionFlags(LINKS)
        self._show_links()

    def _show_links(self, _scheme: object = None) -> None:
        for index, target in self._links.items():
            shown = self._texts[index] if index else self._first
            words = f'<a href="{escape(target)}">{escape(shown)}</a>'
            self._values[index].setText(link_style(self._theme) + words)

    def minimumSizeHint(self) -> QSize:
        """Room for the first ones."""
        least = super().minimumSizeHint()
        margins = self.contentsMargins()
        first = self._width_of(self._least) + margins.left() + margins.right()
        return QSize(min(first, least.width()), least.height())

    def sizeHint(self) -> QSize:
        """Room for all of them."""
        margins = self.contentsMargins()
        width = self._width_of(len(self._holders)) + margins.left() + margins.right()
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width()
        self._shorten_first(room)
        for n, holder in enumerate(self._holders, start=1):
            fits = n <= self._least or self._width_of(n) <= room
            holder.setVisible(fits and self._has_value(n - 1))

    def _shorten_first(self, room: int) -> None:
        """Give the others room before any of them goes: shorten a name before the first number."""
        if not self._texts:
            return
        words, metrics = self._texts[0], self._values[0].fontMetrics()
        missing = self._width_of(len(self._holders)) - room
        missing += metrics.horizontalAdvance(words) - metrics.horizontalAdvance(self._first)
        wanted = words
        if missing > 0:
            width = metrics.horizontalAdvance(words) - missing
            wanted = with_whole_number(words, metrics, max(LEAST_FIRST, width))
        if wanted == self._first:
            return
        self._first = wanted
        if 0 in self._links:
            self._show_links()
        else:
            self._values[0].setText(wanted)

    def _has_value(self, index: int) -> bool:
        return not self._texts or bool(self._texts[index])

    def _width_of(self, n: int) -> int:
        """Width of the first `n` figures."""
        widths = [
            holder.sizeHint().width()
            for index, holder in enumerate(self._holders[:n])
            if self._has_value(index)
        ]
        return sum(widths) + SPACE_XL * max(0, len(widths) - 1)

    def set_tooltips(self, *texts: str) -> None:
        """Explain one figure after the other, in their order."""
        for shown, text in zip(self._values, texts, strict=True):
            shown.setToolTip(plain_tip(text))
            shown.setAccessibleDescription(text)

    def values(self) -> tuple[str, ...]:
        """Return what is on show."""
        return tuple(self._texts) or (NOTHING,) * len(self._values)
