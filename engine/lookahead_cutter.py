"""Cutting with a pattern whose lookaheads are longer than one character, in two passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine._lookahead_kernels import write_stand_ins
from engine._scanning_kernels import find_sure_cut
from engine.automaton_cache import kept_tables
from engine.automaton_cutter import CompiledPattern, compiled_automaton, cut_padded, scan_tables
from engine.kernel_cache import run_kernel
from engine.lookahead_automaton import compile_lookaheads
from engine.span_block import SpanBlock


@dataclass(frozen=True)
class CompiledLookaheads(CompiledPattern):
    """What is kept of a pattern between two starts: CompiledPattern over stand-ins, and more.

    characters, backwards, character_cuts: class_of, backwards and sure_cuts of LookaheadAutomaton.
    """

    characters: npt.NDArray[np.uint8]
    backwards: npt.NDArray[np.uint32]
    character_cuts: npt.NDArray[np.bool_]


class LookaheadCutter:
    """Spans by two automata. Raises Unsupported, with the reason, where a pattern has none."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        compiled = _compiled(pattern)
        self._compiled = compiled
        self._tables = scan_tables(compiled)
        self._characters = self._tables._replace(
            class_of=compiled.characters,
            sure_cuts=compiled.character_cuts,
            has_sure_cuts=bool(compiled.character_cuts.any()),
        )
        self.leaves_nothing = compiled.leaves_nothing

    def sure_cut(self, data: bytes, at: int) -> int:
        """See Splitter.sure_cut."""
        if at >= len(data) or not self._characters.has_sure_cuts:
            return len(data)
        view = np.frombuffer(data, np.uint8)
        return int(run_kernel(find_sure_cut, view, at, len(data), len(data), self._characters))

    def span_blocks(self, data: bytes, bounds: npt.NDArray[np.int64]) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        bounds = np.ascontiguousarray(bounds, np.int64)
        text = stand_in_text(data, bounds, self._compiled.characters, self._compiled.backwards)
        yield from cut_padded(text, bounds, self._tables, self._pattern)


def stand_in_text(
    data: bytes,
    bounds: npt.NDArray[np.int64],
    characters: npt.NDArray[np.uint8],
    backwards: npt.NDArray[np.uint32],
) -> npt.NDArray[np.uint8]:
    """uint8[n + 64], read-only: documents data[bounds[i]:bounds[i + 1]] in stand-ins.

    characters, backwards: class_of and backwards of LookaheadAutomaton.
    """
    text = np.zeros(len(data) + 64, np.uint8)
    view = np.frombuffer(data, np.uint8)
    run_kernel(write_stand_ins, view, bounds, characters, backwards, text)
    text.flags.writeable = False
    return text


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> CompiledLookaheads:
    """The compiled pattern, remembered in this process and on disk. Raises Unsupported."""
    return kept_tables(pattern, CompiledLookaheads, _compile)


def _compile(pattern: str) -> CompiledLookaheads:
    made = compile_lookaheads(pattern)
    return CompiledLookaheads(
        **vars(compiled_automaton(made.forwards)),
        characters=made.class_of,
        backwards=made.backwards,
        character_cuts=made.sure_cuts,
    )
