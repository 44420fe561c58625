"""Two splits of one text side by side, and the bar that chooses what is compared.

`PatternComparison` shows both, `PatternCompareBar` has the chooser and steps through differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QWidget,
)

from engine.compiled import Bools, Int64s, UInt8s
from engine.splitting import SpanDifference, presets, span_difference
from workbench.signals import Signal
from workbench.state import Fact, Inspection
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.ui.spans.span_colouring import N_HUES, NO_HUE, Colouring
from workbench.ui.spans.span_text import PLAIN, UNMATCHED, SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.theme import CHOOSER_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionToolButton, segmented
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import counted, translator
from workbench.work.engine_verdicts import ENGINES

_tr = translator("pretoken_facts")

TEXT, COMPARISON = range(2)
_NAME_LENGTH = 10
_PATTERN, _ENGINE = "pattern:", "engine:"


@dataclass(frozen=True, eq=False)
class CutSide:
    """One split: bounds int64[n + 1], matched bool[n] or None if all are, hues uint8[n]."""

    title: str
    bounds: Int64s
    matched: Bools | None = None
    hues: UInt8s | None = None


class PatternComparison(QWidget):
    """One text split twice, side by side; only differences are coloured.

    Both sides scroll together.

    Signals:
        place_changed: (number of the current difference from 1, number of all).
    """

    place_changed: Signal[tuple[int, int]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._difference: SpanDifference | None = None
        self._place = 0
        self.left = SpanView(self.tr("Splits of the reference"), theme, self._describe_left)
        self.right = SpanView(self.tr("Splits of the draft"), theme, self._describe_right)
        self._titles = [label("", "section"), label("", "section")]
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        for title, view in zip(self._titles, (self.left, self.right), strict=True):
            view.set_colouring(Colouring.GIVEN)
            side = QWidget()
            column = vertical(parent=side, spacing=SPACE_S)
            title.setContentsMargins(SPACE_M, 0, 0, 0)
            column.addWidget(title)
            column.addWidget(view, 1)
            halves.addWidget(side)
        column = vertical(halves, parent=self)
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


@dataclass(frozen=True, slots=True)
class Against:
    """What the left side shows: the split of a pattern, or of the engine with that name."""

    kind: Literal["pattern", "engine"]
    value: str


class PatternCompareBar(QWidget):
    """The bar above both views: text or comparison, what to compare, next difference.

    Signals:
        view_chosen: TEXT or COMPARISON.
        against_chosen: Against.
        keep_requested: make the edited pattern the saved one.
    """

    view_chosen: Signal[int] = Signal(object)
    against_chosen: Signal[Against] = Signal(object)
    keep_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views = QButtonGroup(self)
        self._against = QComboBox()
        self._against.setAccessibleName(self.tr("Compare with"))
        self._against.setToolTip(self.tr("What the draft is compared with."))
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self._against.setSizeAdjustPolicy(policy)
        self._against.setMinimumContentsLength(_NAME_LENGTH)
        self._keep = QPushButton(self.tr("Set draft as reference"))
        self._keep.setToolTip(self.tr("Use the pattern in the editor as the reference."))
        self._place = label("", "muted")
        self._place.setAccessibleName(self.tr("Differences"))
        row = horizontal(parent=self, margins=(SPACE_L, SPACE_S, SPACE_L, 0), spacing=SPACE_S)
        views = [QPushButton(words) for words in (self.tr("Text"), self.tr("Compare"))]
        for number, button in enumerate(views):
            self._views.addButton(button, number)
        row.addLayout(segmented(views))
        self._views.button(TEXT).setChecked(True)
        place = self._against.sizePolicy()
        place.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self._against.setSizePolicy(place)
        self._against.setMaximumWidth(CHOOSER_WIDTH)
        row.addWidget(self._against, 1)
        row.addWidget(self._keep)
        row.addStretch(1)
        row.addWidget(self._place)
        self._row = row
        self._steps: list[QToolButton] = []
        self._controls: list[QWidget] = [self._against, self._keep, self._place]
        self._views.idClicked.connect(self._choose_view)
        self._against.activated.connect(self._choose_against)
        self._keep.clicked.connect(self.keep_requested)
        self.show_view(TEXT)

    def add_controls(self, *controls: QWidget) -> None:
        """Add controls of the comparison behind those that are there."""
        for control in controls:
            control.setVisible(self._views.checkedId() == COMPARISON)
            self._controls.append(control)
            self._row.insertWidget(self._row.indexOf(self._place) - 1, control)

    def add_step(self, action: QAction, arrow: Qt.ArrowType) -> None:
        """Add the button of a command that goes from difference to difference."""
        step = ActionToolButton(action)
        step.setArrowType(arrow)
        step.setAccessibleName(action.text())
        step.setVisible(self._views.checkedId() == COMPARISON)
        self._steps.append(step)
        self._row.addWidget(step)

    @property
    def against(self) -> Against:
        """What is compared with."""
        kind, _, value = (self._against.currentData() or _PATTERN).partition(":")
        return Against("engine" if kind == "engine" else "pattern", value)

    @property
    def against_title(self) -> str:
        """Its name, as in the list."""
        return self._against.currentText()

    @property
    def against_name(self) -> str:
        """Its name in a table: short for the saved pattern."""
        return self.tr("Reference") if self._against.currentIndex() < 1 else self.against_title

    def show_view(self, view: int) -> None:
        """Show which view is chosen, and of the other controls those that belong to it."""
        self._views.button(view).setChecked(True)
        for widget in (*self._controls, *self._steps):
            widget.setVisible(view == COMPARISON)

    def set_saved(self, pattern: str, title: str) -> None:
        """Make a pattern the saved one, the first of the list; it is compared with from now on."""
        self._against.clear()
        self._against.addItem(title, _PATTERN + pattern)
        for preset in presets().values():
            self._against.addItem(preset.title, _PATTERN + preset.pattern)
        for engine in ENGINES:
            words = fill(self.tr("%1, the real engine"), engine)
            self._against.addItem(words, _ENGINE + engine)
        self._against.setCurrentIndex(0)

    def choose_saved(self) -> None:
        """Compare with the saved pattern again."""
        self._against.setCurrentIndex(0)

    def choose_engine(self, engine: str) -> None:
        """Compare with an engine."""
        self._against.setCurrentIndex(self._against.findData(_ENGINE + engine))

    def show_place(self, place: tuple[int, int]) -> None:
        """Show which of how many differences was gone to."""
        number, total = place
        words = counted("PatternCompareBar", "1 difference", "%1 differences", total)
        if number:
            words = fill(self.tr("%1 of %2"), grouped(number), grouped(total))
        self._place.setText(words if total else self.tr("no difference"))
        set_property(self._place, "role", "now" if total else "muted")
        for step in self._steps:
            step.setEnabled(total > 0)

    def _choose_view(self, view: int) -> None:
        self.view_chosen.emit(view)

    def _choose_against(self, _index: int) -> None:
        self.against_chosen.emit(self.against)


_HEX_BYTES = 64
_TITLE_BYTES = 200


def pretoken_words(
    data: bytes,
    *,
    number: int,
    total: int,
    matched: bool,
    alternative: tuple[int, str] | None = None,
) -> str:
    """Return a pre-token in words; `number` counts from 0.

    alternative: number, from 1, and text of the alternative that made it.
    """
    values = [*map(grouped, (number + 1, total, len(data)))]
    if matched:
        words = counted(
            "pretoken_facts",
            "pre-token %1 of %2, 1 byte",
            "pre-token %1 of %2, %3 bytes",
            len(data),
            *values,
        )
    else:
        words = counted(
            "pretoken_facts",
            "unmatched stretch %1 of %2, 1 byte",
            "unmatched stretch %1 of %2, %3 bytes",
            len(data),
            *values,
        )
    if alternative is not None:
        words += ", " + fill(_tr("by alternative %1"), grouped(alternative[0]))
    return f"{words}, {visible(data)}"


def pretoken_inspection(
    data: bytes,
    *,
    number: int,
    total: int,
    offset: int,
    matched: bool,
    alternative: tuple[int, str] | None = None,
) -> Inspection:
    """Return what the inspector shows of a pre-token; `offset` is in bytes."""
    facts: tuple[Fact, ...] = (
        Fact(_tr("Number"), f"{grouped(number + 1)} / {grouped(total)}"),
        Fact(_tr("Offset"), grouped(offset)),
        Fact(_tr("Bytes"), grouped(len(data))),
        Fact(_tr("Hex"), hex_of(data[:_HEX_BYTES]), mono=True),
        Fact(_tr("Matched"), _tr("yes") if matched else _tr("no")),
    )
    text = ""
    if alternative is not None:
        facts = (*facts, Fact(_tr("Alternative"), grouped(alternative[0])))
        text = alternative[1]
    kind = _tr("Pre-token") if matched else _tr("Unmatched stretch")
    title = isolated(visible(data[:_TITLE_BYTES]))
    return Inspection(kind, title, facts, text, mono_title=True, mono_text=True)
