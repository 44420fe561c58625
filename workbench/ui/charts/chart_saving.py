"""ChartSaving: a chart copied and saved as a picture, a drawing or its data.

Anything can be saved that a widget paints: as PNG at one or more times its size, as SVG, and its
data as CSV. A chart that can paint itself in any size (`paint_on`) does so; every other widget is
rendered as it stands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRect, QSize, QSizeF, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QImage, QPainter, QRegion
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.errors import reason_of
from engine.machine import write_whole
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.curve import HasData
from workbench.ui.widgets.file_dialogs import ask_place
from workbench.ui.widgets.pane import bar_around

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


def copy_picture(chart: QWidget, *, scale: float = 2.0) -> None:
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
    from PySide6.QtSvg import QSvgGenerator  # loads Qt's SVG, only when asked for

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


CSV, PNG, SVG = ".csv", ".png", ".svg"


@runtime_checkable
class HasCommands(Protocol):
    """A chart that puts commands of its own before those that copy and save it."""

    def fill_menu(self, menu: QMenu) -> None: ...


class ChartSaving(QObject):
    """Belongs to one chart, whose context menu has the commands from then on.

    The bar of the pane around the chart says how a saving went.

    Signals:
        saved: path of the file that was written.    failed: sentence.
    """

    saved: Signal[Path] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, chart: QWidget) -> None:
        super().__init__(chart)
        self._chart = chart
        chart.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        chart.customContextMenuRequested.connect(self._show_menu)

    def fill(self, menu: QMenu) -> None:
        """Append the commands to a menu."""
        menu.addAction(self.tr("Copy picture")).triggered.connect(self.copy)
        kinds = [
            (self.tr("Save as PNG…"), PNG, 1.0),
            (self.tr("Save as PNG, double size…"), PNG, 2.0),
            (self.tr("Save as SVG…"), SVG, 1.0),
        ]
        if isinstance(self._chart, HasData):
            kinds.append((self.tr("Save data as CSV…"), CSV, 1.0))
        for words, suffix, scale in kinds:
            action = menu.addAction(words)
            action.setData((suffix, scale))
            action.triggered.connect(self._ask_path)

    def button(self) -> QPushButton:
        """Return a button for a header that opens the commands."""
        button = QPushButton(self.tr("Copy or save"))
        button.setProperty("kind", "menu")
        menu = QMenu(button)
        self.fill(menu)
        button.setMenu(menu)
        button.setToolTip(self.tr("Copy or save the chart and its data"))
        return button

    def copy(self) -> None:
        """Put the chart on the clipboard as a picture."""
        copy_picture(self._chart)

    def save(self, path: Path, scale: float = 1.0) -> None:
        """Save as the ending of the file says; tells how it went by `saved` or `failed`."""
        bar = bar_around(self._chart)
        try:
            if path.suffix.lower() == SVG:
                save_svg(self._chart, path)
            elif path.suffix.lower() == CSV and isinstance(self._chart, HasData):
                save_csv(self._chart, path)
            else:
                save_png(self._chart, path, scale=scale)
        except OSError as error:
            words = self.tr("The chart cannot be saved as %1: %2. Choose another folder.")
            reason = reason_of(error)
            sentence = fill(words, str(path), reason)
            if bar is not None:
                bar.show_error(sentence)
            self.failed.emit(sentence)
            return
        if bar is not None:
            bar.show_done(fill(self.tr("Saved as %1."), str(path)))
        self.saved.emit(path)

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self._chart)
        if isinstance(self._chart, HasCommands):
            self._chart.fill_menu(menu)
        self.fill(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._chart.mapToGlobal(place))

    def _ask_path(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        suffix, scale = action.data()
        name = self._chart.accessibleName().lower().replace(" ", "-")
        chosen = ask_place(
            self._chart,
            self.tr("Save chart"),
            f"{name}{suffix}",
            f"{suffix[1:].upper()} (*{suffix})",
        )
        if chosen:
            self.save(Path(chosen), scale)
