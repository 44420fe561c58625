"""Cutting with a compiled automaton: hundreds of megabytes a second on one core.

The automaton becomes a table for kernels (`lane_table`), and `AutomatonCutter` cuts with it.

The table never looks back: it is for scanning in several lanes. An automaton that finds no match
right here must go back to where the last one could have ended and read on from there, as
`\\s+(?!\\S)` does at the end of every indentation. Going back would break the lanes' lock step. So
a state of the table is two or three runs of the automaton at once: the one that still hopes for a
longer match, and the one that began where the match would have to end otherwise. When the first
dies, the second takes its place, having read as far, and a flag says where the cut was.

    C  a pre-token ends before this character
    B  one ended before the previous character
    M  remember this place: a match could end before this character
    K  one ended at the last place remembered
    I  this is not the first byte of a character
    U  the table does not know; the text around is cut by the automaton itself

Example, GPT-2's pattern on "a  b": the second space is read as "more white space" and, at the same
time, as the beginning of " b"; at the b the flag is B, and the state is that of " b".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from engine.compiled import (
    BLOCK_BYTES,
    ROW_BYTES,
    Bools,
    Element,
    Int32s,
    Int64s,
    UInt8s,
    UInt16s,
    UInt32s,
    UInt64s,
    aligned,
    padded,
    run_kernel,
)
from engine.errors import PatternError
from engine.sentences import say
from engine.splitting._lane_kernels import (
    BEFORE_PREVIOUS,
    BLOCK,
    CUT,
    END_COLUMN,
    FIRST_CLASS_COLUMN,
    INSIDE,
    LANES,
    LONGEST_DETOUR,
    MARK,
    TO_MARK,
    UNKNOWN,
    cut_documents,
)
from engine.splitting._mask_kernels import FIRST_SYMBOL, MASK_BLOCK, SYMBOLS_BEHIND
from engine.splitting._scanning_kernels import find_sure_cut
from engine.splitting.automaton import Automaton, compile_automaton
from engine.splitting.automaton_cache import kept_tables
from engine.splitting.mask_tables import NUMBERS, MaskTables, mask_tables

MOST_STATES = 2_000
MOST_CLASSES = END_COLUMN - FIRST_CLASS_COLUMN
_DEEPEST = 2
_BLOCK_SPANS = 1 << 16
_NEAR_BYTES = 64
_BYTES_OF_SPAN = 3
"""Fewer bytes than pre-tokens of ordinary text have."""
_COPIED = 1 << 16
"""Bytes at the end of a text that are copied, so that zeros lie behind them."""
_BLOCK_ROOM = BLOCK + LONGEST_DETOUR + 3 * BLOCK_BYTES


class Run(NamedTuple):
    """A state of the automaton since the last cut, and what would be if a match had ended.

    other: the run since the last place where a match could have ended; None where there is no
        such place, DEAD where that run is no longer followed.
    is_fresh: whether that place is right before the character read last.
    """

    state: int
    other: Run | None
    is_fresh: bool


DEAD = Run(-1, None, is_fresh=False)


def lane_table(automaton: Automaton) -> tuple[UInt32s, int]:
    """uint32[n_states * 256] by row + column: next row << 8 | flags; empty where too large.

    The number is the row of UNKNOWN.

    Columns: ASCII by value, FIRST_CLASS_COLUMN + class for other characters, END_COLUMN for the
    end of the text, 0xFF for the second and further bytes of a character. Row 0 is the
    start; an entry with UNKNOWN leads to a row that keeps the lane and has no flags.
    """
    if automaton.n_classes > MOST_CLASSES:
        return np.empty(0, np.uint32), 0
    steps = _all_steps(automaton)
    if steps is None:
        return np.empty(0, np.uint32), 0
    targets, flags = merged_states(*steps)
    class_columns = automaton.class_of[:128].astype(np.int64)
    columns = np.full(256, -1, np.int64)
    columns[:128] = class_columns
    columns[FIRST_CLASS_COLUMN : FIRST_CLASS_COLUMN + automaton.n_classes] = np.arange(
        automaton.n_classes
    )
    columns[END_COLUMN] = automaton.n_classes
    used = columns >= 0
    rows = np.repeat(np.arange(len(targets))[:, None], 256, axis=1)
    entries = rows << 16 | INSIDE  # bytes inside a character change nothing
    entries[:, used] = targets[:, columns[used]] << 16 | flags[:, columns[used]]
    keeps = (targets == np.arange(len(targets))[:, None]).all(axis=1) & ~flags.any(axis=1)
    return entries.astype(np.uint32).ravel(), int(np.flatnonzero(keeps)[0]) << 8


def _all_steps(automaton: Automaton) -> tuple[Int64s, Int64s] | None:
    """targets and flags int64[n_states, n_classes + 1] of all runs that occur; None for too many.

    The last state is the one that knows nothing.
    """
    start = Run(0, None, is_fresh=False)
    numbers: dict[Run, int] = {start: 0}
    queue = [start]
    steps: list[list[tuple[Run | None, int]]] = []
    for run in queue:
        row = [_step(automaton, run, read, depth=0) for read in range(automaton.n_classes + 1)]
        for target, _ in row:
            if target is not None and target not in numbers:
                if len(numbers) >= MOST_STATES:
                    return None
                numbers[target] = len(numbers)
                queue.append(target)
        steps.append(row)
    unknown = len(numbers)
    targets = [[unknown if run is None else numbers[run] for run, _ in row] for row in steps]
    flags = [[flag for _, flag in row] for row in steps]
    width = automaton.n_classes + 1
    targets.append([unknown] * width)
    flags.append([0] * width)
    return np.array(targets, np.int64), np.array(flags, np.int64)


def _step(automaton: Automaton, run: Run, read: int, depth: int) -> tuple[Run | None, int]:
    """The run after reading a character of class `read`, and the flags; None for UNKNOWN.

    The end of the text is read like a character after which a new text begins.
    """
    target = int(automaton.moves[run.state, read]) - 1
    accepts = bool(automaton.accepts[run.state, read])
    if target >= 0:
        if accepts:
            return Run(target, _begun(automaton, read), is_fresh=True), MARK if depth == 0 else 0
        return Run(target, _followed(automaton, run, read, depth), is_fresh=False), 0
    if accepts:
        if read == automaton.n_classes:
            return Run(0, None, is_fresh=False), CUT
        begun = _begun(automaton, read)
        return (None, UNKNOWN) if begun is DEAD else (begun, CUT)
    return _taken_over(automaton, run, read, depth)


def _begun(automaton: Automaton, read: int) -> Run:
    """The run that starts with a character of class `read`."""
    target = int(automaton.moves[0, read]) - 1
    return Run(target, None, is_fresh=False) if target >= 0 else DEAD


def _followed(automaton: Automaton, run: Run, read: int, depth: int) -> Run | None:
    """The other run after reading `read`: followed as long as it cuts nothing itself."""
    if run.other is None or run.other is DEAD:
        return run.other
    if depth == _DEEPEST:
        return DEAD
    after, flags = _step(automaton, run.other, read, depth + 1)
    return DEAD if after is None or flags else after


def _taken_over(automaton: Automaton, run: Run, read: int, depth: int) -> tuple[Run | None, int]:
    """The first run is at its end without a match: the other takes its place and reads on."""
    if run.other is None or run.other is DEAD:
        return None, UNKNOWN
    if run.is_fresh:
        flag = BEFORE_PREVIOUS
    elif depth == 0:
        flag = TO_MARK
    else:
        return None, UNKNOWN  # only the first run's places are remembered
    after, flags = _step(automaton, run.other, read, depth=0)
    if after is None or flags & flag:
        return None, UNKNOWN  # the other run dies here, too, and its place was not remembered
    if after.other is not None and not flags & MARK and not flags & CUT:
        after = after._replace(other=DEAD)
    return after, flags | flag


def merged_states(
    targets: Int64s, flags: npt.NDArray[Element]
) -> tuple[Int64s, npt.NDArray[Element]]:
    """The same table with states that behave alike made one (Moore 1956); the first stays first.

    targets: int64[n_states, n_classes]; flags: [n_states, any], what a state answers by itself.
    """
    groups = np.unique(flags, axis=0, return_inverse=True)[1].ravel()
    while True:
        seen = np.concatenate((groups[:, None], groups[targets]), axis=1)
        finer = np.unique(seen, axis=0, return_inverse=True)[1].ravel()
        if finer.max() == groups.max():
            break
        groups = finer
    _, first, number = np.unique(groups, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank[number.ravel()[targets[first[order]]]], flags[first[order]]


@dataclass(frozen=True, slots=True)
class SpanBlock:
    """Consecutive spans of one text, at least one.

    spans: int64[n, 2], byte offsets; the first starts where the block before ended. Read-only.
    matched: bool[n], False where the pattern matched nothing.
    """

    spans: Int64s
    matched: Bools

    @classmethod
    def between(cls, bounds: Int64s, matched: Bools) -> Self:
        """The spans from each of the bounds, int64[n + 1], to the next: another view of them."""
        step = bounds.itemsize
        spans: Int64s = np.ndarray((len(bounds) - 1, 2), np.int64, bounds, 0, (step, step))
        spans.flags.writeable = False
        return cls(spans, matched)


@dataclass(frozen=True)
class CompiledPattern:
    """What is kept of a pattern between two starts: Automaton, lane_table and MaskTables."""

    class_of: UInt8s
    transitions: Int32s
    ascii_transitions: Int32s
    moves: Int32s
    accepts: Bools
    sure_cuts: Bools
    lanes: UInt32s
    unknown_row: int
    leaves_nothing: bool
    numbers: UInt8s
    class_numbers: UInt8s
    pages: UInt16s
    page_numbers: UInt8s
    planes: UInt8s
    kinds: UInt8s


class ScanTables(NamedTuple):
    """A compiled pattern as the kernels take it; the last class is the end of the text.

    class_of           uint8[0x110000]                   class of each code point
    transitions        int32[n_states, n_classes + 1]    one step of `scan`, see automaton.Automaton
    ascii_transitions  int32[n_states * 128]             the same for ASCII characters
    moves              int32[n_states, n_classes + 1]    next state + 1, 0 for none
    accepts            bool[n_states, n_classes + 1]     whether a match ends before it
    sure_cuts          bool[n_classes, n_classes]        whether a cut is sure between them
    ascii_moves        int32[n_states * 128]             2 * entry of moves + entry of accepts
    lanes              uint32[n_rows * 256]              see lane_table; may be empty
    unknown_row        number                            row of `lanes` for what it does not know
    numbers to kinds                                     see MaskTables; may be empty
    has_lanes, has_sure_cuts, has_masks                  whether there are any
    has_few_numbers                                      whether none is above 16; then the entry of
                                                         0, which is no number, is that of 16
    """

    class_of: UInt8s
    transitions: Int32s
    ascii_transitions: Int32s
    moves: Int32s
    accepts: Bools
    sure_cuts: Bools
    ascii_moves: Int32s
    lanes: UInt32s
    unknown_row: np.uint64
    numbers: UInt8s
    class_numbers: UInt8s
    pages: UInt16s
    page_numbers: UInt8s
    planes: UInt8s
    kinds: UInt8s
    has_lanes: bool
    has_sure_cuts: bool
    has_masks: bool
    has_few_numbers: bool


class ScanRoom(NamedTuple):
    """Working memory of one thread that cuts; size: BLOCK + LONGEST_DETOUR + 192, or less.

    steps    uint8[size]            columns of the lane table, then flags, one for each byte
    cuts     uint64[size / 64 + 2]  a bit for each byte that a pre-token ends at
    ends     int64[size]            ends of the pre-tokens that were found
    matched  bool[size]             False for unmatched stretches, True everywhere between calls
    bounds   int64[LANES + 1]       where lanes begin and end, from the beginning of the block
    rows     uint64[LANES]          row of the lane table after each lane
    numbers  int64[4]               for how many blocks lanes are not tried, see _lane_kernels
    symbols  uint8[size + 256]      numbers of characters, one for each byte, see _mask_kernels
    """

    steps: UInt8s
    cuts: UInt64s
    ends: Int64s
    matched: Bools
    bounds: Int64s
    rows: UInt64s
    numbers: Int64s
    symbols: UInt8s


class _Found(NamedTuple):
    """Spans of one text as they are found: n so far.

    bounds: int64[capacity + 1], where each begins and the last one ends. matched: bool[capacity].
    """

    bounds: Int64s
    matched: Bools
    n: int = 0


class AutomatonCutter:
    """Spans by automaton. Raises Unsupported, with the reason, where a pattern has none."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        compiled = compiled_pattern(pattern)
        self.tables = scan_tables(compiled)
        self.leaves_nothing = compiled.leaves_nothing

    def sure_cut(self, data: bytes, at: int) -> int:
        """See Splitter.sure_cut."""
        return first_sure_cut(data, at, self.tables)

    def span_blocks(self, data: bytes, bounds: Int64s) -> Iterator[SpanBlock]:
        """The spans of documents data[bounds[i]:bounds[i + 1]], each cut by itself, in order."""
        bounds = np.ascontiguousarray(bounds, np.int64)
        yield from cut_padded(padded(data), bounds, self.tables, self._pattern)

    def all_spans(self, data: bytes) -> SpanBlock:
        """The spans of one text, at least one byte, together: blocks would have to be joined.

        All but the end of a long text is read where it lies, without a copy with zeros behind it.
        """
        n_bytes = len(data)
        if n_bytes <= _BLOCK_SPANS:  # one block has room for all
            bounds = np.array([0, n_bytes], np.int64)
            return next(cut_padded(padded(data), bounds, self.tables, self._pattern))
        capacity = min(n_bytes, n_bytes // _BYTES_OF_SPAN + _BLOCK_ROOM)
        found = _Found(_bounds_room(capacity), np.empty(capacity, np.bool_))
        in_place = first_sure_cut(data, n_bytes - _COPIED, self.tables) if n_bytes > _COPIED else 0
        if 0 < in_place <= n_bytes - BLOCK_BYTES:
            found = self._cut(np.frombuffer(data, np.uint8), in_place, found)
        else:
            in_place = 0
        tail = found.n
        found = self._cut(padded(data[in_place:]), n_bytes - in_place, found)
        found.bounds[tail + 1 : found.n + 1] += in_place
        return SpanBlock.between(found.bounds[: found.n + 1], found.matched[: found.n])

    def _cut(self, text: UInt8s, size: int, found: _Found) -> _Found:
        """Append the spans of text[:size], behind which lie 64 bytes more, to those of a text."""
        bounds, room = np.array([0, size], np.int64), scan_room(size)
        spans, matched, n = found
        reached = 0
        while reached < size:
            added, _ = run_kernel(
                cut_documents, text, bounds, 0, reached, self.tables, room,
                spans[n + 1 :], matched[n:],
            )  # fmt: skip
            if added < 0:
                raise endless(self._pattern)
            n += added
            reached = int(spans[n]) if added else reached
            if reached < size:
                capacity = min(n + size - reached, 2 * len(matched)) + _BLOCK_ROOM
                spans, known = _bounds_room(capacity), spans
                matched, flags = np.empty(capacity, np.bool_), matched
                spans[: n + 1], matched[:n] = known[: n + 1], flags[:n]
        return _Found(spans, matched, n)


def first_sure_cut(data: bytes | memoryview, at: int, tables: ScanTables) -> int:
    """See Splitter.sure_cut."""
    if at >= len(data) or not tables.has_sure_cuts:
        return len(data)
    near = bytes(data[at : at + _NEAR_BYTES])
    if near.isascii():  # usually there is one: without loading a kernel
        classes = tables.class_of[np.frombuffer(near, np.uint8)]
        cuts = np.flatnonzero(tables.sure_cuts[classes[:-1], classes[1:]])
        if len(cuts):
            return at + int(cuts[0]) + 1
    view = np.frombuffer(data, np.uint8)
    return int(run_kernel(find_sure_cut, view, at, len(data), len(data), tables))


def cut_padded(
    text: UInt8s, bounds: Int64s, tables: ScanTables, pattern: str
) -> Iterator[SpanBlock]:
    """The spans of documents text[bounds[i]:bounds[i + 1]], behind which lie 64 bytes more."""
    room = scan_room(len(text))
    reached, document = int(bounds[0]), 0
    while reached < bounds[-1]:
        capacity = min(max(_BLOCK_SPANS, _BLOCK_ROOM), int(bounds[-1]) - reached)
        places = np.empty(capacity + 1, np.int64)
        places[0] = reached
        matched = np.empty(capacity, np.bool_)
        n, document = run_kernel(
            cut_documents, text, bounds, document, reached, tables, room, places[1:], matched
        )
        if n < 0:
            raise endless(pattern)
        reached = int(places[n])
        yield SpanBlock.between(places[: n + 1], matched[:n])


def _bounds_room(n: int) -> Int64s:
    """int64[n + 1] with 0 at the beginning and any content behind it."""
    bounds: Int64s = aligned(8 * (n + 1)).view(np.int64)
    bounds[0] = 0
    return bounds


def endless(pattern: str) -> PatternError:
    """What is raised where the kernels give a text up."""
    return PatternError(say("pattern_reads_again"), pattern=pattern)


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
        symbols=np.ones(min(size, MASK_BLOCK) + FIRST_SYMBOL + SYMBOLS_BEHIND, np.uint8),
    )


