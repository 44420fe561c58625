"""The data of charts as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from workbench.plots.curve import Curve


@runtime_checkable
class HasData(Protocol):
    """A chart whose numbers can be written as CSV, with a head."""

    def data_csv(self) -> str: ...


def curves_csv(curves: Sequence[Curve], x_title: str, y_title: str) -> str:
    """The points of curves: a column for each where all have the same x, else a row per point."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if curves and all(np.array_equal(curve.x, curves[0].x) for curve in curves):
        writer.writerow([x_title, *(curve.label for curve in curves)])
        columns = [curves[0].x.tolist(), *(curve.y.tolist() for curve in curves)]
        writer.writerows([_number(value) for value in row] for row in zip(*columns, strict=True))
    else:
        writer.writerow(["label", x_title, y_title])
        for curve in curves:
            rows = zip(curve.x.tolist(), curve.y.tolist(), strict=True)
            writer.writerows((curve.label, _number(x), _number(y)) for x, y in rows)
    return out.getvalue()


def _number(value: float) -> str:
    """A number that is read back as the same one; nothing for NaN."""
    if value != value:
        return ""
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)
