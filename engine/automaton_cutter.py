"""Cutting with a compiled automaton: some hundred megabytes a second on one core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine._scanning_kernels import find_sure_cut, scan_documents
from engine.automaton import compile_automaton
from engine.errors import PatternError
from engine.kernel_cache import run_kernel
from engine.span_block import SpanBlock

_BLOCK_SPANS = 1 << 15


class ScanTables(NamedTuple):
    """The arrays of an Automaton, as the scanning kernels take them."""

    class_of: npt.NDArray[np.uint8]
    transitions: npt.NDArray[np.int32]
    ascii_transitions: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    accepts: npt.NDArray[np.bool_]
    sure_cuts: npt.NDArray[np.bool_]


class AutomatonCutter:
    """Spans by automaton. Raises Unsupported, with the reason, where a pattern has none."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._tables = scan_tables(pattern)

    def sure_cut(self, data: bytes, at: int) -> int:
        """See Splitter.sure_cut."""
        if at >= len(data) or not self._tables.sure_cuts.any():
            return len(data)
        view = np.frombuffer(data, np.uint8)
        return int(
            run_kernel(find_sure_cut, view, at, self._tables.class_of, self._tables.sure_cuts)
        )

    def span_blocks(self, data: bytes, bounds: npt.NDArray[np.int64]) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        view = np.frombuffer(data, np.uint8)
        reached, document = int(bounds[0]), 0
        while reached < bounds[-1]:
            capacity = min(_BLOCK_SPANS, int(bounds[-1]) - reached) + 4
            ends = np.empty(capacity, np.int64)
            matched = np.ones(capacity, np.bool_)
            n, document = run_kernel(
                scan_documents, view, bounds, document, reached, self._tables, ends, matched
            )
            if n < 0:
                raise PatternError(
                    "The split pattern reads the same text again and again: its cuts in a long "
                    "stretch of similar characters would take hours. Let every alternative end "
                    "where its last repeat ends, or limit the repeat.",
                    pattern=self._pattern,
                )
            spans = np.empty((n, 2), np.int64)
            spans[0, 0] = reached
            spans[1:, 0] = ends[: n - 1]
            spans[:, 1] = ends[:n]
            reached = int(ends[n - 1])
            yield SpanBlock(spans, matched[:n])


@lru_cache(maxsize=32)
def scan_tables(pattern: str) -> ScanTables:
    """The compiled pattern, remembered: the same patterns are used again and again."""
    automaton = compile_automaton(pattern)
    return ScanTables(
        automaton.class_of,
        automaton.transitions,
        automaton.ascii_transitions.ravel(),
        automaton.moves,
        automaton.accepts,
        automaton.sure_cuts,
    )
