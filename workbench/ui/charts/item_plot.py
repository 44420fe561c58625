"""ItemPlot: a scene of single items drawn with those of pyqtgraph: axes, curves, scatter, bars.

Items are kept from one scene to the next; only what has changed is given to pyqtgraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsSimpleTextItem, QWidget

from workbench.signals import Signal
from workbench.ui.charts.item_scene import (
    AxisItems,
    BarItem,
    BrushItem,
    DotItem,
    ItemMarks,
    ItemScene,
    LineItem,
    RuleItem,
    WordItem,
)
from workbench.ui.charts.plot_view import LEFT, Area, PlotView
from workbench.ui.theme.theme import SPACE_XS, TEXT_CAPTION, Theme

SLACK = 48
"""Pixels that the words of a tick may reach beyond their axis."""
TICK_LENGTH = 3
BRUSH_ALPHA, BRUSH_HOVER_ALPHA = 60, 100
WORD_SHADE = 205
"""Opacity of what lies between lines and the words of ticks over them."""
_BRUSH_Z, _MARKS_Z, _WORDS_Z, _AXIS_Z = 30, 40, 60, 50
_LINES_Z, _MARKED_LINES_Z = -2, -1  # below the dots of the area
_GRID_Z = -200  # pyqtgraph puts its ViewBox at -100


class _ItemArea(Area):
    """The plot, which tells where a person drags along something that can be brushed.

    Signals:
        brushed: (begin, end, is_final), in pixels.
    """

    brushed: Signal[tuple[QPointF, QPointF, bool]] = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.brushes = False
        self.zooms_both = True

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        if self.brushes and event.button() == LEFT:
            event.accept()
            ends = event.buttonDownScenePos(), event.scenePos()
            self.brushed.emit((QPointF(ends[0]), QPointF(ends[1]), bool(event.isFinish())))
        elif not self.brushes:
            super().mouseDragEvent(event, axis)


class _WordAxis(pg.AxisItem):
    """An axis with given ticks. Its words are painted as words, also into a file of vectors."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.picture: Any = None
        self._specs: Any = None
        self._ground = QColor()
        self.setZValue(_AXIS_Z)
        self.setStyle(hideOverlappingLabels=False, autoExpandTextSpace=False, tickAlpha=255)
        self.enableAutoSIPrefix(False)

    def show_axis(self, axis: AxisItems, theme: Theme, area: Area, density: float) -> None:
        """Show another axis."""
        font, muted = theme.font(TEXT_CAPTION), theme.colour("muted_text")
        line = theme.colour("grid" if axis.has_grid else "control_edge")
        self._ground = theme.colour("surface")
        self._ground.setAlpha(0 if axis.has_grid else WORD_SHADE)
        is_linked = self.linkedView() is not None
        if axis.has_grid and not is_linked:
            self.linkToView(area)
            self.setZValue(_GRID_Z)
        self.setGrid(255 if axis.has_grid else False)
        self.setStyle(
            tickFont=font,
            tickLength=0 if axis.has_grid else TICK_LENGTH,
            tickTextOffset=SPACE_XS,
        )
        pen = pg.mkPen(line, width=density)
        self.setPen(pen)
        self.setTickPen(pen)
        self.setTextPen(muted)
        if axis.side == "left":
            self.setWidth(axis.place.width())
        else:
            self.setHeight(axis.place.height())
        self.setGeometry(axis.place)
        self.setRange(*axis.ends)
        self.setTicks([[(tick.value, tick.words) for tick in axis.ticks]])
        self.label.setFont(font)
        self.label.setDefaultTextColor(muted)
        self.label.setPlainText(axis.title)
        self.showLabel(bool(axis.title))
        self.resizeEvent()

    def boundingRect(self) -> QRectF:
        return QRectF(super().boundingRect()).adjusted(-SLACK, -SLACK, SLACK, SLACK)

    def paint(self, painter: QPainter, _option: Any, _widget: Any) -> None:
        if self.picture is None:  # something has changed
            painter.save()
            self._specs = self.generateDrawSpecs(painter)
            painter.restore()
            self.picture = pg.QtGui.QPicture()
        if self._specs is not None:
            painter.save()
            self.drawPicture(painter, *self._specs)
            painter.restore()

    def drawPicture(self, painter: QPainter, axis: Any, ticks: Any, texts: Any) -> None:
        if self._ground.alpha():
            for place, _, _ in texts:
                painter.fillRect(place.adjusted(-1, -1, 1, 1), self._ground)
        super().drawPicture(painter, axis, ticks, texts)


