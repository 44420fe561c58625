"""Layouts: which workspaces stand side by side; five that are built in, and a person's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSettings

from workbench.signals import Signal
from workbench.work.remembered import read_json, typed, write_json

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
