"""What a chart of single items shows, as plain data: axes, lines, dots, bars, rules and words.

`ItemPlot` makes items of pyqtgraph of it; a chart makes it without pyqtgraph. Places are in
numbers of the axes unless they are called pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from engine.compiled import Floats
from workbench.ui.charts.axis_ticks import Tick

Side = Literal["left", "bottom"]
Range = tuple[float, float]


@dataclass(frozen=True)
class AxisItems:
    """An axis: its place in pixels, the values at its ends and its ticks.

    ends: from left to right or upwards. title: below it; "" for none. has_grid: its ticks cross
    the plot, and the wheel over it zooms it alone; else they are short.
    """

    side: Side
    place: QRectF
    ends: Range
    ticks: tuple[Tick, ...]
    title: str = ""
    has_grid: bool = False


@dataclass(frozen=True, eq=False)
class LineItem:
    """One line, or several of the same look with NaN between them."""

    x: Sequence[float] | Floats
    y: Sequence[float] | Floats
    colour: QColor
    width: float = 1.0
    is_dashed: bool = False
    is_smooth: bool = True


@dataclass(frozen=True)
class DotItem:
    """A marker; size in pixels. symbol: one of pyqtgraph's. fill: None for a ring."""

    x: float
    y: float
    size: float
    edge: QColor
    fill: QColor | None = None
    symbol: str = "o"
    width: float = 1.0


@dataclass(frozen=True)
class BarItem:
    """A bar that lies, from `left` to `right` about a height. edge: None for none."""

    left: float
    right: float
    y: float
    height: float
    fill: QColor | None = None
    edge: QColor | None = None


@dataclass(frozen=True)
class RuleItem:
    """A dashed line across the plot."""

    at: float
    is_vertical: bool
    colour: QColor


@dataclass(frozen=True)
class WordItem:
    """One line of words; place: its top left corner in pixels."""

    text: str
    place: QPointF
    colour: QColor


@dataclass(frozen=True)
class BrushItem:
    """A part of an axis at x that a person drags: from low to high, `width` pixels wide."""

    key: str
    x: float
    low: float
    high: float
    width: float
    colour: QColor


@dataclass(frozen=True, eq=False)
class ItemScene:
    """All that stays while a person points. plot: in pixels; x, y: the ends of its axes."""

    plot: QRectF = field(default_factory=QRectF)
    x: Range = (0.0, 1.0)
    y: Range = (0.0, 1.0)
    axes: tuple[AxisItems, ...] = ()
    bars: tuple[BarItem, ...] = ()
    lines: tuple[LineItem, ...] = ()
    rules: tuple[RuleItem, ...] = ()
    dots: tuple[DotItem, ...] = ()
    words: tuple[WordItem, ...] = ()
    brushes: tuple[BrushItem, ...] = ()

    def place(self, x: float, y: float) -> QPointF:
        """Where a point is in pixels."""
        return QPointF(
            self.plot.left() + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.plot.width(),
            self.plot.bottom() - (y - self.y[0]) / (self.y[1] - self.y[0]) * self.plot.height(),
        )


@dataclass(frozen=True, eq=False)
class ItemMarks:
    """What is drawn over a scene for what is selected or pointed at."""

    lines: tuple[LineItem, ...] = ()
    dots: tuple[DotItem, ...] = ()
