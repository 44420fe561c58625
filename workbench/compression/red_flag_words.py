"""Red flags in the words of the window; the engine says what they are about."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.evaluation import RedFlag
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.placeholders import fill


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


def _tr(words: str) -> str:
    return QCoreApplication.translate("red_flag_words", words)
