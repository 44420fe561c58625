"""LossView: loss made comparable: n-gram models over the ids, and a model's own losses."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.engine_words import sentence_words
from workbench.loss_results import ChosenLosses, LossResult, NgramResult
from workbench.parts.comparison_words import problem_words
from workbench.parts.loss_report_view import LossReportView
from workbench.parts.ngram_view import NgramView
from workbench.theme import SPACE_L, SPACE_S, SPACE_XS, Theme
from workbench.widgets.empty_state import EmptyState
from workbench.widgets.file_dialogs import ask_files
from workbench.widgets.pane import bar_around

NGRAMS, LOSSES = range(2)


class LossView(QWidget):
    """Signals:

    measuring_requested: n-grams of the open tokenizer and its baselines on the chosen texts.
    losses_chosen: ChosenLosses, tables of a model's losses.
    """

    measuring_requested = Signal()
    losses_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ngrams, self.report = NgramView(theme), LossReportView(theme)
        self._no_ngrams = EmptyState(
            self.tr(
                "How well simple models predict the chosen texts through the open tokenizer and "
                "those beside it, in bits per byte: comparable whatever the tokenizer."
            ),
            self.tr("Measure n-grams"),
        )
        self._no_losses = EmptyState(
            self.tr(
                "A table of a model's losses, one row for each token with its id, becomes bits "
                "per byte here: comparable with models of other tokenizers."
            ),
            self.tr("Open losses…"),
        )
        self._pages = QStackedWidget()
        for part in (self._no_ngrams, self.ngrams, self._no_losses, self.report):
            self._pages.addWidget(part)
        self._has = [False, False]
        self.measure_button = QPushButton(self.tr("Measure n-grams"))
        self.open_button = QPushButton(self.tr("Open losses…"))
        self._unit = QComboBox()
        self._unit.addItem(self.tr("in nats"), "nats")
        self._unit.addItem(self.tr("in bits"), "bits")
        self._unit.setAccessibleName(self.tr("Unit of the losses"))
        self._unit.setToolTip(
            self.tr("What the losses in the tables are: natural logarithms, or base two.")
        )
        self._buttons = QButtonGroup(self)
        self._lay_out()
        self._connect()
        self.show_view(NGRAMS)

    @property
    def view(self) -> int:
        """NGRAMS or LOSSES."""
        return self._buttons.checkedId()

    def show_view(self, view: int) -> None:
        """Bring the n-grams or the losses of a model to the front."""
        self._buttons.button(view).setChecked(True)
        self._pages.setCurrentIndex(2 * view + int(self._has[view]))
        self.measure_button.setVisible(view == NGRAMS and self._has[view])
        self.open_button.setVisible(view == LOSSES and self._has[view])
        self._unit.setVisible(view == LOSSES)

    def forget(self, _tokenizer: object = None) -> None:
        """Another tokenizer is open: what was measured is not of it."""
        self._has = [False, False]
        self.show_view(self.view)

    def show_ngrams(self, result: NgramResult) -> None:
        """Show what was measured."""
        self._has[NGRAMS] = True
        self.ngrams.set_result(result)
        self.show_view(NGRAMS)
        self._tell(result.problems)

    def show_losses(self, result: LossResult) -> None:
        """Show what was read."""
        self._has[LOSSES] = True
        self.report.set_result(result)
        self.show_view(LOSSES)
        self._tell(tuple(map(sentence_words, result.report.problem_sentences)))

    def note_failed(self, sentence: str) -> None:
        """Say what went wrong."""
        if (bar := bar_around(self)) is not None:
            bar.show_error(sentence)

    def note_busy(self, is_busy: bool) -> None:
        """Nothing is asked for twice while it is worked on."""
        for button in (self.measure_button, self.open_button):
            button.setEnabled(not is_busy)
        self._no_ngrams.set_waiting(self.tr("Measuring…") if is_busy else "")
        self._no_losses.set_waiting(self.tr("Reading…") if is_busy else "")

    def ask_files(self) -> None:
        """Let the person choose tables of losses."""
        chosen = ask_files(self, self.tr("Open losses per token"))
        if chosen:
            paths = tuple(map(Path, chosen))
            self.losses_chosen.emit(ChosenLosses(paths, self._unit.currentData()))

    def _tell(self, problems: tuple[str, ...]) -> None:
        bar = bar_around(self)
        if bar is not None and problems:
            bar.show_warning(problem_words(problems))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_S)
        head.setSpacing(SPACE_XS)
        for place, word in enumerate((self.tr("N-grams"), self.tr("Losses of a model"))):
            button = QPushButton(word)
            button.setCheckable(True)
            self._buttons.addButton(button, place)
            head.addWidget(button)
        head.addStretch(1)
        head.addWidget(self.measure_button)
        head.addWidget(self._unit)
        head.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self._buttons.idClicked.connect(self.show_view)
        for signal in (self.measure_button.clicked, self._no_ngrams.action_requested):
            signal.connect(self.measuring_requested)
        for signal in (self.open_button.clicked, self._no_losses.action_requested):
            signal.connect(self.ask_files)
