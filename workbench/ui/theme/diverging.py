"""Better and worse: grounds with readable text on each, and a triangle that needs no colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from workbench.ui.theme.colours import blend, contrast_ratio
from workbench.ui.theme.theme import Theme

READABLE = 4.5
LEAST_SHADE_SHOWN = 0.02  # below it a number is as good as neutral and has no triangle
TRIANGLE = 3.0


class DivergingGround:
    """From neutral to the theme's hues of better and worse, on all of which text is readable."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._ends: dict[tuple[str, bool], QColor] = {}

    def colour(self, shade: float | None) -> QColor:
        """Return the ground of -1 (worst) over 0 (neutral) to 1; the surface's for None."""
        if shade is None:
            return self._theme.colour("surface")
        key = (self._theme.scheme, shade >= 0)
        if key not in self._ends:
            self._ends[key] = self._readable_end(1.0 if shade >= 0 else -1.0)
        return blend(self._theme.diverging(0.0), self._ends[key], abs(shade))

    def _readable_end(self, sign: float) -> QColor:
        """Return the hue, so light or dark that text has the contrast it needs."""
        text = self._theme.colour("text")
        away = self._theme.colour("window" if self._theme.is_dark else "raised")
        share, end = 0.0, self._theme.diverging(sign)
        while share < 1 and contrast_ratio(end, text) < READABLE:
            share += 0.02
            end = blend(self._theme.diverging(sign), away, share)
        return end


def paint_side(painter: QPainter, left: QPointF, colour: QColor, is_better: bool) -> None:
    """Paint a triangle from a point to the right: up for better, down for worse."""
    x, y = left.x() + TRIANGLE, left.y()
    tip = -TRIANGLE if is_better else TRIANGLE
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    corners = [QPointF(x, y + tip), QPointF(x - TRIANGLE, y - tip), QPointF(x + TRIANGLE, y - tip)]
    painter.drawPolygon(QPolygonF(corners))
