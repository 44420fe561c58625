"""TokenSearch: looks for the places of the chosen token when somebody asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.parts.token_detail import CONTEXTS
from workbench.parts.vocabulary_jobs import VocabularyJobs
from workbench.parts.vocabulary_side import VocabularySide
from workbench.state import WorkbenchState

if TYPE_CHECKING:
    from pathlib import Path


class TokenSearch(QObject):
    """Between the list of contexts and the job that fills it.

    Signals:
        failed: the sentence to show.
    """

    failed = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: VocabularyJobs,
        side: VocabularySide,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._jobs, self._side = state, jobs, side
        self._token_id: int | None = None
        places = side.detail.places
        places.places_requested.connect(self._find)
        places.stop_requested.connect(jobs.stop_contexts)
        jobs.found.connect(places.append)
        jobs.looking_changed.connect(places.note_looking)
        jobs.search_ended.connect(self._note_ended)

    def set_token(self, token_id: int | None) -> None:
        """Say which token is chosen now; looking for another one ends."""
        self._jobs.stop_contexts()
        self._token_id = token_id

    def find_in_corpus(self) -> None:
        """Bring the contexts to the front and look in the corpus of the window."""
        self._side.show_token()
        self._side.detail.show_part(CONTEXTS)
        self._find(None)

    def _find(self, paths: tuple[Path, ...] | None) -> None:
        tokenizer, token_id = self._state.tokenizer, self._token_id
        corpus = paths or self._state.corpus
        if tokenizer is None or token_id is None:
            return
        if corpus is None:
            self.failed.emit(self.tr("The window has no corpus; choose files to look in."))
            return
        if not tokenizer.vocabulary[token_id]:
            self.failed.emit(self.tr("An unused id has no contexts."))
            return
        self._side.detail.places.clear()
        self._jobs.find_contexts(tokenizer, corpus, token_id)

    def _note_ended(self, whole: bool) -> None:
        self._side.detail.places.note_ended(whole=whole)
