"""Display text: one paragraph of spans as a string for QTextLayout, and where each span lies in it.

Shaping across the borders of tokens stays whole: the string carries no formats at the borders,
the colours are painted behind. Where a character is cut into several tokens it stands once, with
room for the boxes of its bytes below it. Positions in the string are UTF-16 code units, as Qt
counts.

The expressions here go to `regex` as they are: what is shown may know a newer Unicode than what
is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from math import inf
from typing import Protocol

import numpy as np
import regex

from workbench.text.visible_text import has_picture, hex_of, is_stray_byte, is_utf8, label_of
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_text import SPECIAL, SpanText

FILLER = "\N{BLACK SQUARE}"  # painted transparent; its letter spacing makes the room
_BREAK = "\u200b"
_JOINER = "\u200d"
_NO_BREAK = "\u2060"
_GLUED_SPACE = "\u2007"  # as wide as a digit, white space to bidi, and glued to what follows
_KEPT_PARAGRAPHS = 32
_MARK = regex.compile(r"\p{M}")
_GRAPHEME = regex.compile(r"\X")
_WITHOUT_PICTURE = regex.compile(r"(?V1)[\p{C}\p{Z}--[ ]]|\r|\n|\t|\u3164|\u115f|\u1160")
_JOINING = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=R}\p{Joining_Type=L}]\p{M}*")
_LEFT_MARK, _RIGHT_MARK = "\u200e", "\u200f"
_HAS_RIGHT_TO_LEFT = regex.compile(r"[\p{Bidi_Class=R}\p{Bidi_Class=AL}\p{Bidi_Class=RLE}"
                                   r"\p{Bidi_Class=RLO}\p{Bidi_Class=RLI}]")  # fmt: skip


_LEFT_TO_RIGHT = regex.compile(r"\p{Bidi_Class=L}")
_DIGIT = regex.compile(r"[\p{Bidi_Class=EN}\p{Bidi_Class=AN}]")
_ARABIC_DIGIT = regex.compile(r"\p{Bidi_Class=AN}")
_IN_NUMBERS = regex.compile(r"[\p{Bidi_Class=CS}\p{Bidi_Class=ES}]")
_DIGIT_FILLERS = "0", "\u0660"
"""Fillers beside digits where directions change: a neutral one would end the number there, and the
digits would run from right to left."""


class Measure(Protocol):
    """Widths of text in pixels: in the text's font, and in the small font of boxes and ids."""

    box_padding: float

    def text(self, text: str) -> float: ...

    def small(self, text: str) -> float: ...


class PieceKind(IntEnum):
    """What a stretch of the display text is."""

    TEXT = 0  # characters of one span
    LABEL = 1  # room for the label of a character or byte without a picture
    SPLIT = 2  # one character (grapheme) that several spans share
    ROOM = 3  # nothing but width


@dataclass(slots=True)
class Part:
    """What one span has of a split character: its bytes, and what the box says."""

    span: int
    label: str
    is_partial: bool
    width: float


@dataclass(slots=True)
class Piece:
    """A stretch start:end of the display text. `span` is the (first) span it belongs to.

    anchor: where a split character itself stands; Qt may break a line before it in Thai or Khmer.
    n_bytes: how many a split character has.
    """

    kind: PieceKind
    start: int
    end: int
    span: int
    label: str = ""
    is_byte: bool = False
    parts: tuple[Part, ...] = ()
    anchor: int = -1
    n_bytes: int = 0


@dataclass(slots=True)
class DisplayText:
    """The string to lay out, its pieces in order, and the widths of its fillers."""

    string: str = ""
    pieces: list[Piece] = field(default_factory=list)
    spaces: list[int] = field(default_factory=list)  # positions of U+0020
    fillers: list[tuple[int, float]] = field(default_factory=list)  # position, width
    right_to_left: bool = False


def build_display(
    text: SpanText, paragraph: int, measure: Measure, overlays: Overlays, room: float = inf
) -> DisplayText:
    """Return the display text of one paragraph of `text`, for lines of `room` pixels."""
    start, end = (int(offset) for offset in text.paragraphs[paragraph : paragraph + 2])
    return _Builder(text, start, end, measure, overlays, room).build()


