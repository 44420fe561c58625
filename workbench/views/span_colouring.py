"""Which of the eight hues each span of a paragraph gets; neighbours always differ."""

from __future__ import annotations

from enum import Enum

import numpy as np
import numpy.typing as npt

from workbench.views.span_text import SpanText

Ringed = npt.NDArray[np.bool_]

N_HUES = 8
NO_HUE = 8
"""A given hue: no colour at all, only a quiet boundary mark."""
TRAINED, UNTRAINED, LOST = 9, 10, 11
"""Hues of Colouring.SUPERVISED: trained tokens have a strong mark, others are hatched, and what was
cut off has no ground."""
_MULTIPLIER = 2654435761  # Knuth's multiplicative hash


class Colouring(Enum):
    """How hues are given out."""

    ALTERNATE = "alternate"  # one after the other
    BY_ID = "by id"  # the same token looks the same everywhere
    DIFFERENCES = "differences"  # only ringed spans have one, where some are ringed
    GIVEN = "given"  # what SpanText.hues says; alternating where it says nothing
    SUPERVISED = "supervised"  # SpanText.hues holds TRAINED, UNTRAINED and LOST


def hue_of_id(token_id: int) -> int:
    """Return the hue a token id has wherever no neighbour has it too."""
    return ((token_id * _MULTIPLIER) & 0xFFFFFFFF) >> 29


def hues_of(
    text: SpanText, spans: range, colouring: Colouring, ringed: Ringed | None = None
) -> list[int]:
    """Return the hue of each span; `ringed` says bool[n] which spans are ringed.

    By id, a neighbour with the same hue but another id moves on by one.
    """
    if colouring is Colouring.SUPERVISED and text.hues is not None:
        supervised: list[int] = text.hues[spans.start : spans.stop].tolist()
        return supervised
    if colouring is Colouring.GIVEN and text.hues is not None:
        given = text.hues[spans.start : spans.stop].tolist()
        return [hue if hue == NO_HUE else hue % N_HUES for hue in given]
    if colouring is Colouring.DIFFERENCES and ringed is not None:
        differ = ringed[spans.start : spans.stop].tolist()
        return [
            span % N_HUES if differs else NO_HUE
            for span, differs in zip(spans, differ, strict=True)
        ]
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
