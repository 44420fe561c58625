"""The marker shapes of languages, painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

MARKER_SIZE = 8
_CORNERS = {
    "s": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "t": ((-1, 0.9), (1, 0.9), (0, -1)),
    "d": ((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)),
    "p": ((0, -1.1), (1.1, -0.25), (0.7, 1), (-0.7, 1), (-1.1, -0.25)),
    "h": ((-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0)),
    "star": ((0, -1.3), (0.4, -0.4), (1.3, 0), (0.4, 0.4), (0, 1.3), (-0.4, 0.4), (-1.3, 0),
             (-0.4, -0.4)),
}  # fmt: skip


def paint_marker(painter: QPainter, marker: str, centre: QPointF) -> None:
    """Paint a marker of `LanguageStyle` with the painter's brush and pen."""
    half = MARKER_SIZE / 2
    corners = _CORNERS.get(marker)
    if corners is None:
        painter.drawEllipse(centre, half, half)
        return
    x, y = centre.x(), centre.y()
    painter.drawPolygon(QPolygonF([QPointF(x + dx * half, y + dy * half) for dx, dy in corners]))
