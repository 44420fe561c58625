"""What the window says of a metric: formula, source, caveat, and a language's figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from engine.evaluation import Metric, language_service
from workbench.metric_names import names_of, word_rule_words
from workbench.models.comparison_columns import Column, metric_head, own_words, short_name
from workbench.models.comparison_values import (
    ComparisonValues,
    LanguageRow,
    difference_words,
    value_words,
)
from workbench.numbers import grouped
from workbench.parts.service_line import script_words, training_words
from workbench.placeholders import fill
from workbench.red_flag_words import flag_sentence
from workbench.state import Fact, Inspection

if TYPE_CHECKING:
    from engine.library import AnyTokenizer


def inspection_of_metric(metric: Metric) -> Inspection:
    """What the inspector shows when the head of a metric's column is chosen."""
    names = names_of(metric)
    directions = {
        "higher": _tr("More is better"),
        "lower": _tr("Less is better"),
        "neither": _tr("Neither more nor less is better"),
    }
    facts = [
        Fact(_tr("Formula"), names.formula),
        Fact(_tr("Unit"), names.unit or _tr("none")),
        Fact(_tr("Reading"), directions[metric.direction]),
        Fact(_tr("Source"), metric.source),
    ]
    diagnostic = _tr("A diagnostic, not a score.")
    says_so = "A diagnostic" in metric.caveat
    text = names.caveat if says_so else f"{names.caveat}\n\n{diagnostic}"
    return Inspection(_tr("Metric"), names.title, tuple(facts), text)


def inspection_of_column(column: Column) -> Inspection:
    """What the inspector shows of a column head."""
    if column.metric is not None and not column.tokenizer:
        return inspection_of_metric(column.metric)
    text = own_words(column.key)
    if column.metric is None:
        return Inspection(_tr("Column"), column.head, text=text)
    of_metric = inspection_of_metric(column.metric)
    facts = (Fact(_tr("Metric"), names_of(column.metric).title), *of_metric.facts)
    return Inspection(_tr("Column"), column.head, facts, f"{text}\n\n{of_metric.text}")


def inspection_of_language(
    values: ComparisonValues,
    row: LanguageRow,
    compared: Metric,
    tokenizer: AnyTokenizer | None = None,
) -> Inspection:
    """All figures of a language; of the baselines those of one metric.

    tokenizer: the open run's, for what it has of the language.
    """
    evaluated = row.evaluated
    facts = [Fact(_tr("Label"), row.label)]
    if row.script:
        facts.append(Fact(_tr("Script"), row.script))
    facts += [
        Fact(short_name(values.comparison.names[tokenizer]), words)
        for tokenizer in range(1, values.n_tokenizers)
        if (words := _baseline_words(values, compared, row, tokenizer))
    ]
    if tokenizer is not None:
        service = language_service(evaluated, tokenizer)
        facts += [
            Fact(word, value)
            for word, value in (
                (_tr("Training text"), training_words(service)),
                (_tr("Vocabulary"), script_words(service)),
            )
            if value
        ]
    facts += [Fact(_tr("Tokens"), grouped(evaluated.tokens)),
              Fact(_tr("Bytes"), grouped(evaluated.bytes))]  # fmt: skip
    for metric in values.metrics():
        value = values.value(metric, row)
        if metric.format == "yes-no" or value is None:
            continue
        words = value_words(metric, value)
        if metric.key == "fertility" and evaluated.word_rule is not None:
            rule = word_rule_words(evaluated.word_rule)
            words = f"{words}\n{fill(_tr('words are %1'), rule)}"
        facts.append(Fact(metric_head(metric), words))
    facts.append(Fact(_tr("Round trip"), _round_trip_words(row)))
    text = flag_sentence(row.flag) if row.flag is not None else ""
    return Inspection(_tr("Language or domain"), row.name, tuple(facts), text)


def _baseline_words(
    values: ComparisonValues, metric: Metric, row: LanguageRow, tokenizer: int
) -> str:
    """A baseline's value in the compared metric, and how the open run differs from it."""
    other = values.value(metric, row, tokenizer)
    if other is None:
        return ""
    difference = difference_words(values.difference(metric, row, tokenizer))
    words = _tr("%1 %2, open run %3 %")
    return fill(
        words,
        value_words(metric, other),
        metric_head(metric).removesuffix(", %").lower(),
        difference,
    )


def _round_trip_words(row: LanguageRow) -> str:
    if row.evaluated.round_trips:
        return _tr("exact")
    place = row.evaluated.first_difference
    if place is None:
        return _tr("differs")
    words = {
        "normalization": _tr("rewritten by the normalization"),
        "decoding": _tr("decoding gives other bytes"),
    }[place.cause]
    where = _tr("first in document %1 at byte %2")
    where = fill(where, grouped(place.document), grouped(place.offset))
    return f"{words}, {where}"


def _tr(words: str) -> str:
    return QCoreApplication.translate("metric_words", words)
