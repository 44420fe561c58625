"""The editor of a chat template: its text in colours, the tokens it needs, and its error.

`TemplateEditor` is the widget, `JinjaHighlighter` colours the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QMimeData
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
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from workbench.chat.chat_draft import TemplateChoice
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.raw_text_edit import RawTextEdit

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
        self._head = QHBoxLayout()
        self._head.setSpacing(SPACE_S)
        self._head.addWidget(self._words, 1)
        editing = QWidget()
        column = QVBoxLayout(editing)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(self._head)
        column.addWidget(self.text, 1)
        rules = QWidget()
        around = QVBoxLayout(rules)
        around.setContentsMargins(0, SPACE_S, 0, 0)
        around.addWidget(self._rules)
        around.addStretch(1)
        self._stack = QStackedWidget()
        self._stack.addWidget(editing)
        self._stack.addWidget(rules)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_M)
        whole.setSpacing(SPACE_S)
        whole.addWidget(self._stack, 1)
        for part in (self._error, self._needs, self._lacks):
            whole.addWidget(part)
        row = QHBoxLayout()
        row.addWidget(self._want)
        row.addStretch(1)
        whole.addLayout(row)


class _TemplateText(RawTextEdit):
    """A text field that leaves dropped files to the pane."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)


def _named(tokens: Sequence[str]) -> str:
    shown = "  ".join(isolated(token) for token in tokens[:_MOST_NAMED])
    return f"{shown}  …" if len(tokens) > _MOST_NAMED else shown
