"""ComparisonValues: what a comparison says of every language, metric and tokenizer."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.evaluation import METRICS, LabelEvaluation, Metric, RedFlag, red_flag
from engine.text import is_code, language_code, script_names
from workbench.text.languages import language_name
from workbench.text.numbers import GROUP_SPACE, NOTHING
from workbench.work.comparison import Comparison

FULL_RATIO = 1.5
"""Half as much again, or two thirds, has the full colour of better or worse, everywhere."""
_SCRIPT_WORDS = {"Jpan": "Japanese", "Kore": "Korean", "Hans": "Han", "Hant": "Han", "Hani": "Han"}


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """One language: what each tokenizer's evaluation says of it, the open run's first.

    script: English words for its script, "Code" for programs and markup, "" where not known.
    flag: the open run's red flag, None for none; a text that is lost is one.
    """

    label: str
    name: str
    script: str
    measured: tuple[LabelEvaluation | None, ...]
    flag: RedFlag | None

    @property
    def evaluated(self) -> LabelEvaluation:
        """What the open run's evaluation says."""
        found = self.measured[0]
        assert found is not None
        return found

    @property
    def is_flagged(self) -> bool:
        """Whether there is a red flag."""
        return self.flag is not None


class ComparisonValues:
    """Figures by row, metric and tokenizer; tokenizer 0 is the open run."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        by_label = [
            {row.label: row for row in each.evaluation.rows} for each in comparison.measured
        ]
        self.rows = tuple(
            LanguageRow(
                label=row.label,
                name=language_name(row.label),
                script=script_words(row.label),
                measured=tuple(rows.get(row.label) for rows in by_label),
                flag=red_flag(row, comparison.measured[0].evaluation.fairness),
            )
            for row in comparison.measured[0].evaluation.rows
        )

    @property
    def n_tokenizers(self) -> int:
        return len(self.comparison.measured)

    def metrics(self) -> list[Metric]:
        """The metrics that have a figure for some language, in their order."""
        return [
            metric
            for metric in METRICS.values()
            if metric.scope != "all"
            and any(self._found(metric, row, 0) is not None for row in self.rows)
        ]

    def value(self, metric: Metric, row: LanguageRow, tokenizer: int = 0) -> float | None:
        """A figure as a number; None where it was not measured."""
        found = self._found(metric, row, tokenizer)
        return None if found is None or isinstance(found, str) else float(found)

    def difference(self, metric: Metric, row: LanguageRow, tokenizer: int) -> float | None:
        """How much more the open run has than a baseline, as a share of the baseline's value.

        None if one of the two loses the text.
        """
        if not (self.is_comparable(metric, row) and self.is_comparable(metric, row, tokenizer)):
            return None
        ours, theirs = self.value(metric, row), self.value(metric, row, tokenizer)
        if ours is None or theirs is None or not theirs or metric.format == "yes-no":
            return None
        return ours / theirs - 1

    def is_comparable(self, metric: Metric, row: LanguageRow, tokenizer: int = 0) -> bool:
        """Whether a tokenizer gives the text of a row back, so that its figure says something."""
        evaluated = row.measured[tokenizer]
        return evaluated is not None and metric.judges(evaluated)

    def total(self, key: str, tokenizer: int = 0) -> float | str | bool | None:
        """A figure over all texts of one tokenizer."""
        evaluation = self.comparison.measured[tokenizer].evaluation
        return METRICS[key].value(evaluation, evaluation.total)

    def _found(self, metric: Metric, row: LanguageRow, tokenizer: int) -> float | str | bool | None:
        evaluated = row.measured[tokenizer]
        if evaluated is None or not evaluated.tokens:
            return None
        return metric.value(self.comparison.measured[tokenizer].evaluation, evaluated)


def shade_of(metric: Metric, difference: float | None) -> float | None:
    """-1 (worse) over 0 (the same) to 1 (better); None where nothing can be compared.

    difference: more than the reference, as a share of it. The scale is that of ratios, so that
    twice as much is as far from the same as half as much, and ends at FULL_RATIO.
    """
    if difference is None:
        return None
    if metric.direction == "neither":
        return 0.0
    return shade_of_difference(difference, 1 if metric.direction == "higher" else -1)


def shade_of_difference(difference: float, sign: int) -> float:
    """As `shade_of`, of a figure that is better if it is higher (sign 1) or lower (-1)."""
    if difference <= -1:
        return -float(sign)
    return max(-1.0, min(1.0, sign * math.log(1 + difference) / math.log(FULL_RATIO)))


def value_words(metric: Metric, value: float | None) -> str:
    """A figure as it stands in a cell, without its unit; as many decimals in every row."""
    if value is None:
        return NOTHING
    shown = 100 * value if metric.format == "percent" else value
    return f"{shown:,.{metric.places}f}".replace(",", GROUP_SPACE)


def difference_words(difference: float | None) -> str:
    """A difference in percent with its sign: "+3.2", "−0.4", "0.0"."""
    if difference is None:
        return NOTHING
    rounded = round(100 * difference, 1 if abs(difference) < 1 else 0)
    if rounded == 0:
        return "0.0"
    size = f"{abs(rounded):.1f}" if abs(rounded) < 100 else f"{abs(rounded):.0f}"
    return f"{'+' if rounded > 0 else '−'}{size}"


def script_words(label: str) -> str:
    """English words for the script of a label: `deu` -> "Latin"; "" where it is not known."""
    if is_code(label):
        return "Code"
    code = language_code(label)
    script = None if code is None else code.expected_script
    return "" if script is None else script_title(script)


def script_title(script: str) -> str:
    """English words for a script by its code: "Jpan" -> "Japanese"; the code if it is unknown."""
    names = script_names().get(script, (script,))
    return _SCRIPT_WORDS.get(script, names[0].replace("_", " "))
