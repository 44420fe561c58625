"""DataTable, the table of all panes: dense rows, grid, sort, copy, follow the end. SharedTable."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from heapq import nlargest
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QObject,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.tables.table_copying import TableCopying
from workbench.ui.theme.theme import CELL_INSET, ROW_HEIGHT, TEXT_CAPTION, Theme
from workbench.ui.words.tool_tips import show_tip

_MEASURED = 32
"""Texts whose width is measured, those of the most characters first."""
NO_SELECTION = QAbstractItemView.SelectionMode.NoSelection


class DataTable(QTableView):
    """A QTableView with the house measures.

    Rows are chosen whole; Ctrl+C copies the chosen rows as tab-separated text with a header, the
    context menu and `copying` copy and save the table as CSV, Markdown or LaTeX.
    `follow_end()` keeps the newest row in sight as long as the person has not scrolled away.
    header: the head of the columns, where it is not Qt's.
    """

    def __init__(
        self,
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        header: QHeaderView | None = None,
    ) -> None:
        self._of_header: QItemSelectionModel | None = None
        super().__init__(parent)
        if header is not None:
            self.setHorizontalHeader(header)
        self.setAccessibleName(name)
        self._theme = theme
        self._hovered = -1
        self._handles_key = False
        self.widths: tuple[int, ...] = ()
        self.copying = TableCopying(self)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(ROW_HEIGHT)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        self._set_up_header(self.horizontalHeader())
        copy = QAction(self.tr("Copy rows"), self)
        copy.setObjectName("table.copy_rows")
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_rows)
        self.addAction(copy)

    def _set_up_header(self, columns: QHeaderView) -> None:
        columns.setHighlightSections(False)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)  # a long name loses its end
        columns.setFixedHeight(ROW_HEIGHT)
        columns.setFont(self._theme.font(TEXT_CAPTION))
        columns.viewport().installEventFilter(self)

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:  # noqa: N802  Qt's name
        """Choose rows without the header.

        Qt's header asks for every cell of the chosen rows when it is painted: seconds for all rows
        of a large vocabulary.
        """
        super().setSelectionModel(selection)
        header = self.horizontalHeader()
        own, self._of_header = self._of_header, QItemSelectionModel(selection.model(), header)
        header.setSelectionModel(self._of_header)
        if own is not None:
            own.deleteLater()

    def show_columns(
        self, model: ColumnTable[Any], through: QAbstractItemModel | None = None
    ) -> None:
        """Show a model with the widths of its columns; `through`: a proxy that sorts its rows."""
        shown = model if through is None else through
        if self.model() is not shown:
            self.setModel(shown)
        widths = tuple(column.width for column in model.columns)
        growing = [place for place, column in enumerate(model.columns) if column.stretches]
        self._take_widths(widths, growing)

    def _take_widths(self, widths: tuple[int, ...], growing: Sequence[int]) -> None:
        self.set_widths(widths, stretch=growing[0] if growing else None)

    def set_widths(self, widths: tuple[int, ...], *, stretch: int | None = None) -> None:
        """Set the columns' widths in pixels, or what a head needs where that is more.

        stretch: the column that takes the rest.
        """
        header = self.horizontalHeader()
        self.widths = tuple(max(width, self.head_width(i)) for i, width in enumerate(widths))
        for column, width in enumerate(self.widths):
            header.resizeSection(column, width)
        if stretch is not None:
            header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)

    def head_width(self, column: int) -> int:
        """The room that the words of a head need, in pixels."""
        words = self.model().headerData(column, Qt.Orientation.Horizontal)
        metrics = QFontMetricsF(self._theme.font(TEXT_CAPTION))
        return math.ceil(metrics.horizontalAdvance(str(words or ""))) + 2 * CELL_INSET

    def text_width(self, texts: Iterable[str]) -> int:
        """The width of a column, in pixels, in which none of these texts is cut."""
        longest = nlargest(_MEASURED, texts, key=len)
        metrics = QFontMetricsF(self.font())
        width = max((metrics.horizontalAdvance(text) for text in longest), default=0.0)
        return math.ceil(width) + 2 * CELL_INSET

    def cut_text(self, index: Index) -> str:
        """The text of a cell that its column is too narrow for, "" for any other cell."""
        text = str(index.data() or "")
        is_cut = bool(text) and self.text_width([text]) > self.columnWidth(index.column())
        return text if is_cut else ""

    def selectionCommand(
        self, index: Index, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """What the program chooses is chosen alone; Qt would toggle it while Ctrl is held.

        While a key is handled Qt asks without its event as well, and means what is held.
        """
        by_program = event is None and not self._handles_key
        if by_program and self.selectionMode() is not NO_SELECTION:
            flags = QItemSelectionModel.SelectionFlag
            return flags.ClearAndSelect | flags.Rows
        return super().selectionCommand(index, event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Rows are chosen whole, and so they are under the pointer."""
        if event.type() is QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._note_pointer(self.rowAt(event.position().toPoint().y()))
        elif event.type() is QEvent.Type.Leave:
            self._note_pointer(-1)
        elif isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            index = self.indexAt(event.pos())
            tip = index.data(Qt.ItemDataRole.ToolTipRole) or self.cut_text(index)
            show_tip(event.globalPos(), str(tip), self.viewport())
            return True
        return super().viewportEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tool tips of the heads, which may name labels and files."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            tip = self.head_tip(event.pos())
            if tip is not None:
                show_tip(event.globalPos(), tip, self.horizontalHeader().viewport())
                return True
        return super().eventFilter(watched, event)

    def head_tip(self, place: QPoint) -> str | None:
        """The tool tip at a point of the heads; None beside all of them."""
        model, column = self.model(), self.horizontalHeader().logicalIndexAt(place)
        if model is None or column < 0:
            return None
        role = Qt.ItemDataRole.ToolTipRole
        return str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._hovered >= 0:
            top, height = self.rowViewportPosition(self._hovered), self.rowHeight(self._hovered)
            painter = QPainter(self.viewport())
            row = QRect(0, top, self.horizontalHeader().length(), height)
            painter.fillRect(row, self._theme.colour("hover"))
            painter.end()
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._handles_key = True
        try:
            super().keyPressEvent(event)
        finally:
            self._handles_key = False

    def copy_rows(self) -> None:
        """Put the chosen rows on the clipboard as tab-separated text."""
        chosen = self.copying.chosen_rows()
        if chosen:
            self.copying.copy_rows(chosen)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the table's own actions, then copying and saving."""
        menu = QMenu(self)
        menu.addActions(self.actions())
        menu.addSeparator()
        self.copying.fill(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _note_pointer(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()


# Which columns of a table are in sight: what fits, the least telling ones go first.


def choose_columns(
    table: QTableView,
    widths: Sequence[int],
    wanted: Iterable[int],
    *,
    expendable: Sequence[int],
    stretch: int,
    least_stretch: int,
) -> None:
    """Show the `wanted` columns of a table as far as its width allows.

    widths: of all columns. expendable: what goes first, in that order. stretch: the column that
    takes the rest, `least_stretch` pixels at least.
    """
    shown = set(wanted)
    room = table.viewport().width() - least_stretch
    for column in expendable:
        if sum(widths[other] for other in shown - {stretch}) <= room:
            break
        shown.discard(column)
    for column in range(table.model().columnCount()):
        if table.isColumnHidden(column) == (column in shown):
            table.setColumnHidden(column, column not in shown)


class SharedTable(DataTable):
    """`share` says how wide columns are at least, and which of them take what is left."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._least: tuple[int, ...] = ()
        self._growing: frozenset[int] = frozenset()

    def share(self, least: Sequence[int], growing: Collection[int]) -> None:
        """Give every column its least width; the growing ones share the rest."""
        self._least, self._growing = tuple(least), frozenset(growing)
        self._fit()

    def _take_widths(self, widths: tuple[int, ...], growing: Sequence[int]) -> None:
        self.share(widths, growing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(0, self.viewport().width() - sum(self._least))
        parts = sorted(self._growing)
        for place, width in enumerate(self._least):
            extra = 0
            if place in self._growing:
                at = parts.index(place)
                extra = room * (at + 1) // len(parts) - room * at // len(parts)
            self.horizontalHeader().resizeSection(place, width + extra)
