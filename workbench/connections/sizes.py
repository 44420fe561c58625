"""The sizes flow and its pane."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.panes import SIZES

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.sizes.sizes_pane import SizesPane


def connect_sizes(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow = workbench.sizes
    flow.stored.connect(workbench.runs.refresh)
    flow.stored.connect(workbench.runs.open)
    workbench.panes.when_built(SIZES, partial(_connect_pane, workbench))


def _connect_pane(workbench: Workbench, pane: SizesPane) -> None:
    flow = workbench.sizes
    pane.curves_requested.connect(flow.count_training)
    pane.measurement_requested.connect(flow.measure_texts)
    pane.open_requested.connect(flow.open_size)
    pane.export_requested.connect(workbench.exports.ask_size)
    pane.training_requested.connect(workbench.navigation.show_training)
    flow.measured.connect(pane.set_curves)
    flow.failed.connect(pane.note_failed)
    flow.cancelled.connect(pane.note_cancelled)
