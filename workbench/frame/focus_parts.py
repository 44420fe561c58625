"""FocusParts: one key takes the focus from part to part of the window, in reading order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget


class FocusParts(QObject):
    """The parts are asked for each time: panes come and go."""

    def __init__(
        self, window: QWidget, parts: Callable[[], Sequence[QWidget]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._parts = window, parts

    def go_on(self) -> None:
        """Put the focus into the next part that can have it."""
        parts = [part for part in self._parts() if _first_stop(part) is not None]
        focused = self._window.focusWidget()
        inside = [
            at for at, part in enumerate(parts)
            if focused is not None and (part is focused or part.isAncestorOf(focused))
        ]  # fmt: skip
        if parts:
            stop = _first_stop(parts[(inside[-1] + 1) % len(parts) if inside else 0])
            if stop is not None:
                stop.setFocus(Qt.FocusReason.TabFocusReason)


def _first_stop(part: QWidget) -> QWidget | None:
    """The widget of a part that Tab would come to first; None where there is none in sight."""
    at = part.nextInFocusChain()
    while at is not part:
        if part.isAncestorOf(at) and _can_stop(at):
            return at
        at = at.nextInFocusChain()
    return part if _can_stop(part) else None


def _can_stop(widget: QWidget) -> bool:
    takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(takes) and widget.isEnabled() and widget.isVisible()
