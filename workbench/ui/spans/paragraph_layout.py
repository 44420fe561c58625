"""Paragraph layout: the display text of one paragraph broken into lines, and the boxes of spans.

A line has a band of text, below it a band of byte boxes where characters are split, and below
that a row of ids and one of bytes where they are shown. All coordinates are pixels from the
paragraph's corner.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from workbench.ui.spans.display_text import DisplayText, Piece, PieceKind

# Line edges: the horizontal intervals that a range of one laid-out line covers.
# `QTextLine.cursorToX` is exact inside a run of one direction, but at a change of direction it
# gives the place of the caret, which is somewhere else than the edge of the letter. So lines with
# right-to-left text are cut into runs first.


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
        self._known: dict[int, float] = {}  # neighbours share an edge, spans and their spaces too

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
        x = self._known.get(position)
        if x is None:
            x = self._known[position] = _x_at(self._line, position)
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
        x = _x_at(line, low)
        return [_Run(low, high, x, x, backwards)]
    return [run for at in range(low, high) for run in _extents(line, at, at + 1, backwards)]


def _x_at(line: QTextLine, position: int) -> float:
    x: float = line.cursorToX(position)[0]  # type: ignore[index]  # PySide declares an object
    return x


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


_NO_WIDTH = 0.01
_LEAST_SCALE = 0.85  # of byte boxes; in smaller ones their bytes have no room
_MIN_BOX = 3.0  # a span without width still has something to point at


@dataclass(frozen=True, slots=True)
class Bands:
    """Heights in pixels: the least height of a text band, the box and id bands, the gaps."""

    text: float
    boxes: float
    ids: float  # 0 where ids are not shown
    gap: float
    bytes: float = 0.0  # 0 where bytes are not shown

    @property
    def rows(self) -> float:
        """Height of ids and bytes together."""
        return self.ids + self.bytes


@dataclass(slots=True)
class SpanBox:
    """A rectangle of one span on one line.

    begins, ends: whether the span starts or stops here (a span can go on in the next line).
    label, partial: what a byte box says, and whether its bytes are no whole character.
    crowded: a byte box without room for what it says; `crowds` has the words for all of them.
    in_boxes: the rectangle lies in the band of byte boxes. backwards: the text runs from right to
    left, so that the span begins at the right.
    """

    rect: QRectF
    span: int
    begins: bool = False
    ends: bool = False
    in_boxes: bool = False
    label: str = ""
    partial: bool = False
    backwards: bool = False
    crowded: bool = False


@dataclass(frozen=True, slots=True)
class Crowd:
    """The byte boxes of a character that is split into more tokens than its line has room for."""

    rect: QRectF
    n_bytes: int
    n_tokens: int


@dataclass(slots=True)
class Label:
    """The name of a character without a picture, painted into the room made for it."""

    rect: QRectF
    text: str
    is_byte: bool


class ParagraphLayout:
    """One paragraph, laid out for a width. `boxes`, `labels`, `dots`, `frames` and `crowds` are to
    paint.

    dots: centres of the spaces. frames: the text band of each split character.
    rows: (rectangle below the text for id and bytes, box of the span). lines: (top, bottom) of
    each line. height: what it takes up, more than its own_height where columns are aligned.
    """

    def __init__(self, display: DisplayText, font: QFont, bands: Bands, width: float) -> None:
        self.display = display
        self.boxes: list[SpanBox] = []
        self.labels: list[Label] = []
        self.dots: list[QPointF] = []
        self.frames: list[QRectF] = []
        self.crowds: list[Crowd] = []
        self.rows: list[tuple[QRectF, SpanBox]] = []
        self.lines: list[tuple[float, float]] = []
        self.height = self.own_height = 0.0
        self._bands = bands
        self._last_box: SpanBox | None = None
        self.text_layout = QTextLayout(display.string, font)
        self._break_lines(width)
        self._place_pieces()

    def span_at(self, point: QPointF) -> int | None:
        """Return the span under a point, None beside all of them."""
        for box in self.boxes:
            if box.rect.contains(point):
                return box.span
        return None

    def nearest_span(self, point: QPointF) -> int | None:
        """Return the span nearest to a point on the line at its height."""
        best, distance = None, float("inf")
        for box in self.boxes:
            rect = box.rect
            aside = max(rect.left() - point.x(), 0.0, point.x() - rect.right())
            below = max(rect.top() - point.y(), 0.0, point.y() - rect.bottom())
            if below * 4 + aside < distance:
                best, distance = box.span, below * 4 + aside
        return best

    def boxes_of(self, spans: range) -> list[SpanBox]:
        """Return the boxes of some spans."""
        return [box for box in self.boxes if box.span in spans]

    def _break_lines(self, width: float) -> None:
        layout, display, bands = self.text_layout, self.display, self._bands
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([_filler_format(*filler) for filler in display.fillers])
        splits = [piece.anchor for piece in display.pieces if piece.kind is PieceKind.SPLIT]
        layout.setCacheEnabled(True)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            text_height = float(ceil(max(bands.text, line.height())))
            has_split = _any_between(splits, line.textStart(), line.textLength())
            height = text_height + (bands.boxes if has_split else 0.0) + bands.rows
            line.setPosition(QPointF(0.0, y + (text_height - line.height()) / 2))
            self.lines.append((y, y + text_height))
            y += height + bands.gap
        layout.endLayout()
        self.height = self.own_height = y or bands.text + bands.rows + bands.gap

    def _place_pieces(self) -> None:
        pieces, spaces = self.display.pieces, self.display.spaces
        n_pieces, text = len(pieces), PieceKind.TEXT
        first_piece = first_space = 0
        for number, (top, bottom) in enumerate(self.lines):
            line = self.text_layout.lineAt(number)
            start, end = line.textStart(), line.textStart() + line.textLength()
            edges = LineEdges(line, right_to_left=self.display.right_to_left)
            self._last_box = None
            while first_piece < len(pieces) and pieces[first_piece].end <= start:
                first_piece += 1
            index = first_piece
            while index < n_pieces and pieces[index].start < end:
                piece = pieces[index]
                if edges.is_plain and piece.kind is text:  # nearly all are
                    self._place_plain(piece, top, bottom, edges, start, end)
                else:
                    self._place(piece, number, edges, (start, end))
                index += 1
            while first_space < len(spaces) and spaces[first_space] < end:
                self._place_dot(spaces[first_space], (top + bottom) / 2, edges)
                first_space += 1
        self._mark_ends()
        if self._bands.rows:
            self._place_rows()

    def _place_plain(
        self, piece: Piece, top: float, bottom: float, edges: LineEdges, start: int, end: int
    ) -> None:
        """Add the box of a piece of text on a line start:end of one direction."""
        left = edges.x(max(start, piece.start))
        width = edges.x(min(end, piece.end)) - left
        rect = QRectF(left, top, max(_MIN_BOX, width), bottom - top)
        last = self._last_box
        if last is not None and last.span == piece.span:
            self._add_box(piece.span, rect)
            return
        self._last_box = SpanBox(rect, piece.span)
        self.boxes.append(self._last_box)

    def _place(self, piece: Piece, number: int, edges: LineEdges, line: tuple[int, int]) -> None:
        top, bottom = self.lines[number]
        low = max(line[0], piece.start)
        high = min(line[1], piece.end)
        if piece.kind is PieceKind.SPLIT and not line[0] <= piece.anchor < line[1]:
            return
        intervals = edges.intervals(low, high)
        # A break without width may lie at another place of the line than what it follows.
        wide = [(left, right) for left, right in intervals if right - left > _NO_WIDTH]
        rects = [
            QRectF(left, top, max(right - left, _MIN_BOX), bottom - top)
            for left, right in wide or intervals[:1]
        ]
        if not rects:
            return
        widest = max(rects, key=QRectF.width)
        if piece.kind is PieceKind.SPLIT:
            self._place_split(piece, widest, edges)
            return
        backwards = edges.is_right_to_left(low)
        for rect in rects:
            self._add_box(piece.span, rect)
            if backwards and self._last_box is not None:
                self._last_box.backwards = True
        if piece.kind is PieceKind.LABEL:
            self.labels.append(Label(widest, piece.label, piece.is_byte))

    def _add_box(self, span: int, rect: QRectF) -> None:
        """Add a box, or widen the box before where it goes on without a gap."""
        last = self._last_box
        if last is not None and last.span == span:
            joined = last.rect.united(rect)
            if joined.width() <= last.rect.width() + rect.width() + 0.5:
                last.rect = joined
                return
        self._last_box = SpanBox(rect, span)
        self.boxes.append(self._last_box)

    def _place_split(self, piece: Piece, rect: QRectF, edges: LineEdges) -> None:
        """Put the boxes of a split character's parts below it, in reading order."""
        self._last_box = None
        self.frames.append(rect)
        if piece.label:
            self.labels.append(Label(rect, piece.label, is_byte=False))
        total = sum(part.width for part in piece.parts)
        scale = rect.width() / total if total else 0.0
        is_crowded = scale < _LEAST_SCALE
        if is_crowded:
            band = QRectF(rect.left(), rect.bottom(), rect.width(), self._bands.boxes)
            self.crowds.append(Crowd(band, piece.n_bytes, len(piece.parts)))
        rtl = edges.is_right_to_left(piece.start)
        x = rect.right() if rtl else rect.left()
        for part in piece.parts:
            width = part.width * scale
            left = x - width if rtl else x
            x += -width if rtl else width
            rect_of_part = QRectF(left, rect.bottom(), width, self._bands.boxes)
            label = "" if is_crowded else part.label
            box = SpanBox(rect_of_part, part.span, in_boxes=True, label=label)
            box.partial, box.backwards, box.crowded = part.is_partial, rtl, is_crowded
            self.boxes.append(box)

    def _place_dot(self, position: int, y: float, edges: LineEdges) -> None:
        if edges.is_plain:
            self.dots.append(QPointF((edges.x(position) + edges.x(position + 1)) / 2, y))
            return
        for left, right in edges.intervals(position, position + 1):
            self.dots.append(QPointF((left + right) / 2, y))

    def _mark_ends(self) -> None:
        """Note where spans begin and end."""
        last: dict[int, SpanBox] = {}
        for box in self.boxes:
            box.begins = box.span not in last
            last[box.span] = box
        for box in last.values():
            box.ends = True

    def _place_rows(self) -> None:
        """Put id and bytes of each span below its widest box."""
        widest: dict[int, SpanBox] = {}
        for box in self.boxes:
            known = widest.get(box.span)
            if known is None or box.rect.width() > known.rect.width() + 0.5:
                widest[box.span] = box
        bottoms = [bottom for _, bottom in self.lines]
        split_lines = {box.rect.top() for box in self.boxes if box.in_boxes}
        for box in widest.values():
            if box.crowded:
                continue
            bottom = bottoms[bisect_left(bottoms, min(box.rect.bottom(), bottoms[-1]))]
            if box.in_boxes:
                bottom = box.rect.top()
            top = bottom + (self._bands.boxes if bottom in split_lines else 0.0)
            rect = QRectF(box.rect.left(), top, box.rect.width(), self._bands.rows)
            self.rows.append((rect, box))


def _filler_format(position: int, width: float) -> QTextLayout.FormatRange:
    """Return the format that makes the filler at `position` invisible and `width` wide."""
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = position, 1, _invisible(round(width * 4))
    return found


@lru_cache(maxsize=4096)
def _invisible(quarter_pixels: int) -> QTextCharFormat:
    """Return the format of an invisible character of this width, in quarters of a pixel."""
    character = QTextCharFormat()
    character.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
    character.setFontLetterSpacing(quarter_pixels / 4)
    character.setForeground(Qt.GlobalColor.transparent)
    # A tiny glyph, so that the letter spacing alone decides the width.
    character.setProperty(QTextCharFormat.Property.FontPixelSize, 1)
    return character


def _any_between(positions: list[int], start: int, length: int) -> bool:
    return any(start <= position < start + length for position in positions)
