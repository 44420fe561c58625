"""Bits per byte of n-gram models by language, as dots and as a table.

`NgramView` is the widget, `NgramTable` the model of its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSplitter, QStyledItemDelegate, QWidget

from workbench.compression.loss_flow import NgramResult
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.languages.comparison_values import difference_words, shade_of_difference
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.languages.language_delegates import DifferenceDelegate
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import SHADE_ROLE, SORT_ROLE, HeadedTable, Index
from workbench.ui.theme.theme import SPACE_L, SPACE_S, SPACE_XL, SPACE_XS, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.metric_words import texts_title

LANGUAGE, HELD_OUT, FIRST = range(3)
ORDERS = (1, 2, 3)
_COLUMNS = 1 + len(ORDERS)
_VALUE_ROLES = (Qt.ItemDataRole.DisplayRole, SORT_ROLE)

LANGUAGE_WIDTH, HELD_OUT_WIDTH, VALUE_WIDTH, NAMED_WIDTH, NARROW_WIDTH = 112, 88, 72, 128, 72
DIFFERENCE_WIDTH = 96
MOST_OF_TABLE = 0.55
LEAST_CHART = 280


@dataclass(frozen=True, slots=True)
class NgramCells:
    """One language, or all. values: per tokenizer bytes per token, then bits per byte."""

    label: str
    name: str
    held_out: int
    values: tuple[float | None, ...]
    is_total: bool = False

    def bits_per_byte(self, tokenizer: int, order: int) -> float | None:
        return self.values[_COLUMNS * tokenizer + order]

    def difference(self, tokenizer: int, order: int) -> float | None:
        """How many more bits the open run needs, as a share of another tokenizer's."""
        ours, theirs = self.bits_per_byte(0, order), self.bits_per_byte(tokenizer, order)
        return None if ours is None or not theirs else ours / theirs - 1


def cells_of(result: NgramResult, all_name: str) -> tuple[NgramCells, ...]:
    """The rows of a result, the total first; languages without held-out text are last.

    Beside others, those in which the open run loses most against the first of them come first.
    """
    first = result.losses[0]
    rows = zip(*[(loss.total, *loss.rows) for loss in result.losses], strict=True)
    cells = [
        NgramCells(
            same[0].label,
            all_name if place == 0 else language_name(same[0].label),
            same[0].held_out_bytes,
            tuple(
                value
                for row in same
                for value in (row.bytes_per_token, *map(row.bits_per_byte, _orders(first.order)))
            ),
            is_total=place == 0,
        )
        for place, same in enumerate(rows)
    ]
    has_others = len(result.losses) > 1

    def place(row: NgramCells) -> tuple[bool, float, str]:
        loss = row.difference(1, first.order) if has_others else None
        return not row.held_out, -(loss or 0.0), row.name.casefold()

    return (cells[0], *sorted(cells[1:], key=place))


def _orders(highest: int) -> range:
    return range(1, highest + 1)