class ItemPlot(PlotView):
    """Draws scenes of items in the fonts of the theme.

    Signals:
        clicked, opened: QPointF, where a person clicked, or clicked twice.
        brushed: (begin, end, is_final) in pixels, what a person dragged over after
            `offer_brushes`.
        brush_moved: (key, low, high), a brush was dragged.
    """

    clicked: Signal[QPointF] = Signal(object)
    opened: Signal[QPointF] = Signal(object)
    brushed: Signal[tuple[QPointF, QPointF, bool]] = Signal(object)
    brush_moved: Signal[tuple[str, float, float]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        area = _ItemArea()
        super().__init__(area, parent)
        self._theme = theme
        self._item_area = area
        self._scene, self._marks = ItemScene(), ItemMarks()
        self._drawn: ItemScene | None = None
        self._axes: list[_WordAxis] = []
        self._lines: list[pg.PlotCurveItem] = []
        self._marked_lines: list[pg.PlotCurveItem] = []
        self._rules: list[pg.InfiniteLine] = []
        self._words: list[QGraphicsSimpleTextItem] = []
        self._brushes: dict[str, pg.LinearRegionItem] = {}
        self._bars: list[pg.BarGraphItem] = []
        self._pens: dict[tuple[int, float], QPen] = {}
        self._fills: dict[int | None, QBrush] = {}
        self._still: QPixmap | None = None
        self._is_placing = False
        self._dots, self._marked_dots = pg.ScatterPlotItem(), pg.ScatterPlotItem()
        self._marked_dots.setZValue(_MARKS_Z)
        self.scene().addItem(area)
        for item in (self._dots, self._marked_dots):
            area.addItem(item, ignoreBounds=True)
        self.scene().sigMouseClicked.connect(self._note_click)
        area.brushed.connect(self.brushed)

    def offer_brushes(self) -> None:
        """Tell where a person drags instead of moving and zooming."""
        self._item_area.brushes = True

    def draw(self, scene: ItemScene, marks: ItemMarks, density: float = 1.0) -> None:
        """Show a scene. density: pixels of the device for one of the chart."""
        before = self._drawn if density == 1.0 else None
        self._scene = scene
        self._show_still(None)
        self.area.setGeometry(scene.plot)
        self.area.setRange(xRange=scene.x, yRange=scene.y, padding=0)
        self._draw_axes(scene.axes, density)
        frame = scene.plot, scene.x, scene.y
        is_same = before is not None and (before.plot, before.x, before.y) == frame
        if before is None or not is_same or before.lines is not scene.lines:
            self._draw_lines(self._lines, scene.lines, density, _LINES_Z)
        if before is None or before.bars != scene.bars:
            self._draw_bars(scene.bars, density)
        if before is None or before.dots is not scene.dots:
            self._draw_dots(self._dots, scene.dots, density)
        self._draw_rules(scene.rules, density)
        self._draw_words(scene.words)
        self._draw_brushes(scene.brushes, density)
        self._drawn = scene if density == 1.0 else None
        self._mark(marks, density)

    def restyle(self) -> None:
        """Draw all items with the next scene, also those that have not changed."""
        self._drawn = None

    def mark(self, marks: ItemMarks) -> None:
        """Show what is selected and pointed at; the rest is as it was drawn."""
        self._rest()
        self._mark(marks, 1.0)

    def _mark(self, marks: ItemMarks, density: float) -> None:
        self._marks = marks
        self._draw_lines(self._marked_lines, marks.lines, density, _MARKED_LINES_Z)
        self._draw_dots(self._marked_dots, marks.dots, density)

    def render_on(self, painter: QPainter, place: QRectF) -> None:
        """Paint the plot into a picture or a file, which may be denser than the screen."""
        scene, marks = self._scene, self._marks
        scatters = (self._dots, self._marked_dots)
        for each in scatters:
            each.setExportMode(True, {"antialias": True})
        self.draw(scene, marks, painter.device().devicePixelRatio())
        self.render(painter, place, self.rect())
        for each in scatters:
            each.setExportMode(False)
        self.restyle()
        self.draw(scene, marks)

    def drawBackground(self, painter: QPainter, _rect: QRectF) -> None:
        """The picture of what stays, while there is one."""
        if self._still is not None:
            painter.drawPixmap(0, 0, self._still)

    def _rest(self) -> None:
        """Put what stays into a picture, so that marks move without painting all lines again."""
        if self._still is not None or not self.isVisible() or self.size().isEmpty():
            return
        density = self.devicePixelRatioF()
        still = QPixmap(self.size() * density)
        still.setDevicePixelRatio(density)
        still.fill(Qt.GlobalColor.transparent)
        for item in self._moving:
            item.hide()
        painter = QPainter(still)
        self.render(painter, QRectF(self.rect()), self.rect())
        painter.end()
        for item in self._moving:
            item.show()
        self._show_still(still)

    def _show_still(self, still: QPixmap | None) -> None:
        """Show a picture in place of the items that it has, or these again."""
        if still is not None or self._still is not None:
            self._still = still
            for item in (*self._axes, *self._lines, *self._rules, *self._words, *self._bars,
                         self._dots):  # fmt: skip
                item.setVisible(still is None)
            self.viewport().update()

    @property
    def _moving(self) -> list[Any]:
        """What a person moves or points at."""
        return [self._marked_dots, *self._marked_lines, *self._brushes.values()]

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == LEFT:
            self.opened.emit(event.position())

    def _note_click(self, event: Any) -> None:
        if event.button() == LEFT:
            self.clicked.emit(QPointF(event.scenePos()))

    def _draw_axes(self, axes: Sequence[AxisItems], density: float) -> None:
        sides = [axis.side for axis in axes]
        if [each.orientation for each in self._axes] != sides:
            for old in self._axes:
                self.scene().removeItem(old)
            self._axes = [_WordAxis(side) for side in sides]
            for each in self._axes:
                self.scene().addItem(each)
        for each, axis in zip(self._axes, axes, strict=True):
            each.show_axis(axis, self._theme, self.area, density)

    def _draw_lines(
        self, items: list[pg.PlotCurveItem], lines: Sequence[LineItem], density: float, z: float
    ) -> None:
        """Draw lines in pixels of the area: Qt takes forty times as long for smooth lines that it
        has to stretch itself.
        """
        while len(items) > len(lines):
            self.scene().removeItem(items.pop())
        while len(items) < len(lines):
            items.append(pg.PlotCurveItem(connect="finite"))
            items[-1].setSegmentedLineMode("on")  # a path of many lines takes ten times as long
            items[-1].setParentItem(self.area)
            items[-1].setZValue(z)
        scene = self._scene
        (left, right), (low, high) = scene.x, scene.y
        for item, line in zip(items, lines, strict=True):
            x, y = np.asarray(line.x, np.float64), np.asarray(line.y, np.float64)
            item.setData(
                (x - left) / (right - left) * scene.plot.width(),
                (high - y) / (high - low) * scene.plot.height(),
                antialias=line.is_smooth, connect="finite",
                pen=_pen(line.colour, line.width * density, is_dashed=line.is_dashed),
            )  # fmt: skip

    def _draw_bars(self, bars: Sequence[BarItem], density: float) -> None:
        while len(self._bars) > bool(bars):
            self.area.removeItem(self._bars.pop())
        if not bars:
            return
        none = QPen(Qt.PenStyle.NoPen)
        data = {
            "x0": np.array([bar.left for bar in bars]),
            "x1": np.array([bar.right for bar in bars]),
            "y": np.array([bar.y for bar in bars]),
            "height": np.array([bar.height for bar in bars]),
            "brushes": [pg.mkBrush(bar.fill) for bar in bars],
            "pens": [none if bar.edge is None else _pen(bar.edge, density) for bar in bars],
        }
        if self._bars:
            self._bars[0].setOpts(**data)
        else:
            self._bars.append(pg.BarGraphItem(**data))
            self.area.addItem(self._bars[0], ignoreBounds=True)

    def _draw_dots(self, item: pg.ScatterPlotItem, dots: Sequence[DotItem], density: float) -> None:
        item.setData(
            x=np.array([dot.x for dot in dots], np.float64),
            y=np.array([dot.y for dot in dots], np.float64),
            size=np.array([dot.size for dot in dots], np.float64),
            symbol=[dot.symbol for dot in dots],
            pen=[self._kept_pen(dot.edge, dot.width * density) for dot in dots],
            brush=[self._kept_brush(dot.fill) for dot in dots],
            antialias=True,
        )

    def _kept_pen(self, colour: QColor, width: float) -> QPen:
        """One pen for each look: a scatter keeps a picture for each pair of pen and brush."""
        key = colour.rgba(), width
        if key not in self._pens:
            self._pens[key] = _pen(colour, width)
        return self._pens[key]

    def _kept_brush(self, colour: QColor | None) -> QBrush:
        key = None if colour is None else colour.rgba()
        if key not in self._fills:
            self._fills[key] = pg.mkBrush(colour)
        return self._fills[key]

    def _draw_rules(self, rules: Sequence[RuleItem], density: float) -> None:
        while len(self._rules) > len(rules):
            self.area.removeItem(self._rules.pop())
        while len(self._rules) < len(rules):
            self._rules.append(pg.InfiniteLine())
            self.area.addItem(self._rules[-1], ignoreBounds=True)
        for item, rule in zip(self._rules, rules, strict=True):
            item.setAngle(90 if rule.is_vertical else 0)
            item.setPos(rule.at)
            item.setPen(_pen(rule.colour, density, is_dashed=True))

    def _draw_words(self, words: Sequence[WordItem]) -> None:
        while len(self._words) > len(words):
            self.scene().removeItem(self._words.pop())
        while len(self._words) < len(words):
            self._words.append(QGraphicsSimpleTextItem())
            self._words[-1].setZValue(_WORDS_Z)
            self.scene().addItem(self._words[-1])
        font = self._theme.font(TEXT_CAPTION)
        for item, word in zip(self._words, words, strict=True):
            item.setFont(font)
            item.setText(word.text)
            item.setBrush(word.colour)
            item.setPos(word.place)

    def _draw_brushes(self, brushes: Sequence[BrushItem], density: float) -> None:
        known = {brush.key for brush in brushes}
        for key in [key for key in self._brushes if key not in known]:
            self.area.removeItem(self._brushes.pop(key))
        for brush in brushes:
            item = self._brushes.get(brush.key)
            if item is None:
                item = pg.LinearRegionItem(
                    (brush.low, brush.high), orientation="horizontal", bounds=(0.0, 1.0)
                )
                item.setZValue(_BRUSH_Z)
                item.setObjectName(brush.key)
                self.area.addItem(item, ignoreBounds=True)
                self._brushes[brush.key] = item
                item.sigRegionChanged.connect(self._note_brush)
            low, high = self._scene.x
            half = brush.width / 2 / max(1.0, self._scene.plot.width())
            middle = (brush.x - low) / (high - low)
            item.setSpan(middle - half, middle + half)
            fill, hovered = QColor(brush.colour), QColor(brush.colour)
            fill.setAlpha(BRUSH_ALPHA)
            hovered.setAlpha(BRUSH_HOVER_ALPHA)
            item.setBrush(fill)
            item.setHoverBrush(hovered)
            for line in item.lines:
                line.setPen(_pen(brush.colour, density))
                line.setHoverPen(_pen(brush.colour, 2 * density))
            self._is_placing = True
            item.setRegion((brush.low, brush.high))
            self._is_placing = False

    def _note_brush(self, item: pg.LinearRegionItem) -> None:
        if self._is_placing:  # not by a person
            return
        low, high = item.getRegion()
        self.brush_moved.emit((item.objectName(), float(low), float(high)))


def _pen(colour: QColor, width: float, *, is_dashed: bool = False) -> QPen:
    style = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
    pen: QPen = pg.mkPen(colour, width=width, style=style)
    return pen
