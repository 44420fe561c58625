"""A segmented control: buttons in one piece, for views of the same data; objects have tabs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QPushButton


def segmented(buttons: Sequence[QPushButton]) -> QHBoxLayout:
    """Make buttons checkable and return them side by side, as one control."""
    row = QHBoxLayout()
    row.setSpacing(0)
    last = len(buttons) - 1
    for place, button in enumerate(buttons):
        button.setCheckable(True)
        button.setProperty("segment", {0: "first", last: "last"}.get(place, "middle"))
        row.addWidget(button)
    return row
