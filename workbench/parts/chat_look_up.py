"""ChatLookUp: the current token of a conversation in the inspector, with why it is trained."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from workbench.numbers import NOTHING, grouped
from workbench.parts.chat_results import ChatResults
from workbench.parts.chat_text import role_words, trained_words
from workbench.placeholders import fill
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.token_facts import inspection_of
from workbench.translation import counted

if TYPE_CHECKING:
    from engine import Tokenizer


class ChatLookUp(QObject):
    """Listens to the views."""

    def __init__(self, state: WorkbenchState, results: ChatResults, parent: QObject) -> None:
        super().__init__(parent)
        self._state, self._results = state, results
        self._tokenizer: Tokenizer | None = None
        self._told: Inspection | None = None
        results.views.current_changed.connect(self._inspect)

    def note_tokenizer(self, tokenizer: Tokenizer) -> None:
        """The tokens on show are of this tokenizer."""
        self._tokenizer = tokenizer

    def note_other(self, line: int | None, template: str) -> None:
        """Another conversation is on show: a token of the one before is not its own.

        The inspector speaks of the conversation, if it spoke of a token here. line: of its file.
        """
        shown = self._results.shown
        if self._told is None or self._state.inspection != self._told or shown is None:
            return
        rendered, kept = shown.rendered, shown.n_kept
        facts = [
            Fact(self.tr("Tokens"), grouped(kept)),
            Fact(self.tr("Trained"), grouped(shown.n_trained)),
            Fact(self.tr("Cut off"), grouped(rendered.n_tokens - kept)),
            Fact(self.tr("Template"), template),
            Fact(self.tr("Lints"), grouped(len(self._results.lints.lints))),
        ]
        title = self.tr("Conversation")
        if line is not None:
            title = fill(self.tr("Line %1"), grouped(line))
        self._tell(Inspection(self.tr("Conversation"), title, tuple(facts)))

    def _tell(self, inspection: Inspection) -> None:
        self._told = inspection
        self._state.inspect(inspection)

    def _inspect(self, token: int | None) -> None:
        shown, tokenizer = self._results.shown, self._tokenizer
        if token is None or shown is None or tokenizer is None:
            return
        rendered = shown.rendered
        token_id, message = int(rendered.ids[token]), int(rendered.message[token])
        times = int(np.count_nonzero(rendered.ids == token_id))
        words = counted("ChatLookUp", "once", "%1 times", times)
        found = inspection_of(tokenizer, token_id, occurrences=words)
        facts = (
            Fact(
                self.tr("Token"),
                fill(self.tr("%1 of %2"), grouped(token + 1), grouped(rendered.n_tokens)),
            ),
            Fact(self.tr("Message"), str(message + 1) if message >= 0 else NOTHING),
            Fact(self.tr("Role"), role_words(rendered, token)),
            Fact(self.tr("Mask"), str(int(rendered.mask[token])), mono=True),
        )
        text = trained_words(rendered, token, shown.cut)
        text = f"{text[:1].upper()}{text[1:]}."
        found = replace(found, facts=(*facts, *found.facts), text=text, mono_text=False)
        self._tell(found)
