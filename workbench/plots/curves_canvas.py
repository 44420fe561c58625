"""CurvesCanvas: a widget that shows many curves; what stays still lies in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.plots.chart_text import ChartText
from workbench.plots.curve import Curve, Note
from workbench.plots.curves_layout import CurvesContent, CurvesLayout, lay_out, wanted_label_room
from workbench.plots.curves_painter import CurvesPainter, Highlight
from workbench.theme import TEXT_CAPTION, Theme

LEAST_SIZE = QSize(240, 140)


class CurvesCanvas(QWidget):
    """Holds the curves, lays them out once per change and size, and paints them."""

    def __init__(self, content: CurvesContent, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme, self._painter = theme, CurvesPainter(theme)
        self._content, self._at = content, Highlight()
        self._layout: CurvesLayout | None = None
        self._ground: QPixmap | None = None
        self.setMinimumSize(LEAST_SIZE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._forget)

    @property
    def curves(self) -> tuple[Curve, ...]:
        return self._content.curves

    @property
    def notes(self) -> tuple[Note, ...]:
        """The named places on the x axis."""
        return self._content.notes

    @property
    def text(self) -> ChartText:
        return self._content.text

    @property
    def plan(self) -> CurvesLayout:
        """Where everything stands at the present size."""
        if self._layout is None:
            self._layout = self.laid_out(QSizeF(self.size()))
        return self._layout

    def laid_out(self, size: QSizeF) -> CurvesLayout:
        """Where everything would stand in another size."""
        return lay_out(self._content, size, QFontMetricsF(self._theme.font(TEXT_CAPTION)))

    def set_notes(self, notes: Sequence[Note]) -> None:
        """Name places on the x axis; their words stand above the plot."""
        if tuple(notes) != self._content.notes:
            self._change(notes=tuple(notes))

    def set_x_range(self, low: float | None, high: float | None = None) -> None:
        """Fix the ends of the x axis; None lets them follow the curves."""
        wanted = None if low is None or high is None else (low, high)
        if wanted != self._content.x_range:
            self._change(x_range=wanted)

    @property
    def wanted_label_room(self) -> float:
        """Pixels at the right that the labels need."""
        return wanted_label_room(self._content, QFontMetricsF(self._theme.font(TEXT_CAPTION)))

    def set_label_room(self, room: float | None) -> None:
        """Fix the pixels at the right for labels, so that charts below each other agree."""
        if room != self._content.label_room:
            self._change(label_room=room)

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint the whole chart in any size (for files)."""
        layout = self.laid_out(size)
        self._painter.paint_ground(painter, self._content, layout)
        at = replace(self._at, has_focus=False)
        self._painter.paint_highlight(painter, self._content, layout, at)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._still_picture())
        self._painter.paint_highlight(painter, self._content, self.plan, self._at)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    def _change(self, **changes: object) -> None:
        self._content = replace(self._content, **changes)  # type: ignore[arg-type]
        self._forget()

    def _still_picture(self) -> QPixmap:
        if self._ground is None:
            ratio = self.devicePixelRatioF()
            self._ground = QPixmap((QSizeF(self.size()) * ratio).toSize())
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._ground)
            self._painter.paint_ground(painter, self._content, self.plan)
            painter.end()
        return self._ground

    def _forget(self) -> None:
        """Lay out and paint everything anew at the next opportunity."""
        self._layout = self._ground = None
        self.update()
