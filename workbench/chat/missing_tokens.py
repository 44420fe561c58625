"""Chat tokens that a tokenizer lacks: the line above the preview, and the way to add them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.chat.chat_draft import NAMED, NANOCHAT, TemplateChoice
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.visible_text import isolated
from workbench.ui.theme.theme import SPACE_L, SPACE_S, SPACE_XS
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted
from workbench.work.added_tokens import run_with_special_tokens
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from workbench.store import RunId, RunStore


@dataclass(frozen=True, slots=True)
class MissingTokens:
    """The special tokens of a chat format that a tokenizer lacks. chat_format: its name."""

    tokens: tuple[str, ...]
    chat_format: str


def addable_tokens(
    tokenizer: Tokenizer, choice: TemplateChoice, missing: Sequence[str]
) -> MissingTokens | None:
    """Return what to add so that a chosen template can be shown; None where nothing can be.

    Only the templates of the program name their tokens for certain; what looks like a token in
    any other text may be ordinary text there. A tokenizer of another library stays as it is.
    """
    from engine.encoding import Tokenizer as OwnTokenizer

    is_known = choice.kind == NANOCHAT or (choice.kind == NAMED and not choice.is_draft)
    if not missing or not is_known or not isinstance(tokenizer, OwnTokenizer):
        return None
    return MissingTokens(tuple(missing), choice.name if choice.kind == NAMED else NANOCHAT)


class MissingTokensLine(QWidget):
    """Says that the conversation is a preview, and offers what makes it true; hidden otherwise.

    Signals:
        add_requested: MissingTokens, to add to the open tokenizer.
        training_requested: train a tokenizer with the tokens.
    """

    add_requested: Signal[MissingTokens] = Signal(object)
    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._missing: MissingTokens | None = None
        self._words = ElidedLabel("", "")
        add, train = (
            QPushButton(self.tr("Add chat tokens")),
            QPushButton(self.tr("Train with chat tokens…")),
        )
        add.setToolTip(
            self.tr("Store a copy of the run with these special tokens; all other ids stay")
        )
        train.setToolTip(self.tr("Adds these special tokens to the form of the training"))
        add.clicked.connect(self._ask_to_add)
        train.clicked.connect(self.training_requested)
        horizontal(
            (self._words, 1),
            add,
            train,
            parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_XS),
            spacing=SPACE_S,
        )
        self.hide()

    def show_missing(self, missing: MissingTokens | None) -> None:
        """Offer to add these; None for none."""
        self._missing = missing
        self.setVisible(missing is not None)
        if missing is None:
            return
        words = counted(
            "MissingTokensLine",
            "Preview: 1 chat token of %2 is missing",
            "Preview: %1 chat tokens of %2 are missing",
            len(missing.tokens),
            len(missing.tokens),
            missing.chat_format,
        )
        self._words.setText(words)
        self._words.setToolTip(plain_tip("  ".join(map(isolated, missing.tokens))))

    def _ask_to_add(self) -> None:
        if self._missing is not None:
            self.add_requested.emit(self._missing)


class TokenAdding(QObject):
    """Adds special tokens to the open tokenizer: a run gets a copy in the store.

    Signals:
        stored: id of the new run.    opened: name of a tokenizer of no run, open and not stored.
        failed: the sentence to show.
    """

    stored: Signal[str] = Signal(object)
    opened: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self, state: WorkbenchState, jobs: EngineJobs, store: RunStore, parent: QObject | None
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._slot = JobSlot(jobs, self, rule="refuse", failed=self.failed)

    def add(self, missing: MissingTokens) -> None:
        """Add tokens; a tokenizer that belongs to no run is opened with them."""
        state = self._state
        if state.run_id is not None:
            task = _stored(self._store, state.run_id, missing)
            job = Job(task, title=self.tr("Add chat tokens"), brief=True)
            self._slot.start(job, self.stored.emit)
        elif state.tokenizer is not None:
            tokenizer = state.tokenizer.with_special_tokens(missing.tokens)
            name = f"{state.tokenizer_name}-{missing.chat_format}"
            state.set_comparison(None)
            state.open_run(None, tokenizer, None, name=name)
            self.opened.emit(name)


def _stored(
    store: RunStore, run_id: str, missing: MissingTokens
) -> Generator[StepProgress, None, RunId]:
    yield StepProgress("Add chat tokens")
    return run_with_special_tokens(store, run_id, missing.tokens, suffix=missing.chat_format)
