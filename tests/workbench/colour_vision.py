"""Colours as people see them who lack one kind of cone, and how far apart two colours are."""

from __future__ import annotations

from PySide6.QtGui import QColor

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
              (-0.003882, -0.048116, 1.051998))  # fmt: skip
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                (-0.011820, 0.042940, 0.968881))  # fmt: skip


def seen_by(colour: QColor, matrix):
    linear = [_linear(value) for value in colour.getRgbF()[:3]]
    return [sum(row[i] * linear[i] for i in range(3)) for row in matrix]


def _linear(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def colour_distance(one, other):
    """Distance in CIELAB (1976) of two linear RGB colours."""
    return sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5


def _lab(linear):
    r, g, b = linear
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
