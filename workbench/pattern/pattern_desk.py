"""The left side of the Pattern pane: preset, editor, verdict, alternatives and engines.

`PatternDesk` arranges them; `PatternLegend` is the table of alternatives, `PatternWords` the two
lines below the editor, `SyntaxMenu` what the editor inserts. `PatternHovering` ties the editor to
the pre-tokens.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.splitting import Preset, preset_name_of, presets, top_level_alternatives
from workbench.pattern.engines_row import PatternEnginesRow
from workbench.pattern.fragment_words import fragment_at
from workbench.pattern.pattern_editor import PatternEditor
from workbench.pattern.pattern_results import PatternResults
from workbench.pattern.pattern_rows import (
    AlternativeRow,
    PatternHues,
    Verdict,
    alternative_columns,
    preset_words,
)
from workbench.signals import Signal
from workbench.ui.spans.span_colouring import base_hue
from workbench.ui.spans.span_painter import mark_rects
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, Index
from workbench.ui.theme.theme import (
    CHOOSER_WIDTH,
    LINE_GAP,
    ROW_HEIGHT,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.widgets.labels import ElidedLabel, label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical

OWN = ""
_LEAST_LINES = 4
LEAST_LEGEND = 352
"""Beside another pane, where its last column has no room."""
ROOM_FOR_LEGEND = 640

_PROPERTIES = ("L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "Nd", "Nl", "No", "P", "S", "Z",
               "Extended_Pictographic")  # fmt: skip
_SCRIPTS = ("Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai", "Han",
            "Hiragana", "Katakana", "Hangul")  # fmt: skip
_CHARACTERS = (r"\s", r"\S", r"\d", r"\w", r".", r"\r", r"\n", r"\t", "[ab]", "[^ab]", "[a-z]")
_REPEATS = ("x?", "x*", "x+", "x{3}", "x{1,3}", "x{2,}", "x+?", "x?+", "x++")
_GROUPS = ("(?:a|b)", "(?i:a)", "(?>a)", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?#then)")
_REPEATED = "x"
"""What an example repeats; it is not inserted."""


class PatternLegend(DataTable):
    """The table of the alternatives with their hues and coverage.

    Signals:
        alternative_chosen: number of the chosen alternative, from 0.
    """

    alternative_chosen: Signal[int] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Alternatives of the pattern"), theme, parent)
        # As many rows as before change in place.
        self._table = ColumnTable(alternative_columns(), identity=lambda _row: None, parent=self)
        self.show_columns(self._table)
        self._delegate = _SwatchDelegate(theme, self)
        self._texts = _ExpressionDelegate(theme, self)
        self.setItemDelegateForColumn(self._table.place("number"), self._delegate)
        self.setItemDelegateForColumn(self._table.place("expression"), self._texts)
        self.activated.connect(self._choose)
        self.clicked.connect(self._choose)

    @property
    def rows(self) -> tuple[AlternativeRow, ...]:
        """What is on show."""
        return self._table.rows

    def show_rows(self, rows: list[AlternativeRow]) -> None:
        """Show these rows."""
        self._table.set_rows(rows)

    def show_change(self, wanted: bool) -> None:
        """Show or hide how much more each covers than under the saved pattern."""
        self.setColumnHidden(self._table.place("change"), not wanted)

    def _choose(self, index: QModelIndex) -> None:
        row: AlternativeRow = index.data(ROW_ROLE)
        if row.number is not None and row.pretokens:
            self.alternative_chosen.emit(row.number - 1)


class _SwatchDelegate(QStyledItemDelegate):
    """Paints the number on the background colour of the alternative's pre-tokens."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: AlternativeRow = index.data(ROW_ROLE)
        area = QRectF(option.rect).adjusted(SPACE_XS, SPACE_XS, -SPACE_XS, -SPACE_XS)
        painter.save()
        if row.hue is not None:
            hue = self._theme.token_colour(base_hue(row.hue))
            painter.fillRect(area, hue.background)
            for part in mark_rects(area, row.hue):
                painter.fillRect(part, hue.boundary)
            painter.setPen(hue.text)
            painter.setFont(self._theme.mono_font(TEXT_CAPTION))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        elif not row.is_gone:
            painter.fillRect(area, self._theme.colour("surface"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
            brush = painter.brush()
            brush.setColor(self._theme.colour("warning"))
            painter.setBrush(brush)
            painter.drawRect(area)
        painter.restore()


class _ExpressionDelegate(QStyledItemDelegate):
    """Paints alternatives in the monospaced font, unused ones muted."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        row: AlternativeRow = index.data(ROW_ROLE)
        if row.hue is not None or row.is_gone:
            option.font = self._theme.mono_font(TEXT_CAPTION)
        if not row.pretokens:
            role = option.palette.ColorRole.Text
            option.palette.setColor(role, self._theme.colour("muted_text"))
        if row.is_gone:
            option.font.setStrikeOut(True)


class PatternWords(QWidget):
    """Lines: what a fragment does, how fast the pattern splits, what it does to the preview.

    Keeps its height, so that nothing below moves while a pattern is typed.

    Signals:
        use_requested: use the pattern in spite of the verdict.
    """

    use_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fragment = ElidedLabel("", "now")
        self._fragment.setFixedHeight(SPACE_L)
        self._fragment.setAccessibleName(self.tr("What the fragment does"))
        self.show_fragment("")
        self._speed = label("", "caption")
        self._speed.setFixedHeight(SPACE_L)
        self._speed.setAccessibleName(self.tr("How fast the pattern splits"))
        self._verdict = label("", "caption", wrap=True)
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._verdict.setFixedHeight(2 * SPACE_L)
        self._verdict.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._verdict.setAccessibleName(self.tr("What the pattern does"))
        self._anyway = QPushButton(self.tr("Use anyway"))
        self._anyway.hide()
        self._anyway.clicked.connect(self.use_requested)
        below = horizontal((self._verdict, 1), self._anyway, spacing=SPACE_S)
        vertical(self._fragment, self._speed, below, parent=self, spacing=SPACE_XS)

    @property
    def fragment(self) -> str:
        """What the fragment pointed at does."""
        return self._fragment.text()

    @property
    def speed(self) -> str:
        """How fast the pattern splits."""
        return self._speed.text()

    @property
    def verdict(self) -> str:
        """The lower line."""
        return self._verdict.text()

    def show_fragment(self, words: str) -> None:
        """Show what a fragment does; "" for none."""
        set_property(self._fragment, "role", "now" if words else "caption")
        self._fragment.setText(words or self.tr("Point at a fragment to read what it does."))

    def show_speed(self, speed: Verdict) -> None:
        """Show whether the pattern is an automaton, or why it is not."""
        _say(self._speed, speed)

    def show_verdict(self, verdict: Verdict, *, may_use: bool = False) -> None:
        """Show what the pattern does; `may_use` offers to use it all the same."""
        _say(self._verdict, verdict)
        self._anyway.setVisible(may_use)


def _say(shown: QLabel, verdict: Verdict) -> None:
    set_property(shown, "role", verdict.role)
    shown.setText(verdict.sentence)


class SyntaxMenu(QMenu):
    """Lists properties, scripts, characters, repeats and groups; filled when first opened.

    Signals:
        chosen: the syntax to insert.
    """

    chosen: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu; once is enough."""
        if not self.isEmpty():
            return
        for title, examples in (
            (self.tr("Properties"), tuple(f"\\p{{{name}}}" for name in _PROPERTIES)),
            (self.tr("Scripts"), tuple(f"\\p{{{name}}}" for name in _SCRIPTS)),
            (self.tr("Characters and sets"), _CHARACTERS),
            (self.tr("Repeats"), _REPEATS),
            (self.tr("Groups and lookarounds"), _GROUPS),
        ):
            menu = self.addMenu(title)
            for example in examples:
                found = fragment_at(example, 0)
                action = QAction(f"{example}\t{found.words if found else ''}", menu)
                is_repeat = examples is _REPEATS
                action.setData(example.removeprefix(_REPEATED) if is_repeat else example)
                action.triggered.connect(self._choose)
                menu.addAction(action)

    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(action.data())


class PatternDesk(QWidget):
    """Arranges preset, editor, verdict, alternatives and engines; the pane fills them.

    Signals:
        settled: the pattern has changed and typing has paused.
        replaced: the editor shows another pattern of the state.
    """

    settled = Signal()
    replaced = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preset = QComboBox()
        self._preset.setAccessibleName(self.tr("Preset"))
        self._note = ElidedLabel("", "muted")
        self._lines = QCheckBox(self.tr("One alternative per line"))
        self._lines.setToolTip(
            self.tr("Line breaks before | are for display; they are not part of the pattern.")
        )
        self._lines.setChecked(True)
        self._syntax = QPushButton(self.tr("Syntax"))
        self._syntax.setObjectName("syntax")
        self._syntax.setProperty("kind", "menu")
        self._syntax.setToolTip(self.tr("Insert properties, repeats and groups."))
        self.syntax_menu = SyntaxMenu(self)
        self._syntax.setMenu(self.syntax_menu)
        self.editor = PatternEditor(self.tr("Split pattern"), theme)
        self.words = PatternWords()
        self.legend = PatternLegend(theme)
        self.engines = PatternEnginesRow()
        for name, preset in presets().items():
            self._preset.addItem(preset.title, name)
        self._preset.addItem(self.tr("Own pattern"), OWN)
        self._lay_out()
        self._preset.activated.connect(self._take_preset)
        self._lines.toggled.connect(self.editor.set_lines)
        self.syntax_menu.chosen.connect(self._insert)
        self._told = ""
        self.editor.settled.connect(self._tell_settled)

    @property
    def preset(self) -> Preset | None:
        """The preset whose expression is in the editor, None for a custom pattern."""
        return presets().get(preset_name_of(self.editor.pattern) or OWN)

    @property
    def pattern(self) -> str:
        """The expression in the editor."""
        return self.editor.pattern

    @property
    def title(self) -> str:
        """The preset's title, or that it is one's own."""
        return self._preset.currentText()

    def choose_preset(self, name: str) -> None:
        """Choose a preset as if from the list."""
        self._take_preset(self._preset.findData(name))

    def mark_error(self, error: str, position: int | None) -> None:
        """Frame the editor where there is an error, and underline its place where it is known."""
        self.editor.mark_position(position if error else None)
        set_property(self.editor, "wrong", "true" if error else "false")

    def show_pattern(self, pattern: str) -> None:
        """Show the pattern of the state, unless it is in the editor already."""
        preset = presets().get(pattern)
        text = preset.pattern if preset else pattern
        if text != self.editor.pattern:
            self.editor.set_pattern(text, is_settled=True)
            self._told = text
            self.replaced.emit()

    def show_hues(self, hues: PatternHues) -> None:
        """Paint the alternatives as their pre-tokens are painted."""
        self.editor.show_hues(hues)

    def show_note(self) -> None:
        """Let the chooser and the note say whose pattern it is."""
        preset = self.preset
        self._preset.setCurrentIndex(self._preset.findData(preset.name if preset else OWN))
        self._note.setText(
            preset_words(preset.note)
            if preset
            else self.tr("Your own pattern, in the dialect of the regex module.")
        )

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(least.width() - self.legend.minimumWidth() + LEAST_LEGEND, least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside another pane the legend is narrower."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= ROOM_FOR_LEGEND
        self.legend.setMinimumWidth(CHOOSER_WIDTH if is_wide else LEAST_LEGEND)
        self.legend.show_change(is_wide)

    def _tell_settled(self) -> None:
        """Tell of a changed pattern; the editor settles after new colours, too."""
        if self.editor.pattern != self._told:
            self._told = self.editor.pattern
            self.settled.emit()

    def _insert(self, syntax: str) -> None:
        """Put syntax in at the cursor, in place of what is selected, and go on writing."""
        self.editor.textCursor().insertText(syntax)
        self.editor.setFocus()

    def _take_preset(self, index: int) -> None:
        preset = presets().get(self._preset.itemData(index))
        if preset is not None:
            self.editor.set_pattern(preset.pattern, is_settled=False)
        self.show_note()

    def _lay_out(self) -> None:
        chooser = horizontal(
            self._preset, (self._note, 1), self._syntax, self._lines, spacing=SPACE_M
        )
        self.editor.setMinimumHeight(_LEAST_LINES * ROW_HEIGHT - SPACE_L)
        writing = vertical((self.editor, 1), self.words, spacing=SPACE_S)
        self.legend.setMinimumWidth(CHOOSER_WIDTH)
        halves = horizontal((writing, 2), (self.legend, 1), spacing=SPACE_M)
        column = vertical(
            chooser,
            (halves, 1),
            parent=self,
            margins=(SPACE_L, 0, SPACE_L, SPACE_S),
            spacing=LINE_GAP,
        )
        column.addSpacing(SPACE_XS)
        column.addWidget(self.engines)
        QWidget.setTabOrder(self._preset, self._syntax)
        QWidget.setTabOrder(self._syntax, self._lines)
        QWidget.setTabOrder(self._lines, self.editor)
        QWidget.setTabOrder(self.editor, self.legend)


class PatternHovering(QObject):
    """A fragment under the pointer is told in words and rings the pre-tokens of its alternative.

    The other way round, a pre-token lights its alternative in the editor.
    """

    def __init__(
        self, desk: PatternDesk, results: PatternResults, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk, self._results = desk, results
        self._ringed: int | None = None
        desk.editor.pointed.connect(self._show_fragment)
        results.view.hovered_changed.connect(self._light_alternative)

    def _show_fragment(self, place: int | None) -> None:
        """Tell what the fragment at a place of the pattern does; None for no fragment."""
        pattern = self._desk.pattern
        fragment = None if place is None else fragment_at(pattern, place)
        if fragment is None:
            self._desk.words.show_fragment("")
            self._desk.editor.mark_fragment(None)
            self._ring(None)
            return
        self._desk.words.show_fragment(fragment.words)
        self._desk.editor.mark_fragment((fragment.start, fragment.end))
        self._ring(_alternative_of(pattern, fragment.start, fragment.end))

    def _ring(self, alternative: int | None) -> None:
        """Ring the pre-tokens of an alternative, if those on show are of this pattern."""
        trial, view = self._results.edited, self._results.view
        is_shown = trial is not None and trial.pattern == self._desk.pattern
        if alternative is None or trial is None or trial.made is None or not is_shown:
            if view.ringed is not None:
                view.set_ringed(None)
            self._ringed = None
            return
        if alternative != self._ringed or view.ringed is None:
            self._ringed = alternative
            view.set_ringed(np.equal(trial.made, alternative))

    def _light_alternative(self, span: int | None) -> None:
        """Light the alternative that made a pre-token; None for none."""
        trial, editor = self._results.edited, self._desk.editor
        place = None
        if span is not None and trial is not None and trial.made is not None:
            number = int(trial.made[span])
            alternatives = top_level_alternatives(editor.pattern)
            if trial.pattern == editor.pattern and 0 <= number < len(alternatives):
                place = alternatives[number].start, alternatives[number].end
        editor.light(place)


def _alternative_of(pattern: str, start: int, end: int) -> int | None:
    """The alternative, from 0, that has pattern[start:end]; None for a bar between two."""
    for number, each in enumerate(top_level_alternatives(pattern)):
        if each.start <= start and end <= each.end:
            return number
    return None
