"""`evaluate --format csv`: everything in one table for programs, headed by the metrics' keys."""

from __future__ import annotations

from collections.abc import Sequence

from engine.evaluation import Metric, Value
from workbench.cli.evaluate_tables import (
    TextTable,
    file_names,
    more_tokens,
    row_order,
    rows_of,
    together,
)
from workbench.cli.language_table import known_language
from workbench.store import MeasuredTokenizer


def data_table(
    measured: Sequence[MeasuredTokenizer], metrics: Sequence[Metric], *, sort: str | None
) -> TextTable:
    """A row per label and the total, values unrounded, shares between 0 and 1.

    Metrics of all languages together stand in the row of the total. Each baseline has all columns
    once more, with its name before the key, and token_difference: our tokens more than its, as a
    share of its.
    """
    of_labels = [metric for metric in metrics if metric.scope != "all"]
    of_total = together(measured, metrics)
    headers = ["label", "language", "word_rule"]
    headers += [metric.key for metric in (*of_labels, *of_total)]
    for name in file_names(measured)[1:]:
        headers += [f"{name} {metric.key}" for metric in (*of_labels, *of_total)]
        headers.append(f"{name} token_difference")
    rows = []
    for index in row_order(measured[0], sort):
        ours = rows_of(measured[0])[index]
        cells = [ours.label, known_language(ours.label) or "", ours.word_rule or ""]
        for number, each in enumerate(measured):
            row = rows_of(each)[index]
            is_total = row is each.evaluation.total
            cells += [_exact(metric.value(each.evaluation, row)) for metric in of_labels]
            cells += [
                _exact(metric.value(each.evaluation, row)) if is_total else ""
                for metric in of_total
            ]
            if number:
                cells.append(_exact(more_tokens(ours, row)))
        rows.append(cells)
    return TextTable(headers, rows, len(headers))


def _exact(value: Value) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
