"""Copying and saving a table as CSV, Markdown or LaTeX; SlicedText builds long texts in slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import cast

from PySide6.QtCore import QAbstractItemModel, QItemSelectionRange, QObject, Qt, QTimerEvent
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QTableView

from engine.errors import reason_of
from engine.machine import write_whole
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.table_text import SUFFIXES, TABLE_FORMATS, TableFormat, table_pieces, table_text
from workbench.ui.widgets.file_dialogs import ask_place
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.widgets.pane import bar_around
from workbench.ui.words.translation import counted

FORMAT_NAMES: dict[TableFormat, str] = {"csv": "CSV", "markdown": "Markdown", "latex": "LaTeX"}

SLICE_S = 0.02
AT_ONCE_S = 0.1
"""A copy that takes less time is made at once, without showing progress."""


class TableCopying(QObject):
    """Belongs to one table: visible columns in the order on the screen, rows as sorted.

    Two or more chosen rows are taken alone, otherwise all that the filter lets through. How saving
    went stands in the bar of the pane that the table is in.

    Signals:
        saved: path of the file that was written.
        failed: sentence, the file could not be written.
    """

    saved: Signal[Path] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._going_on: SlicedText | None = None
        self._model: QAbstractItemModel | None = None
        self._done: Callable[[str], None] | None = None
        self._notice = self._n_pieces = self._percent = 0

    def columns(self) -> list[int]:
        """Return the visible columns from left to right."""
        header = self._table.horizontalHeader()
        inside = [header.logicalIndex(place) for place in range(header.count())]
        return [column for column in inside if not header.isSectionHidden(column)]

    def heads(self) -> list[str]:
        """Return the titles of the visible columns, whole where a table shows a part of them."""
        model, across = self._table.model(), Qt.Orientation.Horizontal
        found = []
        for column in self.columns():
            whole = model.headerData(column, across, Qt.ItemDataRole.EditRole)
            found.append(model.headerData(column, across) if whole is None else whole)
        return ["" if head is None else str(head) for head in found]

    def cells(self, rows: list[int] | None = None) -> list[list[str]]:
        """Return the words of the cells; of the rows to be copied where none are given."""
        return list(self._rows_of_cells(self.rows() if rows is None else rows))

    def chosen_rows(self) -> list[int]:
        """Return the chosen rows from the top."""
        selection = self._table.selectionModel()
        if selection is None or not selection.hasSelection():
            return []
        # PySide declares no iteration; the class has it.
        ranges = cast("Iterable[QItemSelectionRange]", selection.selection())
        return sorted({row for each in ranges for row in range(each.top(), each.bottom() + 1)})

    def rows(self) -> list[int]:
        """Return the rows that copying takes."""
        chosen = self.chosen_rows()
        return chosen if len(chosen) > 1 else list(range(self._table.model().rowCount()))

    def text(self, how: TableFormat) -> str:
        """Return the table in one of the formats."""
        return table_text(self.heads(), self.cells(), how)

    def copy_rows(self, rows: list[int]) -> None:
        """Put rows on the clipboard as tab-separated text under their heads."""
        head = "\t".join(self.heads())
        lines = ("\n" + "\t".join(line) for line in self._rows_of_cells(rows))
        pieces = chain([head], lines)
        self._make(pieces, len(rows), _to_clipboard)

    def copy(self, how: TableFormat) -> None:
        """Put the table on the clipboard; of a large one a moment later."""
        self._make_table(how, _to_clipboard)

    def save(self, how: TableFormat, path: Path) -> None:
        """Write the table into a file; tells how it went by `saved` or `failed`."""
        self._make_table(how, partial(self._write, path))

    def stop(self) -> None:
        """Give up a copy that is being made."""
        text, self._going_on = self._going_on, None
        if text is not None:
            text.stop()
            text.deleteLater()
        self._end()

    def _make_table(self, how: TableFormat, done: Callable[[str], None]) -> None:
        rows = self.rows()
        pieces = table_pieces(self.heads(), self._rows_of_cells(rows), how)
        self._make(pieces, 2 * len(rows), done)

    def _make(self, pieces: Iterator[str], n_pieces: int, done: Callable[[str], None]) -> None:
        """Have a text made while the window answers, and then call `done` with it."""
        self.stop()
        self._done, self._n_pieces, self._percent = done, max(1, n_pieces), -1
        self._model = model = self._table.model()
        self._going_on = text = SlicedText(pieces, self)
        for changed in (model.modelReset, model.layoutChanged, model.rowsRemoved):
            changed.connect(self._note_change)
        text.progressed.connect(self._show_progress)
        text.made.connect(self._note_made)
        text.start()

    def _show_progress(self, n: int) -> None:
        bar, percent = bar_around(self._table), min(99, 100 * n // self._n_pieces)
        if bar is None or percent == self._percent:
            return
        self._percent = percent
        words = fill(self.tr("Copying the table: %1 %"), grouped(percent))
        bar.end(self._notice)
        self._notice = bar.add_note(words, offer=Offer(self.tr("Cancel"), self.stop))

    def _note_change(self) -> None:
        """The rows are others: half a copy of each is of no use."""
        was_shown = bool(self._notice)
        self.stop()
        bar = bar_around(self._table)
        if bar is not None and was_shown:
            bar.show_note(self.tr("The table has changed and was not copied; copy it again."))

    def _note_made(self, text: str) -> None:
        done = self._done
        self.stop()
        if done is not None:
            done(text)

    def _end(self) -> None:
        model, self._model, self._done = self._model, None, None
        if model is not None:
            for changed in (model.modelReset, model.layoutChanged, model.rowsRemoved):
                changed.disconnect(self._note_change)
        bar, notice = bar_around(self._table), self._notice
        self._notice = 0
        if bar is not None and notice:
            bar.end(notice)

    def _rows_of_cells(self, rows: list[int]) -> Iterator[list[str]]:
        model, columns = self._table.model(), self.columns()
        for row in rows:
            values = (model.index(row, column).data() for column in columns)
            yield ["" if value is None else str(value) for value in values]

    def _write(self, path: Path, text: str) -> None:
        try:
            write_whole(path.resolve(), text.encode())
        except OSError as error:
            words = self.tr("The table cannot be saved as %1: %2. Choose another folder.")
            reason = reason_of(error)
            sentence = fill(words, str(path), reason)
            if (bar := bar_around(self._table)) is not None:
                bar.show_error(sentence)
            self.failed.emit(sentence)
            return
        if (bar := bar_around(self._table)) is not None:
            bar.show_done(fill(self.tr("Saved as %1."), str(path)))
        self.saved.emit(path)

    def fill(self, menu: QMenu) -> None:
        """Append the commands to a menu."""
        n_chosen = len(self.chosen_rows())
        for how in TABLE_FORMATS:
            name, n = FORMAT_NAMES[how], max(1, n_chosen)
            words = counted("TableCopying", "Copy as %1", "Copy %2 rows as %1", n, name, grouped(n))
            self._offer(menu, words, how).triggered.connect(self._copy_chosen)
        menu.addSeparator()
        for how in TABLE_FORMATS:
            words = fill(self.tr("Save as %1…"), FORMAT_NAMES[how])
            self._offer(menu, words, how).triggered.connect(self._ask_path)

    def button(self) -> QPushButton:
        """Return a button for a header that opens the commands."""
        button = QPushButton(self.tr("Copy or save"))
        button.setProperty("kind", "menu")
        menu = QMenu(button)
        menu.aboutToShow.connect(self._refill)
        button.setMenu(menu)
        return button

    def _refill(self) -> None:
        menu = self.sender()
        if isinstance(menu, QMenu):
            menu.clear()
            self.fill(menu)

    def _offer(self, menu: QMenu, words: str, how: TableFormat) -> QAction:
        action = menu.addAction(words)
        action.setData(how)
        action.setEnabled(self._table.model() is not None and self._table.model().rowCount() > 0)
        return action

    def _copy_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.copy(action.data())

    def _ask_path(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        how: TableFormat = action.data()
        suffix = SUFFIXES[how]
        name = (self._table.accessibleName() or self.tr("table")).lower().replace(" ", "-")
        chosen = ask_place(
            self._table,
            fill(self.tr("Save as %1"), FORMAT_NAMES[how]),
            f"{name}{suffix}",
            f"{FORMAT_NAMES[how]} (*{suffix})",
        )
        if chosen:
            self.save(how, Path(chosen))


def _to_clipboard(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


class SlicedText(QObject):
    """Joins pieces. Models of Qt are read here: no other thread may ask them.

    Signals:
        progressed: int, pieces so far; sent after each slice, not if the text is made at once.
        made: the whole text. Then this object has done its work.
    """

    progressed: Signal[int] = Signal(object)
    made: Signal[str] = Signal(object)

    def __init__(self, pieces: Iterator[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces = pieces
        self._parts: list[str] = []
        self._number = self._timer = 0

    def start(self) -> None:
        """Begin; `made` may be sent before this returns."""
        if not self._advance(AT_ONCE_S):
            self._timer = self.startTimer(0)
            self.progressed.emit(self._number)

    def stop(self) -> None:
        """Give the text up."""
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0
        self._pieces, self._parts = iter(()), []

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() == self._timer and not self._advance(SLICE_S):
            self.progressed.emit(self._number)

    def _advance(self, seconds: float) -> bool:
        """Take pieces for that long; True when it was the last slice."""
        end = time.perf_counter() + seconds
        for piece in self._pieces:
            self._number += 1
            if piece:
                self._parts.append(piece)
            if time.perf_counter() > end:
                return False
        text = "".join(self._parts)
        self.stop()
        self.made.emit(text)
        return True
