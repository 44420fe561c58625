"""What is known of one pre-token of a preview, for the inspector and for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.numbers import grouped
from workbench.state import Fact, Inspection
from workbench.visible_text import hex_of, isolated, visible

_HEX_BYTES = 64
_TITLE_BYTES = 200


def pretoken_words(data: bytes, *, number: int, total: int, matched: bool) -> str:
    """Return a pre-token in words; `number` counts from 0."""
    words = "pre-token %1 of %2, %3 bytes" if matched else "unmatched stretch %1 of %2, %3 bytes"
    words = _tr(words)
    for place, value in enumerate((number + 1, total, len(data)), 1):
        words = words.replace(f"%{place}", grouped(value))
    return f"{words}, {visible(data)}"


def pretoken_inspection(
    data: bytes, *, number: int, total: int, offset: int, matched: bool
) -> Inspection:
    """Return what the inspector shows of a pre-token; `offset` is in bytes."""
    facts = (
        Fact(_tr("Number"), f"{grouped(number + 1)} / {grouped(total)}"),
        Fact(_tr("Offset"), grouped(offset)),
        Fact(_tr("Bytes"), grouped(len(data))),
        Fact(_tr("Hex"), hex_of(data[:_HEX_BYTES]), mono=True),
        Fact(_tr("Matched"), _tr("yes" if matched else "no")),
    )
    kind = _tr("Pre-token" if matched else "Unmatched stretch")
    return Inspection(kind, isolated(visible(data[:_TITLE_BYTES])), facts, mono_title=True)


def _tr(words: str) -> str:
    return QCoreApplication.translate("pretoken_facts", words)
