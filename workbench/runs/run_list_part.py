"""The searched table of runs, with tags and note of the selected ones below.

`RunList` is the widget, `RunRemarks` its lower part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer
from PySide6.QtGui import QAction, QFocusEvent, QHideEvent
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from workbench.runs.run_table import NAME, differences_of
from workbench.runs.run_table_view import RunTableView
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, clear_layout, horizontal, vertical
from workbench.ui.words.translation import counted
from workbench.work.runs.search import FIELDS, RunSearch, search_problem, tag_term

if TYPE_CHECKING:
    from workbench.store import RunSummary

SETTLE_MS = 700
NOTE_HEIGHT = 72
MOST_CHIPS = 8


class RunRemarks(QWidget):
    """Tags and note of one selected run, or the common tags of several and what differs.

    A note is stored when typing pauses, or when another run is selected.

    Signals:
        tags_requested: tuple of (run id, its tags).
        note_requested: (run id, text).
    """

    tags_requested: Signal[tuple[tuple[str, tuple[str, ...]], ...]] = Signal(object)
    note_requested: Signal[tuple[str, str]] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSummary, ...] = ()
        self._stored = ""
        self._title = ElidedLabel("", "section")
        self.hint = label("", "caption", wrap=True)
        self._chips = QHBoxLayout()
        self._new_tag = QLineEdit(placeholderText=self.tr("Add tag"))
        self._known = QStringListModel(self)
        self.note = QPlainTextEdit()
        self.differences = QPlainTextEdit()
        self._notes = QStackedWidget()
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._lay_out()
        self._new_tag.returnPressed.connect(self._add_typed)
        self.note.textChanged.connect(self._settle.start)
        self.note.installEventFilter(self)
        self._settle.timeout.connect(self.store_note)
        self.show_runs(())

    def show_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show the remarks of the chosen runs; what is typed into a note is stored first."""
        same = [run.run_id for run in runs] == [run.run_id for run in self._runs]
        if not same:
            self.store_note()
        self._runs = tuple(runs)
        stored = runs[0].notes if len(runs) == 1 else ""
        is_typing = same and (self._settle.isActive() or self.note.toPlainText() == stored)
        self._stored = stored
        if not is_typing:
            self.note.setPlainText(stored)
            self._settle.stop()
        self.note.setEnabled(len(runs) == 1)
        self.differences.setPlainText(differences_of(runs) or self.tr("No differences"))
        self._notes.setCurrentWidget(self.differences if len(runs) > 1 else self.note)
        self._new_tag.setEnabled(bool(runs))
        if len(runs) == 1:
            self._title.setText(runs[0].name)
        elif runs:
            words = counted(
                "RunRemarks",
                "1 run chosen: its tags",
                "%1 runs chosen: tags of all of them",
                len(runs),
            )
            self._title.setText(words)
        else:
            self._title.setText(self.tr("Choose a run to give it tags and a note"))
        self._show_chips()

    def show_hint(self, words: str) -> None:
        """Say which commands need another choice of runs; "" for none."""
        self.hint.setText(words)

    def set_known_tags(self, tags: Sequence[str]) -> None:
        """Offer these tags while one is typed."""
        self._known.setStringList(list(tags))

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that all chosen runs have."""
        if not self._runs:
            return ()
        first, *others = (run.tags for run in self._runs)
        return tuple(tag for tag in first if all(tag in tags for tags in others))

    def add_tag(self, tag: str) -> None:
        """Give a tag to all chosen runs; a comma separates several."""
        parts = (" ".join(part.split()) for part in tag.split(","))
        cleaned = tuple(part for part in parts if part)
        if cleaned and self._runs:
            self.tags_requested.emit(
                tuple((run.run_id, (*run.tags, *cleaned)) for run in self._runs)
            )

    def remove_tag(self, tag: str) -> None:
        """Take a tag from all chosen runs."""
        self.tags_requested.emit(
            tuple(
                (run.run_id, tuple(each for each in run.tags if each != tag)) for run in self._runs
            )
        )

    def store_note(self) -> None:
        """Ask for what was typed to be stored, if it was changed."""
        self._settle.stop()
        text = self.note.toPlainText().strip()
        if len(self._runs) == 1 and text != self._stored:
            self._stored = text
            self.note_requested.emit((self._runs[0].run_id, text))

    def focus_tags(self) -> None:
        self._new_tag.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_note(self) -> None:
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.note and isinstance(event, QFocusEvent) and not event.gotFocus():
            self.store_note()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Whoever closes the window or goes elsewhere has not lost what was typed last."""
        super().hideEvent(event)
        self.store_note()

    def _add_typed(self) -> None:
        self.add_tag(self._new_tag.text())
        self._new_tag.clear()

    def _show_chips(self) -> None:
        clear_layout(self._chips)
        for tag in self.tags[:MOST_CHIPS]:
            self._chips.addWidget(self._chip(tag))

    def _chip(self, tag: str) -> QPushButton:
        """A tag; pressing it takes it away."""
        chip = QPushButton(f"{tag}  ×".replace("&", "&&"))
        chip.setProperty("kind", "chip")
        chip.setProperty("tag", tag)
        chip.setToolTip(fill(self.tr("Remove tag %1"), tag))
        chip.setAccessibleName(chip.toolTip())
        chip.clicked.connect(self._remove_clicked)
        return chip

    def _remove_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.remove_tag(str(button.property("tag")))

    def _lay_out(self) -> None:
        self._new_tag.setAccessibleName(self._new_tag.placeholderText())
        self._new_tag.setMaximumWidth(SEARCH_WIDTH // 2 + SPACE_L)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._new_tag.setCompleter(completer)
        self.note.setPlaceholderText(self.tr("Note on this run"))
        self.note.setAccessibleName(self.tr("Note on this run"))
        self.note.setTabChangesFocus(True)
        self.differences.setReadOnly(True)
        self.differences.setTabChangesFocus(True)
        self.differences.setAccessibleName(self.tr("Differences of the chosen runs"))
        for text in (self.note, self.differences):
            self._notes.addWidget(text)
        self._notes.setFixedHeight(NOTE_HEIGHT)
        self._chips.setSpacing(SPACE_XS)
        tags = horizontal(self._chips, self._new_tag, STRETCH, spacing=SPACE_S)
        left = vertical(self._title, tags, STRETCH, self.hint, spacing=SPACE_S)
        right = vertical(self._notes, spacing=0)
        horizontal(
            (left, 1),
            (right, 1),
            parent=self,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_L,
        )


class RunList(QWidget):
    """The table of runs; `search`, `columns` and `tags_menu` are for the header of the pane.

    Signals:
        chosen_changed: the selection of runs changed.
        shown_changed: the shown runs changed.
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

    def _show_found(self) -> None:
        """Where no run fits, say so in the place of the table, and why if the search is odd."""
        rows = self.table.rows
        if rows.runs or not rows.all_runs:
            self._pages.setCurrentWidget(self.table)
            return
        words = self.tr("No matching runs.")
        problem = search_problem(self.search.text())
        if problem is not None and problem.field:
            known = ", ".join(f"{field}:" for field in FIELDS)
            words = self.tr("No matching runs. The search has no %1, only %2.")
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
                "status:failed search only there, -word excludes, quotes keep words together."
            )
        )
        self.columns.setProperty("kind", "menu")
        self.columns.setToolTip(self.tr("Choose columns; copy or save the table"))
        self.columns.setMenu(QMenu(self.columns))
        self._line = hairline()
        column = vertical(parent=self, spacing=0)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._none)
        column.addWidget(self._pages, 1)
        column.addWidget(self._line)
        column.addWidget(self.remarks)
