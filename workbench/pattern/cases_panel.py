"""The cases of a split pattern in the Pattern pane: which pass, and what fails is split into.

`CasesPanel` shows and edits them, `CaseKeeper` takes new ones from the preview and has all of them
run by the pattern's trials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QAction, QColor, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from workbench.pattern.pattern_checker import CaseTrial, PatternTrials
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.ui.theme.theme import (
    ROW_HEIGHT,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.message_bar import MessageBar
from workbench.ui.words.translation import counted, translator
from workbench.work.pattern_cases import (
    CaseError,
    PatternCase,
    check_number,
    pieces_words,
    read_case,
)

if TYPE_CHECKING:
    from workbench.pattern.pattern_results import PatternResults

_tr = translator("CasesPanel")

_LEAST_WIDTH = 120


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case and what the pattern makes of its text; None while that is not known."""

    case: PatternCase
    pieces: tuple[str, ...] | None = None

    @property
    def passes(self) -> bool | None:
        return None if self.pieces is None else self.pieces == self.case.pieces

    @property
    def mark(self) -> str:
        return "–" if self.passes is None else "✓" if self.passes else "✗"

    @property
    def outcome(self) -> str:
        """What a failed case is split into."""
        return "" if self.pieces is None or self.passes else pieces_words(self.pieces)


class CasesPanel(QWidget):
    """The list of cases with their marks, and a field that takes new ones.

    Signals:
        edited: tuple of PatternCase, after a person added, changed or removed one.
    """

    edited: Signal[tuple[PatternCase, ...]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._changing: PatternCase | None = None
        self._model = ColumnTable(self._columns(), identity=lambda row: row.case, parent=self)
        self.table = DataTable(self.tr("Cases"), theme)
        self.table.show_columns(self._model)
        self.table.setMinimumHeight(2 * ROW_HEIGHT)
        self._passed = label("", "caption")
        self._passed.setObjectName("cases_passed")
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("New case"))
        self.field.setPlaceholderText('" world" stays one')
        self.field.setFont(theme.mono_font(TEXT_CAPTION))
        self.field.setToolTip(
            self.tr("A text in quotes, then stays one or → and its pieces with | between them.")
        )
        self._error = label("", "error", wrap=True)
        self._error.setObjectName("case_error")
        self._error.hide()
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(SPACE_S)
        self._lay_out()
        self._add_actions()
        self.field.returnPressed.connect(self._take_line)
        self.field.textEdited.connect(self._forget_error)
        self.table.activated.connect(self._begin_change)
        self._show_count()

    @property
    def rows(self) -> tuple[CaseRow, ...]:
        """What is on show."""
        return self._model.rows

    @property
    def cases(self) -> tuple[PatternCase, ...]:
        return tuple(row.case for row in self.rows)

    def add_commands(self, *commands: QAction) -> None:
        """Put buttons of commands into the head."""
        for command in commands:
            self._buttons.addWidget(ActionButton(command))

    def show_cases(self, cases: Sequence[PatternCase]) -> None:
        """Show other cases; those that stay keep their marks until they are run again."""
        known = {row.case.text: row.pieces for row in self.rows}
        self._model.set_rows(CaseRow(case, known.get(case.text)) for case in cases)
        self._show_count()

    def show_trial(self, trial: CaseTrial) -> None:
        """Show what the pattern makes of the cases."""
        splits = {} if trial.splits is None else dict(zip(trial.texts, trial.splits, strict=True))
        self._model.set_rows(CaseRow(case, splits.get(case.text)) for case in self.cases)
        self._show_count()

    def add(self, case: PatternCase, instead: PatternCase | None = None) -> None:
        """Add a case in place of another one, or of that with the same text. Raises CaseError."""
        cases = list(self.cases)
        place = next(
            (
                i
                for i, each in enumerate(cases)
                if each in (instead, case) or each.text == case.text
            ),
            len(cases),
        )
        kept = [each for each in cases if each != instead and each.text != case.text]
        kept.insert(min(place, len(kept)), case)
        check_number(len(kept))
        self.edited.emit(tuple(kept))

    def remove_chosen(self) -> None:
        """Remove the chosen cases."""
        chosen = {index.row() for index in self.table.selectionModel().selectedRows()}
        if chosen:
            kept = (case for place, case in enumerate(self.cases) if place not in chosen)
            self.edited.emit(tuple(kept))

    def change_chosen(self) -> None:
        """Put the current case into the field; Enter changes it."""
        self._begin_change(self.table.currentIndex())

    def _begin_change(self, index: QModelIndex) -> None:
        if index.isValid():
            row: CaseRow = index.data(ROW_ROLE)
            self._changing = row.case
            self.field.setText(row.case.line)
            self.field.setFocus()
            self.field.selectAll()

    def _take_line(self) -> None:
        """Add or change the case in the field, or say what is wrong with it."""
        line = self.field.text()
        if not line.strip():
            self._changing = None
            return
        try:
            self.add(read_case(line), self._changing)
        except CaseError as error:
            reason = error_words(error)
            self._error.setText(fill(self.tr("Not a case: %1."), reason.rstrip(".")))
            self._error.show()
            return
        self._changing = None
        self.field.clear()
        self._forget_error()

    def _forget_error(self, text: str = "") -> None:
        self._error.hide()
        if not text:
            self._changing = None

    def _show_count(self) -> None:
        rows = self.rows
        n_failed = sum(row.passes is False for row in rows)
        n_passed = sum(row.passes is True for row in rows)
        words = fill(self.tr("%1 of %2 passed"), grouped(n_passed), grouped(len(rows)))
        if n_failed:
            failed = counted("CasesPanel", "1 failed", "%1 failed", n_failed)
            words = f"✗ {failed}, {words}"
        elif rows and n_passed == len(rows):
            words = f"✓ {words}"
        self._passed.setText(words if rows else self.tr("Select text and keep how it is split."))
        set_property(self._passed, "role", "error" if n_failed else "caption")

    def _columns(self) -> tuple[Column[CaseRow], ...]:
        font = self._theme.mono_font(TEXT_CAPTION)
        return (
            Column("", lambda row: row.mark, colour=self._colour, spoken=_spoken, side="centre",
                   width=24),
            Column(self.tr("Case"), lambda row: row.case.line, tip=lambda row: row.case.line,
                   font=font, width=_LEAST_WIDTH, stretches=True),
            Column(self.tr("Split now"), lambda row: row.outcome, tip=lambda row: row.outcome,
                   font=font, colour=self._colour, width=_LEAST_WIDTH,
                   explanation=self.tr("What the pattern in the editor makes of a failed case.")),
        )  # fmt: skip

    def _colour(self, row: CaseRow) -> QColor:
        roles = {True: "positive", False: "negative", None: "muted_text"}
        return self._theme.colour(roles[row.passes])

    def _add_actions(self) -> None:
        """What the table's menu and keys do."""
        remove = QKeySequence(QKeySequence.StandardKey.Delete)
        for name, words, keys, slot in (
            ("change_case", self.tr("Change case"), "F2", self.change_chosen),
            ("remove_case", self.tr("Remove case"), remove, self.remove_chosen),
        ):
            action = QAction(words, self.table)
            action.setObjectName(f"pattern.{name}")
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(slot)
            self.table.addAction(action)

    def _lay_out(self) -> None:
        head = horizontal(
            label(self.tr("Cases"), "section"), (self._passed, 1), self._buttons, spacing=SPACE_S
        )
        vertical(
            head,
            (self.table, 1),
            self.field,
            self._error,
            parent=self,
            margins=(SPACE_L, SPACE_XS, SPACE_M, SPACE_S),
            spacing=SPACE_XS,
        )


