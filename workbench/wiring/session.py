"""The memory of the last session: restored when the window opens, then kept up to date."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workbench.flows.session_memory import KeptCorpus
from workbench.numbers import grouped
from workbench.placeholders import fill

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.flows.session_memory import SessionMemory
    from workbench.panes.corpus_pane import CorpusPane
    from workbench.training_settings import TrainingSettings

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
    for kept in found:
        if kept.missing:
            workbench.window.bar.add_note(_missing_words(kept.missing))
    memory.follow()
    workbench.panes.when_built("corpus", partial(_forget_with_all, memory))
    if is_first and first_settings is not None:
        history.apply(lambda: state.set_training_settings(first_settings))
    return is_first


def _forget_with_all(memory: SessionMemory, pane: CorpusPane) -> None:
    pane.all_removed.connect(memory.forget_missing)


def _missing_words(missing: tuple[str, ...]) -> str:
    words = QCoreApplication.translate(
        "session", "These files of the corpus of the last time are gone: %1"
    )
    shown = ", ".join(missing[:MOST_NAMED])
    if len(missing) > MOST_NAMED:
        more = QCoreApplication.translate("session", "%1 and %2 more")
        shown = fill(more, shown, grouped(len(missing) - MOST_NAMED))
    return fill(words, shown)
