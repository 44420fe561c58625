"""ChartText: the words of a chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class ChartText:
    """The words of a chart. `value` says one point in words, from x and y."""

    title: str
    x_axis: str
    y_axis: str
    value: Callable[[float, float], str]

    def short_value(self, x: float, y: float) -> str:
        """The end of `value`, after its last colon: what stands beside a curve."""
        return self.value(x, y).split(": ")[-1]
