"""SpanView: text cut into coloured spans, painted; the view of tokens and of pre-tokens.

Only what the viewport shows is laid out and painted, so megabytes stay smooth.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from workbench.theme import SPACE_M, SPACE_S, Theme
from workbench.views.paragraph_stack import ParagraphStack
from workbench.views.span_colouring import Colouring
from workbench.views.span_look import SpanLook
from workbench.views.span_moves import SpanMoves
from workbench.views.span_painter import Highlight, SpanPainter
from workbench.views.span_text import SpanText
from workbench.views.viewport import Viewport

_AHEAD_MS = 10

Describe = Callable[[int], str]


class SpanView(QAbstractScrollArea):
    """Coloured spans with a boundary mark each; arrows move span by span.

    Signals (payload: the new value):
        current_changed: index of the current span, None without one.
        hovered_changed: index of the span under the pointer, or None.
        selection_changed: range of the selected spans, empty without a selection.
        span_activated: index of the span on which Enter was pressed, or that was double-clicked.
    """

    current_changed = Signal(object)
    hovered_changed = Signal(object)
    selection_changed = Signal(object)
    span_activated = Signal(object)

    def __init__(
        self, name: str, theme: Theme, describe: Describe, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._describe = describe
        self._theme = theme
        self._look = SpanLook(theme)
        self._stack = ParagraphStack(self._look)
        self._window = Viewport(self._stack)
        self._highlight = Highlight()
        self._moves = SpanMoves(self._stack)
        self._selection_start: int | None = None
        self._is_scrolling = False
        self._ahead = QTimer(self, singleShot=True, interval=_AHEAD_MS)
        self._ahead.timeout.connect(self._prepare)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().setSingleStep(round(self._look.bands(show_ids=False).text))
        theme.changed.connect(self._restyle)

    @property
    def text(self) -> SpanText:
        return self._stack.text

    @property
    def current(self) -> int | None:
        return self._highlight.current

    @property
    def selected(self) -> range:
        """The selected spans, the current one where nothing is selected."""
        if self._highlight.selected:
            return self._highlight.selected
        current = self.current
        return range(0) if current is None else range(current, current + 1)

    def set_text(self, text: SpanText, *, keep_place: bool = False) -> None:
        """Show another text; `keep_place` leaves the scroll position for a small edit."""
        self._stack.set_text(text)
        self._window.reset(keep_place=keep_place)
        self._highlight.selected = range(0)
        self._selection_start = None
        self._set_hovered(None)
        self._set_current(None)
        self._sync()

    def set_show_ids(self, show_ids: bool) -> None:
        """Show or hide the row of ids below the spans."""
        self._stack.set_show_ids(show_ids)
        self._sync()

    def set_colouring(self, colouring: Colouring) -> None:
        self._stack.set_colouring(colouring)
        self.viewport().update()

    def set_current(self, span: int | None, *, extend: bool = False) -> None:
        """Make a span the current one and bring it into sight; `extend` grows the selection."""
        if span is None or self.text.n_spans == 0:
            self._set_current(None)
            return
        span = min(max(span, 0), self.text.n_spans - 1)
        if not extend or self._selection_start is None:
            self._selection_start = span
            self._set_selected(range(0))
        else:
            first, last = sorted((self._selection_start, span))
            self._set_selected(range(first, last + 1))
        self._set_current(span)
        self._window.reveal(span)
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
        before = self._stack.height
        span_painter = SpanPainter(self._look, self.text, self._highlight)
        for paragraph, y, layout in self._window.visible():
            area = QRectF(event.rect()).translated(-SPACE_M, -y)
            if area.bottom() < 0 or area.top() > layout.height:
                continue
            painter.save()
            painter.translate(SPACE_M, y)
            span_painter.paint(painter, layout, self._stack.hues(paragraph), area)
            painter.restore()
        painter.end()
        self._ahead.start()
        if self._stack.height != before:
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
            self._sync(repaint=False)
        else:
            self._sync()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton:
            span = self.span_at(point, nearest=True)
            if span is not None and span != self.current:
                self.set_current(span, extend=True)
        else:
            self._set_hovered(self.span_at(point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            span = self.span_at(event.position(), nearest=True)
            if span is not None:
                self.set_current(span, extend=extend)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        span = self.span_at(event.position())
        if span is not None:
            self.span_activated.emit(span)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._set_hovered(None)
        elif event.type() is QEvent.Type.MouseButtonRelease:
            event.accept()
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        target = self._moves.target(event, self.current, self.viewport().height())
        if target is not None:
            self.set_current(target, extend=extend)
        elif (
            event.key() == Qt.Key.Key_A and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._selection_start = 0
            self._set_selected(range(self.text.n_spans))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.span_activated.emit(self.current)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._highlight.has_focus = event.type() is QEvent.Type.FocusIn
            if self._highlight.has_focus and self.current is None and self.text.n_spans:
                self.set_current(self._window.first_span())
            self.viewport().update()
        return super().event(event)

    def _set_selected(self, spans: range) -> None:
        if spans != self._highlight.selected:
            self._highlight.selected = spans
            self.viewport().update()
            self.selection_changed.emit(spans)

    def _set_current(self, span: int | None) -> None:
        if span == self._highlight.current:
            return
        self._highlight.current = span
        self.setAccessibleDescription("" if span is None else self._describe(span))
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )
        self.viewport().update()
        self.current_changed.emit(span)

    def _set_hovered(self, span: int | None) -> None:
        before = self._highlight.hovered
        if span != before:
            self._highlight.hovered = span
            for changed in (before, span):
                for rect in [] if changed is None else self.span_rects(changed):
                    self.viewport().update(rect.toAlignedRect().adjusted(-1, -1, 1, 1))
            self.hovered_changed.emit(span)

    def _sync(self, *, repaint: bool = True) -> None:
        """Let the scroll bar say where the viewport stands, without scrolling by that."""
        bar = self.verticalScrollBar()
        self._is_scrolling = True
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
        self._look.refresh()
        self.viewport().update()
