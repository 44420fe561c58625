"""Settings, results and metrics of the compared runs, with their differences from the baseline.

`RunFactsPart` is the view, `FactTable` its model; `fact_words` and `explanation` name the facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelection, QObject, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.evaluation import METRICS
from workbench.signals import Signal
from workbench.state import Fact, Inspection
from workbench.text.languages import language_name
from workbench.text.numbers import GROUP_SPACE, grouped
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import shade_of, value_words
from workbench.ui.languages.language_delegates import DifferenceDelegate
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import SHADE_ROLE, HeadedTable, Index
from workbench.ui.theme.icons import paint_marker
from workbench.ui.theme.theme import ROW_HEIGHT, SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.metric_words import names_of
from workbench.ui.words.setting_words import setting_fact
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator
from workbench.work.runs.comparison import MISSING, MOST, ComparedFact, is_same
from workbench.work.runs.differences import decimal_places, difference_of, difference_text
from workbench.work.training_settings import SETTINGS

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import RunComparison

_tr = translator("fact_table")

SECTION, FACT, FIRST_VALUE = range(3)
FACT_ROLE = Qt.ItemDataRole.UserRole
FULL_ROLE = Qt.ItemDataRole.UserRole + 1
DIFFERS_ROLE = Qt.ItemDataRole.UserRole + 2

SECTION_WIDTH = 84
FACT_WIDTH = 232
VALUE_WIDTH = 96
MOST_BASELINE_WIDTH = 180
DIFFERENCE_WIDTH = 84
ICON_SIZE = 14
Mark = Callable[[int], tuple[str, QColor]]


class FactTable(HeadedTable):
    """Columns: section, property, the baseline, then value and difference of each other one.

    A model of its own: it filters its facts, and the baseline is the first tokenizer.

    FACT_ROLE: the ComparedFact. FULL_ROLE: the whole value as text, as it is copied.
    DIFFERS_ROLE: of a value, whether it differs from the baseline's; of a fact, whether any two
    differ. SHADE_ROLE: of a difference, how much better or worse.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[ComparedFact, ...] = ()
        self._found: tuple[ComparedFact, ...] = ()
        self._only_differences = True
        self._pattern = re.compile("")
        self._heads: Sequence[str] = (self.tr("Section"), self.tr("Property"))

    @property
    def facts(self) -> tuple[ComparedFact, ...]:
        """The facts on show."""
        return self._found

    @property
    def n_all(self) -> int:
        """Facts with those that are not on show."""
        return len(self._facts)

    @property
    def n_differing(self) -> int:
        """Facts that differ, with those that are not on show."""
        return sum(fact.differs for fact in self._facts)

    def set_facts(self, facts: Sequence[ComparedFact], names: Sequence[str]) -> None:
        """Show the facts of tokenizers with these names."""
        self.beginResetModel()
        self._facts = tuple(facts)
        baseline = fill(self.tr("%1 (baseline)"), names[0])
        others = [head for name in names[1:] for head in (name, "Δ")]
        self._heads = (self.tr("Section"), self.tr("Property"), baseline, *others)
        self.right_aligned = range(FIRST_VALUE, len(self._heads))
        self._found = self._matching()
        self.endResetModel()

    def set_only_differences(self, only: bool) -> None:
        """Leave out what is the same in all of them, or show it again."""
        self._only_differences = only
        self._refill()

    def set_filter(self, text: str) -> str:
        """Show only facts whose words hold the text or fit the regular expression.

        Returns what is wrong with the expression, "" for nothing; a wrong one is taken as text.
        """
        error = ""
        try:
            self._pattern = re.compile(text, re.IGNORECASE)
        except re.error as reason:
            self._pattern, error = re.compile(re.escape(text), re.IGNORECASE), str(reason)
        self._refill()
        return error

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        fact, column = self._found[index.row()], index.column()
        if role == FACT_ROLE:
            return fact
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if column < FIRST_VALUE:
            words = section_words(fact) if column == SECTION else fact_words(fact)
            known = {Qt.ItemDataRole.DisplayRole: words, FULL_ROLE: words,
                     Qt.ItemDataRole.ToolTipRole: explanation(fact),
                     DIFFERS_ROLE: fact.differs}  # fmt: skip
            return known.get(role)
        place = place_of(column)
        if is_difference(column):
            return _difference_data(fact, place, role)
        value = fact.values[place]
        if role == DIFFERS_ROLE:
            return not is_same(fact.values[0], value)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_value(fact, value)
        if role in (FULL_ROLE, Qt.ItemDataRole.ToolTipRole):
            return full_value(value)
        return None

    def _explanation(self, column: int) -> str | None:
        if column < FIRST_VALUE:
            return None
        if not is_difference(column):
            return self._heads[column]  # its end may not fit
        words = self.tr("%1 minus the baseline, in percent of it where that says more. Blue ▲: "
                        "better, orange ▼: worse, full colour from ×1.5.")  # fmt: skip
        return fill(words, self._heads[column - 1])

    def _shown(self) -> Sequence[object]:
        return self._found

    def _refill(self) -> None:
        found = self._matching()
        if found != self._found:
            self.beginResetModel()
            self._found = found
            self.endResetModel()

    def _matching(self) -> tuple[ComparedFact, ...]:
        return tuple(
            fact
            for fact in self._facts
            if (fact.differs or not self._only_differences) and self._pattern.search(_line(fact))
        )


