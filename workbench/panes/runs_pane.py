"""RunsPane: the history of trainings: search, tags, notes, comparison, and every run as a start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QStackedWidget, QWidget

from workbench.parts.run_actions import RunActions
from workbench.parts.run_comparison_view import RunComparisonView
from workbench.parts.run_inspection import inspection_of_run
from workbench.parts.run_list import RunList
from workbench.state import Inspection, WorkbenchState
from workbench.theme import SPACE_S, Theme
from workbench.widgets.action_button import ActionButton
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from workbench.parts.run_comparison_result import RunComparison
    from workbench.store import RunSummary

ROOM_FOR_ALL = 780
LEAST_CONTROLS = 420
TOKENIZER_SUFFIXES = frozenset({".json", ".tiktoken", ".bpe", ".twb", ".model"})


class RunsPane(Pane):
    """Shows the runs it is given; `list` is the table, `commands` what can be done.

    Signals:
        open_requested, edit_as_new_requested: run id.    delete_requested: tuple of ids.
        export_requested: (run id, format).      deleted_toggled: bool, show the deleted runs.
        rename_requested: (run id, new name).    tags_requested: tuple of (run id, tags).
        note_requested: (run id, text).          compare_requested: tuple of Baseline.
        restore_requested: tuple of ids.         undo_requested: tuple of ids, just deleted.
        training_requested: there are no runs yet.
    """

    open_requested = Signal(object)
    edit_as_new_requested = Signal(object)
    delete_requested = Signal(object)
    export_requested = Signal(object)
    deleted_toggled = Signal(object)
    undo_requested = Signal(object)
    rename_requested = Signal(object)
    tags_requested = Signal(object)
    note_requested = Signal(object)
    compare_requested = Signal(object)
    restore_requested = Signal(object)
    training_requested = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Runs"), parent)
        self._state = state
        self._inspected: Inspection | None = None  # what this pane showed in the inspector
        self.list = RunList(theme)
        self.comparison = RunComparisonView(theme)
        self.commands = RunActions(self, self.list, self.comparison)
        self._pages = QStackedWidget()
        self._busy = ""
        self._lay_out()
        self._connect()
        self.set_runs(())

    def primary_action(self) -> QAction:
        return self.commands.open

    def edit_actions(self) -> list[QAction]:
        commands = self.commands
        return [commands.rename, commands.tag, commands.delete, commands.restore]

    def set_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """Show these runs; what is chosen stays chosen, else the open run is."""
        if self.commands.shows_deleted:
            return
        self.comparison.set_runs(runs)
        self._show_runs(runs)
        if not self.list.chosen:
            self.choose(self._state.run_id or "")

    def set_deleted_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """Show the deleted runs while they are asked for."""
        if self.commands.shows_deleted:
            self._show_runs(runs)

    def set_export_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description); they come with the engine."""
        self.commands.set_export_formats(formats)

    def choose(self, *run_ids: str) -> None:
        """Choose runs in the table, as far as they are there."""
        self.list.table.choose(run_ids)

    def note_deleted(self, runs: tuple[RunSummary, ...]) -> None:
        """Offer to undo a deletion."""
        self.commands.note_deleted(runs)
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

    def note_busy(self, words: str) -> None:
        """A comparison is made: say so; "" when it is over."""
        self._busy = words
        self._show_caption()

    def show_comparison(self, comparison: RunComparison) -> None:
        """Bring a comparison to the front."""
        self.comparison.show_comparison(comparison)
        if self._pages.currentWidget() is not self.comparison:
            self._show_page(self.comparison)
            self.comparison.focus_view()
        if comparison.problems:
            self.bar.show_warning(" ".join(comparison.problems))

    def close_comparison(self) -> None:
        """Go back to the table of runs."""
        self._show_page(self.list)
        self.list.table.setFocus()

    @property
    def shows_comparison(self) -> bool:
        return self._pages.currentWidget() is self.comparison

    def drop_words(self, paths: Sequence[Path]) -> str:
        if self.shows_comparison and _tokenizers(paths):
            return self.tr("Add to the comparison")
        return ""

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        found = _tokenizers(paths) if self.shows_comparison else []
        if found:
            self.comparison.add_paths(found)
        return bool(found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside another pane there is room for the first controls; the menu has the others."""
        super().resizeEvent(event)
        for button in (self._export, self.list.columns):
            button.setVisible(event.size().width() >= ROOM_FOR_ALL)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._inspect_chosen()

    # ---- inside

    def _show_runs(self, runs: tuple[RunSummary, ...]) -> None:
        self.list.set_runs(runs)
        self.list.set_remarks_shown(not self.commands.shows_deleted)
        if runs or self.commands.keeps_content or self.shows_comparison:
            self.show_content()
        else:
            self.show_empty()
        self.commands.update()
        self._show_caption()

    def _show_caption(self) -> None:
        every = self.list.table.rows.all_runs
        words = self.tr("%1 stored on this machine")
        if self.commands.shows_deleted:
            words = self.tr("%1 deleted, they can be restored")
        if self._busy:
            words = self._busy
        elif self.shows_comparison:
            words = self.tr("Side by side")
        elif not every and not self.commands.shows_deleted:
            words = ""
        self.set_caption(words.replace("%1", self.list.count_words))

    def _show_page(self, page: QWidget) -> None:
        self._pages.setCurrentWidget(page)
        self._controls.setVisible(page is self.list)
        self.comparison.header.setVisible(page is self.comparison)
        self.commands.note_comparison(page is self.comparison)
        self._show_caption()

    def _note_selection(self) -> None:
        self.commands.update()
        if self.isVisible() or self._state.inspection in (None, self._inspected):
            self._inspect_chosen()

    def _inspect_chosen(self) -> None:
        chosen = self.list.chosen
        if len(chosen) == 1 and not self.shows_comparison:
            self._inspected = inspection_of_run(chosen[0])
            self._state.inspect(self._inspected)

    def _note_current(self, run_id: str | None) -> None:
        self.list.table.rows.set_current(run_id)
        if run_id is not None:
            self.choose(run_id)

    def _lay_out(self) -> None:
        commands = self.commands
        self._export = QPushButton(self.tr("Export"))
        self._export.setMenu(commands.exports)
        self._export.setProperty("kind", "menu")
        more = QPushButton(self.tr("More"))
        more.setProperty("kind", "menu")
        self._more = QMenu(more)
        self._more.addAction(commands.compare_file)
        self._more.addSeparator()
        self._more.addActions([commands.rename, commands.tag, commands.note])
        self._more.addSeparator()
        self._more.addMenu(self.list.tags_menu)
        self._more.addMenu(commands.exports)
        self._more.addActions([commands.delete, commands.show_deleted, commands.restore])
        more.setMenu(self._more)
        self._controls = QWidget()
        buttons = QHBoxLayout(self._controls)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self.list.search)
        buttons.addWidget(ActionButton(commands.compare, words=self.tr("Compare")))
        buttons.addWidget(ActionButton(commands.edit_as_new, words=self.tr("Edit as new")))
        for button in (self._export, self.list.columns, more):
            buttons.addWidget(button)
        self._controls.setMinimumWidth(LEAST_CONTROLS)
        self.header.addWidget(self._controls)
        self.header.addWidget(self.comparison.header)
        self.comparison.header.hide()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.comparison)
        self.set_content(self._pages)
        empty = self.set_empty(
            self.tr("Every training is kept here with its settings, curves and results."),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.training_requested)

    def _connect(self) -> None:
        commands, runs = self.commands, self.list
        for asked, told in (
            (commands.open_requested, self.open_requested),
            (commands.edit_as_new_requested, self.edit_as_new_requested),
            (commands.delete_requested, self.delete_requested),
            (commands.export_requested, self.export_requested),
            (commands.compare_requested, self.compare_requested),
            (commands.restore_requested, self.restore_requested),
            (commands.undo_requested, self.undo_requested),
            (commands.deleted_toggled, self.deleted_toggled),
        ):
            asked.connect(told)
        commands.back_requested.connect(self.close_comparison)
        self.comparison.back_requested.connect(self.close_comparison)
        self.comparison.compare_requested.connect(self.compare_requested)
        self.comparison.inspection_requested.connect(self._state.inspect)
        runs.chosen_changed.connect(self._note_selection)
        runs.shown_changed.connect(self._show_caption)
        runs.table.activated.connect(commands.open_chosen)
        runs.table.rows.rename_requested.connect(self.rename_requested)
        runs.remarks.tags_requested.connect(self.tags_requested)
        runs.remarks.note_requested.connect(self.note_requested)
        self.bar.action_requested.connect(commands.undo_deletion)
        self._state.run_id_changed.connect(self._note_current)


def _tokenizers(paths: Sequence[Path]) -> list[Path]:
    """Those of some paths that may be tokenizers."""
    return [path for path in paths if path.is_dir() or path.suffix.lower() in TOKENIZER_SUFFIXES]
