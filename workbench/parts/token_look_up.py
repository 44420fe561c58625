"""TokenLookUp: what is known of the token that is pointed at, in the strip and the inspector."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from workbench.numbers import NOTHING, grouped
from workbench.parts.token_columns import ColumnSpan, TokenColumns
from workbench.parts.token_strip import TokenStrip
from workbench.placeholders import fill
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.token_facts import inspection_of, merged_from, token_facts
from workbench.translation import counted
from workbench.visible_text import hex_of

_LONGEST_HEX = 48


class TokenLookUp(QObject):
    """Shows the hovered token in the strip, the current one there and in the inspector.

    Signals:
        token_requested: int, a token of the open tokenizer to show in the vocabulary.
        refused: the sentence that says why a token cannot be shown there.
    """

    token_requested = Signal(object)
    refused = Signal(object)

    def __init__(
        self, state: WorkbenchState, columns: TokenColumns, strip: TokenStrip, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._state, self._columns, self._strip = state, columns, strip
        self._current: ColumnSpan | None = None
        self._inspected: Inspection | None = None  # what this one showed in the inspector
        columns.current_changed.connect(self._show_current)
        columns.hovered_changed.connect(self._show_hovered)
        columns.span_activated.connect(self._ask_for)

    def ask_for_current(self) -> None:
        """Ask for the current token in the vocabulary."""
        if self._current is not None:
            self._ask_for(self._current)

    def _show_current(self, place: ColumnSpan) -> None:
        self._current = None if place.span is None else place
        self._show_in_strip(place)
        column = self._columns.columns[place.column]
        spans, encoded = column.view.text, column.encoded
        if place.span is None or encoded is None or spans.ids is None:
            self._leave_inspector()
            return
        token_id, start = int(spans.ids[place.span]), int(spans.bounds[place.span])
        times = int(np.count_nonzero(spans.ids == token_id))
        words = counted("TokenLookUp", "once", "%1 times", times)
        found = inspection_of(encoded.tokenizer, token_id, occurrences=words)
        facts = (
            Fact(
                self.tr("Token in the text"),
                fill(self.tr("%1 of %2"), grouped(place.span + 1), grouped(spans.n_spans)),
            ),
            Fact(self.tr("Byte in the text"), grouped(start)),
        )
        self._inspected = replace(found, facts=(*found.facts, *facts))
        self._state.inspect(self._inspected)

    def _leave_inspector(self) -> None:
        """Another text came: the token that the inspector speaks of may not be in it."""
        if self._inspected is not None and self._state.inspection == self._inspected:
            self._state.inspect(None)
        self._inspected = None

    def _show_hovered(self, place: ColumnSpan) -> None:
        self._show_in_strip(self._current if place.span is None else place)

    def _show_in_strip(self, place: ColumnSpan | None) -> None:
        if place is None or place.span is None or place.column >= len(self._columns.columns):
            self._strip.show_token()
            return
        column = self._columns.columns[place.column]
        spans = column.view.text
        if column.encoded is None or spans.ids is None or place.span >= spans.n_spans:
            self._strip.show_token()
            return
        tokenizer = column.encoded.tokenizer
        facts = token_facts(tokenizer, int(spans.ids[place.span]))
        self._strip.show_token(
            facts.text,
            str(facts.token_id),
            NOTHING if facts.rank is None else grouped(facts.rank),
            grouped(len(facts.data)),
            grouped(int(spans.bounds[place.span])),
            hex_of(facts.data[:_LONGEST_HEX]),
            merged_from(tokenizer, facts),
        )

    def _ask_for(self, place: ColumnSpan) -> None:
        column = self._columns.columns[place.column]
        ids = column.view.text.ids
        if ids is None or place.span is None:
            return
        if column.encoded is not None and column.encoded.tokenizer is self._state.tokenizer:
            self.token_requested.emit(int(ids[place.span]))
        else:
            words = self.tr("The vocabulary shows the open tokenizer; open %1 to see its tokens.")
            self.refused.emit(fill(words, column.name))
