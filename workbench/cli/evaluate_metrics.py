"""Metrics on the command line: which are shown, how they are written, what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.evaluation import DASHBOARD, METRICS, Metric, Scope, Value
from workbench.cli.command_error import UsageError
from workbench.cli.output import decimal

LABEL = "label"
_SCOPES: dict[Scope, str] = {
    "label": "each text",
    "parallel": "each parallel text",
    "all": "all languages together",
}
_NO_UNIT = {
    "decimal": "a bare number",
    "percent": "a share, written in percent",
    "yes-no": "yes or no",
    "label": "a label",
}


def chosen_metrics(keys: str | None) -> list[Metric]:
    """The metrics to show: those named, all, or the usual ones.

    Raises UsageError for a key that is not known.
    """
    if keys is None:
        return [METRICS[key] for key in DASHBOARD]
    if keys.strip() == "all":
        return list(METRICS.values())
    names = [key.strip() for key in keys.split(",") if key.strip()]
    for name in names:
        metric_named(name)
    if not names:
        raise UsageError("--metrics names no metric; see evaluate --list-metrics.")
    return [METRICS[name] for name in dict.fromkeys(names)]


def metric_named(key: str) -> Metric:
    """The metric of a key. Raises UsageError."""
    if key not in METRICS:
        raise UsageError(f"There is no metric {key!r}; the metrics are {', '.join(METRICS)}.")
    return METRICS[key]


def shown(metric: Metric, value: Value) -> str:
    """A value as a table has it; a dash for none."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, str):
        return value
    if metric.format == "percent":
        return f"{100 * value:.{metric.places}f} %"
    return decimal(value, metric.places)


def explanation(metric: Metric) -> str:
    """A metric in words, one fact a line."""
    better = {"higher": "more is better", "lower": "less is better", "neither": "neither is better"}
    lines = [
        f"{metric.title} ({metric.key})",
        f"  formula  {metric.formula}",
        f"  unit     {metric.unit or _NO_UNIT[metric.format]}; {better[metric.direction]}",
        f"  source   {metric.source}",
        f"  caveat   {metric.caveat}",
    ]
    if metric.restates is not None:
        lines.append(f"  note     says the same as {metric.restates} in another way")
    return "\n".join(lines)


def metric_document(metric: Metric) -> dict[str, Any]:
    """A metric as JSON has it."""
    return {
        "key": metric.key,
        "title": metric.title,
        "unit": metric.unit,
        "formula": metric.formula,
        "source": metric.source,
        "caveat": metric.caveat,
        "better": metric.direction,
        "scope": metric.scope,
        "restates": metric.restates,
    }


def metric_summary(metric: Metric) -> dict[str, Any]:
    """What every evaluation says of a metric; its descriptions are in `--list-metrics --json`."""
    document = metric_document(metric)
    return {key: document[key] for key in ("key", "title", "unit", "better", "scope")}


def listing(metrics: Sequence[Metric]) -> list[tuple[str, ...]]:
    """Rows of key, title, which direction is better and what has a value."""
    return [(each.key, each.title, each.direction, _SCOPES[each.scope]) for each in metrics]
