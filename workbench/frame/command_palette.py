"""Entries of the command palette: every action, with its keys or the reason it is not possible."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

from workbench.frame.search_popup import Entry


def command_entries(actions: Iterable[QAction]) -> list[Entry]:
    """Return one entry for each action that has words, those that can be done first."""
    entries = [
        Entry(_words(action), _detail(action), action, action.isEnabled())
        for action in dict.fromkeys(actions)
        if action.text() and not action.isSeparator() and action.isVisible()
    ]
    return sorted(entries, key=_order)


def key_entries(actions: Iterable[QAction]) -> list[Entry]:
    """Return the entries of the actions that have keys, for the list of keys."""
    return [entry for entry in command_entries(actions) if entry.payload.shortcuts()]


def _order(entry: Entry) -> tuple[bool, str]:
    return (not entry.is_enabled, entry.text.lower())


def _words(action: QAction) -> str:
    return action.text().replace("&", "").removesuffix("…")


def _detail(action: QAction) -> str:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    if not action.isEnabled() and action.statusTip():
        return action.statusTip()
    return keys
