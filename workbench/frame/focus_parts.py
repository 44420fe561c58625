"""FocusParts: one key takes the focus from part to part of the window, in reading order.

A button that disables or hides itself when it is pressed would lose the focus to the next widget of
the window, wherever that is; the workspace keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from workbench.frame.docks import Docks
from workbench.frame.page import Page
from workbench.widgets.pane import Pane


class FocusParts(QObject):
    """The parts are asked for each time: panes come and go. The pane in focus comes to the front.

    Follows the focus from `start` to `stop`: the application outlives the window.
    """

    def __init__(
        self,
        window: QWidget,
        docks: Docks,
        parts: Callable[[], Sequence[QWidget]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._docks, self._parts = window, docks, parts
        self._is_following = False

    def start(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)
            self._is_following = True

    def stop(self) -> None:
        """Let the application's focus be; the window goes away."""
        application = QApplication.instance()
        if self._is_following and isinstance(application, QApplication):
            application.focusChanged.disconnect(self._follow)
        self._is_following = False

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        keeper = self._keeper_after(old)
        if keeper is None or keeper is now or (now is not None and keeper.isAncestorOf(now)):
            self._docks.follow_focus(now)
        else:
            keeper.setFocus()

    def _keeper_after(self, old: QWidget | None) -> QWidget | None:
        """What keeps the focus that a widget lost by being disabled or hidden, None if it did not.

        The pane or page that the widget is in; for the rest of the window the one in front.
        """
        if old is None or not isValid(old) or old.window() is not self._window:
            return None
        if old.isEnabled() and old.isVisible():
            return None
        around: QWidget | None = old
        while around is not None and not isinstance(around, Pane | Page):
            around = around.parentWidget()
        if around is not None:
            return around if around.isVisible() else None  # or else all of it is left
        pages = (part for part in self._parts() if isinstance(part, Page))
        return next(pages, self._docks.pane(self._docks.current))

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
