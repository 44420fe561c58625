"""TableCopying: copying and saving what a table shows, as CSV, Markdown or LaTeX."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QTableView

from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.table_text import SUFFIXES, TABLE_FORMATS, TableFormat, table_text
from workbench.translation import counted
from workbench.widgets.file_dialogs import ask_place
from workbench.widgets.pane import bar_around

FORMAT_NAMES: dict[TableFormat, str] = {"csv": "CSV", "markdown": "Markdown", "latex": "LaTeX"}


class TableCopying(QObject):
    """Belongs to one table: visible columns in the order on the screen, rows as sorted.

    Two or more chosen rows are taken alone, otherwise all that the filter lets through. How saving
    went stands in the bar of the pane that the table is in.

    Signals:
        saved: path of the file that was written.
        failed: sentence, the file could not be written.
    """

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table

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
        model, columns = self._table.model(), self.columns()
        taken = self.rows() if rows is None else rows
        values = ([model.index(row, column).data() for column in columns] for row in taken)
        return [["" if value is None else str(value) for value in row] for row in values]

    def chosen_rows(self) -> list[int]:
        """Return the chosen rows from the top."""
        selection = self._table.selectionModel()
        if selection is None or not selection.hasSelection():
            return []
        return [index.row() for index in sorted(selection.selectedRows(), key=QModelIndex.row)]

    def rows(self) -> list[int]:
        """Return the rows that copying takes."""
        chosen = self.chosen_rows()
        return chosen if len(chosen) > 1 else list(range(self._table.model().rowCount()))

    def text(self, how: TableFormat) -> str:
        """Return the table in one of the formats."""
        return table_text(self.heads(), self.cells(), how)

    def tab_separated(self, rows: list[int]) -> str:
        """Return rows as tab-separated text under their heads."""
        lines = [self.heads(), *self.cells(rows)]
        return "\n".join("\t".join(line) for line in lines)

    def copy(self, how: TableFormat) -> None:
        """Put the table on the clipboard."""
        self._show_waiting(True)
        try:
            QGuiApplication.clipboard().setText(self.text(how))
        finally:
            self._show_waiting(False)

    def save(self, how: TableFormat, path: Path) -> None:
        """Write the table into a file; tells how it went by `saved` or `failed`."""
        self._show_waiting(True)
        try:
            path.write_text(self.text(how), encoding="utf-8", newline="\n")
        except OSError as error:
            words = self.tr("The table cannot be saved as %1: %2. Choose another place.")
            reason = error.strerror or str(error)
            sentence = fill(words, str(path), reason)
            if (bar := bar_around(self._table)) is not None:
                bar.show_error(sentence)
            self.failed.emit(sentence)
            return
        finally:
            self._show_waiting(False)
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

    def _show_waiting(self, waits: bool) -> None:
        """Show that something works while tens of thousands of rows are written."""
        if waits:
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        else:
            QGuiApplication.restoreOverrideCursor()
