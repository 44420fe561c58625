"""TopBar: menus, the run everything speaks about, palette, theme, and the next step.

`NextStepButton` is the button for the next step on the way from corpus to exported tokenizer,
one in the window, always in the same place and of the same width.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QMenuBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from workbench.signals import Signal
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    CHOOSER_LEAST,
    ICON_SIZE,
    PRIMARY_WIDTH,
    RUN_WIDTH,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TOOLBAR_HEIGHT,
    Theme,
)
from workbench.ui.widgets.buttons import ActionToolButton, tip_of
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import horizontal
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted, translator

_tr = translator("next_step")

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


_BEFORE_THE_GAP = 100
"""The chooser takes its room before the gap at its left does."""
_ROOM_FOR_WORD = 1200


class TopBar(QFrame):
    """One slim row over the whole width.

    Signals:
        chooser_requested: the person wants to choose a run.
    """

    chooser_requested = Signal()

    def __init__(
        self, menus: QMenuBar, next_step: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("top_bar")
        self.setFixedHeight(TOOLBAR_HEIGHT + 2 * SPACE_XS)
        self._theme = theme
        self._icons: list[tuple[QAction, str]] = []
        self.chooser = _Chooser(self.tr("No run chosen"))
        self.chooser.setAccessibleName(self.tr("Current run"))
        self.chooser.clicked.connect(self.chooser_requested)
        set_property(self.chooser, "kind", "chooser")
        self._next = NextStepButton(next_step)
        self._row = horizontal(parent=self, margins=(SPACE_S, 0, SPACE_M, 0), spacing=SPACE_S)
        self._row.addWidget(menus, 0, Qt.AlignmentFlag.AlignVCenter)
        menus.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._row.addStretch(1)
        self._word = label(self.tr("Run"), "muted")
        self._row.addWidget(self._word)
        self._row.addWidget(self.chooser, _BEFORE_THE_GAP)
        self._row.addSpacing(SPACE_S)
        self._row.addWidget(self._next)
        self._restyle()
        theme.changed.connect(self._restyle)

    def add_icon(self, action: QAction, icon_name: str) -> QToolButton:
        """Put an action as an icon left of the next step."""
        button = ActionToolButton(action)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setAccessibleName(action.text())
        if action.menu() is not None:
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._icons.append((action, icon_name))
        self._row.insertWidget(self._row.indexOf(self._next), button)
        self._restyle()
        return button

    def add_menu(self, action: QAction, choices: Iterable[QAction], icon_name: str) -> None:
        """Put a menu of choices as an icon left of the next step."""
        menu = QMenu(self)
        menu.addActions(list(choices))
        action.setMenu(menu)
        self.add_icon(action, icon_name)

    def set_run(self, words: str) -> None:
        """Show which run is current."""
        self.chooser.set_words(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the word before the chooser gives way: its arrow says enough."""
        super().resizeEvent(event)
        self._word.setVisible(event.size().width() >= _ROOM_FOR_WORD)

    def _restyle(self) -> None:
        for action, name in self._icons:
            action.setIcon(icon(name, self._theme))
        self.chooser.set_arrow(icon("chevron-down", self._theme))


class MenuBar(QMenuBar):
    """As wide with every title of the workspace's menu, so that nothing moves at its right.

    titles: those that its one changing menu may have.
    """

    def __init__(self, titles: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setNativeMenuBar(False)
        self._titles = tuple(titles)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        shown = [each.text() for each in self.actions() if each.text() in self._titles]
        if not shown:
            return hint
        missing = max(map(self._width_of, self._titles)) - max(map(self._width_of, shown))
        return QSize(hint.width() + max(0, missing), hint.height())

    def _width_of(self, title: str) -> int:
        """As QMenuBar measures its titles."""
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, title).width()


class _Chooser(QPushButton):
    """As wide as there is room for, with an arrow; its words end in an ellipsis, and are in the
    tool tip."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self._arrow = QIcon()
        self.setMinimumWidth(CHOOSER_LEAST)
        self.setMaximumWidth(RUN_WIDTH)
        self.set_words(words)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setToolTip(plain_tip(words))
        self._fit()

    def set_arrow(self, arrow: QIcon) -> None:
        self._arrow = arrow
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        left = self.width() - SPACE_S - SPACE_L
        place = QRect(left, (self.height() - SPACE_L) // 2, SPACE_L, SPACE_L)
        self._arrow.paint(QPainter(self), place)

    def _fit(self) -> None:
        room = self.width() - 2 * SPACE_M - SPACE_L
        elided = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(elided)
