"""Painting one paragraph of spans: grounds, boundary marks, byte boxes, text, labels, ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.compiled import Bools
from workbench.text.visible_text import LINE_FEED, TAB, hex_of
from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.paragraph_layout import Bands, Label, ParagraphLayout, SpanBox
from workbench.ui.spans.span_colouring import (
    COARSER,
    DASHED,
    DOTTED,
    FINER,
    LOST,
    N_HUES,
    NO_HUE,
    SHIFTED,
    TRAINED,
    UNTRAINED,
    Ringed,
    base_hue,
    mark_style,
)
from workbench.ui.spans.span_text import PLAIN, SPECIAL, UNMATCHED, SpanText
from workbench.ui.theme.theme import SPACE_XS, TEXT_CAPTION, TEXT_TITLE, Theme
from workbench.ui.words.translation import counted

# SpanLook: the theme's fonts, measures and colours as a painted span view needs them.


_KEPT_WIDTHS = 20_000
_FINER, _COARSER = 6, 0  # orange and blue: the pair that every eye tells apart


@dataclass(frozen=True, slots=True)
class SpanColours:
    """The roles a span view paints with."""

    ground: QColor
    text: QColor
    muted: QColor
    hairline: QColor
    warning: QColor
    focus: QColor
    selection: QColor
    backgrounds: tuple[QColor, ...]
    boundaries: tuple[QColor, ...]
    span_text: QColor
    bracket: QColor


class SpanLook:
    """Fonts, bands and colours; `refresh()` reads the colours of the scheme in force.

    Also the Measure of display texts.
    """

    box_padding = float(2 * SPACE_XS)

    def __init__(self, theme: Theme, *, text_size: int = TEXT_TITLE) -> None:
        self._theme, self._text_size = theme, text_size
        self.text_font, self.small_font = QFont(), QFont()
        self.refresh()

    def refresh(self) -> bool:
        """Read colours and fonts again after the theme changed; True where widths are others."""
        self.colours = self._colours()
        text, small = self._theme.mono_font(self._text_size), self._theme.mono_font(TEXT_CAPTION)
        if (text, small) == (self.text_font, self.small_font):
            return False
        self.text_font, self.small_font = text, small
        self._text_metrics, self._small_metrics = QFontMetricsF(text), QFontMetricsF(small)
        self.small_ascent = self._small_metrics.ascent()
        self._small_widths: dict[str, float] = {}
        self._text_widths: dict[str, float] = {}
        self._small_character_width = self._small_metrics.horizontalAdvance("0")
        self.character_width = self._text_metrics.horizontalAdvance("n")
        return True

    def text(self, text: str) -> float:
        """Return the width of text in the text's font."""
        if text.isascii():
            return len(text) * self.character_width
        width = self._text_widths.get(text)
        if width is None:
            width = self._text_metrics.horizontalAdvance(text)
            if len(self._text_widths) < _KEPT_WIDTHS:
                self._text_widths[text] = width
        return width

    def small(self, text: str) -> float:
        """Return the width of text in the small font."""
        if text.isascii():
            return len(text) * self._small_character_width
        width = self._small_widths.get(text)
        if width is None:
            width = self._small_metrics.horizontalAdvance(text)
            if len(self._small_widths) < _KEPT_WIDTHS:
                self._small_widths[text] = width
        return width

    def elided(self, label: str, room: float) -> str:
        """Return the bytes of a small label that have room, each whole; "" for none."""
        if self.small(label) <= room:
            return label
        words = label.split(" ")
        fitting = (" ".join(words[:n]) for n in range(len(words) - 1, 0, -1))
        return next((part for part in fitting if self.small(part) <= room), "")

    def bands(self, overlays: Overlays = USUAL) -> Bands:
        """Return the heights of a line's bands."""
        small = ceil(self._small_metrics.height())
        return Bands(
            text=float(ceil(self._text_metrics.height()) + SPACE_XS),
            boxes=float(small + 2),
            ids=float(small) if overlays.ids else 0.0,
            bytes=float(small) if overlays.bytes else 0.0,
            gap=float(2 * SPACE_XS if overlays.has_rows else SPACE_XS),
        )

    def _colours(self) -> SpanColours:
        theme = self._theme
        hues = theme.token_colours(8)
        return SpanColours(
            ground=theme.colour("surface"),
            text=theme.colour("text"),
            muted=theme.colour("muted_text"),
            hairline=theme.colour("hairline"),
            warning=theme.colour("warning"),
            focus=theme.colour("focus"),
            selection=theme.colour("selection"),
            backgrounds=(
                *(hue.background for hue in hues), theme.colour("surface"),  # NO_HUE
                theme.supervision_colour(True), theme.supervision_colour(False),
                theme.colour("surface"),  # LOST
                hues[_FINER].background, hues[_COARSER].background, hues[_FINER].background,
            ),
            boundaries=(
                *(hue.boundary for hue in hues), theme.colour("control_edge"),
                theme.colour("positive"), theme.colour("control_edge"), theme.colour("hairline"),
                hues[_FINER].boundary, hues[_COARSER].boundary, hues[_COARSER].boundary,
            ),
            span_text=hues[0].text,
            bracket=theme.colour("control_edge"),
        )  # fmt: skip


