"""The tokens pane and the tokenizers beside the open one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.panes import TOKENS

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.tokens.tokens_pane import TokensPane


def connect_tokens(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    panes = workbench.panes
    panes.when_built(TOKENS, partial(_connect_tokens, workbench))
    panes.tell(TOKENS, workbench.token_columns.columns_changed, lambda pane: pane.set_columns)
    panes.tell(TOKENS, workbench.runs.runs_changed, lambda pane: pane.set_runs)


def _connect_tokens(workbench: Workbench, pane: TokensPane) -> None:
    flow, navigation = workbench.token_columns, workbench.navigation
    pane.train_requested.connect(navigation.show_training)
    pane.token_requested.connect(navigation.show_token)
    pane.columns_wanted.connect(flow.restore)
    pane.column_added.connect(flow.add)
    pane.column_removed.connect(flow.remove)
    pane.column_replaced.connect(flow.replace)
    flow.failed.connect(pane.bar.show_note)
