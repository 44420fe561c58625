"""VocabularyGrid: the table of tokens, which knows how to bring a row into sight."""

from __future__ import annotations

from workbench.widgets.data_table import DataTable


class VocabularyGrid(DataTable):
    """Rows are tokens; see DataTable."""

    def reveal(self, row: int) -> None:
        """Scroll to a row; one that was out of sight stands in the middle then."""
        index = self.model().index(row, 0)
        is_there = self.viewport().rect().contains(self.visualRect(index).center())
        hint = DataTable.ScrollHint
        self.scrollTo(index, hint.EnsureVisible if is_there else hint.PositionAtCenter)

    def show_at_top(self, row: int | None) -> None:
        """Scroll so that a row is the first one; nothing without a row."""
        if row is not None:
            self.scrollTo(self.model().index(row, 0), DataTable.ScrollHint.PositionAtTop)
