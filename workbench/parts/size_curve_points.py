"""Points of the curves over sizes: as many as a screen shows, each of them exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis import SMOOTHED_OVER
from engine.compiled import Int64s
from workbench.languages import language_name
from workbench.plots.curve import Curve

if TYPE_CHECKING:
    from engine.analysis import SizeCurves

MOST_POINTS = 480
SHOWN_FOLD = 128  # the axis begins at the greatest size divided by this
TOTAL = ""  # stands for all labels together; no source has an empty label


def shown_columns(curves: SizeCurves) -> Int64s:
    """int64[n]: columns of `SizeCurves.tokens`, evenly over the logarithm of the size."""
    first = max(curves.smallest_size, curves.largest_size // SHOWN_FOLD)
    if curves.n_merges == 0:
        return np.zeros(1, np.int64)
    sizes = np.geomspace(first, curves.largest_size, MOST_POINTS).round().astype(np.int64)
    return np.unique(sizes) - curves.smallest_size


def compression_curves(curves: SizeCurves, total_name: str) -> list[Curve]:
    """Bytes per token of each label, and of all."""
    columns = shown_columns(curves)
    x = (columns + curves.smallest_size).astype(float)
    found = [
        Curve(label, language_name(label), x, curves.bytes_per_token_curve(label, columns))
        for label in curves.labels
    ]
    total = curves.bytes_per_token_curve(None, columns)
    return [*found, Curve(TOTAL, total_name, x, total, is_emphasised=True)]


def gain_curves(curves: SizeCurves, total_name: str, labels: Sequence[str] = ()) -> list[Curve]:
    """Percent of the tokens that a thousand further ids save, of all and of some labels.

    From where that is measured over whole thousands, so that the beginning does not bend the curve;
    the end is that of the marker at the greatest size.
    """
    half = SMOOTHED_OVER // 2
    columns = shown_columns(curves)
    columns = columns[columns >= half]
    x = (columns + curves.smallest_size).astype(float)
    found = [
        Curve(label, language_name(label), x, 100 * curves.gain(label, columns)) for label in labels
    ]
    return [
        *found,
        Curve(TOTAL, total_name, x, 100 * curves.gain(None, columns), is_emphasised=True),
    ]
