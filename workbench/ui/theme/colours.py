"""The colours of resources/colours.json as values: schemes, token colours, language colours."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from PySide6.QtGui import QColor

from workbench.text.languages import language

SCHEMES = ("light", "dark", "light-contrast", "dark-contrast")
MARKERS = ("o", "s", "t", "d", "p", "h", "star")  # ui/languages/dot_plot.py draws them
N_SHADES = 5


@dataclass(frozen=True, slots=True)
class TokenColour:
    """One of the eight hues a token can have: its ground, its boundary mark, its text."""

    name: str
    background: QColor
    boundary: QColor
    text: QColor


@dataclass(frozen=True, slots=True)
class LanguageStyle:
    """The one colour and marker shape a language has everywhere."""

    colour: QColor
    marker: str


@dataclass(frozen=True)
class Scheme:
    """One colour scheme, read from the file."""

    name: str
    is_dark: bool
    roles: dict[str, QColor]
    tokens: tuple[TokenColour, ...]
    supervised: QColor
    unsupervised: QColor
    better: QColor
    neutral: QColor
    worse: QColor
    language_lightness: float
    language_lightness_step: float
    language_chroma: float


@cache
def scheme(name: str) -> Scheme:
    """Return the scheme of that name (one of SCHEMES)."""
    data = _file()["schemes"][name]
    diverging, languages = data["diverging"], data["languages"]
    return Scheme(
        name=name,
        is_dark=data["dark"],
        roles={role: QColor(value) for role, value in data["roles"].items()},
        tokens=tuple(
            TokenColour(
                hue["name"], QColor(hue["background"]), QColor(hue["boundary"]), QColor(hue["text"])
            )
            for hue in data["tokens"]
        ),
        supervised=QColor(data["supervised"]),
        unsupervised=QColor(data["unsupervised"]),
        better=QColor(diverging["better"]),
        neutral=QColor(diverging["neutral"]),
        worse=QColor(diverging["worse"]),
        language_lightness=languages["lightness"],
        language_lightness_step=languages["lightness_step"],
        language_chroma=languages["chroma"],
    )


@cache
def language_style(scheme_name: str, label: str) -> LanguageStyle:
    """Return a label's colour and marker: the hue is its script's, shade and marker its own."""
    base, known = scheme(scheme_name), language(label)
    groups = _file()["scripts"]
    group = groups.get(known.script, groups["other"])
    shade = known.order % N_SHADES
    colour = oklch(
        base.language_lightness + (shade - N_SHADES // 2) * base.language_lightness_step,
        group.get("chroma", base.language_chroma),
        group["hue"] + (known.order // N_SHADES % 3 - 1) * 9,
    )
    return LanguageStyle(colour, MARKERS[known.order % len(MARKERS)])


def blend(start: QColor, end: QColor, share: float) -> QColor:
    """Return the colour `share` (0 to 1) of the way from `start` to `end`."""
    share = min(1.0, max(0.0, share))
    red, green, blue = (
        round(a + (b - a) * share)
        for a, b in (
            (start.red(), end.red()),
            (start.green(), end.green()),
            (start.blue(), end.blue()),
        )
    )
    return QColor(red, green, blue)


def contrast_ratio(one: QColor, other: QColor) -> float:
    """Return the WCAG contrast ratio of two opaque colours, 1 to 21."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def oklch(lightness: float, chroma: float, hue_degrees: float) -> QColor:
    """Return the sRGB colour of an OKLCH value; what lies outside of sRGB is clipped."""
    hue = math.radians(hue_degrees)
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return QColor.fromRgbF(*(_encode_srgb(value) for value in linear))


def _encode_srgb(value: float) -> float:
    value = min(1.0, max(0.0, value))
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _luminance(colour: QColor) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def _file() -> dict[str, Any]:
    text = files("resources").joinpath("colours.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data
