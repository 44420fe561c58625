"""Cutting with a compiled automaton: hundreds of megabytes a second on one core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine._lane_kernels import BLOCK, LANES, LONGEST_DETOUR, cut_documents
from engine._scanning_kernels import find_sure_cut
from engine.arrays import padded
from engine.automaton import Automaton, compile_automaton
from engine.automaton_cache import kept_tables
from engine.errors import PatternError
from engine.kernel_cache import run_kernel
from engine.lane_table import lane_table
from engine.span_block import SpanBlock
from engine.vectors import BLOCK_BYTES

_BLOCK_SPANS = 1 << 16
_BLOCK_ROOM = BLOCK + LONGEST_DETOUR + 3 * BLOCK_BYTES


@dataclass(frozen=True)
class CompiledPattern:
    """What is kept of a pattern between two starts: Automaton and lane_table together."""

    class_of: npt.NDArray[np.uint8]
    transitions: npt.NDArray[np.int32]
    ascii_transitions: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    accepts: npt.NDArray[np.bool_]
    sure_cuts: npt.NDArray[np.bool_]
    lanes: npt.NDArray[np.uint32]
    unknown_row: int
    leaves_nothing: bool


class ScanTables(NamedTuple):
    """A compiled pattern as the kernels take it."""

    class_of: npt.NDArray[np.uint8]
    transitions: npt.NDArray[np.int32]
    ascii_transitions: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    accepts: npt.NDArray[np.bool_]
    sure_cuts: npt.NDArray[np.bool_]
    lanes: npt.NDArray[np.uint32]
    unknown_row: np.uint64
    has_lanes: bool
    has_sure_cuts: bool


class ScanRoom(NamedTuple):
    """Working memory of one thread that cuts; see cut_block."""

    steps: npt.NDArray[np.uint8]
    cuts: npt.NDArray[np.uint64]
    ends: npt.NDArray[np.int64]
    matched: npt.NDArray[np.bool_]
    bounds: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.int64]


class AutomatonCutter:
    """Spans by automaton. Raises Unsupported, with the reason, where a pattern has none."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        compiled = compiled_pattern(pattern)
        self.tables = scan_tables(compiled)
        self.leaves_nothing = compiled.leaves_nothing

    def sure_cut(self, data: bytes, at: int) -> int:
        """See Splitter.sure_cut."""
        if at >= len(data) or not self.tables.has_sure_cuts:
            return len(data)
        view = np.frombuffer(data, np.uint8)
        return int(run_kernel(find_sure_cut, view, at, len(data), len(data), self.tables))

    def span_blocks(self, data: bytes, bounds: npt.NDArray[np.int64]) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        bounds = np.ascontiguousarray(bounds, np.int64)
        yield from cut_padded(padded(data), bounds, self.tables, self._pattern)


def cut_padded(
    text: npt.NDArray[np.uint8], bounds: npt.NDArray[np.int64], tables: ScanTables, pattern: str
) -> Iterator[SpanBlock]:
    """The spans of documents text[bounds[i]:bounds[i + 1]], behind which lie 64 bytes more."""
    room = scan_room(len(text))
    reached, document = int(bounds[0]), 0
    while reached < bounds[-1]:
        capacity = min(max(_BLOCK_SPANS, _BLOCK_ROOM), int(bounds[-1]) - reached)
        spans = np.empty((capacity, 2), np.int64)
        matched = np.empty(capacity, np.bool_)
        n, document = run_kernel(
            cut_documents, text, bounds, document, reached, tables, room, spans, matched
        )
        if n < 0:
            raise endless(pattern)
        reached = int(spans[n - 1, 1])
        yield SpanBlock(spans[:n], matched[:n])


def endless(pattern: str) -> PatternError:
    """What is raised where the kernels give a text up."""
    return PatternError(
        "The split pattern reads the same text again and again: its cuts in a long "
        "stretch of similar characters would take hours. Let every alternative end "
        "where its last repeat ends, or limit the repeat.",
        pattern=pattern,
    )


def scan_room_size(n_bytes: int) -> int:
    """How many ends `scan_room` has for texts of at most n_bytes; more than a block has none."""
    return min(n_bytes + 4 * BLOCK_BYTES, _BLOCK_ROOM)


def scan_room(n_bytes: int) -> ScanRoom:
    """Working memory for texts of at most n_bytes."""
    size = scan_room_size(n_bytes)
    return ScanRoom(
        steps=np.empty(size, np.uint8),
        cuts=np.empty(size // BLOCK_BYTES + 2, np.uint64),
        ends=np.empty(size, np.int64),
        matched=np.ones(size, np.bool_),
        bounds=np.zeros(LANES + 1, np.int64),
        rows=np.zeros(LANES, np.uint64),
        numbers=np.zeros(4, np.int64),
    )


def scan_tables(compiled: CompiledPattern) -> ScanTables:
    """The arrays of a compiled pattern, with what the kernels want to know about them."""
    arrays = {each.name: getattr(compiled, each.name) for each in fields(CompiledPattern)}
    del arrays["leaves_nothing"]
    return ScanTables(
        **arrays
        | {
            "ascii_transitions": compiled.ascii_transitions.ravel(),
            "unknown_row": np.uint64(compiled.unknown_row),
            "has_lanes": len(compiled.lanes) > 0,
            "has_sure_cuts": bool(compiled.sure_cuts.any()),
        }
    )


@lru_cache(maxsize=32)
def compiled_pattern(pattern: str) -> CompiledPattern:
    """The compiled pattern, remembered in this process and on disk. Raises Unsupported."""
    return kept_tables(pattern, CompiledPattern, _compile)


def _compile(pattern: str) -> CompiledPattern:
    return compiled_automaton(compile_automaton(pattern))


def compiled_automaton(automaton: Automaton) -> CompiledPattern:
    """An automaton with its lane table."""
    lanes, unknown_row = lane_table(automaton)
    return CompiledPattern(
        class_of=automaton.class_of,
        transitions=automaton.transitions,
        ascii_transitions=automaton.ascii_transitions,
        moves=automaton.moves,
        accepts=automaton.accepts,
        sure_cuts=automaton.sure_cuts,
        lanes=lanes,
        unknown_row=unknown_row,
        leaves_nothing=automaton.leaves_nothing,
    )
