"""MessageBar: one sentence at the top of a pane, with an action, copy and dismiss."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from engine.optional_libraries import libraries_named_in
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS
from workbench.widgets.install_button import install_words
from workbench.widgets.labels import label, set_property


class MessageBar(QFrame):
    """Hidden until it has something to say; a new sentence replaces the old one.

    A sentence with the command that installs a library gets a button that asks for it, unless it
    has an action of its own.

    Signals:
        installation_requested: tuple of modules, of the libraries to install.
        action_requested: the person pressed the bar's own button ("Undo", ...).
        dismissed: the person closed the bar, or Escape was pressed in it.
    """

    installation_requested = Signal(object)
    action_requested = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar-info")
        self.setAccessibleName(self.tr("Message"))
        self._label = label(wrap=True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._modules: tuple[str, ...] = ()
        self._action = QPushButton()
        self._copy = self._button(self.tr("Copy"))
        self._dismiss = self._button(self.tr("Dismiss"))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_XS, SPACE_XS, SPACE_XS)
        row.setSpacing(SPACE_S)
        row.addWidget(self._label, 1)
        row.addWidget(self._action)
        row.addWidget(self._copy)
        row.addWidget(self._dismiss)
        self._action.clicked.connect(self._ask_action)
        self._copy.clicked.connect(self.copy_text)
        self._dismiss.clicked.connect(self.dismiss)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence on show, "" when the bar is hidden."""
        return "" if self.isHidden() else self._label.text()

    @property
    def action(self) -> str:
        """What the button says, or said when it was pressed last."""
        return self._action.text()

    def show_error(self, sentence: str, *, action: str = "") -> None:
        """Show what went wrong and what to do."""
        self._show("bar-error", sentence, action)

    def show_warning(self, sentence: str, *, action: str = "") -> None:
        self._show("bar-warning", sentence, action)

    def show_note(self, sentence: str, *, action: str = "") -> None:
        """Show something that is neither wrong nor urgent ("Run deleted." with Undo)."""
        self._show("bar-info", sentence, action)

    def add_button(self, button: QPushButton) -> None:
        """Put a button before the others."""
        self._row.insertWidget(1, button)

    def press_action(self) -> None:
        """Do what the bar's own button does."""
        self._action.click()

    def clear(self) -> None:
        """Hide the bar without telling anybody."""
        self._label.clear()
        self.hide()

    def dismiss(self) -> None:
        if not self.isHidden():
            self.clear()
            self.dismissed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _show(self, role: str, sentence: str, action: str) -> None:
        set_property(self, "role", role)
        self._modules = () if action else libraries_named_in(sentence)
        if self._modules:
            action = install_words(self._modules)
        self._label.setText(sentence)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._copy.setVisible(role != "bar-info")
        self.setAccessibleDescription(sentence)
        self.show()

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "quiet")
        return button

    def _ask_action(self) -> None:
        self.clear()
        if self._modules:
            self.installation_requested.emit(self._modules)
        else:
            self.action_requested.emit()

    def copy_text(self) -> None:
        """Put the sentence on the clipboard."""
        QGuiApplication.clipboard().setText(self._label.text())
