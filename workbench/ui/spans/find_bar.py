"""FindBar: finds text, bytes or ids in one or several span views and goes from hit to hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.spans.span_text import HEX, NO_HITS, Hits, QueryError, find_spans
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import SPACE_L, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import ActionButton, ActionToolButton
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.translation import counted

Views = Callable[[], Sequence[SpanView]]

_FIELD_WIDTH = 240


class FindBar(QWidget):
    """A find field above views. Hits are marked in all of them, and counted in the first.

    workspace: of the pane, which gets the commands. views: returns the views; the first one is that
    which the person used last.
    """

    def __init__(
        self,
        pane: Pane,
        workspace: str,
        views: Views,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._views, self._theme = views, theme
        self._number: int | None = None
        self._error = ""
        self._make_actions(pane, workspace)
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.setPlaceholderText(self.tr("Text, hex:E2 96 or id:512"))
        self.field.setAccessibleName(self.tr("Find in tokens"))
        self.field.setMaximumWidth(_FIELD_WIDTH)
        self.field.installEventFilter(self)
        self._words = label("", "caption")
        self._close = QAction(self.tr("Close"), self)
        self._close.setToolTip(self.tr("Close the find field"))
        self._close.triggered.connect(self.close_field)
        horizontal(
            (self.field, 1),
            ActionButton(self._previous, words=self.tr("Previous")),
            ActionButton(self._next, words=self.tr("Next")),
            self._words,
            STRETCH,
            ActionToolButton(self._close),
            parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_S, SPACE_XS),
            spacing=SPACE_S,
        )
        self.field.textChanged.connect(self._search)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    @property
    def words(self) -> str:
        """Which hit of how many is on show, or what is wrong with the query."""
        return self._words.text()

    def open_field(self) -> None:
        """Show the field, with what was sought last, and begin to type."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.search_again()

    def close_field(self) -> None:
        """Hide the field and the marks; the keys go to the text."""
        self.hide()
        for view in self._views():
            view.set_hits(NO_HITS)
        self._views()[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def search_again(self) -> None:
        """Mark the hits in other texts than before, without going to one."""
        if not self.isHidden():
            self._number = None
            self._mark()
            self._say()

    def go_on(self) -> None:
        """Go to the next hit; behind the last comes the first."""
        self._step(1)

    def go_back(self) -> None:
        """Go to the previous hit; before the first comes the last."""
        self._step(-1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Shift+Enter step, Escape closes."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self._step(-1 if is_back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_field()
                return True
        return super().eventFilter(watched, event)

    def _make_actions(self, pane: Pane, workspace: str) -> None:
        make = pane.make_action
        hint = self.tr("Find text, bytes (hex:E2 96) or an id (id:512) in the tokens.")
        words = self.tr("Find in tokens")
        make(f"{workspace}.find_in_tokens", words, self.open_field, keys="Ctrl+F", hint=hint)
        hint = self.tr("Go to the next hit in the tokens.")
        words = self.tr("Next hit")
        self._next = make(f"{workspace}.next_hit", words, self.go_on, keys="F3", hint=hint)
        hint = self.tr("Go to the previous hit in the tokens.")
        words = self.tr("Previous hit")
        self._previous = make(
            f"{workspace}.previous_hit", words, self.go_back, keys="Shift+F3", hint=hint
        )

    def _search(self, _query: str) -> None:
        """Go to the first hit from the current token on."""
        self._number = None
        self._mark()
        if len(self._views()[0].hits):
            self._step(0)
        else:
            self._say()

    def _mark(self) -> None:
        query = self.field.text()
        self._error = ""
        for view in self._views():
            try:
                view.set_hits(find_spans(view.text, query))
            except QueryError as error:
                view.set_hits(NO_HITS)
                words = self.tr("%1 is not a number of hex digits for whole bytes")
                if error.kind != HEX:
                    words = self.tr("%1 is not an id")
                self._error = fill(words, error.wrong)

    def _step(self, by: int) -> None:
        if self.isHidden():
            self.open_field()
            return
        view = self._views()[0]
        hits = view.hits
        if not len(hits):
            return
        current = view.current
        if self._number is None or self._number >= len(hits):
            offset = view.top_byte if current is None else float(view.text.bounds[current])
            number = hits.at_or_after(offset)
            number = (number - 1) % len(hits) if by < 0 else number
        else:
            number = (self._number + by) % len(hits)
        self._number = number
        start, end = (int(offset) for offset in hits.stretches[number])
        spans = view.text.spans_between(start, end)
        view.set_current(spans.stop - 1)
        if len(spans) > 1:
            view.set_current(spans.start, extend=True)
        self._say()

    def _say(self) -> None:
        hits: Hits = self._views()[0].hits
        words = self._error
        if not words and self.field.text():
            total = len(hits)
            words = counted("FindBar", "1 hit", "%1 hits", total, grouped(total))
            if not total:
                words = self.tr("No hits")
            elif self._number is not None:
                words = fill(self.tr("%1 of %2"), grouped(self._number + 1), grouped(total))
        self._words.setText(words)
        self.field.setAccessibleDescription(words)

    def _dress(self) -> None:
        self._close.setIcon(icon("close", self._theme))


def with_find_bar(bar: FindBar, views: QWidget) -> QWidget:
    """Return a widget with a find field above the views."""
    whole = QWidget()
    vertical(bar, (views, 1), parent=whole, spacing=0)
    return whole
