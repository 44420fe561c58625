"""What the charts of an exploration show: axes, one spot for each tokenizer, and their shades.

`Landscape` is all of it, as plain numbers: the charts know nothing of trials and questions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

from workbench.text.numbers import ratio

Key = tuple[int, int]
"""Number of the trial and vocabulary size; baselines have negative numbers."""
Kind = Literal["front", "dominated", "infeasible", "baseline"]
Better = Literal["lower", "higher", "neither"]
OFF_SCALE_FACTOR = 1.5
"""Dominated spots further away than this many widths of the front do not stretch an axis."""


@dataclass(frozen=True)
class Axis:
    """One objective or variable.

    key: unique among all axes. words: of a value. choices: words of an axis without order, whose
    values are their places. threshold: where a spot becomes infeasible. head: the title in short.
    """

    key: str
    title: str
    words: Callable[[float], str] = ratio
    choices: tuple[str, ...] = ()
    is_log: bool = False
    better: Better = "neither"
    threshold: float | None = None
    head: str = ""

    @property
    def short(self) -> str:
        """The title where there is little room."""
        return self.head or self.title

    def value_words(self, value: float | None) -> str:
        """Return a value as it is shown; a dash for none."""
        if value is None or not math.isfinite(value):
            return ratio(None)
        if self.choices:
            return self.choices[round(value)]
        return self.words(value)

    @property
    def sign(self) -> int:
        """1 where more is better, -1 where less is, 0 where neither is."""
        return {"higher": 1, "lower": -1, "neither": 0}[self.better]


@dataclass(frozen=True)
class Spot:
    """One tokenizer. values: of variables and objectives, by axis.

    validation, spread: of objectives, empty while unmeasured. name: what people read.
    is_sampled: measured on a sample of the texts alone, and given up then.
    """

    key: Key
    name: str
    values: Mapping[str, float]
    kind: Kind = "dominated"
    is_knee: bool = False
    validation: Mapping[str, float] = field(default_factory=dict)
    spread: Mapping[str, float] = field(default_factory=dict)
    is_sampled: bool = False

    def value(self, axis: Axis | None) -> float | None:
        """The value on an axis, None where there is none."""
        found = None if axis is None else self.values.get(axis.key)
        return found if found is not None and math.isfinite(found) else None


@dataclass(frozen=True)
class Landscape:
    """All that the views of an exploration show. baselines: such as the current run.

    importance: by objective and variable, shares of its variance. advice, disagreement: sentences
    in the language of the window, "" for none.
    """

    objectives: tuple[Axis, ...] = ()
    variables: tuple[Axis, ...] = ()
    spots: tuple[Spot, ...] = ()
    baselines: tuple[Spot, ...] = ()
    importance: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    advice: str = ""
    disagreement: str = ""

    @property
    def axes(self) -> tuple[Axis, ...]:
        return *self.variables, *self.objectives

    @property
    def all_spots(self) -> tuple[Spot, ...]:
        return *self.spots, *self.baselines

    @property
    def front(self) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.kind == "front")

    @property
    def knee(self) -> Spot | None:
        return next((spot for spot in self.spots if spot.is_knee), None)

    def axis(self, key: str) -> Axis | None:
        """The axis of a key, None for none."""
        return next((axis for axis in self.axes if axis.key == key), None)

    def spot(self, key: Key | None) -> Spot | None:
        """The spot of a key, None for none."""
        return next((spot for spot in self.all_spots if spot.key == key), None)


def sentence_of(spot: Spot, axes: Sequence[Axis]) -> str:
    """Say a spot in words: its name, and its value on each axis."""
    said = [f"{axis.title} {axis.value_words(spot.value(axis))}" for axis in axes]
    return ", ".join([spot.name, *said])


def shades(axis: Axis | None, landscape: Landscape) -> dict[Key, float]:
    """From -1, the worst of the front, to 1, the best, by key; 0 is the current run.

    Without a current run 0 is the median of the front. Where neither is better, 1 is the most.
    """
    if axis is None:
        return {}
    sign = axis.sign or 1
    known = [(spot.key, spot.value(axis)) for spot in landscape.all_spots]
    values = {key: sign * value for key, value in known if value is not None}
    reference = [values[spot.key] for spot in landscape.baselines if spot.key in values]
    judged = [values[spot.key] for spot in landscape.front if spot.key in values]
    judged = judged or list(values.values())
    if not judged:
        return {}
    middle = reference[0] if reference else median(judged)
    above = max(max(judged) - middle, 0.0)
    below = max(middle - min(judged), 0.0)
    shade = {}
    for key, value in values.items():
        span = above if value >= middle else below
        away = (
            (value - middle) / span if span > 0 else float(value > middle) - float(value < middle)
        )
        shade[key] = min(1.0, max(-1.0, away))
    return shade


def usual_range(axis: Axis, landscape: Landscape) -> tuple[float, float]:
    """The ends of an axis: the front, the baselines, and the spots not far from them."""
    if axis.choices:
        return -0.5, len(axis.choices) - 0.5
    known = [(spot, spot.value(axis)) for spot in landscape.all_spots]
    told = [value for spot, value in known if value is not None and spot.kind != "dominated"
            and spot.kind != "infeasible"]  # fmt: skip
    others = [value for _, value in known if value is not None]
    if axis.better == "neither" or not told:  # a variable, which the question bounds
        told = others
    if not told:
        return 0.0, 1.0
    low, high = min(told), max(told)
    reach = OFF_SCALE_FACTOR * (high - low)
    near = [value for value in others if low - reach <= value <= high + reach]
    return widened(min([low, *near]), max([high, *near]))


def widened(low: float, high: float, share: float = 0.06) -> tuple[float, float]:
    """A range with room at both ends, also of one value."""
    room = (high - low) * share or abs(high) * share or 0.5
    return low - room, high + room


def front_line(x: Axis, y: Axis, spots: Iterable[Spot]) -> list[Spot]:
    """Of some spots those that none beats on both axes, from the best on x to the best on y."""
    known = [spot for spot in spots if spot.value(x) is not None and spot.value(y) is not None]
    if not (x.sign and y.sign):
        return []
    ordered = sorted(known, key=lambda spot: (-x.sign * spot.values[x.key],
                                              -y.sign * spot.values[y.key]))  # fmt: skip
    line: list[Spot] = []
    for spot in ordered:
        if not line or y.sign * (spot.values[y.key] - line[-1].values[y.key]) > 0:
            line.append(spot)
    return line


NEAR = 0.2
"""How far apart, as a share of the other variables' ranges, trials still tell of each other."""
CURVE_POINTS = 48
LEAST_WEIGHT = 0.05


