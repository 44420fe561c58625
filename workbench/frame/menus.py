"""The menu bar, filled from the registry and the commands of the window, and its recent things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from workbench.frame.action_registry import ActionRegistry
from workbench.frame.actions import FrameActions, name_of
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.words.tool_tips import plain_tip

MOST_ITEMS = 12
NAME_WIDTH = 60


class Menus(QObject):
    """File, Edit, View, Tokenizer, the workspace in front, and Help.

    Menus with commands of panes are filled, and those panes built, when they are first opened.
    """

    def __init__(
        self,
        bar: QMenuBar,
        actions: FrameActions,
        registry: ActionRegistry,
        panes: LazyPanes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._actions, self._registry, self._panes = actions, registry, panes
        self._titles = actions.titles
        self._unfilled: dict[QObject | None, Callable[[], None]] = {}
        # Made here and not by the bar: what Qt makes can be called deleted while it lives. PySide
        # takes the widget whose nextInFocusChain() gave the bar for its parent, and when that one
        # goes, all that Qt made below the bar is called deleted.
        self.file = QMenu(self.tr("&File"), bar)
        self.edit = QMenu(self.tr("&Edit"), bar)
        self.view = QMenu(self.tr("&View"), bar)
        self.tokenizer = QMenu(self.tr("&Tokenizer"), bar)
        self.workspace = QMenu(self.tr("&Workspace"), bar)
        self.help = QMenu(self.tr("&Help"), bar)
        for menu in (self.file, self.edit, self.view, self.tokenizer, self.workspace, self.help):
            bar.addMenu(menu)
        for menu in (self.file, self.edit, self.tokenizer, self.workspace):
            menu.setToolTipsVisible(True)

    def fill(self, layouts: QMenu, files: RecentMenu, runs: RecentMenu) -> None:
        """Fill everything that stays; the workspace's own menu follows what is in front."""
        actions = self._actions
        self._when_opened(self.file, partial(self._fill_file, files))
        self._when_opened(self.edit, self._fill_edit)
        self._when_opened(self.tokenizer, partial(self._fill_tokenizer, runs))
        self._fill_view(layouts)
        self._add(self.help, [actions.guide, actions.tour, actions.commands, actions.keys, None])
        self._add(self.help, [actions.shortcuts, actions.log, None, actions.about])

    def show_workspace(self, name: str) -> None:
        """Offer the commands of the workspace in front."""
        self.workspace.setTitle(self._titles[name])
        remove_all(self.workspace)
        commands = [each for each in self._registry.commands() if each.workspace == name]
        self._add(self.workspace, [each.action for each in commands])
        self.workspace.menuAction().setVisible(bool(commands))

    def _when_opened(self, menu: QMenu, fill: Callable[[], None]) -> None:
        self._unfilled[menu] = fill
        menu.aboutToShow.connect(self._fill_opened)

    def _fill_opened(self) -> None:
        fill = self._unfilled.pop(self.sender(), None)
        if fill is not None:
            fill()

    def _fill_file(self, files: RecentMenu) -> None:
        actions = self._actions
        self._add(self.file, self._others("corpus"))
        self.file.addMenu(files)
        self.file.addSeparator()
        recipes = [each for each in self._others("train") if _is_recipe(each)]
        self._add(self.file, [*recipes, actions.run_recipe, None])
        of_runs = [each for each in self._others("runs") if _is_of_file(each)]
        self._add(self.file, [actions.open_tokenizer, actions.open_tokenizer_folder])
        self._add(self.file, [actions.extend_tokenizer, None])
        self._add(self.file, [*of_runs, None, actions.close])

    def _fill_edit(self) -> None:
        actions = self._actions
        corpus, runs = (self._panes[name].edit_actions() for name in ("corpus", "runs"))
        self._add(self.edit, [actions.undo, actions.redo, actions.undo_list, None])
        self._add(self.edit, [*corpus, None, *runs, None, actions.settings])

    def _fill_tokenizer(self, runs: RecentMenu) -> None:
        actions = self._actions
        self._add(self.tokenizer, [actions.next_step, None, actions.choose_run, actions.flip_runs])
        self.tokenizer.addMenu(runs)
        others = [each for each in self._others("train") if not _is_recipe(each)]
        self._add(self.tokenizer, [None, *others])

    def _fill_view(self, layouts: QMenu) -> None:
        actions = self._actions
        self._add(self.view, [*actions.workspaces.values(), None])
        beside = QMenu(self.tr("Show beside"), self.view)
        self.view.addMenu(beside)
        beside.addActions(list(actions.beside.values()))
        self.view.addMenu(layouts)
        themes = QMenu(self.tr("Theme"), self.view)
        self.view.addMenu(themes)
        themes.addActions(list(actions.themes.values()))
        self._add(self.view, [None, actions.inspector, actions.tasks])

    def _others(self, name: str) -> list[QAction | None]:
        """The actions of a pane that are in no other menu."""
        edits = self._panes[name].edit_actions()
        return [each for each in self._panes[name].actions() if each not in edits]

    def _add(self, menu: QMenu, actions: Sequence[QAction | None]) -> None:
        for action in actions:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)


