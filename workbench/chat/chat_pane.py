"""The Chat pane: a conversation as tokens with its supervision mask, alone or from a file.

Read `ChatPane` first. `FileSteps` steps through the open file, `ChatLookUp` shows facts on the
current token, `sample_chat` is the conversation at the first start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from workbench.chat.chat_actions import ChatActions, ChatCopying
from workbench.chat.chat_desk import FILE_PART, TEMPLATE_PART, ChatDesk
from workbench.chat.chat_draft import ChatDraft, TemplateChoice
from workbench.chat.chat_flow import (
    FileConversation,
    RenderedDraft,
    RenderRequest,
    Rules,
    ScanTotals,
)
from workbench.chat.chat_options import ChatOptions
from workbench.chat.chat_results import ChatResults
from workbench.chat.chat_views import mask_text, role_words, trained_words
from workbench.chat.missing_tokens import MissingTokens, addable_tokens
from workbench.chat.template_editor import TemplateDesk
from workbench.signals import Signal
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.ui.spans.find_bar import FindBar
from workbench.ui.spans.overlays import ShowButton
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.labels import hairline
from workbench.ui.widgets.layouts import vertical
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.token_facts import inspection_of
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.chat import ConversationFile

REST_MS = 600
"""A template that is typed is tried on one conversation at once, on the file when typing rests."""

_SYSTEM = "You answer briefly, in the language you are asked in."
_DOCUMENT = {
    "messages": [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": "How many days are there from 3 March to 14 July?"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I count them:\n"},
                {
                    "type": "python",
                    "text": "from datetime import date\n"
                    "(date(2025, 7, 14) - date(2025, 3, 3)).days",
                },
                {"type": "python_output", "text": "133"},
                {"type": "text", "text": "There are 133 days."},
            ],
        },
        {"role": "user", "content": "谢谢！\t那么一共是几个星期？ 🙂"},
        {"role": "assistant", "content": "正好是十九个星期。"},
    ]
}
OVERLAYS = ("tokens", "mask", "ids", "bytes", "pre_tokens", "white_space")
TEMPLATE_SUFFIXES = (".jinja", ".j2")
CHAT_SUFFIXES = (".jsonl", ".json", ".ndjson")
_PACKED = (".zst", ".gz", ".xz")
_HEAD_BYTES = 4096
_CHAT_KEYS = (b'"messages"', b'"conversations"', b'"instruction"')
_DESK_WIDTH = 380


class FileSteps(QObject):
    """The open file of conversations, and the steps from one listed conversation to the next.

    Signals:
        opened: check the file: it was opened, or the rules changed.
        conversation_requested: number of a conversation, from 0.
        emptied: the opened file has no conversation; the edited one stays on show.
    """

    opened = Signal()
    conversation_requested: Signal[int] = Signal(object)
    emptied = Signal()

    def __init__(
        self, desk: ChatDesk, actions: ChatActions, bar: MessageBar, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bar, self._failure = bar, ""
        self._desk, self._actions = desk, actions
        self._file: ConversationFile | None = None
        self._index = 0
        self._line: int | None = None
        self._others = QTimer(self, singleShot=True, interval=REST_MS)
        self._others.timeout.connect(self.opened)
        actions.step_wanted.connect(self._step)
        desk.stepper.index_wanted.connect(self._ask_for)
        desk.files.conversation_chosen.connect(self._ask_for)

    @property
    def file(self) -> ConversationFile | None:
        return self._file

    @property
    def path(self) -> Path | None:
        """Of the open file, None where it is no file of this computer."""
        path = None if self._file is None else self._file.path
        return path if isinstance(path, Path) else None

    @property
    def index(self) -> int:
        """The conversation on show, from 0."""
        return self._index

    @property
    def line(self) -> int | None:
        """The line of the file that it stands in."""
        return self._line

    def note_file(self, file: ConversationFile) -> None:
        """A file is open: ask for its first conversation and for its check."""
        self._file = file
        self._actions.note_file(True)
        name = getattr(file.path, "name", str(file.path))
        self._desk.files.show_file(name, str(file.path))
        if not len(file):
            self._desk.files.end_scan(ScanTotals(0))
            self._line = None
            self._desk.stepper.hide()
            self._bar.show_warning(fill(self.tr("%1 contains no conversation."), name))
            self.emptied.emit()
            return
        self.opened.emit()
        self._ask_for(0)

    def note_failed(self, sentence: str) -> None:
        """Something could not be done with the file."""
        self._failure = sentence
        self._bar.show_error(sentence)

    def forget_failure(self) -> None:
        """A new attempt: remove the notice of the previous one."""
        if self._failure and self._bar.text == self._failure:
            self._bar.clear()

    def note_conversation(self, found: FileConversation) -> None:
        """A conversation of the file is on show."""
        self._line = found.line
        self._show_place(found.index)

    def note_damaged(self, index: int) -> None:
        """The record at this place is damaged."""
        self._line = None
        self._show_place(index)

    def note_other_rules(self) -> None:
        """What the list says of the file was found with other rules."""
        if self._file is not None:
            self._others.start()

    def _show_place(self, index: int) -> None:
        self._index = index
        words = ""
        if self._line is not None:
            words = fill(self.tr("line %1"), grouped(self._line))
        n_all = 0 if self._file is None else len(self._file)
        self._desk.stepper.show_place(index, n_all, words)
        self._desk.files.choose(index)

    def _step(self, by: int) -> None:
        """To the next one that the filter lets through; past what is not checked yet."""
        files, index = self._desk.files, self._index + by
        found = files.rows.neighbour(self._index, by)
        if found is not None:
            index = found
        elif files.is_filtered:
            return
        if self._file is not None and 0 <= index < len(self._file):
            self._ask_for(index)

    def _ask_for(self, index: int) -> None:
        if self._file is not None:
            self.conversation_requested.emit(index)


class ChatLookUp(QObject):
    """Shows the current token in the inspector, and why it is supervised."""

    def __init__(self, state: WorkbenchState, results: ChatResults, parent: QObject) -> None:
        super().__init__(parent)
        self._state, self._results = state, results
        self._tokenizer: Tokenizer | None = None
        self._told: Inspection | None = None
        results.views.current_changed.connect(self._inspect)

    def note_tokenizer(self, tokenizer: Tokenizer) -> None:
        """The tokens on show are of this tokenizer."""
        self._tokenizer = tokenizer

    def note_other(self, line: int | None, template: str) -> None:
        """Another conversation is on show: a token of the one before is not its own.

        The inspector speaks of the conversation, if it spoke of a token here. line: of its file.
        """
        shown = self._results.shown
        if self._told is None or self._state.inspection != self._told or shown is None:
            return
        rendered, kept = shown.rendered, shown.n_kept
        facts = [
            Fact(self.tr("Tokens"), grouped(kept)),
            Fact(self.tr("Supervised"), grouped(shown.n_trained)),
            Fact(self.tr("Truncated"), grouped(rendered.n_tokens - kept)),
            Fact(self.tr("Template"), template),
            Fact(self.tr("Problems"), grouped(len(self._results.lints.rows))),
        ]
        title = self.tr("Conversation")
        if line is not None:
            title = fill(self.tr("Line %1"), grouped(line))
        self._tell(Inspection(self.tr("Conversation"), title, tuple(facts)))

    def _tell(self, inspection: Inspection) -> None:
        self._told = inspection
        self._state.inspect(inspection)

    def _inspect(self, token: int | None) -> None:
        shown, tokenizer = self._results.shown, self._tokenizer
        if token is None or shown is None or tokenizer is None:
            return
        rendered = shown.rendered
        token_id, message = int(rendered.ids[token]), int(rendered.message[token])
        times = int(np.count_nonzero(rendered.ids == token_id))
        words = counted("ChatLookUp", "once", "%1 times", times)
        found = inspection_of(tokenizer, token_id, occurrences=words)
        facts = (
            Fact(
                self.tr("Token"),
                fill(self.tr("%1 of %2"), grouped(token + 1), grouped(rendered.n_tokens)),
            ),
            Fact(self.tr("Message"), str(message + 1) if message >= 0 else NOTHING),
            Fact(self.tr("Role"), role_words(rendered, token)),
            Fact(self.tr("Mask"), str(int(rendered.mask[token])), mono=True),
        )
        text = trained_words(rendered, token, shown.cut)
        text = f"{text[:1].upper()}{text[1:]}."
        found = replace(found, facts=(*facts, *found.facts), text=text, mono_text=False)
        self._tell(found)


def sample_chat() -> ChatDraft:
    """The conversation at the first start: written for this program, in several scripts."""
    return ChatDraft.of(_DOCUMENT)


class ChatPane(Pane):
    """Edits a conversation and the template that renders it; `results` shows the rendering.

    Signals:
        render_requested: RenderRequest.
        file_requested: Path of a file of conversations.
        conversation_requested: number of one of the open file.
        scan_requested, export_requested: Rules for the open file.
        scan_cancelled: stop the check of the file.
        search_requested: str, a text to find in the open file.
        draft_changed, template_changed: after an edit.
        draft_loaded: another conversation of the file is on show; no step to undo.
        shown: the pane is visible; open the file of the last session.
        rules_changed: template, mask, limit or prompt changed.
        tokens_requested: tuple of special tokens for the next training.
        addition_requested: MissingTokens, to add to the open tokenizer.
        train_requested: train; there is no tokenizer yet.
        token_requested: int, a token to show in the vocabulary.
    """

    render_requested: Signal[RenderRequest] = Signal(object)
    file_requested: Signal[Path] = Signal(object)
    conversation_requested: Signal[int] = Signal(object)
    scan_requested: Signal[Rules] = Signal(object)
    export_requested: Signal[Rules] = Signal(object)
    scan_cancelled = Signal()
    search_requested: Signal[str] = Signal(object)
    draft_changed = Signal()
    draft_loaded = Signal()
    template_changed = Signal()
    rules_changed = Signal()
    shown = Signal()
    tokens_requested: Signal[tuple[str, ...]] = Signal(object)
    addition_requested: Signal[MissingTokens] = Signal(object)
    train_requested = Signal()
    token_requested: Signal[int] = Signal(object)

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Chat"), parent)
        self._state = state
        self._is_stale = self._is_other = True
        self.show_menu = ShowButton(OVERLAYS)
        self.options = ChatOptions(self.show_menu)
        self.desk, self.results = ChatDesk(theme), ChatResults(theme)
        self.templates = TemplateDesk(self, self.options, self.desk.template)
        self.copying = ChatCopying(self)
        self.actions_of_chat = ChatActions(self, self.desk, self.templates, self.copying)
        self._look_up = ChatLookUp(state, self.results, self)
        self.steps = FileSteps(self.desk, self.actions_of_chat, self.bar, self)
        self.finder = FindBar(self, "chat", self.results.views.tokens_in_sight, theme)
        self.results.views.show_above(self.finder)
        self._lay_out()
        self._connect()
        self.actions_of_chat.note_template(self.template)
        self.desk.messages.set_draft(sample_chat())
        self._show_tokenizer(state.tokenizer)

    @property
    def draft(self) -> ChatDraft:
        """The conversation."""
        return self.desk.messages.draft

    @property
    def template(self) -> TemplateChoice:
        return self.templates.choice

    @property
    def rules(self) -> Rules | None:
        """What renders, None without a tokenizer."""
        tokenizer, options = self._state.tokenizer, self.options
        if tokenizer is None:
            return None
        missing = self._addable
        return Rules(
            tokenizer, self.template, options.mask_source, options.max_tokens, options.completion,
            () if missing is None else missing.tokens,
        )  # fmt: skip

    @property
    def _addable(self) -> MissingTokens | None:
        """What the open tokenizer lacks, if it can be added to it."""
        tokenizer = self._state.tokenizer
        if tokenizer is None:
            return None
        return addable_tokens(tokenizer, self.template, self.desk.template.missing)

    def take_draft(self, draft: ChatDraft) -> None:
        """Show a conversation, such as one that an undo brings back."""
        self.desk.messages.set_draft(draft)
        self._render()

    def take_template(self, choice: TemplateChoice) -> None:
        """Use a template, such as one that an undo brings back."""
        self.templates.take(choice)
        self._note_rules()

    def open_file(self, path: Path) -> None:
        """Step through the conversations of a file."""
        self.desk.show_part(FILE_PART)
        self.file_requested.emit(path)

    def drop_words(self, paths: Sequence[Path]) -> str:
        """Say what dropping files here would do."""
        if self._state.tokenizer is None or len(paths) != 1 or not paths[0].is_file():
            return ""
        if paths[0].suffix.lower() in TEMPLATE_SUFFIXES:
            return self.tr("Use this chat template")
        return self.tr("Step through these conversations") if holds_chat(paths[0]) else ""

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        """Take a template or a file of conversations."""
        if not self.drop_words(paths):
            return False
        if paths[0].suffix.lower() in TEMPLATE_SUFFIXES:
            self.open_template(paths[0])
        else:
            self.open_file(paths[0])
        return True

    def open_template(self, path: Path) -> None:
        """Use the template of a file."""
        self.templates.fill()
        self.desk.show_part(TEMPLATE_PART)
        self.templates.open_file(path)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.templates.fill()
        if self._is_stale:
            self._render()
        self.shown.emit()

    def note_rendered(self, done: RenderedDraft) -> None:
        """Show the rendered conversation; an error is shown where it arose."""
        messages, results = self.desk.messages, self.results
        problems = {message: words for message, words in done.remarks if message is not None}
        if done.rendered is None:
            if done.message is not None:
                problems[done.message] = done.sentence
            messages.show_problems(problems)
            self.desk.template.show_error(
                done.sentence if done.template_line is not None else "", done.template_line
            )
            n_missing = len(self.desk.template.missing)
            if n_missing and done.template_line is None and done.message is None:
                lacks = counted(
                    "ChatPane",
                    "This tokenizer lacks a chat token of the template",
                    "This tokenizer lacks %1 chat tokens of the template",
                    n_missing,
                )
                action = self.tr("Train with chat tokens…")
                results.note_refused(lacks, action, done.sentence)
            else:
                results.note_refused(done.sentence)
            self.copying.note_shown(None, None)
            return
        messages.show_problems(problems)
        self.desk.template.show_error("", None)
        rules = done.request.rules
        self._look_up.note_tokenizer(rules.tokenizer)
        roles = [message.role for message in done.request.draft.messages]
        shown = mask_text(done.rendered, rules.max_tokens, roles, done.pre_tokens)
        was = results.shown
        keeps = was is not None and was.rendered.message.max(initial=0) > 0
        results.show_conversation(shown, done.lints, keep_place=keeps and not self._is_other)
        self.finder.search_again()
        self.options.note_mask_source(done.mask_source)
        if self._is_other:
            self._look_up.note_other(done.request.line, self.options.template_words)
        self._is_other = False
        if rules.added:  # no stored tokenizer has these ids
            self.copying.note_shown(None, None)
        else:
            self.copying.note_shown(shown, done.request)

    def note_conversation(self, found: FileConversation) -> None:
        """Show a conversation of the file."""
        self._is_other = True
        self.desk.messages.set_draft(found.draft, message=0)
        self.draft_loaded.emit()
        self._render()

    def _render(self, _changed: object = None) -> None:
        """Have the conversation rendered, now or when the pane is seen."""
        rules = self.rules
        self._is_stale = not self.isVisible()
        self.results.missing.show_missing(self._addable)
        if rules is not None and not self._is_stale:
            self.render_requested.emit(RenderRequest(self.draft, rules, self.steps.line))

    def _note_draft(self, _draft: object) -> None:
        self.draft_changed.emit()
        self._render()

    def _note_template(self, _choice: object) -> None:
        self.template_changed.emit()
        self._note_rules()

    def _note_rules(self) -> None:
        self.rules_changed.emit()
        self.actions_of_chat.note_template(self.template)
        self._render()
        self.steps.note_other_rules()

    def _check(self) -> None:
        rules = self.rules
        if rules is not None and self.steps.file is not None:
            self.steps.forget_failure()
            self.desk.files.begin_scan()
            self.scan_requested.emit(rules)

    def _export(self) -> None:
        rules, missing = self.rules, self._addable
        if missing is not None:
            words = self.tr("The chat tokens are missing. Add them, then export the arrays.")
            self.bar.show_warning(
                words,
                offer=Offer(
                    self.tr("Add chat tokens"), partial(self.addition_requested.emit, missing)
                ),
            )
        elif rules is not None:
            self.export_requested.emit(rules)

    def _use_sample(self) -> None:
        self._is_other = True
        self.desk.messages.set_draft(sample_chat(), message=0)
        self._note_draft(None)

    def _ask_token(self, token: int | None = None) -> None:
        """Ask for a token of the conversation, the current one without a number."""
        shown = self.results.shown
        token = self.results.views.tokens.current if token is None else token
        tokenizer = self._state.tokenizer
        if shown is not None and token is not None and tokenizer is not None:
            token_id = int(shown.rendered.ids[token])
            if token_id < tokenizer.vocab_size:  # a preview has more
                self.token_requested.emit(token_id)

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        self.templates.set_tokenizer(tokenizer)
        if tokenizer is None:
            self.show_empty()
            return
        self.show_content()
        self._note_rules()

    def _connect(self) -> None:
        desk, actions, results = self.desk, self.actions_of_chat, self.results
        desk.messages.changed.connect(self._note_draft)
        desk.messages.message_chosen.connect(results.views.show_message)
        desk.template.tokens_wanted.connect(self.tokens_requested)
        desk.files.search_wanted.connect(self.search_requested)
        desk.files.scan_cancelled.connect(self.scan_cancelled)
        desk.files.file_wanted.connect(actions.ask_file)
        self.templates.changed.connect(self._note_template)
        self.options.changed.connect(self._note_rules)
        self.show_menu.changed.connect(results.show_overlays)
        results.views.action_requested.connect(desk.template.want_tokens)
        results.missing.training_requested.connect(desk.template.want_tokens)
        results.missing.add_requested.connect(self.addition_requested)
        results.message_chosen.connect(desk.messages.choose)
        results.token_requested.connect(self._ask_token)
        actions.file_chosen.connect(self.open_file)
        actions.check_wanted.connect(self._check)
        actions.export_wanted.connect(self._export)
        actions.sample_wanted.connect(self._use_sample)
        actions.token_wanted.connect(self._ask_token)
        self.steps.opened.connect(self._check)
        self.steps.conversation_requested.connect(self.conversation_requested)
        self.steps.emptied.connect(self._render)
        self.templates.failed.connect(self.bar.show_error)
        self.copying.noted.connect(self.bar.show_note)
        self.templates.noted.connect(self.bar.show_note)
        self._state.tokenizer_changed.connect(self._show_tokenizer)

    def _lay_out(self) -> None:
        actions = self.actions_of_chat
        self._caption.hide()  # the file and the run have their names elsewhere
        self.options.add_actions([*actions.copies, actions.export])
        self.add_head(self.results.figures, self.options)
        self.desk.set_actions(actions)
        self.results.views.set_actions((*actions.copies, actions.vocabulary))
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.desk)
        halves.addWidget(self.results)
        halves.setStretchFactor(0, 1)
        halves.setStretchFactor(1, 3)
        halves.setSizes([_DESK_WIDTH, 2 * _DESK_WIDTH])
        content = QWidget()
        vertical(hairline(), (halves, 1), parent=content, spacing=0)
        self.set_content(content)
        empty = self.set_empty(
            self.tr(
                "See a conversation as tokens, with the supervised ones marked. Train a "
                "tokenizer with chat tokens, or open a run, to begin."
            ),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.train_requested)


def holds_chat(path: Path) -> bool:
    """Whether a file looks like conversations, by its name and its first bytes."""
    from engine.corpus import open_file
    from engine.errors import EngineError

    name = path.name.lower()
    for suffix in _PACKED:
        name = name.removesuffix(suffix)
    if not name.endswith(CHAT_SUFFIXES):
        return False
    try:
        with open_file(path) as stream:
            head = stream.read(_HEAD_BYTES)
    except (OSError, EngineError):
        return False
    return any(key in head for key in _CHAT_KEYS)