# The mark below a span: its height and style tell apart what colours alone do not.


_HEIGHT, _STRONG, _QUIET = 2.0, 3.0, 1.0
_HEIGHTS = {TRAINED: _STRONG, UNTRAINED: _QUIET, LOST: _QUIET, FINER: _STRONG}
_DASHES = {DASHED: (5.0, 3.0), DOTTED: (2.0, 2.0)}  # pixels painted and left out


def mark_rects(rect: QRectF, hue: int) -> list[QRectF]:
    """Return the parts of the mark at the lower edge of a span's box."""
    height = _HEIGHTS.get(base_hue(hue), _HEIGHT)
    whole = QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
    style = mark_style(hue)
    if style not in _DASHES:
        return [whole]
    painted, left_out = _DASHES[style]
    found, x = [], whole.left()
    while x < whole.right():
        width = min(painted, whole.right() - x)
        found.append(QRectF(x, whole.top(), width, height))
        x += painted + left_out
    return found


_HATCH_ALPHA = 95
_VEIL_ALPHA = 120  # over what is lost, which stays readable
_PRE_TOKEN = 2.0  # width of the line where a pre-token begins
_FOUND = 4.0  # height of the bar above what was sought
_RING = 1.5  # width of the line around a span that differs
_COLOUR_TELLS = frozenset((FINER, COARSER, SHIFTED))
"""Hues that say by themselves that a span differs; a ring would go through its letters."""
_NO_SELECTION = range(0)


@dataclass(slots=True)
class Highlight:
    """Which spans stand out: the current one, the one under the pointer, the selected ones.

    ringed: bool or uint8[n], spans with a ring, or None. found: bool[n], spans with a part of what
    was sought, or None. overlays: what is painted of the spans.
    """

    current: int | None = None
    hovered: int | None = None
    selected: range = _NO_SELECTION
    has_focus: bool = False
    ringed: Ringed | None = None
    found: Bools | None = None
    overlays: Overlays = USUAL


