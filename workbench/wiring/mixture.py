"""The mixture flow, the corpus pane's mixture, and the plan of what is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_mixture(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, part = workbench.mixture, workbench.corpus_pane.mixture
    workbench.training_pane.settings_changed.connect(flow.set_config)
    part.preview.wish_changed.connect(flow.set_wish)
    part.preview.count_requested.connect(flow.count_now)
    flow.preview_changed.connect(part.show_preview)
    flow.status_changed.connect(part.preview.show_state)
    flow.plan_changed.connect(workbench.corpus_pane.show_plan)
    flow.plan_changed.connect(workbench.training_pane.show_plan)
    workbench.window.docks.workspace_changed.connect(flow.look_again)
    workbench.window.docks.workspace_changed.connect(part.preview.tell_wish)
    workbench.training_pane.announce_settings()