class NgramTable(HeadedTable):
    """Model: language, held-out bytes, then per tokenizer bytes per token and the orders.

    The last columns are the differences of the open run from the others, in the order on show.

    A model of its own: its heads are shortened in place, and copied whole.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[NgramCells, ...] = ()
        self._names: tuple[str, ...] = ()
        self._is_brief = False
        self._order = ORDERS[-1]
        self._first_difference = 0
        self._bold = QFont()
        self._bold.setWeight(QFont.Weight.DemiBold)

    def set_rows(self, rows: tuple[NgramCells, ...], names: Sequence[str]) -> None:
        """Show these rows, the total first."""
        self.beginResetModel()
        self._rows, self._names = rows, tuple(names)
        words = (self.tr("Bytes/token"), self.tr("n = 1"), self.tr("n = 2"), self.tr("n = 3"))
        heads = [self.tr("Language"), self.tr("Held out")]
        for name in names:
            heads += [word if len(names) == 1 else f"{name}, {word}" for word in words]
        self._first_difference = len(heads)
        heads += [fill(self.tr("vs %1, %"), name) for name in names[1:]]
        self._heads = heads
        self.right_aligned = range(HELD_OUT, len(heads))
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if column >= self._first_difference and role in (*_VALUE_ROLES, SHADE_ROLE):
            difference = row.difference(column - self._first_difference + 1, self._order)
            if role == Qt.ItemDataRole.DisplayRole:
                return difference_words(difference)
            if role == SHADE_ROLE:
                return None if difference is None else shade_of_difference(difference, -1)
            return float("inf") if difference is None else difference
        if role == Qt.ItemDataRole.DisplayRole:
            return _words(row, column)
        if role == SORT_ROLE:
            return _sort_value(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and row.is_total:
            return self._bold
        return None

    def set_order(self, order: int) -> None:
        """Show the differences in another order of the models."""
        self._order = order
        if self._rows and len(self._names) > 1:
            corner = self.index(len(self._rows) - 1, len(self._heads) - 1)
            self.dataChanged.emit(self.index(0, self._first_difference), corner)

    def shorten_heads(self, *, is_brief: bool) -> None:
        """Name a tokenizer alone where one column of it is on show, not what the column has."""
        if is_brief != self._is_brief and self._heads:
            self._is_brief = is_brief
            last = len(self._heads) - 1
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, last)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        is_whole = role == Qt.ItemDataRole.EditRole and orientation is Qt.Orientation.Horizontal
        return self._heads[section] if is_whole else super().headerData(section, orientation, role)

    def _head(self, column: int) -> str:
        is_value = FIRST <= column < self._first_difference
        if self._is_brief and is_value and len(self._names) > 1:
            return self._names[(column - FIRST) // _COLUMNS]
        return self._heads[column]

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        if column == HELD_OUT:
            return self.tr("Bytes of held-out text that the models are measured on.")
        if column < FIRST:
            return None
        if column >= self._first_difference:
            return self.tr(
                "Bits per byte of the open run against this tokenizer's, in percent. "
                "Blue ▲: fewer, which is better."
            )
        if (column - FIRST) % _COLUMNS == 0:
            return self.tr("On the held-out text.")
        return self.tr(
            "Bits per byte of a model that sees the n − 1 tokens before the next one. Lower is "
            "better; n = 1 favours long tokens."
        )


def _words(row: NgramCells, column: int) -> str:
    if column == LANGUAGE:
        return row.name
    if column == HELD_OUT:
        return grouped(row.held_out) if row.held_out else NOTHING
    value = row.values[column - FIRST]
    is_bits = (column - FIRST) % _COLUMNS > 0
    return NOTHING if value is None else f"{value:.3f}" if is_bits else ratio(value)


def _sort_value(row: NgramCells, column: int) -> object:
    if column == LANGUAGE:
        return row.name.casefold()
    if column == HELD_OUT:
        return row.held_out
    value = row.values[column - FIRST]
    return float("inf") if value is None else value


class NgramView(QWidget):
    """The chart and the table of an NgramResult.

    `controls`, for the head of the tab, choose the order and copy.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: NgramResult | None = None
        self._rows: tuple[NgramCells, ...] = ()
        self.figures = Figures(
            (
                self.tr("bits per byte, n = 3"), self.tr("n = 2"), self.tr("n = 1"),
                self.tr("bytes per token, held out"),
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
        self._order.setObjectName("ngram_order")
        for order in ORDERS:
            self._order.addItem(fill(self.tr("n = %1"), str(order)), order)
        self._order.setCurrentIndex(len(ORDERS) - 1)
        self._order.setAccessibleName(self.tr("Model shown"))
        self.controls = QWidget()
        self._beside = QSplitter(Qt.Orientation.Horizontal)
        self._is_divided = False
        self.verdict = label("", "", wrap=True)
        self._words = label("", "caption", wrap=True)
        self._differing = DifferenceDelegate(theme, self.table)
        self._saving = ChartSaving(self.chart)
        self._lay_out()
        self._order.currentIndexChanged.connect(self._draw)
        self.chart.row_chosen.connect(self._choose)

    @property
    def rows(self) -> tuple[NgramCells, ...]:
        """The total and the languages."""
        return self._rows

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
        )  # fmt: skip
        words = self.tr(
            "%1: trained on %2, measured on %3 held out in %4 passages. n = 1 favours long tokens."
        )
        self._words.setText(
            fill(
                words,
                texts_title(result.texts),
                byte_size(total.training_bytes),
                byte_size(total.held_out_bytes),
                grouped(total.held_out_passages),
            )
        )
        self._draw()

    def _verdict(self, names: Sequence[str], order: int) -> str:
        """Whether the open run needs fewer bits than the others; "" without others."""
        parts = []
        for place, name in enumerate(names[1:], 1):
            difference = self._rows[0].difference(place, order)
            if difference is None:
                continue
            share = difference_words(abs(difference)).removeprefix("+")
            more, fewer = self.tr("%1 % more than %2"), self.tr("%1 % fewer than %2")
            words = more if difference > 0 else fewer
            equal = fill(self.tr("the same as %1"), name)
            parts.append(fill(words, share, name) if difference else equal)
        if not parts:
            return ""
        words = self.tr("Bits per byte of %1, n = %2: %3")
        return fill(words, names[0], str(order), ", ".join(parts))

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
        self.chart.set_dots(result.names, shown, title, near_zero=False)
        self._model.set_order(order)
        verdict = self._verdict(result.names, order)
        self.verdict.setText(verdict)
        self.verdict.setVisible(bool(verdict))
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
        n_values, n_others = _COLUMNS * n_tokenizers, max(0, n_tokenizers - 1)
        needed = LANGUAGE_WIDTH + HELD_OUT_WIDTH + width * n_values + DIFFERENCE_WIDTH * n_others
        room = round(self._beside.width() * MOST_OF_TABLE)
        if self._is_divided:
            room = self.table.viewport().width()
        has_room = n_tokenizers <= 1 or room >= needed
        for column in range(n_values):
            is_on_show = column % _COLUMNS == self._order.currentData()
            self.table.setColumnHidden(FIRST + column, not (has_room or is_on_show))
        self._model.shorten_heads(is_brief=not has_room)
        self.table.setColumnHidden(HELD_OUT, not has_room)
        width = width if has_room else NARROW_WIDTH
        others = [DIFFERENCE_WIDTH] * n_others
        widths = (LANGUAGE_WIDTH, HELD_OUT_WIDTH, *[width] * n_values, *others)
        self.table.set_widths(widths, stretch=LANGUAGE)
        shown = [place for place in range(len(widths)) if not self.table.isColumnHidden(place)]
        self._divide(sum(self.table.widths[place] for place in shown) + SPACE_XL)
        for column in range(self._model.columnCount()):
            own = self._differing if column >= FIRST + n_values else None
            self.table.setItemDelegateForColumn(column, cast(QStyledItemDelegate, own))

    def _divide(self, for_table: int) -> None:
        """Give the chart what the table does not need, until a person has moved the line."""
        if not self._is_divided:
            whole = self._beside.width()
            self._beside.setSizes([whole - for_table, for_table])

    def _note_divided(self, _place: int, _index: int) -> None:
        self._is_divided = True
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _lay_out(self) -> None:
        head = horizontal(self._order, parent=self.controls, spacing=SPACE_S)
        charts = QPushButton(self.tr("Chart"))
        charts.setProperty("kind", "menu")
        menu = QMenu(charts)
        self._saving.fill(menu)
        charts.setMenu(menu)
        charts.setToolTip(self.tr("Copy or save the chart and its data"))
        head.addWidget(charts)
        head.addWidget(self.table.copying.button())
        beside = self._beside
        beside.setChildrenCollapsible(False)
        beside.splitterMoved.connect(self._note_divided)
        self.chart.setMinimumWidth(LEAST_CHART)
        for part in (self.chart, self.table):
            beside.addWidget(part)
        vertical(
            self.figures,
            self.verdict,
            self._words,
            (beside, 1),
            parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_L, SPACE_S),
            spacing=SPACE_S,
        )