class SpanPainter:
    """Paints paragraphs of one text with one look."""

    def __init__(self, look: SpanLook, text: SpanText, highlight: Highlight) -> None:
        self._look, self._text, self._highlight = look, text, highlight
        self._colours = look.colours

    def paint(
        self,
        painter: QPainter,
        layout: ParagraphLayout,
        hues: Mapping[int, int],
        clip: QRectF,
    ) -> None:
        """Paint what lies inside `clip`; the painter is moved to the paragraph's corner."""
        boxes = [box for box in layout.boxes if box.rect.intersects(clip)]
        self._paint_grounds(painter, boxes, hues)
        self._paint_brackets(painter, [frame for frame in layout.frames if frame.intersects(clip)])
        painter.setPen(self._colours.span_text)
        layout.text_layout.draw(painter, QPointF(0.0, 0.0), [], clip)
        painter.setFont(self._look.small_font)
        if self._highlight.overlays.white_space:
            self._paint_dots(painter, layout, clip)
            for label in layout.labels:
                if label.rect.intersects(clip):
                    self._paint_label(painter, label)
        painter.setPen(self._colours.span_text)
        for box in boxes:
            if box.label:
                room = box.rect.width() - 2
                painter.drawText(
                    box.rect, Qt.AlignmentFlag.AlignCenter, self._look.elided(box.label, room)
                )
        self._paint_crowds(painter, layout, clip)
        if self._highlight.overlays.has_rows:
            self._paint_rows(painter, layout, clip)
        self._paint_veil(painter, layout, boxes, hues)
        if self._highlight.overlays.pre_tokens:
            self._paint_pre_tokens(painter, boxes)
        self._paint_rings(painter, boxes, hues)
        self._paint_found(painter, boxes)
        self._paint_outlines(painter, boxes)

    def _paint_grounds(
        self, painter: QPainter, boxes: list[SpanBox], hues: Mapping[int, int]
    ) -> None:
        """Fill boxes and their marks, all of one colour in one call: there are thousands."""
        colours, kinds = self._colours, self._text.kinds
        selected = self._highlight.selected
        grounds: dict[int, list[QRectF]] = {}
        marks: dict[int, list[QRectF]] = {}
        special: list[tuple[SpanBox, int]] = []
        has_tokens = self._highlight.overlays.tokens
        for box in boxes:
            span = box.span
            hue = hues.get(span, 0)
            if kinds is not None and kinds[span] != PLAIN:
                special.append((box, hue))
                continue
            rect = _inner(box) if has_tokens else self._inner(box)
            is_usual = hue < N_HUES
            ground = -1 if selected and span in selected else hue if is_usual else base_hue(hue)
            grounds.setdefault(ground, []).append(rect)
            if hue == NO_HUE and not has_tokens:
                continue
            if not is_usual:
                marks.setdefault(hue, []).extend(mark_rects(rect, hue))
                continue
            mark = QRectF(rect.left(), rect.bottom() - _HEIGHT, rect.width(), _HEIGHT)
            marks.setdefault(hue, []).append(mark)
        painter.setPen(Qt.PenStyle.NoPen)
        for hue, rects in grounds.items():
            painter.setBrush(colours.selection if hue < 0 else colours.backgrounds[hue])
            painter.drawRects(rects)
        if UNTRAINED in grounds:
            painter.setBrush(hatch(_faint(colours.boundaries[UNTRAINED], _HATCH_ALPHA)))
            painter.drawRects(grounds[UNTRAINED])
        for box in boxes:
            if box.partial:
                hue = base_hue(hues.get(box.span, 0))
                painter.fillRect(self._inner(box), hatch(_faint(colours.boundaries[hue])))
        for hue, rects in marks.items():
            painter.setBrush(colours.boundaries[base_hue(hue)])
            painter.drawRects(rects)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box, hue in special:
            self._paint_ground(painter, box, hue)

    def _inner(self, box: SpanBox) -> QRectF:
        """Return the painted part of a box: without a gap where tokens are not shown."""
        return _inner(box) if self._highlight.overlays.tokens or box.in_boxes else box.rect

    def _paint_ground(self, painter: QPainter, box: SpanBox, hue: int) -> None:
        """Fill the box of a span that is not plain."""
        colours, kind = self._colours, self._text.kind(box.span)
        rect = self._inner(box)
        base = base_hue(hue)
        ground, mark = colours.backgrounds[base], colours.boundaries[base]
        if box.span in self._highlight.selected:
            ground = colours.selection
        if kind == UNMATCHED:
            mark = colours.warning
            painter.fillRect(rect, colours.ground)
            painter.fillRect(rect, hatch(_faint(mark, 120)))
        else:
            painter.fillRect(rect, ground)
        if hue == UNTRAINED and ground != colours.selection:
            painter.fillRect(rect, hatch(_faint(mark, _HATCH_ALPHA)))
        if box.partial:
            painter.fillRect(rect, hatch(_faint(mark)))
        for part in mark_rects(rect, hue):
            painter.fillRect(part, mark)
        if kind == SPECIAL:
            painter.setPen(QPen(mark, 1.0))
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_veil(
        self,
        painter: QPainter,
        layout: ParagraphLayout,
        boxes: list[SpanBox],
        hues: Mapping[int, int],
    ) -> None:
        """Dim what was cut off; a paragraph is so whole or not at all."""
        lost = [box.rect for box in boxes if hues.get(box.span) == LOST]
        for rect in (*lost, *layout.frames) if lost else ():
            painter.fillRect(rect, _faint(self._colours.ground, _VEIL_ALPHA))

    def _paint_rings(
        self, painter: QPainter, boxes: list[SpanBox], hues: Mapping[int, int]
    ) -> None:
        """Ring the spans that others have not; where a span goes on, its ring is open."""
        ringed = self._highlight.ringed
        if ringed is None:
            return
        lines: dict[int, list[QLineF]] = {}
        for box in boxes:
            hue = base_hue(hues.get(box.span, 0))
            if ringed[box.span] and hue not in _COLOUR_TELLS:
                lines.setdefault(hue, []).extend(_ring(box))
        for hue, found in lines.items():
            painter.setPen(QPen(self._colours.boundaries[hue], _RING))
            painter.drawLines(found)

    def _paint_found(self, painter: QPainter, boxes: list[SpanBox]) -> None:
        """Frame what was sought, and fill a bar above it, which greyscale shows, too."""
        found = self._highlight.found
        if found is None:
            return
        hits = [box for box in boxes if found[box.span]]
        bars = [QRectF(_inner(box).topLeft(), QSizeF(_inner(box).width(), _FOUND)) for box in hits]
        painter.setPen(QPen(self._colours.warning, _RING))
        painter.drawLines([line for box in hits for line in _ring(box)])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colours.warning)
        painter.drawRects(bars)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_brackets(self, painter: QPainter, frames: list[QRectF]) -> None:
        """Draw a bracket above the byte boxes of each split character."""
        colour = self._colours.bracket
        for frame in frames:
            left, right, y = frame.left() + 1, frame.right() - 1, frame.bottom() - 2
            painter.fillRect(QRectF(left, y, right - left, 1), colour)
            painter.fillRect(QRectF(left, y - 3, 1, 3), colour)
            painter.fillRect(QRectF(right - 1, y - 3, 1, 3), colour)

    def _paint_dots(self, painter: QPainter, layout: ParagraphLayout, clip: QRectF) -> None:
        dots = [dot for dot in layout.dots if clip.contains(dot)]
        if dots:
            pen = QPen(_faint(self._colours.span_text, 150), 2.0)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(dots)

    def _paint_label(self, painter: QPainter, label: Label) -> None:
        colour = self._colours.span_text
        if label.text == LINE_FEED:
            _draw_return(painter, label.rect, colour)
        elif label.text == TAB:
            _draw_tab(painter, label.rect, colour)
        else:
            painter.setPen(QPen(_faint(colour, 130), 1.0))
            height = self._look.bands().boxes
            middle = label.rect.center().y()
            frame = QRectF(
                label.rect.left() + 2.5, middle - height / 2, label.rect.width() - 5, height
            )
            painter.fillRect(frame, self._colours.ground)
            if label.is_byte:
                painter.fillRect(frame, hatch(_faint(self._colours.warning, 110)))
            painter.drawRect(frame)
            painter.setPen(self._colours.text)
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, label.text)

    def _paint_crowds(self, painter: QPainter, layout: ParagraphLayout, clip: QRectF) -> None:
        """Say over boxes too narrow for their bytes how many there are; marks stay in sight."""
        look = self._look
        for crowd in layout.crowds:
            if not crowd.rect.intersects(clip):
                continue
            n_bytes = counted("SpanPainter", "1 byte", "%1 bytes", crowd.n_bytes)
            n_tokens = counted("SpanPainter", "1 token", "%1 tokens", crowd.n_tokens)
            for words in (f"{n_bytes} · {n_tokens}", n_tokens, str(crowd.n_tokens)):
                width = look.small(words) + 2 * SPACE_XS
                if width <= crowd.rect.width():
                    break
            left = crowd.rect.center().x() - width / 2
            room = QRectF(left, crowd.rect.top() + 1, width, crowd.rect.height() - 1 - _STRONG)
            painter.fillRect(room, self._colours.ground)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_rows(self, painter: QPainter, layout: ParagraphLayout, clip: QRectF) -> None:
        """Write id and bytes below each span; a byte box says its bytes itself."""
        look, text, overlays = self._look, self._text, self._highlight.overlays
        bands = look.bands(overlays)
        has_numbers = overlays.ids and text.has_numbers
        painter.setPen(self._colours.muted)
        for rect, box in layout.rows:
            if not rect.intersects(clip):
                continue
            middle, y = rect.center().x(), rect.top() + look.small_ascent
            if has_numbers and (words := text.number_words(box.span)):
                painter.drawText(QPointF(middle - look.small(words) / 2, y), words)
            if overlays.bytes and not box.partial:
                words = look.elided(hex_of(text.span_bytes(box.span)), rect.width() - 2)
                painter.drawText(QPointF(middle - look.small(words) / 2, y + bands.ids), words)

    def _paint_pre_tokens(self, painter: QPainter, boxes: list[SpanBox]) -> None:
        """Draw a line through the gap before each span with which a pre-token begins."""
        begins = self._text.pre_tokens
        if begins is None:
            return
        lines = []
        for box in boxes:
            if box.begins and begins[box.span]:
                x = box.rect.right() if box.backwards else box.rect.left()
                lines.append(QLineF(x, box.rect.top() - 1, x, box.rect.bottom() + 1))
        painter.setPen(QPen(self._colours.text, _PRE_TOKEN))
        painter.drawLines(lines)

    def _paint_outlines(self, painter: QPainter, boxes: list[SpanBox]) -> None:
        highlight, colours = self._highlight, self._colours
        for span, width, colour in (
            (highlight.hovered, 1.0, colours.text),
            (highlight.current, 2.0, colours.focus if highlight.has_focus else colours.muted),
        ):
            if span is None:
                continue
            painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.MiterJoin))
            for box in boxes:
                if box.span == span:
                    painter.drawRect(box.rect.adjusted(0.5, 0.5, -0.5, -0.5))


