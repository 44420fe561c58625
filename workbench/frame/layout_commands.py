"""LayoutCommands: applying, saving, renaming and deleting layouts; each own one is a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from workbench.frame.action_registry import ActionRegistry
from workbench.frame.actions import FrameActions, connect_all, name_of
from workbench.frame.docks import Docks
from workbench.frame.layouts import BUILT_IN, Layout, OwnLayouts
from workbench.frame.menus import remove_all
from workbench.frame.search_popup import Entry, Popups
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.widgets.fields import NameRow

OWN_PREFIX = "window.own_layout_"


@dataclass(frozen=True, slots=True)
class NamedLayout:
    """An own layout and its name."""

    name: str
    layout: Layout


class LayoutCommands(QObject):
    """Built for one window; `menu` is View > Layout.

    Signals:
        deleted: the NamedLayout that was deleted and can be saved again.
    """

    deleted: Signal[NamedLayout] = Signal(object)

    def __init__(
        self,
        actions: FrameActions,
        docks: Docks,
        registry: ActionRegistry,
        popups: Popups,
        settings: QSettings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.own = OwnLayouts(settings, self)
        self.name_row = NameRow()
        self.menu = QMenu(self.tr("Layout"), docks)
        self._actions, self._docks, self._popups = actions, docks, popups
        self._registry = registry
        self._own_actions: dict[str, QAction] = {}
        self._renamed = ""
        connect_all(actions.layouts, self._apply_built_in)
        actions.save_layout.triggered.connect(self._ask_name)
        actions.rename_layout.triggered.connect(self._ask_which_to_rename)
        actions.delete_layout.triggered.connect(self._ask_which_to_delete)
        self.name_row.named.connect(self._take_name)
        self.own.layouts_changed.connect(self._show_own)
        self._show_own()

    def apply(self, name: str) -> None:
        """Set the window up as the layout of this name, an own one or a built-in one."""
        layout = self.own.layout(name) or BUILT_IN.get(name)
        if layout is not None:
            self._docks.apply(layout)

    def save(self, name: str) -> None:
        """Keep the window as it is under a name."""
        self.own.save(name, self._docks.captured())

    def delete(self, name: str) -> None:
        """Forget an own layout."""
        layout = self.own.delete(name)
        if layout is not None:
            self.deleted.emit(NamedLayout(name, layout))

    def _apply_built_in(self) -> None:
        self._docks.apply(BUILT_IN[name_of(self.sender())])

    def _apply_own(self) -> None:
        self.apply(name_of(self.sender()))

    def _ask_name(self) -> None:
        self._renamed = ""
        self.name_row.ask(self.tr("Save the layout of the window as"))

    def _take_name(self, name: str) -> None:
        if self._renamed:
            self.own.rename(self._renamed, name)
        else:
            self.save(name)

    def _ask_which_to_rename(self) -> None:
        self._choose(self._ask_new_name, self.tr("Rename %1"))

    def _ask_which_to_delete(self) -> None:
        self._choose(self.delete, self.tr("Delete %1"))

    def _choose(self, deed: Callable[[str], object], words: str) -> None:
        entries = [Entry(fill(words, name), "", partial(deed, name)) for name in self.own.names]
        self._popups.show_choices(entries, self.tr("Find a layout"))

    def _ask_new_name(self, name: str) -> None:
        self._renamed = name
        self.name_row.ask(fill(self.tr("New name of the layout %1"), name), name)

    def _show_own(self) -> None:
        """Rebuild a command of every own layout and build the menu."""
        for name in [each for each in self._own_actions if each not in self.own.names]:
            gone = self._own_actions.pop(name)
            self._registry.remove_frame(gone)
            gone.deleteLater()
        for name in self.own.names:
            if name not in self._own_actions:
                action = QAction(fill(self.tr("Layout: %1"), name), self)
                action.setObjectName(f"{OWN_PREFIX}{name}")
                action.setData(name)
                action.triggered.connect(self._apply_own)
                self._own_actions[name] = action
                self._docks.addAction(action)
        own = [self._own_actions[name] for name in self.own.names]
        self._registry.add_frame(own)
        actions = self._actions
        for action in (actions.rename_layout, actions.delete_layout):
            action.setEnabled(bool(own))
            action.setStatusTip("" if own else self.tr("no layout of your own was saved"))
        remove_all(self.menu)
        self.menu.addActions(list(actions.layouts.values()))
        if own:
            self.menu.addSeparator()
            self.menu.addActions(own)
        self.menu.addSeparator()
        self.menu.addActions([actions.save_layout, actions.rename_layout, actions.delete_layout])
        self.menu.addSeparator()
        self.menu.addAction(actions.reset_layout)
