"""ShareTable: the sources of a mixture with their shares as bars, and what a preview says."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.models.headed_table import ROW_ROLE, SORT_ROLE
from workbench.models.mixture_table import (
    BAR,
    BYTES,
    BYTES_PER_TOKEN,
    CHANGE,
    GIVEN,
    LABEL,
    LANGUAGE,
    NATURAL,
    REPETITION,
    SHARE,
    MixtureLine,
    MixtureTable,
)
from workbench.models.ranked_rows import RankedRows
from workbench.parts.column_choice import choose_columns
from workbench.parts.language_delegates import LanguageDelegate
from workbench.parts.share_delegates import ChangeDelegate, RepetitionDelegate, ShareBarDelegate
from workbench.theme import Theme
from workbench.widgets.data_table import DataTable

WIDTHS = (152, 92, 92, 72, 88, 160, 76, 76, 84, 80)
LEAST_BAR = 136
EXPENDABLE = (LABEL, BYTES, NATURAL, REPETITION, SHARE, BYTES_PER_TOKEN)


class ShareTable(DataTable):
    """Rows stay where they are while numbers change; a click on a head sorts anew."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Shares of the sources"), theme, parent)
        self.rows = MixtureTable(self)
        self._sorted = RankedRows(self.rows, SORT_ROLE, self)
        self._has_given = self._has_preview = False
        self.setModel(self._sorted)
        self.setEditTriggers(
            DataTable.EditTrigger.DoubleClicked | DataTable.EditTrigger.EditKeyPressed
        )
        self.setItemDelegateForColumn(LANGUAGE, LanguageDelegate(theme, self))
        self.setItemDelegateForColumn(BAR, ShareBarDelegate(theme, self))
        self.setItemDelegateForColumn(REPETITION, RepetitionDelegate(theme, self))
        self.setItemDelegateForColumn(CHANGE, ChangeDelegate(theme, self))
        self.set_widths(WIDTHS, stretch=BAR)
        self.setSortingEnabled(True)
        self.sortByColumn(BYTES, Qt.SortOrder.DescendingOrder)
        self.rows.modelReset.connect(self._sort_again)
        theme.changed.connect(self.viewport().update)

    @property
    def shown_lines(self) -> tuple[MixtureLine, ...]:
        """The rows in the order in which they stand on the screen."""
        rows = range(self._sorted.rowCount())
        return tuple(self._sorted.index(row, 0).data(ROW_ROLE) for row in rows)

    def give(self, label: str, text: str) -> bool:
        """Write into the row of a label as a person does; False where it is refused."""
        row = next(i for i, line in enumerate(self.rows.lines) if line.label == label)
        return self.rows.setData(self.rows.index(row, GIVEN), text)

    def choose(self, label: str) -> None:
        """Choose the row of a label."""
        row = next((i for i, line in enumerate(self.rows.lines) if line.label == label), None)
        if row is not None:
            column = GIVEN if self._has_given else LANGUAGE
            self.setCurrentIndex(self._sorted.mapFromSource(self.rows.index(row, column)))

    def show_columns(self, *, given: bool, preview: bool) -> None:
        """Show the column to write into, and those of the preview, or not."""
        self._has_given, self._has_preview = given, preview
        self._choose_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def _choose_columns(self) -> None:
        wanted = {LANGUAGE, LABEL, BYTES, NATURAL, BAR, SHARE, REPETITION}
        if self._has_given:
            wanted.add(GIVEN)
        if self._has_preview:
            wanted |= {BYTES_PER_TOKEN, CHANGE}
        choose_columns(
            self, self.widths, wanted, expendable=EXPENDABLE, stretch=BAR, least_stretch=LEAST_BAR
        )

    def _sort_again(self) -> None:
        header = self.horizontalHeader()
        self._sorted.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
