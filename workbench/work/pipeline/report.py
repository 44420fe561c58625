"""The report of a pipeline: one HTML page for colleagues, with everything in it.

No scripts and nothing from elsewhere; its colours follow the reader's light or dark scheme. The
same outcome gives the same page. Everything from files and settings is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from resources import resource_path
from workbench.text.languages import language_name
from workbench.text.numbers import byte_size
from workbench.text.visible_text import harmless
from workbench.work.comparison import TRAINING_SAMPLE
from workbench.work.exact_tokenizer import exact_or_none
from workbench.work.pipeline.charts import SHAPES, DotChart, DotRow, curve_chart, dot_chart, legend
from workbench.work.pipeline.results import required_words, requirement_rows, value_words

if TYPE_CHECKING:
    from engine.evaluation import Metric
    from workbench.work.pipeline.results import RequirementRow
    from workbench.work.pipeline.run import PipelineOutcome

_VERDICTS = {"met": "✓ met", "failed": "✗ failed", "lossy": "✗ text is lost",
             "missing": "✗ not measured", "incomparable": "✗ not comparable"}  # fmt: skip
_CURVE_POINTS = 200
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def report_html(outcome: PipelineOutcome) -> str:
    """The whole page, which is well-formed XML as well."""
    title = f"Tokenizer report: {outcome.run.summary.name}"
    sections = [
        _head(outcome, title),
        _requirements(outcome),
        _charts(outcome),
        _figures(outcome),
        _tokenizer(outcome),
        _sources(outcome),
        _files(outcome),
        _notes(outcome),
        _definitions(outcome),
    ]
    style = resource_path("report.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{_safe(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(section for section in sections if section)
        + "\n</main>\n</body>\n</html>\n"
    )


def _head(outcome: PipelineOutcome, title: str) -> str:
    words = outcome.verdict_words.partition(": ")[2]
    texts = "the beginnings of the training sources"
    if outcome.texts != TRAINING_SAMPLE:
        texts = f"the texts {outcome.texts}"
    n_bytes = byte_size(outcome.measured[0].evaluation.total.bytes)
    lines = [
        f"<h1>{_safe(title)}</h1>",
        f'<p class="muted">Measured on {_safe(texts)}, {n_bytes}.</p>',
    ]
    detail = f"{words[:1].upper()}{words[1:]}." if outcome.results else "There are no requirements."
    kind, sign = ("verdict", "✓ Passed") if outcome.passed else ("verdict not", "✗ Failed")
    rows = "".join(f"<li>{_safe(sentence)}</li>" for sentence in outcome.failures)
    listed = f"<ul>{rows}</ul>" if rows else ""
    lines.append(f'<div class="{kind}"><strong>{sign}</strong><p>{detail}</p>{listed}</div>')
    return "\n".join(lines)


def _requirements(outcome: PipelineOutcome) -> str:
    if not outcome.results:
        return ""
    rows = [
        (
            _safe(row.metric.title),
            _label(row.label) if row.n_labels == 1 else row.texts,
            _Number(row.required),
            _Number(row.nearest),
            _verdict(row),
        )
        for row in requirement_rows(outcome.results)
    ]
    heads = ("Metric", "Text", _Number("Required"), _Number("Measured"), "Verdict")
    words = "Of texts that meet a requirement together, the figure nearest to its limit is shown."
    return _section("Requirements", _table(heads, rows, caption=words))


def _verdict(row: RequirementRow) -> str:
    kind = "met" if row.verdict == "met" else "failed"
    return f'<span class="{kind}">{_VERDICTS[row.verdict]}</span>'


def _charts(outcome: PipelineOutcome) -> str:
    names = tuple(measured.name for measured in outcome.measured)[:SHAPES]
    figures = []
    for metric in _columns(outcome):
        if metric.format in ("decimal", "percent") and metric.scope != "all":
            chart = _dot_chart(outcome, metric, names)
            if len({value for row in chart.rows for value in row.values}) > 1:
                figures.append(_figure(metric.title, dot_chart(chart)))
    figures.append(_curve(outcome))
    key = legend(names) if len(names) > 1 else ""
    return _section("Charts", key + "\n".join(filter(None, figures)))


def _dot_chart(outcome: PipelineOutcome, metric: Metric, names: tuple[str, ...]) -> DotChart:
    evaluations = [measured.evaluation for measured in outcome.measured[:SHAPES]]
    of_metric = [each for each in outcome.results if each.requirement.metric is metric]
    failed = {result.label for result in of_metric if not result.is_met}
    rows = []
    for of_label in zip(*(evaluation.rows for evaluation in evaluations), strict=True):
        values = [
            _number(metric.value(evaluation, row))
            for evaluation, row in zip(evaluations, of_label, strict=True)
        ]
        if any(value is not None for value in values):
            label = of_label[0].label
            name = language_name(label)
            rows.append(DotRow(harmless(name), tuple(values), label in failed))
    sign = 1 if metric.direction == "higher" else -1  # the worst first
    rows.sort(key=lambda row: (row.values[0] is None, sign * (row.values[0] or 0.0)))
    general = {
        (float(result.requirement.threshold.limit), required_words(result.requirement))
        for result in of_metric
        if not result.requirement.label and not result.requirement.threshold.baseline
    }
    axis = metric.unit or metric.title
    return DotChart(
        f"{metric.title} by text", axis, names, tuple(rows), tuple(sorted(general)),
        lambda value: value_words(metric, value),
    )  # fmt: skip


def _curve(outcome: PipelineOutcome) -> str:
    """Bytes per token of the training corpus at every vocabulary size."""
    tokenizer = exact_or_none(outcome.tokenizer)
    training = None if tokenizer is None else tokenizer.training
    if training is None or not training.bytes or len(training.applied) < 2:
        return ""
    tokens = training.token_curve()
    places = np.unique(np.linspace(0, len(tokens) - 1, _CURVE_POINTS).astype(np.int64))
    points = [(256.0 + place, training.bytes / int(tokens[place])) for place in places.tolist()]
    title = "Compression of the training corpus by vocabulary size"
    return _figure(title, curve_chart(title, ("vocabulary size", "bytes per token"), points))


def _figures(outcome: PipelineOutcome) -> str:
    metrics = [metric for metric in _columns(outcome) if metric.scope != "all"]
    together = [metric for metric in _columns(outcome) if metric.scope == "all"]
    parts = []
    for measured in outcome.measured:
        evaluation = measured.evaluation
        heads = ["Text", *(_Number(metric.title) for metric in metrics)]
        rows = [
            [
                _label(row.label),
                *(_Number(value_words(m, m.value(evaluation, row))) for m in metrics),
            ]
            for row in (*evaluation.rows, evaluation.total)
        ]
        parts.append(_table(heads, rows, caption=measured.name))
        facts = [
            f"{metric.title}: {value_words(metric, metric.value(evaluation, evaluation.total))}"
            for metric in together
        ]
        if facts and evaluation.fairness is not None:
            parts.append(f'<p class="muted">{_safe("; ".join(facts))}.</p>')
    return _section("Figures", "\n".join(parts))


def _tokenizer(outcome: PipelineOutcome) -> str:
    tokenizer, run = outcome.tokenizer, outcome.run
    summary, exact = run.summary, exact_or_none(tokenizer)
    merges = "" if exact is None else f", {exact.n_merges:,} merges"
    trained_by = [("Split pattern", summary.pattern_name or summary.pattern)]
    if run.library is not None:
        trained_by = [("Trainer", f"{summary.trainer} ({run.library.library})")]
    facts = [
        ("Run", f"{summary.name} ({summary.run_id})"),
        ("Vocabulary", f"{tokenizer.vocab_size:,} ids{merges}"),
        *trained_by,
        ("Special tokens", ", ".join(tokenizer.special_tokens) or "none"),
        ("Tie-break", summary.tie_break),
        ("Normalization", summary.normalization or "none"),
        ("Hash", tokenizer.semantic_hash),
        ("Engine, Unicode", f"{run.engine_version}, {run.unicode_version}"),
        ("Recipe", str(outcome.pipeline.file)),
    ]
    if outcome.registered is not None:
        facts.append(("Registered as", outcome.registered.reference))
    rows = [(_safe(word), f"<code>{_safe(fact)}</code>") for word, fact in facts]
    return _section("Tokenizer", _table(("Property", "Value"), rows))


def _sources(outcome: PipelineOutcome) -> str:
    rows = [
        (
            _label(source.label),
            _Number("–" if source.bytes is None else byte_size(source.bytes)),
            _Number("–" if source.documents is None else f"{source.documents:,}"),
            _Number("–" if source.share is None else f"{100 * source.share:.1f} %"),
            _Number(f"×{source.weight:.3g}"),
        )
        for source in outcome.run.sources
    ]
    heads = ("Source", *map(_Number, ("Size", "Documents", "Share", "Repetition")))
    return _section("Training sources", _table(heads, rows))


def _files(outcome: PipelineOutcome) -> str:
    rows = [
        (_safe(record.format), f"<code>{_safe(str(record.folder / file.name))}</code>",
         _Number(byte_size(file.size_bytes)), f"<code>{file.sha256}</code>")
        for record in outcome.exports
        for file in record.files
    ]  # fmt: skip
    if not rows:
        return ""
    return _section("Exported files", _table(("Format", "File", _Number("Size"), "sha256"), rows))


def _notes(outcome: PipelineOutcome) -> str:
    notes = dict.fromkeys((*outcome.problems, *_export_notes(outcome)))
    if not notes:
        return ""
    rows = "".join(f"<li>{_safe(note)}</li>" for note in notes)
    return _section("Notes", f"<ul>{rows}</ul>")


def _export_notes(outcome: PipelineOutcome) -> Iterable[str]:
    return (note for record in outcome.exports for note in record.notes)


def _definitions(outcome: PipelineOutcome) -> str:
    metrics = dict.fromkeys(
        [*(result.requirement.metric for result in outcome.results), *_columns(outcome)]
    )
    rows = [
        f"<dt>{_safe(metric.title)} (<code>{metric.key}</code>)</dt>"
        f'<dd>{_safe(metric.formula)}. <span class="muted">{_safe(metric.caveat)}</span></dd>'
        for metric in metrics
    ]
    return _section("What is measured", f"<dl>{''.join(rows)}</dl>")


def _columns(outcome: PipelineOutcome) -> list[Metric]:
    """The metrics of the recipe, else the usual ones and those that are required."""
    from engine.evaluation import DASHBOARD, METRICS

    chosen = outcome.pipeline.evaluate.metrics or DASHBOARD
    required = [result.requirement.metric.key for result in outcome.results]
    metrics = [METRICS[key] for key in dict.fromkeys((*chosen, *required))]
    has_fairness = any(each.evaluation.fairness is not None for each in outcome.measured)
    return [metric for metric in metrics if metric.scope == "label" or has_fairness]


class _Number(str):
    """Text of a cell that is aligned as a number; not escaped yet."""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "") -> str:
    """A table; numbers are escaped here, other cells are HTML already."""
    words = f"<caption>{_safe(caption)}</caption>" if caption else ""
    head = "".join(_cell("th", text) for text in heads)
    body = "\n".join(f"<tr>{''.join(_cell('td', text) for text in row)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table>{words}<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _cell(tag: str, text: str) -> str:
    if isinstance(text, _Number):
        return f'<{tag} class="number">{_safe(text)}</{tag}>'
    return f"<{tag}>{text}</{tag}>"


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{content}\n</section>" if content else ""


def _figure(title: str, chart: str) -> str:
    return f"<figure><figcaption>{_safe(title)}</figcaption>{chart}</figure>"


def _label(label: str) -> str:
    """A label with its language; the total in words."""
    if label == "all":
        return "<strong>all texts</strong>"
    name = language_name(label)
    words = f' <span class="muted">{_safe(name)}</span>' if name != label else ""
    return f"{_safe(label)}{words}"


def _number(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and value == value else None  # type: ignore[arg-type]


def _safe(text: str) -> str:
    """Text for HTML; what would turn a line around or is no XML is named."""
    return escape(harmless(text))
