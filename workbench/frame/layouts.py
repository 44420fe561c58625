"""Layouts: which workspaces stand side by side; five that are built in, and a person's own.

`LayoutCommands` applies, saves, renames and deletes them; each own one is a command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from workbench.frame.action_registry import ActionRegistry
from workbench.frame.actions import FrameActions, connect_all, name_of
from workbench.frame.menus import remove_all
from workbench.frame.search_popup import Entry, Popups
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.widgets.fields import NameRow
from workbench.work.remembered import read_json, typed, write_json

if TYPE_CHECKING:
    from workbench.frame.docks import Docks

OWN_KEY = "layouts/own"


@dataclass(frozen=True)
class Layout:
    """An arrangement of the window.

    panes: workspaces from left to right, at least one. front: the one in front.
    widths: their relative widths. inspector: whether it stands at the right, room permitting.
    arrangement: for an own layout what QMainWindow.saveState gave, in base64; where it cannot
        be restored the panes are set side by side.
    """

    panes: tuple[str, ...]
    front: str
    widths: tuple[int, ...] = ()
    inspector: bool = True
    arrangement: str = ""


BUILT_IN: Mapping[str, Layout] = {
    "corpus": Layout(("corpus", "pattern"), "corpus", (1, 1), inspector=False),
    "train": Layout(("train", "compression"), "train", (11, 9), inspector=False),
    "inspect": Layout(("tokens", "vocabulary"), "tokens", (1, 1)),
    "compare": Layout(("runs", "compression"), "runs", (1, 1), inspector=False),
    "chat": Layout(("chat", "vocabulary"), "chat", (11, 9), inspector=False),
}


class OwnLayouts(QObject):
    """The layouts a person saved under names of their own, kept in the settings.

    Signals:
        layouts_changed: one was saved, renamed or deleted.
    """

    layouts_changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._layouts = _read(read_json(settings, OWN_KEY))

    @property
    def names(self) -> tuple[str, ...]:
        """In the order of the alphabet."""
        return tuple(sorted(self._layouts, key=str.casefold))

    def layout(self, name: str) -> Layout | None:
        return self._layouts.get(name)

    def save(self, name: str, layout: Layout) -> None:
        """Keep a layout; one of that name is replaced."""
        self._layouts[name] = layout
        self._write()

    def rename(self, name: str, new_name: str) -> None:
        if name in self._layouts and new_name != name:
            self._layouts[new_name] = self._layouts.pop(name)
            self._write()

    def delete(self, name: str) -> Layout | None:
        """Forget a layout; returns it, so that it can be saved again."""
        layout = self._layouts.pop(name, None)
        self._write()
        return layout

    def _write(self) -> None:
        write_json(self._settings, OWN_KEY, self._layouts)
        self.layouts_changed.emit()


def _read(documents: object) -> dict[str, Layout]:
    """The layouts in the settings; one that was damaged there is left out."""
    found = {}
    for name, document in documents.items() if isinstance(documents, dict) else ():
        try:
            layout = typed(Layout, document)
        except (TypeError, ValueError):
            continue
        if layout.front in layout.panes and all(width > 0 for width in layout.widths):
            found[name] = layout
    return found


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
