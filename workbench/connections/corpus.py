"""The corpus pane with the mixture flow, and the plan of what a training reads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.panes import CORPUS, TRAINING

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane


def connect_mixture(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.mixture, workbench.panes
    panes.tell(CORPUS, flow.plan_changed, lambda pane: pane.show_plan)
    panes.tell(TRAINING, flow.plan_changed, lambda pane: pane.side.show_plan)
    workbench.window.docks.workspace_changed.connect(flow.look_again)
    workbench.state.training_config_changed.connect(flow.set_config)
    flow.set_config(workbench.state.training_config)
    panes.when_built(CORPUS, partial(_connect_corpus, workbench))


def _connect_corpus(workbench: Workbench, pane: CorpusPane) -> None:
    flow, part = workbench.mixture, pane.mixture
    part.preview.wish_changed.connect(flow.set_wish)
    part.preview.count_requested.connect(flow.count_now)
    flow.preview_changed.connect(part.show_preview)
    flow.status_changed.connect(part.preview.show_state)
    workbench.window.docks.workspace_changed.connect(part.preview.tell_wish)