def place_of(column: int) -> int:
    """Which tokenizer a column is about."""
    return (column - FIRST_VALUE + 1) // 2


def is_difference(column: int) -> bool:
    """Whether a column has differences from the baseline."""
    return column > FIRST_VALUE and (column - FIRST_VALUE) % 2 == 0


def _difference_data(fact: ComparedFact, place: int, role: int) -> Any:
    difference = difference_of(fact, place)
    if role == DIFFERS_ROLE:
        return not is_same(fact.values[0], fact.values[place])
    if role in (Qt.ItemDataRole.DisplayRole, FULL_ROLE):
        return difference_text(difference, decimal_places(fact.values))
    if role == SHADE_ROLE and difference is not None and difference.is_better is not None:
        return shade_of(METRICS[fact.key], difference.share)
    return None


def _line(fact: ComparedFact) -> str:
    """The text that a filter searches."""
    values = [full_value(value) for value in fact.values]
    return "\t".join((section_words(fact), fact_words(fact), fact.name, *values))


def shown_value(fact: ComparedFact, value: Any) -> str:
    """A value as shown in its cell; numbers of a row have the same decimals."""
    if value is MISSING:
        return _tr("missing")
    if value is None:
        return _tr("none")
    if isinstance(value, bool):
        return _tr("yes") if value else _tr("no")
    if fact.section == "metrics" and isinstance(value, float):
        return value_words(METRICS[fact.key], value)
    if isinstance(value, int | float):
        return _number_words(fact, value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) if value else _tr("none")
    return " ".join(str(value).split())


def _number_words(fact: ComparedFact, value: float) -> str:
    key = fact.key.rsplit(".", 1)[-1]
    if key == "superwords_from" and isinstance(value, float):
        return f"{100 * value:g} %"
    if key == "share":
        return f"{100 * value:.2f} %"
    places = decimal_places(fact.values)
    return f"{value:,.{places}f}".replace(",", GROUP_SPACE)


def full_value(value: Any) -> str:
    """A whole value: numbers with all digits, lists as JSON, "" if there is none."""
    if value is MISSING:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def section_words(fact: ComparedFact) -> str:
    """The name of a section of facts."""
    return {
        "settings": _tr("Settings"), "corpus": _tr("Corpus"), "sources": _tr("Sources"),
        "result": _tr("Result"), "engine": _tr("Engine"), "metrics": _tr("Metrics"),
    }.get(fact.section, fact.section)  # fmt: skip


def fact_words(fact: ComparedFact) -> str:
    """The name of a fact."""
    if fact.section == "metrics":
        metric = METRICS[fact.key]
        in_percent, title = metric.format == "percent", names_of(metric).title
        return fill(_tr("%1, %"), title) if in_percent else title
    if fact.section == "sources":
        label, _, key = fact.key.rpartition(".")
        own = _source_words(key)
        return fill(_tr("%1: %2"), language_name(label), own)
    return _key_words(fact.key)


def _source_words(key: str) -> str:
    """The property of one source, shown after its name."""
    return {
        "bytes": _tr("bytes"), "documents": _tr("documents"), "files": _tr("files"),
        "sha256": _tr("content"), "share": _tr("share"), "repetition": _tr("sampled"),
    }.get(key, _key_words(key))  # fmt: skip


