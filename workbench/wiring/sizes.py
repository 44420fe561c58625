"""The sizes flow and its pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_sizes(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, pane = workbench.sizes, workbench.sizes_pane
    pane.curves_requested.connect(flow.count_training)
    pane.measurement_requested.connect(flow.measure_texts)
    pane.open_requested.connect(flow.open_size)
    pane.export_requested.connect(workbench.exports.ask_size)
    pane.training_requested.connect(workbench.navigation.show_training)
    flow.measured.connect(pane.set_curves)
    flow.stored.connect(workbench.runs.refresh)
    flow.stored.connect(workbench.runs.open)
    flow.failed.connect(pane.note_failed)
    flow.cancelled.connect(pane.note_cancelled)
