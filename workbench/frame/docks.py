"""Docks: the panes of the workspaces and the inspector, and which of them are in sight."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStyle, QWidget

from workbench.theme import INSPECTOR_WIDTH, ROOM_FOR_THREE
from workbench.widgets.pane import Pane

LAYOUT_VERSION = 1
SETTLE_MS = 10
_MOVABLE = (
    QDockWidget.DockWidgetFeature.DockWidgetMovable
    | QDockWidget.DockWidgetFeature.DockWidgetClosable
)


class Docks(QMainWindow):
    """Each workspace shows its pane; others can be docked beside it. Every workspace keeps its
    own layout until `reset()`.

    Signals:
        workspace_changed: name of the workspace in front.
    """

    workspace_changed = Signal(object)

    def __init__(
        self, panes: Mapping[str, Pane], inspector: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._panes = dict(panes)
        self._docks = {name: self._dock(name, pane.title, pane) for name, pane in panes.items()}
        for dock in self._docks.values():
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
            dock.hide()
        self._inspector = self._dock("inspector", self.tr("Inspector"), inspector)
        self._inspector.setTitleBarWidget(QWidget(self._inspector))
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self._inspector)
        self._inspector_width = INSPECTOR_WIDTH
        self._inspector_wanted = True
        self._tried: tuple[int, int, tuple[str, ...]] | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settling.timeout.connect(self._settle)
        self._inspector.installEventFilter(self)
        self._plain = self.saveState(LAYOUT_VERSION)
        self._layouts: dict[str, QByteArray] = {}
        self._current = ""

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

    def pane(self, name: str) -> Pane:
        return self._panes[name]

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front in the layout it was left in."""
        if name == self._current:
            return
        if self._current:
            self._layouts[self._current] = self.saveState(LAYOUT_VERSION)
        self._current = name
        saved = self._layouts.get(name)
        if saved is None or not self.restoreState(saved, LAYOUT_VERSION):
            self._arrange_plainly()
        if name not in self.visible_panes:
            self._docks[name].show()
        self._show_title_bars()
        self._make_room()
        self._keep_inspector_width()
        self.workspace_changed.emit(name)

    def toggle_beside(self, name: str) -> None:
        """Show or hide another workspace's pane at the right of the current one."""
        if name == self._current:
            return
        dock = self._docks[name]
        if dock.isHidden():
            self.splitDockWidget(self._docks[self._current], dock, Qt.Orientation.Horizontal)
            dock.show()
            shown = [self._docks[visible] for visible in self.visible_panes]
            width = sum(dock.width() for dock in shown) // len(shown)
            self.resizeDocks(shown, [width] * len(shown), Qt.Orientation.Horizontal)
        else:
            dock.hide()
        self._show_title_bars()
        self._make_room()

    def set_inspector_wanted(self, wanted: bool) -> None:
        """Show or hide the inspector, in every workspace."""
        self._inspector_wanted = wanted
        self._inspector.setVisible(wanted)
        self._keep_inspector_width()

    def reset(self) -> None:
        """Forget every arrangement; the current workspace stands alone with the inspector."""
        self._layouts.clear()
        self._inspector_width = INSPECTOR_WIDTH
        self._inspector_wanted = True
        self._inspector.show()
        self._arrange_plainly()
        self._show_title_bars()

    def layouts(self) -> dict[str, QByteArray]:
        """Return each workspace's layout for the settings."""
        if self._current:
            self._layouts[self._current] = self.saveState(LAYOUT_VERSION)
        return dict(self._layouts)

    def set_layouts(self, layouts: Mapping[str, QByteArray]) -> None:
        """Take layouts from the settings; call before the first `show_workspace`."""
        self._layouts = {name: state for name, state in layouts.items() if name in self._docks}

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give what a larger window has to the panes; the inspector keeps its width."""
        super().resizeEvent(event)
        self._keep_inspector_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_drag = QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton
        if watched is self._inspector and event.type() is QEvent.Type.Resize and is_drag:
            self._inspector_width = self._inspector.width()
        elif watched is self._inspector and event.type() is QEvent.Type.Resize:
            self._settling.start()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        """Give the inspector its width back.

        QMainWindow lays its docks out anew when controls of a pane come and go, and takes a little
        of it each time. Where a pane needs the room itself, trying once is enough.
        """
        state = (self.width(), self._inspector.width(), self.visible_panes)
        if self._inspector.width() == self._inspector_width:
            self._tried = None
        elif state != self._tried:
            self._tried = state
            self._keep_inspector_width()

    def _keep_inspector_width(self) -> None:
        if self._inspector.isHidden() or not self._current:
            return
        shown = [self._docks[name] for name in self.visible_panes]
        gap = self.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent, None, self)
        room = max(1, self.width() - self._inspector_width - gap * len(shown))
        whole = max(1, sum(dock.width() for dock in shown))
        widths = [room * dock.width() // whole for dock in shown]
        self.resizeDocks(
            [*shown, self._inspector], [*widths, self._inspector_width], Qt.Orientation.Horizontal
        )

    def _arrange_plainly(self) -> None:
        self.restoreState(self._plain, LAYOUT_VERSION)
        for name, dock in self._docks.items():
            dock.setVisible(name == self._current)
        self._keep_inspector_width()

    def _make_room(self) -> None:
        """In a window that is too narrow for two panes and the inspector, the inspector waits."""
        is_tight = len(self.visible_panes) > 1 and self.width() < ROOM_FOR_THREE
        shows = self._inspector_wanted and not is_tight
        if self._inspector.isHidden() == shows:
            self._inspector.setVisible(shows)
        self.layout().activate()

    def _show_title_bars(self) -> None:
        """Title bars are for moving and closing; a pane that stands alone needs none."""
        several = len(self.visible_panes) > 1
        for dock in self._docks.values():
            bar = dock.titleBarWidget()
            if several and bar is not None:
                dock.setTitleBarWidget(None)  # type: ignore[arg-type]
                bar.deleteLater()
            elif not several and bar is None:
                dock.setTitleBarWidget(QWidget(dock))

    def _dock(self, name: str, title: str, content: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"dock_{name}")
        dock.setFeatures(_MOVABLE)
        dock.setWidget(content)
        return dock
