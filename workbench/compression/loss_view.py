"""The tab of losses: n-gram models over token ids, and a model's own losses.

`LossView` switches between `NgramView` and `LossReportView`, whose tables are `LossLabelTable` and
`WorstTokenTable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from workbench.compression.loss_flow import ChosenLosses, LossResult, NgramResult
from workbench.compression.ngram_view import NgramView
from workbench.compression.probe_flow import ProbeOutcome
from workbench.compression.probe_view import ProbeView
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.tables.column_table import Column, ColumnTable, bold_where
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import segmented
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.file_dialogs import ask_files
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.pane import bar_around
from workbench.ui.words.metric_words import problem_words
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from engine.evaluation import LossFigures, TokenLoss

_tr = translator("LossReportView")

N_WORST = 200
NGRAMS, LOSSES, PROBE = range(3)


def label_columns() -> Sequence[Column[LossFigures]]:
    """One row for each label; the total, whose label is "", stands first."""
    return (
        Column(_tr("Label"), lambda row: language_name(row.label) if row.label else _tr("All"),
               width=104),
        Column(_tr("Bits/byte"), attrgetter("bits_per_byte"),
               text=lambda row: _exact(row.bits_per_byte), side="right", width=76),
        Column(_tr("Nats/token"), attrgetter("nats_per_token"),
               text=lambda row: _exact(row.nats_per_token), side="right", width=84),
        Column(_tr("Bytes/token"), attrgetter("bytes_per_token"), side="right", width=92),
        Column(_tr("Tokens"), attrgetter("tokens"), side="right", width=88),
        Column(_tr("Special"), attrgetter("special"), side="right", width=72,
               explanation=_tr("Special tokens, excluded from both sums.")),
        Column(_tr("No loss"), lambda row: row.without_loss + row.ignored, side="right", width=80,
               explanation=_tr("Rows without a loss, such as the first token of a context.")),
    )  # fmt: skip


def worst_columns(mono: QFont) -> Sequence[Column[TokenLoss]]:
    """The tokens that carry most of the loss, the first the one that carries most."""
    return (
        Column(_tr("Token"), lambda row: isolated(visible(row.token)), font=mono, width=96,
               stretches=True),
        Column(_tr("Id"), attrgetter("token_id"), text=lambda row: str(row.token_id),
               side="right", width=76),
        Column(_tr("Count"), attrgetter("count"), side="right", width=68),
        Column(_tr("Share, %"), lambda row: 100 * row.share, side="right", width=76,
               explanation=_tr("Share of the total loss.")),
        Column(_tr("Nats each"), attrgetter("mean"), side="right", width=88),
        Column(_tr("Bits/byte"), attrgetter("bits_per_byte"), side="right", width=72),
    )  # fmt: skip


def _exact(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.4f}"


class LossReportView(QWidget):
    """The report on a LossResult: bits per byte, labels, worst tokens."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures = Figures(
            (
                self.tr("bits per byte"), self.tr("nats per token"),
                self.tr("bytes per token, these texts"),
                self.tr("perplexity per character"), self.tr("perplexity per word"),
                self.tr("tokens"), self.tr("special, excluded"), self.tr("without a loss"),
            ),
            theme,
        )  # fmt: skip
        self._words = label("", "caption", wrap=True)
        self._parts: list[QWidget] = []
        total = bold_where(lambda row: not row.label)
        self._labels_model = ColumnTable(label_columns(), roles=total, parent=self)
        self._worst_model = ColumnTable(worst_columns(theme.mono_font()), parent=self)
        self.labels = DataTable(self.tr("Loss by label"), theme)
        self.labels.show_columns(self._labels_model)
        self.worst = DataTable(self.tr("Tokens that carry the loss"), theme)
        self.worst.show_columns(self._worst_model)
        self._lay_out()

    def set_result(self, result: LossResult) -> None:
        """Show what was read."""
        report, total = result.report, result.report.total
        bits = total.bits_per_byte
        self.figures.show_values(
            NOTHING if bits is None else f"{bits:.4f}", ratio(total.nats_per_token),
            ratio(total.bytes_per_token), ratio(total.perplexity("character")),
            ratio(total.perplexity("word")), grouped(total.tokens), grouped(total.special),
            grouped(total.without_loss + total.ignored),
        )  # fmt: skip
        words = self.tr(
            "%1. Losses over the bytes of the same tokens; both sums exclude special tokens and "
            "tokens without a loss, such as the first of a context."
        )
        left_out_words = ""
        if report.left_out:
            left_out = report.left_out
            left_out_words = counted(
                "LossReportView", "1 row skipped.", "%1 rows skipped.", left_out
            )
        self._words.setText(f"{fill(words, result.name)} {left_out_words}".strip())
        self._labels_model.set_rows(
            (replace(total, label=""), *(row for row in report.rows if row.label))
        )
        self._worst_model.set_rows(report.worst_tokens(N_WORST))
        self._parts[0].setVisible(any(row.label for row in report.rows))

    def _lay_out(self) -> None:
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.setChildrenCollapsible(False)
        for title, table in (
            (self.tr("Labels"), self.labels),
            (self.tr("Tokens that carry most of the loss"), self.worst),
        ):
            part = QWidget()
            head = QHBoxLayout()
            words: QLabel = label(title, "caption")
            words.setBuddy(table)
            head.addWidget(words, 1)
            head.addWidget(table.copying.button())
            vertical(
                head,
                (table, 1),
                parent=part,
                margins=(SPACE_M if self._parts else 0, 0, SPACE_M, 0),
                spacing=SPACE_S,
            )
            beside.addWidget(part)
            self._parts.append(part)
        vertical(
            self.figures,
            self._words,
            (beside, 1),
            parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_S),
            spacing=SPACE_S,
        )


