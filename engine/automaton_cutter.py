"""Cutting with a compiled automaton: some hundred megabytes a second on one core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from engine._scanning_kernels import scan
from engine.automaton import Automaton, compile_automaton
from engine.kernel_cache import run_kernel
from engine.span_block import SpanBlock

_BLOCK_SPANS = 1 << 15


class AutomatonCutter:
    """Spans by automaton. Raises Unsupported, with the reason, where a pattern has none."""

    def __init__(self, pattern: str) -> None:
        self._automaton = automaton_of(pattern)

    def span_blocks(self, data: bytes) -> Iterator[SpanBlock]:
        """The spans of `data` in order, some ten thousands at a time."""
        automaton = self._automaton
        view = np.frombuffer(data, np.uint8)
        ascii_transitions = automaton.ascii_transitions.ravel()
        reached = 0
        while reached < len(data):
            capacity = min(_BLOCK_SPANS, len(data) - reached) + 3
            ends = np.empty(capacity, np.int64)
            matched = np.empty(capacity, np.bool_)
            n = run_kernel(
                scan, view, reached, automaton.class_of, automaton.transitions, ascii_transitions,
                automaton.moves, automaton.accepts, ends, matched,
            )  # fmt: skip
            spans = np.empty((n, 2), np.int64)
            spans[0, 0] = reached
            spans[1:, 0] = ends[: n - 1]
            spans[:, 1] = ends[:n]
            reached = int(ends[n - 1])
            yield SpanBlock(spans, matched[:n].copy())


@lru_cache(maxsize=32)
def automaton_of(pattern: str) -> Automaton:
    """`compile_automaton`, remembered: the same patterns are used again and again."""
    return compile_automaton(pattern)