class _Builder:
    """Walks the spans of one paragraph and appends pieces."""

    def __init__(
        self,
        text: SpanText,
        start: int,
        end: int,
        measure: Measure,
        overlays: Overlays,
        room: float,
    ) -> None:
        self._text, self._start, self._measure = text, start, measure
        self._show_ids = overlays.ids and text.has_numbers
        self._show_bytes = overlays.bytes
        self._has_rows = self._show_ids or self._show_bytes
        self._room = room - 2 * measure.box_padding
        self._spans = text.spans_between(start, end)
        self._specials = _specials(text, self._spans)
        string = text.data[start:end].decode("utf-8", "surrogateescape")
        self._graphemes, self._offsets = _graphemes(string)
        bounds = text.bounds[self._spans.start : self._spans.stop + 1] - start
        self._edges = np.clip(bounds, 0, end - start)
        self._bounds: list[int] = self._edges.tolist()
        self._display = DisplayText(
            right_to_left=not string.isascii() and bool(_HAS_RIGHT_TO_LEFT.search(string))
        )
        # Qt counts UTF-16 code units, which are characters where none is beyond the first plane.
        self._n_units = len if string.isascii() or max(string) <= "\uffff" else _n_units
        self._parts: list[str] = []
        self._position = 0

    def build(self) -> DisplayText:
        """Return the whole paragraph."""
        offsets, bounds = self._offsets, self._edges
        at = np.searchsorted(offsets, bounds)  # the first grapheme at or after each bound
        inside = offsets[at] != bounds
        shared = set((at[inside] - 1).tolist())  # graphemes with a bound inside
        first = at.tolist()
        for index, span in enumerate(self._spans):
            low, high = first[index], first[index + 1]
            own_end = high - 1 if high - 1 in shared and high > low else high
            if own_end > low:
                self._add_own(span, low, own_end)
            if own_end < high:
                self._add_split(span, own_end)
        self._display.string = "".join(self._parts)
        return self._display

    def _add_own(self, span: int, low: int, high: int) -> None:
        """Add the graphemes low:high, which belong to one span alone."""
        string = "".join(self._graphemes[low:high])
        width = 0.0
        if _WITHOUT_PICTURE.search(string) is None:
            if span in self._specials and " " not in string:
                string = self._unbroken(string)
            self._add_text(span, string)
            width = self._width(string, low, high) if self._has_rows else 0.0
        else:
            for grapheme in self._graphemes[low:high]:
                width += self._add_grapheme(span, grapheme)
        if self._has_rows:
            wanted = self._rows_width(span) + self._measure.box_padding
            if wanted > width:
                self._add_room(span, wanted - width, high)

    def _rows_width(self, span: int) -> float:
        """Return the width of what is written below a span."""
        text, measure = self._text, self._measure
        width = 0.0
        if self._show_ids:
            width = measure.small(text.number_words(span))
        if self._show_bytes:
            width = max(width, measure.small(hex_of(text.span_bytes(span))))
        return min(width, self._room)

    def _add_text(self, span: int, string: str) -> None:
        pieces = self._display.pieces
        start = offset = self._position
        if string[0] == " " and not (pieces and pieces[-1].span == span):
            # A line breaks before the space a span begins with, not between it and its word.
            start += 1 if start else 0
            self._display.spaces.append(start)
            string = string[1:]
            self._append((_BREAK if offset else "") + _GLUED_SPACE + string)
            offset = start + 1
        else:
            self._append(string)
        if pieces and pieces[-1].kind is PieceKind.TEXT and pieces[-1].span == span:
            pieces[-1].end = self._position
        else:
            pieces.append(Piece(PieceKind.TEXT, start, self._position, span))
        if " " in string:
            units = _unit_offsets(string)
            self._display.spaces += [
                offset + units[index] for index, character in enumerate(string) if character == " "
            ]

    def _unbroken(self, string: str) -> str:
        """A special token as one word, before and after which a line may break, if it fits one."""
        if self._measure.text(string) > self._room:
            return string
        if self._position:
            self._append(_BREAK)
        return f"{_NO_BREAK.join(_GRAPHEME.findall(string))}{_BREAK}"

    def _add_grapheme(self, span: int, grapheme: str) -> float:
        """Add one grapheme of a span that has characters without a picture; return its width."""
        if len(grapheme) > 1 and has_picture(grapheme[0]) and not is_stray_byte(grapheme[-1]):
            self._add_text(span, grapheme)  # joiners and selectors do their work inside
            return self._measure.text(grapheme)
        width = 0.0
        for character in grapheme:
            if has_picture(character):
                self._add_text(span, character)
                width += self._measure.text(character)
            else:
                width += self._add_label(span, character)
        return width

    def _add_label(self, span: int, character: str) -> float:
        """Add the box that names a character; return its width."""
        label = label_of(character)
        width = self._measure.small(label) + self._measure.box_padding
        keeps_direction = character in _DIRECTION_MARKS
        start = self._append(character + FILLER if keeps_direction else FILLER)
        self._display.fillers.append((self._position - 1, width))
        self._append(_BREAK)
        self._display.pieces.append(
            Piece(PieceKind.LABEL, start, self._position, span, label, is_stray_byte(character))
        )
        return width

    def _add_split(self, span: int, index: int) -> None:
        """Add a grapheme that `span` begins and others go on with."""
        grapheme = self._graphemes[index]
        parts = self._parts_of(span, index)
        needed = sum(part.width for part in parts)
        has_glyph = any(has_picture(character) for character in grapheme)
        label = "" if has_glyph else " ".join(label_of(character) for character in grapheme)
        own = self._width(grapheme, index, index + 1) if has_glyph else 0.0
        if label:
            needed = max(needed, self._measure.small(label) + self._measure.box_padding)
        # A character that is cut into very many stays on its line; its boxes share what there is.
        room = max(0.0, min(needed, self._room) - own) / 2
        start = anchor = self._position
        if room:
            mark, filler = self._direction_mark(grapheme), self._filler_beside(index)
            self._append(mark)
            self._add_filler(room, filler, after=self._joins(index))
            anchor = self._append(f"{_NO_BREAK}{grapheme}{_NO_BREAK}" if has_glyph else "")
            anchor += 1 if has_glyph else -1
            self._add_filler(room, filler, before=self._joins(index + 1))
            self._append(mark)
        else:
            self._append(grapheme)
        self._append(_BREAK)
        piece = Piece(PieceKind.SPLIT, start, self._position, span, label, parts=parts)
        piece.anchor = anchor
        piece.n_bytes = int(self._offsets[index + 1] - self._offsets[index])
        self._display.pieces.append(piece)

    def _parts_of(self, span: int, index: int) -> tuple[Part, ...]:
        """Return what each span has of the grapheme at `index`, in order."""
        low, high = int(self._offsets[index]), int(self._offsets[index + 1])
        measure, parts = self._measure, []
        bounds, first, last = self._bounds, self._spans.start, self._spans.stop
        while span < last:
            begin, end = max(low, bounds[span - first]), min(high, bounds[span - first + 1])
            if begin >= high:
                break
            data = self._text.data[self._start + begin : self._start + end]
            whole = is_utf8(data)
            label = _label_of_part(data) if whole else hex_of(data)
            width = measure.small(label)
            if self._has_rows:
                width = max(width, self._rows_width(span))
            parts.append(Part(span, label, not whole, width + measure.box_padding))
            span += 1
        return tuple(parts)

    def _width(self, string: str, low: int, high: int) -> float:
        """Return the width of the graphemes low:high with the forms their letters have here.

        Where directions change, a space at the start may lie apart from its word.
        """
        if self._display.right_to_left and string[0] == " " and len(string) > 1:
            string, low = string[1:], low + 1
        before = _JOINER if self._joins(low) else ""
        after = _JOINER if self._joins(high) else ""
        return self._measure.text(f"{before}{string}{after}")

    def _joins(self, index: int) -> bool:
        """Return whether the graphemes before and at `index` are letters that join (Arabic)."""
        if not self._display.right_to_left or not 0 < index < len(self._graphemes):
            return False
        before, after = self._graphemes[index - 1], self._graphemes[index]
        return bool(_JOINING.match(before) and _JOINING.match(after))

    def _add_room(self, span: int, width: float, high: int) -> None:
        """Add width to a span that ends before the grapheme at `high`."""
        start, joined = self._position, self._joins(high)
        self._add_filler(width, self._filler_beside(high - 1), before=joined, after=joined)
        self._append(self._direction_mark(self._graphemes[high - 1]))
        self._append(_BREAK)
        self._display.pieces.append(Piece(PieceKind.ROOM, start, self._position, span))

    def _add_filler(
        self, width: float, filler: str, *, before: bool = False, after: bool = False
    ) -> None:
        """Append a filler; joiners beside it keep the joined forms of the letters next to it."""
        if before:
            self._append(_JOINER)
        self._display.fillers.append((self._append(filler), width))
        if after:
            self._append(_JOINER)

    def _filler_beside(self, index: int) -> str:
        """Return the filler that leaves a number whole if the grapheme at `index` is part of one.

        A separator between two digits is.
        """
        if not self._display.right_to_left:
            return FILLER
        graphemes = self._graphemes
        at = index
        if _IN_NUMBERS.match(graphemes[index]) and 0 < index < len(graphemes) - 1:
            at = index - 1 if _DIGIT.match(graphemes[index + 1]) else index
        if not _DIGIT.match(graphemes[at]):
            return FILLER
        return _DIGIT_FILLERS[bool(_ARABIC_DIGIT.match(graphemes[at]))]

    def _direction_mark(self, grapheme: str) -> str:
        """Return the mark that keeps a filler beside a letter also where directions change."""
        if not self._display.right_to_left:
            return ""
        if _HAS_RIGHT_TO_LEFT.search(grapheme):
            return _RIGHT_MARK
        return _LEFT_MARK if _LEFT_TO_RIGHT.match(grapheme) else ""

    def _append(self, string: str) -> int:
        """Append to the display text; return where it starts."""
        start = self._position
        self._parts.append(string)
        self._position += self._n_units(string)
        return start


