"""ImportanceChart: how much of each objective's variation comes from each variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from workbench.explore.landscape import Axis, Landscape
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, percent
from workbench.text.placeholders import fill
from workbench.text.table_text import csv_text
from workbench.ui.charts.item_chart import ItemChart
from workbench.ui.charts.item_scene import BarItem, ItemScene, WordItem
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.words.tool_tips import show_tip

if TYPE_CHECKING:
    from workbench.ui.charts.item_plot import ItemPlot

HEAD_ROOM = 36
NAME_SHARE, MOST_NAME = 0.3, 140
NUMBER_WIDTH = 48
LEAST_BAR, BAR_HEIGHT = 4.0, 10.0


class ImportanceChart(ItemChart):
    """A row for each variable, a column for each objective, a bar for each share.

    Up and Down walk the variables.

    Signals:
        variable_chosen: key of the variable that a person came to.
    """

    variable_chosen: Signal[str] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._landscape = Landscape()
        self._chosen = ""

    @property
    def rows(self) -> tuple[Axis, ...]:
        """The variables, the most important one of all objectives first."""
        shares = self._landscape.importance
        totals = {
            axis.key: sum(of.get(axis.key, 0.0) for of in shares.values())
            for axis in self._landscape.variables
        }
        return tuple(sorted(self._landscape.variables, key=lambda axis: -totals[axis.key]))

    def set_landscape(self, landscape: Landscape) -> None:
        """Show other shares; the chosen variable stays."""
        self._landscape = landscape
        if landscape.axis(self._chosen) is None:
            self._chosen = ""
        self._describe()
        self.change()

    def choose(self, key: str) -> None:
        """Make a variable current; no signal."""
        self._chosen = key
        self._describe()
        self.change()

    def share(self, variable: Axis, objective: Axis) -> float | None:
        """The share of an objective's variation, None while unknown."""
        return self._landscape.importance.get(objective.key, {}).get(variable.key)

    def data_csv(self) -> str:
        """Return the shares of all variables as CSV."""
        objectives = self._landscape.objectives
        rows = []
        for variable in self.rows:
            shares = [self.share(variable, each) for each in objectives]
            rows.append([variable.key, *("" if s is None else repr(s) for s in shares)])
        return csv_text(["variable", *(each.key for each in objectives)], rows)

    def row_words(self, variable: Axis) -> str:
        """What a screen reader hears of a row."""
        parts = [
            fill(self.tr("%1 of %2"), percent(self.share(variable, each)), each.title)
            for each in self._landscape.objectives
        ]
        return f"{variable.title}: {', '.join(parts)}"

    # ---- what is drawn

    @property
    def has_data(self) -> bool:
        return bool(self._landscape.objectives and self._landscape.variables)

    def scene(self) -> ItemScene:
        """Bars in pixels from the top left corner, with their words."""
        bars: list[BarItem] = []
        words: list[WordItem] = []
        height = max(1.0, self.height())
        for at, variable in enumerate(self.rows):
            row = QRectF(0, HEAD_ROOM + at * ROW_HEIGHT, self.width(), ROW_HEIGHT)
            up = height - row.center().y()
            is_chosen = variable.key == self._chosen
            role = "selection_text" if is_chosen else "text"
            if is_chosen:
                colour = self.theme.colour("selection")
                bars.append(BarItem(0, row.width(), up, ROW_HEIGHT, colour))
            room = QRectF(SPACE_M, row.top(), self._name_width - SPACE_M, ROW_HEIGHT)
            words.append(self._word(variable.short, room, role))
            for place, objective in enumerate(self._landscape.objectives):
                share, cell = self.share(variable, objective), self._column(place)
                end = cell.left() + max(LEAST_BAR, cell.width() - NUMBER_WIDTH)
                bars += self._bars(share, cell.left(), end, up)
                number = NOTHING if share is None else f"{100 * share:.0f} %"
                beside = QRectF(end + SPACE_XS, row.top(), NUMBER_WIDTH, ROW_HEIGHT)
                words.append(self._word(number, beside, role))
        plot = QRectF(0, 0, max(1.0, self.width()), height)
        return ItemScene(
            plot, (0.0, plot.width()), (0.0, height), bars=tuple(bars), words=tuple(words)
        )

    def _bars(self, share: float | None, left: float, end: float, up: float) -> list[BarItem]:
        """A share within the room of the whole."""
        whole = BarItem(left, end, up, BAR_HEIGHT, edge=self.theme.colour("hairline"))
        if share is None:
            return [whole]
        right = left + (end - left) * min(1.0, max(0.0, share))
        return [BarItem(left, right, up, BAR_HEIGHT, self.theme.colour("muted_text")), whole]

    def paint_head(self, painter: QPainter) -> None:
        name = QRectF(SPACE_M, 0, self._name_width - SPACE_M, HEAD_ROOM)
        self.paint_words(painter, name, self.tr("Variable"))
        for place, objective in enumerate(self._landscape.objectives):
            room = QRectF(self._column(place))
            room.setHeight(HEAD_ROOM)
            self.paint_words(painter, room, objective.short)

    @property
    def _name_width(self) -> float:
        return min(MOST_NAME, self.width() * NAME_SHARE)

    def _column(self, place: int) -> QRectF:
        """The room of an objective in the first row."""
        name, n = self._name_width, len(self._landscape.objectives)
        width = (self.width() - name - SPACE_M) / n
        return QRectF(name + place * width, 0, width - SPACE_S, ROW_HEIGHT)

    def _word(self, words: str, room: QRectF, role: str) -> WordItem:
        top = room.center().y() - self.caption.height() / 2
        text = self.fitting(words, room.width())
        return WordItem(text, QPointF(room.left(), top), self.theme.colour(role))

    # ---- events

    def new_plot(self) -> ItemPlot:
        plot = super().new_plot()
        plot.offer_brushes()  # nothing moves and nothing is zoomed
        plot.clicked.connect(self._click)
        return plot

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        rows = self.rows
        if step is None or not rows:
            super().keyPressEvent(event)
            return
        keys = [axis.key for axis in rows]
        at = keys.index(self._chosen) + step if self._chosen in keys else 0
        self._go(rows[max(0, min(at, len(rows) - 1))])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            variable = self._row_at(QPointF(event.pos()))
            words = "" if variable is None else self.row_words(variable)
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _click(self, point: QPointF) -> None:
        variable = self._row_at(point)
        if variable is not None:
            self._go(variable)

    def _row_at(self, point: QPointF) -> Axis | None:
        at = int((point.y() - HEAD_ROOM) // ROW_HEIGHT)
        rows = self.rows
        return rows[at] if 0 <= at < len(rows) and point.y() >= HEAD_ROOM else None

    def _go(self, variable: Axis) -> None:
        self.choose(variable.key)
        self.variable_chosen.emit(variable.key)

    def _describe(self) -> None:
        variable = self._landscape.axis(self._chosen)
        self.describe("" if variable is None else self.row_words(variable))
