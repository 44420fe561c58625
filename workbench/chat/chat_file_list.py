"""The conversations of a file with filters and search, and the totals of the whole file.

`ChatFileList` is the widget, `ChatFileTable` the model of its table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QStackedWidget, QWidget

from workbench.chat.chat_flow import (
    ALL,
    LINTED,
    MOST_ROWS,
    REFUSED,
    TOO_LONG,
    UNTRAINED,
    FileRow,
    ScanBatch,
    ScanTotals,
)
from workbench.chat.file_statistics import FileStatistics
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted

_WIDTHS = (44, 48, 76, 96, 112, 100)
_ROOM_FOR_PROBLEMS = 440  # a filter lists the conversations with problems, too
_PROGRESS = 1000
_ROOM_FOR_BOTH = 760

NUMBER, LINE, TOKENS, SHARE, LINTS, WORDS = range(6)
_FIXED = (ALL, UNTRAINED, TOO_LONG, LINTED, REFUSED)


class ChatFileTable(HeadedTable):
    """Model of the conversations; rows are appended while a scan runs, none moves.

    A model of its own: it keeps the rows that its filter holds back.
    """

    right_aligned = (NUMBER, LINE, TOKENS, SHARE)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (
            self.tr("No."), self.tr("Line"), self.tr("Tokens"), self.tr("Supervised"),
            self.tr("Problems"), self.tr("Begins with"),
        )  # fmt: skip
        self._rows: list[FileRow] = []
        self._shown_rows: list[FileRow] = []
        self._wanted = ALL
        self._found: Collection[int] | None = None

    @property
    def rows(self) -> Sequence[FileRow]:
        """All rows, also those that the filter holds back."""
        return self._rows

    @property
    def shown(self) -> Sequence[FileRow]:
        """The rows on show."""
        return self._shown_rows

    def clear(self) -> None:
        self.beginResetModel()
        self._rows, self._shown_rows = [], []
        self.endResetModel()

    def append(self, rows: Sequence[FileRow]) -> None:
        """Add what a scan found."""
        self._rows += rows
        fitting = [row for row in rows if self._fits(row)]
        if fitting:
            first = len(self._shown_rows)
            self.beginInsertRows(QModelIndex(), first, first + len(fitting) - 1)
            self._shown_rows += fitting
            self.endInsertRows()

    def set_filter(self, wanted: str, found: Collection[int] | None) -> None:
        """Show what fits. found: the indices in which a text was found, None without a search."""
        self._wanted = wanted
        self._found = None if found is None else frozenset(found)
        self.beginResetModel()
        self._shown_rows = [row for row in self._rows if self._fits(row)]
        self.endResetModel()

    def row_of(self, index: int) -> int | None:
        """The row of a conversation, None where it is not on show."""
        low, high = 0, len(self._shown_rows)
        while low < high:
            middle = (low + high) // 2
            if self._shown_rows[middle].index < index:
                low = middle + 1
            else:
                high = middle
        is_there = low < len(self._shown_rows) and self._shown_rows[low].index == index
        return low if is_there else None

    def neighbour(self, index: int, by: int) -> int | None:
        """The next (1) or previous (-1) conversation on show from an index, None for none."""
        indices = (row.index for row in self._shown_rows)
        if by > 0:
            return next((each for each in indices if each > index), None)
        before = [each for each in indices if each < index]
        return before[-1] if before else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._shown_rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return isolated(row.error or (", ".join(row.codes) if column == LINTS else row.words))
        if role == Qt.ItemDataRole.ForegroundRole:
            if row.error:
                return self._theme.colour("negative")
            is_odd = (column == TOKENS and row.is_truncated) or (
                column == SHARE and row.n_trained == 0
            )
            if is_odd or column == LINTS:
                return self._theme.colour("warning")
        return None

    def _text(self, row: FileRow, column: int) -> str:
        if column == NUMBER:
            return grouped(row.index + 1)
        if column == LINE:
            return "" if row.line is None else grouped(row.line)
        if column == WORDS:
            return isolated(row.error or row.words)
        if column == LINTS:
            return ", ".join(row.codes)
        if row.error:
            return NOTHING
        if column == TOKENS:
            return f"{'! ' if row.is_truncated else ''}{grouped(row.n_full)}"
        return percent(row.n_trained / row.n_kept if row.n_kept else None)

    def _fits(self, row: FileRow) -> bool:
        return row.fits(self._wanted) and (self._found is None or row.index in self._found)

    def _shown(self) -> Sequence[object]:
        return self._shown_rows


class ChatFileList(QWidget):
    """The table with filters, search, totals and the chart of lengths.

    Signals:
        conversation_chosen: its number from 0.
        search_wanted: str, a text to find in all conversations, "" for no search.
        file_wanted: open a file.    scan_cancelled: stop the check.
    """

    conversation_chosen: Signal[int] = Signal(object)
    search_wanted: Signal[str] = Signal(object)
    file_wanted = Signal()
    scan_cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Collection[int] | None = None
        self._totals: ScanTotals | None = None
        self._is_choosing = self._is_offering = False
        self._open = 0
        self.rows = ChatFileTable(theme, self)
        self.table = DataTable(self.tr("Conversations of the file"), theme)
        self.table.setModel(self.rows)
        self.table.set_widths(_WIDTHS, stretch=WORDS)
        self.table.setColumnHidden(LINTS, True)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find in all conversations"))
        self.search.setAccessibleName(self.tr("Text to find in all conversations"))
        self.search.setClearButtonEnabled(True)
        self.filter = QComboBox()
        self.filter.setAccessibleName(self.tr("Which conversations to list"))
        self._name = ElidedLabel("", "section")
        self._summary = label("", "caption", wrap=True)
        self._progress = ProgressLine(_PROGRESS)
        self._progress.setAccessibleName(self.tr("Progress of the check"))
        self._cancel = QPushButton(self.tr("Stop"))
        self._cancel.setProperty("kind", "quiet")
        self._cancel.setToolTip(self.tr("Stop checking the file; the list stays"))
        self.statistics = FileStatistics(theme)
        self._resized = QTimer(self, singleShot=True)
        self._empty = EmptyState(
            self.tr(
                "Open a file of conversations (JSONL or JSON) to step through it and to check "
                "every mask, or drop one here."
            ),
            self.tr("Open conversations…"),
        )
        self._lay_out()
        self._offer_filters()
        self._connect()

    def _connect(self) -> None:
        self._resized.timeout.connect(self._arrange)
        self.table.selectionModel().currentRowChanged.connect(self._tell_chosen)
        self.search.returnPressed.connect(self._tell_search)
        self.search.textChanged.connect(self._note_search_text)
        self.filter.currentIndexChanged.connect(self._filter_rows)
        self._cancel.clicked.connect(self.scan_cancelled)
        self._empty.action_requested.connect(self.file_wanted)

    @property
    def summary(self) -> str:
        """What is said of the whole file."""
        return self._summary.text()

    @property
    def totals(self) -> ScanTotals | None:
        """What the scan found so far."""
        return self._totals

    @property
    def wanted(self) -> str:
        """The filter in force."""
        return str(self.filter.currentData())

    @property
    def is_filtered(self) -> bool:
        """Whether some conversations may be held back."""
        return self.wanted != ALL or self._found is not None

    def add_controls(self, *actions: QAction) -> None:
        """Offer these commands beside the name of the file."""
        for action in actions:
            self._head.insertWidget(self._head.count() - 1, ActionButton(action))

    def show_file(self, name: str, path: str) -> None:
        """A file was opened; its rows follow."""
        self._name.setText(name)
        self._name.setToolTip(plain_tip(path))
        self._stack.setCurrentIndex(1)
        self._found = None
        self.search.clear()
        self.begin_scan()

    def begin_scan(self) -> None:
        """The rows are computed again, by other rules."""
        self.rows.clear()
        self._totals = None
        self._summary.setText(self.tr("Checking…"))
        self.statistics.clear()
        self._show_progress(0.0)
        self._filter_rows()

    def add_batch(self, batch: ScanBatch) -> None:
        """Append what the scan found."""
        self.rows.append(batch.rows)
        if not self.table.currentIndex().isValid():
            self.choose(self._open)
        self._show_totals(batch.totals)
        self._show_progress(batch.totals.n_done / max(batch.totals.n_all, 1))

    def end_scan(self, totals: ScanTotals | None) -> None:
        """The scan is over; None where it was stopped."""
        if totals is not None:
            self._show_totals(totals)
            self.statistics.show_lengths(totals.lengths, totals.max_tokens)
        elif self._totals is None:
            self._summary.setText(self.tr("Not checked."))
        self._show_progress(None)
        self._offer_filters()

    def note_found(self, found: Collection[int] | None) -> None:
        """Show only conversations in which a text was found; None for all."""
        self._found = found
        self._filter_rows()

    def choose(self, index: int) -> None:
        """Mark the conversation that is open, without asking for it; it may be listed later."""
        self._open = index
        row = self.rows.row_of(index)
        self._is_choosing = True
        if row is None:
            self.table.clearSelection()
        elif row != self.table.currentIndex().row():
            self.table.setCurrentIndex(self.rows.index(row, NUMBER))
        self._is_choosing = False

    def set_filter(self, wanted: str) -> None:
        """Choose a filter as a person does."""
        self.filter.setCurrentIndex(self.filter.findData(wanted))

    def focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _show_totals(self, totals: ScanTotals) -> None:
        self._totals = totals
        self._show_problems()
        n_all = totals.n_all
        whole = counted("ChatFileList", "1 conversation", "%1 conversations", n_all)
        if totals.n_done < n_all:
            whole = fill(self.tr("%1 of %2"), grouped(totals.n_done), whole)
        parts = [whole]
        for words, number in (
            (self.tr("%1 without a supervised token"), totals.n_untrained),
            (self.tr("%1 too long"), totals.n_truncated),
            (self.tr("%1 damaged or refused"), totals.n_refused),
        ):
            if number:
                parts.append(fill(words, grouped(number)))
        if len(totals.lengths):
            middle, most = (int(np.percentile(totals.lengths, each)) for each in (50, 99))
            words = self.tr("tokens: median %1, P99 %2, max %3")
            longest = int(totals.lengths.max())
            parts.append(fill(words, grouped(middle), grouped(most), grouped(longest)))
        if totals.n_done == totals.n_all > MOST_ROWS:
            parts.append(fill(self.tr("first %1 listed"), grouped(MOST_ROWS)))
        self._summary.setText("  ·  ".join(parts))
        self.statistics.show_roles(totals.roles)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resized.start()  # a part that is being shown resizes this; it cannot be hidden then

    def _show_problems(self) -> None:
        has_some = self._totals is not None and bool(self._totals.codes)
        has_room = self.width() >= _ROOM_FOR_PROBLEMS
        self.table.setColumnHidden(LINTS, not (has_some and has_room))

    def _arrange(self) -> None:
        self._show_problems()
        self.statistics.arrange(tall=self.height() >= _ROOM_FOR_BOTH)

    def _show_progress(self, share: float | None) -> None:
        self._progress.setValue(0 if share is None else round(_PROGRESS * share))
        for part in (self._progress, self._cancel):
            part.setVisible(share is not None)

    def _offer_filters(self) -> None:
        """The filters, and one for each lint that was found, with how many there are."""
        totals, wanted = self._totals, self.wanted if self.filter.count() else ALL
        names = {
            ALL: self.tr("All conversations"), UNTRAINED: self.tr("No supervised token"),
            TOO_LONG: self.tr("Too long"), LINTED: self.tr("With problems"),
            REFUSED: self.tr("Damaged or refused"),
        }  # fmt: skip
        counts: dict[str, int] = dict(totals.codes) if totals is not None else {}
        if totals is not None:
            counts |= {UNTRAINED: totals.n_untrained, TOO_LONG: totals.n_truncated,
                       REFUSED: totals.n_refused}  # fmt: skip
        self._is_offering = True
        self.filter.clear()
        for each in (*_FIXED, *(code for code in counts if code not in _FIXED)):
            words = names.get(each, each)
            if each in counts:
                words = f"{words} ({grouped(counts[each])})"
            self.filter.addItem(words, each)
        self.filter.setCurrentIndex(max(self.filter.findData(wanted), 0))
        self._is_offering = False

    def _filter_rows(self, _index: int = 0) -> None:
        if self._is_offering:
            return
        self._is_choosing = True
        self.rows.set_filter(self.wanted, self._found)
        self.table.setColumnHidden(LINE, self.wanted != REFUSED)
        self._is_choosing = False
        self.choose(self._open)

    def _tell_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._is_choosing and current.isValid():
            self.conversation_chosen.emit(self.rows.shown[current.row()].index)

    def _tell_search(self) -> None:
        self.search_wanted.emit(self.search.text())

    def _note_search_text(self, text: str) -> None:
        if not text:
            self.search_wanted.emit("")

    def _lay_out(self) -> None:
        listing = QWidget()
        column = vertical(parent=listing, spacing=SPACE_S)
        self._head = horizontal(
            (self._name, 1), self._cancel, margins=(SPACE_L, SPACE_S, SPACE_M, 0), spacing=SPACE_S
        )
        row = horizontal(
            (self.search, 3), (self.filter, 2), margins=(SPACE_L, 0, SPACE_M, 0), spacing=SPACE_S
        )
        around = vertical(self._summary, self.statistics, margins=(SPACE_L, 0, SPACE_M, SPACE_S))
        column.addLayout(self._head)
        column.addWidget(self._progress)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addLayout(around)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(listing)
        vertical(self._stack, parent=self)
