"""SpanLegend: what the colours and marks of a span view mean, in one line below it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.span_colouring import (
    COARSER,
    FINER,
    LOST,
    NO_HUE,
    SHIFTED,
    TRAINED,
    UNTRAINED,
    Colouring,
    base_hue,
    shown_colouring,
)
from workbench.ui.spans.span_painter import SpanLook, hatch, mark_rects
from workbench.ui.theme.theme import SPACE_M, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.words.tool_tips import plain_tip

_SWATCH = QSize(18, 14)


class Shape(Enum):
    """What a swatch shows besides a hue."""

    PLAIN = "plain"
    TWO_TOKENS = "two tokens"
    FRAME = "frame"
    BRACKET = "bracket"
    PRE_TOKEN = "pre-token"
    RING = "ring"


class LegendEntry(NamedTuple):
    """One swatch with its words; told: the sentence of the tool tip."""

    shape: Shape
    hue: int
    words: str
    told: str


class SpanLegend(QWidget):
    """Swatches with their words; those without room are only in the tool tip."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = SpanLook(theme)
        self._entries: tuple[LegendEntry, ...] = ()
        self.setAccessibleName(self.tr("Legend"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._refresh)
        self.explain(Colouring.ALTERNATE, USUAL)

    @property
    def words(self) -> tuple[str, ...]:
        """The meanings of the swatches, from left to right."""
        return tuple(entry.words for entry in self._entries)

    def explain(
        self, colouring: Colouring, overlays: Overlays, *, is_comparing: bool = False
    ) -> None:
        """Explain these colours and overlays. is_comparing: differing spans can be ringed."""
        shown = shown_colouring(colouring, overlays)
        entries = [*self._hues(shown)]
        if is_comparing and shown is not Colouring.DIFFERENCES:
            entries.append(self._ring())
        entries += self._marks(overlays)
        self._entries = tuple(entries)
        told = " ".join(entry.told for entry in entries)
        self.setToolTip(plain_tip(told))
        self.setAccessibleDescription(told)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._theme.font(TEXT_CAPTION))
        width = sum(self._width(metrics, entry.words) for entry in self._entries)
        return QSize(round(width) + 1, max(_SWATCH.height(), round(metrics.height())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self._theme.font(TEXT_CAPTION)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        x, middle = 0.0, self.height() / 2
        for entry in self._entries:
            width = self._width(metrics, entry.words)
            if x + width > self.width() + 1:
                break
            swatch = QRectF(QPointF(x, middle - _SWATCH.height() / 2), _SWATCH)
            self._paint_swatch(painter, swatch, entry)
            painter.setPen(self._theme.colour("muted_text"))
            room = QRectF(swatch.right() + SPACE_XS, 0, width, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, entry.words)
            x += width
        painter.end()

    def _hues(self, shown: Colouring) -> tuple[LegendEntry, ...]:
        if shown is Colouring.DIFFERENCES:
            return (
                LegendEntry(Shape.PLAIN, FINER, self.tr("only here"),
                            self.tr("Orange: split only in this column.")),
                LegendEntry(Shape.PLAIN, COARSER, self.tr("only in the first"),
                            self.tr("Blue: split only in the first column.")),
                LegendEntry(Shape.PLAIN, SHIFTED, self.tr("both"),
                            self.tr("Orange with a blue mark: both. No colour: the same token.")),
            )  # fmt: skip
        if shown is Colouring.SUPERVISED:
            return (
                LegendEntry(Shape.PLAIN, TRAINED, self.tr("supervised"),
                            self.tr("Green: the model is trained on the token.")),
                LegendEntry(Shape.PLAIN, UNTRAINED, self.tr("not supervised"),
                            self.tr("Hatched: the token is context only.")),
                LegendEntry(Shape.PLAIN, LOST, self.tr("truncated"),
                            self.tr("Pale: the token is behind the limit.")),
            )  # fmt: skip
        if shown is Colouring.BY_ID:
            told = self.tr("The same id has the same colour.")
            return (LegendEntry(Shape.TWO_TOKENS, 0, self.tr("same colour, same id"), told),)
        if shown is Colouring.ALTERNATE:
            told = self.tr("A colour and a mark for each token; the colours have no meaning.")
            return (LegendEntry(Shape.TWO_TOKENS, 0, self.tr("tokens"), told),)
        return ()

    def _ring(self) -> LegendEntry:
        told = self.tr("With a ring: split differently from the first column.")
        return LegendEntry(Shape.RING, NO_HUE, self.tr("split differently"), told)

    def _marks(self, overlays: Overlays) -> list[LegendEntry]:
        told = self.tr("With a frame: a special token.")
        entries = [LegendEntry(Shape.FRAME, NO_HUE, self.tr("special token"), told)]
        told = self.tr(
            "Bracket: one character in several tokens, its bytes below; hatched boxes are not "
            "whole characters."
        )
        entries.append(LegendEntry(Shape.BRACKET, NO_HUE, self.tr("split character"), told))
        if overlays.pre_tokens:
            told = self.tr("Line before a token: a pre-token begins.")
            entries.append(LegendEntry(Shape.PRE_TOKEN, NO_HUE, self.tr("pre-token"), told))
        return entries

    def _paint_swatch(self, painter: QPainter, swatch: QRectF, entry: LegendEntry) -> None:
        if entry.shape is Shape.BRACKET:
            self._paint_bracket(painter, swatch)
        elif entry.shape is Shape.TWO_TOKENS:
            half = swatch.width() / 2
            self._paint_ground(painter, swatch.adjusted(0, 0, -half - 1, 0), entry.hue)
            self._paint_ground(painter, swatch.adjusted(half, 0, 0, 0), entry.hue + 1)
        else:
            self._paint_ground(painter, swatch, entry.hue)
        colours = self._look.colours
        if entry.shape in (Shape.FRAME, Shape.RING):
            painter.setPen(QPen(colours.boundaries[NO_HUE], 1.0))
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
        elif entry.hue == LOST:
            painter.setPen(colours.muted)
            painter.drawText(swatch, Qt.AlignmentFlag.AlignCenter, "ab")
        elif entry.shape is Shape.PRE_TOKEN:
            painter.fillRect(QRectF(swatch.left(), swatch.top(), 2, swatch.height()), colours.text)

    def _paint_ground(self, painter: QPainter, swatch: QRectF, hue: int) -> None:
        colours, base = self._look.colours, base_hue(hue)
        painter.fillRect(swatch, colours.backgrounds[base])
        if hue == UNTRAINED:
            painter.fillRect(swatch, hatch(colours.boundaries[base]))
        for part in mark_rects(swatch, hue):
            painter.fillRect(part, colours.boundaries[base])

    def _paint_bracket(self, painter: QPainter, swatch: QRectF) -> None:
        """A bracket above two boxes of bytes."""
        colours = self._look.colours
        top, right = swatch.top() + 2, swatch.right() - 1
        for part in (
            QRectF(swatch.left(), top + 2, swatch.width(), 1),
            QRectF(swatch.left(), top, 1, 3),
            QRectF(right, top, 1, 3),
        ):
            painter.fillRect(part, colours.bracket)
        boxes = swatch.adjusted(0, 6, 0, 0)
        for hue, box in (
            (0, boxes.adjusted(0, 0, -swatch.width() / 2 - 1, 0)),
            (1, boxes.adjusted(swatch.width() / 2, 0, 0, 0)),
        ):
            self._paint_ground(painter, box, hue)
            painter.fillRect(box, hatch(QColor(colours.boundaries[hue])))

    @staticmethod
    def _width(metrics: QFontMetricsF, words: str) -> float:
        return _SWATCH.width() + SPACE_XS + metrics.horizontalAdvance(words) + SPACE_M

    def _refresh(self) -> None:
        self._look.refresh()
        self.updateGeometry()
        self.update()
