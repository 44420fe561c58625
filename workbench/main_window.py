"""MainWindow: rail, top bar, docks and status bar in one window. No rules about runs live here."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QPoint, QSettings, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenuBar, QVBoxLayout, QWidget

from workbench.frame.actions import WORKSPACES, FrameActions, connect_all
from workbench.frame.command_palette import command_entries, key_entries
from workbench.frame.defect_bar import DefectBar
from workbench.frame.docks import Docks
from workbench.frame.inspector import Inspector
from workbench.frame.rail import Rail
from workbench.frame.search_popup import Entry, SearchPopup
from workbench.frame.status_bar import StatusBar
from workbench.frame.top_bar import TopBar
from workbench.jobs import JobRunner
from workbench.state import WorkbenchState
from workbench.theme import CHOOSER_WIDTH, LEAST_HEIGHT, LEAST_WIDTH, Theme
from workbench.widgets.message_bar import MessageBar
from workbench.widgets.pane import Pane

DEFAULT_SIZE = (1280, 800)
FIRST_WORKSPACE = "train"


class MainWindow(QMainWindow):
    """The frame. Panes come from the composition root by workspace name.

    Signals:
        run_requested: run id chosen in the top bar.
        closed: the window goes away and nothing runs any more.
    """

    run_requested = Signal(object)
    closed = Signal()

    def __init__(
        self,
        panes: Mapping[str, Pane],
        state: WorkbenchState,
        jobs: JobRunner,
        theme: Theme,
        settings: QSettings,
    ) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Tokenizer Workbench"))
        self._theme, self._jobs, self._settings = theme, jobs, settings
        self._run_entries: list[Entry] = []
        self._is_stopping = False
        self.actions_of_frame = FrameActions(self)
        self.docks = Docks(panes, Inspector(state, theme))
        self.status = StatusBar(jobs)
        self.bar, self.defect_bar = MessageBar(), DefectBar()
        self.menus = QMenuBar()
        self.menus.setNativeMenuBar(False)
        self.top_bar = TopBar(self.menus, theme)
        self._palette = SearchPopup(self.tr("Commands"), self.tr("Find a command"), theme, self)
        self._chooser = SearchPopup(self.tr("Runs"), self.tr("Find a run"), theme, self)
        self._lay_out()
        self._connect()
        self._build_menus(panes)
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self._restore()

    @property
    def workspace(self) -> str:
        """Name of the workspace in front."""
        return self.docks.current

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front."""
        self.docks.show_workspace(name)

    def set_runs(self, entries: list[Entry], current: str) -> None:
        """Give the chooser its runs; `current` is what the closed chooser says."""
        self._run_entries = entries
        self.top_bar.set_run(current)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before a training is lost; otherwise save the layout and go."""
        if any(job.confirm_close and not job.is_cancelling for job in self._jobs.jobs):
            self.bar.show_warning(
                self.tr("A training is running. Closing now loses what it has done so far."),
                action=self.tr("Stop training and close"),
            )
            event.ignore()
            return
        if self._jobs.jobs:
            self._stop_and_close()
            event.ignore()
            return
        self._save()
        self.status.stop()
        self.closed.emit()
        event.accept()

    def _lay_out(self) -> None:
        rail = Rail(self.actions_of_frame.workspaces, self._theme)
        rail.beside_requested.connect(self.docks.toggle_beside)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(rail)
        middle.addWidget(self.docks, 1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.defect_bar)
        column.addWidget(self.bar)
        column.addLayout(middle, 1)
        column.addWidget(self.status)
        self.setCentralWidget(body)

    def _connect(self) -> None:
        actions = self.actions_of_frame
        connect_all(actions.workspaces, self._open_workspace)
        connect_all(actions.beside, self._open_beside)
        connect_all(actions.themes, self._choose_theme)
        actions.commands.triggered.connect(self._show_commands)
        actions.keys.triggered.connect(self._show_keys)
        actions.choose_run.triggered.connect(self._show_runs)
        actions.tasks.triggered.connect(self._show_tasks)
        actions.reset_layout.triggered.connect(self.docks.reset)
        actions.inspector.triggered.connect(self.docks.set_inspector_wanted)
        actions.close.triggered.connect(self.close)
        self.docks.inspector_dock.visibilityChanged.connect(self._note_inspector)
        self.docks.workspace_changed.connect(self._note_workspace)
        self.top_bar.chooser_requested.connect(self._show_runs)
        self.status.tasks_requested.connect(self._show_tasks)
        self._palette.chosen.connect(self._act)
        self._chooser.chosen.connect(self.run_requested)
        self.bar.action_requested.connect(self._stop_and_close)
        self._jobs.job_ended.connect(self._close_when_idle)

    def _build_menus(self, panes: Mapping[str, Pane]) -> None:
        actions = self.actions_of_frame
        edits = {name: pane.edit_actions() for name, pane in panes.items()}
        others = {
            name: [action for action in pane.actions() if action not in edits[name]]
            for name, pane in panes.items()
        }
        actions.fill(
            self.menus,
            file=[*others.get("corpus", []), None, *others.get("runs", [])],
            edit=[*edits.get("corpus", []), None, *edits.get("runs", [])],
            run=others.get("train", []),
        )
        self.addActions(list(actions.all()))
        self.top_bar.add_icon(actions.commands, "commands")
        self.top_bar.add_icon(actions.inspector, "inspector")
        menu = self.menus.addMenu("")
        menu.menuAction().setVisible(False)
        menu.addActions(list(actions.themes.values()))
        actions.theme.setMenu(menu)
        self.top_bar.add_icon(actions.theme, "theme")
        actions.themes[self._theme.preference].setChecked(True)

    def _open_workspace(self) -> None:
        self.docks.show_workspace(_name_of(self.sender()))

    def _open_beside(self) -> None:
        self.docks.toggle_beside(_name_of(self.sender()))

    def _choose_theme(self) -> None:
        preference = _name_of(self.sender())
        self._theme.set_preference(preference)
        self._settings.setValue("theme", preference)

    def _note_workspace(self, name: str) -> None:
        self.actions_of_frame.workspaces[name].setChecked(True)
        pane = self.docks.pane(name)
        self.top_bar.set_primary(pane.primary_action())
        pane.setFocus()

    def _note_inspector(self, _visible: bool) -> None:
        self.actions_of_frame.inspector.setChecked(not self.docks.inspector_dock.isHidden())

    def _all_actions(self) -> list[QAction]:
        panes = [action for name in WORKSPACES for action in self.docks.pane(name).actions()]
        return [*panes, *self.actions_of_frame.all()]

    def _show_commands(self) -> None:
        self._open_palette(command_entries(self._all_actions()))

    def _show_keys(self) -> None:
        own = self.docks.pane(self.workspace).actions()
        self._open_palette(key_entries([*own, *self.actions_of_frame.all()]))

    def _show_tasks(self) -> None:
        entries = [
            Entry(self.tr("Cancel %1").replace("%1", job.title), "", job) for job in self._jobs.jobs
        ]
        nothing = Entry(self.tr("No task is running or waiting"), "", None, is_enabled=False)
        self._open_palette(entries or [nothing])

    def _open_palette(self, entries: list[Entry]) -> None:
        corner = QPoint((self.width() - self._palette.sizeHint().width()) // 3, 64)
        self._palette.open_at(self.mapToGlobal(corner), entries)

    def _show_runs(self) -> None:
        chooser = self.top_bar.chooser
        corner = chooser.mapToGlobal(QPoint(0, chooser.height() + 2))
        nothing = Entry(self.tr("No runs yet"), "", None, is_enabled=False)
        width = CHOOSER_WIDTH + CHOOSER_WIDTH // 2
        self._chooser.open_at(corner, self._run_entries or [nothing], width=width)

    def _act(self, payload: object) -> None:
        if isinstance(payload, QAction):
            payload.trigger()
        elif payload is not None:
            payload.cancel()  # type: ignore[attr-defined]

    def _stop_and_close(self) -> None:
        self._is_stopping = True
        self._jobs.cancel_all()
        self._close_when_idle()

    def _close_when_idle(self, _job: object = None) -> None:
        if self._is_stopping and not self._jobs.jobs:
            self.close()

    def _save(self) -> None:
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("workspace", self.workspace)
        for name, state in self.docks.layouts().items():
            self._settings.setValue(f"layout/{name}", state)

    def _restore(self) -> None:
        self.resize(*DEFAULT_SIZE)
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
            if QGuiApplication.screenAt(self.frameGeometry().center()) is None:
                self.resize(*DEFAULT_SIZE)
                self.move(0, 0)
        saved = {name: self._settings.value(f"layout/{name}") for name in WORKSPACES}
        layouts = {name: state for name, state in saved.items() if isinstance(state, QByteArray)}
        self.docks.set_layouts(layouts)
        workspace = str(self._settings.value("workspace") or FIRST_WORKSPACE)
        self.docks.show_workspace(workspace if workspace in WORKSPACES else FIRST_WORKSPACE)


def _name_of(action: object) -> str:
    return str(action.data()) if isinstance(action, QAction) else ""
