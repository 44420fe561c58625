"""LossReportView: what a model's table of losses says: bits per byte, labels, worst tokens."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from workbench.loss_results import LossResult
from workbench.models.loss_tables import TOKEN, LossLabelTable, WorstTokenTable
from workbench.numbers import NOTHING, grouped, ratio
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.translation import counted
from workbench.widgets.data_table import DataTable
from workbench.widgets.figures import Figures
from workbench.widgets.labels import label

N_WORST = 200
LABEL_WIDTHS = (104, 76, 84, 92, 88, 72, 80)
WORST_WIDTHS = (96, 76, 68, 76, 88, 72)


class LossReportView(QWidget):
    """Shows one LossResult."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures = Figures(
            (
                self.tr("bits per byte"), self.tr("nats per token"),
                self.tr("bytes per token, these texts"),
                self.tr("perplexity per character"), self.tr("perplexity per word"),
                self.tr("tokens"), self.tr("special, left out"), self.tr("without a loss"),
            ),
            theme,
        )  # fmt: skip
        self._words = label("", "caption", wrap=True)
        self._parts: list[QWidget] = []
        self._labels_model, self._worst_model = (
            LossLabelTable(self),
            WorstTokenTable(theme.mono_font(), self),
        )
        self.labels = DataTable(self.tr("Loss by label"), theme)
        self.labels.setModel(self._labels_model)
        self.labels.set_widths(LABEL_WIDTHS)
        self.worst = DataTable(self.tr("Tokens that carry the loss"), theme)
        self.worst.setModel(self._worst_model)
        self.worst.set_widths(WORST_WIDTHS, stretch=TOKEN)
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
            "%1. Losses over the bytes of the same tokens; special tokens and tokens without a "
            "loss, such as the first of a context, are in neither sum."
        )
        left_out_words = ""
        if report.left_out:
            left_out = report.left_out
            left_out_words = counted(
                "LossReportView", "1 row was left out.", "%1 rows were left out.", left_out
            )
        self._words.setText(f"{fill(words, result.name)} {left_out_words}".strip())
        self._labels_model.set_rows((total, *(row for row in report.rows if row.label)))
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
            rows = QVBoxLayout(part)
            rows.setContentsMargins(SPACE_M if self._parts else 0, 0, SPACE_M, 0)
            rows.setSpacing(SPACE_S)
            rows.addLayout(head)
            rows.addWidget(table, 1)
            beside.addWidget(part)
            self._parts.append(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self.figures)
        column.addWidget(self._words)
        column.addWidget(beside, 1)
