"""The growth law: distinct pre-tokens = K bytes^b, fitted on logarithms, with its uncertainty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.scale.sample import Sample

_T_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)
"""Student's t for 95 % by degrees of freedom from 1 on; 2 beyond."""


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """y = exp(intercept) x^exponent, with the covariance of both and the scatter around it.

    covariance: of (intercept, exponent). scatter: standard deviation of ln y. t: for 95 %.
    """

    intercept: float
    exponent: float
    covariance: tuple[tuple[float, float], tuple[float, float]]
    scatter: float
    t: float

    @property
    def exponent_error(self) -> float:
        """Half of the 95 % interval of the exponent."""
        return self.t * math.sqrt(self.covariance[1][1])

    def at(self, x: float) -> float:
        return math.exp(self.intercept + self.exponent * math.log(x))

    def interval(self, x: float, drift: float = 0.0, beyond: float = 0.0) -> tuple[float, float]:
        """Where a further value lies with 95 %.

        drift: by how much the exponent may be another beyond the size `beyond`, which no scatter
        of the fitted values tells.
        """
        at = np.array([1.0, math.log(x)])
        variance = float(at @ np.array(self.covariance) @ at) + self.scatter**2
        width = self.t * math.sqrt(variance)
        if drift and x > beyond:
            width = math.hypot(width, drift * math.log(x / beyond))
        return self.at(x) * math.exp(-width), self.at(x) * math.exp(width)


def fitted(xs: Sequence[float], ys: Sequence[float]) -> PowerLaw:
    """The power law through at least three points, by least squares of the logarithms."""
    x, y = np.log(np.array(xs, float)), np.log(np.array(ys, float))
    design = np.stack([np.ones_like(x), x], 1)
    inverse = np.linalg.inv(design.T @ design)
    intercept, exponent = (inverse @ design.T @ y).tolist()
    free = len(x) - 2
    variance = float(((y - design @ [intercept, exponent]) ** 2).sum()) / free
    (a, b), (c, d) = (inverse * variance).tolist()
    t = _T_95[free - 1] if free <= len(_T_95) else 2.0
    return PowerLaw(intercept, exponent, ((a, b), (c, d)), math.sqrt(variance), t)


def distinct_at(sample: Sample, sizes: Sequence[int], seed: int) -> list[int]:
    """Distinct pre-tokens of the first documents of a random order that reach each size."""
    order = np.random.default_rng(seed).permutation(len(sample.documents)).tolist()
    first = np.full(sample.n_types, len(order), np.int64)
    for place, number in reversed(list(enumerate(order))):
        first[sample.documents[number].types] = place
    seen = np.cumsum(np.bincount(first, minlength=len(order)))
    ends = np.cumsum([len(sample.documents[number].data) for number in order])
    places = np.minimum(np.searchsorted(ends, sizes), len(order) - 1)
    return [int(n) for n in seen[places]]


@dataclass(frozen=True, slots=True)
class RealGrowth:
    """How the real texts grow. curves: distinct pre-tokens at `sizes` in several random orders.

    local: mean exponent between neighbouring sizes; error: 95 % of `exponent`, from the orders and
    from documents drawn with repetition.
    """

    sizes: list[int]
    curves: list[list[int]]
    exponent: float
    error: float
    local: list[float]


def real_growth(sample: Sample, sizes: Sequence[int], orders: int, fit_from: int) -> RealGrowth:
    """Grow the real texts in random orders; the exponent is fitted from the size `fit_from` on."""
    curves = [distinct_at(sample, sizes, seed) for seed in range(orders)]
    wanted = [at for at, size in enumerate(sizes) if size >= fit_from]
    exponents = [
        fitted([sizes[at] for at in wanted], [curve[at] for at in wanted]).exponent
        for curve in curves
    ]
    means = np.log(np.array(curves)).mean(0)
    local = np.diff(means) / np.diff(np.log(np.array(sizes)))
    spread = 2 * float(np.std(exponents, ddof=1)) if orders > 1 else 0.0
    return RealGrowth(
        list(sizes), curves, float(np.mean(exponents)), spread, [float(each) for each in local]
    )