def _spoken(row: CaseRow) -> str:
    return _tr("not run") if row.passes is None else _tr("passed") if row.passes else _tr("failed")


class CaseKeeper(QObject):
    """Keeps the cases of the state in the panel, runs them, and takes new ones from the preview."""

    def __init__(
        self,
        state: WorkbenchState,
        results: PatternResults,
        trials: PatternTrials,
        message_bar: MessageBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._results, self._trials = results, trials
        self._message_bar = message_bar
        self._is_of_spans = False
        panel = results.cases
        panel.edited.connect(state.set_pattern_cases)
        state.pattern_cases_changed.connect(self._take)
        trials.cases_tried.connect(panel.show_trial)
        results.preview.selected.connect(self._note_text)
        results.view.current_changed.connect(self._note_spans)
        self._take(state.pattern_cases)

    def keep_as_one(self) -> None:
        """Add the case that the selected text stays one pre-token."""
        start, end = self._selected()
        text = self._data[start:end].decode("utf-8", "ignore")
        self._add(text, (text,))

    def keep_split(self) -> None:
        """Add the case that the selected pre-tokens stay as they are."""
        spans = self._results.spans
        if spans.data != self._data:  # it is being split
            return
        found = spans.spans_between(*self._selected())
        pieces = tuple(spans.span_bytes(span).decode("utf-8", "ignore") for span in found)
        self._add("".join(pieces), pieces)

    @property
    def _data(self) -> bytes:
        return self._results.spans.data if self._is_of_spans else self._results.preview.data

    def _selected(self) -> tuple[int, int]:
        """Begin and end of what was selected last, in bytes."""
        if not self._is_of_spans:
            return self._results.preview.selected_bytes
        view = self._results.view
        if not view.selected:
            return 0, 0
        bounds = view.text.bounds
        return int(bounds[view.selected.start]), int(bounds[view.selected.stop])

    def _add(self, text: str, pieces: tuple[str, ...]) -> None:
        if not text:
            self._message_bar.show_note(self.tr("Select text or pre-tokens of the preview first."))
            return
        try:
            self._results.cases.add(PatternCase(text, pieces))
        except CaseError as error:
            reason = error_words(error).rstrip(".")
            self._message_bar.show_warning(fill(self.tr("The case was not added: %1."), reason))

    def _take(self, cases: tuple[PatternCase, ...]) -> None:
        self._results.cases.show_cases(cases)
        self._trials.set_cases(tuple(case.text for case in cases))

    def _note_text(self) -> None:
        self._is_of_spans = False

    def _note_spans(self, span: int | None) -> None:
        if span is not None:
            self._is_of_spans = True
