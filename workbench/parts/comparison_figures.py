"""ComparisonFigures: the numbers of an evaluation that matter, each with what it means."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from engine.evaluation import METRICS
from workbench.comparison import TRAINING_SAMPLE
from workbench.languages import language_name
from workbench.metric_names import names_of
from workbench.models.comparison_columns import short_name
from workbench.models.comparison_values import ComparisonValues, value_words
from workbench.numbers import NOTHING, grouped, ratio
from workbench.parts.comparison_words import texts_words
from workbench.placeholders import fill
from workbench.theme import Theme
from workbench.widgets.figures import Figures
from workbench.widgets.labels import ElidedLabel

_WORST = 2
"""The place of the worst language among the figures."""


class ComparisonFigures(Figures):
    """Bytes per token, premium, worst language, Gini, round trip and red flags of the open run."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        words = (
            self.tr("bytes per token"), self.tr("median premium"), self.tr("worst language"),
            self.tr("Gini coefficient"), self.tr("round trip"), self.tr("red flags"),
        )  # fmt: skip
        super().__init__(words, theme, parent)
        self.lacking = ElidedLabel("", "caption")
        """Says what the figures without a value need; for the owner to lay out."""

    def show_figures(self, values: ComparisonValues) -> None:
        """Show what the open run's evaluation says, the baselines' numbers in the tooltips."""
        words = self.tr("bytes per token, %1")
        self.set_word(0, fill(words, _in_short(values.comparison.texts)))
        n_lossy = sum(not row.evaluated.round_trips for row in values.rows)
        n_flags = sum(row.flag is not None for row in values.rows)
        lossy = fill(self.tr("%1 differ"), grouped(n_lossy))
        self.show_values(
            _number(values.total("bytes_per_token")),
            _number(values.total("median_premium")),
            self._worst(values),
            _number(values.total("gini")),
            self.tr("exact") if not n_lossy else lossy,
            grouped(n_flags),
        )
        worst = values.total("worst_language")
        if isinstance(worst, str):
            self.set_link(_WORST, worst)
        has_premium = isinstance(values.total("median_premium"), float)
        needs = self.tr("Premium and Gini need parallel texts.")
        self.lacking.setText("" if has_premium else needs)
        first = _explained(values, "bytes_per_token")
        if values.comparison.texts == TRAINING_SAMPLE:
            sample = self.tr(
                "Of the beginning of each training source; Train and the lists of runs have it of "
                "the whole training corpus."
            )
            first = f"{first}\n{sample}"
        self.set_tooltips(
            first,
            _explained(values, "median_premium"),
            _explained(values, "worst_premium"),
            _explained(values, "gini"),
            _explained(values, "round_trips"),
            self.tr("Texts that are lost, languages that are badly served, tokens that are short."),
        )

    def _worst(self, values: ComparisonValues) -> str:
        worst, premium = values.total("worst_language"), values.total("worst_premium")
        if not isinstance(worst, str):
            return NOTHING
        words = language_name(worst)
        return words if premium is None else f"{words}, {_number(premium)} ×"


def _in_short(texts: str) -> str:
    """A name of texts that leaves room for other figures."""
    if texts == TRAINING_SAMPLE:
        return QCoreApplication.translate("ComparisonFigures", "beginnings of the sources")
    return short_name(texts_words(texts))


def _number(value: object) -> str:
    return ratio(value) if isinstance(value, float) else NOTHING


def _explained(values: ComparisonValues, key: str) -> str:
    """What a figure is, and what every tokenizer has."""
    metric = METRICS[key]
    names_of_metric = names_of(metric)
    lines = [names_of_metric.title, f"= {names_of_metric.formula}", names_of_metric.caveat]
    names = values.comparison.names
    for tokenizer, name in enumerate(names if len(names) > 1 else ()):
        value = values.total(key, tokenizer)
        if isinstance(value, float):
            lines.append(f"{name}: {value_words(metric, value)}")
    return "\n".join(lines)
