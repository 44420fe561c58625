"""The loss flow and its tab in the compression pane."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.compression.compression_pane import CompressionPane


def connect_loss(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.panes.when_built("compression", partial(_connect_pane, workbench))


def _connect_pane(workbench: Workbench, pane: CompressionPane) -> None:
    flow, view = workbench.loss, pane.tabs.loss
    view.measuring_requested.connect(flow.measure)
    view.losses_chosen.connect(flow.read_tables)
    flow.measured.connect(view.show_ngrams)
    flow.tables_loaded.connect(view.show_losses)
    flow.busy_changed.connect(view.note_busy)
    flow.failed.connect(view.note_failed)
    workbench.state.tokenizer_changed.connect(view.forget)
