"""Icons of resources/icons in a colour of the theme, and the marker shapes of languages."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from workbench.ui.theme.theme import ICON_SIZE, Theme

SCALES = (1, 2, 3)
_KEPT_IMAGES = 512

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
    made = QIcon()
    states = (
        (QIcon.Mode.Normal, QIcon.State.Off, role),
        (QIcon.Mode.Normal, QIcon.State.On, on_role),
        (QIcon.Mode.Disabled, QIcon.State.Off, "disabled_text"),
    )
    for mode, state, colour_role in states:
        for scale in SCALES:
            image = _image(name, theme.colour(colour_role).name(), scale)
            made.addPixmap(QPixmap.fromImage(image), mode, state)
    return made


@lru_cache(maxsize=_KEPT_IMAGES)
def _image(name: str, colour: str, scale: int) -> QImage:
    """Draw an icon once in each colour; an image, because pixmaps must not outlive Qt."""
    data = QByteArray(_source(name).replace("currentColor", colour).encode())
    side = ICON_SIZE * scale
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(data).render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(scale)
    return image


@cache
def _source(name: str) -> str:
    return files("resources").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")


def paint_marker(painter: QPainter, marker: str, centre: QPointF) -> None:
    """Paint a marker of `LanguageStyle` with the painter's brush and pen."""
    half = MARKER_SIZE / 2
    corners = _CORNERS.get(marker)
    if corners is None:
        painter.drawEllipse(centre, half, half)
        return
    x, y = centre.x(), centre.y()
    painter.drawPolygon(QPolygonF([QPointF(x + dx * half, y + dy * half) for dx, dy in corners]))
