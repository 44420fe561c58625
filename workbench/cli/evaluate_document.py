"""What `evaluate --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.evaluation import METRICS, LabelEvaluation, metrics_of_scope, red_flag
from workbench.cli.evaluate_metrics import metric_summary
from workbench.cli.evaluate_tables import flags_of, more_tokens, rows_of
from workbench.cli.language_table import known_language
from workbench.cli.output import finite
from workbench.languages import is_spaced
from workbench.store import MeasuredTokenizer

_COUNTS = (
    "rule_words", "whole_words", "word_types", "retained_types", "retained_types_bare", "numbers",
    "indented_lines", "indentation_tokens", "multibyte_characters", "split_characters",
    "unknown_characters", "used_ids", "vocab_size", "entropy",
)  # fmt: skip


def evaluation_document(
    measured: Sequence[MeasuredTokenizer], problems: Sequence[str], remarks: Sequence[str]
) -> dict[str, Any]:
    """Everything that was measured."""
    main = measured[0]
    return {
        "tokenizer": main.name,
        "labels": [_row(main, row) for row in main.evaluation.rows],
        "total": _row(main, main.evaluation.total),
        "fairness": _fairness(main),
        "red_flags": _flags(main),
        "baselines": [_baseline(main, baseline) for baseline in measured[1:]],
        "round_trips": all(each.evaluation.total.round_trips for each in measured),
        "texts": [
            {**asdict(text), "has_other_script": text.has_other_script}
            for text in main.evaluation.texts
        ],
        "remarks": list(remarks),
        "problems": list(problems),
        "metrics": [metric_summary(metric) for metric in METRICS.values()],
    }


def _baseline(main: MeasuredTokenizer, baseline: MeasuredTokenizer) -> dict[str, Any]:
    rows = [
        {**_row(baseline, other), "token_difference": finite(more_tokens(row, other))}
        for row, other in zip(rows_of(main), rows_of(baseline), strict=True)
    ]
    return {
        "tokenizer": baseline.name,
        "labels": rows[:-1],
        "total": rows[-1],
        "fairness": _fairness(baseline),
        "red_flags": _flags(baseline),
    }


def _row(measured: MeasuredTokenizer, row: LabelEvaluation) -> dict[str, Any]:
    document = {
        "label": row.label,
        "language": known_language(row.label),
        "documents": row.documents,
        "bytes": row.bytes,
        "characters": row.characters,
        "words": row.words,
        "tokens": row.tokens,
        "tokens_per_word": finite(_tokens_per_word(measured, row)),
        "word_rule": row.word_rule,
        **{name: getattr(row, name) for name in _COUNTS},
    }
    for metric in metrics_of_scope("label", "parallel"):
        document[metric.key] = metric.value(measured.evaluation, row)
    is_total = row is measured.evaluation.total
    flag = None if is_total else red_flag(row, measured.evaluation.fairness)
    document["red_flag"] = None if flag is None else flag.kind
    difference = row.first_difference
    document["first_difference"] = None if difference is None else asdict(difference)
    return document


def _tokens_per_word(measured: MeasuredTokenizer, row: LabelEvaluation) -> float | None:
    """None for languages written without spaces, and for a total that has one of them in it."""
    parts = measured.evaluation.rows if row is measured.evaluation.total else (row,)
    return row.tokens_per_word if all(is_spaced(part.label) for part in parts) else None


def _fairness(measured: MeasuredTokenizer) -> dict[str, Any] | None:
    figures = measured.evaluation.fairness
    if figures is None:
        return None
    document: dict[str, Any] = {
        "reference": figures.reference,
        "lines": figures.lines,
        "lines_left_out": figures.lines_left_out,
        "languages": len(figures.labels),
        "best_language": figures.best_label,
        "gini_bound": figures.gini_bound,
    }
    for metric in metrics_of_scope("all"):
        document[metric.key] = metric.value(measured.evaluation, measured.evaluation.total)
    document["labels"] = [asdict(each) for each in figures.labels]
    return document


def _flags(measured: MeasuredTokenizer) -> list[dict[str, Any]]:
    return [asdict(flag) for flag in flags_of(measured)]
