"""The memory of the last session: restored when the window opens, then kept up to date."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from workbench.connections.workspaces import CORPUS
from workbench.frame.session_memory import KeptCorpus
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.message_bar import Offer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.corpus import SourcePath
    from workbench.app import Workbench
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.frame.session_memory import SessionMemory
    from workbench.state import SourceEntry
    from workbench.work.training_settings import TrainingSettings

MOST_NAMED = 3


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
