"""ExploreView: front, importance, slices, languages, table and parallel coordinates, all linked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from workbench.explore.front_chart import FrontChart
from workbench.explore.importance_chart import ImportanceChart
from workbench.explore.landscape import Axis, Key, Landscape, Spot
from workbench.explore.language_changes import LanguageChanges
from workbench.explore.parallel_chart import ParallelChart
from workbench.explore.point_table import PointTable
from workbench.explore.slice_view import SliceView
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, byte_size, duration, grouped, percent
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.fitting_box import FittingBox
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.tool_tips import plain_tip

_FULL = 1000
LEAST_CHART = 240
SIDE_SHARE = (6, 4)
HEIGHT_SHARE = (11, 7)
ADVICE, IMPORTANCE, SLICES, LANGUAGES = range(4)
POINTS, PARALLEL = range(2)
NO_COLOUR = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a search is. n_wanted is 0 and the others None while unknown.

    n_done, n_wanted: trials. fraction: of the present phase.
    """

    n_done: int = 0
    n_wanted: int = 0
    seconds_left: float | None = None
    memory_bytes: int | None = None
    phase: str = ""
    is_running: bool = False
    fraction: float | None = None


class ExploreView(QWidget):
    """What is selected in one part is marked in all others.

    Signals:
        spot_chosen: Key or None.    spot_opened: Key.    beside_requested: Key.
        axes_chosen: (x, y, colour), keys of the axes that a person chose.
    """

    spot_chosen: Signal[Key | None] = Signal(object)
    spot_opened: Signal[Key] = Signal(object)
    beside_requested: Signal[Key] = Signal(object)
    axes_chosen: Signal[tuple[str, str, str]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._landscape = Landscape()
        self._chosen: Key | None = None
        self._wanted_axes: tuple[str, str, str] = ("", "", "")
        words = (self.tr("on the front"), self.tr("trials"), self.tr("left"),
                 self.tr("dominated volume"), self.tr("memory"))  # fmt: skip
        self.figures = Figures(words, theme)
        self.figures.set_tooltips(
            self.tr("Tokenizers that no other beats in every objective"),
            self.tr("Trainings that were measured"),
            self.tr("Of the budget, at the present pace"),
            self.tr("Share of the room between the best and worst figures that the front "
                    "dominates; it grows while the search still finds better ones"),
            self.tr("Forecast for the whole search"),
        )  # fmt: skip
        self._progress = ProgressLine(_FULL)
        self._phase = ElidedLabel("", "caption")
        self.advice = label("", wrap=True)
        self.doubt = label("", "warning", wrap=True)
        self.front = FrontChart(self.tr("Front"), theme)
        self.importance = ImportanceChart(self.tr("Importance of the variables"), theme)
        self.slices = SliceView(theme)
        self.languages = LanguageChanges(theme)
        self.parallel = ParallelChart(self.tr("Parallel coordinates"), theme)
        self.points = PointTable(theme)
        self._axes = tuple(FittingBox() for _ in range(3))
        self._side_tabs, self._side = QTabBar(drawBase=False), QStackedWidget()
        self._below_tabs, self._below = QTabBar(drawBase=False), QStackedWidget()
        self._only_front = QCheckBox(self.tr("Front only"))
        self._lay_out()
        self._connect()

    @property
    def landscape(self) -> Landscape:
        return self._landscape

    @property
    def chosen(self) -> Key | None:
        """The spot that is selected in all parts."""
        return self._chosen

    @property
    def chosen_axes(self) -> tuple[str, str, str]:
        """Keys of what is on x, on y and as colour; "" for none."""
        x, y, colour = (str(box.currentData() or "") for box in self._axes)
        return x, y, colour

    def set_landscape(self, landscape: Landscape) -> None:
        """Show another search, or more of the same one; the choice stays where it can."""
        self._landscape = landscape
        if landscape.spot(self._chosen) is None:
            self._chosen = None
        self._fill_axes(landscape.objectives)
        for part in (self.front, self.parallel, self.slices, self.importance, self.points):
            part.set_landscape(landscape)
        self._show_axes()
        self.advice.setText(landscape.advice or self.tr("No point on the front yet."))
        self.doubt.setText(landscape.disagreement)
        self.doubt.setVisible(bool(landscape.disagreement))
        self._mark()

    def set_standing(self, standing: Standing, hypervolume: float | None) -> None:
        """Show how far the search is."""
        done = grouped(standing.n_done)
        if standing.n_wanted >= standing.n_done:  # more were measured one by one
            done = fill(self.tr("%1 of %2"), done, grouped(standing.n_wanted))
        left = duration(standing.seconds_left) if standing.is_running else NOTHING
        memory = NOTHING if standing.memory_bytes is None else byte_size(standing.memory_bytes)
        self.figures.show_values(
            grouped(len(self._landscape.front)), done, left, percent(hypervolume), memory
        )
        self._progress.setValue(int(_FULL * min(1.0, standing.fraction or 0.0)))
        self._phase.setText(standing.phase)
        for part in (self._progress, self._phase):
            part.setVisible(standing.is_running)

    def set_axes(self, keys: tuple[str, str, str]) -> None:
        """Put axes on x, y and colour, as far as the search has them; no signal."""
        self._wanted_axes = keys
        for box, key in zip(self._axes, keys, strict=True):
            at = box.findData(key)
            if at >= 0:
                box.setCurrentIndex(at)
        self._show_axes()

    def choose(self, key: Key | None) -> None:
        """Select a spot in all parts."""
        if key != self._chosen:
            self._chosen = key
            self._mark()
            self.spot_chosen.emit(key)

    def show_side(self, place: int) -> None:
        """Show ADVICE, IMPORTANCE, SLICES or LANGUAGES beside the front."""
        self._side_tabs.setCurrentIndex(place)

    def show_below(self, place: int) -> None:
        """Show POINTS or PARALLEL below it."""
        self._below_tabs.setCurrentIndex(place)

    @property
    def chosen_spot(self) -> Spot | None:
        return self._landscape.spot(self._chosen)

    # ---- inside

    def _mark(self) -> None:
        for part in (self.front, self.parallel, self.slices, self.points):
            part.choose(self._chosen)

    def _hover(self, key: Key | None) -> None:
        for part in (self.front, self.parallel, self.slices.chart):
            part.hover(key)

    def _brush(self, keys: frozenset[Key] | None) -> None:
        self.front.set_brushed(keys)

    def _choose_variable(self, key: str) -> None:
        self.slices.choose_variable(key)

    def _ask_beside(self) -> None:
        if self._chosen is not None:
            self.beside_requested.emit(self._chosen)

    def _open(self, key: Key) -> None:
        self.choose(key)
        self.show_side(LANGUAGES)
        self.spot_opened.emit(key)

    def _fill_axes(self, objectives: Sequence[Axis]) -> None:
        keys = [axis.key for axis in objectives]
        if [self._axes[0].itemData(at) for at in range(self._axes[0].count())] == keys:
            return
        before = self._wanted_axes
        for place, box in enumerate(self._axes):
            box.clear()
            for axis in objectives:
                box.addItem(axis.short, axis.key)
            if place == 2:
                box.addItem(self.tr("No colour"), NO_COLOUR)
            wanted = before[place] if before[place] in keys else ""
            usual = min(place, box.count() - 1)
            box.setCurrentIndex(box.findData(wanted) if wanted else max(0, usual))

    def _show_axes(self) -> None:
        for box in self._axes:
            box.setToolTip(plain_tip(f"{box.accessibleName()}: {box.currentText()}"))
        x, y, colour = (self._landscape.axis(key) for key in self.chosen_axes)
        self.front.set_axes(x, y)
        for chart in (self.front, self.parallel, self.slices.chart):
            chart.set_colour_axis(colour)

    def _tell_axes(self, _index: int) -> None:
        self._wanted_axes = self.chosen_axes
        self._show_axes()
        self.axes_chosen.emit(self.chosen_axes)

    def _connect(self) -> None:
        for chart in (self.front, self.parallel, self.slices.chart):
            chart.spot_chosen.connect(self.choose)
            chart.spot_hovered.connect(self._hover)
            chart.spot_opened.connect(self._open)
        self.points.spot_chosen.connect(self.choose)
        self.points.spot_opened.connect(self._open)
        self.parallel.brush_changed.connect(self._brush)
        self.importance.variable_chosen.connect(self._choose_variable)
        self.slices.variable_chosen.connect(self.importance.choose)
        self.languages.beside_requested.connect(self._ask_beside)
        self._only_front.toggled.connect(self.points.set_only_front)
        for box in self._axes:
            box.activated.connect(self._tell_axes)
        self._side_tabs.currentChanged.connect(self._side.setCurrentIndex)
        self._below_tabs.currentChanged.connect(self._below.setCurrentIndex)
        self._below_tabs.currentChanged.connect(self._show_controls)

    def _show_controls(self, place: int) -> None:
        for part in (self._only_front, self._copying):
            part.setVisible(place == POINTS)

    def _lay_out(self) -> None:
        names = (self.tr("Objective to the right"), self.tr("Objective upwards"),
                 self.tr("Objective as colour"))  # fmt: skip
        for box, name in zip(self._axes, names, strict=True):
            box.setAccessibleName(name)
        row = _AxisRow(self._axes)
        left, right, below = QWidget(), QWidget(), QWidget()
        vertical(row, (self.front, 1), parent=left, spacing=SPACE_XS)
        for word, part in ((self.tr("Advice"), self._advice_page()),
                           (self.tr("Importance"), self.importance),
                           (self.tr("What if"), self.slices),
                           (self.tr("Languages"), self.languages)):  # fmt: skip
            self._side_tabs.addTab(word)
            self._side.addWidget(part)
        self._side_tabs.setUsesScrollButtons(False)  # so that no tab is cut
        self._side_tabs.setAccessibleName(self.tr("View beside the front"))
        side = horizontal(self._side_tabs, STRETCH)
        vertical(side, (self._side, 1), parent=right, spacing=0)
        for word, chart in ((self.tr("Points"), self.points),
                            (self.tr("Parallel coordinates"), self.parallel)):  # fmt: skip
            self._below_tabs.addTab(word)
            self._below.addWidget(chart)
        self._below_tabs.setAccessibleName(self.tr("View below the front"))
        self._copying = self.points.table.copying.button()
        bar = horizontal(self._below_tabs, STRETCH, self._only_front, self._copying,
                         spacing=SPACE_M, margins=(0, 0, SPACE_S, 0))  # fmt: skip
        vertical(bar, (self._below, 1), parent=below, spacing=0)
        self._divide(left, right, below)

    def _advice_page(self) -> QWidget:
        """The paragraph in a scroll area: its length never moves the charts."""
        page = QWidget()
        vertical(self.advice, self.doubt, STRETCH, parent=page, spacing=SPACE_M,
                 margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_S))  # fmt: skip
        for part in (self.advice, self.doubt):
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        return scroll

    def minimumSizeHint(self) -> QSize:
        """The front and what is beside it go below each other where there is little room."""
        width = max(part.minimumSizeHint().width() for part in self._parts)
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        left, right, _ = (part.minimumSizeHint().width() for part in self._parts)
        beside = self.width() >= left + right + self._across.handleWidth()
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self._across.orientation() != wanted:
            self._across.setOrientation(wanted)

    def _divide(self, left: QWidget, right: QWidget, below: QWidget) -> None:
        across, parts = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
        self._across, self._parts = across, (left, right, below)
        for splitter, widgets in ((across, (left, right)), (parts, (across, below))):
            splitter.setChildrenCollapsible(False)
            for widget in widgets:
                splitter.addWidget(widget)
        for chart in (self.front, self.parallel, self.importance):
            chart.setMinimumSize(LEAST_CHART, LEAST_CHART // 2)
        for place, share in enumerate(SIDE_SHARE):
            across.setStretchFactor(place, share)
        for place, share in enumerate(HEIGHT_SHARE):
            parts.setStretchFactor(place, share)
        across.setSizes([100 * share for share in SIDE_SHARE])
        parts.setSizes([40 * share for share in HEIGHT_SHARE])
        # Beside the figures, so that a search that begins moves nothing.
        running = vertical(STRETCH, self._phase, self._progress, STRETCH, spacing=SPACE_XS)
        words = horizontal(
            self.figures, (running, 1), spacing=SPACE_L,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S),
        )  # fmt: skip
        vertical(words, hairline(), (parts, 1), parent=self, spacing=0)


class _AxisRow(QWidget):
    """The choices of axes in a row; the last one below the others where they need the room."""

    def __init__(self, boxes: Sequence[FittingBox]) -> None:
        super().__init__()
        self._boxes, self._is_narrow = tuple(boxes), False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(SPACE_S, SPACE_XS, SPACE_S, 0)
        self._grid.setSpacing(SPACE_XS)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = (self.width() - 2 * SPACE_S + SPACE_XS) / len(self._boxes) - SPACE_XS
        is_narrow = any(box.whole_width() > room for box in self._boxes)
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._place()

    def _place(self) -> None:
        *others, last = self._boxes
        for box in self._boxes:
            self._grid.removeWidget(box)
        for column, box in enumerate(others):
            self._grid.addWidget(box, 0, column)
            self._grid.setColumnStretch(column, 1)
        row, column, wide = (1, 0, len(others)) if self._is_narrow else (0, len(others), 1)
        self._grid.addWidget(last, row, column, 1, wide)
        self._grid.setColumnStretch(len(others), 0 if self._is_narrow else 1)
