"""The columns of the comparison table, which of them are shown, and the words of red flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.evaluation import DASHBOARD, METRICS, Metric, RedFlag
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import ComparisonValues
from workbench.ui.theme.theme import CELL_INSET
from workbench.ui.words.metric_words import names_of
from workbench.ui.words.translation import translator

_tr = translator("comparison_columns")

LANGUAGE, LABEL, SCRIPT, FLAG, WORD_RULE = "language", "label", "script", "flag", "word_rule"
LINES = "lines"
BASELINE_DIFFERENCE, BASELINE_VALUE = "difference", "baseline_value"
PREMIUM, BYTES_PER_TOKEN = "premium", "bytes_per_token"
"""What languages are ranked by where texts are parallel, and what they have everywhere."""
DEFAULT_KEYS = (
    LANGUAGE, FLAG, PREMIUM, BYTES_PER_TOKEN, "fertility", WORD_RULE, BASELINE_DIFFERENCE,
    "retention", "three_digit_f1", "tokens_per_character", "round_trips",
)  # fmt: skip
EXPENDABLE = (
    {"round_trips"}, {"tokens_per_character"}, {"three_digit_f1"}, {"retention"},
    {"fertility", WORD_RULE},
)  # fmt: skip
LEFT_ALIGNED = frozenset({LANGUAGE, LABEL, SCRIPT, FLAG, WORD_RULE, "round_trips"})
_OWN = (LANGUAGE, FLAG, WORD_RULE, BASELINE_DIFFERENCE, BASELINE_VALUE, LINES, SCRIPT, LABEL)
_WIDTHS = {LANGUAGE: 164, LABEL: 88, SCRIPT: 92, FLAG: 92, WORD_RULE: 84, "tokens": 88, "bytes": 96}
_METRIC_WIDTH = 76
_BAR_WIDTH = 136
_BASELINE_WIDTH = 80
_LETTER_WIDTH = 6
_BOLD_WIDTH = 8
_LONGEST_NAME = 18

assert set(DASHBOARD) <= set(METRICS)


@dataclass(frozen=True, slots=True)
class Column:
    """One column. metric: what it is about, None for words. tokenizer: whose value, 0 the run.

    has_bar: values are bars, too.
    """

    key: str
    head: str
    width: int
    metric: Metric | None = None
    tokenizer: int = 0
    has_bar: bool = False

    @property
    def is_difference(self) -> bool:
        return self.key == BASELINE_DIFFERENCE


def all_keys() -> tuple[str, ...]:
    """The keys of everything that can be a column, in the order in which they are offered."""
    metrics = [metric.key for metric in METRICS.values() if metric.scope != "all"]
    metrics = [PREMIUM, *(key for key in metrics if key != PREMIUM)]
    place = metrics.index("fertility") + 1
    return (LANGUAGE, FLAG, *metrics[:place], WORD_RULE, *metrics[place:], *_OWN[3:])


def columns_of(values: ComparisonValues, keys: Sequence[str], metric: Metric) -> tuple[Column, ...]:
    """The columns for some keys, in their order; one for each baseline where it is about them.

    metric: what the baselines are compared in. Keys without a value anywhere are left out.
    """
    known = {each.key for each in values.metrics()}
    names = values.comparison.names
    barred = PREMIUM if PREMIUM in known and PREMIUM in keys else BYTES_PER_TOKEN
    made: list[Column] = []
    for key in keys:
        if key in METRICS:
            if key in known:
                head = metric_head(METRICS[key])
                has_bar = key == barred
                own = _WIDTHS.get(key, _METRIC_WIDTH)
                width = _room_for(head, _BAR_WIDTH if has_bar else own)
                made.append(Column(key, head, width, METRICS[key], has_bar=has_bar))
        elif key in (BASELINE_DIFFERENCE, BASELINE_VALUE):
            words = _tr("vs %1, %") if key == BASELINE_DIFFERENCE else "%1"
            for tokenizer in range(1, values.n_tokenizers):
                name = short_name(names[tokenizer])
                width = _BASELINE_WIDTH + _LETTER_WIDTH * max(0, len(name) - 5)
                head = fill(words, name)
                made.append(Column(key, head, width, metric, tokenizer))
        elif key in _OWN and _has_values(values, key):
            head = own_head(key)
            width = _room_for(head, _WIDTHS.get(key, _METRIC_WIDTH))
            if key == FLAG:
                flags = (flag_cell(row.flag) for row in values.rows if row.flag is not None)
                width = max(width, _BOLD_WIDTH * max(map(len, flags), default=0) + 2 * CELL_INSET)
            made.append(Column(key, head, width))
    return tuple(made)


def _room_for(head: str, width: int) -> int:
    """A width, or what the head needs where that is more."""
    return max(width, _LETTER_WIDTH * len(head) + 2 * CELL_INSET)


def fitting(columns: Sequence[Column], room: int) -> tuple[Column, ...]:
    """The columns that have room; the least telling go first."""
    shown = list(columns)
    for keys in EXPENDABLE:  # fertility is never shown without its word rule
        if sum(column.width for column in shown) <= room:
            break
        shown = [column for column in shown if column.key not in keys]
    return tuple(shown)


def short_name(name: str) -> str:
    """A tokenizer's name for a head: cut in the middle where it is long."""
    if len(name) <= _LONGEST_NAME:
        return name
    half = (_LONGEST_NAME - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


def metric_head(metric: Metric) -> str:
    """The head of a metric's column; percentages say so, since their cells do not."""
    names = names_of(metric)
    head = names.head[:1].upper() + names.head[1:]
    if metric.key.startswith("fertility_"):  # "median" alone says too little
        head = f"{names_of(METRICS['fertility']).title} {names.head}"
    return f"{head}, %" if metric.format == "percent" else head


def own_head(key: str) -> str:
    """The head of a column that is no metric; also its name in the list of columns."""
    return {
        LANGUAGE: _tr("Language or domain"), LABEL: _tr("Label"), SCRIPT: _tr("Script"),
        FLAG: _tr("Warning"), WORD_RULE: _tr("Words counted as"),
        LINES: _tr("Lines"),
        BASELINE_DIFFERENCE: _tr("Difference from each baseline, %"),
        BASELINE_VALUE: _tr("Value of each baseline"),
    }[key]  # fmt: skip


def own_words(key: str) -> str:
    """What a column that is no metric is, for its tooltip."""
    return {
        LANGUAGE: _tr("Language or domain of the label."),
        LABEL: _tr("The label of the text, from its file name."),
        SCRIPT: _tr("The script that the language is usually written in."),
        FLAG: _tr(
            "Text that is not decoded exactly, with the share of unknown characters; or more than "
            "3 times the reference's tokens for the same text; or more than 1.5 times the tokens "
            "per character that are usual in the script."
        ),
        WORD_RULE: _tr(
            "What counts as a word in fertility: a stretch between spaces, a character or a "
            "syllable. Do not rank across different rules."
        ),
        LINES: _tr("Lines of the text."),
        BASELINE_DIFFERENCE: _tr(
            "Difference of the open run from the baseline, in percent of the baseline. Blue ▲: "
            "the open run is better, orange ▼: worse, full colour from ×1.5."
        ),
        BASELINE_VALUE: _tr("The value of the baseline."),
    }[key]  # fmt: skip


def _has_values(values: ComparisonValues, key: str) -> bool:
    if key == WORD_RULE:
        return any(row.evaluated.word_rule is not None for row in values.rows)
    if key == LINES:
        return bool(values.comparison.measured[0].evaluation.texts)
    if key == FLAG:
        return any(row.is_flagged for row in values.rows)
    return True


def flag_cell(flag: RedFlag) -> str:
    """Return a flag as shown in a cell: its value with the unit."""
    if flag.kind == "loss":
        return _tr("differs") if flag.value is None else fill(_tr("%1 lost"), flag.words)
    if flag.kind == "premium":
        return f"{flag.mark} {flag.words}"
    return f"{flag.mark} {fill(_tr('%1/char'), f'{flag.value:.2f}')}"


def flag_sentence(flag: RedFlag) -> str:
    """Return what is wrong, against which limit, and what it means; with names for labels."""
    label, reference = language_name(flag.label), language_name(flag.reference)
    return sentence_words(flag.sentence, label=label, reference=reference)