def scan_tables(compiled: CompiledPattern) -> ScanTables:
    """The arrays of a compiled pattern, with what the kernels want to know about them."""
    arrays = {each.name: getattr(compiled, each.name) for each in fields(CompiledPattern)}
    del arrays["leaves_nothing"]
    ascii_classes = compiled.class_of[:128]
    numbers = compiled.numbers, compiled.class_numbers, compiled.page_numbers
    has_few_numbers = all(int(each.max(initial=0)) <= ROW_BYTES for each in numbers)
    if has_few_numbers:
        planes = compiled.planes.reshape(-1, NUMBERS).copy()
        planes[:, 0] = planes[:, ROW_BYTES]
        arrays["planes"] = planes.ravel()
    return ScanTables(
        **arrays
        | {
            "ascii_transitions": compiled.ascii_transitions.ravel(),
            "ascii_moves": (2 * compiled.moves + compiled.accepts)[:, ascii_classes].ravel(),
            "unknown_row": np.uint64(compiled.unknown_row),
            "has_lanes": len(compiled.lanes) > 0,
            "has_sure_cuts": bool(compiled.sure_cuts.any()),
            "has_masks": len(compiled.planes) > 0,
            "has_few_numbers": has_few_numbers,
        }
    )


@lru_cache(maxsize=32)
def compiled_pattern(pattern: str) -> CompiledPattern:
    """The compiled pattern, remembered in this process and on disk. Raises Unsupported."""
    return kept_tables(pattern, CompiledPattern, _compile)


def _compile(pattern: str) -> CompiledPattern:
    automaton = compile_automaton(pattern)
    return compiled_automaton(automaton, mask_tables(automaton))


def compiled_automaton(automaton: Automaton, masks: MaskTables) -> CompiledPattern:
    """An automaton with its lane table and its tables for masks."""
    lanes, unknown_row = lane_table(automaton)
    own = {each.name for each in fields(Automaton)} & {
        each.name for each in fields(CompiledPattern)
    }
    tables = {name: getattr(automaton, name) for name in own}
    return CompiledPattern(
        **tables,
        **vars(masks),
        lanes=lanes,
        unknown_row=unknown_row,
        leaves_nothing=automaton.leaves_nothing,
    )
