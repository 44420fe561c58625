"""Metrics, tables and the JSON document of `evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.evaluation import LabelEvaluation
from engine.text import WORD_RULES, WordRule
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.output import decimal, difference, finite, known_language, short_name
from workbench.store import MeasuredTokenizer
from workbench.text.languages import is_spaced
from workbench.work.comparison import tokenizer_names

if TYPE_CHECKING:
    from engine.evaluation import Evaluation, LanguageService, Metric, RedFlag, Scope, Value

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
_COUNTS = (
    "rule_words", "whole_words", "word_types", "retained_types", "retained_types_bare", "numbers",
    "indented_lines", "indentation_tokens", "pretokens", "mark_splits", "multibyte_characters",
    "split_characters", "unknown_characters", "used_ids", "vocab_size", "entropy",
)  # fmt: skip


def chosen_metrics(keys: str | None) -> list[Metric]:
    """The metrics to show: those named, all, or the usual ones.

    Raises UsageError for a key that is not known.
    """
    from engine.evaluation import DASHBOARD, METRICS

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
    from engine.evaluation import METRICS

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


_BADLY_SERVED = (
    "too little of it in the training text, a vocabulary too small for all its languages, or a "
    "split pattern that splits its words"
)


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
    """Names that leave room for numbers; those that would be the same get their place from 1.

    A file with a name that every tokenizer's has, such as tokenizer.json, has that of its folder.
    """
    names = [short_name(name, width) for name in file_names(measured)]
    return [
        name if names.count(name) == 1 else f"{name} {place}" for place, name in enumerate(names, 1)
    ]


def file_names(measured: Sequence[MeasuredTokenizer]) -> list[str]:
    """Names of any length, of files without their folders."""
    return tokenizer_names([each.name for each in measured])


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
    from engine.evaluation import METRICS

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
    from engine.evaluation import METRICS

    has_fairness = any(each.evaluation.fairness is not None for each in measured)
    usual = [METRICS[key] for key in _SUMMARY if has_fairness]
    every = dict.fromkeys([*usual, *chosen])
    return [metric for metric in every if metric.scope == "all"]


def has_unknown(measured: Sequence[MeasuredTokenizer]) -> bool:
    """Whether characters became unknown tokens with any of the tokenizers."""
    return any(each.evaluation.total.unknown_share for each in measured)


def flags_of(measured: MeasuredTokenizer) -> list[RedFlag]:
    """The red flags of one tokenizer, in the order of its labels."""
    from engine.evaluation import red_flag

    fairness = measured.evaluation.fairness
    flags = (red_flag(row, fairness) for row in measured.evaluation.rows)
    return [flag for flag in flags if flag is not None]


def flag_sentences(measured: MeasuredTokenizer) -> list[str]:
    """What the red flags say; those of one kind together, since they mean the same."""
    from engine.evaluation import USUAL_AT_IDS, USUAL_FACTOR

    flags = flags_of(measured)
    sentences = []
    for kind in dict.fromkeys(flag.kind for flag in flags):
        same = [flag for flag in flags if flag.kind == kind]
        if len(same) == 1 or kind == "loss":
            sentences += [f"{flag.mark} {flag.sentence}" for flag in same]
        elif kind == "premium":
            listed = ", ".join(f"{flag.label} {flag.words}" for flag in same)
            sentences.append(
                f"{same[0].mark} Tokens against {same[0].reference} for the same text: {listed}. "
                f"Above {same[0].limit:g} a language is badly served: {_BADLY_SERVED}."
            )
        else:
            listed = ", ".join(
                f"{flag.label} {flag.value:.2f} (usually {(flag.limit or 0) / USUAL_FACTOR:.2f})"
                for flag in same
            )
            sentences.append(
                f"{same[0].mark} Tokens per character, and what is usual for the script with "
                f"{USUAL_AT_IDS:,} ids: {listed}. More than {USUAL_FACTOR:g} times that means "
                f"short tokens: {_BADLY_SERVED}."
            )
    return sentences


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
    from engine.evaluation import red_flag

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
    """The rows best first; those without a value after them, the total always last.

    By premium the worst is first; so they are where texts are parallel and nothing is asked for.
    """
    from engine.evaluation import METRICS

    labels = range(len(measured.evaluation.rows))
    total = len(measured.evaluation.rows)
    if sort is None and measured.evaluation.fairness is not None:
        sort = "premium"
    if sort is None:
        return [*labels, total]
    if sort == LABEL:
        return [*sorted(labels, key=lambda i: rows_of(measured)[i].label), total]
    metric = METRICS[sort]
    sign = -1.0 if metric.direction == "higher" or sort == "premium" else 1.0

    def place(index: int) -> tuple[bool, float]:
        row = rows_of(measured)[index]
        value = metric.value(measured.evaluation, row)
        if value is None or isinstance(value, str) or not metric.judges(row):
            return True, 0.0
        return False, sign * float(value)

    return [*sorted(labels, key=place), total]


def _cut(language: str, width: int) -> str:
    return language if len(language) <= width else language[: width - 1] + "…"


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


def evaluation_document(
    measured: Sequence[MeasuredTokenizer],
    services: Sequence[LanguageService],
    problems: Sequence[str],
    remarks: Sequence[str],
) -> dict[str, Any]:
    """Everything that was measured, and why languages have their premiums."""
    from engine.evaluation import METRICS

    main = measured[0]
    return {
        "tokenizer": main.name,
        "labels": [_row(main, row) for row in main.evaluation.rows],
        "total": _row(main, main.evaluation.total),
        "fairness": _fairness(main),
        "premium_reasons": [_reasons(service) for service in services],
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


def _reasons(service: LanguageService) -> dict[str, Any]:
    """The premium of a language as a product, and what explains its factors."""
    reference = service.reference
    assert reference is not None
    return {
        "label": service.label,
        "reference": reference.label,
        "premium": service.premium,
        "factors": [asdict(factor) for factor in service.factors],
        "training_share": service.training_share,
        "reference_training_share": reference.training_share,
        "script": service.script,
        "script_tokens": service.script_tokens,
        "reference_script_tokens": reference.script_tokens,
        "split_share": service.split_share,
        "mark_split_share": service.mark_split_share,
        "sentence": service.sentence,
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
    from engine.evaluation import metrics_of_scope, red_flag

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
    from engine.evaluation import metrics_of_scope

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
