"""The memory of the last session: restored when the window opens, then kept up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workbench.flows.session_memory import KeptCorpus
from workbench.numbers import grouped

if TYPE_CHECKING:
    from workbench.app import Workbench

MOST_NAMED = 3


def restore_session(workbench: Workbench, *, restores_corpus: bool) -> None:
    """Bring back what a person was at; that is no step to undo. Called once."""
    memory, state = workbench.session, workbench.state
    history = workbench.undo.history
    found: list[KeptCorpus] = []
    if restores_corpus:
        history.apply(memory.restore_recipe)
    if restores_corpus and state.corpus is None:
        history.apply(lambda: found.append(memory.restore_corpus()))
    for kept in found:
        if kept.missing:
            workbench.window.bar.show_note(_missing_words(kept.missing))
    memory.follow()


def _missing_words(missing: tuple[str, ...]) -> str:
    words = QCoreApplication.translate(
        "session", "These files of the corpus of the last time are gone: %1"
    )
    shown = ", ".join(missing[:MOST_NAMED])
    if len(missing) > MOST_NAMED:
        more = QCoreApplication.translate("session", "%1 and %2 more")
        shown = more.replace("%2", grouped(len(missing) - MOST_NAMED)).replace("%1", shown)
    return words.replace("%1", shown)
