"""The panes and how each is made. A pane's modules are imported when it is built."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.widgets.lazy_panes import LazyPanes

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.app import Workbench
    from workbench.widgets.pane import Pane


def lazy_panes(workbench: Workbench) -> LazyPanes:
    """Return the panes of a workbench, in the order of the rail."""
    makers: dict[str, Callable[[Workbench], Pane]] = {
        "corpus": _make_corpus,
        "pattern": _make_pattern,
        "train": _make_training,
        "compression": _make_compression,
        "sizes": _make_sizes,
        "tokens": _make_tokens,
        "vocabulary": _make_vocabulary,
        "chat": _make_chat,
        "runs": _make_runs,
    }
    return LazyPanes({name: partial(_make, workbench, maker) for name, maker in makers.items()})


def _make(workbench: Workbench, maker: Callable[[Workbench], Pane]) -> Pane:
    """Build a pane. What it tells the state meanwhile is no step that a person could undo."""
    panes: list[Pane] = []
    workbench.history.apply(lambda: panes.append(maker(workbench)))
    return panes[0]


def _make_corpus(workbench: Workbench) -> Pane:
    from workbench.panes.corpus_pane import CorpusPane

    return CorpusPane(workbench.state, workbench.theme, workbench.engine_jobs)


def _make_pattern(workbench: Workbench) -> Pane:
    from workbench.panes.pattern_pane import PatternPane

    return PatternPane(workbench.state, workbench.theme)


def _make_training(workbench: Workbench) -> Pane:
    from workbench.panes.training_pane import TrainingPane

    return TrainingPane(workbench.state, workbench.theme)


def _make_compression(workbench: Workbench) -> Pane:
    from workbench.panes.compression_pane import CompressionPane

    return CompressionPane(workbench.state, workbench.theme)


def _make_sizes(workbench: Workbench) -> Pane:
    from workbench.panes.sizes_pane import SizesPane

    return SizesPane(workbench.state, workbench.theme)


def _make_tokens(workbench: Workbench) -> Pane:
    from workbench.panes.tokens_pane import TokensPane

    return TokensPane(workbench.state, workbench.theme, workbench.engine_jobs)


def _make_vocabulary(workbench: Workbench) -> Pane:
    from workbench.panes.vocabulary_pane import VocabularyPane

    state, theme = workbench.state, workbench.theme
    return VocabularyPane(state, theme, workbench.jobs, workbench.engine_jobs)


def _make_chat(workbench: Workbench) -> Pane:
    from workbench.panes.chat_pane import ChatPane

    return ChatPane(workbench.state, workbench.theme)


def _make_runs(workbench: Workbench) -> Pane:
    from workbench.panes.runs_pane import RunsPane

    return RunsPane(workbench.state, workbench.theme)
