"""A comparison as the rows of the heat map and of the dot plot."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from PySide6.QtCore import QCoreApplication

from engine.evaluation import Metric
from workbench.compression.comparison_columns import metric_head
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import (
    FULL_RATIO,
    ComparisonValues,
    LanguageRow,
    difference_words,
    shade_of,
    value_words,
)
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.heat_map import HeatLegend, HeatMap
from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.words.metric_words import names_of

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
) -> None:
    """One marker for each tokenizer on the scale of a metric. marks: as DotPlot.set_dots."""
    names = values.comparison.names

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
    shown = [_chart_row(row, [cell(row, i) for i in columns]) for row in rows]
    chart.set_dots(names, shown, title, marks)


def _titled(metric: Metric) -> str:
    names = names_of(metric)
    unit = "%" if metric.format == "percent" else names.unit
    return f"{names.title} ({unit})" if unit and unit not in names.title.lower() else names.title


def _chart_row(row: LanguageRow, cells: Sequence[ChartCell]) -> ChartRow:
    return ChartRow(row.label, row.name, tuple(cells), row.is_flagged)


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


def _tr(words: str) -> str:
    return QCoreApplication.translate("comparison_charts", words)