_DIRECTION_MARKS = frozenset(
    "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def _specials(text: SpanText, spans: range) -> frozenset[int]:
    """The special tokens among some spans."""
    if text.kinds is None:
        return frozenset()
    found = np.flatnonzero(text.kinds[spans.start : spans.stop] == SPECIAL) + spans.start
    return frozenset(found.tolist())


@lru_cache(maxsize=_KEPT_PARAGRAPHS)
def _graphemes(string: str) -> tuple[list[str], np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Return the graphemes of a paragraph, line ends apart, and their byte offsets int64[n + 1].

    Columns side by side ask for the same paragraph one after the other.
    """
    if string.isascii():
        graphemes = list(string)
        return graphemes, np.arange(len(graphemes) + 1, dtype=np.int64)
    graphemes = _GRAPHEME.findall(string)
    if graphemes and graphemes[-1] == "\r\n":
        graphemes[-1:] = ["\r", "\n"]
    lengths = [len(grapheme.encode("utf-8", "surrogateescape")) for grapheme in graphemes]
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return graphemes, offsets


@lru_cache(maxsize=4096)
def _label_of_part(data: bytes) -> str:
    """Return what a box says of whole characters that are part of a grapheme: a mark, a joiner."""
    labels = []
    for character in data.decode():
        if not has_picture(character):
            labels.append(label_of(character))
        elif _MARK.match(character):
            labels.append(f"\N{DOTTED CIRCLE}{character}")
        else:
            labels.append(character)
    return " ".join(labels)


def _n_units(string: str) -> int:
    """Return the length in UTF-16 code units."""
    if string.isascii():
        return len(string)
    return len(string.encode("utf-16-le")) // 2 if max(string) > "\uffff" else len(string)


def _unit_offsets(string: str) -> list[int]:
    """Return where each character starts, in UTF-16 code units."""
    if string.isascii():
        return list(range(len(string)))
    offsets, position = [], 0
    for character in string:
        offsets.append(position)
        position += 1 + (character > "\uffff")
    return offsets
