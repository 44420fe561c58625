"""SlopeChart: every language as a line from its value in one tokenizer to that in another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt
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

from workbench.signals import Signal
from workbench.ui.languages.dot_plot import scale_of, tick_words
from workbench.ui.languages.language_chart import CENTRE, LEFT, RIGHT, ChartRow, rows_csv
from workbench.ui.theme.diverging import LEAST_SHADE_SHOWN
from workbench.ui.theme.icons import MARKER_SIZE, paint_marker
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.words.tool_tips import show_tip

MOST_LABELLED = 8
HEAD = 52.0
FOOT = 20.0
AXIS_WIDTH = 56.0
LABEL_WIDTH = 220.0
LEAST_HEIGHT = 240
REACH = 8.0  # pixels from a line at which the pointer is on it


class SlopeChart(QWidget):
    """Blue lines got better, orange ones worse; the greatest losses are labelled.

    A row has two cells: the baseline's value, and the other's with the shade of the change.
    Arrow keys walk the languages from the greatest loss to the greatest gain.

    Signals:
        row_chosen: label of the language that the person came to.
    """

    row_chosen: Signal[str] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumHeight(LEAST_HEIGHT)
        self._theme = theme
        self._names = ("", "")
        self._title = ""
        self._rows: tuple[ChartRow, ...] = ()
        self._scale = scale_of(())
        self._chosen = ""
        self._hovered = ""
        theme.changed.connect(self.update)

    @property
    def rows(self) -> tuple[ChartRow, ...]:
        """The languages that both measured, the greatest loss first."""
        return self._rows

    @property
    def chosen(self) -> str:
        """Label of the current language, "" for none."""
        return self._chosen

    def set_slopes(self, names: tuple[str, str], rows: Sequence[ChartRow], title: str) -> None:
        """Show the rows in which both have a value. title: the metric with its unit."""
        known = [row for row in rows if all(cell.value is not None for cell in row.cells)]
        self._rows = tuple(sorted(known, key=_shade))
        self._names, self._title = names, title
        values = [cell.value for row in self._rows for cell in row.cells if cell.value is not None]
        self._scale = scale_of(values)
        self._hovered = ""
        if self._chosen not in {row.label for row in self._rows}:
            self._chosen = ""
        self.update()

    def choose(self, label: str) -> None:
        """Make a language current."""
        row = next((row for row in self._rows if row.label == label), None)
        self._chosen = "" if row is None else label
        self.setAccessibleDescription("" if row is None else row.cells[1].said)
        self.update()

    def labelled(self) -> tuple[ChartRow, ...]:
        """The rows named at the right: the greatest losses, and the current ones."""
        losses = [row for row in self._rows if _shade(row) < -LEAST_SHADE_SHOWN][:MOST_LABELLED]
        shown = losses or [row for row in self._rows[::-1] if _shade(row) > LEAST_SHADE_SHOWN]
        also = [row for row in self._rows if row.label in (self._chosen, self._hovered)]
        labels = dict.fromkeys((*shown[:MOST_LABELLED], *also))
        return tuple(labels)

    def data_csv(self) -> str:
        """Return both values of every language as CSV."""
        return rows_csv(self._names, self._rows)

    def row_at(self, point: QPointF) -> ChartRow | None:
        """The language whose line is nearest, None if none is near."""
        area = self._area(QSizeF(self.size()))
        near = [
            (self._distance(row, point, area), at)
            for at, row in enumerate(self._rows)
            if area.left() - REACH <= point.x() <= area.right() + REACH
        ]
        distance, at = min(near, default=(REACH + 1, 0))
        return self._rows[at] if distance <= REACH else None

    # ---- events

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_on(painter, QSizeF(self.size()))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.row_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if row is not None:
            self._go(row)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            row = self.row_at(QPointF(event.pos()))
            show_tip(event.globalPos(), "" if row is None else row.cells[1].said, self)
            return True
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not self._rows:
            super().keyPressEvent(event)
            return
        labels = [row.label for row in self._rows]
        at = labels.index(self._chosen) + step if self._chosen else 0
        self._go(self._rows[max(0, min(at, len(labels) - 1))])

    # ---- painting

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint everything into an area of this size."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, area = self._theme, self._area(size)
        painter.fillRect(QRectF(QPointF(0, 0), size), theme.colour("surface"))
        self._paint_axes(painter, area)
        marked = {self._chosen, self._hovered}
        for row in sorted(self._rows, key=lambda row: (row.label in marked, abs(_shade(row)))):
            self._paint_line(painter, area, row, is_marked=row.label in marked)
        self._paint_labels(painter, area)

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        theme = self._theme
        painter.setFont(theme.font(TEXT_CAPTION))
        painter.setPen(theme.colour("muted_text"))
        painter.drawText(QRectF(area.left(), SPACE_XS, area.width(), HEAD / 2), CENTRE, self._title)
        for tick in self._scale.ticks:
            y = self._y(tick, area)
            painter.setPen(QPen(theme.colour("grid"), 1.0))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.colour("muted_text"))
            room = QRectF(0, y - SPACE_M, area.left() - SPACE_S, 2 * SPACE_M)
            painter.drawText(room, RIGHT, tick_words(tick, self._scale))
        for x, name, side in (
            (area.left(), self._names[0], LEFT),
            (area.right(), self._names[1], RIGHT),
        ):
            painter.setPen(QPen(theme.colour("control_edge"), 1.0))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            painter.setPen(theme.colour("text"))
            painter.setFont(theme.font(bold=True))
            left = area.left() if side == LEFT else area.center().x()
            room = QRectF(left, HEAD / 2, area.width() / 2, HEAD / 2)
            words = painter.fontMetrics().elidedText(
                name, Qt.TextElideMode.ElideMiddle, int(room.width() - SPACE_S)
            )
            painter.drawText(room, side, words)

    def _paint_line(
        self, painter: QPainter, area: QRectF, row: ChartRow, *, is_marked: bool
    ) -> None:
        theme, shade = self._theme, _shade(row)
        colour = theme.colour("control_edge")
        if abs(shade) > LEAST_SHADE_SHOWN:
            colour = theme.diverging(1.0 if shade > 0 else -1.0)
        start, end = self._ends(row, area)
        painter.setPen(
            QPen(theme.colour("accent") if is_marked else colour, 3.0 if is_marked else 1.5)
        )
        painter.drawLine(start, end)
        style = theme.language_style(row.label)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour)
        if is_marked:
            for point in (start, end):
                paint_marker(painter, style.marker, point)
        else:
            painter.setBrush(colour)
            for point in (start, end):
                painter.drawEllipse(point, 2.0, 2.0)

    def _paint_labels(self, painter: QPainter, area: QRectF) -> None:
        """Paint the names of `labelled`, beside the ends of their lines, one under the other."""
        theme = self._theme
        rows = sorted(self.labelled(), key=lambda row: self._ends(row, area)[1].y())
        metrics = QFontMetricsF(theme.font())
        height = metrics.height()
        tops = spread_apart([self._ends(row, area)[1].y() for row in rows], height, area)
        for row, y in zip(rows, tops, strict=True):
            is_marked = row.label in (self._chosen, self._hovered)
            end = self._ends(row, area)[1]
            left = area.right() + SPACE_L + MARKER_SIZE
            painter.setPen(QPen(theme.colour("control_edge"), 1.0))
            painter.drawLine(end + QPointF(SPACE_XS, 0), QPointF(left - SPACE_XS, y))
            painter.setFont(theme.font(bold=is_marked))
            painter.setPen(theme.colour("text"))
            room = QRectF(left, y - height / 2, LABEL_WIDTH - SPACE_L - MARKER_SIZE, height)
            words = f"{row.name}  {row.cells[1].words}"
            shown = painter.fontMetrics().elidedText(
                words, Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, LEFT, shown)

    # ---- inside

    def _area(self, size: QSizeF) -> QRectF:
        """The room between the two axes."""
        height = max(1.0, size.height() - HEAD - FOOT)
        width = max(1.0, size.width() - AXIS_WIDTH - LABEL_WIDTH)
        return QRectF(AXIS_WIDTH, HEAD, width, height)

    def _y(self, value: float, area: QRectF) -> float:
        return area.bottom() - self._scale.share(value) * area.height()

    def _ends(self, row: ChartRow, area: QRectF) -> tuple[QPointF, QPointF]:
        before, after = (self._y(cell.value or 0.0, area) for cell in row.cells)
        return QPointF(area.left(), before), QPointF(area.right(), after)

    def _distance(self, row: ChartRow, point: QPointF, area: QRectF) -> float:
        """How far a point is above or below a line."""
        start, end = self._ends(row, area)
        share = min(1.0, max(0.0, (point.x() - area.left()) / area.width()))
        return abs(start.y() + share * (end.y() - start.y()) - point.y())

    def _hover(self, row: ChartRow | None) -> None:
        label = "" if row is None else row.label
        if label != self._hovered:
            self._hovered = label
            self.update()

    def _go(self, row: ChartRow) -> None:
        self.choose(row.label)
        self.row_chosen.emit(row.label)


def spread_apart(wanted: Sequence[float], height: float, area: QRectF) -> list[float]:
    """Middles of lines of text near the wanted ones, in their order, that do not overlap.

    wanted: ascending. The lowest one ends within the area if all have room there.
    """
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + height) if placed else y)
    lowest = area.bottom()
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - height
    return placed


def _shade(row: ChartRow) -> float:
    return row.cells[1].shade or 0.0
