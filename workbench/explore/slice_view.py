"""SliceView: what an objective does as one variable moves and all others stay."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from workbench.explore.front_chart import ScatterChart
from workbench.explore.landscape import Axis, Key, Landscape, Spot, closeness, slice_curve
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.item_scene import LineItem
from workbench.ui.theme.theme import SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.layouts import horizontal, vertical

ALIKE = 0.35
"""From this closeness on a spot is drawn in front."""


class SliceChart(ScatterChart):
    """The estimate as a line, and in front the trials that are alike to the chosen one."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._near: dict[Key, float] = {}
        self._curve: list[tuple[float, float]] = []

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
        return list(self._curve)

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
        if len(self._curve) < 2:
            return ()
        x, y = zip(*self._curve, strict=True)
        return (LineItem(x, y, self.theme.colour("text"), 2.0),)

    def _compute(self) -> None:
        x, y = self.axes
        around = self.around
        self._near, self._curve = {}, []
        if x is not None and y is not None and around is not None:
            self._near = closeness(self.landscape, x, around)
            self._curve = slice_curve(self.landscape, x, y, around)
        self.change()


class SliceView(QWidget):
    """The chart with the choice of variable and objective.

    Signals:
        variable_chosen: key of the variable on the axis, by a person.
    """

    variable_chosen: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = SliceChart(self.tr("What if one variable moved"), theme)
        self._variable, self._objective = QComboBox(), QComboBox()
        self._variable.setAccessibleName(self.tr("Variable that moves"))
        self._objective.setAccessibleName(self.tr("Objective that follows"))
        for box in (self._variable, self._objective):
            box.setMinimumContentsLength(1)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.activated.connect(self._take_axes)
        self._variable.activated.connect(self._tell)
        self._words = ElidedLabel("", "caption")
        row = horizontal((self._variable, 1), (self._objective, 1), spacing=SPACE_S)
        vertical(row, self._words, (self.chart, 1), parent=self, spacing=SPACE_XS,
                 margins=(SPACE_S, SPACE_XS, SPACE_S, 0))  # fmt: skip

    @property
    def variable(self) -> str:
        """Key of the variable on the axis, "" for none."""
        return str(self._variable.currentData() or "")

    @property
    def words(self) -> str:
        """What is said above the chart."""
        return self._words.text()

    def set_landscape(self, landscape: Landscape) -> None:
        """Show another search; the choices stay where they can."""
        for box, axes in ((self._variable, landscape.variables),
                          (self._objective, landscape.objectives)):  # fmt: skip
            keys = [axis.key for axis in axes]
            if [box.itemData(at) for at in range(box.count())] != keys:
                before = box.currentData()
                box.clear()
                for axis in axes:
                    box.addItem(axis.short, axis.key)
                box.setCurrentIndex(max(0, box.findData(before)))
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
        self.chart.set_axes(x, y)
        self._say()

    def _say(self) -> None:
        around = self.chart.around
        words = ""
        if around is not None:
            words = fill(self.tr("All else as in %1; estimated from trials like it"), around.name)
        self._words.setText(words)

    def _take_axes(self, _index: int) -> None:
        self._show_axes()

    def _tell(self, _index: int) -> None:
        self.variable_chosen.emit(self.variable)
