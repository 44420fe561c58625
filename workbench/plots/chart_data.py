"""The data of charts as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from workbench.csv_text import csv_text
from workbench.plots.curve import Curve


@runtime_checkable
class HasData(Protocol):
    """A chart whose numbers can be written as CSV, with a head."""

    def data_csv(self) -> str: ...


def curves_csv(curves: Sequence[Curve], x_title: str, y_title: str) -> str:
    """The points of curves: a column for each where all have the same x, else a row per point."""
    if curves and all(np.array_equal(curve.x, curves[0].x) for curve in curves):
        columns = [curves[0].x.tolist(), *(curve.y.tolist() for curve in curves)]
        values = zip(*columns, strict=True)
        heads = [x_title, *(curve.label for curve in curves)]
        return csv_text(heads, ([_number(value) for value in row] for row in values))
    points = (
        (curve.label, _number(x), _number(y))
        for curve in curves
        for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)
    )
    return csv_text(["label", x_title, y_title], points)


def _number(value: float) -> str:
    """A number that is read back as the same one; nothing for NaN."""
    if value != value:
        return ""
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)
