"""ComparisonView: an evaluation as table, heat map and dots, with its figures above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.evaluation import METRICS, Metric
from workbench.metric_names import names_of
from workbench.models.comparison_columns import BAR, Column
from workbench.models.comparison_values import ComparisonValues, LanguageRow
from workbench.models.headed_table import SORT_ROLE
from workbench.models.texts_table import LANGUAGE, PARALLEL, TextsTable
from workbench.parts.chart_saving import ChartSaving
from workbench.parts.comparison_charts import show_dots, show_metrics, show_tokenizers
from workbench.parts.comparison_figures import ComparisonFigures
from workbench.parts.comparison_table_view import ComparisonTableView
from workbench.parts.metric_words import (
    inspection_of_column,
    inspection_of_language,
    inspection_of_metric,
)
from workbench.parts.service_line import ServiceLine
from workbench.theme import SEARCH_WIDTH, SPACE_L, SPACE_S, SPACE_XS, Theme
from workbench.views.dot_plot import DotPlot
from workbench.views.heat_map import HeatMap
from workbench.views.language_chart import LanguageChart
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import label

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

TABLE, HEAT_MAP, DOTS, TEXTS = "table", "heat map", "dots", "texts"
VIEWS = (TABLE, HEAT_MAP, DOTS, TEXTS)
ROOM_FOR_ALL = 780
TEXTS_WIDTHS = (176, 100, 68, 84, 56, 72, 132, 132, 64)


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """What a person chose of the view; remembered from window to window."""

    view: str = TABLE
    metric: str = BAR
    heats_metrics: bool = False
    columns: tuple[str, ...] = ()


class ComparisonView(QWidget):
    """Shows one comparison; `table.shown` filters all views, its order is theirs as well.

    Signals:
        inspection_requested: Inspection of the language or column head that was chosen.
        choice_changed: ViewChoice.
    """

    inspection_requested = Signal(object)
    choice_changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: ComparisonValues | None = None
        self._view = TABLE
        self._wanted_metric = BAR  # also while the texts on show have no such figure
        self._tokenizer: AnyTokenizer | None = None
        self.figures = ComparisonFigures(theme)
        self.why = ServiceLine(theme)
        self.table = ComparisonTableView(theme)
        self.heat_map = HeatMap(self.tr("Heat map of languages"), theme)
        self.dots = DotPlot(self.tr("Tokenizers by language"), theme)
        self.texts = DataTable(self.tr("Texts"), theme)
        self._texts_model = TextsTable(self)
        self._sorted_texts = QSortFilterProxyModel(self)
        self._sorted_texts.setSourceModel(self._texts_model)
        self._sorted_texts.setSortRole(SORT_ROLE)
        self.texts.setModel(self._sorted_texts)
        self.texts.setSortingEnabled(True)
        self.texts.sortByColumn(LANGUAGE, Qt.SortOrder.AscendingOrder)
        self.texts.set_widths(TEXTS_WIDTHS, stretch=PARALLEL)
        self._metric = QComboBox()
        self._heat = QComboBox()
        self._heat.addItems([self.tr("Tokenizers"), self.tr("Metrics")])
        self._stack = QStackedWidget()
        self.saving = {HEAT_MAP: ChartSaving(self.heat_map), DOTS: ChartSaving(self.dots)}
        self._fills = False
        self._lay_out()
        self._connect()
        self.show_view(TABLE)

    # ---- what is shown

    @property
    def values(self) -> ComparisonValues | None:
        return self._values

    @property
    def choice(self) -> ViewChoice:
        return ViewChoice(
            self._view, self._wanted_metric, self._heat.currentIndex() == 1, self.table.chosen_keys
        )

    @property
    def metric(self) -> Metric:
        """The metric in which tokenizers are compared."""
        return METRICS[self._metric.currentData() or BAR]

    @property
    def view(self) -> str:
        """One of VIEWS."""
        return self._view

    def set_choice(self, choice: ViewChoice) -> None:
        """Take what was chosen in an earlier window."""
        self.table.set_keys(choice.columns)
        self._heat.setCurrentIndex(int(choice.heats_metrics))
        if choice.metric in METRICS:
            self._wanted_metric = choice.metric
        self.show_view(choice.view if choice.view in VIEWS else TABLE)

    def set_values(self, values: ComparisonValues, tokenizer: AnyTokenizer | None = None) -> None:
        """Show a comparison. tokenizer: the open run's, which explains its worst language."""
        self._values, self._tokenizer = values, tokenizer
        self._offer_metrics([each for each in values.metrics() if each.format != "yes-no"])
        self.figures.show_figures(values)
        self.why.show_worst(values, tokenizer)
        self.table.set_values(values, self.metric)  # draws the chart on show, too
        self._texts_model.set_texts(values.comparison.measured[0].evaluation.texts)
        self._show_controls()

    def choose_language(self, label: str) -> None:
        """Show the row of a language in the table, and choose it."""
        self.show_view(TABLE)
        self.table.choose(label)
        self.table.setFocus()

    def show_view(self, view: str) -> None:
        """Show one of VIEWS."""
        self._view = view
        self._buttons.button(VIEWS.index(view)).setChecked(True)
        self._stack.setCurrentIndex(VIEWS.index(view))
        self._show_controls()
        self.draw()

    def show_heat_of_metrics(self, metrics: bool) -> None:
        """Let the heat map's columns be the metrics of the open run, or the tokenizers."""
        self._heat.setCurrentIndex(int(metrics))

    def chart(self) -> LanguageChart | None:
        """The chart on show, None where a table is."""
        return {HEAT_MAP: self.heat_map, DOTS: self.dots}.get(self._view)

    def draw(self, _changed: object = None) -> None:
        """Fill the chart on show with the rows of the table, after its filter or order changed."""
        values = self._values
        if values is None:
            return
        rows = self.table.shown.shown_rows()
        if self._view == DOTS:
            show_dots(self.dots, values, rows, self.metric)
        elif self._view == HEAT_MAP and self._heats_metrics():
            show_metrics(self.heat_map, values, rows, self.table.metrics)
        elif self._view == HEAT_MAP:
            show_tokenizers(self.heat_map, values, rows, self.metric)
        chart, chosen = self.chart(), self.table.chosen
        if chart is not None and chosen is not None:
            chart.choose(chosen.label)

    # ---- inside

    def _heats_metrics(self) -> bool:
        one_alone = self._values is not None and self._values.n_tokenizers == 1
        return one_alone or self._heat.currentIndex() == 1

    def _offer_metrics(self, metrics: list[Metric]) -> None:
        """Offer these metrics; the wanted one is chosen if it is among them."""
        self._fills = True
        self._metric.clear()
        for metric in metrics:
            self._metric.addItem(names_of(metric).title, metric.key)
        self._metric.setCurrentIndex(max(0, self._metric.findData(self._wanted_metric)))
        self._fills = False

    def _change_metric(self) -> None:
        if self._fills:
            return
        self._wanted_metric = self.metric.key
        if self._values is not None:
            self.table.set_values(self._values, self.metric)
        self.draw()
        self.inspection_requested.emit(inspection_of_metric(self.metric))
        self.choice_changed.emit(self.choice)

    def _note_choice(self, _changed: object = None) -> None:
        self._show_controls()
        self.draw()
        self.choice_changed.emit(self.choice)

    def _change_view(self, place: int) -> None:
        self.show_view(VIEWS[place])
        self.choice_changed.emit(self.choice)

    def _inspect_language(self, row: LanguageRow) -> None:
        if self._values is not None:
            self.heat_map.choose(row.label)
            self.dots.choose(row.label)
            self.inspection_requested.emit(
                inspection_of_language(self._values, row, self.metric, self._tokenizer)
            )

    def _inspect_column(self, column: Column) -> None:
        self.inspection_requested.emit(inspection_of_column(column))

    def _show_controls(self) -> None:
        """Offer what means something in the view on show."""
        values, view = self._values, self._view
        has_others = values is not None and values.n_tokenizers > 1
        is_heat = view == HEAT_MAP
        self._heat.setVisible(is_heat and has_others)
        compares = {TABLE: has_others, HEAT_MAP: has_others and not self._heats_metrics()}
        self._metric.setVisible(compares.get(view, view == DOTS))
        has_room = self.width() >= ROOM_FOR_ALL
        self._metric_words.setVisible(has_room and not self._metric.isHidden())
        chooses = view == TABLE or (is_heat and self._heats_metrics())
        self._columns.setVisible(has_room and chooses)
        for button, shown in (
            (self._copy_table, view == TABLE), (self._copy_texts, view == TEXTS),
            (self._copy_chart, self.chart() is not None),
        ):  # fmt: skip
            button.setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_controls()

    def _fill_columns(self) -> None:
        menu = self._columns.menu()
        menu.clear()
        self.table.fill_columns(menu)

    def _fill_picture_menu(self) -> None:
        menu = self._copy_chart.menu()
        menu.clear()
        if self._view in self.saving:
            self.saving[self._view].fill(menu)

    def _lay_out(self) -> None:
        self._buttons = QButtonGroup(self)
        bar = QHBoxLayout()
        bar.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        bar.setSpacing(SPACE_S)
        words = (self.tr("Table"), self.tr("Heat map"), self.tr("Dots"), self.tr("Texts"))
        views = QHBoxLayout()
        views.setSpacing(SPACE_XS)
        for place, word in enumerate(words):
            button = QPushButton(word)
            button.setCheckable(True)
            self._buttons.addButton(button, place)
            views.addWidget(button)
        self._metric_words = label(self.tr("Compare in"), "caption")
        self._metric_words.setBuddy(self._metric)
        self._metric.setAccessibleName(self.tr("Metric in which tokenizers are compared"))
        self._heat.setAccessibleName(self.tr("Columns of the heat map"))
        self._metric.setMaximumWidth(SEARCH_WIDTH - SPACE_L)
        self._metric.setMinimumWidth(SEARCH_WIDTH // 2)
        self._columns = QPushButton(self.tr("Columns"))
        self._copy_table, self._copy_texts = (
            self.table.copying.button(),
            self.texts.copying.button(),
        )
        self._copy_chart = QPushButton(self._copy_table.text())
        for button in (self._columns, self._copy_chart):
            button.setProperty("kind", "menu")
            button.setMenu(QMenu(button))
        bar.addLayout(views)
        bar.addWidget(self.figures.lacking, 1)
        for part in (self._heat, self._metric_words, self._metric, self._columns,
                     self._copy_table, self._copy_chart, self._copy_texts):  # fmt: skip
            bar.addWidget(part)
        for shown in (self.table, self.heat_map, self.dots, self.texts):
            self._stack.addWidget(shown)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.setMinimumWidth(3 * SEARCH_WIDTH - SPACE_S)  # controls beyond it go when it is narrow
        self.figures.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        column.addWidget(self.figures)
        self.why.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        column.addWidget(self.why)
        column.addLayout(bar)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._buttons.idClicked.connect(self._change_view)
        self.figures.link_activated.connect(self.choose_language)
        self.why.language_requested.connect(self.choose_language)
        self._metric.currentIndexChanged.connect(self._change_metric)
        self._heat.currentIndexChanged.connect(self._note_choice)
        self._columns.menu().aboutToShow.connect(self._fill_columns)
        self._copy_chart.menu().aboutToShow.connect(self._fill_picture_menu)
        self.table.columns_changed.connect(self._note_choice)
        self.table.order_changed.connect(self.draw)
        self.table.row_chosen.connect(self._inspect_language)
        self.table.column_chosen.connect(self._inspect_column)
        for chart in (self.heat_map, self.dots):
            chart.row_chosen.connect(self.table.choose)
