"""ParagraphStack: the paragraphs of a text one below the other, laid out only where looked at.

Heights are estimates until a paragraph is laid out, so a text of megabytes opens at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import numpy as np

from workbench.ui.spans.display_text import build_display
from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.paragraph_layout import ParagraphLayout
from workbench.ui.spans.span_colouring import Colouring, Ringed, hues_of, shown_colouring
from workbench.ui.spans.span_painter import SpanLook
from workbench.ui.spans.span_text import SpanText

_KEPT_LAYOUTS = 300
_CELLS_PER_BYTE = 0.8  # between ASCII (1) and Chinese (2/3), Thai and Devanagari (1/3)


class ParagraphStack:
    """Layouts on demand, and where each paragraph lies. The width is that of the text alone."""

    def __init__(self, look: SpanLook) -> None:
        self._look = look
        self.text = SpanText.empty()
        self._width = 1.0
        self._overlays = USUAL
        self._colouring = Colouring.ALTERNATE
        self._ringed: Ringed | None = None
        self._layouts: OrderedDict[int, ParagraphLayout] = OrderedDict()
        self._hues: dict[int, dict[int, int]] = {}
        self._heights = np.zeros(1)
        self._tops: np.ndarray[tuple[int], np.dtype[np.float64]] | None = None
        self._beside: tuple[ParagraphStack, ...] = ()
        self._aligned: set[int] = set()
        self._estimate()

    def align_with(self, stacks: Iterable[ParagraphStack]) -> None:
        """Make paragraphs as high as in the highest of these stacks, which have the same ones."""
        self._beside = tuple(stack for stack in stacks if stack is not self)
        self._aligned.clear()

    @property
    def n_paragraphs(self) -> int:
        return self.text.n_paragraphs

    @property
    def height(self) -> float:
        """Height of everything, partly estimated."""
        return float(self._offsets()[-1])

    @property
    def least_height(self) -> float:
        """Height that every paragraph has at least: that of one line."""
        bands = self._look.bands(self._overlays)
        return bands.text + bands.rows + bands.gap

    def set_text(self, text: SpanText) -> None:
        """Show another text, whose paragraphs need not be those of the stacks beside."""
        for stack in self._beside:
            stack.align_with(each for each in stack._beside if each is not self)
        self._beside = ()
        self.text = text
        self._ringed = None
        self._estimate()

    def set_width(self, width: float) -> None:
        if width != self._width:
            self._width = width
            self._estimate()

    def set_overlays(self, overlays: Overlays) -> None:
        rows = (self._overlays.ids, self._overlays.bytes)
        self._overlays = overlays
        self._hues.clear()
        if rows != (overlays.ids, overlays.bytes):
            self._estimate()

    def lay_out_again(self) -> None:
        """Forget all layouts, because fonts changed."""
        self._estimate()

    def set_colouring(self, colouring: Colouring) -> None:
        self._colouring = colouring
        self._hues.clear()

    def set_ringed(self, ringed: Ringed | None) -> None:
        """Say which spans are ringed, bool[n], for colours that depend on it."""
        self._ringed = ringed
        self._hues.clear()

    def layout(self, paragraph: int) -> ParagraphLayout:
        """Return the layout of a paragraph, made now if need be."""
        found = self.prepare(paragraph)
        if self._beside and paragraph not in self._aligned:
            group = (self, *self._beside)
            height = max(stack.prepare(paragraph).own_height for stack in group)
            for stack in group:
                stack._take_height(paragraph, height)
        return found

    def prepare(self, paragraph: int) -> ParagraphLayout:
        """Lay a paragraph out without those beside it; `layout` gives it the common height."""
        found = self._layouts.get(paragraph)
        if found is None:
            look = self._look
            display = build_display(self.text, paragraph, look, self._overlays, self._width)
            bands = look.bands(self._overlays)
            found = ParagraphLayout(display, look.text_font, bands, self._width)
            self._layouts[paragraph] = found
            if not self._beside:
                self._note_height(paragraph, found.height)
            if len(self._layouts) > _KEPT_LAYOUTS:
                dropped, _ = self._layouts.popitem(last=False)
                self._aligned.discard(dropped)
        else:
            self._layouts.move_to_end(paragraph)
        return found

    def _take_height(self, paragraph: int, height: float) -> None:
        self._layouts[paragraph].height = height
        self._note_height(paragraph, height)
        self._aligned.add(paragraph)

    def _note_height(self, paragraph: int, height: float) -> None:
        if self._heights[paragraph] != height:
            self._heights[paragraph] = height
            self._tops = None

    def is_laid_out(self, paragraph: int) -> bool:
        return paragraph in self._layouts

    def known_height(self, start: int, end: int) -> float | None:
        """Return how far `end` lies below `start`, None where that would be an estimate."""
        low, high = min(start, end), max(start, end)
        known = self._aligned if self._beside else self._layouts
        if any(paragraph not in known for paragraph in range(low, high)):
            return None
        height = float(self._heights[low:high].sum())
        return height if end >= start else -height

    def hues(self, paragraph: int) -> dict[int, int]:
        """Return the hue of each span in a paragraph."""
        found = self._hues.get(paragraph)
        if found is None:
            start, end = self.text.paragraphs[paragraph : paragraph + 2]
            spans = self.text.spans_between(int(start), int(end))
            colouring = shown_colouring(self._colouring, self._overlays)
            found_hues = hues_of(self.text, spans, colouring, self._ringed)
            found = dict(zip(spans, found_hues, strict=True))
            if len(self._hues) > _KEPT_LAYOUTS:
                self._hues.clear()
            self._hues[paragraph] = found
        return found

    def top(self, paragraph: int) -> float:
        """Return where a paragraph begins."""
        return float(self._offsets()[paragraph])

    def at(self, y: float) -> int:
        """Return the paragraph at a height."""
        found = int(np.searchsorted(self._offsets(), y, "right")) - 1
        return min(max(found, 0), self.n_paragraphs - 1)

    def paragraphs_of(self, span: int) -> range:
        """Return the paragraphs in which a span has bytes."""
        bounds = self.text.bounds
        first = self.text.paragraph_at(int(bounds[span]))
        last = self.text.paragraph_at(max(int(bounds[span + 1]) - 1, 0))
        return range(first, last + 1)

    def _offsets(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        if self._tops is None:
            self._tops = np.concatenate(([0.0], np.cumsum(self._heights)))
        return self._tops

    def _estimate(self) -> None:
        look = self._look
        bands = look.bands(self._overlays)
        per_line = max(self._width / (look.character_width * _CELLS_PER_BYTE), 1.0)
        if self._overlays.has_rows:
            per_line *= 0.4 if self._overlays.bytes else 0.6
        lines = np.ceil(np.maximum(np.diff(self.text.paragraphs), 1) / per_line)
        self._heights = lines * (bands.text + bands.rows + bands.gap)
        self._tops = None
        self._layouts.clear()
        self._hues.clear()
        for stack in (self, *self._beside):
            stack._aligned.clear()
