"""PatternHighlighter: what each stretch of a split pattern is, and which alternative it is in."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from engine.splitting import Kind, PatternToken, pattern_tokens
from workbench.colours import TokenColour
from workbench.parts.pattern_hues import PatternHues
from workbench.theme import Theme
from workbench.views.span_colouring import DASHED, DOTTED, N_HUES, base_hue, mark_style

_UNDERLINES = {
    DASHED: QTextCharFormat.UnderlineStyle.DashUnderline,
    DOTTED: QTextCharFormat.UnderlineStyle.DotLine,
}
_INK: dict[Kind, str] = {
    "class": "violet",
    "set": "violet",
    "escape": "cyan",
    "reference": "cyan",
    "quantifier": "rose",
    "group": "blue",
    "look": "leaf",
    "anchor": "leaf",
    "flags": "orange",
}
_BOLD: frozenset[Kind] = frozenset(("quantifier", "group", "look", "bar", "then"))
_QUIET: frozenset[Kind] = frozenset(("comment", "then"))


class PatternHighlighter(QSyntaxHighlighter):
    """The ground tells the alternative, by the hue its pre-tokens have; the ink tells the kind."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme, self._hues = theme, PatternHues()
        theme.changed.connect(self.rehighlight)

    def set_hues(self, hues: PatternHues) -> None:
        """Paint every alternative in its hue, which may have changed."""
        self._hues = hues
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        whole = self.document().toRawText().replace("\u2029", "\n")
        units = _units_before(whole)
        start = self.currentBlock().position()
        alternative = depth = 0
        for token in pattern_tokens(whole):
            is_border = token.depth == 0 and token.kind in {"bar", "then"}
            begin, end = units[token.start] - start, units[token.end] - start
            if begin > len(text) + 1:
                break
            alternative += is_border
            depth = token.depth
            first, last = max(begin, 0), min(end, len(text.encode("utf-16-le")) // 2)
            if last > first:
                self.setFormat(first, last - first, self._format(token, alternative, is_border))
        self.setCurrentBlockState(64 * alternative + depth)  # a change goes on to the next line

    def _format(self, token: PatternToken, alternative: int, is_border: bool) -> QTextCharFormat:
        given = self._hues.hue(alternative)
        hue = self._theme.token_colour(base_hue(given))
        form = QTextCharFormat()
        if not is_border:
            form.setBackground(hue.background)
            if mark_style(given):
                form.setUnderlineStyle(_UNDERLINES[mark_style(given)])
                form.setUnderlineColor(hue.boundary)
        if token.kind in _QUIET:
            form.setForeground(self._theme.colour("muted_text"))
        elif token.kind in _INK:
            form.setForeground(self._ink(_INK[token.kind], hue))
        else:
            form.setForeground(self._theme.colour("text") if is_border else hue.text)
        if token.kind in _BOLD:
            form.setFontWeight(QFont.Weight.Bold)
        return form

    def _ink(self, name: str, ground: TokenColour) -> QColor:
        """A hue's own colour, half way to that of text, so that it reads on every ground."""
        hues = self._theme.token_colours(N_HUES)
        boundary = next(hue.boundary for hue in hues if hue.name == name)
        return QColor(
            (boundary.red() + ground.text.red()) // 2,
            (boundary.green() + ground.text.green()) // 2,
            (boundary.blue() + ground.text.blue()) // 2,
        )


def _units_before(text: str) -> list[int]:
    """How many UTF-16 units stand before each character, and in all."""
    if text.isascii():
        return list(range(len(text) + 1))
    return list(accumulate((1 + (character > "\uffff") for character in text), initial=0))
