"""Layouts: rows and columns of widgets in one expression, and taking widgets out again."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

STRETCH = 1
"""An item that takes the room which is left."""

Item = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""A part of a row or column, with the share of the room that it gets if that is not its own."""

NO_MARGINS = (0, 0, 0, 0)


def horizontal(
    *items: Item,
    parent: QWidget | None = None,
    margins: tuple[int, int, int, int] = NO_MARGINS,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return items in a row, in `parent` if given; margins: left, top, right, bottom in pixels.

    spacing: between the items, that of the style for None.
    """
    row = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    _fill(row, items, margins, spacing)
    return row


def vertical(
    *items: Item,
    parent: QWidget | None = None,
    margins: tuple[int, int, int, int] = NO_MARGINS,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return items in a column; the arguments are those of `horizontal`."""
    column = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    _fill(column, items, margins, spacing)
    return column


def _fill(
    layout: QBoxLayout,
    items: tuple[Item, ...],
    margins: tuple[int, int, int, int],
    spacing: int | None,
) -> None:
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        if isinstance(item, int):
            layout.addStretch(item)
            continue
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)


def clear_layout(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout.

    WORKAROUND: the item that `takeAt` of PySide 6.11 returns is never deleted, not even with its
    wrapper; `removeWidget` deletes it.
    """
    for index in reversed(range(layout.count())):
        item = layout.itemAt(index)
        if item is not None and (widget := item.widget()) is not None:
            layout.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
