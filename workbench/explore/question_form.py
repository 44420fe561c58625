"""QuestionForm: what an exploration looks for, what it may change, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from engine.errors import ConfigError
from engine.evaluation import Metric
from engine.sentences import Sentence
from workbench.explore.explore_words import (
    sampler_words,
    told_error,
    variable_hint,
    variable_title,
)
from workbench.explore.objective_rows import ObjectiveRow, VariableRow, offer_labels
from workbench.explore.question_draft import (
    CHOICES,
    ORDER,
    SHARE,
    ObjectiveDraft,
    QuestionDraft,
    VariableDraft,
    usual_variable,
)
from workbench.signals import Signal
from workbench.ui.theme.theme import LINE_GAP, SPACE_M, SPACE_S, SPACE_XS
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip

MOST_OBJECTIVES = 8
LINES = ("trials", "minutes", "seeds", "workers", "seed", "reference")


class QuestionForm(QWidget):
    """Shows a `QuestionDraft` and says when a person edits it.

    metrics: that an objective may be of.

    Signals:
        draft_changed: a field was edited, or `take_draft` showed another draft.
        draft_fitted: the program put other values in; nothing that a person did.
    """

    draft_changed = Signal()
    draft_fitted = Signal()

    def __init__(self, metrics: Sequence[Metric], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._metrics = tuple(metrics)
        self._is_showing = False
        self._labels: tuple[str, ...] = ()
        self._objectives: list[ObjectiveRow] = []
        self._variables: list[VariableRow] = []
        self._fixed: tuple[VariableDraft, ...] = ()
        self._choices: dict[str, Sequence[str]] = {}
        self._objective_column, self._variable_column = QVBoxLayout(), QVBoxLayout()
        self._add = QPushButton(self.tr("Add objective"))
        self._add_variable_button = QPushButton(self.tr("Add variable"))
        self._menu = QMenu(self._add_variable_button)
        self._menu.setToolTipsVisible(True)
        self._add_variable_button.setMenu(self._menu)
        self._more = QPushButton(self.tr("More settings"))
        self._more.setCheckable(True)
        self._further = QWidget()
        self._sampler = QComboBox()
        self._sampler.setObjectName("sampler")
        for at, (name, (words, hint)) in enumerate(sampler_words().items()):
            self._sampler.addItem(words, name)
            self._sampler.setItemData(at, plain_tip(hint), 3)
        self._lines = {name: QLineEdit() for name in LINES}
        self.fields = self._make_fields()
        self._error = label("", "error", wrap=True)
        self._error.hide()
        self._lay_out()
        self._connect()

    @property
    def draft(self) -> QuestionDraft:
        """What the fields say."""
        lines = {name: line.text() for name, line in self._lines.items()}
        return QuestionDraft(
            tuple(row.draft for row in self._objectives),
            self._all_variables(),
            sampler=str(self._sampler.currentData()),
            **lines,
        )

    def take_draft(self, draft: QuestionDraft) -> None:
        """Show another draft."""
        self._show(draft)
        self.draft_changed.emit()

    def fit_draft(self, draft: QuestionDraft) -> None:
        """Show what the program proposes."""
        self._show(draft)
        self.draft_fitted.emit()

    def _show(self, draft: QuestionDraft) -> None:
        self._is_showing = True
        self._fit_rows(draft)
        for objective, row in zip(draft.objectives, self._objectives, strict=True):
            row.show_draft(objective)
        moving = [each for each in draft.variables if each.is_on]
        for variable, field in zip(moving, self._variables, strict=True):
            field.show_draft(variable)
        for name, line in self._lines.items():
            if line.text() != getattr(draft, name):
                line.setText(getattr(draft, name))
        self._sampler.setCurrentIndex(max(0, self._sampler.findData(draft.sampler)))
        self._is_showing = False
        self.show_error(None)

    def set_labels(self, labels: Sequence[str]) -> None:
        """Offer the labels of the corpus."""
        self._labels = tuple(labels)
        for objective in self._objectives:
            objective.set_labels(labels)
        for variable in self._variables:
            variable.set_labels(labels)
        offer_labels(self._lines["reference"], labels)

    def set_choices(self, name: str, values: Sequence[str]) -> None:
        """Offer values of a variable without order."""
        self._choices[name] = tuple(values)
        for row in self._variables:
            if row.name == name:
                row.set_choices(values)

    def add_objective(self, draft: ObjectiveDraft | None = None) -> None:
        """Append an objective."""
        self.take_draft(
            replace(self.draft, objectives=(*self.draft.objectives, draft or ObjectiveDraft()))
        )

    def show_error(self, error: ConfigError | None) -> QWidget | None:
        """Say what is wrong where it is: at a field, an objective or a variable, or at the end.

        Returns the field or row, None for neither.
        """
        for objective in self._objectives:
            objective.show_error("")
        for variable in self._variables:
            variable.show_error("")
        for field in self.fields.values():
            field.show_error("")
        words = "" if error is None else told_error(error)
        place = None if error is None else self._place_of(error)
        if place is not None:
            place.show_error(words)
        self._error.setText("" if place is not None else words)
        self._error.setVisible(bool(self._error.text()))
        return place

    # ---- inside

    def _place_of(self, error: ConfigError) -> ObjectiveRow | VariableRow | Field | None:
        """The part of the form that an error is about, None for the whole."""
        field = self.fields.get(error.setting or "")
        if field is not None:
            self._more.setChecked(self._more.isChecked() or self._further.isAncestorOf(field))
            return field
        data = error.args[0].data if error.args and isinstance(error.args[0], Sentence) else {}
        names = {str(error.setting), str(data.get("name", ""))}
        for variable in self._variables:
            is_share = variable.name == SHARE and any(n.startswith("share") for n in names)
            if variable.name in names or is_share:
                return variable
        told = f"{data.get('key', '')} {data.get('metric', '')}"
        for objective in self._objectives:
            draft = objective.draft
            if draft.metric in told.replace("'", " ").replace(".", " ").split():
                return objective
        return None

    def _fit_rows(self, draft: QuestionDraft) -> None:
        """Make as many rows as a draft has."""
        while len(self._objectives) > len(draft.objectives):
            _remove(self._objective_column, self._objectives.pop())
        while len(self._objectives) < len(draft.objectives):
            row = ObjectiveRow(self._metrics)
            row.set_labels(self._labels)
            row.changed.connect(self._tell)
            row.remove_requested.connect(self._remove_objective)
            self._objectives.append(row)
            self._objective_column.addWidget(row)
        names = [each.name for each in draft.variables if each.is_on]
        self._fixed = tuple(each for each in draft.variables if not each.is_on)
        self._fill_menu()
        if [each.name for each in self._variables] != names:
            while self._variables:
                _remove(self._variable_column, self._variables.pop())
            for name in names:
                self._add_variable(name)
        for row in self._objectives:
            row.set_removable(len(self._objectives) > 1)
        self._add.setEnabled(len(self._objectives) < MOST_OBJECTIVES)

    def _add_variable(self, name: str) -> None:
        row = VariableRow(name)
        row.set_labels(self._labels)
        if name in CHOICES:
            row.set_choices(self._choices.get(name, ()))
        row.changed.connect(self._tell)
        row.remove_requested.connect(self._remove_variable)
        self._variables.append(row)
        self._variable_column.addWidget(row)

    def _append_objective(self) -> None:
        self.add_objective()

    def _all_variables(self) -> tuple[VariableDraft, ...]:
        """Those that move and those that do not, in one order."""
        every = [*(row.draft for row in self._variables), *self._fixed]
        return tuple(sorted(every, key=lambda each: ORDER.index(each.name)))

    def _fill_menu(self) -> None:
        """Offer the variables that do not move, and further shares."""
        self._menu.clear()
        names = dict.fromkeys(each.name for each in (*self._fixed, usual_variable(SHARE)))
        for name in sorted(names, key=ORDER.index):
            action = self._menu.addAction(variable_title(name))
            action.setToolTip(plain_tip(variable_hint(name)))
            action.setData(name)
            action.triggered.connect(self._ask_variable)

    def _ask_variable(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.add_variable(action.data())

    def add_variable(self, name: str) -> None:
        """Let a variable move; a share once more."""
        known = next((each for each in self._fixed if each.name == name), usual_variable(name))
        kept = [each for each in self.draft.variables if each is not known]
        every = sorted([*kept, replace(known, is_on=True)], key=lambda each: ORDER.index(each.name))
        self.take_draft(replace(self.draft, variables=tuple(every)))

    def _remove_objective(self) -> None:
        gone = self.sender()
        kept = tuple(row.draft for row in self._objectives if row is not gone)
        self.take_draft(replace(self.draft, objectives=kept))

    def _remove_variable(self) -> None:
        """Keep its bounds for later; of several shares it goes for good."""
        gone = self.sender()
        every = [row.draft for row in self._variables if row is not gone]
        every += list(self._fixed)
        if isinstance(gone, VariableRow) and all(each.name != gone.name for each in every):
            every.append(replace(gone.draft, is_on=False))
        every.sort(key=lambda each: ORDER.index(each.name))
        self.take_draft(replace(self.draft, variables=tuple(every)))

    def _tell(self) -> None:
        if not self._is_showing:
            self.draft_changed.emit()

    def _make_fields(self) -> dict[str, Field]:
        fields = {
            "trials": Field(self.tr("Trials"), self._lines["trials"]),
            "minutes": Field(self.tr("Minutes"), self._lines["minutes"]),
            "sampler": Field(self.tr("Sampler"), self._sampler),
            "workers": Field(self.tr("Workers"), self._lines["workers"]),
            "seeds": Field(self.tr("Spread seeds"), self._lines["seeds"]),
            "seed": Field(self.tr("Seed"), self._lines["seed"]),
            "reference": Field(self.tr("Premiums vs"), self._lines["reference"]),
        }
        for name, line in self._lines.items():
            line.setObjectName(name)
        self._lines["trials"].setToolTip(self.tr("Empty: as many as there is time for"))
        self._lines["minutes"].setToolTip(self.tr("Empty: until all trials are done"))
        self._lines["workers"].setToolTip(self.tr("Trainings at the same time"))
        self._lines["seeds"].setToolTip(
            self.tr("Samples with which each point of the front is trained again")
        )
        self._lines["reference"].setPlaceholderText("eng")
        return fields

    def _lay_out(self) -> None:
        for button in (self._add, self._add_variable_button, self._more):
            button.setProperty("kind", "quiet")
        for column in (self._objective_column, self._variable_column):
            column.setContentsMargins(0, 0, 0, 0)
        self._objective_column.setSpacing(SPACE_M)
        self._variable_column.setSpacing(SPACE_XS + LINE_GAP)
        fields = self.fields
        first = horizontal(
            *((fields[name], 1) for name in ("trials", "minutes", "sampler")), spacing=SPACE_S
        )
        last = horizontal(
            *((fields[name], 1) for name in ("workers", "seeds", "seed")), spacing=SPACE_S
        )
        vertical(last, fields["reference"], parent=self._further, spacing=SPACE_S)
        self._further.hide()
        column = vertical(parent=self, spacing=SPACE_S)
        column.addLayout(horizontal((label(self.tr("Objectives"), "section"), 1), self._add))
        column.addLayout(self._objective_column)
        column.addSpacing(SPACE_S)
        column.addLayout(
            horizontal((label(self.tr("Variables"), "section"), 1), self._add_variable_button)
        )
        column.addLayout(self._variable_column)
        column.addSpacing(SPACE_S)
        column.addLayout(horizontal((label(self.tr("Budget"), "section"), 1), self._more))
        column.addLayout(first)
        column.addWidget(self._further)
        column.addWidget(self._error)

    def _connect(self) -> None:
        self._add.clicked.connect(self._append_objective)
        self._more.toggled.connect(self._further.setVisible)
        self._sampler.currentIndexChanged.connect(self._tell)
        for line in self._lines.values():
            line.textChanged.connect(self._tell)


def _remove(column: QVBoxLayout, row: QWidget) -> None:
    column.removeWidget(row)
    row.hide()
    row.deleteLater()
