"""RunLanguagesPart: the compared tokenizers language by language, as dots, slopes or a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPushButton, QStackedWidget, QWidget

from engine.evaluation import METRICS
from workbench.compression.comparison_charts import show_dots, show_slopes, show_tokenizers
from workbench.compression.comparison_view import inspection_of_language
from workbench.compression.service_line import ServiceLine
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.languages.comparison_values import ComparisonValues
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.heat_map import HeatMap
from workbench.ui.languages.slope_chart import SlopeChart
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.metric_words import names_of, texts_words

if TYPE_CHECKING:
    from engine.evaluation import Metric
    from engine.library import AnyTokenizer
    from workbench.runs.run_comparison_flow import RunComparison
    from workbench.state import Inspection
    from workbench.ui.languages.comparison_values import LanguageRow

USUAL_METRICS = "premium", "bytes_per_token"
"""The first of these that was measured: a premium compares languages, where texts are parallel."""
DOTS, HEATS, SLOPES = range(3)


class RunLanguagesPart(QWidget):
    """One mark for each tokenizer in every language, in one metric.

    Signals:
        measure_requested: nothing is measured on the same texts, and the person wants it.
        inspection_requested: Inspection of the chosen language.
    """

    measure_requested = Signal()
    inspection_requested: Signal[Inspection] = Signal(object)

    def __init__(self, dots: DotPlot, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: ComparisonValues | None = None
        self._tokenizers: tuple[AnyTokenizer, ...] = ()  # those that were measured
        self._marks: tuple[int, ...] = ()
        self._chosen = ""  # label of a language
        self._wanted = ""  # what the person chose
        self._fills = False
        self.dots = dots
        self.heats = HeatMap(self.tr("Compared tokenizers by language, as a heat map"), theme)
        self.slopes = SlopeChart(self.tr("Change of every language between two runs"), theme)
        self._metric, self._order, self._view = QComboBox(), QComboBox(), QComboBox()
        self._other = QComboBox()
        self.why = ServiceLine(theme)
        self._texts = ElidedLabel("", "caption")
        self._measure = QPushButton(self.tr("Measure all"))
        self._measure.setToolTip(
            self.tr("Measure all on the test texts of Compression, or on the corpus")
        )
        self._stack = QStackedWidget()
        self.empty = EmptyState(
            self.tr("Not yet measured on the same texts."), self.tr("Measure now")
        )
        self._charts = QStackedWidget()
        self._lay_out()
        self.empty.action_requested.connect(self.measure_requested)
        self._measure.clicked.connect(self.measure_requested)
        self._metric.currentIndexChanged.connect(self._change)
        self._order.currentIndexChanged.connect(self._draw)
        self._view.currentIndexChanged.connect(self._change_view)
        self._other.currentIndexChanged.connect(self._change_other)
        for chart in (self.dots, self.heats, self.slopes):
            chart.row_chosen.connect(self._inspect)
        self.why.language_requested.connect(self._inspect)

    @property
    def is_empty(self) -> bool:
        return self._values is None

    def show_comparison(self, comparison: RunComparison) -> None:
        """Show what was measured on the same texts."""
        measured = comparison.measured()
        self._values = None if measured is None else ComparisonValues(measured)
        if self._values is None or measured is None:
            self._stack.setCurrentWidget(self.empty)
            return
        words = fill(self.tr("Measured on %1"), texts_words(measured.texts))
        self._marks = tuple(map(comparison.names.index, measured.names))  # as in the other views
        self._tokenizers = tuple(comparison.compared[mark].tokenizer for mark in self._marks)
        missing = [name for name in comparison.names if name not in measured.names]
        if missing:
            words = fill(self.tr("%1; not measured: %2"), words, ", ".join(missing))
        self._texts.setText(words)
        self._measure.setVisible(bool(missing))
        self._offer_others(measured.names)
        self._offer_metrics()
        self._show_controls()
        self._stack.setCurrentIndex(0)
        self._draw()

    def choose(self, label: str) -> None:
        """Make a language current in all three charts."""
        self._chosen = label
        for chart in (self.dots, self.heats, self.slopes):
            chart.choose(label)
        self._explain()

    def _inspect(self, label: str) -> None:
        """Explain a language: in a line for two of the tokenizers, in the inspector in full."""
        self.choose(label)
        values, row = self._values, self._chosen_row()
        if values is not None and row is not None:
            shown = values, row, self._shown_metric(), self._tokenizers[0]
            name = values.comparison.names[0]
            self.inspection_requested.emit(inspection_of_language(*shown, name))

    def _chosen_row(self) -> LanguageRow | None:
        rows = () if self._values is None else self._values.rows
        return next((row for row in rows if row.label == self._chosen), None)

    def _explain(self) -> None:
        """Say why the first tokenizer and the one beside it need their tokens for a language."""
        if self._values is not None:
            places = (0, max(0, self._other.currentIndex()) + 1)[: len(self._tokenizers)]
            tokenizers = {place: self._tokenizers[place] for place in places}
            self.why.explain_each(self._values, self._chosen_row(), tokenizers)

    def _shown_metric(self) -> Metric:
        return METRICS[self._metric.currentData() or USUAL_METRICS[-1]]

    def _offer_others(self, names: Sequence[str]) -> None:
        """Offer the runs that slopes can lead to."""
        shown = self._other.currentText()
        self._fills = True
        self._other.clear()
        self._other.addItems(list(names[1:]))
        self._other.setCurrentIndex(max(0, self._other.findText(shown)))
        self._fills = False

    def _offer_metrics(self) -> None:
        assert self._values is not None
        self._fills = True
        self._metric.clear()
        for metric in self._values.metrics():
            if metric.format != "yes-no":
                self._metric.addItem(names_of(metric).title, metric.key)
        usual = next((key for key in USUAL_METRICS if self._metric.findData(key) >= 0), "")
        wanted = self._wanted if self._metric.findData(self._wanted) >= 0 else usual
        self._metric.setCurrentIndex(max(0, self._metric.findData(wanted)))
        self._fills = False

    def _change(self) -> None:
        if not self._fills:
            self._wanted = self._metric.currentData()
            self._draw()

    def _change_view(self, view: int) -> None:
        self._charts.setCurrentIndex(view)
        self._show_controls()
        self._draw()

    def _change_other(self) -> None:
        if not self._fills:
            self._draw()

    def _show_controls(self) -> None:
        is_slope = self._view.currentIndex() == SLOPES
        self._other.setVisible(is_slope and self._other.count() > 1)
        self._order.setVisible(not is_slope)

    def _draw(self, _changed: object = None) -> None:
        values = self._values
        if values is None:
            return
        self._explain()
        metric = self._shown_metric()
        rows = list(values.rows)
        if self._order.currentIndex() == 1:
            rows.sort(key=lambda row: row.name)
        else:
            is_down = metric.direction != "higher"  # the worst first
            known = [(values.value(metric, row), row) for row in rows]
            spread = [
                (value is None, (-value if is_down else value) if value is not None else 0.0, row)
                for value, row in known
            ]
            rows = [each[2] for each in sorted(spread, key=lambda each: each[:2])]
        is_by_name = self._order.currentIndex() == 1
        show_dots(self.dots, values, rows, metric, self._marks, by_script=not is_by_name)
        show_tokenizers(self.heats, values, rows, metric)
        if values.n_tokenizers > 1:
            show_slopes(self.slopes, values, metric, max(0, self._other.currentIndex()) + 1)

    def _lay_out(self) -> None:
        self._order.addItems([self.tr("Worst first"), self.tr("By name")])
        self._view.addItems([self.tr("Dots"), self.tr("Heat map"), self.tr("Slopes")])
        self._other.setAccessibleName(self.tr("Run at the right"))
        self._metric.setAccessibleName(self.tr("Metric"))
        self._order.setAccessibleName(self.tr("Order of the languages"))
        self._view.setAccessibleName(self.tr("Kind of chart"))
        self._metric.setMinimumContentsLength(1)
        self._metric.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._metric.setFixedWidth(SEARCH_WIDTH - SPACE_L)
        bar = horizontal(
            self._metric,
            self._order,
            self._other,
            self._view,
            (self._texts, 1),
            self._measure,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S),
            spacing=SPACE_M,
        )
        charts = (self.dots, self.heats, self.slopes)
        savings = [ChartSaving(chart) for chart in charts]
        buttons = QStackedWidget()
        for saving, chart in zip(savings, charts, strict=True):
            buttons.addWidget(saving.button())
            self._charts.addWidget(chart)
        self._view.currentIndexChanged.connect(buttons.setCurrentIndex)
        bar.addWidget(buttons, 0, Qt.AlignmentFlag.AlignVCenter)
        first = buttons.widget(0)
        assert first is not None
        buttons.setSizePolicy(first.sizePolicy())
        shown = QWidget()
        column = vertical(bar, parent=shown, spacing=0)
        self.why.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        column.addWidget(self.why)
        column.addWidget(self._charts, 1)
        self._stack.addWidget(shown)
        self._stack.addWidget(self.empty)
        self._stack.setCurrentWidget(self.empty)
        vertical(self._stack, parent=self)
