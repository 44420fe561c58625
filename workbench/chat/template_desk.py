"""TemplateDesk: the template in force: its source, its edited text, and the tokens it needs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import write_whole
from workbench.chat.chat_draft import FILE, NAMED, NANOCHAT, OWN, TOKENIZER, TemplateChoice
from workbench.chat.chat_options import ChatOptions
from workbench.chat.template_editor import TemplateEditor
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.words.job_words import error_sentence

if TYPE_CHECKING:
    from engine import Tokenizer
    from workbench.ui.widgets.pane import Pane

_LITERAL = re.compile(r"<\|[^|<>\s'\"{}]{1,60}\|>|\[/?[A-Z_]{3,40}\]|</?[a-z_]{1,30}>")
_FIRST = "chatml"  # what own text begins with where there is none
_KINDS = "Jinja (*.jinja *.j2 *.txt *.json)"


class TemplateDesk(QObject):
    """Keeps the chooser and the editor of the template equal.

    Signals:
        changed: TemplateChoice, with another template or text.
        failed: the sentence to show.    noted: a sentence: where the template was saved.
    """

    changed: Signal[TemplateChoice] = Signal(object)
    failed: Signal[str] = Signal(object)
    noted: Signal[str] = Signal(object)

    def __init__(self, pane: Pane, options: ChatOptions, editor: TemplateEditor) -> None:
        super().__init__(pane)
        self._pane, self._options, self._editor = pane, options, editor
        self._choice = TemplateChoice()
        self._tokenizer: Tokenizer | None = None
        self._is_filled = False
        options.template_chosen.connect(self.choose)
        editor.edited.connect(self._take_edit)

    @property
    def choice(self) -> TemplateChoice:
        return self._choice

    @property
    def text(self) -> str:
        """The text in force; "" for rules that have none."""
        return self._editor.text.raw_text if self._choice.is_editable else ""

    def fill(self) -> None:
        """Offer the templates of the program; once, when the pane is first shown."""
        if not self._is_filled:
            from engine.chat import template_names

            self._is_filled = True
            self._options.set_named(template_names())
            self._show()

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Say what a template needs of another tokenizer."""
        self._tokenizer = tokenizer
        if self._is_filled:
            self._show()

    def choose(self, choice: TemplateChoice) -> None:
        """Use another template; a file without a path is asked for, own text begins as it is."""
        if choice.kind == FILE and choice.path is None:
            self.ask_file()
            return
        if choice.kind == OWN and not choice.text:
            begins_with = self.text or self._text_of(TemplateChoice(NAMED, _FIRST))
            choice = TemplateChoice(OWN, text=begins_with)
        if choice.kind == TOKENIZER and not self._own_text():
            self._options.show_choice(self._choice)
            self.failed.emit(
                self.tr("The open tokenizer has no chat template of its own; choose another one.")
            )
            return
        self.take(choice)
        self.changed.emit(self._choice)

    def take(self, choice: TemplateChoice) -> None:
        """Show a template, such as one that an undo brings back."""
        self._choice = choice
        if self._is_filled:
            self._show()

    def ask_file(self) -> None:
        """Let the person choose a template file."""
        name = ask_file(self._pane, self.tr("Chat template"), _KINDS)
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Use the template of a file."""
        from engine.errors import EngineError

        try:
            self._text_in(path)
        except (EngineError, OSError) as error:
            self.failed.emit(error_sentence(error))
            return
        self.choose(TemplateChoice(FILE, path=path))

    def save(self) -> None:
        """Let the person choose where to write the text in force, and write it."""
        chosen = ask_place(
            self._pane, self.tr("Save template"), self._choice.file_name, "Jinja (*.jinja)"
        )
        if chosen:
            self.save_as(Path(chosen))

    def save_as(self, path: Path) -> None:
        """Write the text in force, and use the file from now on."""
        try:
            write_whole(path.resolve(), self.text.encode())
        except OSError as error:
            words = self.tr("The template cannot be saved as %1: %2. Choose another folder.")
            reason = error.strerror or str(error)
            self.failed.emit(fill(words, str(path), reason))
            return
        self.choose(TemplateChoice(FILE, path=path))
        self.noted.emit(fill(self.tr("Saved as %1."), str(path)))

    def revert(self) -> None:
        """Give up what was edited."""
        if self._choice.is_draft and self._choice.kind != OWN:
            self.choose(self._choice.edited(None))

    def _take_edit(self, text: str) -> None:
        base = self._choice.edited(None)
        original = None if base.kind == OWN else self._text_of(base)
        self._choice = base.edited(None if text == original else text)
        self._options.show_choice(self._choice)
        self._say_needs()
        self.changed.emit(self._choice)

    def _show(self) -> None:
        choice = self._choice
        self._options.show_choice(choice)
        text = self._text_of(choice) if choice.text is None else choice.text
        self._editor.show_template(choice, text)
        self._say_needs()

    def _say_needs(self) -> None:
        self._editor.note_draft(self._choice.is_draft)
        needs = self._needs()
        known = () if self._tokenizer is None else self._tokenizer.special_tokens
        missing = [] if self._tokenizer is None else [each for each in needs if each not in known]
        self._editor.show_needs(needs, missing)

    def _needs(self) -> tuple[str, ...]:
        """The special tokens that a template writes: as it is known to, else those in its text."""
        from engine.chat import template_special_tokens

        choice = self._choice
        if choice.kind == NANOCHAT:
            return template_special_tokens("nanochat-jinja")
        if choice.kind == NAMED and not choice.is_draft:
            return template_special_tokens(choice.name)
        return tuple(dict.fromkeys(_LITERAL.findall(self.text)))

    def _text_of(self, choice: TemplateChoice) -> str:
        from engine.chat import template_text
        from engine.errors import EngineError

        try:
            if choice.kind == NAMED:
                return template_text(choice.name)
            if choice.kind == FILE and choice.path is not None:
                return self._text_in(choice.path)
        except (EngineError, OSError) as error:
            self.failed.emit(error_sentence(error))
        return self._own_text() if choice.kind == TOKENIZER else ""

    def _own_text(self) -> str:
        return "" if self._tokenizer is None else self._tokenizer.chat_template or ""

    @staticmethod
    def _text_in(path: Path) -> str:
        from engine.chat import template_source

        return template_source(path).text