def _key_words(key: str) -> str:
    if key in SETTINGS and SETTINGS[key].label:
        return setting_fact(key)
    return {
        "library": _tr("Runs in"), "library_reason": _tr("Because"),
        "trained_in": _tr("Trained in"), "file_bytes": _tr("File, bytes"),
        "peak_bytes": _tr("Memory in training, bytes"),
        "pattern": _tr("Split pattern"),
        "pattern_expression": _tr("Pattern as an expression"),
        "blocked_tokens": _tr("Blocked tokens"),
        "blocked_pattern": _tr("Blocked pattern"),
        "superwords_from": _tr("Superwords from"), "superword_rules": _tr("Rules of superwords"),
        "first_pattern": _tr("Pattern before superwords"),
        "sources": _tr("Sources"), "labels": _tr("Labels"),
        "documents": _tr("Documents"), "bytes": _tr("Bytes"), "mixture": _tr("Mixture"),
        "alpha": _tr("Temperature"), "target_bytes": _tr("Target size"), "seed": _tr("Seed"),
        "document_separator": _tr("Document separator"),
        "max_document_chars": _tr("Characters per document"),
        "max_chars": _tr("Characters, total"), "text_field": _tr("Text field"),
        "min_count": _tr("Minimum count of a pre-token"),
        "encoding_errors": _tr("Encoding errors"), "n_merges": _tr("Merges"),
        "longest_token": _tr("Longest token, bytes"),
        "semantic_hash": _tr("Hash"), "bytes_per_token": _tr("Bytes per token of the corpus"),
        "bytes_per_token_mixed": _tr("Bytes per token of the mixture"),
        "pretokens": _tr("Pre-tokens"), "unique_pretokens": _tr("Distinct pre-tokens"),
        "unmatched_bytes": _tr("Unmatched bytes"), "seconds_count": _tr("Time to count, s"),
        "seconds_merge": _tr("Time to merge, s"), "seconds_total": _tr("Training time, s"),
        "engine_version": _tr("Engine version"), "unicode_version": _tr("Unicode version"),
    }.get(key, key)  # fmt: skip


def explanation(fact: ComparedFact) -> str | None:
    """The meaning of a metric; None if its name says it."""
    metric = METRICS.get(fact.key) if fact.section == "metrics" else None
    names = None if metric is None else names_of(metric)
    return None if names is None else f"{names.title}\n= {names.formula}\n{names.caveat}"


def mark_icon(mark: tuple[str, QColor]) -> QIcon:
    """Return a tokenizer's marker, in its colour, as an icon."""
    scale = 2
    picture = QPixmap(ICON_SIZE * scale, ICON_SIZE * scale)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mark[1])
    paint_marker(painter, mark[0], QPointF(ICON_SIZE / 2, ICON_SIZE / 2))
    painter.end()
    return QIcon(picture)


