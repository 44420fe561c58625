"""TourGuide: the steps of the tour over the sample corpus, and when it begins by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from workbench.frame.tour import Tour, TourStep
from workbench.work.preferences import TOUR_SEEN

if TYPE_CHECKING:
    from workbench.app import Workbench

LEAST_BYTES = 5
HEAD = 120  # kind, title and the first facts of the inspector


class TourGuide(QObject):
    """Knows what to show in each workspace; `tour` is the card."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.tour = Tour(workbench.theme, workbench.window, spared=self._head_of_inspector)
        workbench.window.cards.append(self.tour)
        self.tour.workspace_requested.connect(workbench.window.show_workspace)
        self.tour.ended.connect(self._note_ended)
        workbench.state.tokenizer_changed.connect(self.tour.refresh)
        workbench.state.corpus_changed.connect(self.tour.refresh)
        workbench.window.actions_of_frame.tour.triggered.connect(self.begin)

    def begin(self) -> None:
        """Show the tour from its first step, or go back to the card that stands."""
        self.tour.begin(self.steps())

    def begin_at_first_start(self, *, is_first: bool) -> None:
        """Show the tour at the first start or while there is no run, unless it was left before.

        is_first: the window opens for the first time. While a training runs, the tour is only
        offered: its first card stays in the workspace of the training.
        """
        workbench = self._workbench
        if workbench.preferences.get(TOUR_SEEN) or not (is_first or not workbench.runs.runs):
            return
        offer = (self._offer(),) if workbench.training.is_running else ()
        self.tour.begin((*offer, *self.steps()))

    def _offer(self) -> TourStep:
        return TourStep(
            "train", self.tr("A tour of the program"),
            self.tr("The first start trains on the sample corpus. Next shows the six steps from "
                    "the corpus to an exported tokenizer; a training goes on meanwhile."),
            self._train_button,  # above it the card leaves the charts in sight
        )  # fmt: skip

    def steps(self) -> tuple[TourStep, ...]:
        """The cards, in their order."""
        return (
            TourStep(
                "corpus", self.tr("The text to learn from"),
                self.tr("Every language or domain is a source; the sample corpus has a file for "
                        "each. Your own files and folders can be added or dropped here."),
                self._sources, lacks=self._lacks_corpus,
            ),
            TourStep(
                "train", self.tr("Make a tokenizer"),
                self.tr("Train merges the most frequent neighbours until the vocabulary is full. "
                        "The sample takes a few seconds."),
                self._train_button, lacks=self._lacks_tokenizer,
                action=self._train,
            ),
            TourStep(
                "compression", self.tr("Compare the languages"),
                self.tr("Premium is how many tokens a language needs for the same text, with "
                        "English as 1. The highest is first; the line above says why it is high."),
                self._languages, prepare=self._choose_language,
            ),
            TourStep(
                "vocabulary", self.tr("Understand a token"),
                self.tr("A merge makes one token of two others. The selected one shows its way "
                        "from single bytes, and where the corpus has it."),
                self._token, prepare=self._choose_token,
            ),
            TourStep(
                "tokens", self.tr("See a text as tokens"),
                self.tr("Type or paste any text. The arrow keys walk from token to token, Enter "
                        "finds a token in the vocabulary."),
                self._text,
            ),
            TourStep(
                "runs", self.tr("Take it along"),
                self.tr("Every training is kept as a run. Export writes the tokenizer for other "
                        "libraries and checks that they give the same tokens."),
                self._runs, prepare=self._choose_run,
            ),
        )  # fmt: skip

    def _note_ended(self) -> None:
        self._workbench.preferences.set(TOUR_SEEN, True)

    def _head_of_inspector(self) -> QRect:
        """Where the inspector says of what it speaks: the card leaves that in sight."""
        window, dock = self._workbench.window, self._workbench.window.docks.inspector_dock
        if not dock.isVisibleTo(window):
            return QRect()
        return QRect(dock.mapTo(window, QPoint(0, 0)), QSize(dock.width(), HEAD))

    # ---- what a step lacks

    def _lacks_corpus(self) -> str:
        has_corpus = self._workbench.state.corpus is not None
        return "" if has_corpus else self.tr("The files are being read.")

    def _lacks_tokenizer(self) -> str:
        has_tokenizer = self._workbench.state.tokenizer is not None
        return "" if has_tokenizer else self.tr("The tour goes on when a tokenizer is trained.")

    # ---- what a step points at

    def _sources(self) -> QWidget:
        return self._workbench.corpus_pane.part.table

    def _train_button(self) -> QWidget:
        return self._workbench.training_pane.side.train_button

    def _train(self) -> QAction | None:
        return self._workbench.training_pane.primary_action()

    def _languages(self) -> QWidget:
        return self._workbench.compression_pane.view

    def _token(self) -> QWidget:
        return self._workbench.vocabulary_pane

    def _text(self) -> QWidget:
        return self._workbench.tokens_pane.view

    def _runs(self) -> QWidget:
        return self._workbench.runs_pane

    # ---- what a step chooses

    def _choose_language(self) -> None:
        rows = self._workbench.compression_pane.shown_rows
        if rows:
            self._workbench.compression_pane.choose(rows[0].label)

    def _choose_token(self) -> None:
        """Choose the first longer word of the vocabulary."""
        tokenizer = self._workbench.state.tokenizer
        vocabulary = [] if tokenizer is None else tokenizer.vocabulary
        words = (
            token_id
            for token_id, data in enumerate(vocabulary)
            if len(data) >= LEAST_BYTES and data.strip().isalpha()
        )
        token_id = next(words, None)
        if token_id is not None:
            self._workbench.vocabulary_pane.select_token(token_id)

    def _choose_run(self) -> None:
        run_id = self._workbench.state.run_id
        if run_id is not None:
            self._workbench.runs_pane.choose(run_id)
