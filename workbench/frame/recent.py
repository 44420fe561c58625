"""Recent: what was opened last, kept in the settings, and the menu that offers it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from workbench.frame.actions import name_of
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.words.tool_tips import plain_tip

MOST_ITEMS = 12
NAME_WIDTH = 60


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