def remove_all(menu: QMenu) -> None:
    """Empty a menu of actions that others made.

    QMenu.clear() would make Python their owner and call deleted what hangs on them.
    """
    for action in menu.actions():
        menu.removeAction(action)
        if action.isSeparator():
            action.deleteLater()


def _is_of_file(action: QAction | None) -> bool:
    """Whether a command of the runs opens or writes something; the others are in its own menu."""
    name = "" if action is None else action.objectName()
    is_menu = action is not None and action.menu() is not None
    return is_menu or name.startswith(("runs.open", "runs.export"))


def _is_recipe(action: QAction | None) -> bool:
    """Whether a command of the training opens or saves a file; it is in the menu of files."""
    return action is not None and action.objectName().endswith("_recipe")


class RecentItems(QObject):
    """Texts that name something, the newest first.

    Signals:
        items_changed: one was added, or all were cleared.
    """

    items_changed = Signal()

    def __init__(self, settings: QSettings, key: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._key = settings, key

    @property
    def items(self) -> tuple[str, ...]:
        value = self._settings.value(self._key)
        found = value if isinstance(value, list) else [value]
        return tuple(str(item) for item in found if item)[:MOST_ITEMS]

    def add(self, item: str) -> None:
        """Put an item at the top."""
        items = [item, *(each for each in self.items if each != item)]
        self._settings.setValue(self._key, items[:MOST_ITEMS])
        self.items_changed.emit()

    def clear(self) -> None:
        self._settings.remove(self._key)
        self.items_changed.emit()


class RecentMenu(QMenu):
    """Offers the items; those that are gone are greyed and say so.

    words: what an item is called, None where it is gone (its name is shown then).

    Signals:
        chosen: the item.
    """

    chosen: Signal[str] = Signal(object)

    def __init__(
        self,
        title: str,
        items: RecentItems,
        clear: QAction,
        words: Callable[[str], str | None],
        parent: QWidget,
    ) -> None:
        super().__init__(title, parent)
        self._items, self._clear, self._words = items, clear, words
        self.setToolTipsVisible(True)
        clear.triggered.connect(items.clear)
        items.items_changed.connect(self.fill)
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Show the items as they are now."""
        self.removeAction(self._clear)  # clear() would make Python its owner
        self.clear()
        for item in self._items.items:
            words = self._words(item)
            action = self.addAction(_in_menu(words or item))
            action.setData(item)
            action.setToolTip(plain_tip(item))
            if words is None:
                action.setEnabled(False)
                action.setText(fill(self.tr("%1 (missing)"), _in_menu(_short(item))))
            else:
                action.triggered.connect(self._choose)
        has_items = bool(self._items.items)
        self._clear.setEnabled(has_items)
        self._clear.setStatusTip("" if has_items else self.tr("the list is empty"))
        if has_items:
            self.addSeparator()
        self.addAction(self._clear)

    def _choose(self) -> None:
        self.chosen.emit(name_of(self.sender()))


def path_words(path: str) -> str | None:
    """A path as the menu shows it, None where there is nothing any more; addresses are believed."""
    if "://" in path:
        return _short(path)
    return _short(path) if Path(path).exists() else None


def _short(path: str) -> str:
    return path if len(path) <= NAME_WIDTH else f"…{path[-NAME_WIDTH:]}"


def _in_menu(words: str) -> str:
    return words.replace("&", "&&")
