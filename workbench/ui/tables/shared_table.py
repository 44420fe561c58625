"""SharedTable: a table whose columns fill its width."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import Theme


class SharedTable(DataTable):
    """`share` says how wide columns are at least, and which of them take what is left."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._least: tuple[int, ...] = ()
        self._growing: frozenset[int] = frozenset()

    def share(self, least: Sequence[int], growing: Collection[int]) -> None:
        """Give every column its least width; the growing ones share the rest."""
        self._least, self._growing = tuple(least), frozenset(growing)
        self._fit()

    def _take_widths(self, widths: tuple[int, ...], growing: Sequence[int]) -> None:
        self.share(widths, growing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(0, self.viewport().width() - sum(self._least))
        parts = sorted(self._growing)
        for place, width in enumerate(self._least):
            extra = 0
            if place in self._growing:
                at = parts.index(place)
                extra = room * (at + 1) // len(parts) - room * at // len(parts)
            self.horizontalHeader().resizeSection(place, width + extra)
