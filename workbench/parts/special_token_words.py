"""The words that the designer says of special tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from engine.settings import DesignWarning, SpecialTokenDesign
from workbench.models.special_token_table import TokenRemark
from workbench.numbers import grouped
from workbench.parts.superword_points import N_BYTES
from workbench.parts.vocabulary_bar import (
    BYTES,
    MERGES,
    PADDING,
    RESERVED,
    SPECIAL,
    VocabularyPart,
)
from workbench.placeholders import fill
from workbench.translation import counted

_ROLE_OF = {"error": "negative", "warning": "warning", "note": "muted_text"}
_ORDER = ("error", "warning", "note")


def remarks_by_row(warnings: Iterable[DesignWarning]) -> Mapping[int, TokenRemark]:
    """What is said at each token, the gravest first."""
    found: dict[int, list[DesignWarning]] = {}
    for each in warnings:
        if each.row is not None:
            found.setdefault(each.row, []).append(each)
    return {row: _remark(listed) for row, listed in found.items()}


def design_remarks(warnings: Iterable[DesignWarning]) -> str:
    """What is said of the design as a whole."""
    return " ".join(warning_words(each) for each in warnings if each.row is None)


def warning_words(warning: DesignWarning) -> str:
    """One warning, short enough for a row."""
    words = {
        "empty": _tr("The token is empty."),
        "surrogate": _tr("A lone surrogate is no text."),
        "duplicate": _tr("Stands in the list twice."),
        "reserved-name": _tr("The name of a reserved slot."),
        "blank": _tr("Holds blanks or invisible characters."),
        "word": _tr("Looks like ordinary text."),
        "non-ascii": _tr("Holds characters beyond ASCII."),
        "case": _tr("Differs from %1 only in case."),
        "inside": _tr("A part of %1."),
        "role-without-token": _tr("The role %1 has no token."),
        "no-boundary": _tr("No token is bos or eos: nothing marks where documents end."),
    }
    return fill(words[warning.code], warning.other)


def vocabulary_sum(
    design: SpecialTokenDesign, vocab_size: int
) -> tuple[tuple[VocabularyPart, ...], str]:
    """How the vocabulary adds up: its parts and the sum; no parts where it does not."""
    n_merges, padding = design.n_merges(vocab_size), design.padding(vocab_size)
    if n_merges < 0:
        words = _tr("A vocabulary of %1 ids has no room for 256 bytes and these tokens.")
        return (), fill(words, grouped(vocab_size))
    kinds = (
        (BYTES, N_BYTES, _tr("%1 bytes")),
        (MERGES, n_merges, counted("special_token_words", "1 merge", "%1 merges", n_merges)),
        (SPECIAL, len(design.tokens), _tr("%1 special")),
        (RESERVED, design.reserved_slots, _tr("%1 reserved")),
        (PADDING, padding, _tr("%1 padding")),
    )
    parts = tuple(VocabularyPart(kind, n, fill(words, grouped(n))) for kind, n, words in kinds)
    return parts, fill(_tr("= %1 ids"), grouped(vocab_size + padding))


def _remark(listed: list[DesignWarning]) -> TokenRemark:
    listed.sort(key=lambda each: _ORDER.index(each.severity))
    return TokenRemark(" ".join(map(warning_words, listed)), _ROLE_OF[listed[0].severity])


def _tr(words: str) -> str:
    return QCoreApplication.translate("special_token_words", words)
