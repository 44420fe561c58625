"""ChatActions: the commands of the Chat pane; `ChatCopying` has those that copy and write."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from engine.errors import reason_of
from engine.machine import write_whole
from workbench.chat.chat_desk import FILE_PART, MESSAGES_PART, TEMPLATE_PART, ChatDesk
from workbench.chat.chat_draft import FILE, NAMED, NANOCHAT, OWN, TOKENIZER, TemplateChoice
from workbench.chat.chat_flow import RenderRequest
from workbench.chat.chat_messages import ChatMessages
from workbench.chat.chat_views import MaskText, counts_words
from workbench.chat.template_editor import TemplateDesk
from workbench.signals import Signal
from workbench.text.numbers import grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.pane import Pane

if TYPE_CHECKING:
    from workbench.chat.chat_flow import ScanTotals


_GREEN, _GREY, _PLAIN = "\x1b[32m", "\x1b[90m", "\x1b[0m"
_TICKS = re.compile("`+")
_FIXTURE = "chat-fixture.json"


def fenced(text: str) -> str:
    """A text as a code block of Markdown, whatever its contents."""
    longest = max((len(found) for found in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def markdown_text(content: object) -> str:
    """The contents of a message; JSON if they are not text."""
    return (
        content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=1)
    )


class ChatCopying(QObject):
    """Copies the last rendered conversation, up to the length limit.

    Signals:
        noted: a sentence: where the fixture is, or why nothing was copied or written.
    """

    noted: Signal[str] = Signal(object)

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._pane = pane
        self._shown: MaskText | None = None
        self._request: RenderRequest | None = None
        self._file: Path | None = None
        self._tokenizer: str | None = None

    def note_shown(self, shown: MaskText | None, request: RenderRequest | None) -> None:
        """Copy this from now on."""
        self._shown, self._request = shown, request

    def note_places(self, file: Path | None, tokenizer: str | None) -> None:
        """Know the open file of conversations, and the id or file of the tokenizer."""
        self._file, self._tokenizer = file, tokenizer

    def copy_ids(self) -> None:
        """Put the ids on the clipboard as a list that Python and JSON read."""
        if (shown := self._rendered()) is not None:
            self._copy(json.dumps(shown.rendered.ids[: shown.n_kept].tolist()))

    def copy_mask(self) -> None:
        """Put the mask on the clipboard as a list of 0 and 1."""
        if (shown := self._rendered()) is not None:
            self._copy(json.dumps(shown.rendered.mask[: shown.n_kept].astype(int).tolist()))

    def copy_ansi(self) -> None:
        """Put the tokens on the clipboard in the colours of a terminal, a bar between two."""
        if (shown := self._rendered()) is not None:
            rendered = shown.rendered
            words = (
                f"{_GREEN if rendered.mask[n] else _GREY}{visible(rendered.token(n))}{_PLAIN}"
                for n in range(shown.n_kept)
            )
            self._copy("|".join(words))

    def copy_markdown(self) -> None:
        """Put the conversation on the clipboard as Markdown, with what is trained of each message.

        White space is as it is; a fence is longer than any that a message has.
        """
        if (shown := self._rendered()) is None or self._request is None:
            return
        rendered, kept = shown.rendered, shown.n_kept
        share = percent(shown.n_trained / kept if kept else None)
        pieces = [f"{counts_words(kept, grouped(shown.n_trained))} ({share})"]
        for index, message in enumerate(self._request.draft.messages):
            own = rendered.message[:kept] == index
            trained = int(np.count_nonzero(rendered.mask[:kept][own]))
            counts = counts_words(int(own.sum()), grouped(trained))
            text = markdown_text(message.content)
            pieces.append(f"**{index + 1} {message.role}** ({counts})\n\n{fenced(text)}")
        self._copy("\n\n".join(pieces) + "\n")

    def copy_command(self) -> None:
        """Put the command line on the clipboard that does the same with the whole file."""
        request = self._request
        if self._file is None or request is None:
            self.noted.emit(self.tr("Open a file of conversations; the command needs one."))
            return
        choice = request.rules.template
        names = {NANOCHAT: NANOCHAT, NAMED: choice.name, TOKENIZER: TOKENIZER}
        template = str(choice.path) if choice.kind == FILE else names.get(choice.kind, "")
        if choice.is_draft or not template:
            self.noted.emit(self.tr("Save the edited template first; the command names its file."))
            return
        words = ["tokenizer-workbench", "chat", self._tokenizer or "TOKENIZER", str(self._file),
                 "--template", template]  # fmt: skip
        if request.rules.max_tokens is not None:
            words += ["--max-tokens", str(request.rules.max_tokens)]
        self._copy(shlex.join(words))

    def ask_fixture(self) -> None:
        """Let the person choose where to write the sample, and write it."""
        if self._rendered() is None:
            return
        title = self.tr("Save sample as test fixture")
        chosen = ask_place(self._pane, title, _FIXTURE, "JSON (*.json)")
        if chosen:
            self.save_fixture(Path(chosen))

    def save_fixture(self, path: Path) -> None:
        """Write conversation, template, ids and mask as JSON."""
        shown, request = self._rendered(), self._request
        if shown is None or request is None:
            return
        rules, n_kept = request.rules, shown.n_kept
        document = {
            "conversation": request.draft.document(),
            "template": rules.template.name or rules.template.kind,
            "template_text": rules.template.text,
            "mask_source": rules.mask,
            "max_tokens": rules.max_tokens,
            "completion": rules.completion,
            "tokenizer": rules.tokenizer.semantic_hash,
            "ids": shown.rendered.ids[:n_kept].tolist(),
            "mask": shown.rendered.mask[:n_kept].astype(int).tolist(),
        }
        if rules.template.path is not None:
            document["template"] = str(rules.template.path)
        try:
            text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
            write_whole(path.resolve(), text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            words = self.tr("The sample cannot be saved as %1: %2. Choose another folder.")
            reason = reason_of(error)
            self.noted.emit(fill(words, str(path), reason))
            return
        self.noted.emit(fill(self.tr("Saved as %1."), str(path)))

    def _rendered(self) -> MaskText | None:
        if self._shown is None:
            self.noted.emit(self.tr("No rendered conversation to copy."))
        return self._shown

    @staticmethod
    def _copy(text: str) -> None:
        QGuiApplication.clipboard().setText(text)


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
        self._desk.show_part(FILE_PART)
        self._desk.files.focus_search()

    def _go_on(self) -> None:
        self.step_wanted.emit(1)

    def _go_back(self) -> None:
        self.step_wanted.emit(-1)

    def _show_json(self) -> None:
        self._desk.show_part(MESSAGES_PART)
        self._desk.messages.show_json(self.json.isChecked())

    def _open_template(self) -> None:
        self._desk.show_part(TEMPLATE_PART)
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
