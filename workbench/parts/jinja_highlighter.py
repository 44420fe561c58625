"""JinjaHighlighter: text, statements, expressions and comments of a chat template in colours."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from workbench.theme import Theme

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


class JinjaHighlighter(QSyntaxHighlighter):
    """What is written as it stands has the plain ink; everything Jinja does has a colour."""

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
    """How many UTF-16 units stand before each character, and in all."""
    found, units = [0], 0
    for character in text:
        units += 2 if character > "\uffff" else 1
        found.append(units)
    return found
