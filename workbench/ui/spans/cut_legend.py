"""CutLegend: what the colours of compared tokens mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.ui.spans.span_colouring import COARSER, FINER, SHIFTED, base_hue
from workbench.ui.spans.span_painter import SpanLook, mark_rects
from workbench.ui.theme.theme import SPACE_M, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.words.tool_tips import plain_tip

_SWATCH = QSize(18, 14)


class CutLegend(QWidget):
    """Swatches with their words; those without room are left to the tool tip."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = SpanLook(theme)
        self._entries = (
            (FINER, self.tr("split only here")),
            (COARSER, self.tr("split only in the first")),
            (SHIFTED, self.tr("both")),
        )
        told = self.tr(
            "Each column is compared with the first. Orange: split only here. Blue: split only "
            "in the first. No colour: the same token."
        )
        self.setToolTip(plain_tip(told))
        self.setAccessibleName(self.tr("Colours of the tokens"))
        self.setAccessibleDescription(told)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self._refresh)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._theme.font(TEXT_CAPTION))
        width = sum(self._width(metrics, words) for _, words in self._entries)
        return QSize(round(width) + 1, max(_SWATCH.height(), round(metrics.height())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self._theme.font(TEXT_CAPTION)
        metrics, colours = QFontMetricsF(font), self._look.colours
        painter.setFont(font)
        x, middle = 0.0, self.height() / 2
        for hue, words in self._entries:
            width = self._width(metrics, words)
            if x + width > self.width() + 1:
                break
            swatch = QRectF(QPointF(x, middle - _SWATCH.height() / 2), _SWATCH)
            painter.fillRect(swatch, colours.backgrounds[base_hue(hue)])
            for part in mark_rects(swatch, hue):
                painter.fillRect(part, colours.boundaries[base_hue(hue)])
            painter.setPen(self._theme.colour("muted_text"))
            room = QRectF(swatch.right() + SPACE_XS, 0, width, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
            x += width
        painter.end()

    @staticmethod
    def _width(metrics: QFontMetricsF, words: str) -> float:
        return _SWATCH.width() + SPACE_XS + metrics.horizontalAdvance(words) + SPACE_M

    def _refresh(self) -> None:
        self._look.refresh()
        self.updateGeometry()
        self.update()
