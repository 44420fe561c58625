"""The tie-breaks by name: which of several pairs with the same count is merged first.

engine/README.md defines each; `engine.training.arrays` has the keys by which they compare.
"""

from __future__ import annotations

from typing import Literal, get_args

TieBreak = Literal["smallest-ids", "gpt2-order", "greatest-bytes", "first-seen"]
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)
