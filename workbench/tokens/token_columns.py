"""One to four tokenizers over the same text, scrolled and selected together.

`TokenColumns` arranges the columns, `ColumnLinking` moves them together, `DifferenceBar` shows how
much they differ, `TokenOptions` chooses the colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QSplitter, QWidget

from workbench.signals import Signal
from workbench.text.numbers import grouped, percent
from workbench.text.placeholders import fill
from workbench.tokens.text_encoding import EncodedColumns
from workbench.tokens.token_column import TokenColumn
from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.theme import SPACE_S, Theme
from workbench.ui.widgets.buttons import step_button
from workbench.ui.widgets.head_controls import HeadControls
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted
from workbench.work.comparison import Baseline

if TYPE_CHECKING:
    from typing import Literal

    from engine.encoding import SpecialHandling
    from workbench.store import RunSummary


class ColumnLinking:
    """Selects and scrolls the same bytes in all columns. `columns` is the owner's list."""

    def __init__(self, columns: list[TokenColumn]) -> None:
        self._columns = columns
        self.encoded: EncodedColumns | None = None
        self.is_busy = False  # what a column says now was caused here

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
        """Scroll the other columns to the place of one; offset: the byte at its upper edge."""
        if self.is_busy:
            return
        length = max(len(column.view.text.data), 1)
        for other in self._columns:
            if other is column or other.encoded is None:
                continue
            if self.fits(other) and self.fits(column):
                other.view.scroll_like(column.view)
            else:
                other.view.scroll_to_byte(offset * len(other.view.text.data) / length)

    def align(self) -> None:
        """Let each line begin at the same height in all columns that are compared."""
        views = [column.view for column in self._columns if self.fits(column)]
        for view in views:
            view.align_with(views)

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


class ColumnSpan(NamedTuple):
    """A span in one of the columns, both counted from 0; span None for none."""

    column: int
    span: int | None


class ColumnSource(NamedTuple):
    """The tokenizer for a column, counted from 0 without the open one's column."""

    column: int
    source: Baseline