class MarkedFactTable(FactTable):
    """A FactTable with the markers of the tokenizers in its headers."""

    def __init__(self, mark: Mark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = mark

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        is_value = section >= FIRST_VALUE and not is_difference(section)
        is_tokenizer = orientation is Qt.Orientation.Horizontal and is_value
        if role == Qt.ItemDataRole.DecorationRole and is_tokenizer:
            return mark_icon(self._mark(place_of(section)))
        return super().headerData(section, orientation, role)


class FactDelegate(QStyledItemDelegate):
    """Equal values are muted; a line is above the first row of a section, which has its name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        fact, column = index.data(FACT_ROLE), index.column()
        is_missing = column >= FIRST_VALUE and fact.values[place_of(column)] is MISSING
        if not fact.differs or is_missing or column == SECTION:
            option.palette.setColor(option.palette.ColorRole.Text, self._theme.colour("muted_text"))
        option.textElideMode = Qt.TextElideMode.ElideRight
        if column == SECTION and not begins_section(index):
            option.text = ""  # said once for all rows of a section

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        paint_section_line(painter, option, index, self._theme)


class SectionedDifferenceDelegate(DifferenceDelegate):
    """A difference, with the line above the first row of a section."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(theme, parent)
        self._scheme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        paint_section_line(painter, option, index, self._scheme)


def begins_section(index: Index) -> bool:
    """Whether the row is the first of its section."""
    if index.row() == 0:
        return True
    above = index.sibling(index.row() - 1, SECTION).data(FACT_ROLE)
    return bool(above.section != index.data(FACT_ROLE).section)


def paint_section_line(
    painter: QPainter, option: QStyleOptionViewItem, index: Index, theme: Theme
) -> None:
    """Paint a hairline above a cell if a section begins with its row."""
    if index.row() > 0 and begins_section(index):
        line = option.rect.adjusted(0, 0, 0, 1 - option.rect.height())
        painter.fillRect(line, theme.colour("hairline"))


class RunFactsPart(QWidget):
    """One row per fact with values and differences, a filter and "Differences only".

    Signals:
        inspection_requested: Inspection of the selected row, with whole values.
    """

    inspection_requested: Signal[Inspection] = Signal(object)

    def __init__(self, mark: Mark, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self.rows = MarkedFactTable(mark, self)
        self.table = SharedTable(self.tr("Settings and metrics side by side"), theme)
        self.table.setModel(self.rows)
        self.table.setItemDelegate(FactDelegate(theme, self.table))
        differences = SectionedDifferenceDelegate(theme, self.table)
        for column in filter(is_difference, range(FIRST_VALUE + 2 * MOST)):
            self.table.setItemDelegateForColumn(column, differences)
        self.only_differences = QCheckBox(self.tr("Differences only"))
        self.only_differences.setChecked(True)
        self._filter = QLineEdit(placeholderText=self.tr("Filter rows"))
        self._count = label("", "caption")
        self.copy_value = QAction(self.tr("Copy whole value"), self.table)
        self.copy_value.setObjectName("runs.copy_value")
        self.copy_value.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self.copy_value.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._lay_out()
        self.only_differences.toggled.connect(self._take_switch)
        self._filter.textChanged.connect(self._take_filter)
        self.copy_value.triggered.connect(self._copy_value)
        self.table.addAction(self.copy_value)
        self.table.selectionModel().selectionChanged.connect(self._inspect)

    def show_comparison(self, comparison: RunComparison) -> None:
        """Show the facts of another comparison."""
        self._names = comparison.names
        self.rows.set_facts(comparison.facts, comparison.names)
        columns = range(FIRST_VALUE, self.rows.columnCount())
        widths = [DIFFERENCE_WIDTH if is_difference(at) else VALUE_WIDTH for at in columns]
        named = self.table.head_width(FIRST_VALUE) + ICON_SIZE + SPACE_S  # with "(baseline)"
        widths[0] = min(max(VALUE_WIDTH, named), MOST_BASELINE_WIDTH)
        least = (SECTION_WIDTH, FACT_WIDTH, *widths)
        self.table.share(least, [at for at in columns if not is_difference(at)])
        self._show_count()

    def _take_switch(self, only: bool) -> None:
        self.rows.set_only_differences(only)
        self._show_count()

    def _take_filter(self, text: str) -> None:
        error = self.rows.set_filter(text)
        set_property(self._filter, "state", "wrong" if error else "")
        words = self.tr("Not a regular expression (%1); taken as plain text.")
        self._filter.setToolTip(plain_tip(fill(words, error)) if error else "")
        self._show_count()

    def _show_count(self) -> None:
        rows = self.rows
        if not rows.n_differing:
            self._count.setText(self.tr("No differences"))
            return
        words = self.tr("%1 of %2 rows, %3 differ")
        numbers = (len(rows.facts), rows.n_all, rows.n_differing)
        self._count.setText(fill(words, *map(grouped, numbers)))

    def _copy_value(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            QGuiApplication.clipboard().setText(str(index.data(FULL_ROLE)))

    def _inspect(self, _selection: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        if len(rows) != 1:
            return
        fact = rows[0].data(FACT_ROLE)
        values = [full_value(value) or self.tr("missing") for value in fact.values]
        facts = tuple(Fact(name, value) for name, value in zip(self._names, values, strict=True))
        self.inspection_requested.emit(Inspection(section_words(fact), fact_words(fact), facts))

    def _lay_out(self) -> None:
        self._filter.setMaximumWidth(SEARCH_WIDTH + 4 * SPACE_M)
        self._filter.setMinimumWidth(SEARCH_WIDTH // 2)
        self._filter.setClearButtonEnabled(True)
        self._filter.setAccessibleName(self._filter.placeholderText())
        bar = horizontal(
            self.only_differences,
            self._filter,
            self._count,
            STRETCH,
            self.table.copying.button(),
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S),
            spacing=SPACE_M,
        )
        self.table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        vertical(bar, (self.table, 1), parent=self, spacing=0)
