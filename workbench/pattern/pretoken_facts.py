"""The facts on one pre-token of a preview, for the inspector and for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.state import Fact, Inspection
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.ui.words.translation import counted

_HEX_BYTES = 64
_TITLE_BYTES = 200


def pretoken_words(
    data: bytes,
    *,
    number: int,
    total: int,
    matched: bool,
    alternative: tuple[int, str] | None = None,
) -> str:
    """Return a pre-token in words; `number` counts from 0.

    alternative: number, from 1, and text of the alternative that made it.
    """
    values = [*map(grouped, (number + 1, total, len(data)))]
    if matched:
        words = counted(
            "pretoken_facts",
            "pre-token %1 of %2, 1 byte",
            "pre-token %1 of %2, %3 bytes",
            len(data),
            *values,
        )
    else:
        words = counted(
            "pretoken_facts",
            "unmatched stretch %1 of %2, 1 byte",
            "unmatched stretch %1 of %2, %3 bytes",
            len(data),
            *values,
        )
    if alternative is not None:
        words += ", " + fill(_tr("by alternative %1"), grouped(alternative[0]))
    return f"{words}, {visible(data)}"


def pretoken_inspection(
    data: bytes,
    *,
    number: int,
    total: int,
    offset: int,
    matched: bool,
    alternative: tuple[int, str] | None = None,
) -> Inspection:
    """Return what the inspector shows of a pre-token; `offset` is in bytes."""
    facts: tuple[Fact, ...] = (
        Fact(_tr("Number"), f"{grouped(number + 1)} / {grouped(total)}"),
        Fact(_tr("Offset"), grouped(offset)),
        Fact(_tr("Bytes"), grouped(len(data))),
        Fact(_tr("Hex"), hex_of(data[:_HEX_BYTES]), mono=True),
        Fact(_tr("Matched"), _tr("yes") if matched else _tr("no")),
    )
    text = ""
    if alternative is not None:
        facts = (*facts, Fact(_tr("Alternative"), grouped(alternative[0])))
        text = alternative[1]
    kind = _tr("Pre-token") if matched else _tr("Unmatched stretch")
    title = isolated(visible(data[:_TITLE_BYTES]))
    return Inspection(kind, title, facts, text, mono_title=True, mono_text=True)


def _tr(words: str) -> str:
    return QCoreApplication.translate("pretoken_facts", words)
