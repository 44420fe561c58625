"""SpanView: coloured spans that answer pointer, keys and screen readers; tokens and pre-tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from workbench.signals import Signal
from workbench.ui.spans.paragraph_stack import ParagraphStack
from workbench.ui.spans.span_accessibility import announce, announce_text, speak_for
from workbench.ui.spans.span_area import SpanArea
from workbench.ui.spans.span_text import SpanText
from workbench.ui.theme.theme import Theme
from workbench.ui.words.tool_tips import is_tip_shown, show_tip

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class SpanMoves:
    """Finds the span that a key leads to from the current one.

    Left and right go span by span in the order of the text, also in right-to-left text.
    """

    def __init__(self, stack: ParagraphStack) -> None:
        self._stack = stack

    def target(self, event: QKeyEvent, current: int | None, page: float) -> int | None:
        """Return the span a key leads to, None where it is no such key or there are no spans."""
        n_spans = self._stack.text.n_spans
        if n_spans == 0:
            return None
        at = current if current is not None else 0
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        found: int | None = None
        if key in _STEPS and control:
            found = self._line_end(at, last=key is Qt.Key.Key_Right, whole=False, go_on=True)
        elif key in _STEPS:
            found = at if current is None else at + _STEPS[key]
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):  # with Ctrl by the page
            distance = page * 0.9 if control else 0.0
            found = self._vertical(at, down=key is Qt.Key.Key_Down, distance=distance)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            found = self._vertical(at, down=key is Qt.Key.Key_PageDown, distance=page * 0.9)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            found = self._line_end(at, last=key is Qt.Key.Key_End, whole=control)
        return None if found is None else min(max(found, 0), n_spans - 1)

    def beside(self, span: int, *, down: bool) -> int:
        """Return the span below or above."""
        return self._vertical(span, down=down, distance=0.0)

    def _line_end(self, span: int, *, last: bool, whole: bool, go_on: bool = False) -> int:
        """Return the first or last span of the line, or of the whole text.

        go_on: where `span` is that one already, the next line's.
        """
        if whole:
            return self._stack.text.n_spans - 1 if last else 0
        paragraph = self._stack.paragraphs_of(span)[0]
        boxes = self._stack.layout(paragraph).boxes
        own = next((box for box in boxes if box.span == span), None)
        if own is None:
            return span
        on_line = [box.span for box in boxes if _same_line(box.rect, own.rect)]
        found = max(on_line) if last else min(on_line)
        if found == span and go_on:
            beside = self._vertical(span, down=last, distance=0.0)
            return beside if beside == span else self._line_end(beside, last=last, whole=False)
        return found

    def _vertical(self, span: int, *, down: bool, distance: float) -> int:
        """Return the span above or below, at least `distance` pixels away."""
        paragraph = self._stack.paragraphs_of(span)[0]
        layout = self._stack.layout(paragraph)
        own = next((box.rect for box in layout.boxes if box.span == span), None)
        if own is None:
            return span
        wanted, found = own.center().x(), span
        for top, line_paragraph, line in self._lines(paragraph, down=down):
            away = top - own.top() if down else own.top() - top
            if away <= own.height() / 2:
                continue
            y = (line[0] + line[1]) / 2
            nearest = self._stack.layout(line_paragraph).nearest_span(QPointF(wanted, y))
            if nearest is not None:
                found = nearest
            if away >= distance:
                break
        return found

    def _lines(
        self, paragraph: int, *, down: bool
    ) -> Iterator[tuple[float, int, tuple[float, float]]]:
        """Yield (top relative to `paragraph`, paragraph, line), going away from it."""
        offset = 0.0
        while 0 <= paragraph < self._stack.n_paragraphs:
            layout = self._stack.layout(paragraph)
            for line in layout.lines if down else reversed(layout.lines):
                yield offset + line[0], paragraph, line
            if down:
                offset += layout.height
                paragraph += 1
            else:
                paragraph -= 1
                if paragraph >= 0:
                    offset -= self._stack.layout(paragraph).height


def _same_line(one: QRectF, other: QRectF) -> bool:
    return one.top() <= other.center().y() <= one.bottom() or (
        other.top() <= one.center().y() <= other.bottom()
    )


Describe = Callable[[int], str]


class SpanView(SpanArea):
    """Coloured spans with a boundary mark each; arrows move span by span.

    describe: what a screen reader and the tool tip say of a span. `set_ringed(mask)` rings spans,
    `set_overlays` chooses what is painted, `top_byte` and `scroll_to_byte` let views scroll
    together, `select_bytes` shows what was chosen in another view.

    Signals (payload: the new value):
        current_changed: index of the current span, None without one.
        hovered_changed: index of the span under the pointer, or None.
        selection_changed: range of the selected spans, empty without a selection.
        span_activated: index of the span on which Enter was pressed, or that was double-clicked.
    """

    current_changed: Signal[int | None] = Signal(object)
    hovered_changed: Signal[int | None] = Signal(object)
    selection_changed: Signal[range] = Signal(object)
    span_activated: Signal[int] = Signal(object)

    def __init__(
        self, name: str, theme: Theme, describe: Describe, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, theme, parent)
        speak_for(SpanView)
        self._describe = describe
        self._moves = SpanMoves(self._stack)
        self._selection_start: int | None = None
        self._is_quiet = False  # the current span comes from another view and was not announced
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

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

    def describe(self, span: int) -> str:
        """Return a span in words, as screen readers say it."""
        return self._describe(span)

    def set_text(self, text: SpanText, *, keep_place: bool = False) -> None:
        """Show another text; `keep_place` leaves the scroll position for a small edit."""
        super().set_text(text, keep_place=keep_place)
        self._highlight.selected = range(0)
        self._selection_start = None
        self._set_hovered(None)
        self._set_current(None)
        announce_text(self)

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
        self._bring_into_sight(span)

    def select_all(self) -> None:
        """Select every span."""
        self._selection_start = 0
        self._set_selected(range(self.text.n_spans))

    def select_bytes(self, start: int, end: int) -> None:
        """Select the spans that have bytes in start:end, without a signal and without scrolling."""
        spans = self.text.spans_between(start, end)
        spans = range(max(spans.start, 0), min(spans.stop, self.text.n_spans))
        self._selection_start = spans.start if spans else None
        self._highlight.selected = spans if len(spans) > 1 else range(0)
        self._highlight.current = spans.start if spans else None
        self._is_quiet = bool(spans)
        self.viewport().update()

    def reveal(self, span: int) -> None:
        """Bring a span into sight."""
        if 0 <= span < self.text.n_spans:
            self._bring_into_sight(span)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton:
            span = self.span_at(point, nearest=True)
            if span is None:
                span = self._span_beyond(point)
            if span is not None and span != self.current:
                self.set_current(span, extend=True)
        else:
            self._set_hovered(self.span_at(point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            span = self.span_at(event.position(), nearest=True)
            is_right = event.button() is Qt.MouseButton.RightButton
            if span is None or (is_right and span in self._highlight.selected):
                return  # the menu is about what is selected
            extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.set_current(span, extend=extend and not is_right)

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
        elif isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event.globalPos(), self.span_at(QPointF(event.pos())))
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        target = self._moves.target(event, self.current, self.viewport().height())
        if target is not None:
            self.set_current(target, extend=extend)
        elif event.key() == Qt.Key.Key_A and control:
            self.select_all()
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

    def _span_beyond(self, point: QPointF) -> int | None:
        """Return the span next to the edge over which the pointer drags, so that text follows."""
        current = self.current
        if current is None or 0 <= point.y() < self.viewport().height():
            return None
        return self._moves.beside(current, down=point.y() > 0)

    def _bring_into_sight(self, span: int) -> None:
        before = self.verticalScrollBar().value()
        self._window.reveal(span)
        self._sync()
        if self.verticalScrollBar().value() != before:
            self.place_changed.emit(self.top_byte)

    def _set_selected(self, spans: range) -> None:
        if spans != self._highlight.selected:
            self._highlight.selected = spans
            self.viewport().update()
            self.selection_changed.emit(spans)

    def _set_current(self, span: int | None) -> None:
        if span == self._highlight.current and not self._is_quiet:
            return
        self._is_quiet = False
        self._highlight.current = span
        announce(self, "" if span is None else self._describe(span))
        self.viewport().update()
        self.current_changed.emit(span)

    def _set_hovered(self, span: int | None) -> None:
        before = self._highlight.hovered
        if span != before:
            self._highlight.hovered = span
            for changed in (before, span):
                for rect in [] if changed is None else self.span_rects(changed):
                    self.viewport().update(rect.toAlignedRect().adjusted(-1, -1, 1, 1))
            if is_tip_shown():  # the next token is described at once
                self._show_tip(QCursor.pos(), span)
            self.hovered_changed.emit(span)

    def _show_tip(self, place: QPoint, span: int | None) -> None:
        show_tip(place, "" if span is None else self._describe(span), self.viewport())
