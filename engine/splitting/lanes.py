"""The automaton once more, as a table that never looks back: for scanning in several lanes.

An automaton that finds no match right here must go back to where the last one could have ended
and read on from there, as `\\s+(?!\\S)` does at the end of every indentation. Going back would
break the lanes' lock step. So a state of this table is two or three runs of the automaton at
once: the one that still hopes for a longer match, and the one that began where the match would
have to end otherwise. When the first dies, the second takes its place, having read as far, and
a flag says where the cut was.

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

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import Element, Int64s, UInt32s
from engine.splitting._lane_kernels import (
    BEFORE_PREVIOUS,
    CUT,
    END_COLUMN,
    FIRST_CLASS_COLUMN,
    INSIDE,
    MARK,
    TO_MARK,
    UNKNOWN,
)
from engine.splitting.automaton import Automaton

MOST_STATES = 2_000
MOST_CLASSES = END_COLUMN - FIRST_CLASS_COLUMN
_DEEPEST = 2


class Run(NamedTuple):
    """A state of the automaton since the last cut, and what would be if a match had ended.

    other: the run since the last place where a match could have ended; None where there is no
        such place, DEAD where that run is not followed any more.
    is_fresh: whether that place is right before the character read last.
    """

    state: int
    other: Run | None
    is_fresh: bool


DEAD = Run(-1, None, is_fresh=False)


def lane_table(automaton: Automaton) -> tuple[UInt32s, int]:
    """uint32[n_states * 256] by row + column: next row << 8 | flags; empty where too large.

    The number is the row that stands for UNKNOWN.

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


def _all_steps(
    automaton: Automaton,
) -> tuple[Int64s, Int64s] | None:
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
