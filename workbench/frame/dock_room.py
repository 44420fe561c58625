"""Room for docks: sharing a width among them, and tabs where they do not fit side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget


def share_width(
    window: QMainWindow, docks: Sequence[QDockWidget], widths: Sequence[int], room: int
) -> None:
    """Give docks side by side `room` in proportion to `widths`, in equal parts if none are said."""
    shares = widths or [1] * len(docks)
    window.resizeDocks(
        list(docks),
        [max(1, room * share // sum(shares)) for share in shares],
        Qt.Orientation.Horizontal,
    )


def room_beside(window: QMainWindow, dock: QDockWidget) -> int:
    """The width that a dock, where it is in sight, leaves to the others."""
    return max(1, window.width() - (0 if dock.isHidden() else dock.width()))


def stack_if_tight(window: QMainWindow, docks: Sequence[QDockWidget], front: QDockWidget) -> None:
    """Make tabs of docks that need more room side by side than there is; Qt lets them overlap."""
    beside = [dock for dock in docks if not window.tabifiedDockWidgets(dock)]
    needed = sum(dock.minimumSizeHint().width() for dock in beside)
    if len(beside) < 2 or needed <= window.width():
        return
    for dock in docks:
        if dock is not front:
            window.tabifyDockWidget(front, dock)
    front.raise_()


def show_title_bar(dock: QDockWidget, *, wanted: bool) -> None:
    """Title bars are for moving and closing; a pane that stands alone needs none."""
    bar = dock.titleBarWidget()
    if wanted and bar is not None:
        dock.setTitleBarWidget(None)  # type: ignore[arg-type]
        bar.deleteLater()
    elif not wanted and bar is None:
        dock.setTitleBarWidget(QWidget(dock))
