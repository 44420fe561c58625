"""FileStatistics: lengths of the conversations of a file, and its tokens by role."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from engine.compiled import Int64s
from workbench.chat.chat_results import role_columns
from workbench.chat.length_chart import LengthChart
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import NO_SELECTION, DataTable
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_S, SPACE_XS, Theme

if TYPE_CHECKING:
    from engine.chat import RoleCount

_LENGTHS, _ROLES = range(2)


class FileStatistics(QWidget):
    """A chart and a table, one above the other if there is room, else the chosen one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lengths = LengthChart(theme)
        ChartSaving(self.lengths)
        self.roles = ColumnTable(role_columns(), identity=itemgetter(0), parent=self)
        self.role_table = DataTable(self.tr("Tokens of the file by role"), theme)
        self.role_table.show_columns(self.roles)
        self.role_table.setSelectionMode(NO_SELECTION)
        self.role_table.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._is_tall = False
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Lengths or tokens by role"))
        for words in (self.tr("Lengths"), self.tr("Tokens by role")):
            self._tabs.addTab(words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in (self._tabs, self.lengths, self.role_table):
            column.addWidget(part)
        self._tabs.currentChanged.connect(self._show_parts)
        self._show_parts()

    def clear(self) -> None:
        """Show nothing: the file is checked again."""
        self.show_lengths(np.empty(0, np.int64), None)
        self.show_roles({})

    def arrange(self, *, tall: bool) -> None:
        """Say whether there is room for both parts."""
        if tall != self._is_tall:
            self._is_tall = tall
            self._show_parts()

    def show_lengths(self, lengths: Int64s, limit: int | None) -> None:
        """Show how long the conversations are, in tokens; limit: the most that are kept."""
        self.lengths.set_lengths(lengths, limit)
        self._show_parts()

    def show_roles(self, roles: Mapping[str, RoleCount]) -> None:
        """Count the tokens of each role, and of all of them if there are several."""
        rows = list(roles.items())
        if len(rows) > 1:
            counts = roles.values()
            n_tokens = sum(count.tokens for count in counts)
            n_trained = sum(count.trained for count in counts)
            whole = next(iter(counts))._replace(tokens=n_tokens, trained=n_trained)
            rows.append((self.tr("all roles"), whole))
        self.roles.set_rows(rows)
        self.role_table.setFixedHeight((len(rows) + 1) * ROW_HEIGHT + SPACE_XS)
        self._show_parts()

    def _show_parts(self, _place: int = _LENGTHS) -> None:
        has_lengths, has_roles = bool(self.lengths.bars), bool(self.roles.rows)
        shows_both = self._is_tall or not (has_lengths and has_roles)
        chosen = self._tabs.currentIndex()
        self._tabs.setVisible(not shows_both)
        self.lengths.setVisible(has_lengths and (shows_both or chosen == _LENGTHS))
        self.role_table.setVisible(has_roles and (shows_both or chosen == _ROLES))
