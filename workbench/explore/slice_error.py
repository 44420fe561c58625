"""How far the estimate of a slice is from trials that it has not seen."""

from __future__ import annotations

import math

import numpy as np

from engine.compiled import Floats
from workbench.explore.landscape import LEAST_WEIGHT, NEAR, Axis, Landscape

MOST_ASKED = 200
"""Of more spots some, evenly between, are estimated from the others."""
LEAST_ASKED = 5
_OTHER_CHOICE = 4.0


def typical_error(landscape: Landscape, variable: Axis, objective: Axis) -> float | None:
    """The mean distance of an objective's figure from its estimate by all other trials.

    Each spot is estimated as `slice_curve` does it, without the spots of its own trial. None for
    fewer than five that have trials like them.
    """
    spots = [spot for spot in landscape.spots if spot.value(objective) is not None]
    if len(spots) < LEAST_ASKED:
        return None
    asked = np.unique(np.linspace(0, len(spots) - 1, MOST_ASKED).round().astype(np.int64))
    away = np.zeros((len(asked), len(spots)))
    for axis in landscape.variables:
        values = np.array([_known(spot.value(axis)) for spot in spots])
        reach = NEAR / 2 if axis is variable else NEAR
        with np.errstate(invalid="ignore"):
            away += np.nan_to_num(_distances(values[asked], values, axis, reach))
    weights = np.exp(-away / 2)
    trials = np.array([spot.key[0] for spot in spots])
    weights[trials[asked][:, None] == trials[None, :]] = 0.0
    totals = weights.sum(axis=1)
    figures = np.array([spot.values[objective.key] for spot in spots])
    is_known = totals >= LEAST_WEIGHT
    if is_known.sum() < LEAST_ASKED:
        return None
    estimates = (weights @ figures)[is_known] / totals[is_known]
    return float(np.abs(estimates - figures[asked][is_known]).mean())


def _known(value: float | None) -> float:
    return math.nan if value is None else value


def _distances(some: Floats, every: Floats, axis: Axis, reach: float) -> Floats:
    """float64[len(some), len(every)]: squared distances in widths of the weight."""
    differences = some[:, None] - every[None, :]
    if axis.choices:
        return np.where(differences == 0, 0.0, 2 * _OTHER_CHOICE)
    width = reach * (np.nanmax(every) - np.nanmin(every)) or 1.0
    return np.asarray((differences / width) ** 2, np.float64)
