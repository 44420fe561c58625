"""ChatActions: the commands of the Chat pane."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.chat.chat_copying import ChatCopying
from workbench.chat.chat_desk import FILE, MESSAGES, TEMPLATE, ChatDesk
from workbench.chat.chat_draft import OWN, TemplateChoice
from workbench.chat.chat_messages import ChatMessages
from workbench.chat.template_desk import TemplateDesk
from workbench.signals import Signal
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.pane import Pane

if TYPE_CHECKING:
    from workbench.chat.chat_work import ScanTotals

_KINDS = "JSON (*.jsonl *.json *.jsonl.zst *.jsonl.gz *.ndjson)"


class ChatActions(QObject):
    """The commands of the Chat pane, which adds them to its menus.

    Signals:
        file_chosen: Path of a file of conversations.
        step_wanted: 1 for the next conversation, -1 for the previous one.
        check_wanted, export_wanted: check or export the open file.
        sample_wanted: open the sample conversation.
        token_wanted: show the current token in the vocabulary.
    """

    file_chosen: Signal[Path] = Signal(object)
    step_wanted: Signal[int] = Signal(object)
    check_wanted = Signal()
    export_wanted = Signal()
    sample_wanted = Signal()
    token_wanted = Signal()

    def __init__(
        self, pane: Pane, desk: ChatDesk, templates: TemplateDesk, copying: ChatCopying
    ) -> None:
        super().__init__(pane)
        self._pane, self._desk = pane, desk
        self._make_of_file()
        self._make_of_messages(desk.messages)
        self._make_of_template(templates)
        self._make_of_copying(copying)
        self.note_file(False)

    def note_file(self, is_open: bool) -> None:
        """Offer what needs a file only while one is open."""
        reason = "" if is_open else self.tr("open a file of conversations first")
        for action in (self.next, self.previous, self.find, self.check, self.export):
            action.setEnabled(is_open)
            action.setStatusTip(reason)

    def note_checked(self, totals: ScanTotals | None) -> None:
        """Offer arrays only if some conversation of the file has any. totals: None if stopped."""
        if totals is None:
            return
        has_arrays = totals.n_refused < totals.n_all
        self.export.setEnabled(has_arrays)
        reason = self.tr("every conversation of the file is damaged or refused")
        self.export.setStatusTip("" if has_arrays else reason)

    def note_template(self, choice: TemplateChoice) -> None:
        """Offer what there is to save or to give up."""
        can_revert = choice.is_draft and choice.kind != OWN
        for action, can, reason in (
            (
                self.save_template,
                choice.is_editable,
                self.tr("nanochat's rules have no template text"),
            ),
            (self.revert, can_revert, self.tr("no edits")),
        ):
            action.setEnabled(can)
            action.setStatusTip("" if can else reason)

    def ask_file(self) -> None:
        """Let the person choose a file of conversations."""
        name = ask_file(self._pane, self.tr("Conversations"), _KINDS)
        if name:
            self.file_chosen.emit(Path(name))

    def _find(self) -> None:
        self._desk.show_part(FILE)
        self._desk.files.focus_search()

    def _go_on(self) -> None:
        self.step_wanted.emit(1)

    def _go_back(self) -> None:
        self.step_wanted.emit(-1)

    def _show_json(self) -> None:
        self._desk.show_part(MESSAGES)
        self._desk.messages.show_json(self.json.isChecked())

    def _open_template(self) -> None:
        self._desk.show_part(TEMPLATE)
        self._templates.ask_file()

    def _make_of_file(self) -> None:
        make = self._pane.make_action
        hint = self.tr("Step through the conversations of a JSONL or JSON file.")
        words = self.tr("Open conversations…")
        self.open = make("chat.open_file", words, self.ask_file, hint=hint)
        hint = self.tr("Show the next listed conversation.")
        self.next = make(
            "chat.next_conversation",
            self.tr("Next conversation"),
            self._go_on,
            keys="F8",
            hint=hint,
        )
        hint = self.tr("Show the previous listed conversation.")
        words = self.tr("Previous conversation")
        self.previous = make(
            "chat.previous_conversation", words, self._go_back, keys="Shift+F8", hint=hint
        )
        hint = self.tr("Find a text in all conversations of the file.")
        self.find = make(
            "chat.find_text",
            self.tr("Find in conversations"),
            self._find,
            keys="Ctrl+Shift+F",
            hint=hint,
        )
        hint = self.tr("Render and check every conversation of the file with the current settings.")
        self.check = make(
            "chat.check_file", self.tr("Check file"), self.check_wanted.emit, keys="F5", hint=hint
        )
        hint = self.tr("Write ids, masks and starts of the whole file as arrays for training.")
        words = self.tr("Export arrays…")
        self.export = make("chat.export_arrays", words, self.export_wanted.emit, hint=hint)

    def _make_of_messages(self, messages: ChatMessages) -> None:
        make = self._pane.make_action
        hint = self.tr("Insert a message after the selected one.")
        self.add = make(
            "chat.add_message", self.tr("Add message"), messages.add, keys="Ctrl+M", hint=hint
        )
        hint = self.tr("Remove the selected message, part or field.")
        words = self.tr("Remove message")
        self.remove = make(
            "chat.remove_message", words, messages.remove, keys="Ctrl+Backspace", hint=hint
        )
        hint = self.tr("Insert a copy after the selected message.")
        words = self.tr("Duplicate message")
        self.duplicate = make(
            "chat.duplicate_message", words, messages.duplicate, keys="Ctrl+D", hint=hint
        )
        hint = self.tr("Move the selected message up.")
        self.up = make(
            "chat.move_message_up",
            self.tr("Move message up"),
            messages.move_up,
            keys="Alt+Up",
            hint=hint,
        )
        hint = self.tr("Move the selected message down.")
        words = self.tr("Move message down")
        self.down = make(
            "chat.move_message_down", words, messages.move_down, keys="Alt+Down", hint=hint
        )
        hint = self.tr("Show and edit the conversation as JSON.")
        self.json = make(
            "chat.show_json", self.tr("Edit as JSON"), self._show_json, keys="Ctrl+J", hint=hint
        )
        self.json.setCheckable(True)
        hint = self.tr("Load the sample conversation.")
        self.sample = make(
            "chat.use_sample", self.tr("Sample conversation"), self.sample_wanted.emit, hint=hint
        )

    def _make_of_template(self, templates: TemplateDesk) -> None:
        make = self._pane.make_action
        self._templates = templates
        hint = self.tr("Use the chat template of a .jinja or tokenizer_config.json file.")
        self.open_template = make(
            "chat.open_template", self.tr("Open template…"), self._open_template, hint=hint
        )
        hint = self.tr("Save the edited template as a .jinja file.")
        self.save_template = make(
            "chat.save_template", self.tr("Save template as…"), templates.save, hint=hint
        )
        hint = self.tr("Discard the edits of the template.")
        self.revert = make(
            "chat.revert_template", self.tr("Revert template"), templates.revert, hint=hint
        )

    def _make_of_copying(self, copying: ChatCopying) -> None:
        make = self._pane.make_action
        ids, mask = self.tr("Copy ids"), self.tr("Copy mask")
        ansi = self.tr("Copy for a terminal")
        command = self.tr("Copy as command line")
        markdown = self.tr("Copy as Markdown")
        hint = self.tr("Copy the tokens with terminal colours.")
        words = self.tr("Save sample as test fixture…")
        vocabulary = self.tr("Show in vocabulary")
        self.copies = (
            make("chat.copy_ids", ids, copying.copy_ids, keys="Ctrl+Shift+C"),
            make("chat.copy_mask", mask, copying.copy_mask),
            make("chat.copy_ansi", ansi, copying.copy_ansi, hint=hint),
            make("chat.copy_markdown", markdown, copying.copy_markdown),
            make("chat.copy_command", command, copying.copy_command),
            make("chat.save_fixture", words, copying.ask_fixture),
        )
        hint = self.tr("Show the current token in the vocabulary.")
        self.vocabulary = make(
            "chat.show_in_vocabulary", vocabulary, self.token_wanted.emit, hint=hint
        )
