"""A comparison as the rows of the heat map and of the dot plot, and as the marks of shares.

`BrushChip` filters the table by the marks that are chosen in a plot, and says how many they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from engine.evaluation import METRICS, Metric, share_words, training_share
from workbench.compression.comparison_columns import metric_head
from workbench.compression.comparison_table_view import ComparisonTableView
from workbench.text.languages import language_name
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import (
    FULL_RATIO,
    ComparisonValues,
    LanguageRow,
    difference_words,
    shade_of,
    value_words,
)
from workbench.ui.languages.dot_plot import DotPlot, Reference
from workbench.ui.languages.heat_map import HeatLegend, HeatMap
from workbench.ui.languages.language_chart import ChartCell, ChartRow, RowBand
from workbench.ui.languages.share_plot import SharePlot, SharePoint
from workbench.ui.languages.slope_chart import SlopeChart
from workbench.ui.words.metric_words import names_of
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

_tr = translator("comparison_charts")


class BrushChip(QPushButton):
    """In sight while marks are chosen; pressing it, or Escape in the table, shows all again."""

    def __init__(
        self, plot: SharePlot, table: ComparisonTableView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "chip")
        self._table = table
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), table)
        self._escape.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._escape.activated.connect(plot.clear_brush)
        self.clicked.connect(plot.clear_brush)
        plot.brushed.connect(self._show)
        self._show(frozenset())

    def _show(self, labels: frozenset[str]) -> None:
        n = len(labels)
        words = counted("BrushChip", "1 language selected", "%1 languages selected", n, grouped(n))
        self.setText(f"{words} ✕")
        self.setToolTip(self.tr("Show all languages again (Escape)"))
        self.setAccessibleName(words)
        self.setVisible(bool(labels))
        self._escape.setEnabled(bool(labels))
        self._table.shown.set_labels(labels)


_TIMES_REFERENCE = METRICS["premium"].unit
WITHIN_A_SCRIPT = frozenset(
    {"bytes_per_token", "tokens_per_byte", "characters_per_token", "tokens_per_character"}
)
"""Scripts differ in bytes per letter, and letters in what they say."""


def show_metrics(
    chart: HeatMap,
    values: ComparisonValues,
    rows: Sequence[LanguageRow],
    metrics: Sequence[Metric],
) -> None:
    """One column for each metric of the open run; each is compared with its own median."""
    medians = {metric.key: _median(values, metric) for metric in metrics}
    gaps = {
        metric.key: {row.label: _gap(_compared(values, metric, row), medians[metric.key])
                     for row in values.rows}
        for metric in metrics
    }  # fmt: skip

    def cell(metric: Metric, row: LanguageRow) -> ChartCell:
        value, gap = values.value(metric, row), gaps[metric.key][row.label]
        said = _tr("%1, %2: %3 (%4 % from the median %5)")
        parts = (
            row.name, names_of(metric).title, value_words(metric, value), difference_words(gap),
            value_words(metric, medians[metric.key]),
        )  # fmt: skip
        shade = shade_of(metric, gap)
        return ChartCell(value, value_words(metric, value), fill(said, *parts), shade)

    legend = HeatLegend(
        _tr("Against the median of the languages, metric by metric"),
        fill(_tr("×%1 worse"), f"{FULL_RATIO:g}"),
        fill(_tr("×%1 better"), f"{FULL_RATIO:g}"),
    )
    heads = [metric_head(metric) for metric in metrics]
    chart.set_map(heads, [_chart_row(row, [cell(m, row) for m in metrics]) for row in rows], legend)


def show_tokenizers(
    chart: HeatMap, values: ComparisonValues, rows: Sequence[LanguageRow], metric: Metric
) -> None:
    """One column for each tokenizer; in those of the baselines the open run is judged.

    Blue is where the open run is better, as in the table.
    """
    names = values.comparison.names

    def cell(row: LanguageRow, tokenizer: int) -> ChartCell:
        value = values.value(metric, row, tokenizer)
        found = values.difference(metric, row, tokenizer)
        said = _tr("%1, %2 of %3: %4 (%6 %5 %)") if tokenizer else _tr("%1, %2 of %3: %4")
        parts = (
            row.name, names_of(metric).title, names[tokenizer], value_words(metric, value),
            difference_words(found), names[0],
        )  # fmt: skip
        shade = shade_of(metric, found)
        return ChartCell(value, value_words(metric, value), fill(said, *parts), shade)

    legend = HeatLegend(
        _titled(metric),
        fill(_tr("%1 ×%2 worse"), names[0], f"{FULL_RATIO:g}"),
        fill(_tr("%1 ×%2 better"), names[0], f"{FULL_RATIO:g}"),
    )
    columns = range(len(names))
    chart.set_map(names, [_chart_row(row, [cell(row, i) for i in columns]) for row in rows], legend)


def show_dots(
    chart: DotPlot,
    values: ComparisonValues,
    rows: Sequence[LanguageRow],
    metric: Metric,
    marks: Sequence[int] = (),
    *,
    by_script: bool = True,
) -> None:
    """One marker for each tokenizer on the scale of a metric. marks: as DotPlot.set_dots.

    by_script: group the rows by script where only languages of one script are comparable, or
    texts are parallel; the script with the highest median premium is first.
    """
    names = values.comparison.names
    is_premium = metric.unit == _TIMES_REFERENCE
    groups = [_ScriptGroup(tuple(rows), None)]
    if by_script and (is_premium or metric.key in WITHIN_A_SCRIPT):
        groups = _script_groups(values, rows, metric, worst_first=is_premium)

    def cell(row: LanguageRow, tokenizer: int) -> ChartCell:
        value = _compared(values, metric, row, tokenizer)
        shown = None if value is None else value * (100 if metric.format == "percent" else 1)
        title, words = names_of(metric).title, value_words(metric, value)
        said = fill(_tr("%1, %2 of %3: %4"), row.name, title, names[tokenizer], words)
        return ChartCell(shown, value_words(metric, value), said)

    columns = range(len(names))
    directions = {"higher": _tr("more is better"), "lower": _tr("less is better"), "neither": ""}
    parts = [_titled(metric), directions[metric.direction]]
    if metric.key in WITHIN_A_SCRIPT:
        parts.append(_tr("not comparable between scripts"))
    title = ", ".join(part for part in parts if part)
    shown = [
        _chart_row(row, [cell(row, i) for i in columns], group.band)
        for group in groups
        for row in group.rows
    ]
    chart.set_dots(names, shown, title, marks, _reference(values) if is_premium else None)


@dataclass(frozen=True, slots=True)
class _ScriptGroup:
    """The rows of one script, in their order; without a band they are of any script."""

    rows: tuple[LanguageRow, ...]
    band: RowBand | None


def _script_groups(
    values: ComparisonValues, rows: Sequence[LanguageRow], metric: Metric, *, worst_first: bool
) -> list[_ScriptGroup]:
    """The rows by script, each in their order; the median only where there are two languages."""
    by_script: dict[str, list[LanguageRow]] = {}
    for row in rows:
        by_script.setdefault(row.script, []).append(row)
    groups = []
    for script, members in by_script.items():
        known = [v for row in members if (v := _compared(values, metric, row)) is not None]
        middle = median(known) if known else None
        words = fill(_tr("median %1"), value_words(metric, middle)) if len(known) > 1 else ""
        band = RowBand(script or _tr("Other"), middle, words)
        groups.append(_ScriptGroup(tuple(members), band))
    if worst_first:
        groups.sort(key=_median_of_band, reverse=True)
    return groups


def _median_of_band(group: _ScriptGroup) -> float:
    return 0.0 if group.band is None or group.band.median is None else group.band.median


def _reference(values: ComparisonValues) -> Reference | None:
    """The language whose premium is 1."""
    fairness = values.comparison.measured[0].evaluation.fairness
    if fairness is None or fairness.reference is None:
        return None
    return Reference(1.0, fill(_tr("%1 = 1"), language_name(fairness.reference)))


def show_shares(
    plot: SharePlot,
    values: ComparisonValues,
    rows: Sequence[LanguageRow],
    tokenizer: AnyTokenizer | None,
) -> None:
    """One mark for each language: its share of the training text against its premium.

    tokenizer: the open run's, which knows what it was trained on.
    """
    metric = METRICS["premium"]
    reference = _reference(values)
    words = _tr("Premium (tokens for the same text)")
    if reference is not None:
        words = fill(_tr("Premium (tokens for the same text, %1)"), reference.words)
    points, has_premium = [], False
    for row in rows:
        premium = _compared(values, metric, row)
        share = None if tokenizer is None else training_share(row.label, tokenizer)
        has_premium |= premium is not None
        if premium is None or share is None:
            continue
        said = counted(
            "comparison_charts",
            "%1: %2 of the training text, premium %3, 1 token",
            "%1: %2 of the training text, premium %3, %4 tokens",
            row.evaluated.tokens,
            row.name,
            share_words(share),
            value_words(metric, premium),
            grouped(row.evaluated.tokens),
        )
        points.append(SharePoint(row.label, row.name, share, premium, row.evaluated.tokens, said))
    plot.set_points(points, words, _why_no_shares(values, points, has_premium=has_premium))


def _why_no_shares(
    values: ComparisonValues, points: Sequence[SharePoint], *, has_premium: bool
) -> str:
    """Why there is nothing to show, in one sentence; "" where there is something."""
    if points and any(point.share for point in points):
        return ""
    if not has_premium and not isinstance(values.total("median_premium"), float):
        return _tr(
            "Premiums need parallel test texts: the same lines in each language, one file each."
        )
    if not has_premium:
        return _tr("No language with a premium fits the filter.")
    if not points:
        return _tr(
            "The open tokenizer has no training record, so the shares of its training text are "
            "not known."
        )
    return _tr(
        "No source of the training text is labelled with a language of the test texts, so shares "
        "are not known."
    )


def show_slopes(
    chart: SlopeChart, values: ComparisonValues, metric: Metric, tokenizer: int
) -> None:
    """Every language from its value in the first tokenizer to that in another one."""
    names = values.comparison.names

    def cells(row: LanguageRow) -> tuple[ChartCell, ChartCell]:
        both = [_compared(values, metric, row, place) for place in (0, tokenizer)]
        before, after = both
        change = after / before - 1 if before and after is not None else None
        words = [value_words(metric, value) for value in both]
        said = fill(
            _tr("%1, %2: %3 in %4, %5 in %6 (%7 %)"), row.name, names_of(metric).title,
            words[0], names[0], words[1], names[tokenizer], difference_words(change),
        )  # fmt: skip
        shown = f"{words[1]}  {difference_words(change)} %"
        scale = 100 if metric.format == "percent" else 1
        first, second = (None if value is None else value * scale for value in both)
        return (
            ChartCell(first, words[0], said),
            ChartCell(second, shown, said, shade_of(metric, change)),
        )

    directions = {"higher": _tr("more is better"), "lower": _tr("less is better"), "neither": ""}
    title = ", ".join(filter(None, (_titled(metric), directions[metric.direction])))
    rows = [_chart_row(row, cells(row)) for row in values.rows]
    chart.set_slopes((names[0], names[tokenizer]), rows, title)


def _titled(metric: Metric) -> str:
    names = names_of(metric)
    unit = "%" if metric.format == "percent" else names.unit
    return f"{names.title} ({unit})" if unit and unit not in names.title.lower() else names.title


def _chart_row(
    row: LanguageRow, cells: Sequence[ChartCell], band: RowBand | None = None
) -> ChartRow:
    return ChartRow(row.label, row.name, tuple(cells), row.is_flagged, band)


def _median(values: ComparisonValues, metric: Metric) -> float | None:
    known = [value for row in values.rows if (value := _compared(values, metric, row)) is not None]
    return median(known) if known else None


def _compared(
    values: ComparisonValues, metric: Metric, row: LanguageRow, tokenizer: int = 0
) -> float | None:
    """A figure that others may be compared with: None for a text that is lost."""
    if not values.is_comparable(metric, row, tokenizer):
        return None
    return values.value(metric, row, tokenizer)


def _gap(value: float | None, reference: float | None) -> float | None:
    return None if value is None or not reference else value / reference - 1
