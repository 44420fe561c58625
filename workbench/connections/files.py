"""Files that come into the window: dropped, recent, and those of the last session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject

from engine.errors import ConfigError
from resources import sample_corpus_folder
from workbench.connections.panes import CORPUS
from workbench.frame.drop_overlay import Kind, Way, read_mixture_json
from workbench.frame.menus import RecentMenu, path_words
from workbench.frame.session_memory import KeptCorpus
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.message_bar import Offer
from workbench.work.comparison import Baseline
from workbench.work.runs.search import run_titles
from workbench.work.tokenizer_files import is_tokenizer_path

if TYPE_CHECKING:
    from engine.corpus import SourcePath
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.frame.session_memory import SessionMemory
    from workbench.state import SourceEntry
    from workbench.work.training_settings import TrainingSettings

MOST_NAMED = 3


class Drops(QObject):
    """The ways for things that the pane below the pointer does not take itself."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        ways = {
            Kind.CORPUS: Way(self.tr("Add to the corpus"), self.add_to_corpus, "corpus"),
            Kind.MIXTURE: Way(self.tr("Use as the mixture of the corpus"),
                              self.take_mixture, "corpus"),
            Kind.TOKENIZER: Way(self.tr("Report on this tokenizer's files"),
                                workbench.imports.read_paths, ""),
            Kind.TEMPLATE: Way(self.tr("Use this chat template"), self.use_template, "chat"),
        }  # fmt: skip
        workbench.window.drops.set_ways(ways, self.tr("Show this text as tokens"), self.show_text)

    def add_to_corpus(self, paths: Sequence[Any]) -> None:
        """Add files, folders and addresses."""
        self._workbench.window.show_workspace("corpus")
        self._workbench.corpus_pane.add_paths(paths)

    def take_mixture(self, paths: Sequence[Path]) -> None:
        """Use the first of these mixture files; what is wrong with it is said."""
        from workbench.corpus.corpus_pane import MIXTURE

        path, pane = paths[0], self._workbench.corpus_pane
        self._workbench.window.show_workspace("corpus")
        pane.show_view(MIXTURE)
        if path.suffix.lower() != ".json":
            pane.mixture.take_recipe(str(path))
            return
        from engine.settings import Mixture

        try:
            mixture = Mixture(**read_mixture_json(path))  # type: ignore[arg-type]  # it checks
        except (OSError, ValueError, TypeError, ConfigError) as error:
            words = self.tr("%1 cannot be used as a mixture: %2")
            pane.bar.show_error(fill(words, str(path), error_words(error)))
        else:
            self._workbench.state.set_mixture(mixture)

    def use_template(self, paths: Sequence[Path]) -> None:
        """Render conversations with the first of these templates."""
        self._workbench.window.show_workspace("chat")
        self._workbench.chat_pane.open_template(paths[0])

    def show_text(self, text: str) -> None:
        self._workbench.window.show_workspace("tokens")
        self._workbench.tokens_pane.set_text(text)


class RecentThings(QObject):
    """File > Recent files and Run > Recent runs."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        window = workbench.window
        actions = window.actions_of_frame
        self.files = RecentMenu(
            self.tr("Recent files"),
            window.recent_files,
            actions.clear_recent_files,
            path_words,
            window,
        )
        self.runs = RecentMenu(
            self.tr("Recent runs"),
            window.recent_runs,
            actions.clear_recent_runs,
            self._run_words,
            window,
        )
        window.menus.fill(window.layouts.menu, self.files, self.runs)
        self.files.chosen.connect(self._open_file)
        self.runs.chosen.connect(workbench.runs.open)
        workbench.panes.when_built(CORPUS, self._follow_corpus)
        workbench.imports.flow.started.connect(self._note_tokenizer)
        workbench.state.run_id_changed.connect(self._note_run)

    def _open_file(self, path: str) -> None:
        if "://" not in path and is_tokenizer_path(Path(path)):
            self._workbench.imports.read_paths([Path(path)])
            return
        self._workbench.window.show_workspace("corpus")
        self._workbench.corpus_pane.add_paths([path])

    def _follow_corpus(self, pane: CorpusPane) -> None:
        pane.paths_added.connect(self._note_paths)

    def _note_paths(self, paths: tuple[object, ...]) -> None:
        sample = str(sample_corpus_folder())
        for path in reversed(paths):
            if str(path) != sample:
                self._workbench.window.recent_files.add(str(path))

    def _note_tokenizer(self, source: Baseline) -> None:
        if source.path is not None:
            self._workbench.window.recent_files.add(str(source.path))

    def _note_run(self, run_id: str | None) -> None:
        if run_id is not None:
            self._workbench.window.recent_runs.add(run_id)

    def _run_words(self, run_id: str) -> str | None:
        return run_titles(self._workbench.runs.runs).get(run_id)


def restore_session(workbench: Workbench, first_settings: TrainingSettings | None) -> bool:
    """Bring back what a person was at; that is no step to undo. Called once.

    first_settings: of the training form if nothing is kept. Returns whether they were used.
    """
    memory, state = workbench.session, workbench.state
    history = workbench.undo.history
    is_first = memory.is_empty and first_settings is not None
    found: list[KeptCorpus] = []
    history.apply(memory.restore_recipe)
    if state.corpus is None:
        history.apply(lambda: found.append(memory.restore_corpus()))
    memory.follow()
    for kept in found:
        if kept.missing:
            _tell_missing(workbench, kept.missing)
    workbench.panes.when_built(CORPUS, partial(_list_left_out, memory))
    if is_first and first_settings is not None:
        history.apply(lambda: state.set_training_settings(first_settings))
    return is_first


def _list_left_out(memory: SessionMemory, pane: CorpusPane) -> None:
    pane.files.list_files(memory.left_out)


def _tell_missing(workbench: Workbench, missing: tuple[SourcePath, ...]) -> None:
    """Name missing files, and offer to remove them: they are asked for at every start."""
    words = QCoreApplication.translate("session", "Remove from corpus")
    offer = Offer(words, partial(workbench.navigation.remove_files, missing))
    sentence = _missing_words([str(path) for path in missing])
    _MissingFiles(workbench, workbench.window.bar.add_note(sentence, offer=offer), missing)


class _MissingFiles(QObject):
    """Ends the notice of missing files once each of them was found or removed."""

    def __init__(self, workbench: Workbench, notice: int, missing: tuple[SourcePath, ...]) -> None:
        super().__init__(workbench)
        self._bar = workbench.window.bar
        self._notice = notice
        self._missing = frozenset(missing)
        workbench.state.sources_changed.connect(self._look)

    def _look(self, sources: tuple[SourceEntry, ...]) -> None:
        if not any(file.path in self._missing and not file.documents for file in sources):
            self._bar.end(self._notice)


def _missing_words(missing: Sequence[str]) -> str:
    words = QCoreApplication.translate("session", "Missing files of the last corpus: %1")
    shown = ", ".join(missing[:MOST_NAMED])
    if len(missing) > MOST_NAMED:
        more = QCoreApplication.translate("session", "%1 and %2 more")
        shown = fill(more, shown, grouped(len(missing) - MOST_NAMED))
    return fill(words, shown)
