"""VocabularyRows: the table of tokens, or what to do where no token fits the filter."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.widgets.data_table import DataTable
from workbench.widgets.empty_state import EmptyState


class VocabularyRows(QStackedWidget):
    """Shows the table while it has rows.

    Signals:
        all_requested: the person wants all tokens back.
    """

    all_requested = Signal()

    def __init__(self, table: DataTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._none = EmptyState(self.tr("No token fits."), self.tr("Show all tokens"))
        self._none.action_requested.connect(self.all_requested)
        self.addWidget(table)
        self.addWidget(self._none)

    @property
    def words(self) -> str:
        """What is said instead of rows, "" while there are some."""
        return self._none.sentence if self.currentWidget() is self._none else ""

    def show_found(self, *, open_expression: bool) -> None:
        """Show the rows, or say that there are none.

        open_expression: an expression of the filter has no closing slash.
        """
        if self._table.model().rowCount():
            self.setCurrentWidget(self._table)
            return
        self._none.set_sentence(
            self.tr(
                "No token fits. The regular expression has no closing slash, so that all of the "
                "text after its first slash belongs to it."
            )
            if open_expression
            else self.tr("No token fits.")
        )
        self.setCurrentWidget(self._none)
