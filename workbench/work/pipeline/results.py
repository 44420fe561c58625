"""What a pipeline came to, as a document for programs, and the words of requirements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.work.tokenizer_export import export_document

if TYPE_CHECKING:
    from engine.evaluation import (
        Evaluation,
        LabelEvaluation,
        Metric,
        Requirement,
        RequirementResult,
        RequirementVerdict,
        Threshold,
        Value,
    )
    from workbench.store import MeasuredTokenizer
    from workbench.work.pipeline.run import PipelineOutcome

_SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "!=": "≠"}


def value_words(metric: Metric, value: Value) -> str:
    """A figure as people read it; a dash for none."""
    if value is None or value != value:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if metric.format == "percent":
        return f"{100 * value:.{max(metric.places, _places(100 * value))}f} %"
    return f"{value:,.{metric.places}f}"


def threshold_words(metric: Metric, threshold: Threshold) -> str:
    """What a value has to be. Examples: "≤ 2.5", "≥ 97 %", "yes", "not deu"."""
    limit = threshold.limit
    if isinstance(limit, bool):
        return "yes" if limit else "no"
    if isinstance(limit, str):
        return limit if threshold.relation == "==" else f"not {limit}"
    sign = _SIGNS.get(threshold.relation, "")
    if threshold.baseline:
        factor = "" if limit == 1 else f"{limit:.10g} × "
        return f"{sign} {factor}{Path(threshold.baseline).name}".strip()
    number = f"{100 * limit:.10g} %" if metric.format == "percent" else f"{limit:.10g}"
    return f"{sign} {number}".strip()


def required_words(requirement: Requirement) -> str:
    """The same of a requirement."""
    return threshold_words(requirement.metric, requirement.threshold)


def limit_words(result: RequirementResult) -> str:
    """The same of one text, with the limit that a baseline sets. Example: "≤ 0.9 × gpt2 (1.44)"."""
    words = required_words(result.requirement)
    if not result.requirement.threshold.baseline or result.limit is None:
        return words
    return f"{words} ({value_words(result.requirement.metric, result.limit)})"


@dataclass(frozen=True)
class RequirementRow:
    """A line of a table: one text, or n_labels texts together that meet a requirement.

    measured: the figure, of several texts the one that is nearest to its limit; label: its text.
    """

    metric: Metric
    label: str
    n_labels: int
    required: str
    measured: str
    verdict: RequirementVerdict

    @property
    def texts(self) -> str:
        """The text, or how many there are."""
        return self.label if self.n_labels == 1 else f"{self.n_labels:,} texts"

    @property
    def nearest(self) -> str:
        """The figure; of several texts with the one that has it."""
        is_one = self.n_labels == 1 or self.metric.format == "yes-no"
        return self.measured if is_one else f"{self.measured} ({self.label})"


def requirement_rows(results: Sequence[RequirementResult]) -> list[RequirementRow]:
    """What is not met, a row for each text; then what is met, a row for each requirement."""
    rows = [_row_of([result]) for result in results if not result.is_met]
    met = [result for result in results if result.is_met]
    groups: dict[int, list[RequirementResult]] = {}
    for result in met:
        groups.setdefault(id(result.requirement), []).append(result)
    return rows + [_row_of(group) for group in groups.values()]


def _row_of(group: Sequence[RequirementResult]) -> RequirementRow:
    requirement = group[0].requirement
    relation = requirement.threshold.relation
    worst = group[0]
    if relation in ("<=", "<", ">=", ">"):
        choose = max if relation in ("<=", "<") else min
        measured = [result for result in group if isinstance(result.measured, (int, float))]
        worst = choose(measured, key=_share_of_limit, default=worst)
    return RequirementRow(
        requirement.metric,
        worst.label,
        len(group),
        limit_words(worst),
        value_words(requirement.metric, worst.measured),
        worst.verdict,
    )


def _share_of_limit(result: RequirementResult) -> float:
    """A figure; where each text has a limit of its own, as a share of it."""
    measured = float(result.measured or 0)
    if result.requirement.threshold.baseline and result.limit:
        return measured / result.limit
    return measured


def results_text(outcome: PipelineOutcome) -> str:
    """The document of an outcome as JSON."""
    text = json.dumps(results_document(outcome), ensure_ascii=False, indent=2, allow_nan=False)
    return text + "\n"


def results_document(outcome: PipelineOutcome) -> dict[str, Any]:
    """Everything that was measured, judged and written; the same for the same inputs."""
    summary = outcome.run.summary
    registered = outcome.registered
    fairness = outcome.measured[0].evaluation.fairness
    return {
        "recipe": str(outcome.pipeline.file),
        "passed": outcome.passed,
        "failures": list(outcome.failures),
        "run_id": summary.run_id,
        "name": summary.name,
        "vocab_size": outcome.tokenizer.vocab_size,
        "semantic_hash": outcome.tokenizer.semantic_hash,
        "texts": outcome.texts,
        "reference": None if fairness is None else fairness.reference,
        "requirements": [requirement_document(result) for result in outcome.results],
        "tokenizers": [_tokenizer(measured) for measured in outcome.measured],
        "exports": [export_document(record) for record in outcome.exports],
        "registered": None if registered is None else registered.reference,
        "problems": list(outcome.problems),
    }


def requirement_document(result: RequirementResult) -> dict[str, Any]:
    """A requirement on one label."""
    requirement, threshold = result.requirement, result.requirement.threshold
    baseline = f" * {threshold.baseline}" if threshold.baseline else ""
    return {
        "metric": requirement.metric.key,
        "label": result.label,
        "required": f"{threshold.relation} {json.dumps(threshold.limit)}{baseline}",
        "limit": result.limit,
        "measured": result.measured,
        "verdict": result.verdict,
    }


def _tokenizer(measured: MeasuredTokenizer) -> dict[str, Any]:
    from engine.evaluation import metrics_of_scope

    evaluation = measured.evaluation
    return {
        "name": measured.name,
        "labels": {row.label: _row(evaluation, row) for row in evaluation.rows},
        "total": _row(evaluation, evaluation.total),
        "all": {
            metric.key: metric.value(evaluation, evaluation.total)
            for metric in metrics_of_scope("all")
        },
    }


def _row(evaluation: Evaluation, row: LabelEvaluation) -> dict[str, Any]:
    from engine.evaluation import metrics_of_scope

    metrics = metrics_of_scope("label", "parallel")
    return {metric.key: metric.value(evaluation, row) for metric in metrics}


def _places(number: float) -> int:
    """Places of a small number, so that it is not written as 0."""
    return 0 if not number or abs(number) >= 0.1 else 3
