"""SourcePretokens: the counted pre-tokens of one source, the form in which they are kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.compiled import PADDING, Int64s, UInt8s
from engine.corpus import CorpusProblem


@dataclass(frozen=True, slots=True, eq=False)
class SourcePretokens:
    """Distinct pre-tokens of one source in the order of their first occurrence.

    data: uint8[n_bytes of the pre-tokens + 16], back to back; starts: int64[n + 1], their bounds.
    counts: int64[n], occurrences in the source; firsts: int64[n], the byte of the source where
        each occurs first, ascending.
    n_bytes, n_documents, n_characters, n_pretokens, unmatched_bytes: of the text that was read.
    problems: what was repaired or left out while it was read.
    """

    data: UInt8s
    starts: Int64s
    counts: Int64s
    firsts: Int64s
    n_bytes: int
    n_documents: int
    n_characters: int
    n_pretokens: int
    unmatched_bytes: int
    problems: tuple[CorpusProblem, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.counts)
        if len(self.starts) != n + 1 or len(self.firsts) != n:
            raise ValueError("the arrays of a source's pre-tokens do not fit together")
        if len(self.data) != int(self.starts[-1]) + PADDING:
            raise ValueError("the bytes of a source's pre-tokens do not fit their bounds")

    @property
    def n_unique(self) -> int:
        return len(self.counts)


NO_PRETOKENS = SourcePretokens(
    np.zeros(PADDING, np.uint8), np.zeros(1, np.int64), np.zeros(0, np.int64),
    np.zeros(0, np.int64), 0, 0, 0, 0, 0,
)  # fmt: skip
