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
    connect_columns(workbench)
    _connect_vocabulary_columns(workbench)


def connect_columns(workbench: Workbench) -> None:
    """The tokens pane and the tokenizers beside the open one."""
    flow, pane = workbench.token_columns, workbench.tokens_pane
    pane.columns_wanted.connect(flow.restore)
    pane.column_added.connect(flow.add)
    pane.column_removed.connect(flow.remove)
    pane.column_replaced.connect(flow.replace)
    flow.columns_changed.connect(pane.set_columns)
    flow.failed.connect(pane.bar.show_note)
    workbench.runs.runs_changed.connect(pane.set_runs)


def _connect_vocabulary_columns(workbench: Workbench) -> None:
    """The columns of the vocabulary are remembered."""
    memory, columns = workbench.vocabulary_memory, workbench.vocabulary_pane.columns
    columns.take(memory.columns())
    columns.changed.connect(memory.keep_columns)
