"""ComparisonFigures: the figures of the open run's evaluation, the fairest one large."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from engine.evaluation import METRICS
from workbench.compression.comparison_columns import short_name
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, multiple, ratio
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import ComparisonValues, value_words
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.words.metric_words import names_of, texts_words
from workbench.ui.words.translation import counted
from workbench.work.comparison import CORPUS_TEXTS, TRAINING_SAMPLE

_FAIR_FIRST = ("worst_premium", "median_premium", "bytes_per_token", "gini")
_WITHOUT_PREMIUM = ("bytes_per_token", "median_premium", "worst_premium", "gini")
_WARNINGS = 5
"""The place of the number of warnings."""


class ComparisonFigures(Figures):
    """The highest premium is first, and large; bytes per token where texts are not parallel.

    Activating the highest premium gives its language.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(("", "", "", "", self.tr("decodes exactly"), ""), theme, parent)
        self.note = ElidedLabel("", "caption")
        """What the texts need for more figures; hidden where there are all, for the owner to lay
        out."""

    def show_figures(self, values: ComparisonValues) -> None:
        """Show what the open run's evaluation says, the baselines' numbers in the tooltips."""
        has_premium = isinstance(values.total("median_premium"), float)
        keys = _FAIR_FIRST if has_premium else _WITHOUT_PREMIUM
        n_lossy = sum(not row.evaluated.round_trips for row in values.rows)
        n_flags = sum(row.flag is not None for row in values.rows)
        lossy = fill(self.tr("%1 differ"), grouped(n_lossy))
        for place, key in enumerate(keys):
            self.set_word(place, self._word(key, values))
        self.set_word(_WARNINGS, counted("ComparisonFigures", "warning", "warnings", n_flags))
        self.show_values(
            *(_worst(values) if key == "worst_premium" else _number(values.total(key))
              for key in keys),
            self.tr("exact") if not n_lossy else lossy,
            grouped(n_flags),
        )  # fmt: skip
        worst = values.total("worst_language")
        if isinstance(worst, str):
            self.set_link(keys.index("worst_premium"), worst)
        words = self.tr(
            "Premium and Gini need parallel texts: the same lines in each language, one file each."
        )
        self.note.setText("" if has_premium else words)
        self.note.setVisible(not has_premium)
        self.set_tooltips(
            *(self._explanation(key, values) for key in keys),
            _explained(values, "round_trips"),
            self.tr(
                "Texts that do not decode exactly, languages with a high premium, unusually "
                "short tokens."
            ),
        )

    def _word(self, key: str, values: ComparisonValues) -> str:
        texts = fill(self.tr("bytes per token, %1"), _in_short(values.comparison.texts))
        several = len({row.script for row in values.rows}) > 1
        caveat = self.tr("bytes per token, not comparable between scripts")
        return {
            "bytes_per_token": caveat if several else texts,
            "worst_premium": self.tr("highest premium"),
            "median_premium": self.tr("median premium"),
            "gini": self.tr("Gini coefficient"),
        }[key]

    def _explanation(self, key: str, values: ComparisonValues) -> str:
        words = _explained(values, key)
        if key == "bytes_per_token" and values.comparison.texts == TRAINING_SAMPLE:
            sample = self.tr(
                "Measured on the beginning of each training source; Train and Runs show it for "
                "the whole training corpus."
            )
            return f"{words}\n{sample}"
        return words


def _worst(values: ComparisonValues) -> str:
    worst, premium = values.total("worst_language"), values.total("worst_premium")
    if not isinstance(worst, str):
        return ""
    words = language_name(worst)
    return words if not isinstance(premium, float) else f"{words} {multiple(premium)}"


def _in_short(texts: str) -> str:
    """A name of texts that leaves room for other figures."""
    if texts == TRAINING_SAMPLE:
        return QCoreApplication.translate("ComparisonFigures", "beginnings of the sources")
    if texts == CORPUS_TEXTS:
        return QCoreApplication.translate("ComparisonFigures", "the corpus")
    return short_name(texts_words(texts))


def _number(value: object) -> str:
    return ratio(value) if isinstance(value, float) else ""


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
