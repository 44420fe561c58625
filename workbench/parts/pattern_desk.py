"""PatternDesk: where a split pattern is written: preset, editor, verdict, alternatives, engines."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from engine.splitting import Preset, preset_name_of, presets
from workbench.fonts import interface_font
from workbench.parts.pattern_editor import PatternEditor
from workbench.parts.pattern_engines_row import PatternEnginesRow
from workbench.parts.pattern_legend import PatternLegend
from workbench.parts.pattern_words import PatternWords
from workbench.pattern_verdict import preset_words
from workbench.theme import CHOOSER_WIDTH, ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, TEXT_BODY, Theme
from workbench.widgets.labels import label, set_property

OWN = ""
_LINES_SHOWN = 7
LEAST_LEGEND = 352
"""Beside another pane, where its last column has no room."""
ROOM_FOR_LEGEND = 640


class PatternDesk(QWidget):
    """Has no idea of what patterns do; the pane tells its parts.

    Signals:
        settled: the pattern may have changed and the typing rests.
    """

    settled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preset = QComboBox()
        self._preset.setAccessibleName(self.tr("Preset"))
        self._note = label("", "muted", wrap=True)
        self._lines = QCheckBox(self.tr("One alternative a line"))
        self._lines.setToolTip(
            self.tr("Line breaks before | are shown only; they are no part of the pattern.")
        )
        self._lines.setChecked(True)
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
        self.editor.settled.connect(self.settled)

    @property
    def preset(self) -> Preset | None:
        """The preset whose expression stands in the editor, None for one's own pattern."""
        return presets().get(preset_name_of(self.editor.pattern) or OWN)

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

    def _take_preset(self, index: int) -> None:
        preset = presets().get(self._preset.itemData(index))
        if preset is not None:
            self.editor.set_pattern(preset.pattern, is_settled=False)
        self.show_note()

    def _lay_out(self) -> None:
        chooser = QHBoxLayout()
        chooser.setSpacing(SPACE_M)
        line = QFontMetrics(interface_font(TEXT_BODY)).lineSpacing()
        self._note.setMinimumHeight(2 * line)  # two lines, so that nothing below moves
        chooser.addWidget(self._preset)
        chooser.addWidget(self._note, 1)
        chooser.addWidget(self._lines)
        self.editor.setFixedHeight(_LINES_SHOWN * ROW_HEIGHT - SPACE_L)
        writing = QVBoxLayout()
        writing.setSpacing(SPACE_S)
        writing.addWidget(self.editor)
        writing.addWidget(self.words)
        self.legend.setMinimumWidth(CHOOSER_WIDTH)
        halves = QHBoxLayout()
        halves.setSpacing(SPACE_M)
        halves.addLayout(writing, 2)
        halves.addWidget(self.legend, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addLayout(chooser)
        column.addLayout(halves)
        column.addWidget(self.engines)
        QWidget.setTabOrder(self._preset, self._lines)
        QWidget.setTabOrder(self._lines, self.editor)
        QWidget.setTabOrder(self.editor, self.legend)
