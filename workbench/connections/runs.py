"""The flows of runs, the runs pane and the chooser in the top bar."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.workspaces import RUNS, TRAINING
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane


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
    from workbench.runs.runs_table import RunTableChoice

    usual, table = RunTableChoice(), pane.list.table
    memory = Remembered(workbench.window_settings, "runs/table", usual, parent=pane)
    table.set_choice(memory.value)
    table.choice_changed.connect(memory.keep)


def _connect_comparison(workbench: Workbench, pane: RunsPane) -> None:
    flow = workbench.run_comparison
    pane.compare_requested.connect(flow.compare)
    pane.comparison.pair_requested.connect(flow.compare_pair)
    pane.comparison.measure_requested.connect(flow.measure)
    flow.compared.connect(pane.show_comparison)
    flow.pair_compared.connect(pane.comparison.show_pair)
    flow.busy_changed.connect(pane.note_busy)
    flow.failed.connect(pane.bar.show_error)
