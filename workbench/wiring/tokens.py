"""The pattern, tokens and vocabulary panes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.app import Workbench


def connect_tokens(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.engine.became_ready.connect(workbench.pattern_pane.prepare)
    workbench.tokens_pane.train_requested.connect(workbench.navigation.show_training)
    workbench.tokens_pane.token_requested.connect(workbench.navigation.show_token)
    workbench.vocabulary_pane.train_requested.connect(workbench.navigation.show_training)
