"""The run flow, the runs pane and the chooser in the top bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_runs(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, pane = workbench.runs, workbench.runs_pane
    pane.open_requested.connect(flow.open)
    pane.rename_requested.connect(flow.rename)
    pane.delete_requested.connect(flow.delete)
    pane.restore_requested.connect(flow.restore)
    pane.export_requested.connect(workbench.exports.ask_folder)
    pane.training_requested.connect(workbench.navigation.show_training)
    flow.runs_changed.connect(pane.set_runs)
    flow.runs_changed.connect(workbench.chooser.show_runs)
    flow.deleted.connect(pane.note_deleted)
    flow.exported.connect(pane.note_exported)
    flow.failed.connect(pane.bar.show_error)
    flow.failed.connect(workbench.chooser.show_failure)
    workbench.state.run_id_changed.connect(workbench.chooser.show_runs)
