"""SizesView: the curves over all sizes with their marker, the table, the cost of a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.analysis import round_sizes
from workbench.models.headed_table import ROW_ROLE
from workbench.models.sizes_table import (
    GAIN,
    PARAMETERS,
    REMARK,
    SHARE,
    SizeRow,
    SizesTable,
    parameter_words,
)
from workbench.numbers import grouped
from workbench.parts.cost_form import CostForm
from workbench.parts.size_charts import SizeCharts
from workbench.parts.size_choice import SizeChoice
from workbench.placeholders import fill
from workbench.plots.curve import Note
from workbench.theme import SCROLL_BAR_WIDTH, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import label

if TYPE_CHECKING:
    from engine.analysis import SizeCurves

COLUMN_WIDTHS = (72, 72, 64, 64, 64, 100)
NARROW_TABLE_WIDTH = 272
ROOM_FOR_ALL, LEAST_WIDTH = 780, 576
EXPENDABLE = (GAIN, PARAMETERS, SHARE)
N_ROWS = 16


class SizesView(QWidget):
    """Everything that speaks of the size at the marker; `set_curves` fills it.

    Signals:
        marker_moved: SizeRow, what is true of the size at the marker now.
    """

    marker_moved = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: SizeCurves | None = None
        self.cost_form = CostForm()
        self.charts = SizeCharts(theme)
        self.choice = SizeChoice()
        self._table_model = SizesTable(self)
        self._table = DataTable(self.tr("Vocabulary sizes"), theme)
        self._table.setModel(self._table_model)
        self._table.set_widths(COLUMN_WIDTHS, stretch=REMARK)
        self._words = label("", "caption", wrap=True)
        self._lay_out()
        self._connect()

    @property
    def marker(self) -> int:
        """The size at the marker."""
        return self.choice.size

    @property
    def rows(self) -> tuple[SizeRow, ...]:
        """The rows of the table, the marker's first."""
        return self._table_model.rows

    @property
    def words(self) -> str:
        """What is said above the charts of budget and returns."""
        return self._words.text()

    def set_curves(self, curves: SizeCurves) -> None:
        """Show other curves; the marker stays where that is possible."""
        marker = self.marker if self.rows else 0
        self._curves = curves
        self.charts.set_curves(curves, self._nearest)
        self.choice.set_bounds(curves.smallest_size, curves.largest_size)
        if not curves.smallest_size <= marker <= curves.largest_size:
            budget = self.cost_form.cost.largest_size() or curves.largest_size
            marker = min(max(budget, curves.smallest_size), curves.largest_size)
        self._show_cost(marker)

    def take_row(self, index: QModelIndex) -> None:
        """Put the marker where a row of the table is."""
        row = index.data(ROW_ROLE)
        if row is not None:
            self.move_marker(row.size)

    def move_marker(self, size: int) -> None:
        """Put the marker somewhere: in the charts, the box, the first row of the table."""
        if self._curves is None:
            return
        row = self._row(size, self.tr("marker"))
        self.charts.show_marker(row)
        self.choice.show_size(size)
        self._table_model.set_marker_row(row)
        self.marker_moved.emit(row)

    def _show_cost(self, marker: int | None = None) -> None:
        """The model, the budget or the threshold are others, or the curves."""
        curves = self._curves
        if curves is None:
            return
        budget = self.cost_form.cost.largest_size()
        diminishing = curves.diminishing_size(self.cost_form.threshold)
        remarks = {}
        if budget is not None and curves.smallest_size <= budget <= curves.largest_size:
            remarks[budget] = self.tr("budget")
        if diminishing is not None:
            remarks[diminishing] = self.tr("diminishing")
        usual = round_sizes(curves.smallest_size, curves.largest_size, N_ROWS - len(remarks))
        sizes = sorted({*usual, *remarks})
        marked = marker if marker is not None else self.marker
        rows = (self._row(marked), *(self._row(size, remarks.get(size, "")) for size in sizes))
        self._table_model.set_rows(rows)
        self.charts.set_notes(self._notes(budget, diminishing))
        self._words.setText(self._sentences(budget, diminishing))
        self.move_marker(marked)

    def _notes(self, budget: int | None, diminishing: int | None) -> list[Note]:
        notes = []
        if budget is not None:
            share = f"{100 * self.cost_form.cost.budget_share:g} %"
            words = fill(self.tr("budget %1: %2"), share, grouped(budget))
            if self._curves is not None and budget > self._curves.largest_size:
                words = fill(self.tr("%1 → beyond"), words)
            notes.append(Note(float(budget), words, "warning"))
        if diminishing is not None:
            words = fill(self.tr("returns diminish: %1"), grouped(diminishing))
            notes.append(Note(float(diminishing), words, "positive"))
        return notes

    def _sentences(self, budget: int | None, diminishing: int | None) -> str:
        cost, threshold = self.cost_form.cost, f"{100 * self.cost_form.threshold:g} %"
        parts = []
        if budget is not None and cost.total_parameters is not None:
            parts.append(
                fill(
                    self.tr("%1 % of %2 parameters hold up to %3 ids."),
                    f"{100 * cost.budget_share:g}",
                    parameter_words(cost.total_parameters),
                    grouped(budget),
                )
            )
        words = self.tr("A thousand further ids save at least %1 of the tokens up to the end.")
        if diminishing is not None:
            words = self.tr("From %2 ids on, a thousand further ones save less than %1.")
        return " ".join([*parts, fill(words, threshold, grouped(diminishing or 0))])

    def _row(self, size: int, remark: str = "") -> SizeRow:
        curves, cost = self._curves, self.cost_form.cost
        assert curves is not None
        column = np.array([curves.merges_at(size)], np.int64)
        return SizeRow(
            size=size,
            bytes_per_token=curves.bytes_per_token(None, size),
            gain=float(curves.gain(None, column)[0]),
            parameters=cost.parameters(size),
            share=cost.share(size),
            fits=cost.fits(size),
            remark=remark,
        )

    def _nearest(self, x: float) -> float:
        curves = self._curves
        if curves is None:
            return x
        return float(min(max(round(x), curves.smallest_size), curves.largest_size))

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self.choice)
        column.addWidget(self._table, 1)
        self._right = right
        beside = QHBoxLayout()
        beside.setSpacing(SPACE_L)
        beside.addWidget(self.charts, 1)
        beside.addWidget(right)
        said = QHBoxLayout()
        said.setSpacing(SPACE_S)
        said.addWidget(self._words, 1)
        for button in (self.charts.saving_button, self._table.copying.button()):
            said.addWidget(button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_M)
        rows.setSpacing(SPACE_S)
        rows.addWidget(self.cost_form)
        rows.addLayout(said)
        rows.addLayout(beside, 1)
        self.setMinimumWidth(LEAST_WIDTH)  # columns beyond it go when it is narrow
        self._give_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """Beside another pane the table keeps the columns that say most."""
        is_narrow = self.width() < ROOM_FOR_ALL
        for column in EXPENDABLE:
            self._table.setColumnHidden(column, is_narrow)
        whole = sum(self._table.widths) + SCROLL_BAR_WIDTH + SPACE_XS
        self._right.setFixedWidth(NARROW_TABLE_WIDTH if is_narrow else whole)

    def _connect(self) -> None:
        self.cost_form.changed.connect(self._show_cost)
        self.charts.marker_moved.connect(self.move_marker)
        self._table.clicked.connect(self.take_row)
        self._table.activated.connect(self.take_row)
        self.choice.size_chosen.connect(self.move_marker)
