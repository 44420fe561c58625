"""The editor of a split pattern: an alternative on each line, in colours, with matched brackets.

`PatternHighlighter` colours the parts, `PatternEditor` is the text field.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from engine.splitting import (
    Kind,
    PatternToken,
    as_lines,
    brackets,
    from_lines,
    pattern_tokens,
    place_in_pattern,
    place_on_lines,
)
from workbench.pattern.pattern_rows import PatternHues
from workbench.signals import Signal
from workbench.ui.spans.span_colouring import DASHED, DOTTED, N_HUES, base_hue, mark_style
from workbench.ui.theme.colours import TokenColour
from workbench.ui.theme.theme import SPACE_S, SPACE_XL, TEXT_CAPTION, Theme
from workbench.ui.widgets.raw_text_edit import RawTextEdit

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

SETTLE_MS = 5
"""What one keystroke does to the text is one change; trials are overtaken by newer ones anyway."""


class PatternHighlighter(QSyntaxHighlighter):
    """Colours a pattern: the background by alternative, the letters by syntax.

    The background is the hue of the alternative's pre-tokens.
    """

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme, self._hues = theme, PatternHues()
        self._placed_text, self._places = "", list[_Place]()
        self._formats: dict[tuple[Kind, int, bool], QTextCharFormat] = {}
        theme.changed.connect(self._restyle)

    def set_hues(self, hues: PatternHues) -> None:
        """Paint every alternative in its hue, which may have changed."""
        self._hues = hues
        self._restyle()

    def highlightBlock(self, text: str) -> None:
        start, length = self.currentBlock().position(), len(text.encode("utf-16-le")) // 2
        alternative = depth = 0
        for begin, end, token, alternative_here, is_border in self._placed():
            if begin - start > len(text) + 1:
                break
            alternative, depth = alternative_here, token.depth
            first, last = max(begin - start, 0), min(end - start, length)
            if last > first:
                self.setFormat(first, last - first, self._format(token, alternative, is_border))
        self.setCurrentBlockState(64 * alternative + depth)  # a change goes on to the next line

    def _restyle(self) -> None:
        self._formats.clear()
        self.rehighlight()

    def _placed(self) -> list[_Place]:
        """The tokens of the whole pattern, found once for all of its lines."""
        text = self.document().toRawText().replace("\u2029", "\n")
        if text != self._placed_text:
            self._placed_text, self._places = text, list(_places(text))
        return self._places

    def _format(self, token: PatternToken, alternative: int, is_border: bool) -> QTextCharFormat:
        key = token.kind, alternative, is_border
        if key not in self._formats:
            self._formats[key] = self._new_format(*key)
        return self._formats[key]

    def _new_format(self, kind: Kind, alternative: int, is_border: bool) -> QTextCharFormat:
        given = self._hues.hue(alternative)
        hue = self._theme.token_colour(base_hue(given))
        form = QTextCharFormat()
        if not is_border:
            form.setBackground(hue.background)
            if mark_style(given):
                form.setUnderlineStyle(_UNDERLINES[mark_style(given)])
                form.setUnderlineColor(hue.boundary)
        if kind in _QUIET:
            form.setForeground(self._theme.colour("muted_text"))
        elif kind in _INK:
            form.setForeground(self._ink(_INK[kind], hue))
        else:
            form.setForeground(self._theme.colour("text") if is_border else hue.text)
        if kind in _BOLD:
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


_Place = tuple[int, int, PatternToken, int, bool]
"""A token's begin and end in UTF-16 units, its alternative, whether it parts alternatives."""


def _places(pattern: str) -> Iterator[_Place]:
    units = _units_before(pattern)
    alternative = 0
    for token in pattern_tokens(pattern):
        is_border = token.depth == 0 and token.kind in {"bar", "then"}
        alternative += is_border
        yield units[token.start], units[token.end], token, alternative, is_border


def _units_before(text: str) -> list[int]:
    """The number of UTF-16 units before each character, and the total."""
    if text.isascii():
        return list(range(len(text) + 1))
    return list(accumulate((1 + (character > "\uffff") for character in text), initial=0))


