"""SharePainter: paints axes and marks of a SharePlot on the screen and into pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from workbench.ui.languages.share_layout import FOOT, HEAD, LEFT_AXIS, ShareLayout, SharePoint
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


def _tr(words: str) -> str:
    return QCoreApplication.translate("SharePlot", words)
