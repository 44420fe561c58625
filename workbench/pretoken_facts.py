"""What is known of one pre-token of a preview, for the inspector and for screen readers."""

from __future__ import annotations

from workbench.numbers import grouped
from workbench.state import Fact, Inspection
from workbench.visible_text import hex_of, isolated, visible

_HEX_BYTES = 64
_TITLE_BYTES = 200


def pretoken_words(data: bytes, *, number: int, total: int, matched: bool) -> str:
    """Return a pre-token in words; `number` counts from 0."""
    kind = "pre-token" if matched else "unmatched stretch"
    where = f"{grouped(number + 1)} of {grouped(total)}"
    return f"{kind} {where}, {visible(data)}, {grouped(len(data))} bytes"


def pretoken_inspection(
    data: bytes, *, number: int, total: int, offset: int, matched: bool
) -> Inspection:
    """Return what the inspector shows of a pre-token; `offset` is in bytes."""
    facts = (
        Fact("Number", f"{grouped(number + 1)} / {grouped(total)}"),
        Fact("Offset", grouped(offset)),
        Fact("Bytes", grouped(len(data))),
        Fact("Hex", hex_of(data[:_HEX_BYTES]), mono=True),
        Fact("Matched", "yes" if matched else "no"),
    )
    kind = "Pre-token" if matched else "Unmatched stretch"
    return Inspection(kind, isolated(visible(data[:_TITLE_BYTES])), facts, mono_title=True)
