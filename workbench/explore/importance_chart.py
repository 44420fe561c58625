"""ImportanceChart: how much of each objective's variation comes from each variable."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from workbench.explore.landscape import Axis, Landscape
from workbench.explore.spot_chart import LEFT
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, percent
from workbench.text.placeholders import fill
from workbench.text.table_text import csv_text
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.theme.theme import (
    ROW_HEIGHT,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.words.tool_tips import show_tip

HEAD_ROOM = 36
NAME_SHARE, MOST_NAME = 0.3, 140
NUMBER_WIDTH = 48
BAR_HEIGHT = 10


class ImportanceChart(QWidget):
    """A row for each variable, a column for each objective, a bar for each share.

    Up and Down walk the variables.

    Signals:
        variable_chosen: key of the variable that a person came to.
    """

    variable_chosen: Signal[str] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._landscape = Landscape()
        self._chosen = ""
        self.saving = ChartSaving(self)
        theme.changed.connect(self.update)

    @property
    def chosen(self) -> str:
        """Key of the current variable, "" for none."""
        return self._chosen

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
        self.update()

    def choose(self, key: str) -> None:
        """Make a variable current; no signal."""
        self._chosen = key
        self._describe()
        self.update()

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

    def picture_size(self) -> QSize:
        return self.size()

    def row_words(self, variable: Axis) -> str:
        """What a screen reader hears of a row."""
        parts = [
            fill(self.tr("%1 of %2"), percent(self.share(variable, each)), each.title)
            for each in self._landscape.objectives
        ]
        return f"{variable.title}: {', '.join(parts)}"

    # ---- painting

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint everything into an area of this size."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), size), self._theme.colour("surface"))
        painter.setFont(self._theme.font(TEXT_CAPTION))
        objectives = self._landscape.objectives
        if not objectives:
            return
        name = min(MOST_NAME, size.width() * NAME_SHARE)
        width = (size.width() - name - SPACE_M) / len(objectives)
        self._words(painter, QRectF(SPACE_M, 0, name - SPACE_M, HEAD_ROOM), self.tr("Variable"))
        for place, objective in enumerate(objectives):
            room = QRectF(name + place * width, 0, width - SPACE_S, HEAD_ROOM)
            self._words(painter, room, objective.short)
        for at, variable in enumerate(self.rows):
            row = QRectF(0, HEAD_ROOM + at * ROW_HEIGHT, size.width(), ROW_HEIGHT)
            if variable.key == self._chosen:
                painter.fillRect(row, self._theme.colour("selection"))
            role = "selection_text" if variable.key == self._chosen else "text"
            room = QRectF(SPACE_M, row.top(), name - SPACE_M, ROW_HEIGHT)
            self._words(painter, room, variable.short, role)
            for place, objective in enumerate(objectives):
                room = QRectF(name + place * width, row.top(), width - SPACE_S, ROW_HEIGHT)
                self._paint_bar(painter, room, self.share(variable, objective), role)

    def _paint_bar(self, painter: QPainter, room: QRectF, share: float | None, role: str) -> None:
        bar = QRectF(room.left(), room.center().y() - BAR_HEIGHT / 2,
                     max(4.0, room.width() - NUMBER_WIDTH), BAR_HEIGHT)  # fmt: skip
        painter.setPen(QPen(self._theme.colour("hairline"), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        if share is not None:
            bar.setWidth(bar.width() * min(1.0, max(0.0, share)))
            painter.fillRect(bar, self._theme.colour("muted_text"))
        words = NOTHING if share is None else f"{100 * share:.0f} %"
        beside = QRectF(room.right() - NUMBER_WIDTH + SPACE_XS, room.top(),
                        NUMBER_WIDTH - SPACE_XS, room.height())  # fmt: skip
        self._words(painter, beside, words, role)

    def _words(self, painter: QPainter, room: QRectF, words: str, role: str = "muted_text") -> None:
        painter.setPen(self._theme.colour(role))
        metrics = QFontMetricsF(painter.font())
        side = Qt.TextElideMode.ElideRight
        painter.drawText(room, LEFT, metrics.elidedText(words, side, room.width() + 1))

    # ---- events

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_on(painter, QSizeF(self.size()))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        variable = self._row_at(event.position())
        if variable is not None:
            self._go(variable)

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
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    def _row_at(self, point: QPointF) -> Axis | None:
        at = int((point.y() - HEAD_ROOM) // ROW_HEIGHT)
        rows = self.rows
        return rows[at] if 0 <= at < len(rows) and point.y() >= HEAD_ROOM else None

    def _go(self, variable: Axis) -> None:
        self.choose(variable.key)
        self.variable_chosen.emit(variable.key)

    def _describe(self) -> None:
        variable = self._landscape.axis(self._chosen)
        self.setAccessibleDescription("" if variable is None else self.row_words(variable))
