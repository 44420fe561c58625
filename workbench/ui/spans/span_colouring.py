"""Which of the eight hues each span of a paragraph gets; neighbours always differ."""

from __future__ import annotations

from enum import Enum

from engine.compiled import Bools, UInt8s
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_text import SpanText

Ringed = Bools | UInt8s

N_HUES = 8
NO_HUE = 8
"""A given hue: no colour at all, only a quiet boundary mark."""
TRAINED, UNTRAINED, LOST = 9, 10, 11
"""Hues of Colouring.SUPERVISED: trained tokens have a strong mark, others are hatched, and what was
cut off has no ground."""
FINER, COARSER, SHIFTED = 12, 13, 14
"""Hues of Colouring.DIFFERENCES: cut only here, cut only in the reference, or both."""
_HUE_OF_CHANGE = (NO_HUE, FINER, COARSER, SHIFTED)  # SAME, CUT_HERE, CUT_THERE, CUT_BOTH
_HUE_BITS = 4
DASHED, DOTTED = 1 << _HUE_BITS, 2 << _HUE_BITS
"""Added to a hue: how the mark below the span is drawn."""
_MARK_OF_HUE = {COARSER: DASHED, SHIFTED: DASHED}
_MULTIPLIER = 2654435761  # Knuth's multiplicative hash


class Colouring(Enum):
    """How hues are given out."""

    ALTERNATE = "alternate"  # one after the other
    BY_ID = "by id"  # the same token looks the same everywhere
    DIFFERENCES = "differences"  # only ringed spans have one: what changed against a reference
    GIVEN = "given"  # what SpanText.hues says; alternating where it says nothing
    SUPERVISED = "supervised"  # SpanText.hues holds TRAINED, UNTRAINED and LOST
    PLAIN = "plain"  # none has one


def shown_colouring(colouring: Colouring, overlays: Overlays) -> Colouring:
    """Return the colouring that is left where tokens or the mask are not shown."""
    if colouring is Colouring.SUPERVISED and overlays.mask:
        return colouring
    if not overlays.tokens:
        return Colouring.PLAIN
    return Colouring.ALTERNATE if colouring is Colouring.SUPERVISED else colouring


def base_hue(hue: int) -> int:
    """Return the hue without the style of its mark."""
    return hue & ((1 << _HUE_BITS) - 1)


def mark_style(hue: int) -> int:
    """Return DASHED, DOTTED, or 0 for a solid mark."""
    return _MARK_OF_HUE.get(hue, hue - base_hue(hue))


def hue_of_id(token_id: int) -> int:
    """Return the hue a token id has wherever no neighbour has it too."""
    return ((token_id * _MULTIPLIER) & 0xFFFFFFFF) >> 29


def hues_of(
    text: SpanText, spans: range, colouring: Colouring, ringed: Ringed | None = None
) -> list[int]:
    """Return the hue of each span. ringed: uint8[n], 0 or what changed (`cut_changes`).

    By id, a neighbour with the same hue but another id moves on by one.
    """
    if colouring is Colouring.PLAIN:
        return [NO_HUE] * len(spans)
    if colouring is Colouring.SUPERVISED and text.hues is not None:
        supervised: list[int] = text.hues[spans.start : spans.stop].tolist()
        return supervised
    if colouring is Colouring.GIVEN and text.hues is not None:
        given: list[int] = text.hues[spans.start : spans.stop].tolist()
        return given
    if colouring is Colouring.DIFFERENCES and ringed is not None:
        return [_HUE_OF_CHANGE[change] for change in ringed[spans.start : spans.stop].tolist()]
    if colouring is not Colouring.BY_ID or text.ids is None:
        return [span % N_HUES for span in spans]
    ids = [int(token_id) for token_id in text.ids[spans.start : spans.stop]]
    hues: list[int] = []
    for index, token_id in enumerate(ids):
        hue = hue_of_id(token_id)
        if index and hues[-1] == hue and ids[index - 1] != token_id:
            hue = (hue + 1) % N_HUES
        hues.append(hue)
    return hues
