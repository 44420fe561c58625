"""The left side of the Chat pane: the conversation, the template, or a file of conversations.

`ChatDesk` switches between the three, `ChatStepper` steps through the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QWidget

from workbench.chat.chat_file_list import ChatFileList
from workbench.chat.chat_messages import ChatMessages
from workbench.chat.template_editor import TemplateEditor
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import ActionButton, step_button
from workbench.ui.widgets.fields import NumberBox
from workbench.ui.widgets.labels import ElidedLabel, hairline
from workbench.ui.widgets.layouts import vertical

if TYPE_CHECKING:
    from workbench.chat.chat_actions import ChatActions

MESSAGES_PART, TEMPLATE_PART, FILE_PART = range(3)


class ChatStepper(QWidget):
    """The steps through a file, one conversation after another; hidden without a file.

    Signals:
        index_wanted: number of a conversation, from 0.
    """

    index_wanted: Signal[int] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._box = NumberBox()
        self._box.setAccessibleName(self.tr("Number of the conversation"))
        self._box.setKeyboardTracking(False)
        self._words = ElidedLabel("", "caption")
        self._row = row = QHBoxLayout()
        row.setContentsMargins(SPACE_L, SPACE_XS, SPACE_M, SPACE_XS)
        row.setSpacing(SPACE_S)
        vertical(hairline(), row, parent=self, spacing=0)
        row.addWidget(self._box)
        row.addWidget(self._words, 1)
        self._box.valueChanged.connect(self._tell)
        self.hide()

    def add_steps(self, previous: QAction, following: QAction) -> None:
        """Put the buttons for the conversation before and after beside the number."""
        self._row.insertWidget(0, step_button(previous, Qt.ArrowType.LeftArrow))
        self._row.insertWidget(2, step_button(following, Qt.ArrowType.RightArrow))

    def show_place(self, index: int, n_all: int, words: str) -> None:
        """Say which conversation is open, of how many."""
        self._is_showing = True
        self._box.setRange(1, max(n_all, 1))
        self._box.setValue(index + 1)
        self._is_showing = False
        shown = fill(self.tr("of %1"), grouped(n_all))
        self._words.setText(f"{shown}  {words}" if words else shown)
        self.show()

    def _tell(self, number: int) -> None:
        if not self._is_showing:
            self.index_wanted.emit(number - 1)


class ChatDesk(QWidget):
    """Three parts, one visible; the steps through the file stay below all of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.messages, self.template = ChatMessages(theme), TemplateEditor(theme)
        self.files, self.stepper = ChatFileList(theme), ChatStepper()
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Conversation, template or file"))
        self._stack = QStackedWidget()
        for words, part in (
            (self.tr("Conversation"), self.messages), (self.tr("Template"), self.template),
            (self.tr("File"), self.files),
        ):  # fmt: skip
            self._tabs.addTab(words)
            self._stack.addWidget(part)
        vertical(self._tabs, (self._stack, 1), self.stepper, parent=self, spacing=0)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)

    @property
    def part(self) -> int:
        """MESSAGES_PART, TEMPLATE_PART or FILE_PART."""
        return self._stack.currentIndex()

    def set_actions(self, actions: ChatActions) -> None:
        """Put the commands where they act."""
        before: QWidget = self._tabs
        for action in (actions.add, actions.json):
            button = ActionButton(action)
            self.messages.head.addWidget(button)
            self.setTabOrder(before, button)  # above the table, so before it
            before = button
        self.setTabOrder(before, self.messages.table)
        self.messages.table.addActions(
            [actions.add, actions.duplicate, actions.up, actions.down, actions.remove]
        )
        self.template.add_controls(actions.save_template, actions.revert)
        self.files.add_controls(actions.open)
        self.stepper.add_steps(actions.previous, actions.next)

    def show_part(self, part: int) -> None:
        """Bring a part to the front."""
        self._tabs.setCurrentIndex(part)
