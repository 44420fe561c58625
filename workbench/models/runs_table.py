"""RunsTable: the history of runs, newest first; a run's name is edited in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from workbench.numbers import NOTHING, byte_size, duration, grouped, ratio

if TYPE_CHECKING:
    from workbench.store.records import RunSummary

(NAME, STATUS, VOCABULARY, PATTERN, BYTES_PER_TOKEN, CORPUS, TIME, WHEN) = range(8)
SORT_ROLE = Qt.ItemDataRole.UserRole
RUN_ROLE = Qt.ItemDataRole.UserRole + 1
CURRENT_ROLE = Qt.ItemDataRole.UserRole + 2
_NUMBERS = (VOCABULARY, BYTES_PER_TOKEN, CORPUS, TIME)
_Index = QModelIndex | QPersistentModelIndex


class RunsTable(QAbstractTableModel):
    """One row per run.

    Signals:
        rename_requested: (run id, new name) after the person edited a name.
    """

    rename_requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Name"), self.tr("Status"), self.tr("Vocabulary"), self.tr("Pattern"),
            self.tr("Bytes/token"), self.tr("Corpus"), self.tr("Time"), self.tr("When"),
        )  # fmt: skip
        self._runs: tuple[RunSummary, ...] = ()
        self._current: str | None = None

    @property
    def runs(self) -> tuple[RunSummary, ...]:
        return self._runs

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show these runs; rows of the same runs change in place."""
        new = tuple(runs)
        if [run.run_id for run in new] == [run.run_id for run in self._runs]:
            self._runs = new
            if new:
                self._tell_all_changed()
            return
        self.beginResetModel()
        self._runs = new
        self.endResetModel()

    def set_current(self, run_id: str | None) -> None:
        """Mark the run that is open."""
        self._current = run_id
        if self._runs:
            self._tell_all_changed()

    def row_of(self, run_id: str) -> int | None:
        """Return the row of a run, None if it is not in the table."""
        ids = [run.run_id for run in self._runs]
        return ids.index(run_id) if run_id in ids else None

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._runs)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

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
        if role == RUN_ROLE:
            return run
        if role == CURRENT_ROLE:
            return run.run_id == self._current
        if role == SORT_ROLE:
            return _sort_value(run, column)
        if role == Qt.ItemDataRole.EditRole and column == NAME:
            return run.name
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(run, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return {STATUS: run.reason, PATTERN: run.pattern}.get(column) or None
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = "AlignRight" if section in _NUMBERS else "AlignLeft"
            return Qt.AlignmentFlag[side] | Qt.AlignmentFlag.AlignVCenter
        return None

    def _words(self, run: RunSummary, column: int) -> str:
        words = (
            run.name,
            self._status(run),
            grouped(run.vocab_size),
            run.pattern_name or self.tr("own"),
            ratio(run.bytes_per_token),
            NOTHING if run.bytes is None else byte_size(run.bytes),
            duration(run.seconds_total),
            run.created.astimezone().strftime("%Y-%m-%d %H:%M"),
        )
        return words[column]

    def _status(self, run: RunSummary) -> str:
        words = {
            "running": self.tr("running"), "finished": self.tr("finished"),
            "failed": self.tr("failed"), "cancelled": self.tr("cancelled"),
            "interrupted": self.tr("interrupted"),
        }  # fmt: skip
        word = words.get(run.status, run.status)
        return f"{word}: {run.reason}" if run.reason else word

    def _tell_all_changed(self) -> None:
        corner = self.index(len(self._runs) - 1, len(self._heads) - 1)
        self.dataChanged.emit(self.index(0, 0), corner)


def _sort_value(run: RunSummary, column: int) -> Any:
    return (
        run.name.lower(), run.status, run.vocab_size, run.pattern_name or run.pattern,
        run.bytes_per_token, run.bytes, run.seconds_total, run.created.timestamp(),
    )[column]  # fmt: skip
