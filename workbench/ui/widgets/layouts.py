"""Taking widgets out of a layout."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout


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
