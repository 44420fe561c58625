"""The fields of a question's objectives and variables, a small block for each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from engine.evaluation import Metric
from workbench.explore.explore_words import (
    goal_words,
    metric_title,
    variable_head,
    variable_hint,
    variable_title,
)
from workbench.explore.question_draft import (
    ALL,
    CHOICES,
    SHARE,
    ObjectiveDraft,
    VariableDraft,
)
from workbench.signals import Signal
from workbench.ui.theme.theme import SPACE_XS
from workbench.ui.widgets.fitting_box import FittingBox
from workbench.ui.widgets.labels import ElidedLabel, label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.setting_words import pattern_title
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted

GOALS = ("minimise", "maximise", "hold")
THRESHOLD_WIDTH = 72
GOAL_WIDTH = 116
LEAST_LABELS = 48
NUMBER_WIDTH, SHARE_WIDTH, REMOVE_WIDTH = 56, 52, 24
MOST_LETTERS = 14
"""Of the names of choices on their button."""


class ObjectiveRow(QWidget):
    """Metric, goal, texts and threshold of one objective.

    Signals:
        changed: a field was edited.    remove_requested: the objective is to go.
    """

    changed = Signal()
    remove_requested = Signal()

    def __init__(self, metrics: Sequence[Metric], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._metric = FittingBox()
        for metric in metrics:
            self._metric.addItem(metric_title(metric), metric.key)
        self._goal = FittingBox()
        for goal in GOALS:
            self._goal.addItem(goal_words(goal), goal)
        self._labels, self._threshold = QLineEdit(), QLineEdit()
        self._remove = _remove_button(self.tr("Remove objective"))
        self._error = label("", "error", wrap=True)
        self._error.hide()
        self._lay_out()
        self._metric.currentIndexChanged.connect(self._tell)
        self._goal.currentIndexChanged.connect(self._tell)
        for line in (self._labels, self._threshold):
            line.textChanged.connect(self._tell)
        self._remove.clicked.connect(self.remove_requested)

    @property
    def draft(self) -> ObjectiveDraft:
        """What the fields say."""
        return ObjectiveDraft(
            self._metric.currentData(), self._goal.currentData(), self._labels.text(),
            self._threshold.text(),
        )  # fmt: skip

    def show_draft(self, draft: ObjectiveDraft) -> None:
        """Show other values; no signal."""
        self._is_showing = True
        for box, value in ((self._metric, draft.metric), (self._goal, draft.goal)):
            box.setCurrentIndex(max(0, box.findData(value)))
        for line, text in ((self._labels, draft.labels), (self._threshold, draft.threshold)):
            if line.text() != text:
                line.setText(text)
        self._is_showing = False

    def set_labels(self, labels: Sequence[str]) -> None:
        """Offer the labels of the test texts."""
        offer_labels(self._labels, [ALL, *labels])

    def set_removable(self, is_removable: bool) -> None:
        """The last objective stays."""
        self._remove.setEnabled(is_removable)

    def show_error(self, sentence: str) -> None:
        """Say what is wrong with the objective, below it."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        set_property(self._threshold, "wrong", "true" if sentence else "false")

    def _tell(self) -> None:
        self._show_example()
        if not self._is_showing:
            self.changed.emit()

    def _show_example(self) -> None:
        """The example of a threshold points where the goal does."""
        is_more = self._goal.currentData() == "maximise"
        self._threshold.setPlaceholderText(">= 2.5" if is_more else "<= 2.5")

    def _lay_out(self) -> None:
        self._show_example()
        self._metric.setAccessibleName(self.tr("Metric"))
        self._goal.setAccessibleName(self.tr("Goal"))
        self._labels.setAccessibleName(self.tr("Texts"))
        self._labels.setToolTip(
            self.tr("all, a label such as deu, or several with commas: their mean")
        )
        self._threshold.setAccessibleName(self.tr("Threshold"))
        self._threshold.setToolTip(plain_tip(self.tr("Tokenizers beyond it are not on the front")))
        self._threshold.setFixedWidth(THRESHOLD_WIDTH)
        self._goal.setFixedWidth(GOAL_WIDTH)
        self._labels.setMinimumWidth(LEAST_LABELS)
        above = horizontal((self._metric, 1), self._remove, spacing=SPACE_XS)
        below = horizontal(self._goal, (self._labels, 1), self._threshold, spacing=SPACE_XS)
        vertical(above, below, self._error, parent=self, spacing=SPACE_XS)