class DifferenceBar(QWidget):
    """One line: share of bytes that are split differently, differences, next and previous."""

    def __init__(
        self, previous: QAction, following: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._share = label("", "big")
        self._words = ElidedLabel("", "caption")
        self._place = label("")
        self._n_differences: int | None = None
        horizontal(
            self._share,
            self._words,
            step_button(previous, Qt.ArrowType.LeftArrow),
            step_button(following, Qt.ArrowType.RightArrow),
            self._place,
            STRETCH,
            parent=self,
            spacing=SPACE_S,
        )

    @property
    def texts(self) -> tuple[str, str, str]:
        """The share, what it means, and which difference is on show."""
        return self._share.text(), self._words.text(), self._place.text()

    def show_encoded(self, encoded: EncodedColumns | None) -> None:
        """Show how much the columns differ; None while it is not known."""
        found = None if encoded is None else encoded.difference
        self._n_differences = None if found is None else len(found)
        share = None if found is None else found.share
        self._share.setText("–" if share is None else percent(share))
        words = ""
        if encoded is not None and found is None:
            words = self.tr("Nothing to compare yet")
        elif encoded is not None:
            words = self.tr("of bytes differ")
        self._words.setText(words)
        if total := self._n_differences:  # a step moves nothing
            widest = self._place.fontMetrics().horizontalAdvance(_place_words(total, total))
            self._place.setMinimumWidth(widest)
        self.show_place(None)

    def show_place(self, number: int | None) -> None:
        """Say which difference is on show, counted from 0."""
        total = self._n_differences
        if not total:
            self._place.setText("" if total is None else self.tr("No difference"))
        elif number is None:
            words = counted("DifferenceBar", "1 difference", "%1 differences", total)
            self._place.setText(words)
        else:
            self._place.setText(_place_words(number + 1, total))


def _place_words(number: int, total: int) -> str:
    words = QCoreApplication.translate("DifferenceBar", "Difference %1 of %2")
    return fill(words, grouped(number), grouped(total))


class TokenColumns(QWidget):
    """The columns. The active one was used last; its selection is shown in all.

    Signals:
        current_changed: ColumnSpan.
        span_activated: ColumnSpan, Enter or a double click.
        active_changed: the active SpanView.
        difference_changed: number of the difference with the current span, None for none.
        removed: number of the column to remove, counted from 0 without the open tokenizer's.
        replaced: ColumnSource.
        installation_requested: tuple of modules that a column needs.
    """

    current_changed: Signal[ColumnSpan] = Signal(object)
    span_activated: Signal[ColumnSpan] = Signal(object)
    active_changed: Signal[SpanView] = Signal(object)
    difference_changed: Signal[int | None] = Signal(object)
    removed: Signal[int] = Signal(object)
    replaced: Signal[ColumnSource] = Signal(object)
    installation_requested: Signal[tuple[str, ...]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._columns: list[TokenColumn] = []
        self._actions: tuple[QAction, ...] = ()
        self._linking = ColumnLinking(self._columns)
        self._active = 0
        self._choices: tuple[Sequence[RunSummary], Sequence[Baseline]] = ((), ())
        self._colouring, self._overlays = Colouring.ALTERNATE, USUAL
        self._resized = QTimer(self, singleShot=True)
        self._resized.timeout.connect(self._scroll_like_active)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.splitterMoved.connect(self._follow_at_once)
        vertical(self._splitter, parent=self)
        self._add()
        self._columns[0].set_head("", is_first=True, is_alone=True)

    @property
    def columns(self) -> tuple[TokenColumn, ...]:
        return tuple(self._columns)

    @property
    def active(self) -> TokenColumn:
        return self._columns[self._active]

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Put actions into the context menu of every column."""
        self._actions = tuple(actions)
        for column in self._columns:
            self._offer_actions(column.view)

    def set_names(self, names: Sequence[str]) -> None:
        """Have a column for each name, the open tokenizer's first."""
        while len(self._columns) < len(names):
            self._add()
        while len(self._columns) > max(len(names), 1):
            column = self._columns.pop()
            column.view.removeEventFilter(self)  # it is not asked about a view being destroyed
            column.hide()
            column.show_nothing("")  # the text is large, and the widget goes in its own time
            column.setParent(None)
            column.deleteLater()
        for number, (column, name) in enumerate(zip(self._columns, names, strict=True)):
            column.set_head(name, is_first=number == 0, is_alone=len(names) == 1)
        if self._active >= len(self._columns):
            self._activate(0)
        self._splitter.setSizes([1000] * len(self._columns))

    def set_choices(self, runs: Sequence[RunSummary], baselines: Sequence[Baseline]) -> None:
        """Offer these tokenizers where a column is replaced."""
        self._choices = (runs, baselines)
        for column in self._columns:
            column.sources.set_choices(runs, baselines)

    def set_colouring(self, colouring: Colouring) -> None:
        """Say what the colours of the tokens mean."""
        self._colouring = colouring
        for column in self._columns:
            self._dress(column.view)

    def set_overlays(self, overlays: Overlays) -> None:
        """Say what is shown of the tokens."""
        self._overlays = overlays
        for column in self._columns:
            self._dress(column.view)

    def show_encoded(self, encoded: EncodedColumns, places: Sequence[int]) -> None:
        """Show a text. places: the column of each encoded text."""
        is_edit = self._linking.encoded is not None
        self._linking.encoded = encoded
        top = self._columns[0].view.top_byte
        for number, place in enumerate(places):
            self._columns[place].show_encoded(encoded, number, keep_place=is_edit)
        self._linking.align()
        self.difference_changed.emit(None)
        if len(places) > 1:
            self._linking.follow(self._columns[places[0]], min(top, len(encoded.data)))

    def show_pending(self, words: str) -> None:
        """Take away the tokens of another text or tokenizer and say what is waited for."""
        self._linking.encoded = None
        for column in self._columns:
            if column.encoded is not None:
                column.show_nothing(words)
        self.difference_changed.emit(None)

    def show_next_difference(self) -> None:
        """Go to the next difference and select it in all columns, round and round."""
        self._step(1)

    def show_previous_difference(self) -> None:
        """Go to the difference before and select it in all columns."""
        self._step(-1)

    def _step(self, by: int) -> None:
        column = self._linking.comparable(self.active)
        if column is not None:
            self.difference_changed.emit(self._linking.step(column, by))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make the column active that gets the focus; keep resized columns at one place."""
        if event.type() is QEvent.Type.Resize:
            self._resized.start()
        elif event.type() is QEvent.Type.FocusIn:
            for number, column in enumerate(self._columns):
                if column.view is watched:
                    self._activate(number)
        return super().eventFilter(watched, event)

    def _add(self) -> None:
        column = TokenColumn(self._theme)
        column.current_changed.connect(self._note_current)
        column.selection_changed.connect(self._note_selection)
        column.span_activated.connect(self._note_activated)
        column.place_changed.connect(self._note_place)
        column.remove_requested.connect(self._ask_to_remove)
        column.installation_requested.connect(self.installation_requested)
        column.source_chosen.connect(self._ask_to_replace)
        column.sources.set_choices(*self._choices)
        column.view.installEventFilter(self)
        self._offer_actions(column.view)
        self._dress(column.view)
        self._columns.append(column)
        self._splitter.addWidget(column)
        for before, after in pairwise(self._columns):
            QWidget.setTabOrder(before.view, after.view)

    def _offer_actions(self, view: SpanView) -> None:
        view.addActions(self._actions)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _dress(self, view: SpanView) -> None:
        view.set_colouring(self._colouring)
        view.set_overlays(self._overlays)

    def _activate(self, number: int) -> None:
        if number != self._active:
            self._active = number
            self.active_changed.emit(self._columns[number].view)

    def _note_current(self, what: tuple[TokenColumn, int | None]) -> None:
        column, span = what
        if column not in self._columns or self._linking.is_busy:
            return
        number = self._columns.index(column)
        if span is not None:
            self._activate(number)
            self._linking.select(column)
            self.difference_changed.emit(self._linking.difference_at(column, span))
        self.current_changed.emit(ColumnSpan(number, span))

    def _note_selection(self, what: tuple[TokenColumn, range]) -> None:
        column, spans = what
        if spans and column in self._columns:
            self._linking.select(column)

    def _note_activated(self, what: tuple[TokenColumn, int]) -> None:
        column, span = what
        self.span_activated.emit(ColumnSpan(self._columns.index(column), span))

    def _follow_at_once(self, _position: int, _index: int) -> None:
        """Align columns whose border is dragged before they are painted, not once more after."""
        self._resized.stop()
        self._scroll_like_active()

    def _scroll_like_active(self) -> None:
        self._linking.follow(self.active, self.active.view.top_byte)

    def _note_place(self, what: tuple[TokenColumn, float]) -> None:
        column, offset = what
        self._linking.follow(column, offset)

    def _ask_to_remove(self, column: TokenColumn) -> None:
        self.removed.emit(self._columns.index(column) - 1)

    def _ask_to_replace(self, what: tuple[TokenColumn, Baseline]) -> None:
        column, source = what
        self.replaced.emit(ColumnSource(self._columns.index(column) - 1, source))


class TokenOptions(HeadControls):
    """The controls of the head: those given first, then colours and special tokens.

    Signals:
        special_changed: "text", "parse" or "reject".
        colouring_changed: Colouring.
    """

    special_changed: Signal[Literal["text", "parse", "reject"]] = Signal(object)
    colouring_changed: Signal[Colouring] = Signal(object)

    def __init__(self, first: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(least=0, usual=2, parent=parent)
        self._is_comparing = False
        self._special = QComboBox()
        for word, value in (
            (self.tr("Special tokens as text"), "text"),
            (self.tr("Parse special tokens"), "parse"),
            (self.tr("Reject special tokens"), "reject"),
        ):
            self._special.addItem(word, value)
        self._special.setAccessibleName(self.tr("Special tokens in the text"))
        self._colouring = QComboBox()
        self._colouring.addItem(self.tr("Alternating colours"), Colouring.ALTERNATE)
        self._colouring.addItem(self.tr("Colour by id"), Colouring.BY_ID)
        self._colouring.addItem(self.tr("Highlight differences"), Colouring.DIFFERENCES)
        self._colouring.setAccessibleName(self.tr("Colours"))
        for control in (*first, self._colouring, self._special):
            self.add(control)
        self._special.currentIndexChanged.connect(self._tell_special)
        self._colouring.currentIndexChanged.connect(self._tell_colouring)

    @property
    def special(self) -> SpecialHandling:
        """What a special token in the text means."""
        return cast("SpecialHandling", self._special.currentData())

    @property
    def colouring(self) -> Colouring:
        """What the colours of the tokens mean."""
        return Colouring(self._colouring.currentData())

    def set_special(self, special: str) -> None:
        self._special.setCurrentIndex(self._special.findData(special))

    def set_colouring(self, colouring: Colouring) -> None:
        self._colouring.setCurrentIndex(self._colouring.findData(colouring))

    def note_comparing(self, comparing: bool) -> None:
        """Colour what differs where tokenizers are compared, unless the person chose otherwise."""
        usual = (Colouring.ALTERNATE, Colouring.DIFFERENCES)
        if comparing != self._is_comparing and self.colouring is usual[int(not comparing)]:
            self.set_colouring(usual[int(comparing)])
        self._is_comparing = comparing

    def allow_special(self, allowed: bool) -> None:
        """Offer the choice only where a tokenizer has special tokens."""
        self._special.setEnabled(allowed)
        words = self.tr("No tokenizer here has special tokens")
        self._special.setToolTip(plain_tip("" if allowed else words))

    def _tell_special(self) -> None:
        self.special_changed.emit(self.special)

    def _tell_colouring(self) -> None:
        self.colouring_changed.emit(self.colouring)
