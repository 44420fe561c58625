"""SuperwordRuleTable: the rules of stage two, each on or off, with its value and its source."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from engine.errors import ConfigError
from engine.settings import SUPERWORD_PRESETS, SuperwordRules, superword_rules
from workbench.text.engine_words import error_words
from workbench.text.numbers import NOTHING
from workbench.text.placeholders import fill
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import Theme

RULE, VALUE, MEANING = range(3)
RuleKind = Literal["number", "percent", "characters", "strings", "switch"]


@dataclass(frozen=True)
class RuleRow:
    """One rule. usual: the value that it takes when it is switched on; off: what switches it off,
    None too where it cannot be off."""

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
    """Rules are switched and written in place.

    Signals:
        rules_edited: SuperwordRules, after a person changed one.
        refused: the sentence why a value was not taken.
    """

    rules_edited = Signal(object)
    refused = Signal(object)

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


def named_rules(rules: SuperwordRules) -> SuperwordRules:
    """The same rules under the name of the preset that has them, else as one's own."""
    for name in SUPERWORD_PRESETS:
        preset = superword_rules(name)
        if replace(rules, name=preset.name) == preset:
            return preset
    return replace(rules, name="own")


def _value_of(rule: RuleRow, text: str) -> Any:
    """What a person wrote as a value. Raises ValueError for what is none."""
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
        return _tr('“%1” is no list of strings; write them as ": ", "; ".')
    if rule.kind == "percent":
        return _tr("“%1” is no percentage; write a number up to 100.")
    return _tr("“%1” is no whole number.")


def rule_title(name: str) -> str:
    """What a rule is called."""
    return {
        "most_words": _tr("Words per superword"),
        "forbidden_inside": _tr("Never inside"),
        "cut_after": _tr("Cut after"),
        "cut_before": _tr("Cut before"),
        "cut_one_before": _tr("Cut one token before"),
        "digits_apart": _tr("Digits apart"),
        "punctuation_apart": _tr("Punctuation apart"),
        "longest_span": _tr("Longest span, tokens"),
        "span_parts": _tr("Cut into parts of"),
        "most_span_cuts": _tr("Cuts of a span"),
        "span_percentile": _tr("Spans up to"),
        "document_percentile": _tr("Documents up to"),
        "sampling_share": _tr("Share of documents"),
        "sampling_seed": _tr("Seed of the sample"),
        "allow_twins": _tr("Twins"),
    }[name]


def rule_meaning(name: str) -> str:
    """What a rule does, in one sentence."""
    return {
        "most_words": _tr("At most so many pieces between spaces in a new token."),
        "forbidden_inside": _tr("No new token holds one of these strings."),
        "cut_after": _tr("No merge goes on after a token that ends with one of these characters."),
        "cut_before": _tr("No merge joins a token that holds one of these with what is before it."),
        "cut_one_before": _tr("The same, one token before such a token."),
        "digits_apart": _tr("Tokens with digits are merged with nothing."),
        "punctuation_apart": _tr("Tokens with punctuation or signs are merged with nothing."),
        "longest_span": _tr("Stretches of this many tokens and more are cut."),
        "span_parts": _tr("So many tokens in each part; off: as many as the longest span."),
        "most_span_cuts": _tr("No more cuts in one stretch; what is left stays whole."),
        "span_percentile": _tr("Longer stretches than this share of all take part so far."),
        "document_percentile": _tr("Longer documents than this share of all take part so far."),
        "sampling_share": _tr("Only these take part in stage two, chosen at random."),
        "sampling_seed": _tr("The same number chooses the same documents."),
        "allow_twins": _tr("Two tokens of the same bytes; most other libraries cannot hold them."),
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


def _tr(words: str) -> str:
    return QCoreApplication.translate("superword_rules", words)
