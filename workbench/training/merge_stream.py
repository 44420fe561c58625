"""The table of merges while they happen, with a switch to follow them and a search.

`MergeStream` is the widget, `MergeDelegate` paints a merge as token chips.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.training.merge_table import COUNT, MERGE, MERGE_ROLE, TOKEN_ID, MergeRow, MergeTable
from workbench.ui.languages.language_delegates import paint_ground
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import CELL_INSET, SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_XS, Theme
from workbench.ui.widgets.labels import ElidedLabel, hairline, label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical

if TYPE_CHECKING:
    from engine import Tokenizer

LEFT_HUE, RIGHT_HUE = 0, 1
PLUS, ARROW = "+", "→"
LEAST_PART = "ab…yz"
"""How much of each part of a long token stays."""
WIDTHS_KEPT = 4096

COLUMN_WIDTHS = (88, 80, 104, 200)
ROOM_FOR_ALL_COLUMNS = 440
SEARCH_DELAY_MS = 120


class MergeDelegate(QStyledItemDelegate):
    """Paints a merge as two token chips, an arrow and the token they make.

    For the merge column of a MergeTable. The parts keep their hues within the new token.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font: QFont = theme.mono_font()
        self._metrics = QFontMetrics(self._font)
        # Parts of a merge are painted twice, and again while rows move.
        self._width = lru_cache(WIDTHS_KEPT)(self._metrics.horizontalAdvance)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        merge: MergeRow = index.data(MERGE_ROLE)
        painter.save()
        painter.setClipRect(option.rect)
        paint_ground(painter, option, self._theme)
        painter.setFont(self._font)
        left, right, *token = self.texts(merge, option.rect.width())
        x = option.rect.left() + CELL_INSET
        x = self._chip(painter, option.rect, x, left, LEFT_HUE) + SPACE_XS
        x = self._sign(painter, option.rect, x, PLUS) + SPACE_XS
        x = self._chip(painter, option.rect, x, right, RIGHT_HUE) + SPACE_XS
        x = self._sign(painter, option.rect, x, ARROW) + SPACE_XS
        if len(token) == 2:
            x = self._chip(painter, option.rect, x, token[0], LEFT_HUE)
            self._chip(painter, option.rect, x, token[1], RIGHT_HUE)
        else:
            self._chip(painter, option.rect, x, token[0], None)
        painter.restore()

    def texts(self, merge: MergeRow, width: int) -> list[str]:
        """Return the chips' texts: left, right, and the token in its two parts.

        The token is one text where bytes of both sides make a character together. What is too
        long for a cell of this width has an ellipsis in its middle: first the token, for the sides
        say what it is made of.
        """
        left, right = visible(merge.left_bytes), visible(merge.right_bytes)
        whole = visible(merge.left_bytes + merge.right_bytes)
        texts = [left, right, left, right] if whole == left + right else [left, right, whole]
        widths = [self._width(text) for text in texts]
        signs = self._width(PLUS) + self._width(ARROW)
        room = width - 2 * CELL_INSET - signs - (4 + len(texts)) * SPACE_XS
        token = widths[2:]
        least = min(sum(token), len(token) * self._width(LEAST_PART))
        of_sides = _widest(widths[:2], room - least)
        of_token = _widest(token, room - sum(min(wide, of_sides) for wide in widths[:2]))
        middle = Qt.TextElideMode.ElideMiddle
        return [
            text if wide <= widest else self._metrics.elidedText(text, middle, widest)
            for text, wide, widest in zip(
                texts, widths, (of_sides, of_sides, *(of_token for _ in token)), strict=True
            )
        ]

    def _chip(self, painter: QPainter, row: QRect, x: int, text: str, hue: int | None) -> int:
        """Paint one token from x on; return where it ends."""
        width = self._width(text) + SPACE_XS
        box = QRect(x, row.top() + 3, width, row.height() - 6)
        if hue is not None:
            colour = self._theme.token_colour(hue)
            painter.fillRect(box, colour.background)
            painter.fillRect(QRect(box.left(), box.bottom(), width, 1), colour.boundary)
            painter.setPen(colour.text)
        else:
            painter.setPen(self._theme.colour("hairline"))
            painter.drawRect(box.adjusted(0, 0, -1, 0))
            painter.setPen(self._theme.colour("text"))
        painter.drawText(x + SPACE_XS // 2, self._baseline(row), text)
        return x + width

    def _sign(self, painter: QPainter, row: QRect, x: int, sign: str) -> int:
        painter.setPen(self._theme.colour("muted_text"))
        painter.drawText(x, self._baseline(row), sign)
        return x + self._width(sign)

    def _baseline(self, row: QRect) -> int:
        """The line on which text stands in a row; laying text out in a box takes longer."""
        return row.top() + (row.height() - self._metrics.height()) // 2 + self._metrics.ascent()


def _widest(widths: list[int], room: int) -> int:
    """Return how wide each part may be so that all fit; narrow parts leave room to wide ones.

    >>> _widest([10, 90, 10, 90], 100), _widest([10, 20], 100)
    (40, 20)
    """
    if sum(widths) <= room:
        return max(widths)
    for n_left, width in zip(range(len(widths), 0, -1), sorted(widths), strict=True):
        share = max(room, 0) // n_left
        if width > share:
            return share
        room -= width
    return max(widths)


class MergeStream(QWidget):
    """The table with its search; rows are only appended.

    So scroll position and selection stay.

    Signals:
        merge_chosen: the chosen MergeRow.
        all_requested: all merges are wanted instead of a part.
        following_changed: bool, whether the newest merge is kept in view.
    """

    following_changed: Signal[bool] = Signal(object)
    merge_chosen: Signal[MergeRow] = Signal(object)
    all_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.merges = MergeTable(self)
        self.table = _StreamTable(self.tr("Merges"), theme)
        self.table.setModel(self.merges)
        self.table.setItemDelegateForColumn(MERGE, MergeDelegate(theme, self.table))
        self.table.set_widths(COLUMN_WIDTHS, stretch=MERGE)
        self.table.selectionModel().selectionChanged.connect(self._choose)
        self._facts = ElidedLabel("", "caption")
        self._range = QPushButton()
        self._range.setProperty("kind", "chip")
        self._range.setToolTip(self.tr("Show all merges (Escape)"))
        self._range.clicked.connect(self.all_requested)
        self._range.hide()
        self.table.escaped.connect(self._ask_all)
        self._found = label("", "caption")
        self._found.setObjectName("found_merges")
        self._search = _SearchField(placeholderText=self.tr("Find in tokens"))
        self._search.setAccessibleName(self.tr("Find in tokens"))
        self._search.setToolTip(
            self.tr("Text in a token, or bytes such as e2 80. Enter: next, Shift+Enter: previous.")
        )
        self._search.setClearButtonEnabled(True)
        self._search.setMaximumWidth(SEARCH_WIDTH)
        self._delay = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._delay.timeout.connect(self._begin_search)
        self._matches: list[int] = []
        self._looked_at = 0
        self._part = b""
        self.table.following_changed.connect(self.following_changed)
        self._search.textChanged.connect(self._delay.start)
        self._search.next_wanted.connect(self.find_next)
        self._search.previous_wanted.connect(self.find_previous)
        self._lay_out()

    @property
    def follows(self) -> bool:
        """Whether the newest merge is kept in sight."""
        return self.table.follows

    @property
    def facts(self) -> str:
        """What the training came to so far."""
        return self._facts.text()

    def clear(self) -> None:
        """Make room for the merges of a new training, and follow them."""
        self.set_tokenizer(None)
        self.follow(True)
        self.show_facts("")

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show the merges of a whole tokenizer, which may have ids of its own; None for none."""
        self.merges.set_tokenizer(tokenizer)
        self.show_room(self.width())

    def follow(self, follows: bool) -> None:
        """Keep the newest merge in sight, or stop doing so."""
        self.table.set_following(follows)
        self.following_changed.emit(follows)

    def show_facts(self, words: str) -> None:
        """Say above the table what the training came to so far."""
        self._facts.setText(words)

    def show_part(self, part: tuple[int, int] | None) -> None:
        """Show the merges from one rank to before another only, or all."""
        self.merges.show_part(part)
        self._matches, self._looked_at = [], 0
        self._range.setVisible(part is not None)
        if part is not None:
            first, end = part
            words = fill(self.tr("%1 to %2  ×"), grouped(first), grouped(max(first, end - 1)))
            self._range.setText(words)
            self._range.setAccessibleName(fill(self.tr("Merges %1"), words))

    def _ask_all(self) -> None:
        if not self._range.isHidden():
            self.all_requested.emit()

    def focus_search(self) -> None:
        """Go to the search field."""
        self._search.setFocus()
        self._search.selectAll()

    def find_next(self) -> None:
        self._go(forward=True)

    def find_previous(self) -> None:
        self._go(forward=False)

    def show_room(self, width: int) -> None:
        """Hide what is known without it: the id that is 256 more than the rank, and the count
        where there is little room.
        """
        is_narrow = width < ROOM_FOR_ALL_COLUMNS
        for column, is_left_out in (
            (TOKEN_ID, is_narrow or not self.merges.has_own_ids),
            (COUNT, is_narrow),
        ):
            if self.table.isColumnHidden(column) != is_left_out:
                self.table.setColumnHidden(column, is_left_out)

    def _begin_search(self) -> None:
        if self._delay.isActive():
            self._delay.stop()
        self._part = searched_bytes(self._search.text())
        self._matches, self._looked_at = [], 0
        set_property(self._found, "role", "caption")
        if not self._part:
            self._found.clear()
            return
        self._go(forward=True, here_too=True)

    def _go(self, *, forward: bool, here_too: bool = False) -> None:
        """Choose the next match after the current row, around the end to the first."""
        if self._delay.isActive():
            self._begin_search()
            return
        if not self._part:
            return
        self._look_on()
        if not self._matches:
            self._found.setText(self.tr("no merge makes it"))
            set_property(self._found, "role", "warning")
            return
        row = self.table.currentIndex().row()
        later = [
            at
            for at, match in enumerate(self._matches)
            if match > row or (here_too and match == row)
        ]
        earlier = [at for at, match in enumerate(self._matches) if match < row]
        if forward:
            place = later[0] if later else 0
        else:
            place = earlier[-1] if earlier else len(self._matches) - 1
        self.follow(False)
        index = self.merges.index(self._matches[place], MERGE)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, DataTable.ScrollHint.PositionAtCenter)
        self._found.setText(
            fill(self.tr("%1 of %2"), grouped(place + 1), grouped(len(self._matches)))
        )
        set_property(self._found, "role", "caption")

    def _look_on(self) -> None:
        """Search what was merged since the last look; a new table is searched from its start."""
        n = self.merges.rowCount()
        if n < self._looked_at:
            self._matches, self._looked_at = [], 0
        self._matches += self.merges.rows_with(self._part, self._looked_at)
        self._looked_at = n

    def _choose(self, selection: QItemSelection) -> None:
        indexes = selection.indexes()
        merge = indexes[0].data(MERGE_ROLE) if indexes else None
        if isinstance(merge, MergeRow):
            self.merge_chosen.emit(merge)

    def _lay_out(self) -> None:
        head = horizontal(
            (self._facts, 1),
            self._range,
            self._found,
            self._search,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_XS),
            spacing=SPACE_M,
        )
        vertical(head, hairline(), (self.table, 1), parent=self, spacing=0)


class _StreamTable(DataTable):
    """A table that notices when the user scrolls away from the newest row, or back.

    Signals:
        following_changed: bool.    escaped: Escape was pressed.
    """

    following_changed: Signal[bool] = Signal(object)
    escaped = Signal()

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__(name, theme)
        self._follows = False
        self.verticalScrollBar().actionTriggered.connect(self._note_scroll)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            model.rowsInserted.connect(self._follow)

    @property
    def follows(self) -> bool:
        """Whether the newest row is kept in view."""
        return self._follows

    def set_following(self, follows: bool) -> None:
        if follows != self._follows:
            self._follows = follows
            self._follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the newest row in sight in a lower table too."""
        super().resizeEvent(event)
        self._follow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._note_scroll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        self._note_scroll()
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()

    def _follow(self) -> None:
        if self._follows:
            self.scrollToBottom()

    def _note_scroll(self, _action: int = 0) -> None:
        bar, before = self.verticalScrollBar(), self._follows
        self._follows = bar.sliderPosition() >= bar.maximum()
        if self._follows != before:
            self.following_changed.emit(self._follows)


class _SearchField(QLineEdit):
    """Enter finds the next, Shift+Enter the previous match, Escape clears the field."""

    next_wanted = Signal()
    previous_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in (keys.Key_Return, keys.Key_Enter):
            is_back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.previous_wanted if is_back else self.next_wanted).emit()
        elif event.key() == keys.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


def searched_bytes(text: str) -> bytes:
    """Return the bytes to search for: of text, or of hexadecimal digits.

    >>> searched_bytes("ing"), searched_bytes("e2 80"), searched_bytes("·the")
    (b'ing', b'\xe2\x80', b' the')
    """
    parts = text.split(" ")
    if len(parts) > 1 and all(len(part) == 2 for part in parts):
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    if text.startswith("·"):  # as a space at the beginning is drawn
        text = " " + text[1:]
    return text.encode("utf-8", "surrogatepass")
