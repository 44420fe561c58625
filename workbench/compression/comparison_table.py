"""ComparisonTable, a row per language with its filter, and the columns of the table of texts."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QObject, QSortFilterProxyModel, Qt

from engine.text import WordRule
from workbench.compression.comparison_columns import (
    BASELINE_VALUE,
    BYTES,
    FLAG,
    LABEL,
    LANGUAGE,
    LEFT_ALIGNED,
    LINES,
    PREMIUM,
    SCRIPT,
    TOKENS,
    WORD_RULE,
    Column,
    flag_cell,
    flag_sentence,
    own_words,
)
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import (
    ComparisonValues,
    LanguageRow,
    difference_words,
    script_title,
    shade_of,
    value_words,
)
from workbench.ui.tables.column_table import Column as TextColumn
from workbench.ui.tables.headed_table import (
    REFERENCE_ROLE,
    ROW_ROLE,
    SCALE_ROLE,
    SHADE_ROLE,
    SORT_ROLE,
    Index,
)
from workbench.ui.words.metric_words import names_of, word_rule_words

if TYPE_CHECKING:
    from engine.evaluation import TextReport


class ComparisonTable(QAbstractTableModel):
    """Read-only; `set_values` and `set_columns` say what it shows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values: ComparisonValues | None = None
        self._columns: tuple[Column, ...] = ()
        self._lines: dict[str, int] = {}
        self._greatest = 1.0

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._columns

    def set_values(self, values: ComparisonValues | None, columns: Sequence[Column]) -> None:
        """Show another comparison, or none."""
        self.beginResetModel()
        self._values, self._columns = values, tuple(columns)
        rows = values.rows if values is not None else ()
        texts = values.comparison.measured[0].evaluation.texts if values is not None else ()
        self._lines = {text.label: text.lines for text in texts}
        barred = next((each.metric for each in self._columns if each.has_bar), None)
        known = (
            values.value(barred, row) for row in rows if values is not None and barred is not None
        )
        self._greatest = max((value for value in known if value is not None), default=1.0)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        inside = parent is not None and parent.isValid()
        return 0 if inside or self._values is None else len(self._values.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.head
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole):
            return _explanation(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._values is None:
            return None
        row, column = self._values.rows[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, column)
        if role == SORT_ROLE:
            return self._sort_value(row, column)
        if role == ROW_ROLE:
            return row
        if role == SCALE_ROLE:
            return self._greatest
        if role == REFERENCE_ROLE:
            return 1.0 if column.key == PREMIUM else None
        if role == SHADE_ROLE:
            return self._shade(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and column.key == FLAG and row.flag is not None:
            return flag_sentence(row.flag)
        return None

    def _words(self, row: LanguageRow, column: Column) -> str:
        value = self._value(row, column)
        if isinstance(value, str):
            return value
        if column.is_difference:
            return difference_words(value)
        if column.metric is None:
            return NOTHING if value is None else grouped(int(value))
        if column.metric.format == "yes-no":
            return NOTHING if value is None else self._yes_no(bool(value))
        return value_words(column.metric, value)

    def _yes_no(self, is_so: bool) -> str:
        return self.tr("exact") if is_so else self.tr("differs")

    def _value(self, row: LanguageRow, column: Column) -> str | float | None:
        assert self._values is not None
        metric = column.metric
        if metric is not None:
            if column.is_difference:
                return self._values.difference(metric, row, column.tokenizer)
            return self._values.value(metric, row, column.tokenizer)
        evaluated = row.evaluated
        own: dict[str, str | float | None] = {
            LANGUAGE: row.name, LABEL: row.label, SCRIPT: row.script,
            FLAG: "" if row.flag is None else flag_cell(row.flag),
            WORD_RULE: self._rule_words(evaluated.word_rule), TOKENS: evaluated.tokens,
            BYTES: evaluated.bytes, LINES: self._lines.get(row.label),
        }  # fmt: skip
        return own[column.key]

    def _rule_words(self, rule: WordRule | None) -> str:
        words = {
            "white-space": self.tr("spaces"), "characters": self.tr("character"),
            "syllables": self.tr("syllable"),
        }  # fmt: skip
        return NOTHING if rule is None else words.get(rule, word_rule_words(rule))

    def _sort_value(self, row: LanguageRow, column: Column) -> str | float:
        value = self._value(row, column)
        if isinstance(value, str):
            return value.casefold()
        return float("-inf") if value is None else value

    def _shade(self, row: LanguageRow, column: Column) -> float | None:
        metric, values = column.metric, self._values
        if metric is None or values is None or not column.is_difference:
            return None
        return shade_of(metric, values.difference(metric, row, column.tokenizer))


class ComparisonFilter(QSortFilterProxyModel):
    """Sorts by value; lets through what fits the words, the script and the flags."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words, self._script, self._only_flags = "", "", False
        self._labels: frozenset[str] = frozenset()
        self.setSortRole(SORT_ROLE)
        self.setDynamicSortFilter(False)

    def set_words(self, words: str) -> None:
        """Show languages whose name or label holds the words."""
        self._words = words.casefold()
        self.invalidate()

    def set_script(self, script: str) -> None:
        """Show languages of one script, "" for all."""
        self._script = script
        self.invalidate()

    def set_only_flags(self, only: bool) -> None:
        """Show languages with a red flag alone."""
        self._only_flags = only
        self.invalidate()

    def set_labels(self, labels: frozenset[str]) -> None:
        """Show these labels alone; all where there are none."""
        self._labels = labels
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: N802
        row = self.sourceModel().index(source_row, 0, source_parent).data(ROW_ROLE)
        if row is None or (self._labels and row.label not in self._labels):
            return False
        return self._fits(row)

    def _fits(self, row: LanguageRow) -> bool:
        if self._only_flags and not row.is_flagged:
            return False
        if self._script and row.script != self._script:
            return False
        return self._words in row.name.casefold() or self._words in row.label.casefold()

    def shown_rows(self) -> tuple[LanguageRow, ...]:
        """The rows in the order and choice in which they stand on the screen."""
        return tuple(self.index(row, 0).data(ROW_ROLE) for row in range(self.rowCount()))

    def fitting_rows(self) -> tuple[LanguageRow, ...]:
        """The rows that fit, in the order of the source, whatever labels are chosen."""
        model = self.sourceModel()
        rows = (model.index(place, 0).data(ROW_ROLE) for place in range(model.rowCount()))
        return tuple(row for row in rows if row is not None and self._fits(row))


def _alignment(column: Column) -> Qt.AlignmentFlag:
    is_left = column.has_bar or (column.key in LEFT_ALIGNED and column.key != BASELINE_VALUE)
    side = Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _explanation(column: Column) -> str:
    """What a column is, for its tooltip and What's This."""
    metric = column.metric
    if metric is None:
        return own_words(column.key)
    first = own_words(column.key) if column.tokenizer else ""
    names = names_of(metric)
    source = QCoreApplication.translate("ComparisonTable", "Source: %1")
    lines = (
        first, names.title, f"= {names.formula}", names.caveat, fill(source, metric.source)
    )  # fmt: skip
    return "\n\n".join(line for line in lines if line)


def text_columns() -> Sequence[TextColumn[TextReport]]:
    """What each text of an evaluation is: lines, blank ones, and its script."""
    other = _tr("Most letters are of another script than the label says.")
    return (
        TextColumn(_tr("Language or domain"), lambda row: language_name(row.label), width=176),
        TextColumn(_tr("Label"), attrgetter("label"), width=100),
        TextColumn(_tr("Lines"), attrgetter("lines"), side="right", width=68),
        TextColumn(_tr("Bytes"), attrgetter("bytes"), side="right", width=84),
        TextColumn(_tr("Blank"), attrgetter("blank_lines"), side="right", width=56),
        TextColumn(_tr("Joined"), attrgetter("range_lines"), side="right", width=72,
               explanation=_tr("Lines of <range>: the verse belongs to the line above it.")),
        TextColumn(_tr("Expected script"), lambda row: _script(row.declared_script), width=132),
        TextColumn(_tr("Script found"), _found, width=132,
               tip=lambda row: other if row.has_other_script else None),
        TextColumn(_tr("Parallel"), lambda row: _tr("yes") if row.is_parallel else _tr("no"),
               width=64, stretches=True),
    )  # fmt: skip


def _found(text: TextReport) -> str:
    return f"{'≠ ' if text.has_other_script else ''}{_script(text.detected_script)}"


def _tr(words: str) -> str:
    return QCoreApplication.translate("TextsTable", words)


def _script(code: str | None) -> str:
    """English words for a script with its code."""
    if code is None:
        return NOTHING
    return f"{script_title(code)} ({code})"
