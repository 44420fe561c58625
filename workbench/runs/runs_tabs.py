"""The three views of the Runs pane and the commands that open them.

`RunViews` has the tabs (runs, registry, exports), `RunViewActions` the commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStackedWidget, QTabBar, QWidget

from workbench.runs.run_actions import enable_action
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_M
from workbench.ui.widgets.labels import hairline
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip

if TYPE_CHECKING:
    from workbench.runs.registry_view import RegistryView
    from workbench.runs.run_list_part import RunList
    from workbench.state import WorkbenchState
    from workbench.ui.widgets.pane import Pane

RUNS, REGISTRY, EXPORT = range(3)


class RunViews(QWidget):
    """The tabs of the Runs pane: runs, registry, exports.

    Signals:
        view_changed: another view, or the comparison of runs, was opened.
    """

    view_changed = Signal()

    def __init__(
        self,
        runs: QWidget,
        comparison: QWidget,
        registry: QWidget,
        export: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._tabs = QTabBar(drawBase=False)
        self._runs = QStackedWidget()
        self._pages = QStackedWidget()
        for page in (runs, comparison):
            self._runs.addWidget(page)
        for page in (self._runs, registry, export):
            self._pages.addWidget(page)
        for word in (self.tr("Runs"), self.tr("Registry"), self.tr("Export")):
            self._tabs.addTab(word)
        self._tabs.setAccessibleName(self.tr("View"))
        self._tabs.setExpanding(False)
        tabs = horizontal(self._tabs, margins=(SPACE_M, 0, SPACE_M, 0))
        column = vertical(tabs, parent=self, spacing=0)
        self._line = hairline()
        column.addWidget(self._line)
        column.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._follow)

    @property
    def view(self) -> int:
        """RUNS, REGISTRY or EXPORT."""
        return self._tabs.currentIndex()

    @property
    def compares(self) -> bool:
        """Whether the comparison is shown in the place of the table of runs."""
        return self._runs.currentWidget() is self._comparison

    @property
    def lists_runs(self) -> bool:
        """Whether the table of runs is in front."""
        return self.view == RUNS and not self.compares

    def show_view(self, view: int) -> None:
        """Bring the runs, the registry or the exports to the front."""
        self._tabs.setCurrentIndex(view)

    def show_runs(self, *, compared: bool = False) -> None:
        """Bring the table of runs to the front, or their comparison."""
        self._runs.setCurrentIndex(1 if compared else 0)
        if self.view == RUNS:
            self._follow()
        else:
            self.show_view(RUNS)

    def _follow(self, _view: int = 0) -> None:
        self._pages.setCurrentIndex(self.view)
        for part in (self._tabs, self._line):
            part.setVisible(not (self.view == RUNS and self.compares))
        self.view_changed.emit()


class RunViewActions(QObject):
    """The commands that open the registry and the exports, and those on their rows.

    Signals:
        export_requested: (run id, NAME@VERSION, or "" for the open tokenizer; format or "").
        register_requested: run id or "" for the open tokenizer.
        check_requested: check the exports of the selected registered tokenizer.
        open_requested: open the selected registered tokenizer.
        view_requested: REGISTRY, RUNS or EXPORT, the view to open.
    """

    export_requested: Signal[tuple[str, str]] = Signal(object)
    register_requested: Signal[str] = Signal(object)
    check_requested = Signal()
    open_requested = Signal()
    view_requested: Signal[int] = Signal(object)

    def __init__(
        self, pane: Pane, runs: RunList, registry: RegistryView, state: WorkbenchState
    ) -> None:
        super().__init__(pane)
        self._pane, self._runs, self._registry, self._state = pane, runs, registry, state
        self._in_registry = False
        make = pane.make_action
        self.export = make(
            "runs.export_run", self.tr("Export…"), self.ask_export, keys="Ctrl+Shift+E",
            hint=self.tr("Write files for other libraries and verify them there."),
        )  # fmt: skip
        self.register = make(
            "runs.register_run", self.tr("Register…"), self.ask_register, keys="Ctrl+Shift+R",
            hint=self.tr("Freeze the selected run under a name and version."),
        )  # fmt: skip
        self.show_registry = make(
            "runs.show_registry", self.tr("Show registry"), self._ask_registry,
            hint=self.tr("List the registered tokenizers and their sources."),
        )  # fmt: skip
        self.open_registered = make(
            "runs.open_registered", self.tr("Open registered"),
            self.open_requested.emit,
            hint=self.tr("Make the selected registered tokenizer current in all workspaces."),
        )  # fmt: skip
        self.check = make(
            "runs.check_exports", self.tr("Check exported files"), self.check_requested.emit,
            hint=self.tr("Hash its exported files again to find changed or missing ones."),
        )  # fmt: skip
        self.verify = make(
            "runs.export_and_verify", self.tr("Export and verify"), _nothing,
            keys="Ctrl+Shift+Return",
            hint=self.tr("Write the files, load them in the real library and compare ids."),
        )  # fmt: skip
        self.write = make(
            "runs.export_only", self.tr("Export without verifying"), _nothing,
            hint=self.tr("Write the files without verifying them."),
        )  # fmt: skip
        self.formats = QMenu(self.tr("Export as"), pane)
        self.formats.setToolTipsVisible(True)
        self.update()

    def set_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description); they come with the engine."""
        for action in self.formats.actions():
            self._pane.removeAction(action)
        self.formats.clear()
        for name, description in formats.items():
            words = fill(self.tr("Export as %1"), name)
            plain = "".join(sign if sign.isalnum() else "_" for sign in name)
            action = self._pane.make_action(f"runs.export_{plain}", words, self._ask_format)
            action.setData(name)
            action.setToolTip(plain_tip(description))
            action.setWhatsThis(description)
            self.formats.addAction(action)
        self.update()

    def update(self, *, in_registry: bool = False) -> None:
        """Enable what can be done with the chosen run, registered tokenizer or the open one."""
        self._in_registry = in_registry
        why = self.tr("choose one finished run, or open a tokenizer")
        if self._runs.chosen:  # which goes before the open tokenizer
            why = self.tr("choose one finished run")
        enable_action(self.register, self._subject() is not None, why)
        for action in (self.export, *self.formats.actions()):
            enable_action(action, self._exported() is not None, why)
        is_chosen = in_registry and self._registry.chosen is not None
        why = self.tr("choose one registered tokenizer")
        enable_action(self.open_registered, is_chosen, why)
        chosen = self._registry.chosen if in_registry else None
        why = self.tr("choose one registered tokenizer that was exported")
        enable_action(self.check, chosen is not None and bool(chosen.exports), why)

    def ask_export(self) -> None:
        """Ask for what is chosen, else the open tokenizer, to be exported."""
        self.export_requested.emit((self._exported() or "", ""))

    def ask_register(self) -> None:
        """Ask for the chosen run, else the open tokenizer, to be registered."""
        self.register_requested.emit(self._subject() or "")

    def _ask_registry(self) -> None:
        self.view_requested.emit(REGISTRY)

    def _ask_format(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.export_requested.emit((self._exported() or "", action.data()))

    def _exported(self) -> str | None:
        """NAME@VERSION of the registered tokenizer that is chosen in sight, else `_subject`."""
        chosen = self._registry.chosen if self._in_registry else None
        return self._subject() if chosen is None else chosen.reference

    def _subject(self) -> str | None:
        """Id of the chosen finished run; "" where none is chosen and a tokenizer is open."""
        chosen = self._runs.chosen
        if len(chosen) == 1:
            run = chosen[0]
            is_whole = run.status == "finished" and run.deleted is None
            return run.run_id if is_whole else None
        return "" if self._state.tokenizer is not None and not chosen else None


def _nothing() -> None:
    """A slot without effect: the form listens to the action itself."""
