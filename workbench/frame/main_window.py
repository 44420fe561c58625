"""MainWindow: rail, top bar, docks, tasks and status bar in one window. No rules about runs."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QWidget

from workbench.frame.action_registry import ActionRegistry, Command
from workbench.frame.actions import FrameActions, connect_all, name_of
from workbench.frame.closing import Closing
from workbench.frame.defects import DefectBar
from workbench.frame.docks import Docks, DockShelf, Pages
from workbench.frame.drop_overlay import DropOverlay
from workbench.frame.inspector import Inspector
from workbench.frame.layouts import LayoutCommands
from workbench.frame.library_installation import InstallBar
from workbench.frame.menus import Menus, RecentItems
from workbench.frame.pane_commands import FocusParts, PaneCommands
from workbench.frame.rail import Rail
from workbench.frame.search_popup import Entry, Popups
from workbench.frame.status_bar import StatusBar
from workbench.frame.task_list import TaskList, TaskRecords
from workbench.frame.top_bar import MenuBar, TopBar
from workbench.frame.window_memory import WindowMemory
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.ui.theme.theme import LEAST_HEIGHT, LEAST_WIDTH, Theme
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.message_bar import ABOVE_PANE_BARS, MessageBar, bars_over
from workbench.work.jobs import JobRunner


class MainWindow(QMainWindow):
    """The frame. Panes come from the composition root by workspace name.

    cards: widgets that stand over the window for a while, such as the tour's.
    asks_before_closing: whether a training that runs is asked about before the window closes.

    Signals:
        run_requested: run id chosen in the top bar.
        closed: the window goes away and nothing runs any more.
    """

    run_requested: Signal[str] = Signal(object)
    closed = Signal()

    def __init__(
        self,
        panes: LazyPanes,
        state: WorkbenchState,
        jobs: JobRunner,
        theme: Theme,
        settings: QSettings,
    ) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Tokenizer Workbench"))
        self._theme, self._settings = theme, settings
        self.asks_before_closing, self.cards = True, list[QWidget]()
        self.actions_of_frame = FrameActions(self)
        self.registry = ActionRegistry(settings, self)
        self.docks = Docks(panes, self.actions_of_frame.titles, Inspector(state, theme))
        DockShelf(self.docks, theme, self.closed)
        self.tasks = TaskRecords(jobs, self)
        self.status, self.task_list = StatusBar(self.tasks), TaskList(self.tasks, theme)
        self.bar, self.defect_bar, self.install_bar = MessageBar(), DefectBar(), InstallBar(theme)
        self._bars = (self.bar, self.defect_bar, self.install_bar)
        self._closing = Closing(jobs, self.tasks, self.bar, self)
        self.recent_files = RecentItems(settings, "recent/files", self)
        self.recent_runs = RecentItems(settings, "recent/runs", self)
        self.menu_bar = MenuBar(self.actions_of_frame.titles.values())
        self.top_bar = TopBar(self.menu_bar, self.actions_of_frame.next_step, theme)
        self.menus = Menus(self.menu_bar, self.actions_of_frame, self.registry, panes, self)
        self.popups = Popups(self.registry, self.docks, self.top_bar.chooser, theme, self)
        self._build(settings)
        self._register(panes)
        self._memory = WindowMemory(settings)
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self._memory.restore(self, self.docks)

    @property
    def workspace(self) -> str:
        """Name of the workspace in front."""
        return self.docks.current

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front."""
        self.pages.leave()
        self.docks.show_workspace(name)

    def set_runs(self, entries: list[Entry], current: str) -> None:
        """Give the chooser its runs; `current` is what the closed chooser says."""
        self.popups.set_runs(entries)
        self.top_bar.set_run(current)

    def show_tasks(self, wanted: bool) -> None:
        """Open or close the list of tasks."""
        self.actions_of_frame.tasks.setChecked(wanted)
        self.task_list.setVisible(wanted)
        take_focus = self.docks.pane(self.workspace).setFocus
        (self.task_list.take_focus if wanted else take_focus)()

    def do_command(self, command: Command) -> None:
        """Do a command as the palette does: in its workspace, and remembered."""
        self.registry.note_used(command.name)
        if command.workspace:
            self.show_workspace(command.workspace)
        found = self.registry.command(command.name)  # its pane may be built only now
        if found is not None and (refusal := found.do()):
            self.bar.show_note(refusal)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before a training is lost; otherwise save the layout and go."""
        if not self._closing.may_close(asks=self.asks_before_closing):
            event.ignore()
            return
        self._memory.save(self, self.docks)
        self.closed.emit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What no part of the window took: Enter presses the button in focus, Escape leaves."""
        focused = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if isinstance(focused, QAbstractButton):
                focused.click()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    def _leave(self) -> None:
        """Close what stands before the workspace, one thing after another."""
        bars = [bar for bar in self._bars if not bar.isHidden()]
        if self.pages.page is not None:
            self.pages.leave()
        elif not self.task_list.isHidden():
            self.show_tasks(False)
        elif bars:
            bars[0].dismiss()
        else:
            self.docks.pane(self.workspace).setFocus()

    def _build(self, settings: QSettings) -> None:
        actions = self.actions_of_frame
        self.layouts = layouts = LayoutCommands(
            actions, self.docks, self.registry, self.popups, settings, self
        )
        self.pages = Pages(self.docks)
        self.rail = rail = Rail(actions.workspaces, actions.groups, self._theme)
        self.focus_parts = FocusParts(self, self.docks, self._parts, self)
        rail.beside_requested.connect(self.docks.toggle_beside)
        middle = horizontal(
            rail, (bars_over(self.pages, self._bars, lift=ABOVE_PANE_BARS), 1), spacing=0
        )
        body = QWidget()
        vertical(
            self.top_bar,
            layouts.name_row,
            (middle, 1),
            self.task_list,
            self.status,
            parent=body,
            spacing=0,
        )
        self.task_list.hide()
        self.setCentralWidget(body)
        self.drops = DropOverlay(self.docks, self.pages, self.bar, self._theme, body)

    def _register(self, panes: LazyPanes) -> None:
        """Tell the registry every command, and tie those of the frame."""
        actions = self.actions_of_frame
        self.registry.add_frame([*actions.all(), *self.task_list.commands()])
        PaneCommands(panes, self.registry, self).requested.connect(self.do_command)
        self.addActions(list(actions.all()))
        self.top_bar.add_icon(actions.commands, "commands")
        self.top_bar.add_icon(actions.inspector, "inspector")
        self.top_bar.add_menu(actions.theme, actions.themes.values(), "theme")
        actions.themes[self._theme.preference].setChecked(True)
        connect_all(actions.workspaces, self._open_workspace)
        connect_all(actions.beside, self._open_beside)
        connect_all(actions.themes, self._choose_theme)
        for action, slot in (
            (actions.commands, self.popups.show_commands),
            (actions.keys, self.popups.show_keys),
            (actions.choose_run, self.popups.show_runs),
            (actions.reset_layout, self._reset_layout),
            (actions.inspector, self.docks.set_inspector_wanted),
            (actions.tasks, self.show_tasks),
            (actions.close, self.close),
            (actions.next_part, self.focus_parts.go_on),
        ):
            action.triggered.connect(slot)
        self.docks.inspector_dock.visibilityChanged.connect(self._note_inspector)
        self.docks.workspace_changed.connect(self._note_workspace)
        self.pages.changed.connect(self._note_page)
        self.top_bar.chooser_requested.connect(self.popups.show_runs)
        self.status.tasks_requested.connect(actions.tasks.trigger)
        self.task_list.closed.connect(actions.tasks.trigger)
        self.popups.command_chosen.connect(self.do_command)
        self.popups.run_chosen.connect(self.run_requested)
        self._closing.ended.connect(self.close)

    def _parts(self) -> list[QWidget]:
        """The parts of the window in reading order."""
        page = self.pages.page
        panes = [self.docks.pane(name) for name in self.docks.visible_panes]
        middle = [page] if page else panes
        return [self.top_bar, self.rail, *middle, *self.cards, self.task_list, self.status]

    def _open_workspace(self) -> None:
        self.show_workspace(name_of(self.sender()))

    def _open_beside(self) -> None:
        self.pages.leave()
        self.docks.toggle_beside(name_of(self.sender()))

    def _choose_theme(self) -> None:
        preference = name_of(self.sender())
        self._theme.set_preference(preference)
        self._settings.setValue("theme", preference)

    def _note_workspace(self, name: str) -> None:
        self.rail.light(name)
        pane = self.docks.pane(name)
        focused = self.focusWidget()
        if focused is None or not pane.isAncestorOf(focused):
            pane.setFocus()  # before all else: whatever fails, the keys go where they should
        self.menus.show_workspace(name)

    def _note_page(self) -> None:
        """A page is in no workspace: none is lit while one is in sight."""
        self.rail.light(None if self.pages.page is not None else self.workspace)

    def _note_inspector(self, _visible: bool) -> None:
        self.actions_of_frame.inspector.setChecked(not self.docks.inspector_dock.isHidden())

    def _reset_layout(self) -> None:
        self.pages.leave()
        self._memory.forget_layouts()
        self.docks.reset()