class PatternEditor(RawTextEdit):
    """A text field for a pattern; with one alternative per line, Enter begins another.

    Those line breaks are not part of the pattern.

    Signals:
        pointed: the place in the pattern under the pointer, else that of the cursor, or None.
    """

    pointed: Signal[int | None] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent, settle_ms=SETTLE_MS)
        self._has_lines = True
        self._error: QTextEdit.ExtraSelection | None = None
        self._numbers = _LineNumbers(self, theme)
        self.hues = PatternHues()
        self._painted: tuple[int, ...] = ()
        self._highlighter = PatternHighlighter(self.document(), theme)
        self._fragment: tuple[int, int] | None = None
        self._lit: tuple[int, int] | None = None
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.viewport().setMouseTracking(True)
        self.setViewportMargins(SPACE_XL, 0, 0, 0)
        self.cursorPositionChanged.connect(self._show_marks)
        self.cursorPositionChanged.connect(self._tell_cursor)
        self.settled.connect(self._lay_out)
        self.updateRequest.connect(self._move_numbers)
        theme.changed.connect(self._numbers.update)

    @property
    def pattern(self) -> str:
        """The expression, without the line breaks that only show its alternatives."""
        return from_lines(self.raw_text) if self._has_lines else self.raw_text

    @property
    def is_settling(self) -> bool:
        """True between a change and `settled`."""
        return self._timer.isActive()

    @property
    def marked(self) -> tuple[int, int] | None:
        """Start and end of the underlined error in UTF-16 units."""
        if self._error is None:
            return None
        return self._error.cursor.selectionStart(), self._error.cursor.selectionEnd()

    def set_pattern(self, pattern: str, *, is_settled: bool) -> None:
        """Show a pattern; `is_settled` reports no change."""
        text = as_lines(pattern) if self._has_lines else pattern
        if is_settled:
            self.set_settled_text(text)
        else:
            self._replace(text)
            self.settle()

    def show_hues(self, hues: PatternHues) -> None:
        """Paint the alternatives as their pre-tokens are painted."""
        self.hues = hues
        if hues.hues != self._painted:
            self._painted = hues.hues
            self._highlighter.set_hues(hues)
            self._numbers.update()

    def set_lines(self, has_lines: bool) -> None:
        """Put every alternative on a line of its own, or all on one; the pattern stays."""
        if has_lines == self._has_lines:
            return
        pattern = self.pattern
        self._has_lines = has_lines
        self.setViewportMargins(SPACE_XL if has_lines else 0, 0, 0, 0)
        self._numbers.setVisible(has_lines)
        self._replace(as_lines(pattern) if has_lines else pattern)

    def mark_position(self, position: int | None) -> None:
        """Underline the character at `position` of the pattern, None for no underline."""
        if position is not None and self._has_lines:
            position = place_on_lines(self.pattern, position)
        super().mark_position(position)
        marks = self.extraSelections()
        self._error = marks[0] if position is not None and marks else None
        self._show_marks()

    def mark_fragment(self, place: tuple[int, int] | None) -> None:
        """Underline a stretch of the pattern, None for none."""
        if place != self._fragment:
            self._fragment = place
            self._show_marks()

    def light(self, place: tuple[int, int] | None) -> None:
        """Set a stretch of the pattern apart, such as an alternative; None for none."""
        if place != self._lit:
            self._lit = place
            self._show_marks()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.pointed.emit(self._place_at(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._tell_cursor()
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._has_lines and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.textCursor().insertText("\n|")
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_marks()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_marks()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), SPACE_XL, inside.height()))

    def _move_numbers(self, _area: QRect, _moved: int) -> None:
        self._numbers.update()

    def _lay_out(self) -> None:
        """Put new alternatives on lines of their own; the cursor stays where it is."""
        if not self._has_lines:
            return
        lines = self.raw_text
        wanted = as_lines(from_lines(lines))
        if wanted == lines:
            return
        place = self._character_of(lines, self.textCursor().position())
        place = place_on_lines(from_lines(lines), place_in_pattern(lines, place))
        self._replace(wanted, joined=True)
        cursor = self.textCursor()
        cursor.setPosition(_units(wanted[:place]))
        self.setTextCursor(cursor)

    def _replace(self, text: str, *, joined: bool = False) -> None:
        """Put other text in, as one step that undo takes back; joined: to the last one."""
        cursor = QTextCursor(self.document())
        if joined:
            cursor.joinPreviousEditBlock()
        else:
            cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.endEditBlock()

    def _tell_cursor(self) -> None:
        """Tell the place of the cursor, while a person writes."""
        units = self.textCursor().position()
        self.pointed.emit(self._place_of(units) if self.hasFocus() else None)

    def _place_of(self, units: int) -> int:
        text = self.raw_text
        place = self._character_of(text, units)
        return place_in_pattern(text, place) if self._has_lines else place

    def _place_at(self, point: QPoint) -> int | None:
        """The place in the pattern of the character at a point; None beside the text."""
        cursor = self.cursorForPosition(point)
        if self.cursorRect(cursor).left() > point.x():
            cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
        left = self.cursorRect(cursor)
        is_inside = not cursor.atBlockEnd() and left.top() <= point.y() <= left.bottom()
        return self._place_of(cursor.position()) if is_inside else None

    def _stretch(self, place: tuple[int, int], form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        """Set a stretch of the pattern in a format."""
        pattern, text = self.pattern, self.raw_text
        start, end = place
        if self._has_lines:
            start, end = place_on_lines(pattern, start), place_on_lines(pattern, end - 1) + 1
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(text[:start]))
        cursor.setPosition(_units(text[:end]), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, form
        return mark

    def _stretches(self) -> list[QTextEdit.ExtraSelection]:
        """The alternative that is lit, and the fragment that is told."""
        found = []
        n = len(self.pattern)
        if self._lit is not None and self._lit[0] < self._lit[1] <= n:
            form = QTextCharFormat()
            form.setBackground(self._theme.colour("selection"))
            form.setForeground(self._theme.colour("selection_text"))
            found.append(self._stretch(self._lit, form))
        if self._fragment is not None and self._fragment[1] <= n:
            form = QTextCharFormat()
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            form.setUnderlineColor(self._theme.colour("accent"))
            found.append(self._stretch(self._fragment, form))
        return found

    def _show_marks(self) -> None:
        """Mark the bracket at the cursor and its other half, the error and what is lit."""
        text = self.raw_text
        place = self._character_of(text, self.textCursor().position())
        pairs = brackets(text)
        at = next((each for each in (place - 1, place) if each in pairs), None)
        marks = self._stretches()
        marks += [self._error] if self._error is not None else []
        if at is not None and self.hasFocus():
            marks += [self._mark(text, each) for each in (at, pairs[at])]
        self.setExtraSelections(marks)

    def _mark(self, text: str, place: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(text[:place]))
        cursor.movePosition(
            QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
        )
        form = QTextCharFormat()
        form.setBackground(self._theme.colour("focus"))
        form.setForeground(self._theme.colour("accent_text"))
        mark.cursor, mark.format = cursor, form
        return mark

    @staticmethod
    def _character_of(text: str, units: int) -> int:
        """The index of the character that begins after a number of UTF-16 units."""
        return len(
            text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "replace")
        )


class _LineNumbers(QWidget):
    """The number of each alternative in the margin, as in the table."""

    def __init__(self, editor: PatternEditor, theme: Theme) -> None:
        super().__init__(editor)
        self._editor, self._theme = editor, theme

    def sizeHint(self) -> QSize:
        return QSize(SPACE_XL, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        editor, theme = self._editor, self._theme
        painter.setFont(theme.mono_font(TEXT_CAPTION))
        height = QFontMetricsF(editor.font()).height()
        block = editor.firstVisibleBlock()
        number = block.blockNumber()
        while block.isValid():
            area = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
            if area.top() > self.height():
                break
            painter.setPen(theme.token_colour(base_hue(editor.hues.hue(number))).boundary)
            room = QRect(0, round(area.top()), self.width() - SPACE_S, round(height))
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                             str(number + 1))  # fmt: skip
            block = block.next()
            number += 1


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
