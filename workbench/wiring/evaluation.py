"""The evaluation flow and the compression pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_evaluation(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, pane = workbench.evaluation, workbench.compression_pane
    pane.evaluation_requested.connect(flow.evaluate)
    pane.choice_changed.connect(workbench.evaluation_memory.keep_view)
    choice = pane.choice
    choice.texts_chosen.connect(flow.choose_texts)
    choice.stored_chosen.connect(flow.show_stored)
    choice.baseline_run_chosen.connect(flow.add_baseline_run)
    choice.baseline_paths_chosen.connect(flow.add_baseline_paths)
    choice.published_chosen.connect(flow.add_published_baseline)
    choice.baseline_removed.connect(flow.remove_baseline)
    flow.busy_changed.connect(pane.note_busy)
    flow.stored_changed.connect(choice.set_stored)
    flow.texts_described.connect(choice.describe_texts)
    flow.failed.connect(pane.bar.show_error)
    for listener in (flow.set_runs, pane.set_runs):
        workbench.runs.runs_changed.connect(listener)
    pane.view.set_choice(workbench.evaluation_memory.restore())
