"""The next step on the way from corpus to exported tokenizer, and the filled button that does it.

There is one such button in the window, always in the same place and of the same width.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.ui.theme.theme import PRIMARY_WIDTH
from workbench.ui.widgets.buttons import tip_of
from workbench.ui.words.translation import counted

_WIDEST = 999
"""Sources that the button has room for."""


class Step(Enum):
    """What a person does next; VERIFY is the export itself, with its form in front."""

    ADD_FILES = auto()
    TRAIN = auto()
    WATCH = auto()
    RESUME = auto()
    EVALUATE = auto()
    READ = auto()
    EXPORT = auto()
    VERIFY = auto()
    REGISTER = auto()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is.

    n_sources: of the corpus, 0 without one. has_changed: corpus, pattern, mixture or settings are
    not those that the open tokenizer was opened with. can_evaluate: there are texts, and no
    evaluation runs. is_read: its tokens were looked at. exports: the form of an export is in front.
    is_exported: with the result of a verified one.
    """

    n_sources: int = 0
    is_training: bool = False
    is_paused: bool = False
    has_tokenizer: bool = False
    has_changed: bool = False
    can_evaluate: bool = False
    is_evaluated: bool = False
    is_read: bool = False
    exports: bool = False
    is_exported: bool = False


def next_step(progress: Progress) -> Step:
    """Return the first step that is not done and can be done now."""
    if progress.exports:
        return Step.REGISTER if progress.is_exported else Step.VERIFY
    if progress.is_training:
        return Step.RESUME if progress.is_paused else Step.WATCH
    if not progress.has_tokenizer:
        return Step.TRAIN if progress.n_sources else Step.ADD_FILES
    if progress.has_changed and progress.n_sources:
        return Step.TRAIN
    if progress.can_evaluate and not progress.is_evaluated:
        return Step.EVALUATE
    return Step.EXPORT if progress.is_read else Step.READ


def step_words(step: Step, n_sources: int) -> str:
    """Return what the button says of a step."""
    if step is Step.TRAIN:
        return counted("next_step", "Train on 1 source", "Train on %1 sources", n_sources)
    return {
        Step.ADD_FILES: _tr("Add files"),
        Step.WATCH: _tr("Watch the training"),
        Step.RESUME: _tr("Resume the training"),
        Step.EVALUATE: _tr("Evaluate"),
        Step.READ: _tr("Read the tokens"),
        Step.EXPORT: _tr("Export…"),
        Step.VERIFY: _tr("Export and verify"),
        Step.REGISTER: _tr("Register…"),
    }[step]


def step_tip(step: Step) -> str:
    """Return why a step is the next one."""
    return {
        Step.ADD_FILES: _tr("There is no corpus yet: add files to learn from."),
        Step.TRAIN: _tr("Train a tokenizer on the corpus with the settings in Train."),
        Step.WATCH: _tr("A training is running. The next step follows when it has finished."),
        Step.EVALUATE: _tr("Measure the open tokenizer on the test texts chosen in Compression."),
        Step.READ: _tr("See a text as tokens of the open tokenizer."),
        Step.EXPORT: _tr("Write the open tokenizer for other libraries."),
        Step.RESUME: _tr("The training is paused."),
        Step.REGISTER: _tr("Freeze the exported tokenizer under a name and version."),
        Step.VERIFY: _tr("Write the files and compare token IDs in the other library."),
    }[step]


class NextStepButton(QPushButton):
    """The filled button: the words of an action's icon text, as wide as the longest of all steps.

    It keeps its room while the action is invisible, before the window knows what comes next.
    """

    def __init__(self, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "primary")
        self._action = action
        self._reserved = [step_words(step, _WIDEST) for step in Step]
        place = self.sizePolicy()
        place.setRetainSizeWhenHidden(True)
        self.setSizePolicy(place)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._show)
        self._show()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        frame = hint.width() - self._width_of(self.text())
        widest = max(map(self._width_of, self._reserved))
        return QSize(max(PRIMARY_WIDTH, frame + widest), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _show(self) -> None:
        self.setText(self._action.iconText())
        self.setEnabled(self._action.isEnabled())
        self.setToolTip(tip_of(self._action))
        self.setVisible(self._action.isVisible())

    def _width_of(self, words: str) -> int:
        """As QPushButton measures its own words."""
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, words).width()


def _tr(words: str) -> str:
    return QCoreApplication.translate("next_step", words)
