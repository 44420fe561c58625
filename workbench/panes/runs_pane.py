"""RunsPane: the history of trainings: open, rename, delete with undo, export."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from workbench.models.runs_table import NAME, RUN_ROLE, SORT_ROLE, STATUS, WHEN, RunsTable
from workbench.numbers import grouped
from workbench.parts.run_delegates import RunNameDelegate, RunStatusDelegate
from workbench.parts.run_inspection import inspection_of_run
from workbench.state import Inspection, WorkbenchState
from workbench.theme import SEARCH_WIDTH, SPACE_S, Theme
from workbench.widgets.action_button import ActionButton
from workbench.widgets.data_table import DataTable
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from workbench.store import RunSummary

COLUMN_WIDTHS = (200, 116, 92, 92, 88, 84, 84, 128)


class RunsPane(Pane):
    """Shows the runs it is given.

    Signals:
        open_requested: run id.            rename_requested: (run id, new name).
        delete_requested: tuple of ids.    restore_requested: tuple of ids.
        export_requested: (run id, format).    training_requested: there are no runs yet.
    """

    open_requested = Signal(object)
    rename_requested = Signal(object)
    delete_requested = Signal(object)
    restore_requested = Signal(object)
    export_requested = Signal(object)
    training_requested = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Runs"), parent)
        self._state = state
        self._deleted: tuple[RunSummary, ...] = ()
        self._inspected: Inspection | None = None  # what this pane showed in the inspector
        self._model = RunsTable(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self._sorted.setFilterKeyColumn(-1)
        self._sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._table = DataTable(self.tr("Runs"), theme)
        self._table.setModel(self._sorted)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(WHEN, Qt.SortOrder.DescendingOrder)
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._table.setItemDelegateForColumn(NAME, RunNameDelegate(theme, self._table))
        self._table.setItemDelegateForColumn(STATUS, RunStatusDelegate(theme, self._table))
        self._table.set_widths(COLUMN_WIDTHS, stretch=STATUS)
        self._search = QLineEdit(placeholderText=self.tr("Filter runs"))
        self._make_actions()
        self._lay_out()
        self._connect()
        self.set_runs(())

    def primary_action(self) -> QAction:
        return self._open

    def set_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """Show these runs; a chosen run stays chosen."""
        chosen = self.chosen_ids()
        self._model.set_runs(runs)
        self.choose(chosen[0] if chosen else self._state.run_id or "")
        self.set_caption(
            self.tr("%1 stored on this machine").replace("%1", grouped(len(runs))) if runs else ""
        )
        if runs or self._deleted:
            self.show_content()
        else:
            self.show_empty()
        self._show_state()

    def set_export_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description); they come with the engine."""
        self._exports.clear()
        for name, description in formats.items():
            action = self._exports.addAction(self.tr("Export as %1").replace("%1", name))
            action.setData(name)
            action.setToolTip(description)
            action.triggered.connect(self._ask_export)
            self.addAction(action)
        self._show_state()

    def edit_actions(self) -> list[QAction]:
        return [self._rename, self._delete]

    def chosen_ids(self) -> tuple[str, ...]:
        """Ids of the chosen runs, from the top."""
        rows = sorted(self._table.selectionModel().selectedRows(), key=QModelIndex.row)
        return tuple(row.data(RUN_ROLE).run_id for row in rows)

    def choose(self, run_id: str) -> None:
        """Choose one run in the table, if it is there."""
        row = self._model.row_of(run_id)
        if row is not None:
            self._table.selectRow(self._sorted.mapFromSource(self._model.index(row, 0)).row())

    def filter(self, words: str) -> None:
        self._search.setText(words)

    def shown_names(self) -> tuple[str, ...]:
        """Names of the runs on show, from the top."""
        rows = range(self._sorted.rowCount())
        return tuple(self._sorted.index(row, NAME).data() for row in rows)

    def rename_chosen(self, name: str) -> None:
        """Give the chosen run a name, as editing in place does."""
        index = self._table.selectionModel().selectedRows()[0]
        self._sorted.setData(self._sorted.index(index.row(), NAME), name)

    def note_deleted(self, runs: tuple[RunSummary, ...]) -> None:
        """Offer to undo a deletion."""
        self._deleted = runs
        words = (
            self.tr("Run %1 was deleted.").replace("%1", runs[0].name)
            if len(runs) == 1
            else self.tr("%1 runs were deleted.").replace("%1", str(len(runs)))
        )
        self.bar.show_note(words, action=self.tr("Undo"))
        self.show_content()

    def note_exported(self, paths: tuple[object, ...]) -> None:
        names = ", ".join(str(path) for path in paths)
        self.bar.show_note(self.tr("Written: %1").replace("%1", names))

    def _show_state(self) -> None:
        chosen = _chosen_runs(self._table)
        one_finished = len(chosen) == 1 and chosen[0].status == "finished"
        self._open.setEnabled(one_finished)
        self._open.setStatusTip("" if one_finished else self.tr("choose one finished run"))
        self._rename.setEnabled(len(chosen) == 1)
        self._delete.setEnabled(bool(chosen) and all(run.status != "running" for run in chosen))
        for action in (self._exports, *self._exports.actions(), self._export):
            action.setEnabled(one_finished)

    def _note_selection(self, _selection: QItemSelection) -> None:
        self._show_state()
        if self.isVisible() or self._state.inspection in (None, self._inspected):
            self._inspect_chosen()

    def _inspect_chosen(self) -> None:
        chosen = _chosen_runs(self._table)
        if len(chosen) == 1:
            self._inspected = inspection_of_run(chosen[0])
            self._state.inspect(self._inspected)

    def _note_current(self, run_id: str | None) -> None:
        self._model.set_current(run_id)
        if run_id is not None:
            self.choose(run_id)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._inspect_chosen()

    def _ask_open(self) -> None:
        chosen = _chosen_runs(self._table)
        if len(chosen) == 1 and chosen[0].status == "finished":
            self.open_requested.emit(chosen[0].run_id)

    def _ask_delete(self) -> None:
        self.delete_requested.emit(self.chosen_ids())

    def _ask_export(self) -> None:
        action, chosen = self.sender(), self.chosen_ids()
        if isinstance(action, QAction) and chosen:
            self.export_requested.emit((chosen[0], action.data()))

    def _ask_restore(self) -> None:
        gone, self._deleted = self._deleted, ()
        self.restore_requested.emit(tuple(run.run_id for run in gone))

    def _edit_name(self) -> None:
        rows = self._table.selectionModel().selectedRows(NAME)
        if rows:
            self._table.edit(rows[0])

    def _make_actions(self) -> None:
        self._open = QAction(self.tr("Open run"), self)
        self._rename = QAction(self.tr("Rename run"), self)
        self._rename.setShortcut(QKeySequence("F2"))
        self._delete = QAction(self.tr("Delete run"), self)
        self._delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        for action in (self._rename, self._delete):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._exports = QMenu(self.tr("Export"), self)
        self._exports.setToolTipsVisible(True)
        self._exports.setEnabled(False)
        self.addActions([self._open, self._rename, self._delete, self._exports.menuAction()])

    def _lay_out(self) -> None:
        self._search.setFixedWidth(SEARCH_WIDTH)
        self._search.setClearButtonEnabled(True)
        self._search.setAccessibleName(self._search.placeholderText())
        self._export = QPushButton(self.tr("Export"))
        self._export.setMenu(self._exports)
        self._export.setProperty("kind", "menu")
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self._search)
        buttons.addWidget(ActionButton(self._rename, words=self.tr("Rename")))
        buttons.addWidget(ActionButton(self._delete, words=self.tr("Delete")))
        buttons.addWidget(self._export)
        self.header.addLayout(buttons)
        self.set_content(self._table)
        empty = self.set_empty(
            self.tr("Every training is kept here with its settings, curves and results."),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.training_requested)

    def _connect(self) -> None:
        self._open.triggered.connect(self._ask_open)
        self._rename.triggered.connect(self._edit_name)
        self._delete.triggered.connect(self._ask_delete)
        self._search.textChanged.connect(self._sorted.setFilterFixedString)
        self._table.doubleClicked.connect(self._ask_open)
        self._table.selectionModel().selectionChanged.connect(self._note_selection)
        self._model.rename_requested.connect(self.rename_requested)
        self.bar.action_requested.connect(self._ask_restore)
        self._state.run_id_changed.connect(self._note_current)


def _chosen_runs(table: DataTable) -> tuple[RunSummary, ...]:
    rows = table.selectionModel().selectedRows()
    return tuple(row.data(RUN_ROLE) for row in rows)
