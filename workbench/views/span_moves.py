"""SpanMoves: where the keys lead from the current span."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from workbench.views.paragraph_stack import ParagraphStack

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class SpanMoves:
    """Left and right go span by span in the order of the text, also in right-to-left text."""

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
