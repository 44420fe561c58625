"""Which curve is pointed at, and charts of curves in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from workbench.plots.curve import Curve
from workbench.plots.curves_layout import CurvesContent, CurvesLayout
from workbench.plots.curves_painter import Highlight

REACH = 28.0  # pixels within which a curve is pointed at


def curve_near(
    curves: Sequence[Curve], layout: CurvesLayout, x: float, place: float
) -> Curve | None:
    """The curve nearest to a height in pixels, None where none is within reach."""
    best, least = None, REACH
    for curve in curves:
        point = curve.nearest(x)
        if point is None or not np.isfinite(point[1]) or (layout.y.is_log and point[1] <= 0):
            continue
        away = abs(layout.y.place(point[1]) - place) - (1.0 if curve.is_emphasised else 0.0)
        if away < least:
            best, least = curve, away
    return best


def by_height(curves: Sequence[Curve], x: float | None) -> list[Curve]:
    """The curves that have points, from the lowest to the highest at x or at their ends."""
    drawn = [curve for curve in curves if len(curve.y)]
    return sorted(drawn, key=lambda curve: _height(curve, x))


def pointed_words(content: CurvesContent, at: Highlight) -> str:
    """What is pointed at, else where the marker stands on the emphasised curve."""
    if at.x is None and at.curve is None and at.marker_words:
        return at.marker_words
    x = at.x if at.x is not None else at.marker
    emphasised = (curve for curve in content.curves if curve.is_emphasised)
    only = content.curves[0] if len(content.curves) == 1 else None
    curve = at.curve or next(emphasised, only)
    if curve is None or (x is None and at.curve is None) or not len(curve.x):
        return ""
    point = curve.nearest(float(curve.x[-1]) if x is None else x)
    return "" if point is None else f"{curve.name}, {content.text.value(*point)}"


def spoken(content: CurvesContent) -> str:
    """What a screen reader hears first: the axes, the highest and the lowest curve, the notes."""
    drawn = [
        curve for curve in by_height(content.curves, None) if np.isfinite(_height(curve, None))
    ]
    if not drawn:
        return QCoreApplication.translate("CurvesChart", "No curves yet.")
    parts = [content.text.y_axis, content.text.x_axis]
    if len(drawn) > 1:
        sentence = QCoreApplication.translate(
            "CurvesChart", "{n} curves; highest at the end {highest}, lowest {lowest}"
        )
        highest, lowest = _end(content, drawn[-1]), _end(content, drawn[0])
        parts.append(sentence.format(n=len(drawn), highest=highest, lowest=lowest))
    else:
        parts.append(_end(content, drawn[0]))
    parts += [note.words for note in content.notes]
    return "; ".join(parts)


def _height(curve: Curve, x: float | None) -> float:
    point = curve.nearest(float(curve.x[-1]) if x is None else x)
    return point[1] if point is not None and np.isfinite(point[1]) else -np.inf


def _end(content: CurvesContent, curve: Curve) -> str:
    return f"{curve.name} {content.text.value(float(curve.x[-1]), float(curve.y[-1]))}"
