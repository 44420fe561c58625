"""Charts as files: PNG at one or more times their size, SVG, and their data as CSV.

Anything can be saved that a widget paints. A chart that can paint itself in any size
(`paint_on`) does so; every other widget is rendered as it stands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from engine.machine import write_whole
from workbench.ui.charts.curve import HasData

MARGIN = 12
DOTS_PER_INCH = 96
DOTS_PER_METRE = round(DOTS_PER_INCH / 0.0254)


@runtime_checkable
class PaintedChart(Protocol):
    """A chart that can paint itself in any size."""

    def paint_on(self, painter: QPainter, size: QSizeF) -> None: ...


@runtime_checkable
class WholePicture(Protocol):
    """A chart that scrolls; its picture is larger than what is in sight."""

    def picture_size(self) -> QSize: ...


def save_png(chart: QWidget, path: str | Path, *, scale: float = 1.0) -> Path:
    """Write a picture of `scale` times the chart's size. Raises OSError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture(chart, scale).save(buffer, "PNG")  # type: ignore[call-overload]  # the stub wants bytes, the call str
    return _written(path, bytes(buffer.data().data()))


def save_svg(chart: QWidget, path: str | Path) -> Path:
    """Write a drawing in which text stays text. Raises OSError."""
    return _written(path, svg(chart))


def save_csv(chart: HasData, path: str | Path) -> Path:
    """Write the numbers of a chart. Raises OSError."""
    return _written(path, chart.data_csv().encode())


def copy(chart: QWidget, *, scale: float = 2.0) -> None:
    """Put a picture of the chart on the clipboard."""
    QGuiApplication.clipboard().setImage(picture(chart, scale))


def picture(chart: QWidget, scale: float = 1.0) -> QImage:
    """The chart on the ground of its window, with a margin."""
    size = _size_with_margin(chart)
    image = QImage(
        round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(scale)
    image.setDotsPerMeterX(round(DOTS_PER_METRE * scale))
    image.setDotsPerMeterY(round(DOTS_PER_METRE * scale))
    image.fill(_ground(chart))
    painter = QPainter(image)
    _paint(chart, painter)
    painter.end()
    return image


def svg(chart: QWidget) -> bytes:
    """The chart as an SVG file; its title and description say what a screen reader hears."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    size = _size_with_margin(chart)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS_PER_INCH)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(0, 0), size))
    generator.setTitle(chart.accessibleName())
    generator.setDescription(chart.accessibleDescription())
    painter = QPainter(generator)
    painter.fillRect(QRect(QPoint(0, 0), size), _ground(chart))
    _paint(chart, painter)
    painter.end()
    return bytes(buffer.data().data())


def _paint(chart: QWidget, painter: QPainter) -> None:
    painter.translate(MARGIN, MARGIN)
    if isinstance(chart, PaintedChart):
        chart.paint_on(painter, QSizeF(_size(chart)))
    else:
        flags = QWidget.RenderFlag.DrawChildren
        chart.render(painter, QPoint(MARGIN, MARGIN), QRegion(), flags)


def _ground(chart: QWidget) -> QColor:
    return chart.palette().color(chart.palette().ColorRole.Base)


def _size_with_margin(chart: QWidget) -> QSize:
    return _size(chart) + QSize(2 * MARGIN, 2 * MARGIN)


def _size(chart: QWidget) -> QSize:
    """The size of all that a chart shows, also of what is scrolled away."""
    return chart.picture_size() if isinstance(chart, WholePicture) else chart.size()


def _written(path: str | Path, data: bytes) -> Path:
    path = Path(path)
    write_whole(path.resolve(), data)
    return path
