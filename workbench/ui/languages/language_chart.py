"""LanguageChart: rows of languages between a head and a foot, painted; the ground of two charts.

The same painting fills the screen, row by row, and a whole picture for a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from workbench.signals import Signal
from workbench.text.table_text import csv_text
from workbench.ui.theme.icons import MARKER_SIZE, paint_marker
from workbench.ui.theme.theme import (
    ROW_HEIGHT,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.words.tool_tips import show_tip

LEAST_NAME_WIDTH = 96.0
MOST_NAME_WIDTH = 184.0
MOST_NAME_SHARE = 0.35
"""Names take no more of a narrow chart than this, so that its cells can be read."""
HEAD_HEIGHT = 2 * ROW_HEIGHT - SPACE_S
FOOT_HEIGHT = ROW_HEIGHT + SPACE_S
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True, slots=True)
class ChartCell:
    """One value of a row. words: how it is written in the cell; said: the whole sentence.

    shade: -1 (worst) over 0 (neutral) to 1 (best); None where there is nothing to compare.
    """

    value: float | None
    words: str = ""
    said: str = ""
    shade: float | None = None


@dataclass(frozen=True, slots=True)
class RowBand:
    """What rows below each other have in common, such as their script.

    median: of the first column's values; words: the median in words, "" for none.
    """

    name: str
    median: float | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One language with a cell for each column. is_flagged: a warning sign is beside its name.

    band: its name is drawn before the first row, its median before the second.
    """

    label: str
    name: str
    cells: tuple[ChartCell, ...]
    is_flagged: bool = False
    band: RowBand | None = None


@dataclass(frozen=True, slots=True)
class RowArea:
    """Where a row is painted: the room of its band, of its name and of its cells."""

    band: QRectF
    name: QRectF
    cells: QRectF


