"""NgramView: bits per byte of n-gram models, language by language, as dots and as a table."""

from __future__ import annotations

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from workbench.loss_results import NgramResult
from workbench.models.headed_table import SORT_ROLE
from workbench.models.ngram_table import (
    FIRST,
    HELD_OUT,
    LANGUAGE,
    ORDERS,
    NgramCells,
    NgramTable,
    cells_of,
)
from workbench.numbers import NOTHING, grouped
from workbench.parts.chart_saving import ChartSaving
from workbench.parts.comparison_words import texts_words
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_S, SPACE_XS, Theme
from workbench.views.dot_plot import DotPlot
from workbench.views.language_chart import ChartCell, ChartRow
from workbench.widgets.data_table import DataTable
from workbench.widgets.figures import Figures
from workbench.widgets.labels import label

LANGUAGE_WIDTH, HELD_OUT_WIDTH, VALUE_WIDTH, NAMED_WIDTH, NARROW_WIDTH = 136, 88, 72, 128, 96
CHART_SHARE, TABLE_SHARE = 5, 6
LEAST_CHART = 280


class NgramView(QWidget):
    """Shows one NgramResult; the order on show is chosen above the chart."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: NgramResult | None = None
        self._rows: tuple[NgramCells, ...] = ()
        self.figures = Figures(
            (
                self.tr("bits per byte, n = 3"), self.tr("n = 2"), self.tr("n = 1"),
                self.tr("bytes per token, held out"), self.tr("bytes held out"),
                self.tr("passages"),
            ),
            theme,
        )  # fmt: skip
        self.chart = DotPlot(self.tr("Bits per byte by language"), theme)
        self.table = DataTable(self.tr("N-gram bits per byte"), theme)
        self._model = NgramTable(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self.table.setModel(self._sorted)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._order = QComboBox()
        for order in ORDERS:
            self._order.addItem(fill(self.tr("n = %1"), str(order)), order)
        self._order.setCurrentIndex(len(ORDERS) - 1)
        self._order.setAccessibleName(self.tr("Model on show"))
        self._words = label("", "caption", wrap=True)
        self._saving = ChartSaving(self.chart)
        self._lay_out()
        self._order.currentIndexChanged.connect(self._draw)
        self.chart.row_chosen.connect(self._choose)

    @property
    def rows(self) -> tuple[NgramCells, ...]:
        """The total and the languages."""
        return self._rows

    def choose_order(self, order: int) -> None:
        """Show the models of this order in the chart."""
        self._order.setCurrentIndex(self._order.findData(order))

    def set_result(self, result: NgramResult) -> None:
        """Show what was measured."""
        self._result = result
        self._rows = cells_of(result, self.tr("All"))
        self._model.set_rows(self._rows, result.names)
        self._sorted.sort(-1)
        total = result.losses[0].total
        values = [total.bits_per_byte(order) for order in reversed(ORDERS)]
        self.figures.show_values(
            *(NOTHING if value is None else f"{value:.3f}" for value in values),
            NOTHING if total.bytes_per_token is None else f"{total.bytes_per_token:.2f}",
            grouped(total.held_out_bytes), grouped(total.held_out_passages),
        )  # fmt: skip
        words = self.tr(
            "%1: models learnt from %2 bytes. Compare n = 2 and 3; with n = 1 longer tokens "
            "always look better."
        )
        self._words.setText(fill(words, texts_words(result.texts), grouped(total.training_bytes)))
        self._draw()

    def _draw(self, _order: int = 0) -> None:
        result = self._result
        if result is None:
            return
        order = self._order.currentData()
        said = self.tr("%1, %2: %3 bits per byte")
        shown = []
        for row in self._rows:
            if not row.held_out:
                continue
            cells = []
            for place, name in enumerate(result.names):
                value = row.bits_per_byte(place, order)
                words = NOTHING if value is None else f"{value:.3f}"
                sentence = fill(said, row.name, name, words)
                cells.append(ChartCell(value, words, sentence))
            shown.append(ChartRow(row.label, row.name, tuple(cells)))
        title = fill(self.tr("bits per byte, n = %1, less is better"), str(order))
        self.chart.set_dots(result.names, shown, title)
        self._fit_columns()

    def _choose(self, chosen: str) -> None:
        for place, row in enumerate(self._rows):
            if row.label == chosen:
                index = self._sorted.mapFromSource(self._model.index(place, LANGUAGE))
                self.table.selectRow(index.row())

    def _fit_columns(self) -> None:
        """Beside others a tokenizer has the column of the order on show, and all with room."""
        n_tokenizers = 0 if self._result is None else len(self._result.names)
        width = VALUE_WIDTH if n_tokenizers == 1 else NAMED_WIDTH
        n_values = self._model.columnCount() - FIRST
        needed = LANGUAGE_WIDTH + HELD_OUT_WIDTH + width * n_values
        has_room = n_tokenizers <= 1 or self.table.viewport().width() >= needed
        for column in range(n_values):
            is_on_show = column % (1 + len(ORDERS)) == self._order.currentData()
            self.table.setColumnHidden(FIRST + column, not (has_room or is_on_show))
        self._model.shorten_heads(is_brief=not has_room)
        self.table.setColumnHidden(HELD_OUT, not has_room)
        width = width if has_room else NARROW_WIDTH
        self.table.set_widths((LANGUAGE_WIDTH, HELD_OUT_WIDTH, *[width] * n_values))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._words, 1)
        head.addWidget(self._order)
        charts = QPushButton(self.tr("Chart"))
        charts.setProperty("kind", "menu")
        menu = QMenu(charts)
        self._saving.fill(menu)
        charts.setMenu(menu)
        charts.setToolTip(self.tr("Copy or save the chart and its data"))
        head.addWidget(charts)
        head.addWidget(self.table.copying.button())
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.setChildrenCollapsible(False)
        self.chart.setMinimumWidth(LEAST_CHART)
        for part, share in ((self.chart, CHART_SHARE), (self.table, TABLE_SHARE)):
            beside.addWidget(part)
            beside.setStretchFactor(beside.count() - 1, share)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self.figures)
        column.addLayout(head)
        column.addWidget(beside, 1)
