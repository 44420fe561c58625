"""SuperwordDesigner: the rules of stage two with their sources, and the pattern it cuts by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.errors import ConfigError, EngineError
from engine.settings import (
    SECOND_PATTERN,
    SuperwordRules,
    Superwords,
    TrainingConfig,
    superword_rules,
)
from engine.splitting import preset_name_of, preset_names
from workbench.text.engine_words import error_words
from workbench.text.placeholders import fill
from workbench.training.superword_rule_table import MEANING, RULE, VALUE, SuperwordRuleTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.words.superword_words import what_happens

WIDTHS = (196, 128, 240)
FIRST_PATTERNS = (SECOND_PATTERN, "superbpe-paper", "none")
SETTLE_MS = 250
ROOM_FOR_MEANINGS = 520


class SuperwordDesigner(QWidget):
    """Edits what superwords are; every edit is told at once, and undone like other settings.

    Signals:
        superwords_edited: Superwords as they stand now, None to switch them off.
        refused: the sentence why a file was not taken.
        close_requested: the person is done.
    """

    superwords_edited = Signal(object)
    refused = Signal(object)
    close_requested = Signal()

    def __init__(self, theme: Theme, choice: QComboBox, parent: QWidget | None = None) -> None:
        """choice: that of the form, of which this has a twin."""
        super().__init__(parent)
        self._superwords = Superwords(0.8)
        self._is_on = self._is_showing = False
        self._choice = QComboBox()
        self._choice.setModel(choice.model())
        self._form_choice = choice
        self._file = QPushButton(self.tr("From file…"))
        self._pattern = QComboBox(editable=True)
        self._pattern.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._pattern.setCompleter(None)  # type: ignore[arg-type]
        others = [name for name in preset_names() if name not in FIRST_PATTERNS]
        known = [name for name in FIRST_PATTERNS if name in preset_names()]
        self._pattern.addItems([*known, *others])
        self._done = QPushButton(self.tr("Done"))
        self.rules = SuperwordRuleTable(theme, self)
        self.table = DataTable(self.tr("Rules of superwords"), theme)
        self.table.setModel(self.rules)
        self.table.set_widths(WIDTHS, stretch=MEANING)
        self.table.setEditTriggers(
            DataTable.EditTrigger.DoubleClicked
            | DataTable.EditTrigger.EditKeyPressed
            | DataTable.EditTrigger.SelectedClicked
        )
        self.choice_field = Field(self.tr("Rules"), self._choice)
        self.pattern_field = Field(self.tr("Pattern of stage two"), self._pattern)
        self._said = label("", "", wrap=True)
        self._meaning = label("", "caption", wrap=True)
        self._error = label("", "error", wrap=True)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._lay_out()
        self._connect()

    @property
    def words(self) -> str:
        """What will happen."""
        return self._said.text()

    @property
    def error(self) -> str:
        """Why the last edit of a rule was not taken."""
        return self._error.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Values take their room before what the rules do."""
        super().resizeEvent(event)
        has_meanings = event.size().width() >= ROOM_FOR_MEANINGS
        self.table.setColumnHidden(MEANING, not has_meanings)  # the tool tips have them, too
        header = self.table.horizontalHeader()
        stretch, fixed = header.ResizeMode.Stretch, header.ResizeMode.Interactive
        header.setSectionResizeMode(VALUE, fixed if has_meanings else stretch)
        if has_meanings:
            header.resizeSection(VALUE, max(WIDTHS[VALUE], event.size().width() // 5))

    def show_superwords(
        self, superwords: Superwords, config: TrainingConfig | None, *, is_on: bool
    ) -> None:
        """Show what superwords are, or would be if they were on. config: None while it is wrong."""
        self._superwords, self._is_on = superwords, is_on
        self._is_showing = True
        self._choice.setCurrentIndex(self._form_choice.currentIndex())
        self.rules.show_rules(superwords.stage_two_rules, is_on=is_on)
        shown = preset_name_of(superwords.pattern) or superwords.pattern
        if self._pattern_text() != shown and not self._settle.isActive():
            self._pattern.setEditText(shown)
            self.pattern_field.show_error("")
        if not self._pattern.lineEdit().hasFocus():
            self._pattern.lineEdit().setCursorPosition(0)  # the beginning tells more
        self._pattern.setEnabled(is_on)
        if not is_on or config is not None:
            self._said.setText(what_happens(superwords if is_on else None, config))
        self._error.clear()
        self._error.hide()
        self._is_showing = False

    def choose_row(self, row: int) -> None:
        """Choose a rule."""
        self.table.setCurrentIndex(self.rules.index(row, RULE))

    def write_pattern(self, text: str) -> None:
        """Put a pattern into its field as if typed, at once."""
        self._pattern.setEditText(text)
        self._settle.stop()
        self._take_pattern()

    def take_file(self, path: Path) -> bool:
        """Take the rules that a TOML file holds; False where it was refused."""
        try:
            rules = superword_rules(path)
        except ConfigError as error:
            self.refused.emit(error_words(error))
            return False
        self._tell(rules=rules)
        return True

    def _pattern_text(self) -> str:
        return self._pattern.currentText().strip()

    def _tell(self, **changes: object) -> None:
        superwords = replace(self._superwords, **changes)  # type: ignore[arg-type]
        self.superwords_edited.emit(superwords)

    def _choose(self, index: int) -> None:
        if self._is_showing:
            return
        name = self._choice.itemData(index)
        if name == "off":
            self.superwords_edited.emit(None)
        elif name == "own":
            self._tell()
        else:
            self._tell(rules=superword_rules(name))

    def _take_rules(self, rules: SuperwordRules) -> None:
        self._tell(rules=rules)

    def _note_pattern(self, _text: str) -> None:
        if not self._is_showing:
            self._settle.start()

    def _take_pattern(self) -> None:
        """Take the pattern once a person stops writing, if it can cut."""
        text = self._pattern_text()
        sentence = ""
        if not text:
            sentence = fill(self.tr("A pattern is needed here, such as %1."), SECOND_PATTERN)
        if text:
            from engine.splitting import Splitter  # loads Numba, after the window

            try:
                Splitter(text)
            except EngineError as error:
                sentence = error_words(error)
        self.pattern_field.show_error(sentence)
        known = preset_name_of(self._superwords.pattern) or self._superwords.pattern
        if not sentence and text != known and self._is_on:
            self._tell(pattern=text)

    def _explain(self, current: QModelIndex, _previous: QModelIndex) -> None:
        """Say what the chosen rule does and where it comes from."""
        self._meaning.setText(current.data(Qt.ItemDataRole.ToolTipRole) or "")

    def _show_refusal(self, sentence: str) -> None:
        self._error.setText(sentence)
        self._error.show()

    def _ask_file(self) -> None:
        kinds = self.tr("Rules of superwords (*.toml);;All files (*)")
        chosen = ask_file(self, self.tr("Take rules of superwords from a file"), kinds)
        if chosen:
            self.take_file(Path(chosen))

    def _connect(self) -> None:
        self._choice.currentIndexChanged.connect(self._choose)
        self._pattern.editTextChanged.connect(self._note_pattern)
        self._settle.timeout.connect(self._take_pattern)
        self.rules.rules_edited.connect(self._take_rules)
        self.rules.refused.connect(self._show_refusal)
        self.table.selectionModel().currentRowChanged.connect(self._explain)
        self._file.clicked.connect(self._ask_file)
        self._done.clicked.connect(self.close_requested)

    def _lay_out(self) -> None:
        for box in (self._choice, self._pattern):
            box.setMinimumContentsLength(1)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(ElidedLabel(self.tr("Superwords of the next training"), "section"), 1)
        head.addWidget(self._done)
        tools = QHBoxLayout()
        tools.setSpacing(SPACE_S)
        tools.addWidget(self.choice_field, 1, Qt.AlignmentFlag.AlignTop)
        tools.addWidget(self.pattern_field, 1, Qt.AlignmentFlag.AlignTop)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_S)
        foot.addWidget(self._file)
        foot.addStretch(1)
        foot.addWidget(self.table.copying.button())
        self._error.hide()
        self._meaning.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addLayout(head)
        column.addLayout(tools)
        column.addWidget(self._said)
        column.addWidget(self.table, 1)
        column.addWidget(self._meaning)
        column.addWidget(self._error)
        column.addLayout(foot)
