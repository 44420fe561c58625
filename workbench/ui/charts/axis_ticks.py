"""Where the ticks of an axis stand and what is written at them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from PySide6.QtGui import QFontMetricsF

from workbench.text.numbers import grouped
from workbench.ui.charts.curve import Scale
from workbench.ui.theme.theme import SPACE_M

FULL_DECADES = 2.0
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LEAST_TICKS = 2
_LEAST_X_GAP = 44
_LEAST_Y_GAP = 30
_LEAST_LINE_GAP = 14


def at_least_two(ticks: Callable[[int], list[float]], most: int) -> list[float]:
    """Return the ticks for `most`, or for a larger number if that gives fewer than two."""
    for wanted in (most, *(LEAST_TICKS << step for step in range(5))):
        found = ticks(wanted)
        if len(found) >= LEAST_TICKS:
            break
    return found


def linear_ticks(low: float, high: float, most: int) -> list[float]:
    """At most about `most` round values from `low` to `high`: steps of 1, 2 or 5.

    >>> linear_ticks(0.0, 9.0, 5)
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    if not high > low:
        return [low]
    rough = (high - low) / max(1, most)
    decade = 10.0 ** math.floor(math.log10(rough))
    step = next(decade * unit for unit in (1, 2, 5, 10) if decade * unit >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def log_ticks(low: float, high: float, full_decades: float = FULL_DECADES) -> list[float]:
    """Exponents of ten from `low` to `high`: decades, or 1, 2, 5 of each where there are few.

    >>> [round(10**tick) for tick in log_ticks(3.0, 4.5)]
    [1000, 2000, 5000, 10000, 20000]
    """
    decades = range(math.floor(low), math.ceil(high) + 1)
    steps = (1,) if high - low >= full_decades else (1, 2, 5)
    ticks = [decade + math.log10(step) for decade in decades for step in steps]
    return [tick for tick in ticks if low <= tick <= high]


def apart(ticks: Sequence[float], gap: float) -> list[float]:
    """Of the exponents of ten the decades, and of the others those at least `gap` from all kept.

    >>> [round(10**tick) for tick in apart(log_ticks(0.3, 1.9, 9.0), 0.4)]
    [2, 10, 50]
    """
    kept: list[float] = []
    for tick in sorted(ticks, key=lambda tick: (not float(tick).is_integer(), tick)):
        if all(abs(tick - other) >= gap for other in kept):
            kept.append(tick)
    return sorted(kept)


def doubling_ticks(low: float, high: float, most: int) -> list[float]:
    """Exponents of ten of the powers of two from `low` to `high`; every second one, and so on,
    where they are more than `most`.

    >>> [round(10**tick) for tick in doubling_ticks(3.0, 4.0, 9)]
    [1024, 2048, 4096, 8192]
    """
    two = math.log10(2.0)
    first, last = math.ceil(low / two - 1e-9), math.floor(high / two + 1e-9)
    step = max(1, -(-(last - first + 1) // max(1, most)))
    return [power * two for power in range(last, first - 1, -step)][::-1]


def tick_words(values: Sequence[float]) -> list[str]:
    """The values of one linear axis as text, all with the same decimals.

    >>> tick_words([0.0, 0.5, 1.0]), tick_words([2.0, 4.0])
    (['0.0', '0.5', '1.0'], ['2', '4'])
    """
    step = min((b - a for a, b in pairwise(values)), default=1.0)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    if decimals == 0:
        return [grouped(round(value)) for value in values]
    return [f"{value:.{decimals}f}" for value in values]


def plain_words(exponent: float) -> str:
    """Return 10 to the power of `exponent` in digits where that is short, else as a power.

    >>> plain_words(math.log10(0.5)), plain_words(math.log10(20)), plain_words(6)
    ('0.5', '20', '10⁶')
    """
    return f"{round(10**exponent, 4):g}" if -3 <= exponent < 4 else power_words(exponent)


def power_words(exponent: float) -> str:
    """Return 10 to the power of `exponent` as people write it.

    >>> power_words(0), power_words(3), power_words(math.log10(2000))
    ('1', '10³', '2·10³')
    """
    decade = math.floor(exponent + 1e-9)
    step = round(10 ** (exponent - decade))
    if 0 <= decade < 2:
        return str(step * 10**decade)
    sign = "⁻" if decade < 0 else ""
    power = "10" + sign + str(abs(decade)).translate(_SUPERSCRIPTS)
    return power if step == 1 else f"{step}·{power}"


@dataclass(frozen=True)
class Tick:
    """A value of an axis, and what is written at it."""

    value: float
    words: str


def x_ticks(x: Scale, caption: QFontMetricsF) -> tuple[Tick, ...]:
    """The ticks of a horizontal axis; doublings where it is logarithmic."""
    low, high = x.bounds
    widest = caption.horizontalAdvance(tick_words([0.0, x.high])[-1])
    most = max(1, int(abs(x.end - x.begin) / max(_LEAST_X_GAP, widest + SPACE_M)))
    exponents = doubling_ticks(low, high, most) if x.is_log else []
    if len(exponents) >= LEAST_TICKS:
        values = [10.0**exponent for exponent in exponents]
        words = [tick_words([value])[0] if value >= 1 else f"{value:g}" for value in values]
    else:  # also where a logarithmic axis is shorter than a doubling
        values = at_least_two(partial(linear_ticks, x.low, x.high), most)
        words = tick_words(values)
    return tuple(map(Tick, values, words))


def y_ticks(y: Scale) -> tuple[Tick, ...]:
    """The ticks of a vertical axis; powers of ten and their parts where it is logarithmic."""
    low, high = y.bounds
    most = max(1, int(abs(y.end - y.begin) / _LEAST_Y_GAP))
    exponents = log_ticks(low, high, most / 3) if y.is_log else []  # three need the room of three
    if y.is_log and len(exponents) < LEAST_TICKS:  # between two decades and with little room
        room = (high - low) * _LEAST_Y_GAP / max(1.0, abs(y.end - y.begin))
        exponents = apart(log_ticks(low, high, math.inf), room)
    step = math.ceil(len(exponents) * _LEAST_LINE_GAP / max(1.0, abs(y.end - y.begin)))
    step = min(step, len(exponents) - 1)
    if step > 1:  # from the greatest on, as far apart as lines of text
        exponents = exponents[::-1][::step][::-1]
    if len(exponents) >= LEAST_TICKS:
        values, words = [10.0**tick for tick in exponents], [plain_words(t) for t in exponents]
    else:
        values = at_least_two(partial(linear_ticks, y.low, y.high), most)
        words = tick_words(values)
    return tuple(map(Tick, values, words))
