"""RunsTable: the history of runs, searched and sorted; a run's name is edited in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from workbench.models.headed_table import HeadedTable
from workbench.models.run_columns import (
    BYTES_PER_TOKEN,
    COLUMNS,
    CORPUS,
    NAME,
    NOTES,
    PATTERN,
    STATUS,
    TAGS,
    TIME,
    VOCABULARY,
    WHEN,
    heads,
    reason_words,
    sort_key,
)
from workbench.run_search import RunSearch

if TYPE_CHECKING:
    from workbench.store.records import RunSummary

__all__ = [
    "BYTES_PER_TOKEN", "CORPUS", "CURRENT_ROLE", "NAME", "PATTERN", "RUN_ROLE", "STATUS", "TAGS",
    "TIME", "VOCABULARY", "WHEN", "RunsTable",
]  # fmt: skip

RUN_ROLE = Qt.ItemDataRole.UserRole + 1
CURRENT_ROLE = Qt.ItemDataRole.UserRole + 2
_Index = QModelIndex | QPersistentModelIndex


class RunsTable(HeadedTable):
    """One row per run that the search finds, in the order of one column; newest first at first.

    Signals:
        rename_requested: (run id, new name) after the person edited a name.
    """

    rename_requested = Signal(object)
    right_aligned = frozenset(place for place, each in enumerate(COLUMNS) if each.is_number)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = heads()
        self._all: tuple[RunSummary, ...] = ()
        self._runs: tuple[RunSummary, ...] = ()
        self._search = RunSearch()
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._current: str | None = None

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        """The runs on show, from the top."""
        return self._runs

    @property
    def all_runs(self) -> tuple[RunSummary, ...]:
        """The runs on show and those that the search does not find."""
        return self._all

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show these runs; rows of the same runs change in place."""
        self._all = tuple(runs)
        self._show(self._found())

    def set_search(self, search: RunSearch) -> None:
        """Show only the runs that a search finds."""
        if search != self._search:
            self._search = search
            self._show(self._found())

    def set_current(self, run_id: str | None) -> None:
        """Mark the run that is open."""
        self._current = run_id
        if self._runs:
            self._tell_all_changed()

    def row_of(self, run_id: str) -> int | None:
        """Return the row of a run, None if it is not in the table."""
        ids = [run.run_id for run in self._runs]
        return ids.index(run_id) if run_id in ids else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; runs that are equal in it stay in the order they have."""
        self._sorted_by = (column, order) if 0 <= column < len(COLUMNS) else None
        self._show(self._found())

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == NAME else flags

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        name = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or index.column() != NAME or not name:
            return False
        run = self._runs[index.row()]
        if name != run.name:
            self.rename_requested.emit((run.run_id, name))
        return name != run.name

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        run, column = self._runs[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[column].shown(run)
        if role == RUN_ROLE:
            return run
        if role == CURRENT_ROLE:
            return run.run_id == self._current
        if role == Qt.ItemDataRole.EditRole and column == NAME:
            return run.name
        if role == Qt.ItemDataRole.ToolTipRole:
            whole = {STATUS: reason_words(run), PATTERN: run.pattern, NOTES: run.notes,
                     TAGS: ", ".join(run.tags)}  # fmt: skip
            return whole.get(column) or None
        return self._alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _shown(self) -> Sequence[object]:
        return self._runs

    def _found(self) -> tuple[RunSummary, ...]:
        """The runs that the search finds, in order."""
        found = [run for run in self._all if self._search.finds(run)]
        if self._sorted_by is not None:
            column, order = COLUMNS[self._sorted_by[0]], self._sorted_by[1]
            known = [run for run in found if not sort_key(column, run)[0]]
            unknown = [run for run in found if sort_key(column, run)[0]]
            is_down = order is Qt.SortOrder.DescendingOrder
            known.sort(key=lambda run: sort_key(column, run), reverse=is_down)
            found = [*known, *unknown]
        return tuple(found)

    def _show(self, runs: tuple[RunSummary, ...]) -> None:
        before, after = ([run.run_id for run in each] for each in (self._runs, runs))
        if before == after:
            self._runs = runs
            if runs:
                self._tell_all_changed()
        elif sorted(before) == sorted(after):
            self._reorder(runs)
        else:
            self.beginResetModel()
            self._runs = runs
            self.endResetModel()

    def _reorder(self, runs: tuple[RunSummary, ...]) -> None:
        """Put the rows into another order; what is chosen stays chosen."""
        self.layoutAboutToBeChanged.emit()
        places = {run.run_id: row for row, run in enumerate(runs)}
        old = self.persistentIndexList()
        moved = [self.index(places[self._runs[at.row()].run_id], at.column()) for at in old]
        self._runs = runs
        self.changePersistentIndexList(old, moved)
        self.layoutChanged.emit()

    def _tell_all_changed(self) -> None:
        corner = self.index(len(self._runs) - 1, len(self._heads) - 1)
        self.dataChanged.emit(self.index(0, 0), corner)
