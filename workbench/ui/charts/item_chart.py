"""ItemChart: a chart of single items, drawn by pyqtgraph from the first one in sight on."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curves_chart import drawing_turns
from workbench.ui.charts.item_scene import ItemMarks, ItemScene
from workbench.ui.theme.theme import TEXT_CAPTION, Theme

if TYPE_CHECKING:
    from workbench.ui.charts.item_plot import ItemPlot

LEFT_SIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT_SIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ItemChart(QWidget):
    """Has the focus, the words for screen readers and the saving of what its plot draws.

    A subclass says what is shown (`scene`, `marks`), paints what is above the plot (`paint_head`)
    and says when something changes (`change`, `change_marks`).
    """

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.theme = theme
        self._plot: ItemPlot | None = None
        self._is_drawn = False
        self.saving = ChartSaving(self)
        theme.changed.connect(self._restyle)

    # ---- what a subclass says

    @property
    @abstractmethod
    def has_data(self) -> bool:
        """Whether there is something to draw."""

    @abstractmethod
    def scene(self) -> ItemScene:
        """What is shown at the present size."""

    def marks(self) -> ItemMarks:
        """What is selected and pointed at."""
        return ItemMarks()

    def paint_head(self, painter: QPainter) -> None:
        """Paint what lies above the plot."""

    def new_plot(self) -> ItemPlot:
        """The plot, with its signals connected; called once."""
        from workbench.ui.charts.item_plot import ItemPlot  # with the first chart in sight only

        return ItemPlot(self.theme, self)

    # ---- for a subclass

    def change(self) -> None:
        """Draw soon, as something has changed."""
        self._is_drawn = False
        if self.isVisible():
            drawing_turns().add(self)

    def change_marks(self) -> None:
        """Draw what is selected and pointed at; the rest is as it was."""
        if self._is_drawn and self._plot is not None:
            self._plot.mark(self.marks())

    def describe(self, words: str) -> None:
        """Let a screen reader say something."""
        self.setAccessibleDescription(words)
        if QAccessible.isActive():
            changed = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(changed)

    @property
    def caption(self) -> QFontMetricsF:
        """Measures of the small font."""
        return QFontMetricsF(self.theme.font(TEXT_CAPTION))

    def fitting(self, words: str, room: float) -> str:
        """Words without their end where it has no room."""
        return self.caption.elidedText(words, Qt.TextElideMode.ElideRight, max(0.0, room) + 1)

    def paint_words(
        self, painter: QPainter, room: QRectF, words: str, side: Qt.AlignmentFlag = LEFT_SIDE
    ) -> None:
        """Write one line in the small font, without its end where the room ends."""
        painter.setFont(self.theme.font(TEXT_CAPTION))
        painter.setPen(self.theme.colour("muted_text"))
        painter.drawText(room, side, self.fitting(words, room.width()))

    # ---- drawing

    def picture_size(self) -> QSize:
        return self.size()

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint the whole chart (for files)."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(QPointF(0, 0), size)
        painter.fillRect(whole, self.theme.colour("surface"))
        if self.has_data:
            painter.save()
            self.paint_head(painter)
            painter.restore()  # pyqtgraph paints the frame of its view with whatever brush there is
            self.drawn_plot().render_on(painter, whole)

    def drawn_plot(self) -> ItemPlot:
        """The plot as it is to be just now."""
        if self._plot is None:
            self._plot = self.new_plot()
        if not self._is_drawn:
            self._is_drawn = True
            self._plot.setGeometry(self.rect())
            self._plot.draw(self.scene(), self.marks())
            self._plot.show()
        return self._plot

    def make_due(self) -> bool:
        """Nothing: the plot is made when it is drawn."""
        return False

    def paint_due(self) -> None:
        """Nothing: the items are painted with the window."""

    def draw_due(self) -> None:
        """Draw what changed, if it is in sight."""
        if not self.isVisible() or self._is_drawn:
            return
        if self.has_data:
            self.drawn_plot()
        elif self._plot is not None:
            self._plot.hide()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self.theme.colour("surface"))
        if self.has_data:
            self.paint_head(painter)
        else:
            words = QCoreApplication.translate("ChartCanvas", "No data yet")
            self.paint_words(painter, QRectF(self.rect()), words, Qt.AlignmentFlag.AlignCenter)
        if self.hasFocus():
            painter.setPen(QPen(self.theme.colour("focus"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.change()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        drawing_turns().add(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _restyle(self) -> None:
        if self._plot is not None:
            self._plot.restyle()
        self.change()
