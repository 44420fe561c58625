"""MaskView: a view of spans with a margin that says who speaks, and a line where it is cut.

A role whose message begins above the upper edge stays in sight at the edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import Describe, SpanView
from workbench.ui.theme.theme import LINE_GAP, SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

MARGIN_WIDTH = 88


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of the text: a message, or what a template puts between two.

    start: its first byte, where a paragraph begins. title, words: two lines in the margin.
    is_cut: what follows is lost, a line says so.
    """

    start: int
    title: str
    words: str = ""
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A section in sight: from `top` to `end`; begins: its beginning is in sight, too."""

    section: Section
    top: int
    end: int
    begins: bool


class MaskView(SpanView):
    """Spans coloured by what is trained (`Colouring.SUPERVISED`), in sections."""

    def __init__(
        self, name: str, theme: Theme, describe: Describe, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, theme, describe, parent)
        self._sections: tuple[Section, ...] = ()
        self._shown: tuple[Placed, ...] = ()
        self._margin = _Margin(theme, self)
        self.setViewportMargins(MARGIN_WIDTH, 0, 0, 0)
        self.set_colouring(Colouring.SUPERVISED)
        theme.changed.connect(self._margin.update)

    def show_sections(
        self, text: SpanText, sections: Sequence[Section], *, keep_place: bool = False
    ) -> None:
        """Show a text whose `breaks` are where these sections start."""
        self._sections = tuple(sections)
        self.set_text(text, keep_place=keep_place)
        self._margin.update()

    def show_margin(self, wanted: bool) -> None:
        """Say at the left who speaks, or leave that to a view beside."""
        self._margin.setVisible(wanted)
        self.setViewportMargins(MARGIN_WIDTH if wanted else 0, 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._margin.setGeometry(QRect(inside.left(), inside.top(), MARGIN_WIDTH, inside.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        placed = tuple(self.placed())
        painter = QPainter(self.viewport())
        for each in placed:
            if each.begins and each.section.start:
                self._paint_line(painter, each)
        painter.end()
        if placed != self._shown:
            self._shown = placed
            self._margin.show_placed(placed)

    def _paint_line(self, painter: QPainter, each: Placed) -> None:
        is_cut = each.section.is_cut
        pen = QPen(self._theme.colour("warning" if is_cut else "hairline"), 2 if is_cut else 1)
        if is_cut:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        y = each.top - LINE_GAP
        painter.drawLine(0, y, self.viewport().width() - SPACE_M, y)

    def placed(self) -> Iterator[Placed]:
        """Where the sections in sight lie."""
        tops = {int(self.text.paragraphs[paragraph]): round(y)
                for paragraph, y, _ in self._window.visible()}  # fmt: skip
        if not tops or not self._sections:
            return
        first = min(tops)
        height = self.viewport().height()
        within = [each for each in self._sections if each.start in tops]
        above = [each for each in self._sections if each.start < first]
        end = tops[within[0].start] if within else height
        if above and end > 0:
            yield Placed(above[-1], 0, end, begins=False)
        for number, each in enumerate(within, 1):
            end = tops[within[number].start] if number < len(within) else height
            top = tops[each.start]
            yield Placed(each, max(top, 0), end, begins=top >= 0)


class _Margin(QWidget):
    """The margin at the left."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._placed: tuple[Placed, ...] = ()

    def show_placed(self, placed: tuple[Placed, ...]) -> None:
        self._placed = placed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        for each in self._placed:
            self._paint(painter, each)
        painter.fillRect(
            QRect(self.width() - 1, 0, 1, self.height()), self._theme.colour("hairline")
        )

    def _paint(self, painter: QPainter, each: Placed) -> None:
        section, theme = each.section, self._theme
        room = self.width() - SPACE_S - SPACE_XS
        y = each.top + LINE_GAP
        for words, role, bold in (
            (section.title, "warning" if section.is_cut else "text", True),
            (section.words, "muted_text", False),
        ):
            font = theme.font(TEXT_CAPTION, bold=bold)
            metrics = QFontMetrics(font)
            has_room = y + metrics.height() <= each.end or (bold and each.begins)
            if not words or not has_room:
                continue
            painter.setFont(font)
            painter.setPen(theme.colour(role))
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            line = QRect(SPACE_S, y, room, metrics.height())
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, shown)
            y += metrics.height()
