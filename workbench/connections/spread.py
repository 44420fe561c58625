"""What is pinned in charts of many curves: one choice for all of them, kept for the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.connections.panes import SIZES, TRAINING
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.sizes.sizes_pane import SizesPane
    from workbench.training.training_pane import TrainingPane
    from workbench.ui.charts.spread_chart import SpreadChart


def connect_spread(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""

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
