"""ChatCopying: copies ids, mask and coloured tokens; writes a sample as a test fixture."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from engine.machine import write_whole
from workbench.chat.chat_draft import FILE, NAMED, NANOCHAT, TOKENIZER
from workbench.chat.chat_text import MaskText, counts_words
from workbench.chat.chat_work import RenderRequest
from workbench.signals import Signal
from workbench.text.numbers import grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.widgets.file_dialogs import ask_place
from workbench.ui.widgets.pane import Pane

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
            self._copy(json.dumps(shown.rendered.mask[: shown.n_kept].tolist()))

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
            "mask": shown.rendered.mask[:n_kept].tolist(),
        }
        if rules.template.path is not None:
            document["template"] = str(rules.template.path)
        try:
            text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
            write_whole(path.resolve(), text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            words = self.tr("The sample cannot be saved as %1: %2. Choose another folder.")
            reason = error.strerror or str(error)
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
