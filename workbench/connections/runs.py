"""The flows of runs, the runs pane and the chooser in the top bar."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.panes import OF_OPEN_RUN, RUNS, TRAINING
from workbench.connections.run_flip import RunFlip
from workbench.frame.main_window import MainWindow
from workbench.frame.search_popup import Entry
from workbench.runs.run_flow import RunFlow
from workbench.state import WorkbenchState
from workbench.store import RunSummary
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.pane import Pane
from workbench.work.remembered import Remembered
from workbench.work.run_search import run_titles

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane

OPEN_FILE = "open a tokenizer file"
"""What the entry of the chooser stands for that is no run."""


def connect_runs(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.runs, workbench.panes
    panes.when_built(RUNS, partial(_connect_pane, workbench))
    panes.tell(RUNS, flow.runs_changed, lambda pane: pane.set_runs)
    panes.tell(RUNS, flow.failed, lambda pane: pane.bar.show_error)
    flow.runs_changed.connect(workbench.chooser.show_runs)
    flow.opening_changed.connect(workbench.chooser.note_opening)
    flow.noted.connect(workbench.window.bar.show_note)
    flow.failed.connect(workbench.chooser.show_failure)
    workbench.state.run_id_changed.connect(workbench.chooser.show_runs)
    workbench.window.docks.workspace_changed.connect(flow.look_again)
    workbench.run_purging.purged.connect(workbench.undo.note_purged)
    workbench.run_purging.purged.connect(flow.refresh)
    recipes = workbench.run_recipes
    recipes.taking_begun.connect(workbench.undo.begin_recipe)
    recipes.taken.connect(workbench.undo.end_recipe)
    recipes.taken.connect(workbench.navigation.show_training)
    panes.tell(TRAINING, recipes.noted, lambda pane: pane.bar.show_warning)
    RunFlip(workbench)


def _connect_pane(workbench: Workbench, pane: RunsPane) -> None:
    flow, recipes = workbench.runs, workbench.run_recipes
    pane.open_requested.connect(flow.open)
    pane.rename_requested.connect(flow.rename)
    pane.tags_requested.connect(flow.set_tags)
    pane.note_requested.connect(flow.set_note)
    pane.delete_requested.connect(flow.delete)
    pane.restore_requested.connect(flow.restore)
    pane.undo_requested.connect(workbench.undo.restore_runs)
    pane.deleted_toggled.connect(flow.list_deleted)
    purging = workbench.run_purging
    pane.purging.asked.connect(purging.count)
    pane.purging.confirmed.connect(purging.purge)
    purging.counted.connect(pane.purging.ask)
    purging.purged.connect(pane.purging.note_purged)
    purging.failed.connect(pane.bar.show_error)
    pane.training_requested.connect(workbench.navigation.show_training)
    flow.deleted.connect(pane.note_deleted)
    flow.restored.connect(pane.commands.note_restored)
    flow.deleted_listed.connect(pane.set_deleted_runs)
    pane.edit_as_new_requested.connect(recipes.edit_as_new)
    recipes.failed.connect(pane.bar.show_error)
    _connect_comparison(workbench, pane)
    from workbench.runs.run_table import RunTableChoice

    usual, table = RunTableChoice(), pane.list.table
    memory = Remembered(workbench.window_settings, "runs/table", usual, parent=pane)
    table.set_choice(memory.value)
    table.choice_changed.connect(memory.keep)


def _connect_comparison(workbench: Workbench, pane: RunsPane) -> None:
    flow = workbench.run_comparison
    pane.compare_requested.connect(flow.compare)
    pane.comparison.pair_requested.connect(flow.compare_pair)
    pane.comparison.measure_requested.connect(flow.measure)
    pane.comparison.baseline_requested.connect(flow.make_baseline)
    flow.compared.connect(pane.show_comparison)
    flow.pair_compared.connect(pane.comparison.show_pair)
    flow.busy_changed.connect(pane.note_busy)
    flow.failed.connect(pane.bar.show_error)


class RunChooser(QObject):
    """Gives the window the finished runs and the words for the current one."""

    def __init__(
        self,
        window: MainWindow,
        state: WorkbenchState,
        runs: RunFlow,
        panes: LazyPanes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._state, self._runs = window, state, runs
        self._opening = ""
        self._panes = panes
        for workspace in OF_OPEN_RUN:
            panes.when_built(workspace, self._show_opening)

    def show_runs(self, _changed: object = None) -> None:
        """List the finished runs again."""
        finished = [run for run in self._runs.runs if run.status == "finished"]
        titles = run_titles(self._runs.runs)
        entries = [Entry(titles[run.run_id], self._in_short(run), run.run_id) for run in finished]
        entries.append(Entry(self.tr("Open tokenizer file…"), "", OPEN_FILE))
        current = self._runs.summary(self._state.run_id)
        words = self.tr("No run chosen")
        tokenizer = self._state.tokenizer
        if current is not None:
            title = titles.get(current.run_id, current.name)
            words = f"{title}   {self._in_short(current)}"
        elif tokenizer is not None and self._state.tokenizer_name:
            size = fill(self.tr("%1 tokens"), grouped(tokenizer.vocab_size))
            words = f"{self._state.tokenizer_name}   {size}"
        if self._opening:
            words = fill(self.tr("Opening %1…"), self._opening)
        self._window.set_runs(entries, words)

    def take_choice(self, choice: object) -> None:
        """Open the run that was chosen, or ask for a file."""
        if choice == OPEN_FILE:
            self._window.actions_of_frame.open_tokenizer.trigger()
        else:
            self._runs.open(str(choice))

    def note_opening(self, name: str) -> None:
        """A run of this name is being read, "" for none: the chooser and empty panes say so."""
        self._opening = name
        built = self._panes.built
        for workspace in OF_OPEN_RUN:
            if workspace in built:
                self._show_opening(built[workspace])
        self.show_runs()

    def _show_opening(self, pane: Pane) -> None:
        words = fill(self.tr("Opening %1…"), self._opening) if self._opening else ""
        pane.set_waiting(words)

    def show_failure(self, sentence: str) -> None:
        """Say what failed, unless the runs pane is in front and says it itself."""
        if self._window.workspace != "runs":
            self._window.bar.show_error(sentence)

    def _in_short(self, run: RunSummary) -> str:
        return fill(
            self.tr("%1 tokens, training corpus %2 bytes/token"),
            grouped(run.vocab_size),
            ratio(run.bytes_per_token),
        )
