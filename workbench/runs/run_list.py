"""RunList: the searched table of runs, with tags and note of the chosen ones below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from workbench.runs.run_remarks import RunRemarks
from workbench.runs.run_table_view import RunTableView
from workbench.runs.runs_table import NAME
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SEARCH_WIDTH, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import hairline
from workbench.work.run_search import FIELDS, RunSearch, search_problem, tag_term

if TYPE_CHECKING:
    from workbench.store import RunSummary


class RunList(QWidget):
    """`search`, `columns` and `tags_menu` are controls for the header of the pane.

    Signals:
        chosen_changed: the choice of runs changed.
        shown_changed: other runs are on show.
    """

    chosen_changed = Signal()
    shown_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = RunTableView(theme)
        self._none = EmptyState("", self.tr("Clear the search"))
        self._pages = QStackedWidget()
        self.remarks = RunRemarks()
        self.search = QLineEdit(placeholderText=self.tr("Search runs"))
        self.columns = QPushButton(self.tr("Columns"))
        self.tags_menu = QMenu(self.tr("Runs with tag"), self)
        self._lay_out()
        self.search.textChanged.connect(self._take_search)
        self._none.action_requested.connect(self.search.clear)
        self.table.chosen_changed.connect(self._note_chosen)
        self.columns.menu().aboutToShow.connect(self._fill_columns)
        self.tags_menu.aboutToShow.connect(self._fill_tags)

    @property
    def chosen(self) -> tuple[RunSummary, ...]:
        """The chosen runs, from the top."""
        return self.table.chosen

    @property
    def shown_names(self) -> tuple[str, ...]:
        """Names of the runs on show, from the top."""
        return tuple(run.name for run in self.table.rows.runs)

    @property
    def count_words(self) -> str:
        """How many runs are on show of how many there are."""
        shown, every = len(self.table.rows.runs), len(self.table.rows.all_runs)
        if shown == every:
            return grouped(every)
        return fill(self.tr("%1 of %2"), grouped(shown), grouped(every))

    def set_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show these runs; a choice stays."""
        self.table.set_runs(runs)
        tags = dict.fromkeys(tag for run in runs for tag in run.tags)
        self.remarks.set_known_tags(sorted(tags, key=str.casefold))
        self.remarks.show_runs(self.chosen)
        self._show_found()
        self.shown_changed.emit()

    def filter(self, words: str) -> None:
        """Search as typing does."""
        self.search.setText(words)

    def rename_chosen(self, name: str) -> None:
        """Give the chosen run a name, as editing in place does."""
        row = self.table.selectionModel().selectedRows()[0].row()
        self.table.rows.setData(self.table.rows.index(row, NAME), name)

    def edit_name(self) -> None:
        """Edit the name of the chosen run in place."""
        rows = self.table.selectionModel().selectedRows(NAME)
        if rows:
            self.table.edit(rows[0])

    def set_remarks_shown(self, shown: bool) -> None:
        """Deleted runs have no remarks to edit."""
        self.remarks.setVisible(shown)
        self._line.setVisible(shown)

    def _take_search(self, words: str) -> None:
        self.table.set_search(RunSearch.of(words))
        self._show_found()
        self.shown_changed.emit()

    @property
    def nothing_words(self) -> str:
        """What is said where no run fits the search, "" while some do."""
        return self._none.sentence if self._pages.currentWidget() is self._none else ""

    def _show_found(self) -> None:
        """Where no run fits, say so in the place of the table, and why if the search is odd."""
        rows = self.table.rows
        if rows.runs or not rows.all_runs:
            self._pages.setCurrentWidget(self.table)
            return
        words = self.tr("No run fits.")
        problem = search_problem(self.search.text())
        if problem is not None and problem.field:
            known = ", ".join(f"{field}:" for field in FIELDS)
            words = self.tr("No run fits. The search knows no %1, only %2.")
            words = fill(words, f"{problem.field}:", known)
        self._none.set_sentence(words)
        self._pages.setCurrentWidget(self._none)

    def _note_chosen(self) -> None:
        self.remarks.show_runs(self.chosen)
        self.chosen_changed.emit()

    def _fill_tags(self) -> None:
        """Offer all tags with the number of runs that have each."""
        self.tags_menu.clear()
        found = Counter(tag for run in self.table.rows.all_runs for tag in run.tags)
        for tag in sorted(found, key=str.casefold):
            words = fill(self.tr("%1 (%2)"), tag, grouped(found[tag]))
            action = self.tags_menu.addAction(words.replace("&", "&&"))
            action.setData(tag)
            action.triggered.connect(self._search_tag)
        if not found:
            self.tags_menu.addAction(self.tr("No run has a tag yet")).setEnabled(False)

    def _search_tag(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.search.setText(tag_term(action.data()))

    def _fill_columns(self) -> None:
        menu = self.columns.menu()
        menu.clear()
        self.table.fill_columns(menu)
        menu.addSeparator()
        self.table.copying.fill(menu)

    def _lay_out(self) -> None:
        self.search.setMinimumWidth(SEARCH_WIDTH // 2)
        self.search.setMaximumWidth(SEARCH_WIDTH)
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setToolTip(
            self.tr(
                "Words of name, tags, note, pattern and status. tag:draft, pattern:cl100k and "
                "status:failed look there alone, -word leaves out, quotes hold words together."
            )
        )
        self.columns.setProperty("kind", "menu")
        self.columns.setToolTip(self.tr("Choose columns; copy or save the table"))
        self.columns.setMenu(QMenu(self.columns))
        self._line = hairline()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._none)
        column.addWidget(self._pages, 1)
        column.addWidget(self._line)
        column.addWidget(self.remarks)
