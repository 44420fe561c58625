"""SpanBlock: consecutive spans of one text, the unit in which text is cut and worked on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class SpanBlock:
    """Consecutive spans of one text, at least one.

    spans: int64[n, 2], byte offsets; the first starts where the block before ended.
    matched: bool[n], False where the pattern matched nothing.
    """

    spans: npt.NDArray[np.int64]
    matched: npt.NDArray[np.bool_]
