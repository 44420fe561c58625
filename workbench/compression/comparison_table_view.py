"""ComparisonTableView: the table of a comparison with the columns that a person chose.

`ComparisonTable` is its model, a row per language with its filter; `text_columns` tells the table
of texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QItemSelection,
    QObject,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QStyledItemDelegate, QWidget

from engine.evaluation import METRICS, Metric
from engine.text import WordRule
from workbench.compression.comparison_columns import (
    BASELINE_DIFFERENCE,
    BASELINE_VALUE,
    BYTES_PER_TOKEN,
    DEFAULT_KEYS,
    EXPENDABLE,
    FLAG,
    LABEL,
    LANGUAGE,
    LEFT_ALIGNED,
    LINES,
    PREMIUM,
    SCRIPT,
    WORD_RULE,
    Column,
    all_keys,
    columns_of,
    fitting,
    flag_cell,
    flag_sentence,
    own_head,
    own_words,
)
from workbench.signals import Signal
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
from workbench.ui.languages.language_delegates import (
    BarDelegate,
    DifferenceDelegate,
    FlagDelegate,
    LanguageDelegate,
)
from workbench.ui.tables.column_table import Column as TextColumn
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import (
    REFERENCE_ROLE,
    ROW_ROLE,
    SCALE_ROLE,
    SHADE_ROLE,
    SORT_ROLE,
    Index,
)
from workbench.ui.theme.theme import SCROLL_BAR_WIDTH, Theme
from workbench.ui.words.metric_words import names_of, word_rule_words
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.evaluation import TextReport

_tr = translator("TextsTable")


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
            WORD_RULE: self._rule_words(evaluated.word_rule),
            LINES: self._lines.get(row.label),
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


def _script(code: str | None) -> str:
    """English words for a script with its code."""
    if code is None:
        return NOTHING
    return f"{script_title(code)} ({code})"


ROOM_FOR_NAMES = 40


class ComparisonTableView(DataTable):
    """Sorted and filtered by `shown`; Alt+Shift+arrows move the column that the table is sorted by.

    Signals:
        columns_changed: tuple of keys, the person chose or moved columns.
        row_chosen: the LanguageRow.    column_chosen: the Column whose head was chosen.
        order_changed: rows stand in another order now.
    """

    columns_changed: Signal[tuple[str, ...]] = Signal(object)
    row_chosen: Signal[LanguageRow] = Signal(object)
    column_chosen: Signal[Column] = Signal(object)
    order_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Compression by language"), theme, parent)
        self._values: ComparisonValues | None = None
        self._metric = METRICS[BYTES_PER_TOKEN]
        self._keys: tuple[str, ...] = ()
        self._arranges = self._is_resizing = False
        self._is_order_chosen = False
        self.rows = ComparisonTable(self)
        self.shown = ComparisonFilter(self)
        self.shown.setSourceModel(self.rows)
        self.setModel(self.shown)
        self.setSortingEnabled(True)
        self._delegates: dict[str, QStyledItemDelegate] = {
            LANGUAGE: LanguageDelegate(theme, self), FLAG: FlagDelegate(theme, self),
            BASELINE_DIFFERENCE: DifferenceDelegate(theme, self),
        }  # fmt: skip
        self._bars = BarDelegate(theme, self)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(SCROLL_BAR_WIDTH)
        header.sectionMoved.connect(self._note_moved)
        header.sectionClicked.connect(self._choose_column)
        header.sortIndicatorChanged.connect(self.order_changed)
        self.selectionModel().selectionChanged.connect(self._choose_row)
        self._make_moves()

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that are wanted, from left to right."""
        return self._keys or DEFAULT_KEYS

    @property
    def chosen_keys(self) -> tuple[str, ...]:
        """The columns that the user chose; () without a choice."""
        return self._keys

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns on show, in the order in which they were made."""
        return self.rows.columns

    @property
    def metrics(self) -> list[Metric]:
        """The metrics among the wanted columns that are numbers, from left to right."""
        known = [] if self._values is None else self._values.metrics()
        found = [METRICS[key] for key in self.keys if key in METRICS]
        return [metric for metric in found if metric in known and metric.format != "yes-no"]

    def set_values(self, values: ComparisonValues | None, metric: Metric) -> None:
        """Show a comparison; baselines are compared in the metric."""
        self._values, self._metric = values, metric
        self._arrange()

    def set_keys(self, keys: Sequence[str]) -> None:
        """Show these columns in this order; () for what fits of the usual ones."""
        known = all_keys()
        self._keys = tuple(key for key in dict.fromkeys(keys) if key in known)
        self._arrange()

    def toggle_key(self, key: str) -> None:
        """Show a column that is not there, at its usual place, or take it away."""
        keys = list(self.keys)
        if key in keys:
            keys.remove(key)
        else:
            order = list(all_keys())
            after = [place for place, other in enumerate(keys) if order.index(other)
                     < order.index(key)]  # fmt: skip
            keys.insert(after[-1] + 1 if after else len(keys), key)
        self.set_keys(keys or [LANGUAGE])
        self.columns_changed.emit(self._keys)

    def sort_by(self, key: str, order: Qt.SortOrder, *, is_choice: bool = True) -> None:
        """Sort by a column, if it is on show; also what comes after, if that is a choice."""
        self._is_order_chosen |= is_choice
        for place, column in enumerate(self.columns):
            if column.key == key:
                self.sortByColumn(place, order)
                return

    def fill_columns(self, menu: QMenu) -> None:
        """Offer all columns, those on show checked, and the usual ones."""
        menu.setToolTipsVisible(True)
        known = {metric.key for metric in self._values.metrics()} if self._values else set()
        for key in all_keys():
            metric = METRICS.get(key)
            if metric is not None and key not in known:
                continue
            action = menu.addAction(own_head(key) if metric is None else names_of(metric).title)
            action.setCheckable(True)
            action.setChecked(key in self.keys)
            action.setEnabled(key != LANGUAGE)
            action.setData(key)
            action.triggered.connect(self._toggle_chosen)
        menu.addSeparator()
        menu.addAction(self.tr("Usual columns")).triggered.connect(self._reset_columns)

    @property
    def chosen(self) -> LanguageRow | None:
        """The language whose row is chosen."""
        rows = self.selectionModel().selectedRows()
        return rows[0].data(ROW_ROLE) if rows else None

    def choose(self, label: str) -> None:
        """Choose a language's row."""
        for place, row in enumerate(self.shown.shown_rows()):
            if row.label == label:
                self.selectRow(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._keys and event.size().width() != event.oldSize().width():
            columns = self._fitting_columns()
            if columns == self.columns:
                self._dress(columns)
                return
            self._is_resizing = True  # the selected row stays; it was not selected again
            self._arrange()
            self._is_resizing = False

    def _fitting_columns(self) -> tuple[Column, ...]:
        columns: tuple[Column, ...] = ()
        if self._values is not None:
            columns = columns_of(self._values, self.keys, self._metric)
        return columns if self._keys else fitting(columns, self.viewport().width())

    def _arrange(self) -> None:
        """Rebuild the columns; sorting and the selected row stay."""
        header, chosen = self.horizontalHeader(), self.chosen
        place, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        sorted_by = self.columns[place] if 0 <= place < len(self.columns) else None
        columns = self._fitting_columns()
        self._arranges = True
        for inside in range(header.count()):
            header.moveSection(header.visualIndex(inside), inside)
        self.rows.set_values(self._values, columns)
        self._dress(columns)
        self._arranges = False
        keys = [(column.key, column.tokenizer) for column in columns]
        stays = self._is_order_chosen and sorted_by is not None
        if stays and sorted_by and (sorted_by.key, sorted_by.tokenizer) in keys:
            self.sortByColumn(keys.index((sorted_by.key, sorted_by.tokenizer)), order)
        elif columns:
            self._sort_as_usual()
        if chosen is not None:
            self.choose(chosen.label)
        self.order_changed.emit()

    def _sort_as_usual(self) -> None:
        """The worst served language first if texts are parallel; by name if scripts differ.

        Bytes per token ranks no languages of several scripts: three bytes a letter always win.
        """
        scripts = {row.script for row in self._values.rows} if self._values else set()
        if any(column.key == PREMIUM for column in self.columns):
            self.sort_by(PREMIUM, Qt.SortOrder.DescendingOrder, is_choice=False)
        elif len(scripts) > 1:
            self.sort_by(LANGUAGE, Qt.SortOrder.AscendingOrder, is_choice=False)
        else:
            self.sort_by(BYTES_PER_TOKEN, Qt.SortOrder.DescendingOrder, is_choice=False)

    def _dress(self, columns: Sequence[Column]) -> None:
        """Give the columns their delegates and widths; names have room first, then the bars."""
        header = self.horizontalHeader()
        room = max(0, self.viewport().width() - sum(column.width for column in columns))
        for_names = min(room, ROOM_FOR_NAMES)
        for place, column in enumerate(columns):
            # None takes a delegate away, which the stubs of PySide do not know.
            own = self._bars if column.has_bar else self._delegates.get(column.key)
            self.setItemDelegateForColumn(place, cast(QStyledItemDelegate, own))
            extra = for_names if column.key == LANGUAGE else room - for_names
            is_wide = column.has_bar or column.key == LANGUAGE
            header.resizeSection(place, column.width + extra * is_wide)

    def _choose_row(self, _selection: QItemSelection) -> None:
        row = self.chosen
        if row is not None and not self._arranges and not self._is_resizing:
            self.row_chosen.emit(row)

    def _choose_column(self, place: int) -> None:
        self._is_order_chosen = True
        self.column_chosen.emit(self.columns[place])

    def _note_moved(self) -> None:
        if not self._arranges:
            found = [self.columns[place].key for place in self.copying.columns()]
            dropped = set() if self._keys else set().union(*EXPENDABLE)
            hidden = [key for key in self.keys if key not in {*found, *dropped}]
            self._keys = tuple(dict.fromkeys([*found, *hidden]))
            self.columns_changed.emit(self._keys)

    def _make_moves(self) -> None:
        for name, words, keys, slot in (
            ("left", self.tr("Move column left"), "Alt+Shift+Left", self._move_left),
            ("right", self.tr("Move column right"), "Alt+Shift+Right", self._move_right),
        ):
            action = QAction(words, self)
            action.setObjectName(f"compression.move_column_{name}")
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(slot)
            self.addAction(action)

    def _move_left(self) -> None:
        self._move(-1)

    def _move_right(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        header = self.horizontalHeader()
        before = header.visualIndex(header.sortIndicatorSection())
        if 0 <= before + step < header.count() and before >= 0:
            header.moveSection(before, before + step)

    def _toggle_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.toggle_key(action.data())

    def _reset_columns(self) -> None:
        self.set_keys(())
        self.columns_changed.emit(self._keys)