def _unit_box() -> QComboBox:
    """In which unit the losses of tables are."""
    tr = translator("LossView")
    box = QComboBox()
    box.addItem(tr("in nats"), "nats")
    box.addItem(tr("in bits"), "bits")
    box.setAccessibleName(tr("Unit of the losses"))
    box.setToolTip(tr("Unit of the losses in the tables: natural logarithm or base two."))
    return box


class LossView(QWidget):
    """The tab of losses, with n-grams, a model's losses or probe models.

    Signals:

    measuring_requested: n-grams of the open tokenizer and its baselines on the chosen texts.
    losses_chosen: ChosenLosses, tables of a model's losses.
    """

    measuring_requested = Signal()
    losses_chosen: Signal[ChosenLosses] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ngrams, self.report = NgramView(theme), LossReportView(theme)
        self._no_ngrams = EmptyState(
            self.tr(
                "How well simple models predict the test texts with each tokenizer, in bits per "
                "byte: comparable across tokenizers."
            ),
            self.tr("Measure n-grams"),
        )
        self._no_losses = EmptyState(
            self.tr(
                "Turn a model's losses, one row for each token with its id, into bits per byte: "
                "comparable across tokenizers."
            ),
            self.tr("Open losses…"),
        )
        self.probe = ProbeView(theme)
        self._no_probe = EmptyState(
            self.tr(
                "Train small language models on the same bytes with each tokenizer, and compare "
                "their bits per byte."
            ),
            self.tr("Train probe models"),
        )
        self._pages = QStackedWidget()
        for part in (self._no_ngrams, self.ngrams, self._no_losses, self.report,
                     self._no_probe, self.probe):  # fmt: skip
            self._pages.addWidget(part)
        self._has = [False, False, False]
        self.measure_button = QPushButton(self.tr("Measure n-grams"))
        self.open_button = QPushButton(self.tr("Open losses…"))
        self._unit = _unit_box()
        self._buttons = QButtonGroup(self)
        self._lay_out()
        self._connect()
        self.show_view(NGRAMS)

    @property
    def view(self) -> int:
        """NGRAMS, LOSSES or PROBE."""
        return self._buttons.checkedId()

    def show_view(self, view: int) -> None:
        """Bring the n-grams, the losses of a model or the probe to the front."""
        self._buttons.button(view).setChecked(True)
        self._pages.setCurrentIndex(2 * view + int(self._has[view]))
        for part in (self.ngrams.controls, self.measure_button):
            part.setVisible(view == NGRAMS and self._has[view])
        self.open_button.setVisible(view == LOSSES and self._has[view])
        self._unit.setVisible(view == LOSSES)
        self.probe.controls.setVisible(view == PROBE)
        self.probe.start_button.setVisible(self._has[PROBE])

    def forget(self, _tokenizer: object = None) -> None:
        """Another tokenizer is open: what was measured is not of it."""
        self._has = [False, False, False]
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

    def show_probe(self, _started: object = None) -> None:
        """A probe began, or ended with a result."""
        self._has[PROBE] = True
        self.show_view(PROBE)

    def show_outcome(self, outcome: ProbeOutcome) -> None:
        """Show what a probe found."""
        self.probe.show_outcome(outcome)
        self.show_probe()
        self._tell(outcome.problems)

    def note_probe_cancelled(self) -> None:
        """It goes on from its checkpoints when it is asked for again."""
        bar = bar_around(self)
        if bar is not None:
            bar.show_note(self.tr("Cancelled. The same probe continues from its checkpoints."))

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
        head = horizontal(margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_S), spacing=SPACE_XS)
        words = (self.tr("N-grams"), self.tr("Model loss"), self.tr("Probe"))
        views = [QPushButton(word) for word in words]
        for place, view in enumerate(views):
            self._buttons.addButton(view, place)
        head.addLayout(segmented(views))
        head.addStretch(1)
        head.addWidget(self.ngrams.controls)
        head.addWidget(self.measure_button)
        head.addWidget(self._unit)
        head.addWidget(self.open_button)
        head.addWidget(self.probe.controls)
        vertical(head, (self._pages, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self._buttons.idClicked.connect(self.show_view)
        for signal in (self.measure_button.clicked, self._no_ngrams.action_requested):
            signal.connect(self.measuring_requested)
        self._no_probe.action_requested.connect(self.probe.start)
        for signal in (self.open_button.clicked, self._no_losses.action_requested):
            signal.connect(self.ask_files)
