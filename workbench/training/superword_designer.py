"""The designer of superwords: the rules of stage two with their sources, and its pattern.

`SuperwordDesigner` is the page in the Train pane, `SuperwordRuleTable` its table of rules.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QWidget

from engine.errors import ConfigError, EngineError
from engine.settings import (
    SECOND_PATTERN,
    SUPERWORD_PRESETS,
    SuperwordRules,
    Superwords,
    TrainingConfig,
    superword_rules,
)
from engine.splitting import preset_name_of, preset_names
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.numbers import NOTHING
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.setting_words import what_happens
from workbench.ui.words.translation import translator

_tr = translator("superword_rules")

WIDTHS = (196, 128, 240)
FIRST_PATTERNS = (SECOND_PATTERN, "superbpe-paper", "none")
SETTLE_MS = 250
ROOM_FOR_MEANINGS = 520

RULE, VALUE, MEANING = range(3)
RuleKind = Literal["number", "percent", "characters", "strings", "switch"]


@dataclass(frozen=True)
class RuleRow:
    """One rule. usual: its value when it is switched on; off: the value that disables it.

    off is None if the rule cannot be disabled.
    """

    name: str
    kind: RuleKind
    usual: Any
    off: Any = None
    can_be_off: bool = True


RULE_ROWS = (
    RuleRow("most_words", "number", 4),
    RuleRow("forbidden_inside", "strings", (": ",), ()),
    RuleRow("cut_after", "characters", ".!?。！？।؟", ""),
    RuleRow("cut_before", "characters", ":", ""),
    RuleRow("cut_one_before", "characters", ":.,", ""),
    RuleRow("digits_apart", "switch", True, False),
    RuleRow("punctuation_apart", "switch", True, False),
    RuleRow("longest_span", "number", 20),
    RuleRow("span_parts", "number", 10),
    RuleRow("most_span_cuts", "number", 11),
    RuleRow("span_percentile", "percent", 99.0),
    RuleRow("document_percentile", "percent", 99.0),
    RuleRow("sampling_share", "percent", 0.25, 1.0),
    RuleRow("sampling_seed", "number", 0, can_be_off=False),
    RuleRow("allow_twins", "switch", True, False),
)


class SuperwordRuleTable(HeadedTable):
    """Model of the rules, which are switched and edited in place; hence a class of its own.

    Signals:
        rules_edited: SuperwordRules after an edit.
        refused: the sentence that says why a value was rejected.
    """

    rules_edited: Signal[SuperwordRules] = Signal(object)
    refused: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (self.tr("Rule"), self.tr("Value"), self.tr("What it does"))
        self._rules = superword_rules("official")
        self._is_on = True

    def show_rules(self, rules: SuperwordRules, *, is_on: bool) -> None:
        """Show other rules; `is_on`: whether they are those of the next training."""
        self._rules, self._is_on = rules, is_on
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, MEANING))

    def switch(self, row: int, is_on: bool) -> bool:
        """Switch a rule on, with the value that it usually has, or off."""
        rule = RULE_ROWS[row]
        if not self._is_on or is_on == self._is_rule_on(rule) or not rule.can_be_off:
            return False
        return self._take(rule, rule.usual if is_on else rule.off)

    def write(self, row: int, text: str) -> bool:
        """Take what was written for a rule; nothing switches it off."""
        rule = RULE_ROWS[row]
        if not text.strip() and rule.kind != "characters":
            return self.switch(row, False)
        try:
            return self._take(rule, _value_of(rule, text))
        except ValueError:
            self.refused.emit(fill(_refusal(rule), text))
            return False

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        rule = RULE_ROWS[index.row()]
        if not self._is_on:
            return flags & ~Qt.ItemFlag.ItemIsEnabled
        if index.column() == RULE and rule.can_be_off:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        if index.column() == VALUE and rule.kind != "switch":
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        rule, column = RULE_ROWS[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(rule, column)
        if role == Qt.ItemDataRole.EditRole and column == VALUE:
            return self._written(rule) if self._is_rule_on(rule) else ""
        if role == Qt.ItemDataRole.CheckStateRole and column == RULE and rule.can_be_off:
            is_on = self._is_rule_on(rule)
            return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == VALUE:
            return self._theme.mono_font()
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{rule_meaning(rule.name)}\n{rule_source(rule.name)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            is_idle = rule.name == "sampling_seed" and self._rules.sampling_share == 1
            is_muted = column == MEANING or not (self._is_on and self._is_rule_on(rule))
            is_muted |= is_idle
            return self._theme.colour("muted_text") if is_muted else None
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid():
            return False
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == RULE:
            return self.switch(index.row(), Qt.CheckState(value) is Qt.CheckState.Checked)
        if role == Qt.ItemDataRole.EditRole and index.column() == VALUE:
            return self.write(index.row(), str(value))
        return False

    def _shown(self) -> Sequence[object]:
        return RULE_ROWS

    def _is_rule_on(self, rule: RuleRow) -> bool:
        return not rule.can_be_off or getattr(self._rules, rule.name) != rule.off

    def _text(self, rule: RuleRow, column: int) -> str:
        if column == RULE:
            return rule_title(rule.name)
        if column == MEANING:
            return rule_meaning(rule.name)
        return self._written(rule) if self._is_rule_on(rule) else NOTHING

    def _written(self, rule: RuleRow) -> str:
        """The value as a person writes it."""
        value = getattr(self._rules, rule.name)
        match rule.kind:
            case "switch":
                return QCoreApplication.translate("superword_rules", "on")
            case "strings":
                return ", ".join(json.dumps(each, ensure_ascii=False) for each in value)
            case "percent":
                share = 100 * value if rule.name == "sampling_share" else value
                return f"{share:g} %"
        return str(value)

    def _take(self, rule: RuleRow, value: Any) -> bool:
        try:
            rules = named_rules(replace(self._rules, **{rule.name: value}))
        except ConfigError as error:
            self.refused.emit(error_words(error))
            return False
        if rules != self._rules:
            self._rules = rules
            self.rules_edited.emit(rules)
        return True


class SuperwordDesigner(QWidget):
    """Edits the rules and the pattern of superwords; each edit can be undone.

    Signals:
        superwords_edited: Superwords after an edit, None to disable them.
        refused: the sentence that says why a file was not imported.
        close_requested: return to the usual contents of the pane.
    """

    superwords_edited: Signal[Superwords | None] = Signal(object)
    refused: Signal[str] = Signal(object)
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
        self._pattern.setObjectName("stage_two_pattern")
        self._pattern.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._pattern.setCompleter(None)  # type: ignore[arg-type]  # as Qt has it
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
        line = self._pattern.lineEdit()
        if line is not None and not line.hasFocus():
            line.setCursorPosition(0)  # the beginning tells more
        self._pattern.setEnabled(is_on)
        if not is_on or config is not None:
            self._said.setText(what_happens(superwords if is_on else None, config))
        self._error.clear()
        self._error.hide()
        self._is_showing = False

    def choose_row(self, row: int) -> None:
        """Choose a rule."""
        self.table.setCurrentIndex(self.rules.index(row, RULE))

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
        superwords = replace(self._superwords, **changes)  # type: ignore[arg-type]  # any fields
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
        head = horizontal(
            (ElidedLabel(self.tr("Superwords of the next training"), "section"), 1),
            self._done,
            spacing=SPACE_S,
        )
        tools = QHBoxLayout()
        tools.setSpacing(SPACE_S)
        tools.addWidget(self.choice_field, 1, Qt.AlignmentFlag.AlignTop)
        tools.addWidget(self.pattern_field, 1, Qt.AlignmentFlag.AlignTop)
        foot = horizontal(self._file, STRETCH, self.table.copying.button(), spacing=SPACE_S)
        self._error.hide()
        self._meaning.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        vertical(
            head,
            tools,
            self._said,
            (self.table, 1),
            self._meaning,
            self._error,
            foot,
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M),
            spacing=SPACE_M,
        )


def named_rules(rules: SuperwordRules) -> SuperwordRules:
    """The same rules with the name of the preset that has them, else "own"."""
    for name in SUPERWORD_PRESETS:
        preset = superword_rules(name)
        if replace(rules, name=preset.name) == preset:
            return preset
    return replace(rules, name="own")


def _value_of(rule: RuleRow, text: str) -> Any:
    """Parse a value that the user typed. Raises ValueError."""
    match rule.kind:
        case "characters":
            return text.strip()
        case "strings":
            found = json.loads(f"[{text}]") if '"' in text else [text]
            return tuple(found)
        case "percent":
            number = float(text.replace("%", "").replace(",", ".").strip())
            return number / 100 if rule.name == "sampling_share" else number
    return int("".join(text.split()))


def _refusal(rule: RuleRow) -> str:
    """Why a value cannot be read; %1 is what was written."""
    if rule.kind == "strings":
        return _tr('“%1” is not a list of strings; write them as ": ", "; ".')
    if rule.kind == "percent":
        return _tr("“%1” is not a percentage; write a number up to 100.")
    return _tr("“%1” is not a whole number.")


def rule_title(name: str) -> str:
    """The name of a rule."""
    return {
        "most_words": _tr("Words per superword"),
        "forbidden_inside": _tr("Never inside"),
        "cut_after": _tr("Split after"),
        "cut_before": _tr("Split before"),
        "cut_one_before": _tr("Split one token before"),
        "digits_apart": _tr("Digits apart"),
        "punctuation_apart": _tr("Punctuation apart"),
        "longest_span": _tr("Longest span, tokens"),
        "span_parts": _tr("Split into parts of"),
        "most_span_cuts": _tr("Splits per span"),
        "span_percentile": _tr("Spans up to"),
        "document_percentile": _tr("Documents up to"),
        "sampling_share": _tr("Share of documents"),
        "sampling_seed": _tr("Seed of the sample"),
        "allow_twins": _tr("Twins"),
    }[name]


def rule_meaning(name: str) -> str:
    """What a rule does, in one sentence."""
    return {
        "most_words": _tr("Maximum number of words between spaces in a new token."),
        "forbidden_inside": _tr("No new token contains one of these strings."),
        "cut_after": _tr("No merge goes on after a token that ends with one of these characters."),
        "cut_before": _tr("No merge joins a token that contains one of these to the token "
                          "before it."),
        "cut_one_before": _tr("The same, one token before such a token."),
        "digits_apart": _tr("Tokens with digits are never merged."),
        "punctuation_apart": _tr("Tokens with punctuation or signs are never merged."),
        "longest_span": _tr("Split spans of this many tokens or more."),
        "span_parts": _tr("Tokens in each part; off: as many as the longest span."),
        "most_span_cuts": _tr("At most this many splits in one span; the rest stays whole."),
        "span_percentile": _tr("Truncate spans longer than this percentile."),
        "document_percentile": _tr("Truncate documents longer than this percentile."),
        "sampling_share": _tr("Only these take part in stage two, chosen at random."),
        "sampling_seed": _tr("The same number chooses the same documents."),
        "allow_twins": _tr("Two tokens of the same bytes; most other libraries cannot store them."),
    }[name]  # fmt: skip


def rule_source(name: str) -> str:
    """Where a rule comes from."""
    official = _tr("From the published SuperBPE trainer (arXiv 2503.13423): %1.")
    article = _tr("From the article “Tokenization from first principles” and its code: %1.")
    return {
        "most_words": fill(official, "4"),
        "forbidden_inside": fill(official, '": "'),
        "cut_before": fill(article, ":"),
        "cut_one_before": fill(article, ": . ,"),
        "longest_span": fill(article, "20"),
        "span_parts": fill(article, "10"),
        "most_span_cuts": fill(article, "11"),
        "span_percentile": fill(article, "99 %"),
        "document_percentile": _tr("From the data of SuperBPE's paper: 99 %."),
        "sampling_share": fill(article, "25 %"),
        "sampling_seed": _tr("Ours; the article draws without a seed."),
        "allow_twins": _tr("Ours; the published trainer uses the older token again."),
    }.get(name, _tr("Ours; no published trainer has it."))
