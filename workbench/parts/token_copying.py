"""TokenCopying: the selected tokens of a view on the clipboard, as text or as ids."""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from workbench.views.span_view import SpanView


class TokenCopying(QObject):
    """Actions of a SpanView; where no more than one token is selected they copy all of them."""

    def __init__(self, view: SpanView) -> None:
        super().__init__(view)
        self._view = view
        for words, slot, keys in (
            (self.tr("Copy text"), self.copy_text, QKeySequence(QKeySequence.StandardKey.Copy)),
            (self.tr("Copy ids"), self.copy_ids, QKeySequence("Ctrl+Shift+C")),
            (self.tr("Copy ids as a list"), self.copy_ids_as_list, QKeySequence()),
        ):
            action = QAction(words, self)
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(slot)
            view.addAction(action)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def fill_menu(self, menu: QMenu) -> None:
        """Put the actions into a menu."""
        menu.addActions(self._view.actions())

    def copy_text(self) -> None:
        """Put the tokens' text on the clipboard."""
        chosen = self._chosen()
        if chosen:
            data = self._view.text.range_bytes(chosen[0], chosen[-1])
            QGuiApplication.clipboard().setText(data.decode("utf-8", "replace"))

    def copy_ids(self) -> None:
        """Put the ids on the clipboard, one space between."""
        QGuiApplication.clipboard().setText(" ".join(map(str, self._ids())))

    def copy_ids_as_list(self) -> None:
        """Put the ids on the clipboard as a list that Python and JSON read."""
        QGuiApplication.clipboard().setText(json.dumps(self._ids()))

    def _chosen(self) -> range:
        chosen = self._view.selected
        return chosen if len(chosen) > 1 else range(self._view.text.n_spans)

    def _ids(self) -> list[int]:
        ids, chosen = self._view.text.ids, self._chosen()
        return [] if ids is None else [int(i) for i in ids[chosen.start : chosen.stop]]
