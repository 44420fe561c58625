"""The workspaces by name, each with the class of its pane, for whoever connects panes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.ui.widgets.lazy_panes import Workspace

if TYPE_CHECKING:
    from workbench.chat.chat_pane import ChatPane
    from workbench.compression.compression_pane import CompressionPane
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.pattern.pattern_pane import PatternPane
    from workbench.runs.runs_pane import RunsPane
    from workbench.sizes.sizes_pane import SizesPane
    from workbench.tokens.tokens_pane import TokensPane
    from workbench.training.training_pane import TrainingPane
    from workbench.vocabulary.vocabulary_pane import VocabularyPane

CORPUS: Workspace[CorpusPane] = Workspace("corpus")
PATTERN: Workspace[PatternPane] = Workspace("pattern")
TRAINING: Workspace[TrainingPane] = Workspace("train")
COMPRESSION: Workspace[CompressionPane] = Workspace("compression")
SIZES: Workspace[SizesPane] = Workspace("sizes")
TOKENS: Workspace[TokensPane] = Workspace("tokens")
VOCABULARY: Workspace[VocabularyPane] = Workspace("vocabulary")
CHAT: Workspace[ChatPane] = Workspace("chat")
RUNS: Workspace[RunsPane] = Workspace("runs")
