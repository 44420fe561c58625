"""The flows of runs, the runs pane and the chooser in the top bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_runs(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, pane = workbench.runs, workbench.runs_pane
    pane.open_requested.connect(flow.open)
    pane.rename_requested.connect(flow.rename)
    pane.tags_requested.connect(flow.set_tags)
    pane.note_requested.connect(flow.set_note)
    pane.delete_requested.connect(flow.delete)
    pane.restore_requested.connect(flow.restore)
    pane.undo_requested.connect(workbench.undo.restore_runs)
    pane.deleted_toggled.connect(flow.list_deleted)
    pane.training_requested.connect(workbench.navigation.show_training)
    flow.runs_changed.connect(pane.set_runs)
    flow.runs_changed.connect(workbench.chooser.show_runs)
    flow.opening_changed.connect(workbench.chooser.note_opening)
    flow.deleted.connect(pane.note_deleted)
    flow.deleted_listed.connect(pane.set_deleted_runs)
    flow.noted.connect(workbench.window.bar.show_note)
    flow.failed.connect(pane.bar.show_error)
    flow.failed.connect(workbench.chooser.show_failure)
    workbench.state.run_id_changed.connect(workbench.chooser.show_runs)
    workbench.window.docks.workspace_changed.connect(flow.look_again)
    _connect_comparison(workbench)
    _connect_recipes(workbench)
    table, memory = pane.list.table, workbench.run_table_memory
    table.set_choice(memory.restore())
    table.choice_changed.connect(memory.keep)


def _connect_comparison(workbench: Workbench) -> None:
    flow, pane = workbench.run_comparison, workbench.runs_pane
    pane.compare_requested.connect(flow.compare)
    pane.comparison.pair_requested.connect(flow.compare_pair)
    pane.comparison.measure_requested.connect(flow.measure)
    flow.compared.connect(pane.show_comparison)
    flow.pair_compared.connect(pane.comparison.show_pair)
    flow.busy_changed.connect(pane.note_busy)
    flow.failed.connect(pane.bar.show_error)


def _connect_recipes(workbench: Workbench) -> None:
    flow = workbench.run_recipes
    workbench.runs_pane.edit_as_new_requested.connect(flow.edit_as_new)
    flow.taking_begun.connect(workbench.undo.begin_recipe)
    flow.taken.connect(workbench.undo.end_recipe)
    flow.taken.connect(workbench.navigation.show_training)
    flow.noted.connect(workbench.training_pane.bar.show_warning)
    flow.failed.connect(workbench.runs_pane.bar.show_error)
