"""What the Pattern workspace asks to be counted, and the numbers that come back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class CutPair:
    """One text cut by two patterns.

    saved, edited: bounds int64[n + 1] each. vocab_size: for a training on both, None for encoding
    with the merges of the open tokenizer.
    """

    data: bytes
    saved: npt.NDArray[np.int64]
    edited: npt.NDArray[np.int64]
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
