"""Docks, the visible panes and the inspector, and `Pages`, which shows a page in their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import overload

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QStackedWidget,
    QStyle,
    QTabWidget,
    QWidget,
)

from workbench.frame.layouts import Layout
from workbench.signals import Signal
from workbench.ui.theme.theme import INSPECTOR_WIDTH, ROOM_FOR_INSPECTOR, ROOM_FOR_THREE, Theme
from workbench.ui.widgets.lazy_panes import APane, LazyPanes, Workspace
from workbench.ui.widgets.pane import Page, Pane

LAYOUT_VERSION = 1
SETTLE_MS = 10
INSPECTOR = "dock_inspector"
_MOVABLE = (
    QDockWidget.DockWidgetFeature.DockWidgetMovable
    | QDockWidget.DockWidgetFeature.DockWidgetClosable
)
BETWEEN_MS = 20
"""Visible panes are painted before the first hidden one is put back, and the user can go on."""


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
        dock.setTitleBarWidget(None)  # type: ignore[arg-type]  # as Qt has it
        bar.deleteLater()
    elif not wanted and bar is None:
        dock.setTitleBarWidget(QWidget(dock))


class Docks(QMainWindow):
    """Each workspace shows its pane; others can be docked beside it. Every workspace keeps its
    own layout until `reset()`; of several in sight that one is in front that has the focus.
    A dock is empty until its pane is built, which happens before it is shown. The inspector is
    closed while it has nothing to show; see `set_subject`.

    Nothing floats, so that no layout can be restored to where no screen is.

    Signals:
        workspace_changed: name of the workspace in front.
        arranging_begun: panes are about to be shown or hidden.
    """

    workspace_changed: Signal[str] = Signal(object)
    arranging_begun = Signal()

    def __init__(
        self,
        panes: LazyPanes,
        titles: Mapping[str, str],
        inspector: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._panes, self._titles = panes, dict(titles)
        self._docks = {name: _made_dock(name, titles[name], self) for name in panes}
        for dock in self._docks.values():
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
            dock.hide()
        self._inspector = _made_dock("inspector", self.tr("Inspector"), self)
        self._inspector.setWidget(inspector)
        self._inspector.setTitleBarWidget(QWidget(self._inspector))
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self._inspector)
        self._inspector_width = INSPECTOR_WIDTH
        self._inspector_wanted = self._has_subject = True
        self._is_asked = False  # the inspector was opened by hand, with or without a subject
        self._tried: tuple[int, int, tuple[str, ...]] | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settling.timeout.connect(self._settle)
        for dock in (*self._docks.values(), self._inspector):
            dock.installEventFilter(self)
        self._plain = self.saveState(LAYOUT_VERSION)
        self._layouts: dict[str, QByteArray] = {}
        self._current = ""
        self._is_arranging = False
        self.setTabPosition(Qt.DockWidgetArea.LeftDockWidgetArea, QTabWidget.TabPosition.North)
        self.tabifiedDockWidgetActivated.connect(self._follow_tab)
        for name in panes:
            panes.when_built(name, partial(_fill, self._docks[name]))

    @property
    def current(self) -> str:
        """Name of the workspace in front."""
        return self._current

    @property
    def visible_panes(self) -> tuple[str, ...]:
        """Names of the workspaces whose panes are in sight, in the rail's order."""
        return tuple(name for name, dock in self._docks.items() if not dock.isHidden())

    @property
    def inspector_dock(self) -> QDockWidget:
        return self._inspector

    @property
    def titles(self) -> dict[str, str]:
        """What the workspaces are called, in the rail's order."""
        return dict(self._titles)

    @property
    def wants_inspector(self) -> bool:
        """Whether the inspector stands at the right wherever there is room."""
        return self._inspector_wanted

    @overload
    def pane(self, name: Workspace[APane]) -> APane: ...

    @overload
    def pane(self, name: str) -> Pane: ...

    def pane(self, name: str) -> Pane:
        """Return the pane of a workspace, which is built if it is not yet."""
        return self._panes[name]

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front in the layout it was left in.

        One that is in sight already only comes to the front; nothing moves.
        """
        if name == self._current:
            return
        self.layouts()
        is_in_sight = bool(self._current) and name in self.visible_panes
        takes_focus = bool(self._current) and _are_in_focus(self._panes.built.values())
        self._current = name
        if is_in_sight:
            self._docks[name].raise_()  # it may stand behind another, as a tab
        else:
            self._arrange((name,), (), self._layouts.get(name))
        self.workspace_changed.emit(name)
        if takes_focus and not _are_in_focus([self._panes[name]]):
            self._panes[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def apply(self, layout: Layout) -> None:
        """Set the window up as a layout says; workspaces there are none of are left out."""
        panes = tuple(name for name in layout.panes if name in self._docks)
        if not panes:
            return
        self.layouts()
        front = layout.front if layout.front in panes else panes[0]
        has_moved, self._current = front != self._current, front
        self._inspector_wanted = layout.inspector
        saved = QByteArray.fromBase64(layout.arrangement.encode())
        widths = layout.widths if len(panes) == len(layout.panes) else ()
        self._arrange(panes, widths, saved if layout.arrangement else None)
        if has_moved:
            self.workspace_changed.emit(front)

    def captured(self) -> Layout:
        """Return the window as it is now, to be applied again."""
        panes = sorted(self.visible_panes, key=lambda name: self._docks[name].x())
        return Layout(
            tuple(panes),
            self._current,
            tuple(self._docks[name].width() for name in panes),
            self._inspector_wanted,
            bytes(self.saveState(LAYOUT_VERSION).toBase64().data()).decode(),
        )

    def toggle_beside(self, name: str) -> None:
        """Show or hide another workspace's pane at the right of the current one."""
        if name == self._current:
            return
        self.arranging_begun.emit()
        dock = self._docks[name]
        if dock.isHidden():
            self._panes.build(name)
            self.splitDockWidget(self._docks[self._current], dock, Qt.Orientation.Horizontal)
            dock.show()
            shown = [self._docks[each] for each in self.visible_panes]
            share_width(self, shown, (), room_beside(self, self._inspector))
        else:
            dock.hide()
        self._make_room()

    def set_inspector_wanted(self, wanted: bool) -> None:
        """Show or hide the inspector, in every workspace; shown by hand it may be empty."""
        self._inspector_wanted = self._is_asked = wanted
        self.arranging_begun.emit()
        self._inspector.setVisible(wanted)
        self._keep_inspector_width()

    def set_subject(self, has_subject: bool) -> None:
        """Open the inspector for a selection, or close it for want of one."""
        self._has_subject, self._is_asked = has_subject, False
        if self._is_arranging or not self._current:
            return  # it is seen to at the end of that
        if self._inspector.isHidden() == self._shows_inspector():
            self._make_room()
            self._keep_inspector_width()

    def reset(self) -> None:
        """Forget every arrangement; the current workspace stands alone with the inspector."""
        self._layouts.clear()
        self._inspector_width = INSPECTOR_WIDTH
        self._inspector_wanted = True
        self.arranging_begun.emit()
        self._arrange((self._current,), ())

    def layouts(self) -> dict[str, QByteArray]:
        """Note the present layout; return each workspace's for the settings."""
        if self._current:
            self._layouts[self._current] = self.saveState(LAYOUT_VERSION)
        return dict(self._layouts)

    def set_layouts(self, layouts: Mapping[str, QByteArray]) -> None:
        """Take layouts from the settings; call before the first `show_workspace`."""
        self._layouts = {name: state for name, state in layouts.items() if name in self._docks}

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give what a larger window has to the panes; the inspector keeps its width."""
        super().resizeEvent(event)
        if self._is_arranging:
            return
        if self._current and event.size().width() != event.oldSize().width():
            self._make_room()
        self._keep_inspector_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Close and isinstance(watched, QDockWidget):
            if len(self.visible_panes) == 1 and watched.objectName() != INSPECTOR:
                event.ignore()
                return True
            self._settling.start()
        if event.type() is QEvent.Type.Resize and watched.objectName() == INSPECTOR:
            if QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
                self._inspector_width = self._inspector.width()
            else:
                self._settling.start()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        """Give the inspector its width back.

        QMainWindow lays its docks out again when controls of a pane come and go, and takes a little
        of it each time. Where a pane needs the room itself, trying once is enough. The pane in
        front may have been closed, too: then the next one comes to the front.
        """
        if self.visible_panes and self._current not in self.visible_panes:
            self._current = self.visible_panes[0]
            self._make_room()
            self.workspace_changed.emit(self._current)
        state = (self.width(), self._inspector.width(), self.visible_panes)
        if self._inspector.width() == self._inspector_width:
            self._tried = None
        elif state != self._tried:
            self._tried = state
            self._keep_inspector_width()

    def _keep_inspector_width(self) -> None:
        if self._inspector.isHidden() or not self._current:
            return
        docks = [self._docks[name] for name in self.visible_panes]
        shown = [dock for dock in docks if not dock.visibleRegion().isEmpty()] or docks
        gap = self.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent, None, self)
        room = max(1, self.width() - self._inspector_width - gap * len(shown))
        whole = max(1, sum(dock.width() for dock in shown))
        widths = [room * dock.width() // whole for dock in shown]
        self.resizeDocks(
            [*shown, self._inspector], [*widths, self._inspector_width], Qt.Orientation.Horizontal
        )

    def _arrange(
        self,
        panes: tuple[str, ...],
        widths: tuple[int, ...],
        saved: QByteArray | None = None,
    ) -> None:
        """Restore what was saved; without it, or where it is damaged, set panes side by side."""
        self._is_arranging = True  # the focus goes here and there while panes come and go
        self.arranging_begun.emit()
        self._panes.build(self._current)
        if saved is None or not self.restoreState(saved, LAYOUT_VERSION):
            self._set_side_by_side(panes, widths)
        elif self._panes.build_all(self.visible_panes):
            self.restoreState(saved, LAYOUT_VERSION)  # the new panes have widths of their own
        self._finish_arranging()
        self._is_arranging = False

    def _set_side_by_side(self, panes: tuple[str, ...], widths: tuple[int, ...]) -> None:
        """Set panes from left to right, and hide the others."""
        self._panes.build_all(panes)
        self.restoreState(self._plain, LAYOUT_VERSION)
        for name, dock in self._docks.items():
            dock.setVisible(name == panes[0])
        for before, name in pairwise(panes):
            self.splitDockWidget(self._docks[before], self._docks[name], Qt.Orientation.Horizontal)
            self._docks[name].show()
        self._inspector.setVisible(self._shows_inspector())
        docks = [self._docks[name] for name in panes]
        share_width(self, docks, widths, room_beside(self, self._inspector))

    def _finish_arranging(self) -> None:
        for dock in (*self._docks.values(), self._inspector):
            if dock.isFloating():
                dock.setFloating(False)
        if self._current not in self.visible_panes:
            self._docks[self._current].show()
        self._make_room()
        self._keep_inspector_width()

    def _shows_inspector(self) -> bool:
        """Whether the inspector is wanted, has something to show, and has room."""
        room = ROOM_FOR_THREE if len(self.visible_panes) > 1 else ROOM_FOR_INSPECTOR
        has_reason = self._has_subject or self._is_asked
        return self._inspector_wanted and has_reason and self.width() >= room

    def follow_focus(self, now: QWidget | None) -> None:
        """Bring the pane to the front that a person works in."""
        if now is None or self._is_arranging:
            return
        for name in self.visible_panes:
            if name != self._current and self._panes[name].isAncestorOf(now):
                self.show_workspace(name)
                return

    def _follow_tab(self, dock: QDockWidget) -> None:
        """A tab was clicked."""
        for name, each in self._docks.items():
            if each is dock:
                self.show_workspace(name)

    def _make_room(self) -> None:
        """In a window that is too narrow for its panes and the inspector, the inspector waits."""
        shown = [self._docks[name] for name in self.visible_panes]
        shows = self._shows_inspector()
        if self._inspector.isHidden() == shows:
            self.arranging_begun.emit()
            self._inspector.setVisible(shows)
        stack_if_tight(self, shown, self._docks[self._current])
        for dock in self._docks.values():
            is_beside = len(shown) > 1 and not self.tabifiedDockWidgets(dock)
            show_title_bar(dock, wanted=is_beside)
        layout = self.layout()
        assert layout is not None
        layout.activate()


def _are_in_focus(panes: Iterable[Pane]) -> bool:
    """Whether one of the panes, or a part of it, has the focus."""
    focused = QApplication.focusWidget()
    return focused is not None and any(
        pane is focused or pane.isAncestorOf(focused) for pane in panes
    )


def _made_dock(name: str, title: str, parent: QMainWindow) -> QDockWidget:
    dock = QDockWidget(title, parent)
    dock.setObjectName(f"dock_{name}")
    dock.setFeatures(_MOVABLE)
    return dock


def _fill(dock: QDockWidget, pane: Pane) -> None:
    """Put a new pane into its dock."""
    dock.setWindowTitle(pane.title)
    dock.setWidget(pane)


class DockShelf(QObject):
    """Takes panes out of hidden docks while the theme changes, and puts them back one at a time.

    A style sheet that is set on a window styles everything in it; a pane that was taken out is
    styled when it is put back. So a switch of the theme takes as long as the visible panes.
    closed: the window goes away.
    """

    def __init__(self, docks: Docks, theme: Theme, closed: SignalInstance) -> None:
        super().__init__(docks)
        self._docks = docks
        self._aside: list[tuple[QDockWidget, QWidget]] = []
        self._next = QTimer(self, interval=BETWEEN_MS)
        self._next.timeout.connect(self._put_one_back)
        theme.undressed.connect(self._lay_aside)
        docks.arranging_begun.connect(self.put_back)
        closed.connect(self.put_back)

    @property
    def is_empty(self) -> bool:
        """Whether every pane is where it belongs."""
        return not self._aside

    def put_back(self) -> None:
        """Put all panes back where they belong; before any of them is shown."""
        while self._aside:
            self._put_one_back()

    def _lay_aside(self) -> None:
        self.put_back()
        self._next.start()  # at once: whatever fails in the switch, no pane stays out
        for dock in self._docks.findChildren(QDockWidget):
            pane = dock.widget()
            if pane is not None and dock.isHidden():
                self._aside.append((dock, pane))
                pane.setParent(None)

    def _put_one_back(self) -> None:
        if self._aside:
            dock, pane = self._aside.pop()
            dock.setWidget(pane)
        if not self._aside:
            self._next.stop()


class Pages(QStackedWidget):
    """Shows the docks until a page is asked for; leaving it brings them back.

    Signals:
        left: the workspaces are back.
        changed: a page is on show, or none any more.
    """

    left = Signal()
    changed = Signal()

    def __init__(self, docks: Docks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._docks = docks
        self.addWidget(docks)

    @property
    def page(self) -> Page | None:
        """The page on show, None while the workspaces are."""
        shown = self.currentWidget()
        return shown if isinstance(shown, Page) else None

    def show_page(self, page: Page) -> None:
        """Put a page in the place of the workspaces."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
            page.closed.connect(self.leave)
        self.setCurrentWidget(page)
        page.open()
        self.changed.emit()

    def leave(self) -> None:
        """Bring the workspaces back."""
        if self.page is not None:
            self.setCurrentWidget(self._docks)
            self.changed.emit()
            self.left.emit()
