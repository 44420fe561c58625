"""What a screen reader hears of a view of spans: the text around, the cursor, each span in words.

Qt builds one interface for each view by the factory installed here. As a text it offers the
paragraph of the current span, not megabytes, with the cursor where the span begins; its value
says the current span in words (text, id, bytes), and every move is also announced.
"""

# ruff: noqa: N802  the interfaces of accessibility keep the spelling of Qt

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTextCursorEvent,
    QAccessibleTextInterface,
    QAccessibleTextUpdateEvent,
)
from PySide6.QtWidgets import QAccessibleWidget

from workbench.text.visible_text import is_utf8, visible
from workbench.ui.spans.span_text import SpanText

if TYPE_CHECKING:
    from workbench.ui.spans.span_view import SpanView

# The class that is spoken for, once the factory is installed.
_spoken_class: list[type[SpanView]] = []


class SpokenParagraph:
    """One paragraph as a screen reader has it: `text`, and where each span begins in it.

    Places are UTF-16 code units, as Qt counts. A span that is no whole character stands as its
    bytes in angle brackets.
    """

    def __init__(self, text: SpanText, paragraph: int) -> None:
        start, end = (int(offset) for offset in text.paragraphs[paragraph : paragraph + 2])
        self.spans = text.spans_between(start, end)
        pieces = [_words(text.span_bytes(span)) for span in self.spans]
        self._encoded = "".join(pieces).encode("utf-16-le")
        self._starts = [0]
        for piece in pieces:
            self._starts.append(self._starts[-1] + len(piece.encode("utf-16-le")) // 2)

    @property
    def length(self) -> int:
        return len(self._encoded) // 2

    def part(self, start: int, end: int) -> str:
        """Return the text from place `start` to `end`, -1 for the end of all."""
        end = self.length if end < 0 else end
        return self._encoded[2 * max(start, 0) : 2 * end].decode("utf-16-le", "replace")

    def place_of(self, span: int) -> int:
        """Return where a span begins; 0 for one that is elsewhere."""
        return self._starts[span - self.spans.start] if span in self.spans else 0

    def span_at(self, place: int) -> int:
        """Return the span at a place, the last one behind the end."""
        before = sum(1 for start in self._starts[1:] if start <= place)
        return self.spans.start + min(before, max(len(self.spans) - 1, 0))


class _SpanTexts(QAccessibleTextInterface):
    """The text interface. It reports no selection: PySide gives no way to say where one is."""

    def __init__(self, view: SpanView) -> None:
        super().__init__()
        self._view = view
        self._known: tuple[SpanText, int, SpokenParagraph] | None = None

    def characterCount(self) -> int:
        return self._paragraph().length

    def text(self, start: int, end: int) -> str:
        return self._paragraph().part(start, end)

    def cursorPosition(self) -> int:
        current = self._view.current
        return 0 if current is None else self._paragraph().place_of(current)

    def setCursorPosition(self, position: int) -> None:
        if self._view.text.n_spans:
            self._view.set_current(self._paragraph().span_at(position))

    def characterRect(self, offset: int) -> QRect:
        if not self._view.text.n_spans:
            return QRect()
        rects = self._view.span_rects(self._paragraph().span_at(offset))
        if not rects:
            return QRect()
        rect = rects[0].toAlignedRect()
        return QRect(self._view.viewport().mapToGlobal(rect.topLeft()), rect.size())

    def offsetAtPoint(self, point: QPoint) -> int:
        local = self._view.viewport().mapFromGlobal(point).toPointF()
        span = self._view.span_at(local)
        paragraph = self._paragraph()
        return paragraph.place_of(span) if span is not None and span in paragraph.spans else -1

    def selectionCount(self) -> int:
        return 0

    def addSelection(self, _start: int, _end: int) -> None:
        """Nothing: there is one cursor."""

    def removeSelection(self, _number: int) -> None:
        """Nothing: there is one cursor."""

    def setSelection(self, _number: int, start: int, _end: int) -> None:
        self.setCursorPosition(start)

    def scrollToSubstring(self, start: int, _end: int) -> None:
        if self._view.text.n_spans:
            self._view.reveal(self._paragraph().span_at(start))

    def _paragraph(self) -> SpokenParagraph:
        text, current = self._view.text, self._view.current
        number = 0 if current is None else text.paragraph_at(int(text.bounds[current]))
        known = self._known
        if known is None or known[0] is not text or known[1] != number:
            known = self._known = (text, number, SpokenParagraph(text, number))
        return known[2]


class SpanInterface(QAccessibleWidget):
    """A view of spans for Qt's accessibility: read-only text whose value is the current span."""

    def __init__(self, view: SpanView) -> None:
        super().__init__(view, QAccessible.Role.Document)
        self._view = view
        self._texts = _SpanTexts(view)

    # PySide declares the address of C++, and takes the interface itself.
    def interface_cast(  # type: ignore[override]
        self, kind: QAccessible.InterfaceType
    ) -> object:
        if kind == QAccessible.InterfaceType.TextInterface:
            return self._texts
        return super().interface_cast(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        state.readOnly = state.multiLine = state.selectableText = 1
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Value:
            current = self._view.current
            return "" if current is None else self._view.describe(current)
        return super().text(kind)


def speak_for(view_class: type[SpanView]) -> None:
    """Let Qt make a SpanInterface for every view of a class; the first call alone has an effect."""
    if not _spoken_class:
        _spoken_class.append(view_class)
        QAccessible.installFactory(_interface_of)


def announce(view: SpanView, words: str) -> None:
    """Tell screen readers that another span is the current one."""
    view.setAccessibleDescription(words)
    QAccessible.updateAccessibility(QAccessibleEvent(view, QAccessible.Event.DescriptionChanged))
    if QAccessible.isActive() and words:
        interface = QAccessible.queryAccessibleInterface(view)
        place = interface.textInterface().cursorPosition()
        QAccessible.updateAccessibility(QAccessibleTextCursorEvent(view, place))
        if view.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, words))


def announce_text(view: SpanView) -> None:
    """Tell screen readers that another text is on show."""
    if QAccessible.isActive():
        interface = QAccessible.queryAccessibleInterface(view)
        beginning = interface.textInterface().text(0, -1)
        QAccessible.updateAccessibility(QAccessibleTextUpdateEvent(view, 0, "", beginning))


def _interface_of(_class_name: str, about: QObject | None) -> QAccessibleInterface | None:
    view_class = _spoken_class[0]
    if isinstance(about, view_class):
        return SpanInterface(about)
    return None


def _words(data: bytes) -> str:
    return data.decode() if is_utf8(data) else visible(data)
