"""SpanArea: the painting and scrolling of text cut into coloured spans.

Only what the viewport shows is laid out and painted, so megabytes stay smooth.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from workbench.signals import Signal
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.paragraph_stack import ParagraphStack
from workbench.ui.spans.span_colouring import Colouring, Ringed
from workbench.ui.spans.span_painter import Highlight, SpanLook, SpanPainter
from workbench.ui.spans.span_text import NO_HITS, Hits, SpanText
from workbench.ui.spans.viewport import Viewport
from workbench.ui.theme.theme import SPACE_M, SPACE_S, Theme

_AHEAD_MS = 10


class SpanArea(QAbstractScrollArea):
    """Coloured spans with a boundary mark each, painted and scrolled; keys are left to subclasses.

    Signals (payload: the new value):
        looks_changed: another text, overlay, hit or difference is on show.
        place_changed: the byte offset (float) at the upper edge after the person scrolled.
    """

    place_changed: Signal[float] = Signal(object)
    looks_changed = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._theme = theme
        self._look = SpanLook(theme)
        self._stack = ParagraphStack(self._look)
        self._window = Viewport(self._stack)
        self._highlight = Highlight()
        self._hits = NO_HITS
        self._is_scrolling = False
        self._synced_height = 0.0
        self._painted: list[tuple[int, float]] = []  # paragraphs and their tops, as last painted
        self._ahead = QTimer(self, singleShot=True, interval=_AHEAD_MS)
        self._ahead.timeout.connect(self._prepare)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.verticalScrollBar().setSingleStep(round(self._look.bands().text))
        theme.changed.connect(self._restyle)

    @property
    def text(self) -> SpanText:
        return self._stack.text

    @property
    def top_byte(self) -> float:
        """The byte offset at the upper edge, between two lines by what of a line is in sight."""
        return self._window.top_byte()

    @property
    def bottom_byte(self) -> float:
        """The byte offset at the lower edge."""
        return self._window.bottom_byte()

    @property
    def ringed(self) -> Ringed | None:
        """Which spans are ringed, bool[n], None for none."""
        return self._highlight.ringed

    @property
    def hits(self) -> Hits:
        """Where what was sought was found."""
        return self._hits

    def set_text(self, text: SpanText, *, keep_place: bool = False) -> None:
        """Show another text; `keep_place` leaves the scroll position for a small edit."""
        is_same_text = text.data == self.text.data
        self._stack.set_text(text)
        self._window.reset(keep_place=keep_place, is_same_text=is_same_text)
        self._highlight.ringed = self._highlight.found = None
        self._hits = NO_HITS
        self._sync()
        self.looks_changed.emit()

    @property
    def overlays(self) -> Overlays:
        """What is painted of the spans."""
        return self._highlight.overlays

    def set_overlays(self, overlays: Overlays) -> None:
        """Say what is painted of the spans; the byte at the upper edge stays there."""
        if overlays == self._highlight.overlays:
            return
        top = self.top_byte
        self._highlight.overlays = overlays
        self._stack.set_overlays(overlays)
        self._window.scroll_to_byte(top)
        self._sync()
        self.looks_changed.emit()

    def set_colouring(self, colouring: Colouring) -> None:
        self._stack.set_colouring(colouring)
        self.viewport().update()

    def set_ringed(self, ringed: Ringed | None) -> None:
        """Ring some spans, bool[n]; None takes the rings away."""
        self._highlight.ringed = ringed
        self._stack.set_ringed(ringed)
        self.viewport().update()
        self.looks_changed.emit()

    def set_hits(self, hits: Hits) -> None:
        """Mark the spans with a part of what was sought."""
        if not len(hits) and not len(self._hits):
            return
        self._hits = hits
        self._highlight.found = hits.spans_of(self.text) if len(hits) else None
        self.viewport().update()
        self.looks_changed.emit()

    def align_with(self, areas: Sequence[SpanArea]) -> None:
        """Let each paragraph begin at the same height as in these areas; () for none.

        All have the same text and paragraphs; this one may be among them.
        """
        self._stack.align_with(area._stack for area in areas)
        self._sync()

    def scroll_like(self, area: SpanArea) -> None:
        """Scroll to the place of an aligned area, without `place_changed`."""
        self._window.scroll_like(area._window)
        places = [(paragraph, y) for paragraph, y, _ in self._window.visible()]
        self._sync(repaint=places != self._painted)
        area._sync(repaint=False)  # its paragraphs were laid out with these

    def scroll_to_byte(self, offset: float) -> None:
        """Bring a byte offset to the upper edge, without `place_changed`."""
        self._window.scroll_to_byte(offset)
        self._sync()

    def span_rects(self, span: int) -> list[QRectF]:
        """Return the rectangles of a span in viewport coordinates, those in sight only."""
        return self._window.span_rects(span)

    def span_at(self, point: QPointF, *, nearest: bool = False) -> int | None:
        """Return the span at a point of the viewport."""
        return self._window.span_at(point, nearest=nearest)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._look.colours.ground)
        span_painter = SpanPainter(self._look, self.text, self._highlight)
        self._painted = []
        for paragraph, y, layout in self._window.visible():
            self._painted.append((paragraph, y))
            area = QRectF(event.rect()).translated(-SPACE_M, -y)
            if area.bottom() < 0 or area.top() > layout.height:
                continue
            painter.save()
            painter.translate(SPACE_M, y)
            span_painter.paint(painter, layout, self._stack.hues(paragraph), area)
            painter.restore()
        painter.end()
        self._ahead.start()
        if self._stack.height != self._synced_height:
            self._sync(repaint=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.viewport().size()
        self._window.resize(max(size.width() - 2 * SPACE_M, 1), size.height() - SPACE_S)
        self._sync()

    def scrollContentsBy(self, _dx: int, dy: int) -> None:
        if self._is_scrolling:
            return
        moved = self._window.scroll(-dy, self.verticalScrollBar().value())
        if moved and abs(dy) < self.viewport().height():
            self.viewport().scroll(0, dy)  # what stays in sight is not painted again
            self._painted = []
            self._sync(repaint=False)
        else:
            self._sync()
        self.place_changed.emit(self.top_byte)

    def _sync(self, *, repaint: bool = True) -> None:
        """Let the scroll bar say where the viewport stands, without scrolling by that."""
        bar = self.verticalScrollBar()
        self._is_scrolling = True
        self._synced_height = self._stack.height
        bar.setPageStep(max(self.viewport().height(), 1))
        bar.setRange(0, self._window.scroll_range())
        bar.setValue(self._window.scroll_value())
        self._is_scrolling = False
        if repaint:
            self.viewport().update()

    def _prepare(self) -> None:
        """Lay out what comes next while nothing else is to do."""
        if self._window.prepare_next():
            self._sync(repaint=False)
            self._ahead.start()

    def _restyle(self) -> None:
        if self._look.refresh():
            self._stack.lay_out_again()
            self._window.reset(keep_place=True)
            self._sync()
        self.viewport().update()
