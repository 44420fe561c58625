"""Which tokens of a text begin a pre-token of the split pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import Bools, Int64s

if TYPE_CHECKING:
    from engine.splitting import Splitter


class PreTokenStarts:
    """Splits a text between its special tokens; iterating does the work, `result` has it.

    bounds: int64[n + 1] of the tokens. special: bool[n], or None without special tokens.
    """

    def __init__(
        self, data: bytes, bounds: Int64s, special: Bools | None, splitter: Splitter
    ) -> None:
        self._data, self._bounds, self._splitter = data, bounds, splitter
        edges = np.empty(0, np.int64)
        if special is not None:  # no pattern splits across a special token
            edges = bounds[np.flatnonzero(np.diff(special, prepend=False, append=False))]
        self._documents = np.unique(np.concatenate(([0], edges, [len(data)]))).astype(np.int64)
        self._starts: list[Int64s] = []

    def __iter__(self) -> Iterator[None]:
        if not self._data:
            return
        for block in self._splitter.span_blocks(self._data, self._documents):
            self._starts.append(block.spans[:, 0].copy())
            yield

    def result(self) -> Bools:
        """Return bool[n]: whether each token begins a pre-token."""
        begins = np.zeros(len(self._bounds) - 1, np.bool_)
        for starts in self._starts:
            at = np.searchsorted(self._bounds[:-1], starts)
            at = at[at < len(begins)]
            begins[at[self._bounds[at] == starts[: len(at)]]] = True
        return begins
