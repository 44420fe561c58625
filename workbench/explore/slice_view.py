"""SliceView: what an objective does as one variable moves and all others stay.

Trials with the same other values are measured points of the slice; between them there is an
estimate, which says how far off it is, and any place can be measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget

from workbench.explore.front_chart import ScatterChart
from workbench.explore.landscape import Axis, Key, Landscape, Spot, closeness, slice_curve
from workbench.explore.slice_error import typical_error
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.item_scene import DotItem, LineItem, RuleItem
from workbench.ui.theme.theme import SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.fitting_box import FittingBox
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import counted

ALIKE = 0.35
"""From this closeness on a spot is drawn in front."""
SAME = 1.0 - 1e-9
ALIKE_OPACITY = 110


class SliceChart(ScatterChart):
    """The estimate as a dashed line, the measured points of the slice with a whole one.

    Trials that are alike are drawn paler, all others faint.

    Signals:
        place_chosen: value of the variable where a person clicked beside the spots.
    """

    place_chosen: Signal[float] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._near_kept: dict[Key, float] | None = None
        self._curve_kept: list[tuple[float, float]] | None = None
        self._place: float | None = None

    @property
    def around(self) -> Spot | None:
        """The spot whose other variables stay: the chosen one, else the knee, else the first."""
        landscape = self.landscape
        spot = landscape.spot(self.chosen)
        if spot is not None and spot.kind != "baseline":
            return spot
        return landscape.knee or next(iter(landscape.front), None)

    @property
    def curve(self) -> list[tuple[float, float]]:
        """The estimate: values of the variable and of the objective."""
        if self._curve_kept is None:
            (x, y), around = self.axes, self.around
            self._curve_kept = []
            if x is not None and y is not None and around is not None:
                self._curve_kept = slice_curve(self.landscape, x, y, around)
        return list(self._curve_kept)

    @property
    def measured(self) -> list[Spot]:
        """The spots of the slice, in the order of the variable."""
        x, y = self.axes
        found = [
            spot
            for spot in self.landscape.spots
            if self._near.get(spot.key, 0.0) >= SAME and not spot.is_sampled
            and spot.value(x) is not None and spot.value(y) is not None
        ]  # fmt: skip
        return sorted(found, key=lambda spot: spot.value(x) or 0.0)

    def set_place(self, value: float | None) -> None:
        """Mark a value of the variable; no signal."""
        if value != self._place:
            self._place = value
            self.change()

    def set_axes(self, x: Axis | None, y: Axis | None) -> None:
        super().set_axes(x, y)
        self._compute()

    def set_landscape(self, landscape: Landscape) -> None:
        super().set_landscape(landscape)
        self._compute()

    def choose(self, key: Key | None) -> None:
        super().choose(key)
        self._compute()

    def is_faint(self, spot: Spot) -> bool:
        if spot.kind == "baseline":
            return False
        return self._near.get(spot.key, 0.0) < ALIKE

    def lines(self) -> tuple[LineItem, ...]:
        lines = []
        if len(curve := self.curve) > 1:
            x, y = zip(*curve, strict=True)
            lines.append(LineItem(x, y, self.theme.colour("muted_text"), 1.5, is_dashed=True))
        places, measured = self.axes, self.measured
        if len(measured) > 1:
            across, up = ([spot.value(axis) or 0.0 for spot in measured] for axis in places)
            lines.append(LineItem(across, up, self.theme.colour("text"), 2.0))
        return tuple(lines)

    def rules(self) -> tuple[RuleItem, ...]:
        if self._place is None:
            return super().rules()
        return *super().rules(), RuleItem(self._place, True, self.theme.colour("accent"))

    def dot(self, spot: Spot, *, is_faint: bool) -> DotItem:
        dot = super().dot(spot, is_faint=is_faint)
        if is_faint or self._near.get(spot.key, 1.0) >= SAME or dot.fill is None:
            return dot
        pale, edge = dot.fill, dot.edge
        for colour in (pale, edge):
            colour.setAlpha(ALIKE_OPACITY)
        return replace(dot, fill=pale, edge=edge)

    def click_at(self, point: QPointF) -> None:
        super().click_at(point)
        frame = self.plot_area(QSizeF(self.size()))
        if self.spot_at(point) is None and frame.contains(point):
            low, high = self.ranges[0]
            share = (point.x() - frame.left()) / frame.width()
            self.place_chosen.emit(low + share * (high - low))

    def _compute(self) -> None:
        """Forget what was computed: it is when it is shown again."""
        self._near_kept, self._curve_kept = None, None
        self.change()

    @property
    def _near(self) -> dict[Key, float]:
        """How alike each spot is to the one whose values stay."""
        if self._near_kept is None:
            x, around = self.axes[0], self.around
            self._near_kept = {}
            if x is not None and around is not None:
                self._near_kept = closeness(self.landscape, x, around)
        return self._near_kept


class SliceView(QWidget):
    """The chart with the choice of variable and objective, and of a place to be measured.

    Signals:
        variable_chosen: key of the variable on the axis, by a person.
        measure_requested: (Key of the spot whose other values stay, variable, its value).
    """

    variable_chosen: Signal[str] = Signal(object)
    measure_requested: Signal[tuple[Key, str, float]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = SliceChart(self.tr("What if one variable moved"), theme)
        self._variable, self._objective = FittingBox(), FittingBox()
        self._variable.setAccessibleName(self.tr("Variable that moves"))
        self._objective.setAccessibleName(self.tr("Objective that follows"))
        self._can_measure = True
        for box in (self._variable, self._objective):
            box.activated.connect(self._take_axes)
        self._variable.activated.connect(self._tell)
        self._around, self._error = ElidedLabel("", "caption"), ElidedLabel("", "caption")
        self._error.setToolTip(
            self.tr("Each trial is estimated from those like it without itself; this is the mean "
                    "distance from what was measured.")
        )  # fmt: skip
        self._value, self._choice = QLineEdit(), FittingBox()
        self._measure = QPushButton(self.tr("Measure"))
        self._measure.setToolTip(
            self.tr("Train and measure this tokenizer; it becomes a point of the exploration")
        )
        for part in (self._value, self._choice):
            part.setAccessibleName(self.tr("Value to measure"))
        self._value.setPlaceholderText(self._value.accessibleName())
        self._value.setToolTip(self.tr("A click in the chart takes the value there"))
        self._measure.clicked.connect(self._ask_measure)
        self._value.textChanged.connect(self._take_place)
        self._value.returnPressed.connect(self._ask_measure)
        self._choice.activated.connect(self._take_place)
        self.chart.place_chosen.connect(self._note_place)
        row = horizontal((self._variable, 1), (self._objective, 1), spacing=SPACE_S)
        foot = horizontal((self._value, 1), (self._choice, 1), self._measure, spacing=SPACE_S,
                          margins=(0, 0, 0, SPACE_S))  # fmt: skip
        vertical(row, self._around, self._error, (self.chart, 1), foot, parent=self,
                 spacing=SPACE_XS, margins=(SPACE_S, SPACE_XS, SPACE_S, 0))  # fmt: skip

    @property
    def variable(self) -> str:
        """Key of the variable on the axis, "" for none."""
        return str(self._variable.currentData() or "")

    @property
    def words(self) -> str:
        """What is said above the chart."""
        return f"{self._around.text()} {self._error.text()}".strip()

    @property
    def value(self) -> float | None:
        """The value that is to be measured, None for none."""
        axis = self.chart.axes[0]
        if axis is None:
            return None
        if axis.choices:
            return float(self._choice.currentIndex())
        try:
            return float(self._value.text().replace(",", "."))
        except ValueError:
            return None

    def set_can_measure(self, can: bool) -> None:
        """Whether a trial can begin now."""
        self._can_measure = can
        self._show_button()

    def set_landscape(self, landscape: Landscape) -> None:
        """Show another search; the choices stay where they can."""
        for box, axes in ((self._variable, landscape.variables),
                          (self._objective, landscape.objectives)):  # fmt: skip
            _fill(box, [(axis.short, axis.key) for axis in axes])
        self.chart.set_landscape(landscape)
        self._show_axes()

    def choose_variable(self, key: str) -> None:
        """Show another variable; no signal."""
        at = self._variable.findData(key)
        if at >= 0:
            self._variable.setCurrentIndex(at)
            self._show_axes()

    def choose(self, key: Key | None) -> None:
        """Hold the other variables as they are in another spot."""
        self.chart.choose(key)
        self._say()

    def _show_axes(self) -> None:
        landscape = self.chart.landscape
        x = landscape.axis(str(self._variable.currentData()))
        y = landscape.axis(str(self._objective.currentData()))
        is_other = x is not None and (old := self.chart.axes[0]) is not None and x.key != old.key
        self.chart.set_axes(x, y)
        if is_other:
            self._value.clear()
        choices = () if x is None else x.choices
        _fill(self._choice, [(words, str(at)) for at, words in enumerate(choices)])
        self._choice.setVisible(bool(choices))
        self._value.setVisible(not choices)
        self._say()

    def _say(self) -> None:
        """Say what is measured and what is estimated, and how far that is off."""
        around, (x, y) = self.chart.around, self.chart.axes
        said, doubt = "", ""
        if around is not None and x is not None and y is not None:
            n = len(self.chart.measured)
            measured = counted("SliceView", "1 measured point", "%1 measured points", n)
            said = fill(self.tr("All else as in %1: %2"), around.name, measured)
            error = typical_error(self.chart.landscape, x, y)
            doubt = self.tr("Dashed: an estimate; too few trials to judge it")
            if error is not None:
                words = self.tr("Dashed: an estimate, off by %1 on average")
                doubt = fill(words, y.value_words(error))
        self._around.setText(said)
        self._error.setText(doubt)
        self._take_place()

    def _note_place(self, value: float) -> None:
        """Take a value from the chart, rounded as its words are."""
        axis = self.chart.axes[0]
        if axis is not None and axis.choices:
            self._choice.setCurrentIndex(min(max(round(value), 0), len(axis.choices) - 1))
            self._take_place()
        elif axis is not None:
            low, high = _bounds(axis, self.chart.landscape.spots)
            value = min(max(value, low), high)
            self._value.setText(f"{value:.0f}" if high >= 1000 else f"{value:.3g}")

    def _take_place(self, _changed: object = None) -> None:
        self.chart.set_place(self.value)
        self._show_button()

    def _show_button(self) -> None:
        is_known = self.value is not None and self.chart.around is not None
        self._measure.setEnabled(self._can_measure and is_known)

    def _ask_measure(self) -> None:
        around, value = self.chart.around, self.value
        if around is not None and value is not None and self._measure.isEnabled():
            self.measure_requested.emit((around.key, self.variable, value))

    def _take_axes(self, _index: int) -> None:
        self._show_axes()

    def _tell(self, _index: int) -> None:
        self.variable_chosen.emit(self.variable)


def _fill(box: QComboBox, entries: Sequence[tuple[str, str]]) -> None:
    """Offer (words, key); the choice stays where it can."""
    if [box.itemData(at) for at in range(box.count())] != [key for _, key in entries]:
        before = box.currentData()
        box.clear()
        for words, key in entries:
            box.addItem(words, key)
        box.setCurrentIndex(max(0, box.findData(before)))


def _bounds(axis: Axis, spots: Sequence[Spot]) -> tuple[float, float]:
    """From the least to the greatest value that was tried."""
    known = [value for spot in spots if (value := spot.value(axis)) is not None]
    return (min(known), max(known)) if known else (0.0, 1.0)
