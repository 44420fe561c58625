"""Superwords of a training in words, and what a person writes for their transition."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.errors import ConfigError
from engine.settings import SuperwordRules, Superwords, TrainingConfig
from engine.splitting import preset_name_of
from workbench.text.numbers import GROUP_SPACE, grouped
from workbench.text.placeholders import fill
from workbench.ui.words.translation import counted

MOST_PATTERN = 24


def transition_of(text: str) -> float | int:
    """What stands in the field: "80 %" and "0.8" are shares, "40 000" is a size.

    Raises ConfigError (setting "superwords") for anything else.
    """
    plain = "".join(text.replace(GROUP_SPACE, "").split())
    number = plain.removesuffix("%").replace(",", ".")
    try:
        if plain.endswith("%"):
            share = float(number) / 100
        elif number.isascii() and number.isdecimal():
            return int(number)
        else:
            share = float(number)
    except ValueError:
        share = 0.0
    if 0 < share < 1:
        return share
    raise ConfigError(
        _tr("A share such as 80 % or a vocabulary size such as 40 000 is needed here."),
        setting="superwords",
    )


def transition_text(start: float) -> str:
    """A transition as the field shows it; `transition_of` reads it back as the same one.

    >>> transition_text(0.8), transition_text(0.125)
    ('80 %', '12.5 %')
    """
    if not isinstance(start, float):
        return grouped(start)
    for places in range(1, 17):
        text = f"{100 * start:.{places}g} %"
        if "e" not in text and float(text.removesuffix(" %")) / 100 == start:
            return text
    return repr(start)


def transition_words(config: TrainingConfig) -> str:
    """The sizes that a transition comes to."""
    n_second = config.n_merges - config.n_first_merges
    return counted(
        "superword_words",
        "%1 ids, then 1 merge of superwords",
        "%1 ids, then %2 merges of superwords",
        n_second,
        grouped(config.vocab_size - n_second),
        grouped(n_second),
    )


def what_happens(superwords: Superwords | None, config: TrainingConfig | None) -> str:
    """What a training with superwords will do, in sentences."""
    if superwords is None or config is None:
        return _tr(
            "Superwords are off: no token crosses a boundary of the split pattern. Choose rules "
            "to let training continue across them."
        )
    n_second = config.n_merges - config.n_first_merges
    said = rules_words(superwords.stage_two_rules)
    return counted(
        "superword_words",
        "%1 merges within the split pattern; then %2 splits the text instead, and 1 more merge "
        "crosses words%4.",
        "%1 merges within the split pattern; then %2 splits the text instead, and %3 more "
        "merges cross words%4.",
        n_second,
        grouped(config.n_first_merges),
        pattern_title(superwords.pattern),
        grouped(n_second),
        f": {said}" if said else "",
    )


def rules_words(rules: SuperwordRules) -> str:
    """The rules that are on, briefly; "" where nothing is forbidden."""
    parts = []
    if rules.most_words is not None:
        n = rules.most_words
        parts.append(counted("superword_words", "at most 1 word", "at most %1 words in one", n))
    if rules.forbidden_inside:
        strings = ", ".join(f"“{each}”" for each in rules.forbidden_inside)
        parts.append(fill(_tr("none with %1 inside"), strings))
    cuts = "".join(dict.fromkeys(rules.cut_after + rules.cut_before + rules.cut_one_before))
    if cuts:
        parts.append(fill(_tr("split at %1"), f"“{cuts}”"))
    if rules.digits_apart:
        parts.append(_tr("digits apart"))
    if rules.punctuation_apart:
        parts.append(_tr("punctuation apart"))
    if rules.longest_span is not None:
        parts.append(fill(_tr("spans below %1 tokens"), grouped(rules.longest_span)))
    if rules.sampling_share < 1:
        share = f"{100 * rules.sampling_share:g}"
        parts.append(fill(_tr("from %1 % of the documents"), share))
    return ", ".join(parts)


def rules_title(rules: SuperwordRules) -> str:
    """What a set of rules is called."""
    return {
        "official": _tr("Reference rules"), "article": _tr("Paper rules"),
        "unbounded": _tr("No rules"), "own": _tr("Own rules"),
    }.get(rules.name, rules.name)  # fmt: skip


def superwords_title(superwords: Superwords) -> str:
    """Superwords in a few words, for a list of changes or a line of settings."""
    words = fill(_tr("superwords from %1"), transition_text(superwords.start))
    return f"{words}, {rules_title(superwords.stage_two_rules)}"


def pattern_title(pattern: str) -> str:
    """A preset's name, else the beginning of the expression."""
    name = preset_name_of(pattern) or pattern
    return name if len(name) <= MOST_PATTERN else f"{name[: MOST_PATTERN - 1]}…"


def _tr(words: str) -> str:
    return QCoreApplication.translate("superword_words", words)
