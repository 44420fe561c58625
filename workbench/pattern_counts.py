"""What the Pattern workspace asks to be counted, and the numbers that come back."""

from __future__ import annotations

from dataclasses import dataclass

from engine.compiled import Int64s


@dataclass(frozen=True, eq=False)
class CutPair:
    """One text cut by two patterns.

    saved, edited: bounds int64[n + 1] each. vocab_size: for a training on both, None for encoding
    with the merges of the open tokenizer.
    """

    data: bytes
    saved: Int64s
    edited: Int64s
    vocab_size: int | None = None


@dataclass(frozen=True, slots=True)
class PairCount:
    """Tokens of the text under both patterns.

    saved_size, edited_size: vocabulary sizes that were used; smaller than asked for where a text
    had no more pairs to merge.
    """

    saved: int
    edited: int
    saved_size: int
    edited_size: int
    is_trained: bool
