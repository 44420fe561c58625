"""How each pane is built, how the user gets from one to another, and the frame's own signals.

`lazy_panes` makes the panes when they are first shown, and imports their modules then.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.corpus import SourcePath
from workbench.connections.workspaces import CORPUS, VOCABULARY
from workbench.frame.main_window import MainWindow
from workbench.ui.widgets.lazy_panes import LazyPanes

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.app import Workbench
    from workbench.training.recipe_flow import NamedMixture
    from workbench.ui.widgets.pane import Pane


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
    """Build a pane. Its changes of the state meanwhile are no step to undo."""
    panes: list[Pane] = []
    workbench.history.apply(lambda: panes.append(maker(workbench)))
    return panes[0]


def _make_corpus(workbench: Workbench) -> Pane:
    from workbench.corpus.corpus_pane import CorpusPane

    return CorpusPane(workbench.state, workbench.theme, workbench.engine_jobs)


def _make_pattern(workbench: Workbench) -> Pane:
    from workbench.pattern.pattern_pane import PatternPane

    return PatternPane(workbench.state, workbench.theme)


def _make_training(workbench: Workbench) -> Pane:
    from workbench.training.training_pane import TrainingPane

    return TrainingPane(workbench.state, workbench.theme)


def _make_compression(workbench: Workbench) -> Pane:
    from workbench.compression.compression_pane import CompressionPane

    return CompressionPane(workbench.state, workbench.theme)


def _make_sizes(workbench: Workbench) -> Pane:
    from workbench.sizes.sizes_pane import SizesPane

    return SizesPane(workbench.state, workbench.theme)


def _make_tokens(workbench: Workbench) -> Pane:
    from workbench.tokens.tokens_pane import TokensPane

    return TokensPane(workbench.state, workbench.theme, workbench.engine_jobs)


def _make_vocabulary(workbench: Workbench) -> Pane:
    from workbench.vocabulary.vocabulary_pane import VocabularyPane

    state, theme = workbench.state, workbench.theme
    return VocabularyPane(state, theme, workbench.jobs, workbench.engine_jobs)


def _make_chat(workbench: Workbench) -> Pane:
    from workbench.chat.chat_pane import ChatPane

    return ChatPane(workbench.state, workbench.theme)


def _make_runs(workbench: Workbench) -> Pane:
    from workbench.runs.runs_pane import RunsPane

    return RunsPane(workbench.state, workbench.theme)


class Navigation(QObject):
    """Slots that open a pane and what to show in it."""

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window

    def show_training(self) -> None:
        self._window.show_workspace("train")

    def show_corpus(self) -> None:
        self._window.show_workspace("corpus")

    def name_mixture(self, named: NamedMixture) -> None:
        """Weight the sources by a mixture file that a recipe names."""
        mixture = self._window.docks.pane(CORPUS).mixture
        mixture.name_recipe(named.name, named.target_bytes, named.seed)

    def remove_files(self, paths: Collection[SourcePath]) -> None:
        """Take files out of the corpus from wherever they are named."""
        self._window.docks.pane(CORPUS).files.remove(paths)

    def show_script(self, script: str) -> None:
        """Show the tokens with letters of a script in the vocabulary."""
        from workbench.vocabulary.vocabulary_filter_bar import script_condition

        self._window.show_workspace("vocabulary")
        self._window.docks.pane(VOCABULARY).set_filter(script_condition(script))

    def show_token(self, token_id: int) -> None:
        """Show a token in the vocabulary."""
        self._window.show_workspace("vocabulary")
        self._window.docks.pane(VOCABULARY).select_token(token_id)


def connect_frame(workbench: Workbench) -> None:
    """Connect engine state, recent files, guide, log folder and closing; called once."""
    window = workbench.window
    window.run_requested.connect(workbench.chooser.take_choice)
    workbench.engine.words_changed.connect(window.status.set_engine_state)
    workbench.engine.problem_found.connect(window.status.set_engine_problem)
    workbench.engine.process_started.connect(window.tasks.add)
    window.status.set_engine_state(workbench.engine.words)
    window.focus_parts.start()
    for stop in (workbench.engine.stop, window.status.stop, window.focus_parts.stop):
        window.closed.connect(stop)
    window.layouts.deleted.connect(workbench.undo.note_deleted_layout)
