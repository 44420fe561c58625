"""Several charts over one axis.

`ChartDeck` shows as many below each other as there is room for, others behind their tabs;
`Playhead` points at one place in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QTabBar, QWidget

from workbench.signals import Signal
from workbench.ui.charts.chart_layout import BOTTOM_AXIS_HEIGHT, Range, View
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import SPACE_M, SPACE_S
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical

LEAST_HEIGHT = 88
"""Of a track with its title, without the x axis: room for flags and two values of its y axis."""
LABEL_ROOM = 148
"""For labels at the right of each chart, so that axes below each other agree."""


class Playhead(QObject):
    """Shows where one of its charts is pointed at in all others that are in sight.

    Each says its own value there at its top right. The axes may differ in scale and in what part of
    them is in view; a chart in whose view the place is not says nothing. Dragging in one selects a
    part of the axis in all, and zooming in one zooms the axis of all.

    Signals:
        range_selected: (low, high) that a person selected, None when the selection ends.
    """

    range_selected: Signal[Range | None] = Signal(object)

    def __init__(self, charts: Sequence[ZoomChart], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._charts = tuple(charts)
        for chart in charts:
            chart.offer_ranges()
            chart.pointed.connect(self._move)
            chart.range_selected.connect(self._select)
            chart.zoomed.connect(self._zoom)

    def set_chosen(self, chosen: Range | None) -> None:
        """Select a part in all charts; no signal."""
        for chart in self._charts:
            chart.set_chosen(chosen)

    def _move(self, x: float | None) -> None:
        pointed = self.sender()
        for chart in self._charts:
            if chart is not pointed and chart.isVisible():
                chart.set_pointed(x)

    def _zoom(self, _is_zoomed: bool) -> None:
        """Look at the same part of the x axis; each chart finds its heights."""
        zoomed = self.sender()
        if isinstance(zoomed, ZoomChart):
            view = zoomed.view
            for chart in self._charts:
                if chart is not zoomed:
                    chart.look_at(view and View(view.x))

    def _select(self, chosen: Range | None) -> None:
        self.set_chosen(chosen)
        self.range_selected.emit(chosen)


class ChartDeck(QWidget):
    """The chart of the chosen tab comes first, then those after it, around the end to the first.

    Tracks share one x axis: it is written below the last one in sight only.

    `follow` lets the axes of all charts follow what grows; zooming in one of them ends that. One
    switch says whether these and what is beside the charts do so.

    Signals:
        following_changed: bool, after a person zoomed or used the switch.
        switched: bool, a person used the switch, which is of the others too.
        shown_changed: other charts came into sight.
    """

    following_changed: Signal[bool] = Signal(object)
    switched: Signal[bool] = Signal(object)
    shown_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[QWidget] = []
        self._charts: list[ZoomChart] = []
        self._shares: list[int] = []
        self._least: list[int] = []
        self._tracks: set[int] = set()
        self._left_out: set[int] = set()
        self._shown: tuple[int, ...] = ()
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setAccessibleName(self.tr("Charts"))
        self._tabs.currentChanged.connect(self._arrange)
        self._follows = self._others_follow = True
        self._follow = QCheckBox(self.tr("Follow"))
        self._follow.setChecked(True)
        self._follow.setToolTip(
            self.tr(
                "Keep the whole curves and the newest merge in view. Zooming, panning or "
                "scrolling up stops it; double-click a chart to show all of it."
            )
        )
        self._follow.hide()
        self._follow.clicked.connect(self._switch)
        self.setMinimumHeight(LEAST_HEIGHT)
        self._rows = QGridLayout()
        self._rows.setSpacing(SPACE_S)
        head = horizontal(self._tabs, STRETCH, self._follow, spacing=SPACE_M)
        vertical(head, (self._rows, 1), parent=self, spacing=SPACE_S)

    @property
    def follows(self) -> bool:
        """Whether the axes follow the curves."""
        return self._follows

    def add(
        self,
        title: str,
        part: QWidget,
        chart: ZoomChart,
        share: int,
        *,
        is_track: bool,
        least: int = LEAST_HEIGHT,
    ) -> None:
        """Add a chart under a tab; `part` is the chart or the widget around it.

        share: of the height, among those in sight. is_track: over the x axis of the other tracks.
        least: pixels without the x axis; where it has fewer it is left to its tab.
        """
        if is_track:
            self._tracks.add(len(self._parts))
        self._shares.append(share)
        self._least.append(least)
        part.setParent(self)
        part.hide()
        self._parts.append(part)
        self._charts.append(chart)
        chart.set_label_room(LABEL_ROOM)
        chart.setMinimumHeight(1)  # many of them must not keep the window from getting lower
        chart.zoomed.connect(self._note_zoom)
        self._tabs.addTab(title)
        self._arrange()

    def offer(self, chart: ZoomChart, is_offered: bool) -> None:
        """Leave a chart out that has nothing to show, or take it in again."""
        at = self._charts.index(chart)
        if is_offered == (at not in self._left_out):
            return
        self._left_out ^= {at}
        self._tabs.setTabVisible(at, is_offered)
        self._tabs.updateGeometry()
        self._arrange()

    def choose(self, index: int) -> None:
        """Put a chart first."""
        self._tabs.setCurrentIndex(index)

    def follow(self, follows: bool) -> None:
        """Let the axes follow the curves, or leave them as they are."""
        self._follows = follows
        self._show_follow()
        for chart in self._charts:
            if follows:
                chart.look_at(None)
            else:
                chart.stay()
        self.following_changed.emit(follows)

    def show_switch(self, is_shown: bool) -> None:
        """Show the switch while there is something to follow."""
        self._follow.setVisible(is_shown)

    def note_others(self, follow: bool) -> None:
        """Say whether what is beside the charts follows what grows; the switch is of both."""
        self._others_follow = follow
        self._show_follow()

    def _switch(self, follows: bool) -> None:
        self.follow(follows)
        self.switched.emit(follows)

    def _show_follow(self) -> None:
        self._follow.setChecked(self._follows and self._others_follow)

    def sizeHint(self) -> QSize:
        """Room for three tracks and what is around them: a splitter gives it before it shares."""
        return QSize(super().sizeHint().width(), 3 * LEAST_HEIGHT + 2 * BOTTOM_AXIS_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self, _tab: int = 0) -> None:
        offered = [at for at in range(len(self._parts)) if at not in self._left_out]
        if not offered:
            return
        shown = self._fitting(offered)
        self._tabs.setVisible(len(shown) < len(offered))
        if shown != self._shown:
            self._shown = shown
            self._place(shown)

    def _fitting(self, offered: Sequence[int]) -> tuple[int, ...]:
        """Return as many charts, from the chosen one on, as have their least heights; never none.

        Each chart that does not share the last track's x axis needs room for its own.
        """
        room = self.height() - self._tabs.sizeHint().height()
        chosen = self._tabs.currentIndex()
        for n in range(len(offered), 1, -1):
            first = 0 if n == len(offered) or chosen not in offered else offered.index(chosen)
            shown = tuple(offered[(first + at) % len(offered)] for at in range(n))
            if sum(self._heights(shown)) + (n - 1) * SPACE_S <= room:
                return shown
        return (chosen if chosen in offered else offered[0],)

    def _heights(self, shown: Sequence[int]) -> list[int]:
        """Return the least heights of charts in sight, with the x axes that they write."""
        tracks = [at for at in shown if at in self._tracks]
        return [self._least[at] + (0 if at in tracks[:-1] else BOTTOM_AXIS_HEIGHT) for at in shown]

    def _place(self, shown: Sequence[int]) -> None:
        for part in self._parts:
            self._rows.removeWidget(part)
        for at, part in enumerate(self._parts):
            if at not in shown:
                part.hide()
        for row, at in enumerate(shown):
            self._rows.addWidget(self._parts[at], row, 0)
            self._parts[at].show()
        tracks = [at for at in shown if at in self._tracks]
        for at in tracks:
            self._charts[at].show_x_words(at == tracks[-1])
        heights = self._heights(shown) if len(shown) > 1 else [0]
        for row in range(len(self._parts)):
            is_shown = row < len(shown)
            self._rows.setRowStretch(row, self._shares[shown[row]] if is_shown else 0)
            self._rows.setRowMinimumHeight(row, heights[row] if is_shown else 0)
        self.shown_changed.emit()

    def _note_zoom(self, _is_zoomed: object) -> None:
        """The others go on following; the switch says whether all do."""
        self._follows = all(chart.view is None for chart in self._charts)
        self._show_follow()
        self.following_changed.emit(self.follows)
