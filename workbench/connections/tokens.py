"""The pattern, tokens and vocabulary panes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.connections.workspaces import PATTERN, TOKENS, VOCABULARY
from workbench.work.remembered import Remembered

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.pattern.pattern_pane import PatternPane
    from workbench.tokens.tokens_pane import TokensPane
    from workbench.vocabulary.vocabulary_pane import VocabularyPane


def connect_tokens(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    panes = workbench.panes
    panes.when_built(PATTERN, partial(_connect_pattern, workbench))
    panes.when_built(TOKENS, partial(_connect_tokens, workbench))
    panes.when_built(VOCABULARY, partial(_connect_vocabulary, workbench))
    panes.tell(TOKENS, workbench.token_columns.columns_changed, lambda pane: pane.set_columns)
    panes.tell(TOKENS, workbench.runs.runs_changed, lambda pane: pane.set_runs)


def _connect_pattern(workbench: Workbench, pane: PatternPane) -> None:
    """The pattern pane and what is counted and read for it."""
    flow = workbench.patterns
    pane.counting_requested.connect(flow.count)
    pane.sample_requested.connect(flow.sample)
    flow.counted.connect(pane.results.note_count)
    flow.sampled.connect(pane.preview.set_text)
    flow.failed.connect(pane.results.note_no_count)
    flow.cancelled.connect(pane.results.note_no_count)
    flow.failed.connect(pane.bar.show_error)


def _connect_tokens(workbench: Workbench, pane: TokensPane) -> None:
    """The tokens pane and the tokenizers beside the open one."""
    flow, navigation = workbench.token_columns, workbench.navigation
    pane.train_requested.connect(navigation.show_training)
    pane.token_requested.connect(navigation.show_token)
    pane.columns_wanted.connect(flow.restore)
    pane.column_added.connect(flow.add)
    pane.column_removed.connect(flow.remove)
    pane.column_replaced.connect(flow.replace)
    flow.failed.connect(pane.bar.show_note)


def _connect_vocabulary(workbench: Workbench, pane: VocabularyPane) -> None:
    """The vocabulary pane, whose columns are remembered."""
    pane.train_requested.connect(workbench.navigation.show_training)
    from workbench.vocabulary.vocabulary_columns import ColumnChoice

    usual, columns = ColumnChoice(), pane.columns
    memory = Remembered(workbench.window_settings, "vocabulary/columns", usual, parent=pane)
    columns.take(memory.value)
    columns.changed.connect(memory.keep)
