"""HTML of an evaluation, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.encoding import html_table

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation
    from engine.evaluation.figures import LabelEvaluation

_HEAD = ("label", "premium", "bytes per token", "fertility", "tokens", "decodes exactly")


def html_of_evaluation(evaluation: Evaluation) -> str:
    """Return the rows as a table, those with the highest premium first."""
    premiums = _premiums_of(evaluation)
    rows = sorted(evaluation.rows, key=lambda row: -premiums.get(row.label, 0.0))
    lines = [_cells(row, premiums.get(row.label)) for row in (*rows, evaluation.total)]
    note = ""
    if evaluation.fairness is not None and evaluation.fairness.gini is not None:
        note = f"Gini coefficient {evaluation.fairness.gini:.3f}. "
    return html_table("Evaluation", _HEAD, lines, note + " ".join(evaluation.remarks))


def _premiums_of(evaluation: Evaluation) -> dict[str, float]:
    fairness = evaluation.fairness
    labels = () if fairness is None else fairness.labels
    return {row.label: row.premium for row in labels if row.premium is not None}


def _cells(row: LabelEvaluation, premium: float | None) -> tuple[str, ...]:
    return (
        row.label,
        "" if premium is None else f"{premium:.2f}",
        _figure(row.bytes_per_token),
        _figure(row.fertility),
        f"{row.tokens:,}",
        "yes" if row.round_trips else "no",
    )


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
