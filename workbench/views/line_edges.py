"""Line edges: the horizontal intervals that a range of one laid-out line covers.

`QTextLine.cursorToX` is exact inside a run of one direction, but at a change of direction it
gives the place of the caret, which is somewhere else than the edge of the letter. So lines with
right-to-left text are cut into runs first.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from PySide6.QtGui import QTextLayout, QTextLine

_FLAG = QTextLayout.GlyphRunRetrievalFlag
_CONTIGUOUS = 0.75  # pixels between two intervals that are one


@dataclass(frozen=True, slots=True)
class _Run:
    """Positions start:end of one direction, and the pixels they cover."""

    start: int
    end: int
    left: float
    right: float
    right_to_left: bool


class LineEdges:
    """Where the ranges of a line lie."""

    def __init__(self, line: QTextLine, *, right_to_left: bool) -> None:
        self._line = line
        self._runs = _runs(line) if right_to_left else []
        self._starts = [run.start for run in self._runs]
        self.is_plain = not self._runs  # every range is one interval, x(start) to x(end)
        self._last = (-1, 0.0)  # neighbours share an edge

    def intervals(self, start: int, end: int) -> list[tuple[float, float]]:
        """Return the (left, right) pixels that positions start:end cover, adjoining ones joined."""
        if end <= start:
            return []
        if not self._runs:
            return [(self.x(start), self.x(end))]
        found: list[tuple[float, float]] = []
        index = max(bisect_right(self._starts, start) - 1, 0)
        for run in self._runs[index:]:
            if run.start >= end:
                break
            low, high = max(start, run.start), min(end, run.end)
            if low < high:
                found.append(self._within(run, low, high))
        return _joined(found)

    def is_right_to_left(self, position: int) -> bool:
        """Return whether the character at `position` runs from right to left."""
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and self._runs[index].right_to_left

    def _within(self, run: _Run, low: int, high: int) -> tuple[float, float]:
        near, far = (run.right, run.left) if run.right_to_left else (run.left, run.right)
        begin = near if low == run.start else self.x(low)
        stop = far if high == run.end else self.x(high)
        return min(begin, stop), max(begin, stop)

    def x(self, position: int) -> float:
        """Return where the caret stands before a position."""
        last, x = self._last
        if position != last:
            x = self._line.cursorToX(position)[0]
            self._last = (position, x)
        return x


def _runs(line: QTextLine) -> list[_Run]:
    """Cut a line into runs of one direction, in the order of the text."""
    start, length = line.textStart(), line.textLength()
    direction = _directions(line, start, length)
    runs: list[_Run] = []
    low = start
    for position in range(start + 1, start + length + 1):
        if position == start + length or direction[position] != direction[low]:
            runs += _extents(line, low, position, direction[low])
            low = position
    return runs


def _directions(line: QTextLine, start: int, length: int) -> dict[int, bool]:
    """Return for each position whether it runs from right to left."""
    flags = _FLAG.RetrieveStringIndexes
    known: dict[int, bool] = {}
    for glyphs in line.glyphRuns(-1, -1, flags):
        backwards = glyphs.isRightToLeft()
        for position in glyphs.stringIndexes():
            known[position] = backwards
    direction: dict[int, bool] = {}
    last = next(iter(known.values()), False)
    for position in range(start, start + length):
        last = direction[position] = known.get(position, last)
    return direction


def _extents(line: QTextLine, low: int, high: int, backwards: bool) -> list[_Run]:
    """Return the run low:high, or one per character where its parts lie apart."""
    found = _bounding(line, low, high)
    if found is not None:
        return [_Run(low, high, *found, backwards)]
    if high - low == 1:
        x = float(line.cursorToX(low)[0])
        return [_Run(low, high, x, x, backwards)]
    return [run for at in range(low, high) for run in _extents(line, at, at + 1, backwards)]


def _bounding(line: QTextLine, low: int, high: int) -> tuple[float, float] | None:
    """Return the pixels of low:high, None where they are not one stretch."""
    rects = [glyphs.boundingRect() for glyphs in line.glyphRuns(low, high - low)]
    intervals = _joined([(rect.left(), rect.right()) for rect in rects])
    return intervals[0] if len(intervals) == 1 else None


def _joined(intervals: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join intervals that touch; the result is in order from left to right."""
    joined: list[tuple[float, float]] = []
    for left, right in sorted(intervals):
        if joined and left <= joined[-1][1] + _CONTIGUOUS:
            joined[-1] = (joined[-1][0], max(right, joined[-1][1]))
        else:
            joined.append((left, right))
    return joined
