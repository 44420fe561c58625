"""The chat pane: what it asks for, what is remembered, and what can be undone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.chat.missing_tokens import TokenAdding
from workbench.connections.panes import CHAT
from workbench.text.placeholders import fill
from workbench.ui.undo_history import Watched
from workbench.ui.widgets.file_dialogs import ask_place

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.chat.chat_draft import ChatDraft, TemplateChoice
    from workbench.chat.chat_flow import Rules
    from workbench.chat.chat_pane import ChatPane

DRAFT, TEMPLATE = "conversation", "chat template"
_MOST_LETTERS = 36


class ChatWires(QObject):
    """Ties pane, flow, memory and history together."""

    def __init__(self, workbench: Workbench, pane: ChatPane) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._pane, self._flow = pane, workbench.chat
        self._memory = workbench.chat_memory
        self._adding = TokenAdding(workbench.state, workbench.engine_jobs, workbench.store, self)
        self._is_restored = False
        self._restore_rules()
        self._watch()
        self._connect()

    def ask_export(self, rules: Rules) -> None:
        """Ask for a folder that is not there yet, and write the arrays into it."""
        path = self._pane.steps.path
        name = "chat" if path is None else path.name.split(".")[0]
        title = self.tr("Folder for ids, masks and starts")
        chosen = ask_place(self._workbench.window, title, f"{name}-arrays", "")
        if chosen:
            self._flow.export(rules, Path(chosen))

    def note_exported(self, folder: Path) -> None:
        words = self.tr("ids.npy, mask.npy, starts.npy and manifest.json are in %1.")
        self._pane.bar.show_done(fill(words, str(folder)))

    def add_tokens(self, tokens: tuple[str, ...]) -> None:
        """Add special tokens to the form of the training, and show it."""
        state = self._workbench.state
        known = state.training_settings.special_tokens
        wanted = (*known, *(token for token in tokens if token not in known))
        state.set_training_settings(replace(state.training_settings, special_tokens=wanted))
        self._workbench.navigation.show_training()

    def note_added(self, run_id: str) -> None:
        """Open the copy that has the tokens."""
        runs = self._workbench.runs
        runs.refresh()
        runs.open(run_id)
        run = runs.summary(run_id)
        words = self.tr("Stored as %1; its other ids are those of the run before.")
        self._pane.bar.show_done(fill(words, run_id if run is None else run.name))

    def note_extended(self, name: str) -> None:
        """Say that a tokenizer of no run is open with the tokens."""
        self._workbench.chooser.show_runs()
        words = self.tr("%1 is open and not stored. Export it to keep it.")
        self._pane.bar.show_note(fill(words, name))

    def restore_file(self) -> None:
        """Open the file of the last time when the pane is first seen."""
        path, was_restored = self._memory.file, self._is_restored
        self._is_restored = True
        if was_restored or path is None or self._flow.file is not None:
            return
        if path.is_file():
            self._flow.open_file(path)
        else:
            self._memory.keep_file(None)
            words = self.tr("The last file of conversations is missing: %1")
            self._pane.bar.show_done(fill(words, str(path)))

    def _restore_rules(self) -> None:
        memory, pane = self._memory, self._pane
        pane.options.set_mask(memory.mask)
        pane.options.set_max_tokens(memory.max_tokens)
        pane.templates.take(memory.template)

    def _keep_rules(self) -> None:
        options = self._pane.options
        self._memory.keep_rules(self._pane.template, options.mask_source, options.max_tokens)

    def _keep_file(self, _file: object) -> None:
        self._memory.keep_file(self._pane.steps.path)
        self._note_places()

    def _note_places(self, _run: object = None) -> None:
        state = self._workbench.state
        path = state.tokenizer_path
        name = state.run_id or (str(path) if path is not None else state.tokenizer_name)
        self._pane.copying.note_places(self._pane.steps.path, name or None)

    def _note_refused(self, found: tuple[int, str]) -> None:
        index, sentence = found
        self._pane.steps.note_damaged(index)
        self._pane.copying.note_shown(None, None)
        self._pane.results.note_refused(sentence)

    def _note_draft(self) -> None:
        self._workbench.undo.history.note(DRAFT)

    def _settle_draft(self) -> None:
        self._workbench.undo.history.settle(DRAFT)

    def _note_template(self) -> None:
        self._workbench.undo.history.note(TEMPLATE)

    def _watch(self) -> None:
        pane, history = self._pane, self._workbench.undo.history
        history.watch(DRAFT, Watched(
            self.tr("change of conversation"), lambda: pane.draft, pane.take_draft,
            _draft_kind, _draft_words))  # fmt: skip
        history.watch(
            TEMPLATE,
            Watched(
                self.tr("change of chat template"),
                lambda: pane.template,
                pane.take_template,
                _template_kind,
            ),
        )
        pane.draft_changed.connect(self._note_draft)
        pane.draft_loaded.connect(self._settle_draft)
        pane.template_changed.connect(self._note_template)

    def _connect(self) -> None:
        pane, flow, workbench = self._pane, self._flow, self._workbench
        pane.render_requested.connect(flow.render)
        pane.file_requested.connect(flow.open_file)
        pane.conversation_requested.connect(flow.take)
        pane.scan_requested.connect(flow.scan)
        pane.scan_cancelled.connect(flow.stop_scan)
        pane.search_requested.connect(flow.search)
        pane.export_requested.connect(self.ask_export)
        pane.tokens_requested.connect(self.add_tokens)
        pane.addition_requested.connect(self._adding.add)
        self._adding.stored.connect(self.note_added)
        self._adding.opened.connect(self.note_extended)
        self._adding.failed.connect(pane.bar.show_error)
        pane.train_requested.connect(workbench.navigation.show_training)
        pane.token_requested.connect(workbench.navigation.show_token)
        pane.rules_changed.connect(self._keep_rules)
        pane.shown.connect(self.restore_file)
        files = pane.desk.files
        flow.rendered.connect(pane.note_rendered)
        flow.file_opened.connect(pane.steps.note_file)
        flow.file_opened.connect(self._keep_file)
        flow.conversation_loaded.connect(pane.steps.note_conversation)
        flow.conversation_loaded.connect(pane.note_conversation)
        flow.record_refused.connect(self._note_refused)
        flow.batch_scanned.connect(files.add_batch)
        flow.scan_ended.connect(files.end_scan)
        flow.scan_ended.connect(pane.actions_of_chat.note_checked)
        flow.found.connect(files.note_found)
        flow.exported.connect(self.note_exported)
        flow.failed.connect(pane.steps.note_failed)
        workbench.state.run_id_changed.connect(self._note_places)
        workbench.state.tokenizer_changed.connect(self._note_places)


def connect_chat(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.panes.when_built(CHAT, partial(_connect_pane, workbench))


def _connect_pane(workbench: Workbench, pane: ChatPane) -> None:
    workbench.chat_wires = ChatWires(workbench, pane)


def _draft_kind(before: ChatDraft, after: ChatDraft) -> str:
    """Typing in one message is one step."""
    if len(before.messages) != len(after.messages):
        return f"length {len(after.messages)}"
    pairs = zip(before.messages, after.messages, strict=True)
    return " ".join(str(n) for n, (old, new) in enumerate(pairs) if old != new)


def _template_kind(before: TemplateChoice, after: TemplateChoice) -> str:
    """Typing in one template is one step, choosing another a step of its own."""
    return "text" if before.edited(None) == after.edited(None) else f"{before} {after}"


def _draft_words(before: ChatDraft, after: ChatDraft) -> str:
    new = [each for each in after.messages if each not in before.messages]
    shown = " ".join(str(new[0].content).split()) if new else f"{len(after.messages)}"
    return shown if len(shown) <= _MOST_LETTERS else f"{shown[:_MOST_LETTERS]}…"