class LanguageChart(QAbstractScrollArea):
    """Arrow keys walk rows and columns, Home and End go to the first and last row.

    The current row is marked once it was chosen; before that only while the chart has the focus.

    Signals:
        row_chosen: label of the row that the person came to.
    """

    row_chosen: Signal[str] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.theme = theme
        self._rows: tuple[ChartRow, ...] = ()
        self._n_columns = 0
        self._row, self._column = 0, 0
        self._is_chosen = False
        self._widths = 0.0, LEAST_NAME_WIDTH
        theme.changed.connect(self.viewport().update)

    # ---- what is shown

    @property
    def rows(self) -> tuple[ChartRow, ...]:
        return self._rows

    @property
    def current(self) -> tuple[str, int] | None:
        """Label of the current row and number of the current column."""
        return (self._rows[self._row].label, self._column) if self._rows else None

    @property
    def name_width(self) -> float:
        """Pixels for the names: those of the longest one as far as there is room for it."""
        room = MOST_NAME_SHARE * self.viewport().width()
        return min(self._widths[1], max(LEAST_NAME_WIDTH, room))

    def set_rows(self, rows: Sequence[ChartRow], n_columns: int) -> None:
        """Show these rows; the current language stays current if it is still there."""
        before = self.current
        self._rows, self._n_columns = tuple(rows), n_columns
        labels = [row.label for row in self._rows]
        if before is not None and before[0] in labels:
            self._row = labels.index(before[0])
        else:
            self._is_chosen = False
        self._row = max(0, min(self._row, len(labels) - 1))
        self._column = max(0, min(self._column, n_columns - 1))
        metrics = QFontMetricsF(self.theme.font())
        widest = max((metrics.horizontalAdvance(row.name) for row in self._rows), default=0.0)
        name_width = min(max(widest, LEAST_NAME_WIDTH), MOST_NAME_WIDTH)
        small = QFontMetricsF(self.theme.font(TEXT_CAPTION, bold=True))
        bands = {row.band for row in self._rows if row.band is not None}
        words = [text for band in bands for text in (band.name, band.words)]
        widest = max(map(small.horizontalAdvance, words), default=0.0)
        self._widths = (widest + SPACE_M if words else 0.0), name_width
        self._fit_scroll_bar()
        self._describe()
        self.viewport().update()

    def choose(self, label: str) -> None:
        """Make a language current and bring it into sight."""
        labels = [row.label for row in self._rows]
        if label in labels:
            self._go(labels.index(label), self._column, tell=False)

    # ---- what subclasses paint

    def paint_head(self, painter: QPainter, area: QRectF) -> None:
        """Paint what stands above the cells; `area` is their width and the head's height."""

    def paint_cells(
        self, painter: QPainter, area: QRectF, row: ChartRow, current: int | None
    ) -> None:
        """Paint the cells of a row; `current` is the column the keys stand on, if it is here."""

    def paint_foot(self, painter: QPainter, area: QRectF) -> None:
        """Paint the legend over the whole width."""

    def column_at(self, x: float, width: float, row: ChartRow) -> int:
        """Return the column at a place of the cells' room."""
        del row
        return max(0, min(int(x / max(width, 1.0) * self._n_columns), self._n_columns - 1))

    # ---- pictures

    def picture_size(self) -> QSize:
        """Return the size of a picture of all rows, also of those that are scrolled away."""
        height = HEAD_HEIGHT + len(self._rows) * ROW_HEIGHT + FOOT_HEIGHT
        return QSize(max(self.viewport().width(), 1), height)

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint all rows into an area of `picture_size`, the current place unmarked."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = QRectF(0, 0, size.width(), size.height())
        painter.fillRect(inner, self.theme.colour("surface"))
        for index in range(len(self._rows)):
            top = inner.top() + HEAD_HEIGHT + index * ROW_HEIGHT
            self._paint_row(painter, QRectF(inner.left(), top, inner.width(), ROW_HEIGHT), index)
        self._paint_frame(painter, inner)

    # ---- events

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.viewport().rect())
        painter.fillRect(area, self.theme.colour("surface"))
        body = self._body()
        painter.setClipRect(body)
        first = int(self.verticalScrollBar().value() // ROW_HEIGHT)
        for index in range(first, len(self._rows)):
            top = body.top() + index * ROW_HEIGHT - self.verticalScrollBar().value()
            rect = QRectF(body.left(), top, body.width(), ROW_HEIGHT)
            if rect.top() > body.bottom():
                break
            self._paint_row(painter, rect, index, marks_place=True)
        painter.setClipping(False)
        self._paint_frame(painter, area)
        if self.hasFocus():
            painter.setPen(QPen(self.theme.colour("focus"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = max(1, int(self._body().height()) // ROW_HEIGHT - 1)
        steps = {
            Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1), Qt.Key.Key_PageUp: (-page, 0),
            Qt.Key.Key_PageDown: (page, 0), Qt.Key.Key_Home: (-len(self._rows), 0),
            Qt.Key.Key_End: (len(self._rows), 0),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._rows:
            super().keyPressEvent(event)
            return
        self._go(self._row + step[0], self._column + step[1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if place is not None:
            self._go(*place)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            place = self._place_at(QPointF(event.pos()))
            words = self._sentence(*place) if place is not None else ""
            show_tip(event.globalPos(), words, self.viewport())
            return True
        if event.type() is QEvent.Type.MouseButtonRelease:
            event.accept()  # the press was taken here
            return True
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scroll_bar()

    # ---- inside

    def _go(self, row: int, column: int, *, tell: bool = True) -> None:
        if not self._rows:
            return
        self._row = max(0, min(row, len(self._rows) - 1))
        self._column = max(0, min(column, self._n_columns - 1))
        self._is_chosen = True
        bar, room = self.verticalScrollBar(), int(self._body().height())
        top = self._row * ROW_HEIGHT
        if top < bar.value():
            bar.setValue(top)
        elif top + ROW_HEIGHT > bar.value() + room:
            bar.setValue(top + ROW_HEIGHT - room)
        self._describe()
        self.viewport().update()
        if tell:
            self.row_chosen.emit(self._rows[self._row].label)

    def _describe(self) -> None:
        self.setAccessibleDescription(self._sentence(self._row, self._column))
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )

    def _sentence(self, row: int, column: int) -> str:
        if not 0 <= row < len(self._rows) or not 0 <= column < len(self._rows[row].cells):
            return ""
        return self._rows[row].cells[column].said

    def _body(self) -> QRectF:
        area = QRectF(self.viewport().rect())
        return area.adjusted(0, HEAD_HEIGHT, 0, -FOOT_HEIGHT)

    def _place_at(self, point: QPointF) -> tuple[int, int] | None:
        body = self._body()
        if not body.contains(point):
            return None
        row = int((point.y() - body.top() + self.verticalScrollBar().value()) // ROW_HEIGHT)
        if not 0 <= row < len(self._rows):
            return None
        cells = _row_area((self._widths[0], self.name_width), body).cells
        x = point.x() - cells.left()
        is_name = x < 0
        column = self._column if is_name else self.column_at(x, cells.width(), self._rows[row])
        return row, column

    def _paint_row(
        self, painter: QPainter, rect: QRectF, index: int, *, marks_place: bool = False
    ) -> None:
        row, area = self._rows[index], _row_area((self._widths[0], self.name_width), rect)
        marks_place &= self._is_chosen or self.hasFocus()
        is_current = marks_place and index == self._row
        if is_current:
            painter.fillRect(rect, self.theme.colour("selection"))
        if row.band is not None:
            self._paint_band(painter, rect, area.band, index)
        style = self.theme.language_style(row.label)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour)
        paint_marker(painter, style.marker, QPointF(area.band.right() + SPACE_L, rect.center().y()))
        painter.setFont(self.theme.font())
        painter.setPen(self.theme.colour("selection_text" if is_current else "text"))
        room = area.name.adjusted(0, 0, -SPACE_L if row.is_flagged else 0, 0)
        name = painter.fontMetrics().elidedText(
            row.name, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, LEFT, name)
        if row.is_flagged:
            painter.setFont(self.theme.font(bold=True))
            painter.setPen(self.theme.colour("warning"))
            painter.drawText(area.name, RIGHT, "⚑")
        self.paint_cells(painter, area.cells, row, self._column if is_current else None)

    def _paint_band(self, painter: QPainter, rect: QRectF, area: QRectF, index: int) -> None:
        """Paint a line above the first row of a band, and the words of the band."""
        band = self._rows[index].band
        is_first, is_second = (
            place >= 0 and (place == 0 or self._rows[place - 1].band != band)
            for place in (index, index - 1)
        )
        if is_first and index:
            painter.setPen(QPen(self.theme.colour("hairline"), 1.0))
            painter.drawLine(rect.topLeft(), rect.topRight())
        words = "" if band is None else band.name if is_first else band.words
        if is_first or is_second:
            painter.setFont(self.theme.font(TEXT_CAPTION, bold=is_first))
            painter.setPen(self.theme.colour("muted_text"))
            painter.drawText(area.adjusted(SPACE_M, 0, 0, 0), LEFT, words)

    def _paint_frame(self, painter: QPainter, area: QRectF) -> None:
        """Paint head and foot with their hairlines."""
        head = QRectF(area.left(), area.top(), area.width(), HEAD_HEIGHT)
        foot = QRectF(area.left(), area.bottom() - FOOT_HEIGHT, area.width(), FOOT_HEIGHT)
        painter.setFont(self.theme.font(TEXT_CAPTION))
        painter.setPen(self.theme.colour("muted_text"))
        self.paint_head(painter, _row_area((self._widths[0], self.name_width), head).cells)
        painter.setFont(self.theme.font(TEXT_CAPTION))
        self.paint_foot(painter, foot.adjusted(SPACE_L, 0, -SPACE_M, 0))
        painter.setPen(QPen(self.theme.colour("hairline"), 1.0))
        painter.drawLine(head.bottomLeft(), head.bottomRight())
        painter.drawLine(foot.topLeft(), foot.topRight())

    def _fit_scroll_bar(self) -> None:
        bar, room = self.verticalScrollBar(), int(self._body().height())
        bar.setPageStep(max(room, 1))
        bar.setSingleStep(ROW_HEIGHT)
        bar.setRange(0, max(0, len(self._rows) * ROW_HEIGHT - room))


def rows_csv(heads: Sequence[str], rows: Sequence[ChartRow]) -> str:
    """Return the values of rows as CSV, a column for each head; nothing where there is none."""
    cells = (
        [row.label, row.name, *("" if c.value is None else repr(c.value) for c in row.cells)]
        for row in rows
    )
    return csv_text(["label", "name", *heads], cells)


def _row_area(widths: tuple[float, float], row: QRectF) -> RowArea:
    """The rectangles of band, name and cells of a row. widths: of band and name."""
    band = QRectF(row.left(), row.top(), widths[0], row.height())
    left = band.right() + SPACE_L + MARKER_SIZE + SPACE_XS
    name = QRectF(left, row.top(), widths[1] + SPACE_L, row.height())
    cells = QRectF(row)
    cells.setLeft(name.right() + SPACE_S)
    cells.setRight(row.right() - SPACE_M)
    return RowArea(band, name, cells)


def pixels(rect: QRectF) -> QRect:
    """Return the whole pixels of a rectangle, so that neighbours meet without a seam."""
    return QRect(
        round(rect.left()), round(rect.top()),
        round(rect.right()) - round(rect.left()), round(rect.bottom()) - round(rect.top()),
    )  # fmt: skip
