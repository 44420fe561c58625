"""SharePlot: one mark per language, its share of the training text against its premium.

Whether a language costs many tokens because the tokenizer saw little of it, or for another reason,
is seen at a glance. Dragging a rectangle, the brush, chooses the marks within it. `ShareLayout`
places marks, ticks and names at a given size, `SharePainter` paints them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from workbench.signals import Signal
from workbench.text.table_text import csv_text
from workbench.ui.charts.axis_ticks import Tick, apart, log_ticks, plain_words, y_ticks
from workbench.ui.charts.curve import Scale
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
from workbench.ui.words.translation import translator

_tr = translator("SharePlot")

LEFT_AXIS = 52.0
HEAD = 2 * ROW_HEIGHT
FOOT = 2 * ROW_HEIGHT - SPACE_S
NONE_WIDTH = 64.0
"""Room at the left of the axis for languages that are not in the training text."""
LOG_FROM = 8.0
"""The highest premium over the lowest from which the axis is logarithmic."""
_LEAST_TICK_GAP = 44.0
_PAD = 0.06


@dataclass(frozen=True, slots=True)
class SharePoint:
    """One language. share: of the training text, from 0 to 1. said: the whole sentence."""

    label: str
    name: str
    share: float
    premium: float
    tokens: int
    said: str


@dataclass(frozen=True)
class ShareLayout:
    """A plot in pixels. none: the room of languages without training text, empty without such.

    marks: where each point is. names: the room of those names that have some, by point.
    """

    plot: QRectF
    none: QRectF
    x: Scale
    y: Scale
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    marks: tuple[QPointF, ...]
    names: dict[int, QRectF]

    @property
    def whole(self) -> QRectF:
        """The room of all marks."""
        return self.plot.united(self.none)


def lay_out_shares(
    points: Sequence[SharePoint], size: QSizeF, caption: QFontMetricsF
) -> ShareLayout:
    """Lay out a plot; the reference's name has room first, then those of the highest premiums."""
    known = [100 * point.share for point in points if point.share > 0]
    width = NONE_WIDTH if len(known) < len(points) else 0.0
    height = max(1.0, size.height() - HEAD - FOOT)
    none = QRectF(LEFT_AXIS, HEAD, width, height)
    right = size.width() - SPACE_L
    plot = QRectF(none.right(), HEAD, max(1.0, right - none.right()), height)
    x, y = _x_scale(known, plot), _y_scale([point.premium for point in points], plot)
    marks = tuple(
        QPointF(x.place(100 * p.share) if p.share > 0 else none.center().x(), y.place(p.premium))
        for p in points
    )
    low, high = x.bounds
    gap = _LEAST_TICK_GAP * (high - low) / plot.width()
    ticks = apart(log_ticks(low, high, math.inf), gap)
    x_ticks = tuple(Tick(10.0**tick, plain_words(tick)) for tick in ticks)
    names = _names(points, marks, plot.united(none), caption)
    return ShareLayout(plot, none, x, y, x_ticks, y_ticks(y), marks, names)


def _x_scale(percents: Sequence[float], plot: QRectF) -> Scale:
    low, high = min(percents, default=1.0), max(percents, default=100.0)
    pad = max((high / low) ** _PAD, 10.0**0.1)
    return Scale(low / pad, high * pad, plot.left(), plot.right(), is_log=True)


def _y_scale(premiums: Sequence[float], plot: QRectF) -> Scale:
    """From below the lowest to above the highest; 1 is always on it."""
    low, high = min((*premiums, 1.0)), max((*premiums, 1.0))
    if low > 0 and high / low >= LOG_FROM:
        pad = (high / low) ** _PAD
        return Scale(low / pad, high * pad, plot.bottom(), plot.top(), is_log=True)
    pad = max((high - low) * _PAD, 0.05)
    return Scale(low - pad, high + pad, plot.bottom(), plot.top())


