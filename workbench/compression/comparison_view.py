"""An evaluation as a table and as charts, with its figures above and its facts in the inspector.

`ComparisonView` is the widget; the functions `inspection_of_…` make what the inspector shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QMenu, QPushButton, QStackedWidget, QWidget

from engine.evaluation import METRICS, Metric, language_service
from workbench.compression.comparison_charts import (
    BrushChip,
    show_dots,
    show_metrics,
    show_shares,
    show_tokenizers,
)
from workbench.compression.comparison_columns import (
    BYTES_PER_TOKEN,
    PREMIUM,
    Column,
    flag_sentence,
    metric_head,
    own_words,
    short_name,
)
from workbench.compression.comparison_figures import ComparisonFigures
from workbench.compression.comparison_table_view import ComparisonTableView, text_columns
from workbench.compression.service_line import ServiceLine, reason_words, service_facts
from workbench.signals import Signal
from workbench.state import Fact, Inspection
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.languages.comparison_values import (
    ComparisonValues,
    LanguageRow,
    difference_words,
    value_words,
)
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.heat_map import HeatMap
from workbench.ui.languages.language_chart import LanguageChart
from workbench.ui.languages.share_plot import SharePlot
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import SORT_ROLE
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.buttons import segmented
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.metric_words import names_of, word_rule_words
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

_tr = translator("metric_words")

TABLE, HEAT_MAP, DOTS, SHARES, TEXTS = "table", "heat map", "dots", "shares", "texts"
VIEWS = (TABLE, HEAT_MAP, DOTS, SHARES, TEXTS)
USUAL_METRICS = {DOTS: (PREMIUM, BYTES_PER_TOKEN)}
"""The first that was measured is shown until a metric is chosen; elsewhere tokenizers are compared,
for which each language is measured by itself."""
ROOM_FOR_ALL = 780


def inspection_of_metric(metric: Metric) -> Inspection:
    """The inspection of a metric, for the head of its column."""
    names = names_of(metric)
    directions = {
        "higher": _tr("More is better"),
        "lower": _tr("Less is better"),
        "neither": _tr("Neither more nor less is better"),
    }
    facts = [
        Fact(_tr("Formula"), names.formula),
        Fact(_tr("Unit"), names.unit or _tr("none")),
        Fact(_tr("Reading"), directions[metric.direction]),
        Fact(_tr("Source"), metric.source),
    ]
    diagnostic = _tr("A diagnostic, not a score.")
    says_so = "A diagnostic" in metric.caveat
    text = names.caveat if says_so else f"{names.caveat}\n\n{diagnostic}"
    return Inspection(_tr("Metric"), names.title, tuple(facts), text)


def inspection_of_column(column: Column) -> Inspection:
    """The inspection of any column head."""
    if column.metric is not None and not column.tokenizer:
        return inspection_of_metric(column.metric)
    text = own_words(column.key)
    if column.metric is None:
        return Inspection(_tr("Column"), column.head, text=text)
    of_metric = inspection_of_metric(column.metric)
    facts = (Fact(_tr("Metric"), names_of(column.metric).title), *of_metric.facts)
    return Inspection(_tr("Column"), column.head, facts, f"{text}\n\n{of_metric.text}")


def inspection_of_language(
    values: ComparisonValues,
    row: LanguageRow,
    compared: Metric,
    tokenizer: AnyTokenizer | None = None,
    name: str = "",
) -> Inspection:
    """All figures of a language, its premium and the reasons first; of others one metric.

    tokenizer: the first one of `values`, for what it has of the language. name: of that one, if it
    is not the open run.
    """
    evaluated = row.evaluated
    facts = [Fact(_tr("Run"), name)] if name else []
    facts.append(Fact(_tr("Label"), row.label))
    if row.script:
        facts.append(Fact(_tr("Script"), row.script))
    known = {metric: value for metric in values.metrics() if metric.format != "yes-no"
             and (value := values.value(metric, row)) is not None}  # fmt: skip
    if (premium := known.pop(METRICS[PREMIUM], None)) is not None:
        facts.append(Fact(metric_head(METRICS[PREMIUM]), value_words(METRICS[PREMIUM], premium)))
    advice = ""
    if tokenizer is not None:
        evaluation = values.comparison.measured[0].evaluation
        service = language_service(evaluated, tokenizer, evaluation)
        facts += [Fact(word, value) for word, value in service_facts(service)]
        advice = "" if service.advice is None else f"{reason_words(service.advice)}."
    facts += [
        Fact(short_name(values.comparison.names[tokenizer]), words)
        for tokenizer in range(1, values.n_tokenizers)
        if (words := _baseline_words(values, compared, row, tokenizer, name))
    ]
    for metric, value in known.items():
        words = value_words(metric, value)
        if metric.key == "fertility" and evaluated.word_rule is not None:
            rule = word_rule_words(evaluated.word_rule)
            words = f"{words}\n{fill(_tr('words are %1'), rule)}"
        facts.append(Fact(metric_head(metric), words))
    facts.append(Fact(_tr("Decodes exactly"), _round_trip_words(row)))
    flag = flag_sentence(row.flag) if row.flag is not None else ""
    text = "\n\n".join(filter(None, (advice, flag)))
    return Inspection(_tr("Language or domain"), row.name, tuple(facts), text)


def _baseline_words(
    values: ComparisonValues, metric: Metric, row: LanguageRow, tokenizer: int, name: str
) -> str:
    """A baseline's value in the compared metric, and how the open run differs from it."""
    other = values.value(metric, row, tokenizer)
    if other is None:
        return ""
    difference = difference_words(values.difference(metric, row, tokenizer))
    words = _tr("%1 %2, %3 %4 %")
    return fill(
        words,
        value_words(metric, other),
        metric_head(metric).removesuffix(", %").lower(),
        name or _tr("open run"),
        difference,
    )