def closeness(landscape: Landscape, variable: Axis, around: Spot) -> dict[Key, float]:
    """How alike each spot is to another in all variables but one: 1 for the same, towards 0."""
    others = [axis for axis in landscape.variables if axis.key != variable.key]
    ends = {axis.key: _ends(axis, landscape) for axis in others}
    near: dict[Key, float] = {}
    for spot in landscape.spots:
        away = 0.0
        for axis in others:
            one, other = spot.value(axis), around.value(axis)
            if one is None or other is None:
                continue
            if axis.choices:
                away += 0.0 if one == other else 4.0
            else:
                low, high = ends[axis.key]
                away += ((one - other) / (NEAR * (high - low) or 1.0)) ** 2
        near[spot.key] = math.exp(-away / 2)
    return near


def slice_curve(
    landscape: Landscape, variable: Axis, objective: Axis, around: Spot
) -> list[tuple[float, float]]:
    """What an objective does as one variable moves and the others stay as they are in a spot.

    An estimate: at each place the mean of the trials there, weighted by how alike they are to the
    spot. Places without trials alike are left out.
    """
    near = closeness(landscape, variable, around)
    told = [(x, y, near[spot.key]) for spot in landscape.spots
            if (x := spot.value(variable)) is not None
            and (y := spot.value(objective)) is not None]  # fmt: skip
    if not told:
        return []
    low, high = min(x for x, _, _ in told), max(x for x, _, _ in told)
    if variable.choices:
        places = sorted({x for x, _, _ in told})
    else:
        places = [low + at / (CURVE_POINTS - 1) * (high - low) for at in range(CURVE_POINTS)]
    reach = NEAR / 2 * (high - low) or 1.0
    curve = []
    for place in places:
        weights = [
            weight * (float(x == place) if variable.choices
                      else math.exp(-(((x - place) / reach) ** 2) / 2))
            for x, _, weight in told
        ]  # fmt: skip
        total = sum(weights)
        if total >= LEAST_WEIGHT:
            mean = sum(w * y for w, (_, y, _) in zip(weights, told, strict=True)) / total
            curve.append((place, mean))
    return curve


def _ends(axis: Axis, landscape: Landscape) -> tuple[float, float]:
    known = [value for spot in landscape.spots if (value := spot.value(axis)) is not None]
    return (min(known), max(known)) if known else (0.0, 1.0)
