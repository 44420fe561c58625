"""ComparisonTableView: the table of a comparison with the columns that a person chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QItemSelection, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QStyledItemDelegate, QWidget

from engine.evaluation import METRICS, Metric
from workbench.compression.comparison_columns import (
    BASELINE_DIFFERENCE,
    BYTES_PER_TOKEN,
    DEFAULT_KEYS,
    EXPENDABLE,
    FLAG,
    LANGUAGE,
    PREMIUM,
    Column,
    all_keys,
    columns_of,
    fitting,
    own_head,
)
from workbench.compression.comparison_table import ComparisonFilter, ComparisonTable
from workbench.signals import Signal
from workbench.ui.languages.comparison_values import ComparisonValues, LanguageRow
from workbench.ui.languages.language_delegates import (
    BarDelegate,
    DifferenceDelegate,
    FlagDelegate,
    LanguageDelegate,
)
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.ui.theme.theme import SCROLL_BAR_WIDTH, Theme
from workbench.ui.words.metric_words import names_of

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
