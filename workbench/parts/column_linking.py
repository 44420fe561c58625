"""ColumnLinking: what one column has at the same bytes as another, and where all differ."""

from __future__ import annotations

import numpy as np

from workbench.parts.text_encoding import EncodedColumns
from workbench.parts.token_column import TokenColumn


class ColumnLinking:
    """Lets columns over one text follow each other. `columns` is shared with whoever owns them."""

    def __init__(self, columns: list[TokenColumn]) -> None:
        self._columns = columns
        self.encoded: EncodedColumns | None = None
        self.is_busy = False  # what a column says now was caused here

    @property
    def n_differences(self) -> int | None:
        """How many differences there are, None where nothing is compared."""
        found = None if self.encoded is None else self.encoded.difference
        return None if found is None else len(found)

    def fits(self, column: TokenColumn) -> bool:
        """Return whether a column cuts the very text that is compared."""
        found = self.encoded
        return found is not None and any(
            each is column.encoded and is_compared
            for each, is_compared in zip(found.columns, found.compared, strict=True)
        )

    def comparable(self, active: TokenColumn) -> TokenColumn | None:
        """Return the active column, or the first one that is compared, None for none."""
        return next((each for each in (active, *self._columns) if self.fits(each)), None)

    def follow(self, column: TokenColumn, offset: float) -> None:
        """Scroll the other columns to the byte at the upper edge of one."""
        if self.is_busy:
            return
        length = max(len(column.view.text.data), 1)
        for other in self._columns:
            if other is not column and other.encoded is not None:
                scale = 1.0 if self.fits(other) else len(other.view.text.data) / length
                other.view.scroll_to_byte(offset * scale)

    def select(self, column: TokenColumn) -> None:
        """Select in the other columns the bytes that are selected in one."""
        spans, bounds = column.view.selected, column.view.text.bounds
        if not spans or not self.fits(column):
            return
        start, end = int(bounds[spans.start]), int(bounds[spans.stop])
        self.is_busy = True
        for other in self._columns:
            if other is not column and self.fits(other):
                other.view.select_bytes(start, end)
                first = other.view.selected.start
                if not other.view.span_rects(first):
                    other.view.reveal(first)
        self.is_busy = False

    def difference_at(self, column: TokenColumn, span: int) -> int | None:
        """Return the number of the difference in which a span lies, None for none."""
        found = None if self.encoded is None else self.encoded.difference
        if found is None or not len(found) or not self.fits(column):
            return None
        start = int(column.view.text.bounds[span])
        number = int(np.searchsorted(found.stretches[:, 0], start, "right")) - 1
        return number if number >= 0 and start < found.stretches[number, 1] else None

    def step(self, column: TokenColumn, by: int) -> int | None:
        """Go to the next difference (1) or the previous one (-1) and select it; its number."""
        found = None if self.encoded is None else self.encoded.difference
        if found is None or not len(found):
            return None
        view = column.view
        bounds, current = view.text.bounds, view.current
        if current is None:
            offset = int(view.top_byte) - (1 if by > 0 else 0)
        else:
            offset = int(bounds[current])
        number = found.following(offset) if by > 0 else found.preceding(offset)
        start, end = (int(place) for place in found.stretches[number])
        first = int(np.searchsorted(bounds, start))
        last = int(np.searchsorted(bounds, end)) - 1
        view.reveal(last)
        view.set_current(first)
        if last > first:
            view.select_bytes(start, end)
            self.select(column)
        return number
