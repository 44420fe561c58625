"""ChatPane: a conversation as tokens with the mask of what is trained, alone or from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSplitter, QVBoxLayout, QWidget

from workbench.models.chat_draft import ChatDraft
from workbench.models.template_choice import TemplateChoice
from workbench.parts.chat_actions import ChatActions
from workbench.parts.chat_copying import ChatCopying
from workbench.parts.chat_desk import FILE, TEMPLATE, ChatDesk
from workbench.parts.chat_look_up import ChatLookUp
from workbench.parts.chat_options import ChatOptions
from workbench.parts.chat_results import ChatResults
from workbench.parts.chat_sample import sample_chat
from workbench.parts.chat_text import mask_text
from workbench.parts.chat_work import FileConversation, RenderedDraft, RenderRequest, Rules
from workbench.parts.file_steps import FileSteps
from workbench.parts.template_desk import TemplateDesk
from workbench.state import WorkbenchState
from workbench.theme import Theme
from workbench.widgets.labels import hairline
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from engine import Tokenizer

TEMPLATE_SUFFIXES = (".jinja", ".j2")
CHAT_SUFFIXES = (".jsonl", ".json", ".ndjson")
_PACKED = (".zst", ".gz", ".xz")
_HEAD_BYTES = 4096
_CHAT_KEYS = (b'"messages"', b'"conversations"', b'"instruction"')
_DESK_WIDTH = 380


class ChatPane(Pane):
    """Edits a conversation and the template that renders it; `results` shows what comes of it.

    Signals:
        render_requested: RenderRequest.
        file_requested: Path of a file of conversations.
        conversation_requested: number of one of the open file.
        scan_requested, export_requested: Rules for the open file.
        scan_cancelled: the check of the file is to stop.
        search_requested: str, a text to find in the open file.
        draft_changed, template_changed: the person changed it.
        draft_loaded: another conversation of the file is on show; that is no step to undo.
        shown: the pane is seen; the file of the last time may be opened.
        rules_changed: any of template, mask, limit and prompt is another.
        tokens_requested: tuple of special tokens for the next training.
        train_requested: there is no tokenizer and the person wants to train one.
        token_requested: int, a token the person wants to see in the vocabulary.
    """

    render_requested = Signal(object)
    file_requested = Signal(object)
    conversation_requested = Signal(object)
    scan_requested = Signal(object)
    export_requested = Signal(object)
    scan_cancelled = Signal()
    search_requested = Signal(object)
    draft_changed = Signal()
    draft_loaded = Signal()
    template_changed = Signal()
    rules_changed = Signal()
    shown = Signal()
    tokens_requested = Signal(object)
    train_requested = Signal()
    token_requested = Signal(object)

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Chat"), parent)
        self._state = state
        self._is_stale = self._is_other = True
        self.options = ChatOptions()
        self.desk, self.results = ChatDesk(theme), ChatResults(theme)
        self.templates = TemplateDesk(self, self.options, self.desk.template)
        self.copying = ChatCopying(self)
        self.actions_of_chat = ChatActions(self, self.desk, self.templates, self.copying)
        self._look_up = ChatLookUp(state, self.results, self)
        self.steps = FileSteps(self.desk, self.actions_of_chat, self.bar, self)
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
        return Rules(tokenizer, self.template, options.mask, options.max_tokens, options.completion)

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
        self.desk.show_part(FILE)
        self.file_requested.emit(path)

    def primary_action(self) -> QAction | None:
        return self.actions_of_chat.export

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
        self.desk.show_part(TEMPLATE)
        self.templates.open_file(path)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.templates.fill()
        if self._is_stale:
            self._render()
        self.shown.emit()

    def note_rendered(self, done: RenderedDraft) -> None:
        """Show what came of the conversation; what is wrong is said where it arose."""
        messages, results = self.desk.messages, self.results
        problems = {message: words for message, words in done.remarks if message is not None}
        if done.rendered is None:
            if done.message is not None:
                problems[done.message] = done.sentence
            messages.show_problems(problems)
            self.desk.template.show_error(
                done.sentence if done.template_line is not None else "", done.template_line
            )
            lacks = bool(self.desk.template.missing) and done.template_line is None
            results.note_refused(
                done.sentence, self.tr("Add to the next training") if lacks else ""
            )
            self.copying.note_shown(None, None)
            return
        messages.show_problems(problems)
        self.desk.template.show_error("", None)
        rules = done.request.rules
        self._look_up.note_tokenizer(rules.tokenizer)
        roles = [message.role for message in done.request.draft.messages]
        shown = mask_text(done.rendered, rules.max_tokens, roles)
        was = results.shown
        keeps = was is not None and was.rendered.message.max(initial=0) > 0
        results.show_conversation(shown, done.lints, keep_place=keeps and not self._is_other)
        self.options.note_mask_source(done.mask_source)
        if self._is_other:
            self._look_up.note_other(done.request.line, self.options.template_words)
        self._is_other = False
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
        if (rules := self.rules) is not None:
            self.export_requested.emit(rules)

    def _use_sample(self) -> None:
        self._is_other = True
        self.desk.messages.set_draft(sample_chat(), message=0)
        self._note_draft(None)

    def _ask_token(self, token: int | None = None) -> None:
        """Ask for a token of the conversation, the current one without a number."""
        shown = self.results.shown
        token = self.results.views.tokens.current if token is None else token
        if shown is not None and token is not None:
            self.token_requested.emit(int(shown.rendered.ids[token]))

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
        results.views.action_requested.connect(desk.template.want_tokens)
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
        self.add_controls(self.options, give_way=True)
        more = QPushButton(self.tr("Copy or save"))
        more.setProperty("kind", "menu")
        menu = QMenu(more)
        menu.addActions(actions.copies)
        more.setMenu(menu)
        self.header.addWidget(more)
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
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(hairline())
        column.addWidget(halves, 1)
        self.set_content(content)
        empty = self.set_empty(
            self.tr(
                "This pane shows a conversation as tokens, and which of them a model is trained "
                "on. Train a tokenizer with the special tokens of a chat, or open a run, to begin."
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
