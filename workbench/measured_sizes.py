"""MeasuredSizes: the curves of a tokenizer over all sizes, and the text they are of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.analysis import SizeCurves


@dataclass(frozen=True, eq=False)
class MeasuredSizes:
    """texts: name of the evaluation texts, None for the training corpus."""

    tokenizer: Tokenizer
    texts: str | None
    curves: SizeCurves