class VariableRow(QWidget):
    """A variable that moves: its bounds, or its choices.

    Signals:
        changed: a field was edited.    remove_requested: the variable is to stay fixed.
    """

    changed = Signal()
    remove_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._is_showing = False
        self._low, self._high = QLineEdit(self), QLineEdit(self)
        self._labels, self._choices = QLineEdit(self), QPushButton(self)
        self._choices.setProperty("kind", "menu")
        self._menu = QMenu(self._choices)
        self._choices.setMenu(self._menu)
        self._remove = _remove_button(self.tr("Remove variable"))
        self._error = label("", "error", wrap=True)
        self._error.hide()
        self._lay_out()
        for line in (self._low, self._high, self._labels):
            line.textChanged.connect(self._tell)
        self._remove.clicked.connect(self.remove_requested)

    @property
    def draft(self) -> VariableDraft:
        """What the fields say."""
        chosen = tuple(each.data() for each in self._menu.actions() if each.isChecked())
        return VariableDraft(
            self.name, True, self._low.text(), self._high.text(), chosen, self._labels.text()
        )

    def show_draft(self, draft: VariableDraft) -> None:
        """Show other values; no signal."""
        self._is_showing = True
        pairs = ((self._low, draft.low), (self._high, draft.high), (self._labels, draft.labels))
        for line, text in pairs:
            if line.text() != text:
                line.setText(text)
        if self.name in CHOICES:
            self.set_choices(draft.choices)
            for action in self._menu.actions():
                action.setChecked(action.data() in draft.choices)
        self._show_chosen()
        self._is_showing = False

    def set_choices(self, names: Sequence[str]) -> None:
        """Offer these values besides those that are offered already."""
        known = [each.data() for each in self._menu.actions()]
        for name in names:
            if name not in known:
                action = QAction(pattern_title(name), self._menu)
                action.setData(name)
                action.setCheckable(True)
                action.toggled.connect(self._tell)
                self._menu.addAction(action)

    def set_labels(self, labels: Sequence[str]) -> None:
        """Offer the labels of the corpus."""
        offer_labels(self._labels, labels)

    def show_error(self, sentence: str) -> None:
        """Say what is wrong with the variable, below it."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        for line in (self._low, self._high):
            set_property(line, "wrong", "true" if sentence else "false")

    def _tell(self) -> None:
        self._show_chosen()
        if not self._is_showing:
            self.changed.emit()

    def _show_chosen(self) -> None:
        chosen = [each.text() for each in self._menu.actions() if each.isChecked()]
        words = ", ".join(chosen)
        shown = words
        if len(words) > MOST_LETTERS:
            shown = counted("VariableRow", "1 chosen", "%1 chosen", len(chosen))
        self._choices.setText(shown or self.tr("Choose…"))
        self._choices.setToolTip(plain_tip(words))

    def _lay_out(self) -> None:
        title = variable_title(self.name)
        words = ElidedLabel(variable_head(self.name).capitalize())
        words.setToolTip(plain_tip(f"{title}: {variable_hint(self.name)}"))
        self._low.setAccessibleName(f"{title}, {self.tr('lowest')}")
        self._high.setAccessibleName(f"{title}, {self.tr('highest')}")
        self._labels.setAccessibleName(f"{title}, {self.tr('labels')}")
        self._labels.setPlaceholderText("deu, fra")
        self._choices.setAccessibleName(title)
        self.setObjectName(self.name)
        row = horizontal((words, 1), spacing=SPACE_XS)
        is_choice, is_share = self.name in CHOICES, self.name == SHARE
        for part in (self._low, self._high):
            part.setFixedWidth(NUMBER_WIDTH if not is_share else SHARE_WIDTH)
            part.setVisible(not is_choice)
        self._labels.setVisible(is_share)
        self._choices.setVisible(is_choice)
        if is_share:
            row.addWidget(self._labels, 2)
        if is_choice:
            row.addWidget(self._choices, 2)
        else:
            for field in (self._low, label("–"), self._high):
                row.addWidget(field)
        row.addWidget(self._remove)
        vertical(row, self._error, parent=self, spacing=SPACE_XS)


def offer_labels(line: QLineEdit, labels: Sequence[str]) -> None:
    """Complete what is typed to one of some labels."""
    completer = line.completer()
    if completer is None:
        completer = QCompleter(line)
        completer.setModel(QStringListModel(completer))
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        line.setCompleter(completer)
    model = completer.model()
    if isinstance(model, QStringListModel):
        model.setStringList(list(labels))


def _remove_button(words: str) -> QToolButton:
    button = QToolButton()
    button.setText("×")
    button.setFixedWidth(REMOVE_WIDTH)
    button.setAccessibleName(words)
    button.setToolTip(words)
    return button
