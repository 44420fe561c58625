"""Red flags in the words of the window; the engine says what they are about."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.evaluation import USUAL_FACTOR, RedFlag
from engine.text import script_names
from workbench.languages import language_name
from workbench.placeholders import fill


def flag_cell(flag: RedFlag) -> str:
    """Return a flag as it stands in a cell: its value with the unit."""
    if flag.kind == "loss":
        return _tr("differs") if flag.value is None else fill(_tr("%1 lost"), flag.words)
    if flag.kind == "premium":
        return f"{flag.mark} {flag.words}"
    return f"{flag.mark} {fill(_tr('%1/char'), f'{flag.value:.2f}')}"


def flag_sentence(flag: RedFlag) -> str:
    """Return what is wrong, against which limit, and what it means."""
    name = language_name(flag.label)
    if flag.kind == "loss":
        return _loss_sentence(name, flag.value)
    if flag.kind == "premium":
        words = _tr(
            "%1: %2 times the tokens of %3 for the same text. Above %4 a language is badly "
            "served: too little of it in the training text, or a vocabulary too small for all its "
            "languages."
        )
        times, limit = f"{flag.value or 0:.1f}", f"{flag.limit or 0:g}"
        return fill(words, name, times, language_name(flag.reference), limit)
    words = _tr(
        "%1: %2 tokens per character; its script (%3) usually has about %4. More than %5 times "
        "that means short tokens: too little of it in the training text, a vocabulary too small "
        "for all its languages, or a split pattern that cuts its words."
    )
    (script, *_) = script_names().get(flag.script, (flag.script,))
    usual = (flag.limit or 0.0) / USUAL_FACTOR
    return fill(words, name, f"{flag.value:.2f}", script, f"{usual:.2f}", f"{USUAL_FACTOR:g}")


def _loss_sentence(name: str, unknown_share: float | None) -> str:
    if unknown_share is None:
        words = fill(_tr("%1: decoding does not give the text back."), name)
    else:
        words = _tr(
            "%1: decoding does not give the text back, and %2 % of its characters are unknown."
        )
        words = fill(words, name, f"{100 * unknown_share:.1f}")
    meaning = _tr(
        "Its figures are no measure of compression: the more is lost, the fewer tokens are left."
    )
    return f"{words} {meaning}"


def _tr(words: str) -> str:
    return QCoreApplication.translate("red_flag_words", words)
