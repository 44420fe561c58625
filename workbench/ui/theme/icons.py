"""Icons of resources/icons in a colour of the theme, and the marker shapes of languages."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from workbench.ui.theme.theme import ICON_SIZE, Theme

SCALES = (1, 2, 3)

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


def icon(name: str, theme: Theme, *, role: str = "muted_text", on_role: str = "text") -> QIcon:
    """Return the icon in the colour of `role`; `on_role` is its colour while checked.

    Make it again when `theme.changed` fires.
    """
    source = files("resources").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")
    made = QIcon()
    states = (
        (QIcon.Mode.Normal, QIcon.State.Off, role),
        (QIcon.Mode.Normal, QIcon.State.On, on_role),
        (QIcon.Mode.Disabled, QIcon.State.Off, "disabled_text"),
    )
    for mode, state, colour_role in states:
        for scale in SCALES:
            made.addPixmap(_pixmap(source, theme.colour(colour_role), scale), mode, state)
    return made


def _pixmap(source: str, colour: QColor, scale: int) -> QPixmap:
    data = QByteArray(source.replace("currentColor", colour.name()).encode())
    pixmap = QPixmap(ICON_SIZE * scale, ICON_SIZE * scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(data).render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap


def paint_marker(painter: QPainter, marker: str, centre: QPointF) -> None:
    """Paint a marker of `LanguageStyle` with the painter's brush and pen."""
    half = MARKER_SIZE / 2
    corners = _CORNERS.get(marker)
    if corners is None:
        painter.drawEllipse(centre, half, half)
        return
    x, y = centre.x(), centre.y()
    painter.drawPolygon(QPolygonF([QPointF(x + dx * half, y + dy * half) for dx, dy in corners]))
