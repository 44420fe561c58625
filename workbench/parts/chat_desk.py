"""ChatDesk: what a person works on: the conversation, the template, or a file of conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workbench.parts.chat_file_list import ChatFileList
from workbench.parts.chat_messages import ChatMessages
from workbench.parts.chat_stepper import ChatStepper
from workbench.parts.template_editor import TemplateEditor
from workbench.theme import Theme
from workbench.widgets.action_button import ActionButton

if TYPE_CHECKING:
    from workbench.parts.chat_actions import ChatActions

MESSAGES, TEMPLATE, FILE = range(3)


class ChatDesk(QWidget):
    """Three parts, one in front; the way through the file stays below all of them."""

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        column.addWidget(self.stepper)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)

    @property
    def part(self) -> int:
        """MESSAGES, TEMPLATE or FILE."""
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
