"""The sizes flow and its pane, and the curves that are pinned in charts of many."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.panes import SIZES, TRAINING
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.sizes.sizes_pane import SizesPane
    from workbench.training.training_pane import TrainingPane
    from workbench.ui.charts.zoom_chart import SpreadChart


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


def connect_spread(workbench: Workbench) -> None:
    """Pin the same curves in Train and Sizes, and keep the choice for the next start."""

    def connect_training(pane: TrainingPane) -> None:
        chart = pane.results.charts.languages.chart
        _remember(workbench, chart)
        panes.tell(
            SIZES, chart.choice_changed, lambda other: other.view.charts.compression.set_choice
        )

    def connect_sizes(pane: SizesPane) -> None:
        chart = pane.view.charts.compression
        _remember(workbench, chart)
        panes.tell(
            TRAINING,
            chart.choice_changed,
            lambda other: other.results.charts.languages.chart.set_choice,
        )

    panes = workbench.panes
    panes.when_built(TRAINING, connect_training)
    panes.when_built(SIZES, connect_sizes)


def _remember(workbench: Workbench, chart: SpreadChart) -> None:
    memory = Remembered(workbench.window_settings, "charts/spread", chart.choice, parent=chart)
    chart.choice_changed.connect(memory.keep)
    chart.set_choice(memory.value)