def _names(
    points: Sequence[SharePoint], marks: Sequence[QPointF], room: QRectF, caption: QFontMetricsF
) -> dict[int, QRectF]:
    """The room of names beside their marks, where they meet neither marks nor other names."""
    half = MARKER_SIZE / 2 + 1
    taken = [QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half) for at in marks]
    names: dict[int, QRectF] = {}
    line = caption.height()
    for place in sorted(range(len(points)), key=lambda at: _rank_of_name(points[at])):
        at = marks[place]
        width = caption.horizontalAdvance(points[place].name) + 1
        for left, top in (
            (at.x() + half + SPACE_XS, at.y() - line / 2),
            (at.x() - half - SPACE_XS - width, at.y() - line / 2),
            (at.x() - width / 2, at.y() - half - line),
            (at.x() - width / 2, at.y() + half),
        ):
            box = QRectF(left, top, width, line)
            if room.contains(box) and not any(box.intersects(other) for other in taken):
                names[place] = box
                taken.append(box)
                break
    return names


def _rank_of_name(point: SharePoint) -> tuple[bool, float]:
    """What names are sorted by: that of the reference, whose premium is 1, then the highest."""
    return point.premium != 1.0, -point.premium


def nearest(marks: Sequence[QPointF], at: QPointF, radius: float = SPACE_M) -> int | None:
    """The mark nearest to a place, None if none is within the radius."""
    distances = [math.hypot(mark.x() - at.x(), mark.y() - at.y()) for mark in marks]
    place = min(range(len(distances)), key=distances.__getitem__, default=None)
    return place if place is not None and distances[place] <= radius else None


LEAST_WIDTH, LEAST_HEIGHT = 320, 200
LEAST_DRAG = 6.0
BRUSH_ALPHA = 40
FADED_ALPHA = 60
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_CENTRE = Qt.AlignmentFlag.AlignCenter
_WRAPPED = _CENTRE.value | Qt.TextFlag.TextWordWrap.value


@dataclass(frozen=True, slots=True)
class ShareContent:
    """What a plot shows. empty: why there are no points. brush: labels chosen, none for all."""

    points: tuple[SharePoint, ...]
    y_title: str
    empty: str
    brush: frozenset[str]


