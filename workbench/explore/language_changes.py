"""LanguageChanges: what a point changes for each language beside the current run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import ratio
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.languages.comparison_values import difference_words, shade_of_difference
from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.languages.slope_chart import SlopeChart
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.diverging import LEAST_SHADE_SHOWN
from workbench.ui.theme.theme import SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import translator

_tr = translator("LanguageChanges")
METRICS = ("tokens_per_byte", "premium")
LEAST_FOR_CHART, LEAST_FOR_BOTH = 480, 520


@dataclass(frozen=True)
class LanguagePair:
    """Two tokenizers on the same texts: figures by "LABEL.metric", as a search has them."""

    names: tuple[str, str]
    before: Mapping[str, float]
    after: Mapping[str, float]


def labels_of(figures: Mapping[str, float], metric: str) -> list[str]:
    """The labels that have a figure of a metric, in their order."""
    end = f".{metric}"
    return [key.removesuffix(end) for key in figures if key.endswith(end)]


def change_rows(pair: LanguagePair, metric: str) -> list[ChartRow]:
    """One row for each language that both have; less is better."""
    rows = []
    for name in labels_of(pair.after, metric):
        key = f"{name}.{metric}"
        if key not in pair.before:
            continue
        before, after = pair.before[key], pair.after[key]
        change = after / before - 1 if before else None
        shade = None if change is None else shade_of_difference(change, -1)
        words = [_value_words(metric, value) for value in (before, after)]
        said = fill(
            _tr("%1: %2 in %3, %4 in %5 (%6 %)"), language_name(name), words[0], pair.names[0],
            words[1], pair.names[1], difference_words(change),
        )  # fmt: skip
        cells = (
            ChartCell(before, words[0], said),
            ChartCell(after, f"{words[1]}  {difference_words(change)} %", said, shade),
        )
        rows.append(ChartRow(name, language_name(name), cells))
    return rows


class LanguageChanges(QWidget):
    """A line for each language from the current run to the chosen point.

    Signals:
        beside_requested: the point is to be kept and opened in Compression beside the run.
    """

    beside_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pair: LanguagePair | None = None
        self.chart = SlopeChart(self.tr("Change for each language"), theme)
        self.saving = ChartSaving(self.chart)
        self.changes = ColumnTable(change_columns(theme, ("", "")), parent=self)
        self.table = DataTable(self.tr("Languages of both tokenizers"), theme)
        self.table.show_columns(self.changes)
        self._words = label("", "caption", wrap=True)
        self._metric = QComboBox()
        self._metric.setAccessibleName(self.tr("Figure of each language"))
        titles = {"tokens_per_byte": self.tr("Tokens per byte"), "premium": self.tr("Premium")}
        for metric in METRICS:
            self._metric.addItem(titles[metric], metric)
        self.beside_button = QPushButton(self.tr("Keep and open beside"))
        self.beside_button.setToolTip(
            self.tr("Keep the point as a run and compare it in Compression, by every metric")
        )
        self.beside_button.clicked.connect(self.beside_requested)
        self._metric.currentIndexChanged.connect(self._show)
        row = horizontal((self._metric, 1), self.beside_button, spacing=SPACE_S)
        vertical(row, self._words, (self.chart, 3), (self.table, 2), parent=self,
                 spacing=SPACE_XS, margins=(SPACE_S, SPACE_XS, SPACE_S, 0))  # fmt: skip
        self.show_pair(None, "")

    @property
    def words(self) -> str:
        """The sentence above the chart."""
        return self._words.text()

    @property
    def rows(self) -> Sequence[ChartRow]:
        """The languages, the greatest loss first."""
        return self.chart.rows

    def show_pair(self, pair: LanguagePair | None, words: str) -> None:
        """Show two tokenizers, and say which; None with the reason why there is nothing."""
        self._pair = pair
        self._words.setText(words or self.tr("Choose a point to see what it changes."))
        self._show()

    def set_can_open(self, can: bool) -> None:
        """Whether there is a point to keep."""
        self.beside_button.setEnabled(can)

    def _show(self, _index: int = 0) -> None:
        metric = str(self._metric.currentData())
        rows = [] if self._pair is None else change_rows(self._pair, metric)
        names = ("", "") if self._pair is None else self._pair.names
        title = fill(self.tr("%1, less is better"), self._metric.currentText())
        self.chart.set_slopes(names, rows, title)
        self.changes.set_columns(change_columns(self._theme, names), self.chart.rows)
        self.table.show_columns(self.changes)
        self._give_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """The chart is shown where its names have room; the table always."""
        has_room = self.width() >= LEAST_FOR_CHART and self.height() >= LEAST_FOR_BOTH
        self.chart.setVisible(bool(self.chart.rows) and has_room)
        self.table.setVisible(bool(self.chart.rows))


def change_columns(theme: Theme, names: tuple[str, str]) -> Sequence[Column[ChartRow]]:
    """Language, both figures and the change; the greatest loss comes first."""

    def colour(row: ChartRow) -> QColor | None:
        shade = row.cells[1].shade or 0.0
        if abs(shade) <= LEAST_SHADE_SHOWN:
            return None
        return theme.colour("positive" if shade > 0 else "negative")

    return (
        Column(_tr("Language"), lambda row: row.name, spoken=lambda row: row.cells[1].said,
               width=96, stretches=True),
        Column(_tr("Before"), lambda row: row.cells[0].value, text=lambda row: row.cells[0].words,
               side="right", width=64, explanation=names[0]),
        Column(_tr("After"), lambda row: row.cells[1].value,
               text=lambda row: row.cells[1].words.split("  ")[0], side="right", width=64,
               explanation=names[1]),
        Column(_tr("Change, %"), lambda row: row.cells[1].shade,
               text=lambda row: row.cells[1].words.split("  ")[1].removesuffix(" %"),
               side="right", width=76, colour=colour),
    )  # fmt: skip


def _value_words(metric: str, value: float) -> str:
    return f"{ratio(value)} ×" if metric == "premium" else ratio(value)
