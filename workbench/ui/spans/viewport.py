"""Viewport: which paragraphs of a stack are in sight, and at which height.

The place is kept as a paragraph and pixels inside it, never as a sum of estimated heights: so
nothing in sight moves when a paragraph above turns out higher than estimated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from workbench.ui.spans.paragraph_layout import ParagraphLayout
from workbench.ui.spans.paragraph_stack import ParagraphStack
from workbench.ui.theme.theme import SPACE_M, SPACE_S

_MARGIN = float(SPACE_S)
_SAMPLES = 64


class Viewport:
    """A window of some height onto a ParagraphStack."""

    def __init__(self, stack: ParagraphStack) -> None:
        self._stack = stack
        self._height = 1.0
        self.anchor = 0
        self._samples: list[int] = []  # paragraphs to lay out when nothing else is to do
        self._inside = 0.0  # pixels of the anchor paragraph above the viewport

    def reset(self, *, keep_place: bool, is_same_text: bool = False) -> None:
        """Go to the top, or stay as near as the new text allows.

        is_same_text: only its spans are others; the fonts of its scripts are found already.
        """
        if not is_same_text:
            n = self._stack.n_paragraphs
            self._samples = np.linspace(0, n - 1, _SAMPLES).astype(int).tolist()
        if keep_place and self.anchor < self._stack.n_paragraphs:
            self._settle()
        else:
            self.anchor, self._inside = 0, 0.0

    def resize(self, width: float, height: float) -> None:
        share = self._inside / max(self._stack.layout(self.anchor).height, 1.0)
        self._height = max(float(height), 1.0)
        self._stack.set_width(width)
        self._inside = share * self._stack.layout(self.anchor).height
        self._settle()

    def visible(self) -> Iterator[tuple[int, float, ParagraphLayout]]:
        """Yield (paragraph, its top in the viewport, its layout) from top to bottom."""
        y = _MARGIN - self._inside
        paragraph = self.anchor
        while y < self._height + _MARGIN and paragraph < self._stack.n_paragraphs:
            layout = self._stack.layout(paragraph)
            yield paragraph, y, layout
            y += layout.height
            paragraph += 1

    def span_rects(self, span: int) -> list[QRectF]:
        """Return the rectangles of a span in viewport coordinates, those in sight only."""
        return [
            box.rect.translated(SPACE_M, y)
            for _, y, layout in self.visible()
            for box in layout.boxes_of(range(span, span + 1))
        ]

    def span_at(self, point: QPointF, *, nearest: bool) -> int | None:
        """Return the span at a point of the viewport, or the nearest one at its height."""
        for _, y, layout in self.visible():
            if y <= point.y() < y + layout.height:
                inside = QPointF(point.x() - SPACE_M, point.y() - y)
                return layout.nearest_span(inside) if nearest else layout.span_at(inside)
        return None

    def first_span(self) -> int:
        """Return the first span of the paragraph at the upper edge."""
        text = self._stack.text
        start, end = text.paragraphs[self.anchor : self.anchor + 2]
        return text.spans_between(int(start), int(end)).start

    def top_byte(self) -> float:
        """Return the byte offset at the upper edge; inside a line by the share above the edge."""
        tops, offsets = self._lines_of(self.anchor)
        return float(np.interp(self._inside, tops, offsets))

    def bottom_byte(self) -> float:
        """Return the byte offset at the lower edge, that of the end where more has room."""
        *_, (paragraph, y, _) = self.visible()
        tops, offsets = self._lines_of(paragraph)
        return float(np.interp(self._height - y, tops, offsets))

    def scroll_like(self, other: Viewport) -> None:
        """Show the same paragraphs at the same heights as the viewport of an aligned stack."""
        self.anchor, self._inside = other.anchor, other._inside
        self._settle()

    def scroll_to_byte(self, offset: float) -> None:
        """Put a byte offset, as `top_byte` gives it, to the upper edge."""
        self.anchor = self._stack.text.paragraph_at(int(offset))
        tops, offsets = self._lines_of(self.anchor)
        self._inside = float(np.interp(offset, offsets, tops))
        self._settle()

    def _lines_of(self, paragraph: int) -> tuple[list[float], list[float]]:
        """Return the tops of a paragraph's lines and the bytes they begin with, and of its end."""
        text, layout = self._stack.text, self._stack.layout(paragraph)
        start, end = (int(offset) for offset in text.paragraphs[paragraph : paragraph + 2])
        tops = [top for top, _ in layout.lines] or [0.0]
        offsets = [float(start)] + [float(end)] * (len(tops) - 1)
        for box in layout.boxes:
            line = bisect_right(tops, box.rect.center().y()) - 1
            if box.begins and line > 0:
                offsets[line] = min(offsets[line], float(text.bounds[box.span]))
        for line in range(len(tops) - 2, 0, -1):  # a line that no span begins on
            offsets[line] = min(offsets[line], offsets[line + 1])
        return [*tops, layout.height], [*offsets, float(end)]

    def prepare_next(self) -> bool:
        """Lay out one paragraph near the edges, so that scrolling finds it ready.

        Then some all over the text: a script's fonts are found when the script is first laid
        out, which takes longer than a frame. Returns False where all of them are.
        """
        *_, last = (paragraph for paragraph, _, _ in self.visible())
        for near in (last + 1, last + 2, self.anchor - 1):
            if 0 <= near < self._stack.n_paragraphs and not self._stack.is_laid_out(near):
                self._stack.prepare(near)
                return True
        if not self._samples:
            return False
        self._stack.prepare(self._samples.pop())
        return True

    def scroll(self, delta: int, value: int) -> bool:
        """Scroll by `delta` pixels, or far away to the scroll bar's `value`.

        Returns True where everything moved by exactly `delta`.
        """
        before, inside = self.anchor, self._inside
        self._scroll(delta, value)
        height = self._stack.known_height(before, self.anchor)
        return height is not None and height + self._inside - inside == delta

    def _scroll(self, delta: int, value: int) -> None:
        if value <= 0:
            self.anchor, self._inside = 0, 0.0
        elif value >= self.scroll_range():
            self._go_to_end()
        elif abs(delta) <= 2 * self._height:
            self._inside += delta
            self._settle()
        else:
            self.anchor = self._stack.at(value)
            share = value - self._stack.top(self.anchor)
            self._inside = min(share, self._stack.layout(self.anchor).height)
            self._settle()

    def reveal(self, span: int) -> None:
        """Scroll as little as needed to bring the first part of a span into sight."""
        paragraph = self._stack.paragraphs_of(span)[0]
        layout = self._stack.layout(paragraph)
        boxes = layout.boxes_of(range(span, span + 1))
        top = min((box.rect.top() for box in boxes), default=0.0)
        bottom = min((box.rect.bottom() for box in boxes), default=0.0)
        y = self._top_of(paragraph)
        if y is None:
            self.anchor, self._inside = paragraph, top - self._height / 3
        elif y + top < 0:
            self._inside += y + top - _MARGIN
        elif y + bottom > self._height:
            self._inside += y + bottom - self._height
        else:
            return
        self._settle()

    def scroll_range(self) -> int:
        """Return the scroll bar's maximum."""
        return max(0, round(self._stack.height + _MARGIN - self._height))

    def scroll_value(self) -> int:
        return round(self._stack.top(self.anchor) + self._inside)

    def _top_of(self, paragraph: int) -> float | None:
        """Return the top of a paragraph in the viewport, None where it is out of sight."""
        return next((y for seen, y, _ in self.visible() if seen == paragraph), None)

    def _settle(self) -> None:
        """Make the anchor the paragraph at the top edge, and stay inside the text."""
        stack = self._stack
        while self._inside < 0 and self.anchor > 0:
            self.anchor -= 1
            self._inside += stack.layout(self.anchor).height
        self._inside = max(self._inside, 0.0)
        last = stack.n_paragraphs - 1
        while self.anchor < last and self._inside >= stack.layout(self.anchor).height:
            self._inside -= stack.layout(self.anchor).height
            self.anchor += 1
        if self._space_below() > 0:
            self._go_to_end()

    def _space_below(self) -> float:
        """Return how many pixels below the last paragraph are in sight.

        No layout is needed if enough paragraphs follow to fill the window for certain: while the
        bar is dragged faster than the view paints, only painted paragraphs are laid out.
        """
        following = self._stack.n_paragraphs - self.anchor - 1
        if following * self._stack.least_height + _MARGIN >= self._height:
            return 0.0
        bottom = -self._inside
        for paragraph in range(self.anchor, self._stack.n_paragraphs):
            bottom += self._stack.layout(paragraph).height
            if bottom + _MARGIN >= self._height:
                return 0.0
        return self._height - bottom - _MARGIN

    def _go_to_end(self) -> None:
        """Put the end of the text at the lower edge, or the start at the upper one."""
        left = self._height - _MARGIN
        self.anchor = self._stack.n_paragraphs - 1
        left -= self._stack.layout(self.anchor).height
        while left > 0 and self.anchor > 0:
            self.anchor -= 1
            left -= self._stack.layout(self.anchor).height
        self._inside = max(0.0, -left)