class SharePainter:
    """Paints in the colours of the theme in force."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint(
        self, painter: QPainter, size: QSizeF, layout: ShareLayout, content: ShareContent
    ) -> None:
        """Paint axes and marks; the sentence that says why where there are none."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(QPointF(0, 0), size)
        painter.fillRect(area, self._theme.colour("surface"))
        if not content.points:
            painter.setFont(self._theme.font())
            painter.setPen(self._theme.colour("muted_text"))
            painter.drawText(area.adjusted(SPACE_L, 0, -SPACE_L, 0), _WRAPPED, content.empty)
            return
        painter.setFont(self._theme.font(TEXT_CAPTION))
        self._paint_axes(painter, layout)
        title = QRectF(SPACE_M, 0, size.width() - 2 * SPACE_M, HEAD / 2)
        is_log = _tr(", logarithmic") if layout.y.is_log else ""
        painter.drawText(title, _LEFT, f"{content.y_title}{is_log}")
        self._paint_marks(painter, layout, content)

    def _paint_axes(self, painter: QPainter, layout: ShareLayout) -> None:
        theme, plot, whole = self._theme, layout.plot, layout.whole
        muted = theme.colour("muted_text")
        for tick in layout.y_ticks:
            y = layout.y.place(tick.value)
            painter.setPen(QPen(theme.colour("grid"), 1.0))
            painter.drawLine(QPointF(whole.left(), y), QPointF(whole.right(), y))
            painter.setPen(muted)
            box = QRectF(0, y - ROW_HEIGHT / 2, LEFT_AXIS - SPACE_S, ROW_HEIGHT)
            painter.drawText(box, _RIGHT, tick.words)
        for tick in layout.x_ticks:
            x = layout.x.place(tick.value)
            painter.setPen(QPen(theme.colour("grid"), 1.0))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(muted)
            box = QRectF(x - LEFT_AXIS, plot.bottom(), 2 * LEFT_AXIS, FOOT / 2)
            painter.drawText(box, _CENTRE, tick.words)
        if layout.none.width():
            painter.drawText(
                QRectF(layout.none.left(), plot.bottom(), layout.none.width(), FOOT / 2),
                _CENTRE, _tr("none"),
            )  # fmt: skip
            painter.setPen(QPen(theme.colour("control_edge"), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(plot.topLeft(), plot.bottomLeft())
        one = layout.y.place(1.0)
        painter.setPen(QPen(theme.colour("text"), 1.0))
        painter.drawLine(QPointF(whole.left(), one), QPointF(whole.right(), one))
        painter.setPen(muted)
        foot = QRectF(whole.left(), plot.bottom() + FOOT / 2, whole.width(), FOOT / 2)
        painter.drawText(foot, _CENTRE, _tr("Share of the training text, % (logarithmic)"))

    def _paint_marks(self, painter: QPainter, layout: ShareLayout, content: ShareContent) -> None:
        for place, (point, at) in enumerate(zip(content.points, layout.marks, strict=True)):
            is_faded = bool(content.brush) and point.label not in content.brush
            style = self._theme.language_style(point.label)
            colour, words = QColor(style.colour), QColor(self._theme.colour("text"))
            if is_faded:
                colour.setAlpha(FADED_ALPHA)
                words.setAlpha(FADED_ALPHA)
            painter.setPen(QPen(self._theme.colour("surface"), 1.0))
            painter.setBrush(colour)
            paint_marker(painter, style.marker, at)
            if place in layout.names:
                painter.fillRect(layout.names[place], self._theme.colour("surface"))
                painter.setPen(words)
                painter.drawText(layout.names[place], _LEFT, point.name)

    def paint_places(
        self, painter: QPainter, size: QSizeF, layout: ShareLayout, points: Sequence[SharePoint],
        places: tuple[int | None, int | None],
    ) -> None:  # fmt: skip
        """Ring the current mark and the one at the pointer; say the latter, else the former."""
        current, hovered = places
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, role in ((current, "focus"), (hovered, "text")):
            if place is not None:
                painter.setPen(QPen(self._theme.colour(role), 2.0))
                painter.drawEllipse(layout.marks[place], MARKER_SIZE, MARKER_SIZE)
        said = hovered if hovered is not None else current
        if said is not None:
            painter.setFont(self._theme.font(TEXT_CAPTION, bold=True))
            painter.setPen(self._theme.colour("text"))
            room = QRectF(SPACE_M, HEAD / 2 - SPACE_XS, size.width() - 2 * SPACE_M, HEAD / 2)
            words = painter.fontMetrics().elidedText(
                points[said].said, Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, _LEFT, words)


class SharePlot(QWidget):
    """Left and Right walk by share, Up and Down by premium; Space adds a mark to those chosen.

    Escape, or a click beside all marks, shows all again.

    Signals:
        row_chosen: label of the mark that the person came to.
        brushed: frozenset of the labels that are chosen; empty for all.
    """

    row_chosen: Signal[str] = Signal(object)
    brushed: Signal[frozenset[str]] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self._theme = theme
        self._painter = SharePainter(theme)
        self._points: tuple[SharePoint, ...] = ()
        self._y_title, self._empty = "", ""
        self._brush: frozenset[str] = frozenset()
        self._current: str | None = None
        self._hovered: int | None = None
        self._drag: QRectF | None = None
        self._layout: ShareLayout | None = None
        theme.changed.connect(self._lay_out_again)

    # ---- what is shown

    @property
    def points(self) -> tuple[SharePoint, ...]:
        return self._points

    @property
    def current(self) -> str | None:
        """Label of the current mark."""
        return self._current

    @property
    def chosen_labels(self) -> frozenset[str]:
        """The labels that the brush chose; empty for all."""
        return self._brush

    def set_points(self, points: Sequence[SharePoint], y_title: str, empty: str = "") -> None:
        """Show these marks. empty: one sentence that says why there is nothing to show."""
        self._points = () if empty else tuple(points)
        self._y_title, self._empty, self._hovered = y_title, empty, None
        if all(point.label != self._current for point in self._points):
            self._current = None
        self._describe()
        self._lay_out_again()

    def choose(self, label: str) -> None:
        """Make a language current."""
        if any(point.label == label for point in self._points):
            self._current = label
            self._describe()
            self.update()

    def set_brush(self, labels: frozenset[str]) -> None:
        """Choose some labels; none for all."""
        if labels != self._brush:
            self._brush = labels
            self.update()
            self.brushed.emit(labels)

    def clear_brush(self) -> None:
        """Choose none, which shows all."""
        self.set_brush(frozenset())

    def data_csv(self) -> str:
        """Return the values of all marks as CSV; the share is a part of 1."""
        cells = (
            [each.label, each.name, repr(each.share), repr(each.premium), str(each.tokens)]
            for each in self._points
        )
        return csv_text(["label", "name", "share", "premium", "tokens"], cells)

    def place_of(self, label: str) -> QPointF:
        """Return where the mark of a language is."""
        labels = [point.label for point in self._points]
        return self._laid_out().marks[labels.index(label)]

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint the plot in any size, with nothing pointed at."""
        layout = lay_out_shares(self._points, size, self._metrics())
        self._painter.paint(painter, size, layout, self._content())

    # ---- events

    def sizeHint(self) -> QSize:
        return QSize(2 * LEAST_WIDTH, 2 * LEAST_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        size, layout = QSizeF(self.size()), self._laid_out()
        self._painter.paint(painter, size, layout, self._content())
        labels = [point.label for point in self._points]
        current = labels.index(self._current) if self._current is not None else None
        self._painter.paint_places(painter, size, layout, self._points, (current, self._hovered))
        if self._drag is not None:
            colour = QColor(self._theme.colour("accent"))
            painter.setPen(QPen(colour, 1.0))
            colour.setAlpha(BRUSH_ALPHA)
            painter.setBrush(colour)
            painter.drawRect(self._drag.normalized())
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._points:
            self._drag = QRectF(event.position(), QSizeF(0, 0))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            self._drag.setBottomRight(event.position())
            self.update()
            return
        hovered = nearest(self._laid_out().marks, event.position())
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is None:
            return
        marks, band = self._laid_out().marks, drag.normalized()
        if max(band.width(), band.height()) >= LEAST_DRAG:
            pairs = zip(self._points, marks, strict=True)
            self.set_brush(frozenset(point.label for point, at in pairs if band.contains(at)))
        else:
            place = nearest(marks, event.position())
            if place is None:
                self.clear_brush()
            else:
                if self._points[place].label not in self._brush:
                    self.clear_brush()  # the table lacks its row
                self._go(place)
        self.update()

    def leaveEvent(self, _event: QEvent) -> None:
        self._hovered = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
        if key is Qt.Key.Key_Escape and self._brush:
            self.clear_brush()
        elif key is Qt.Key.Key_Space and self._current is not None:
            self.set_brush(self._brush ^ {self._current})
        elif self._points and (key in steps or key in ends):
            is_up = key in (Qt.Key.Key_Up, Qt.Key.Key_Down)
            order = sorted(
                range(len(self._points)), key=lambda at: _walk_key(self._points[at], is_up=is_up)
            )
            labels = [self._points[at].label for at in order]
            if key in ends:
                self._go(order[ends[key]])
            elif self._current is None:
                self._go(max(order, key=lambda at: self._points[at].premium))
            else:
                place = labels.index(self._current) + steps[key]
                self._go(order[max(0, min(place, len(order) - 1))])
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._layout = None

    # ---- inside

    def _go(self, place: int) -> None:
        self.choose(self._points[place].label)
        self.row_chosen.emit(self._points[place].label)

    def _describe(self) -> None:
        said = [point.said for point in self._points if point.label == self._current]
        if not said and self._points:
            said = [max(self._points, key=lambda point: point.premium).said]
        self.setAccessibleDescription(said[0] if said else self._empty)
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )

    def _lay_out_again(self, _changed: object = None) -> None:
        self._layout = None
        self.update()

    def _laid_out(self) -> ShareLayout:
        if self._layout is None:
            self._layout = lay_out_shares(self._points, QSizeF(self.size()), self._metrics())
        return self._layout

    def _content(self) -> ShareContent:
        return ShareContent(self._points, self._y_title, self._empty, self._brush)

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(TEXT_CAPTION))


def _walk_key(point: SharePoint, *, is_up: bool) -> tuple[float, float]:
    """What marks are walked by: premium, or share."""
    return (point.premium, point.share) if is_up else (point.share, point.premium)