def _inner(box: SpanBox) -> QRectF:
    """Return the painted part of a box: a gap where the span begins and ends."""
    if box.in_boxes:
        return box.rect.adjusted(1, 1, -1, 0)
    return box.rect.adjusted(1 if box.begins else 0, 0, -1 if box.ends else 0, 0)


def _ring(box: SpanBox) -> list[QLineF]:
    rect = _inner(box).adjusted(_RING / 2, _RING / 2, -_RING / 2, -_RING / 2)
    corners = (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft())
    lines = [QLineF(corners[0], corners[1]), QLineF(corners[3], corners[2])]
    if box.begins or box.in_boxes:
        lines.append(QLineF(corners[0], corners[3]))
    if box.ends or box.in_boxes:
        lines.append(QLineF(corners[1], corners[2]))
    return lines


def hatch(colour: QColor) -> QBrush:
    """What marks what is no whole character, and what is not supervised."""
    return QBrush(colour, Qt.BrushStyle.BDiagPattern)


def _faint(colour: QColor, alpha: int = 90) -> QColor:
    faint = QColor(colour)
    faint.setAlpha(alpha)
    return faint


def _draw_return(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw the bent arrow of a line feed."""
    painter.setPen(QPen(_faint(colour, 190), 1.25))
    middle, half = rect.center(), 4.0
    left, right, y = middle.x() - half, middle.x() + half, middle.y() + 2
    painter.drawLines(
        [
            QLineF(right, y - 6, right, y),
            QLineF(right, y, left, y),
            QLineF(left, y, left + 3, y - 3),
            QLineF(left, y, left + 3, y + 3),
        ]
    )


def _draw_tab(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw the arrow to a bar of a tab."""
    painter.setPen(QPen(_faint(colour, 190), 1.25))
    left, right, y = rect.left() + 4, rect.right() - 4, rect.center().y()
    painter.drawLines(
        [
            QLineF(left, y, right, y),
            QLineF(right, y, right - 3, y - 3),
            QLineF(right, y, right - 3, y + 3),
            QLineF(right + 1, y - 4, right + 1, y + 4),
        ]
    )
