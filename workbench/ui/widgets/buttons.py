"""ActionButton: a push button for a QAction; and tool tips that name its keys.

`segmented` joins buttons to a control for views of the same data; `TextsButton` asks in which text
something is to be looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from engine.machine import libraries_named_in, library_names
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.widgets.file_dialogs import ask_files, ask_folder
from workbench.ui.words.tool_tips import plain_tip


def tip_of(action: QAction) -> str:
    """Return what an action does, with the keys that do it now, and why it cannot be done."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    does = f"{action.toolTip()} ({keys})" if keys else action.toolTip()
    reason = "" if action.isEnabled() else action.statusTip()
    tip = "\n".join(filter(None, (does, reason and f"{reason[:1].upper()}{reason[1:]}.")))
    return plain_tip(tip)


class ToolTipOfAction(QObject):
    """Keeps the tool tip of a button that something else ties to an action; lives with it."""

    def __init__(self, button: QAbstractButton, action: QAction) -> None:
        super().__init__(button)
        self._button, self._action = button, action
        action.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self._button.setToolTip(tip_of(self._action))


class ActionToolButton(QToolButton):
    """A tool button for an action: its icon, words, state, menu and tool tip follow the action.

    WORKAROUND: QToolButton of Qt 6.11 calls its own setDefaultAction when the action changes, which
    connects with the action once more each time: every change costs memory and makes the next one
    slower.
    """

    def __init__(self, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDefaultAction(action)
        ToolTipOfAction(self, action)

    def actionEvent(self, event: QActionEvent) -> None:
        action = self.defaultAction()
        if event.type() is not QEvent.Type.ActionChanged or event.action() is not action:
            super().actionEvent(event)
            return
        self.setText(action.iconText())
        self.setIcon(action.icon())
        self.setEnabled(action.isEnabled())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())


class ActionButton(QPushButton):
    """A button that stands for an action: same enabled state, same words if it has none itself.

    Where the action is on or off, so is the button. Its tool tip says why the action cannot be
    done just now.
    """

    def __init__(self, action: QAction, parent: QWidget | None = None, *, words: str = "") -> None:
        super().__init__(parent)
        self._action, self._words = action, words
        self.clicked.connect(action.trigger)
        action.changed.connect(self._show_action)
        self._show_action()

    def _show_action(self) -> None:
        self.setText(self._words or self._action.text())
        self.setEnabled(self._action.isEnabled())
        self.setCheckable(self._action.isCheckable())
        self.setChecked(self._action.isChecked())
        self.setToolTip(tip_of(self._action))


def step_button(action: QAction, arrow: Qt.ArrowType) -> ActionToolButton:
    """A narrow button with an arrow for an action that goes one step on or back."""
    button = ActionToolButton(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setArrowType(arrow)
    button.setAccessibleName(action.text())
    return button


class InstallButton(QPushButton):
    """Offers to install the libraries that a sentence names.

    Hidden while the sentence beside it names no library.

    Signals:
        installation_requested: tuple of modules, of the libraries to install.
    """

    installation_requested: Signal[tuple[str, ...]] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._modules: tuple[str, ...] = ()
        self.hide()
        self.clicked.connect(self._ask)

    def offer_for(self, sentence: str) -> None:
        """Offer what the command in a sentence installs, nothing without one."""
        self._modules = libraries_named_in(sentence)
        self.setText(install_words(self._modules))
        self.setVisible(bool(self._modules))

    def _ask(self) -> None:
        self.installation_requested.emit(self._modules)


def install_words(modules: Sequence[str]) -> str:
    """What a button says that installs libraries; "" for none."""
    if not modules:
        return ""
    words = QCoreApplication.translate("InstallButton", "Install %1")
    return fill(words, library_names(modules))


def segmented(buttons: Sequence[QPushButton]) -> QHBoxLayout:
    """Make buttons checkable and return them side by side, as one control."""
    row = QHBoxLayout()
    row.setSpacing(0)
    last = len(buttons) - 1
    for place, button in enumerate(buttons):
        button.setCheckable(True)
        button.setProperty("segment", {0: "first", last: "last"}.get(place, "middle"))
        row.addWidget(button)
    return row


class TextsButton(QPushButton):
    """A menu of texts: the corpus of the window, the evaluation texts, files or a folder.

    Signals:
        requested: None for the corpus of the window, or a tuple of paths.
    """

    requested: Signal[tuple[Path, ...] | None] = Signal(object)

    def __init__(self, words: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._words = words
        self._evaluation_paths: tuple[Path, ...] = ()
        self.setProperty("kind", "menu")
        self.setToolTip(plain_tip(hint))
        menu = QMenu(self)
        self._in_corpus = menu.addAction(self.tr("In the corpus of the window"))
        self._in_corpus.triggered.connect(self._ask_corpus)
        self._in_evaluation = menu.addAction(self.tr("In the evaluation texts"))
        self._in_evaluation.triggered.connect(self._ask_evaluation)
        menu.addAction(self.tr("In files…")).triggered.connect(self._ask_files)
        menu.addAction(self.tr("In a folder…")).triggered.connect(self._ask_folder)
        self.setMenu(menu)
        self.set_corpus_there(False)
        self.set_evaluation_paths(())

    def set_corpus_there(self, is_there: bool) -> None:
        """Say whether the window has a corpus."""
        self._in_corpus.setEnabled(is_there)

    def set_evaluation_paths(self, paths: tuple[Path, ...]) -> None:
        """Say which texts an evaluation measures on; none where that is the corpus."""
        self._evaluation_paths = paths
        self._in_evaluation.setEnabled(bool(paths))

    def note_working(self, words: str) -> None:
        """Say that the work is being done; "" when it is over."""
        self.setEnabled(not words)
        self.setText(words or self._words)

    def _ask_corpus(self) -> None:
        self.requested.emit(None)

    def _ask_evaluation(self) -> None:
        self.requested.emit(self._evaluation_paths)

    def _ask_files(self) -> None:
        chosen = ask_files(self, self._words)
        if chosen:
            self.requested.emit(tuple(map(Path, chosen)))

    def _ask_folder(self) -> None:
        chosen = ask_folder(self, self._words)
        if chosen:
            self.requested.emit((Path(chosen),))
