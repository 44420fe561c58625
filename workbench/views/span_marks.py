"""The mark below a span: its height and style tell apart what colours alone do not."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from workbench.views.span_colouring import (
    DASHED,
    DOTTED,
    FINER,
    LOST,
    TRAINED,
    UNTRAINED,
    base_hue,
    mark_style,
)

_HEIGHT, _STRONG, _QUIET = 2.0, 3.0, 1.0
_HEIGHTS = {TRAINED: _STRONG, UNTRAINED: _QUIET, LOST: _QUIET, FINER: _STRONG}
_DASHES = {DASHED: (5.0, 3.0), DOTTED: (2.0, 2.0)}  # pixels painted and left out


def mark_rects(rect: QRectF, hue: int) -> list[QRectF]:
    """Return the parts of the mark at the lower edge of a span's box."""
    height = _HEIGHTS.get(base_hue(hue), _HEIGHT)
    whole = QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
    style = mark_style(hue)
    if style not in _DASHES:
        return [whole]
    painted, left_out = _DASHES[style]
    found, x = [], whole.left()
    while x < whole.right():
        width = min(painted, whole.right() - x)
        found.append(QRectF(x, whole.top(), width, height))
        x += painted + left_out
    return found
