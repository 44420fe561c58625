"""Tables of `evaluate`: labels by metrics, tokenizers side by side, and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from engine.evaluation import METRICS, Evaluation, LabelEvaluation, Metric, RedFlag, red_flag
from engine.text import WORD_RULES, WordRule
from workbench.cli.evaluate_metrics import LABEL, shown
from workbench.cli.language_table import known_language
from workbench.cli.output import difference
from workbench.comparison import tokenizer_names
from workbench.store import MeasuredTokenizer

_RULE_MARKS: dict[WordRule | None, str] = {"white-space": "", "characters": " c", "syllables": " s"}
_RULED = frozenset(
    {"fertility", "fertility_median", "fertility_p95", "whole_word_share", "bytes_per_word",
     "characters_per_word"}
)  # fmt: skip
_FLAGGED = frozenset({"tokens_per_character", "premium"})
_LANGUAGE_WIDTH = 22
_NAME_WIDTH = 16
# With baselines, so that two of them find room in about 120 columns.
_LANGUAGE_WIDTH_BESIDE = 14
_NAME_WIDTH_BESIDE = 12
_SUMMARY = (
    "bytes_per_token", "retention", "three_digit_f1", "median_premium", "worst_language",
    "worst_premium", "gini", "max_min_ratio", "round_trips",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TextTable:
    """Headers and cells; the first n_words columns are words."""

    headers: list[str]
    rows: list[list[str]]
    n_words: int


def rows_of(measured: MeasuredTokenizer) -> tuple[LabelEvaluation, ...]:
    """The labels and their total."""
    return (*measured.evaluation.rows, measured.evaluation.total)


def short_names(measured: Sequence[MeasuredTokenizer], width: int = _NAME_WIDTH) -> list[str]:
    """Names that leave room for numbers; those that would be the same get their place from 1."""
    names = [_short(each.name, width) for each in measured]
    return [
        name if names.count(name) == 1 else f"{name} {place}" for place, name in enumerate(names, 1)
    ]


def file_names(measured: Sequence[MeasuredTokenizer]) -> list[str]:
    """Names of any length, of files without their folders."""
    return tokenizer_names([each.name for each in measured])


def _short(name: str, width: int) -> str:
    """Of a long path the file's name, and of what is still too long the end."""
    if len(name) > width:
        name = PurePath(name).name.removesuffix(".twb").removesuffix(".tiktoken")
    return name if len(name) <= width else "…" + name[1 - width :]


def label_table(
    measured: Sequence[MeasuredTokenizer], metrics: Sequence[Metric], *,
    sort: str | None, marked: bool, beside: bool,
) -> TextTable:  # fmt: skip
    """A row per label and the total: metrics, and more tokens than each baseline takes.

    metrics: those of all languages together have no column here. marked: cut to the width of a
    terminal, with signs of red flags and word rules, else with a column for the rule.
    beside: every metric of the baselines as well.
    """
    ours, baselines = measured[0], measured[1:]
    metrics = [metric for metric in metrics if metric.scope != "all"]
    has_rule = not marked and any(metric.key in _RULED for metric in metrics)
    headers = ["label", "language", *(["word rule"] if has_rule else [])]
    n_words = len(headers)
    headers += [metric.head for metric in metrics]
    names = short_names(measured, _NAME_WIDTH_BESIDE) if marked else file_names(measured)
    for name in names[1:]:
        headers += [f"{name} {metric.head}" for metric in metrics if beside]
        headers.append(f"vs {name}")
    width = _LANGUAGE_WIDTH_BESIDE if baselines else _LANGUAGE_WIDTH
    rows = []
    for index in row_order(ours, sort):
        row = rows_of(ours)[index]
        language = known_language(row.label) or ""
        cells = [row.label, _cut(language, width) if marked else language]
        cells += [row.word_rule or ""] if has_rule else []
        cells += [_cell(metric, ours.evaluation, row, marked) for metric in metrics]
        for baseline in baselines:
            other = rows_of(baseline)[index]
            if beside:
                cells += [_cell(each, baseline.evaluation, other, marked) for each in metrics]
            more = more_tokens(row, other)
            is_lossy = not (row.round_trips and other.round_trips)
            cells.append("lossy" if marked and is_lossy else difference(more))
        rows.append(cells)
    return TextTable(headers, rows, n_words)


