"""PatternComparison: one text cut twice, side by side, only what differs in colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from engine.compiled import Bools, Int64s, UInt8s
from engine.splitting import SpanDifference, span_difference
from workbench.pretoken_facts import pretoken_words
from workbench.theme import SPACE_M, SPACE_S, Theme
from workbench.views.span_colouring import N_HUES, NO_HUE, Colouring
from workbench.views.span_text import PLAIN, UNMATCHED, SpanText
from workbench.views.span_view import SpanView
from workbench.widgets.labels import label


@dataclass(frozen=True, eq=False)
class CutSide:
    """One side: bounds int64[n + 1], matched bool[n] or None where all are, hues uint8[n]."""

    title: str
    bounds: Int64s
    matched: Bools | None = None
    hues: UInt8s | None = None


class PatternComparison(QWidget):
    """Both sides scroll together; spans that the other side has not are ringed and coloured.

    Signals:
        place_changed: the number of the difference on show, from 1, and of all, as a tuple.
    """

    place_changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._difference: SpanDifference | None = None
        self._place = 0
        self.left = SpanView(self.tr("Cuts to compare with"), theme, self._describe_left)
        self.right = SpanView(self.tr("Cuts of the edited pattern"), theme, self._describe_right)
        self._titles = [label("", "section"), label("", "section")]
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        for title, view in zip(self._titles, (self.left, self.right), strict=True):
            view.set_colouring(Colouring.GIVEN)
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(SPACE_S)
            title.setContentsMargins(SPACE_M, 0, 0, 0)
            column.addWidget(title)
            column.addWidget(view, 1)
            halves.addWidget(side)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(halves)
        self.left.place_changed.connect(self.right.scroll_to_byte)
        self.right.place_changed.connect(self.left.scroll_to_byte)
        self.left.current_changed.connect(self._choose_left)
        self.right.current_changed.connect(self._choose_right)

    @property
    def n_places(self) -> int:
        """Stretches of the text that both sides cut differently."""
        return 0 if self._difference is None else len(self._difference)

    @property
    def place(self) -> int:
        """The number of the difference gone to last, from 1; 0 for none yet."""
        return self._place

    def show_cuts(self, data: bytes, left: CutSide, right: CutSide) -> None:
        """Show one text as both cut it; the place stays."""
        self._difference = span_difference([left.bounds, right.bounds]) if data else None
        self._place = 0
        for view, side, title in zip(
            (self.left, self.right), (left, right), self._titles, strict=True
        ):
            title.setText(side.title)
            marks = self._marks(side)
            view.set_text(_span_text(data, side, marks), keep_place=True)
            view.set_ringed(marks)
        self.place_changed.emit((0, self.n_places))

    def go(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) difference, from one end to the other."""
        if self._difference is None or not len(self._difference):
            return
        if self._place == 0:
            index = 0 if step > 0 else len(self._difference) - 1
        else:
            index = (self._place - 1 + step) % len(self._difference)
        self._place = index + 1
        start, end = (int(offset) for offset in self._difference.stretches[index])
        for view in (self.right, self.left):
            spans = view.text.spans_between(start, end)
            view.select_bytes(start, end)
            view.reveal(spans.start)
        self.left.scroll_to_byte(self.right.top_byte)
        self.place_changed.emit((self._place, self.n_places))

    def _marks(self, side: CutSide) -> Bools:
        if self._difference is None:
            return np.zeros(len(side.bounds) - 1, np.bool_)
        return self._difference.marks(side.bounds)

    def _choose_left(self, span: int | None) -> None:
        self._choose_beside(self.left, self.right, span)

    def _choose_right(self, span: int | None) -> None:
        self._choose_beside(self.right, self.left, span)

    def _choose_beside(self, view: SpanView, other: SpanView, span: int | None) -> None:
        """Show in the other view the same bytes."""
        if span is not None and len(view.text.data) == len(other.text.data):
            start, end = view.text.bounds[span : span + 2]
            other.select_bytes(int(start), int(end))

    def _describe_left(self, span: int) -> str:
        return _words(self.left.text, span)

    def _describe_right(self, span: int) -> str:
        return _words(self.right.text, span)


def _span_text(data: bytes, side: CutSide, marks: Bools) -> SpanText:
    n = len(side.bounds) - 1
    matched = np.ones(n, np.bool_) if side.matched is None else side.matched
    coloured = np.arange(n) % N_HUES if side.hues is None else side.hues
    hues = np.where(marks, coloured, NO_HUE).astype(np.uint8)
    kinds = np.where(matched | ~marks, PLAIN, UNMATCHED).astype(np.uint8)
    return SpanText(data, side.bounds.copy(), kinds=kinds, hues=hues)


def _words(text: SpanText, span: int) -> str:
    return pretoken_words(
        text.span_bytes(span),
        number=span,
        total=text.n_spans,
        matched=text.kind(span) != UNMATCHED,
    )
