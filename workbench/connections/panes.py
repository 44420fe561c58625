"""The panes by name, how each is built, how the user gets from one to another, and the pages.

`lazy_panes` makes the panes when they are first shown, and imports their modules then.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, qVersion
from PySide6.QtGui import QDesktopServices

from engine.corpus import SourcePath
from workbench.frame.main_window import MainWindow
from workbench.state import Inspection
from workbench.ui.widgets.lazy_panes import LazyPanes, Workspace
from workbench.work.program_log import log_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.app import Workbench
    from workbench.chat.chat_pane import ChatPane
    from workbench.compression.compression_pane import CompressionPane
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.explore.explore_pane import ExplorePane
    from workbench.frame.guide_page import GuidePage
    from workbench.frame.shortcut_editor import ShortcutEditor
    from workbench.pattern.pattern_pane import PatternPane
    from workbench.runs.runs_pane import RunsPane
    from workbench.sizes.sizes_pane import SizesPane
    from workbench.tokens.tokens_pane import TokensPane
    from workbench.training.recipe_flow import NamedMixture
    from workbench.training.training_pane import TrainingPane
    from workbench.ui.widgets.pane import Pane
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
EXPLORE: Workspace[ExplorePane] = Workspace("explore")
OF_OPEN_RUN = ("compression", "sizes", "tokens", "vocabulary", "chat")
"""The workspaces that speak about the open run."""


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
        "explore": _make_explore,
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


def _make_explore(workbench: Workbench) -> Pane:
    from workbench.explore.explore_pane import ExplorePane

    return ExplorePane(workbench.state, workbench.theme)


class Navigation(QObject):
    """Slots that open a pane and what to show in it."""

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window

    def show_training(self) -> None:
        self._window.show_workspace("train")

    def show_corpus(self) -> None:
        self._window.show_workspace("corpus")

    def show_pattern(self, advised: str = "") -> None:
        """Show the split pattern, with the offer to use a preset that was advised."""
        self._window.show_workspace("pattern")
        if advised:
            self._window.docks.pane(PATTERN).advice.offer(advised)

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


class Inspections(QObject):
    """Remembers what each workspace showed last; the inspector is closed where that is nothing.

    A selection opens it. One that is taken back leaves it open until the workspace is left, so that
    nothing moves while someone types.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._state = workbench.state
        self._docks = workbench.window.docks
        self._last: dict[str, Inspection] = {}
        self._front = self._docks.current
        self._is_putting = False
        self._state.inspection_changed.connect(self._note)
        self._state.run_id_changed.connect(self._forget)
        self._docks.workspace_changed.connect(self._follow)
        self._docks.set_subject(False)

    def _note(self, inspection: Inspection | None) -> None:
        if self._is_putting:
            return
        if inspection is None:
            self._last.pop(self._docks.current, None)
        else:
            self._last[self._docks.current] = inspection
            self._docks.set_subject(True)

    def _forget(self, _run_id: object) -> None:
        """What was said of another run's tokens and languages is no longer so."""
        self._last.clear()
        if self._docks.current in (*OF_OPEN_RUN, "train"):  # Train lists the run's merges
            self._put(None)

    def _follow(self, name: str) -> None:
        before, self._front = self._front, name
        if before in self._docks.visible_panes:
            return  # it stands beside, and so may its subject
        self._put(self._last.get(name))
        self._docks.set_subject(self._state.inspection is not None)

    def close_if_empty(self, _view: object = None) -> None:
        """Another view of a workspace is in front: close what has no subject in it."""
        self._docks.set_subject(self._state.inspection is not None)

    def _put(self, inspection: Inspection | None) -> None:
        self._is_putting = True
        self._state.inspect(inspection)
        self._is_putting = False


class PageOpening(QObject):
    """Slots for the commands that open them."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._window, self._theme = workbench.window, workbench.theme
        self._shortcuts: ShortcutEditor | None = None
        self._guide: GuidePage | None = None
        actions = self._window.actions_of_frame
        actions.shortcuts.triggered.connect(self.show_shortcuts)
        actions.guide.triggered.connect(self.show_guide)
        actions.about.triggered.connect(self.show_about)
        actions.log.triggered.connect(self.open_log_folder)
        self._window.defect_bar.set_facts(facts_text)

    @property
    def shortcuts(self) -> ShortcutEditor:
        """The editor of keys."""
        if self._shortcuts is None:
            from workbench.frame.shortcut_editor import ShortcutEditor

            titles = self._window.docks.titles
            self._shortcuts = ShortcutEditor(self._window.registry, titles, self._theme)
        return self._shortcuts

    @property
    def guide(self) -> GuidePage:
        if self._guide is None:
            from workbench.frame.guide_page import GuidePage

            self._guide = GuidePage(self._theme)
        return self._guide

    def show_shortcuts(self) -> None:
        self._window.pages.show_page(self.shortcuts)

    def show_guide(self) -> None:
        """Show the guide's page on the workspace in front."""
        self._window.pages.show_page(self.guide)
        self.guide.open_for(self._window.workspace)

    def show_about(self) -> None:
        """Show versions and licences beside the window."""
        from workbench.frame.about_dialog import AboutDialog, licences

        dialog = AboutDialog(installed_facts(), licences(), self._theme, self._window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open_log_folder(self) -> None:
        """Show the folder of the log files in the system's file browser."""
        path = log_path()
        if path is None:
            self._window.bar.show_error(self.tr("The log folder cannot be created."))
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def installed_facts() -> dict[str, str]:
    """Versions and folders of this installation, by their names."""
    from workbench.cli.doctor import describe_installation

    found = describe_installation()
    packages = [f"{name} {version}" for name, version in found["packages"].items() if version]
    return {
        "Tokenizer Workbench": found["program"],
        "Python": found["python"],
        "Platform": found["platform"],
        "Qt": str(qVersion()),
        "Packages": ", ".join(packages),
        "Data": found["folders"]["data"],
        "Kernels": found["folders"]["kernels"],
    }


def facts_text() -> str:
    """The same, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in installed_facts().items())