def summary_table(
    measured: Sequence[MeasuredTokenizer], chosen: Sequence[Metric] = (), *, shorten: bool = True
) -> TextTable:
    """A row per tokenizer: the total and the figures of all languages together.

    chosen: metrics of all languages together to show beside the usual ones.
    """
    metrics = [METRICS[key] for key in _SUMMARY if METRICS[key].scope == "label"]
    metrics += [METRICS["unknown_share"]] if has_unknown(measured) else []
    metrics += together(measured, chosen)
    metrics.sort(key=lambda metric: metric.format == "label", reverse=True)
    names = short_names(measured) if shorten else file_names(measured)
    n_words = 1 + sum(metric.format == "label" for metric in metrics)
    rows = [
        [
            name,
            *(shown(m, m.value(each.evaluation, each.evaluation.total)) for m in metrics),
        ]
        for name, each in zip(names, measured, strict=True)
    ]
    return TextTable(["tokenizer", *(metric.head for metric in metrics)], rows, n_words)


def together(measured: Sequence[MeasuredTokenizer], chosen: Sequence[Metric]) -> list[Metric]:
    """The metrics of all languages together: the usual ones of parallel texts, and those chosen."""
    has_fairness = any(each.evaluation.fairness is not None for each in measured)
    usual = [METRICS[key] for key in _SUMMARY if has_fairness]
    every = dict.fromkeys([*usual, *chosen])
    return [metric for metric in every if metric.scope == "all"]


def has_unknown(measured: Sequence[MeasuredTokenizer]) -> bool:
    """Whether characters became unknown tokens with any of the tokenizers."""
    return any(each.evaluation.total.unknown_share for each in measured)


def flags_of(measured: MeasuredTokenizer) -> list[RedFlag]:
    """The red flags of one tokenizer, in the order of its labels."""
    fairness = measured.evaluation.fairness
    flags = (red_flag(row, fairness) for row in measured.evaluation.rows)
    return [flag for flag in flags if flag is not None]


def rule_note(measured: MeasuredTokenizer) -> str | None:
    """What the marks of word rules mean; None where no word is counted otherwise than by spaces."""
    found = {row.word_rule for row in measured.evaluation.rows}
    marks = [
        f"{_RULE_MARKS[rule].strip()}: {WORD_RULES[rule]}"
        for rule in WORD_RULES
        if rule in found and _RULE_MARKS[rule]
    ]
    if not marks:
        return None
    return f"Words of fertility: {WORD_RULES['white-space']}; {'; '.join(marks)}."


def more_tokens(row: LabelEvaluation, other: LabelEvaluation) -> float | None:
    """Tokens more than the baseline's, as a share of its; negative is better.

    None if one of the two loses text: it would take fewer tokens the more it loses.
    """
    if not (row.round_trips and other.round_trips):
        return None
    return (row.tokens - other.tokens) / other.tokens if other.tokens else None


def _cell(metric: Metric, evaluation: Evaluation, row: LabelEvaluation, marked: bool) -> str:
    text = shown(metric, metric.value(evaluation, row))
    if not marked:
        return text
    if metric.key in _FLAGGED and row is not evaluation.total:
        flag = red_flag(row, evaluation.fairness)
        return f"{text} {flag.mark if flag and flag.kind == metric.key else ' '}"
    if metric.key in _RULED and text != "-":
        return text + (_RULE_MARKS.get(row.word_rule) or "  ")
    if metric.key == "round_trips" and row.round_trips and row.first_difference is not None:
        return "normalized"
    return text


def row_order(measured: MeasuredTokenizer, sort: str | None) -> list[int]:
    """The rows best first; those without a value after them, the total always last."""
    labels = range(len(measured.evaluation.rows))
    total = len(measured.evaluation.rows)
    if sort is None:
        return [*labels, total]
    if sort == LABEL:
        return [*sorted(labels, key=lambda i: rows_of(measured)[i].label), total]
    metric = METRICS[sort]
    sign = -1.0 if metric.direction == "higher" else 1.0

    def place(index: int) -> tuple[bool, float]:
        row = rows_of(measured)[index]
        value = metric.value(measured.evaluation, row)
        is_missing = value is None or isinstance(value, str) or not metric.judges(row)
        return is_missing, 0.0 if is_missing else sign * float(value)

    return [*sorted(labels, key=place), total]


def _cut(language: str, width: int) -> str:
    return language if len(language) <= width else language[: width - 1] + "…"
