"""The settings of a training in the language of the window, superwords and their rules too."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.errors import ConfigError
from engine.settings import SuperwordRules, Superwords, TrainingConfig
from engine.splitting import preset_name_of
from workbench.text.numbers import GROUP_SPACE, grouped
from workbench.text.placeholders import fill
from workbench.ui.words.translation import counted, translator
from workbench.work.training_settings import SETTINGS

_tr = translator("training settings")
_form_text = translator("normalization_words")
_superword_text = translator("superword_words")

MAX_PATTERN_SHOWN = 20


def setting_label(key: str) -> str:
    """The label of a setting's field."""
    return _tr(SETTINGS[key].label)


def setting_fact(key: str) -> str:
    """What a setting is called in fact tables."""
    return _tr(SETTINGS[key].fact_label)


def setting_hint(key: str) -> str:
    """The tool tip of a setting's field, "" for none."""
    return _tr(SETTINGS[key].hint)


def setting_placeholder(key: str) -> str:
    """What stands in the empty field, "" for nothing."""
    return _tr(SETTINGS[key].placeholder)


def setting_choices(key: str) -> list[tuple[object, str]]:
    """The values that may be chosen, each with its words."""
    return [(value, _tr(words)) for value, words in SETTINGS[key].choices.items()]


def setting_choice(key: str, value: object) -> str:
    """What a value is called; one that is not known is its own name."""
    return dict(setting_choices(key)).get(value, str(value))


def normalization_words(form: str | None) -> str:
    """What the form of texts is called, "" for none: those of SentencePiece have titles here."""
    if form is None:
        return ""
    titles = {"spaces": _form_text("▁ is a space"), "prefix-space": _form_text("space before text")}
    return titles.get(form, form.upper())


def pattern_words(pattern: str) -> str:
    """A short pattern, such as a preset's name; of a longer one that it is the person's own."""
    if len(pattern) <= MAX_PATTERN_SHOWN:
        return pattern
    return QCoreApplication.translate("training_words", "of your own")


MOST_PATTERN = 24


def transition_of(text: str) -> float | int:
    """The transition that a text means: "80 %" and "0.8" are shares, "40 000" is a size.

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
        _superword_text("A share such as 80 % or a vocabulary size such as 40 000 is needed here."),
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
        return _superword_text(
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
        parts.append(fill(_superword_text("none with %1 inside"), strings))
    cuts = "".join(dict.fromkeys(rules.cut_after + rules.cut_before + rules.cut_one_before))
    if cuts:
        parts.append(fill(_superword_text("split at %1"), f"“{cuts}”"))
    if rules.digits_apart:
        parts.append(_superword_text("digits apart"))
    if rules.punctuation_apart:
        parts.append(_superword_text("punctuation apart"))
    if rules.longest_span is not None:
        parts.append(fill(_superword_text("spans below %1 tokens"), grouped(rules.longest_span)))
    if rules.sampling_share < 1:
        share = f"{100 * rules.sampling_share:g}"
        parts.append(fill(_superword_text("from %1 % of the documents"), share))
    return ", ".join(parts)


def rules_title(rules: SuperwordRules) -> str:
    """What a set of rules is called."""
    return {
        "official": _superword_text("Reference rules"), "article": _superword_text("Paper rules"),
        "unbounded": _superword_text("No rules"), "own": _superword_text("Own rules"),
    }.get(rules.name, rules.name)  # fmt: skip


def superwords_title(superwords: Superwords) -> str:
    """Superwords in a few words, for a list of changes or a line of settings."""
    words = fill(_superword_text("superwords from %1"), transition_text(superwords.start))
    return f"{words}, {rules_title(superwords.stage_two_rules)}"


def pattern_title(pattern: str) -> str:
    """A preset's name, else the beginning of the expression."""
    name = preset_name_of(pattern) or pattern
    return name if len(name) <= MOST_PATTERN else f"{name[: MOST_PATTERN - 1]}…"
