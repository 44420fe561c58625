"""The editor of a chat template: its text in colours, the tokens it needs, and its error.

`TemplateEditor` is the widget, `JinjaHighlighter` colours the text, `TemplateDesk` keeps the
template in force: its source, its edited text, and the tokens it needs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QStackedWidget, QTextEdit, QWidget

from engine.errors import reason_of
from engine.machine import write_whole
from workbench.chat.chat_draft import FILE, NAMED, NANOCHAT, OWN, TOKENIZER, TemplateChoice
from workbench.chat.chat_options import ChatOptions
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.raw_text_edit import RawTextEdit
from workbench.ui.words.job_words import error_sentence

if TYPE_CHECKING:
    from engine import Tokenizer
    from workbench.ui.widgets.pane import Pane


N_HUES = 8
_OPEN = re.compile(r"\{[#%{]")
_CLOSE = {1: re.compile(r"#\}"), 2: re.compile(r"%\}"), 3: re.compile(r"\}\}")}
_STATES = {"{#": 1, "{%": 2, "{{": 3}
_KEYWORDS = frozenset(
    {
        "if", "elif", "else", "endif", "for", "endfor", "in", "set", "endset", "macro", "endmacro",
        "filter", "endfilter", "call", "endcall", "include", "import", "from", "as", "is", "not",
        "and", "or", "true", "false", "none", "True", "False", "None", "loop", "break", "continue",
        "namespace", "raise_exception", "strftime_now", "defined",
    }
)  # fmt: skip
_MASK_WORDS = frozenset({"generation", "endgeneration", "add_generation_prompt"})
_WORD = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|[A-Za-z_]\w*|[-{}%#]+")

SETTLE_MS = 250
_MOST_NAMED = 8


class JinjaHighlighter(QSyntaxHighlighter):
    """Colours statements, expressions and comments; literal text has the usual colour."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        units = _units_before(text)
        state, at = max(self.previousBlockState(), 0), 0
        while at < len(text):
            if state == 0:
                opened = _OPEN.search(text, at)
                if opened is None:
                    break
                at, state = opened.start(), _STATES[opened.group()]
                start = at + 2
            else:
                start = at
            closed = _CLOSE[state].search(text, start)
            end = len(text) if closed is None else closed.end()
            self._paint(text, at, end, state, units)
            if closed is not None:
                state = 0
            at = end
        self.setCurrentBlockState(state)

    def _paint(self, text: str, start: int, end: int, state: int, units: list[int]) -> None:
        if state == 1:
            self._set(units, start, end, self._form("muted_text"))
            return
        for found in _WORD.finditer(text, start, end):
            word = found.group()
            form: QTextCharFormat | None = None
            if word[0] in "'\"":
                form = self._form(self._ink("leaf"))
            elif word in _MASK_WORDS:
                form = self._form("positive", bold=True)
            elif word in _KEYWORDS:
                form = self._form(self._ink("violet"), bold=True)
            elif not (word[0].isalpha() or word[0] == "_"):
                form = self._form("muted_text", bold=True)
            elif state in (2, 3):
                form = self._form(self._ink("blue"))
            if form is not None:
                self._set(units, found.start(), found.end(), form)

    def _set(self, units: list[int], start: int, end: int, form: QTextCharFormat) -> None:
        self.setFormat(units[start], units[end] - units[start], form)

    def _form(self, colour: str | QColor, *, bold: bool = False) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setForeground(self._theme.colour(colour) if isinstance(colour, str) else colour)
        if bold:
            form.setFontWeight(QFont.Weight.Bold)
        return form

    def _ink(self, name: str) -> QColor:
        """A hue of the tokens, half way to the text's colour, so that it reads."""
        hue = next(each for each in self._theme.token_colours(N_HUES) if each.name == name)
        edge, text = hue.boundary, self._theme.colour("text")
        return QColor((edge.red() + text.red()) // 2, (edge.green() + text.green()) // 2,
                      (edge.blue() + text.blue()) // 2)  # fmt: skip


def _units_before(text: str) -> list[int]:
    """The number of UTF-16 units before each character, and the total."""
    found, units = [0], 0
    for character in text:
        units += 2 if character > "\uffff" else 1
        found.append(units)
    return found


class TemplateEditor(QWidget):
    """The text of the chosen template; editing it makes a draft.

    Signals:
        edited: str, the text of the draft.
        tokens_wanted: tuple of special tokens to add to the next training.
    """

    edited: Signal[str] = Signal(object)
    tokens_wanted: Signal[tuple[str, ...]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._missing: tuple[str, ...] = ()
        self._words = ElidedLabel("", "caption")
        self.text = _TemplateText(self.tr("Chat template"), theme, settle_ms=SETTLE_MS)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._highlighter = JinjaHighlighter(self.text.document(), theme)
        self._error = label("", "error", wrap=True)
        self._error.hide()
        self._needs = label("", "caption", wrap=True)
        self._lacks = label("", "warning", wrap=True)
        self._lacks.hide()
        self._want = QPushButton(self.tr("Train with chat tokens…"))
        self._want.setToolTip(self.tr("Adds these special tokens to the form of the training"))
        self._want.hide()
        self._want.clicked.connect(self.want_tokens)
        self._rules = label(
            self.tr(
                "nanochat's rules are not a template: the system message goes before the first "
                "user's text, every text is encoded alone between special tokens, and the "
                "assistant's text, its Python and its end are supervised, results of Python are "
                "not. Choose a template above to edit one."
            ),
            "muted",
            wrap=True,
        )
        self._lay_out()
        self.text.settled.connect(self._tell_edited)

    @property
    def error(self) -> str:
        """What is wrong with the template, "" for nothing."""
        return self._error.text()

    @property
    def missing(self) -> tuple[str, ...]:
        """The special tokens that the tokenizer lacks."""
        return self._missing

    def add_controls(self, *actions: QAction) -> None:
        """Offer these commands above the text."""
        for action in actions:
            self._head.addWidget(ActionButton(action))

    def show_template(self, choice: TemplateChoice, text: str) -> None:
        """Show the text of a choice. Typing that goes on is left alone."""
        self._stack.setCurrentIndex(0 if choice.is_editable else 1)
        if text != self.text.raw_text:
            self.text.set_settled_text(text)
        self.show_error("", None)

    def note_draft(self, is_draft: bool) -> None:
        """Say whether the text was edited here."""
        self._words.setText(self.tr("Edited here") if is_draft else self.tr("Original"))

    def show_error(self, words: str, line: int | None) -> None:
        """Say below the text what is wrong, and mark the line, counted from 1."""
        self._error.setText(words)
        self._error.setVisible(bool(words))
        self.text.setAccessibleDescription(words)
        self.text.setExtraSelections(self._mark(line) if words and line else [])

    def show_needs(self, needs: Sequence[str], missing: Sequence[str]) -> None:
        """Say which special tokens the template writes, and which the tokenizer lacks."""
        self._missing = tuple(missing)
        words = fill(self.tr("Special tokens: %1"), _named(needs)) if needs else ""
        self._needs.setText(words)
        self._needs.setVisible(bool(words))
        words = self.tr("The tokenizer lacks %1 and would split them like ordinary text.")
        self._lacks.setText(fill(words, _named(missing)) if missing else "")
        for part in (self._lacks, self._want):
            part.setVisible(bool(missing))

    def _mark(self, line: int) -> list[QTextEdit.ExtraSelection]:
        block = self.text.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return []
        mark = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        ground = self._theme.colour("negative")
        ground.setAlpha(60)
        form.setBackground(ground)
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.format = form
        mark.cursor = QTextCursor(block)
        return [mark]

    def _tell_edited(self) -> None:
        self.edited.emit(self.text.raw_text)

    def want_tokens(self) -> None:
        """Ask for what the tokenizer lacks, for the next training."""
        self.tokens_wanted.emit(self._missing)

    def _lay_out(self) -> None:
        self._head = horizontal((self._words, 1), spacing=SPACE_S)
        editing = QWidget()
        vertical(self._head, (self.text, 1), parent=editing, spacing=SPACE_S)
        rules = QWidget()
        vertical(self._rules, STRETCH, parent=rules, margins=(0, SPACE_S, 0, 0))
        self._stack = QStackedWidget()
        self._stack.addWidget(editing)
        self._stack.addWidget(rules)
        whole = vertical(
            (self._stack, 1),
            self._error,
            self._needs,
            self._lacks,
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_M),
            spacing=SPACE_S,
        )
        row = horizontal(self._want, STRETCH)
        whole.addLayout(row)


class _TemplateText(RawTextEdit):
    """A text field that leaves dropped files to the pane."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)


def _named(tokens: Sequence[str]) -> str:
    shown = "  ".join(isolated(token) for token in tokens[:_MOST_NAMED])
    return f"{shown}  …" if len(tokens) > _MOST_NAMED else shown


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
            reason = reason_of(error)
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
