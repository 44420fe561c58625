"""Icons of resources/icons, drawn in a colour of the theme."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from workbench.ui.theme.theme import ICON_SIZE, Theme

SCALES = (1, 2, 3)


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