def _round_trip_words(row: LanguageRow) -> str:
    if row.evaluated.round_trips:
        return _tr("exact")
    place = row.evaluated.first_difference
    if place is None:
        return _tr("differs")
    words = {
        "normalization": _tr("rewritten by the normalization"),
        "decoding": _tr("decoding gives other bytes"),
    }[place.cause]
    where = _tr("first in document %1 at byte %2")
    where = fill(where, grouped(place.document), grouped(place.offset))
    return f"{words}, {where}"


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """The chosen view, columns and metric; remembered between windows. "": no metric is chosen."""

    view: str = TABLE
    metric: str = ""
    heats_metrics: bool = False
    columns: tuple[str, ...] = ()


class ComparisonView(QWidget):
    """One comparison; the filter and the order of `table.shown` apply to all views.

    Signals:
        inspection_requested: Inspection of the chosen language or column.
        choice_changed: ViewChoice.
        filter_reset_requested: show all languages; the filter fits none.
    """

    inspection_requested: Signal[Inspection] = Signal(object)
    choice_changed: Signal[ViewChoice] = Signal(object)
    filter_reset_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: ComparisonValues | None = None
        self._view = TABLE
        self._wanted_metric = ""  # kept while the texts on show have no such figure
        self._tokenizer: AnyTokenizer | None = None
        self.figures = ComparisonFigures(theme)
        self.why = ServiceLine(theme)
        self.table = ComparisonTableView(theme)
        self.heat_map = HeatMap(self.tr("Heat map of languages"), theme)
        self.dots = DotPlot(self.tr("Tokenizers by language"), theme)
        self.shares = SharePlot(self.tr("Share of the training text and premium"), theme)
        self._brushed = BrushChip(self.shares, self.table)
        self.texts = DataTable(self.tr("Texts"), theme)
        self._texts_model = ColumnTable(text_columns(), parent=self)
        self._sorted_texts = QSortFilterProxyModel(self)
        self._sorted_texts.setSourceModel(self._texts_model)
        self._sorted_texts.setSortRole(SORT_ROLE)
        self.texts.show_columns(self._texts_model, self._sorted_texts)
        self.texts.setSortingEnabled(True)
        self.texts.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self._metric = QComboBox()
        self._heat = QComboBox()
        self._heat.setObjectName("heat_columns")
        self._heat.addItems([self.tr("Tokenizers"), self.tr("Metrics")])
        self._stack = QStackedWidget()
        self.none_fits = EmptyState(
            self.tr("No language fits the filter."), self.tr("Clear filter")
        )
        self._charts: dict[str, LanguageChart | SharePlot] = {
            HEAT_MAP: self.heat_map,
            DOTS: self.dots,
            SHARES: self.shares,
        }
        self.saving = {view: ChartSaving(chart) for view, chart in self._charts.items()}
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
    def compared_metric(self) -> Metric:
        """The metric in which tokenizers are compared."""
        return METRICS[self._metric.currentData() or BYTES_PER_TOKEN]

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
        self.shares.clear_brush()
        self._offer_metrics([each for each in values.metrics() if each.format != "yes-no"])
        self.figures.show_figures(values)
        self.table.set_values(values, self.compared_metric)  # draws the chart on show, too
        self.why.explain(values, self.table.chosen, tokenizer)
        self._texts_model.set_rows(values.comparison.measured[0].evaluation.texts)
        self._show_controls()

    def choose_language(self, label: str) -> None:
        """Show the row of a language in the table, and choose it."""
        self.show_view(TABLE)
        if label not in self.shares.chosen_labels:
            self.shares.clear_brush()
        self.table.choose(label)
        self.table.setFocus()

    def show_view(self, view: str) -> None:
        """Show one of VIEWS."""
        self._view = view
        self._buttons.button(VIEWS.index(view)).setChecked(True)
        self._choose_metric()
        self._show_controls()
        self.draw()

    def chart(self) -> LanguageChart | SharePlot | None:
        """The chart on show, None where a table is."""
        return self._charts.get(self._view)

    def draw(self, _changed: object = None) -> None:
        """Fill the chart on show with the rows of the table, after its filter or order changed."""
        values = self._values
        if values is None:
            self._show_page(is_empty=False)
            return
        rows = self.table.shown.shown_rows()
        self._show_page(is_empty=bool(values.rows) and not rows)
        if self._view == DOTS:
            show_dots(self.dots, values, rows, self.compared_metric)
        elif self._view == SHARES:
            show_shares(self.shares, values, self.table.shown.fitting_rows(), self._tokenizer)
        elif self._view == HEAT_MAP and self._heats_metrics():
            show_metrics(self.heat_map, values, rows, self.table.metrics)
        elif self._view == HEAT_MAP:
            show_tokenizers(self.heat_map, values, rows, self.compared_metric)
        chart, chosen = self.chart(), self.table.chosen
        if chart is not None and chosen is not None:
            chart.choose(chosen.label)

    # ---- inside

    def _show_page(self, *, is_empty: bool) -> None:
        """Bring the view to the front; is_empty: the filter fits no language."""
        says_so = is_empty and self._view in (TABLE, HEAT_MAP, DOTS)
        self._stack.setCurrentIndex(VIEWS.index(self._view))
        if says_so:
            self._stack.setCurrentWidget(self.none_fits)

    def _heats_metrics(self) -> bool:
        one_alone = self._values is not None and self._values.n_tokenizers == 1
        return one_alone or self._heat.currentIndex() == 1

    def _offer_metrics(self, metrics: list[Metric]) -> None:
        """Offer these metrics; the wanted one is chosen if it is among them."""
        self._fills = True
        self._metric.clear()
        for metric in sorted(metrics, key=lambda metric: metric.key != PREMIUM):
            self._metric.addItem(names_of(metric).title, metric.key)
        self._fills = False
        self._choose_metric()

    def _choose_metric(self) -> None:
        """Choose the wanted metric, or the usual one of the view."""
        self._fills = True
        usual = USUAL_METRICS.get(self._view, (BYTES_PER_TOKEN,))
        places = [self._metric.findData(key) for key in (self._wanted_metric, *usual) if key]
        self._metric.setCurrentIndex(next((place for place in places if place >= 0), 0))
        self._fills = False

    def _change_metric(self) -> None:
        if self._fills:
            return
        self._wanted_metric = self.compared_metric.key
        if self._values is not None:
            self.table.set_values(self._values, self.compared_metric)
        self.draw()
        self.inspection_requested.emit(inspection_of_metric(self.compared_metric))
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
            for chart in self._charts.values():
                chart.choose(row.label)
            self.why.explain(self._values, row, self._tokenizer)
            self.inspection_requested.emit(
                inspection_of_language(self._values, row, self.compared_metric, self._tokenizer)
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
        bar = horizontal(margins=(SPACE_L, 0, SPACE_L, SPACE_S), spacing=SPACE_S)
        words = (
            self.tr("Table"), self.tr("Heat map"), self.tr("Dots"), self.tr("Shares"),
            self.tr("Texts"),
        )  # fmt: skip
        views = [QPushButton(word) for word in words]
        for place, view in enumerate(views):
            self._buttons.addButton(view, place)
        self._metric_words = label(self.tr("Metric"), "caption")
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
        bar.addLayout(segmented(views))
        bar.addStretch(1)
        bar.addWidget(self._brushed)
        for part in (self._heat, self._metric_words, self._metric, self._columns,
                     self._copy_table, self._copy_chart, self._copy_texts):  # fmt: skip
            bar.addWidget(part)
        for shown in (self.table, *self._charts.values(), self.texts, self.none_fits):
            self._stack.addWidget(shown)
        column = vertical(parent=self, spacing=0)
        self.setMinimumWidth(3 * SEARCH_WIDTH - SPACE_S)  # controls beyond it go when it is narrow
        self.figures.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        column.addWidget(self.figures)
        for line in (self.why, self.figures.note):  # one of the two
            line.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
            column.addWidget(line)
        column.addLayout(bar)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._buttons.idClicked.connect(self._change_view)
        self.figures.link_activated.connect(self.choose_language)
        self.why.language_requested.connect(self.choose_language)
        self.none_fits.action_requested.connect(self.filter_reset_requested)
        self._metric.currentIndexChanged.connect(self._change_metric)
        self._heat.currentIndexChanged.connect(self._note_choice)
        self._columns.menu().aboutToShow.connect(self._fill_columns)
        self._copy_chart.menu().aboutToShow.connect(self._fill_picture_menu)
        self.table.columns_changed.connect(self._note_choice)
        self.table.order_changed.connect(self.draw)
        self.table.row_chosen.connect(self._inspect_language)
        self.table.column_chosen.connect(self._inspect_column)
        for chart in self._charts.values():
            chart.row_chosen.connect(self.table.choose)
