"""RunFactsPart: settings, results and metrics side by side, with a filter and the differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QModelIndex, QPersistentModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QIcon,
    QKeySequence,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from workbench.models.fact_table import (
    DIFFERS_ROLE,
    FACT_ROLE,
    FIRST_VALUE,
    FULL_ROLE,
    SECTION,
    FactTable,
    fact_words,
    section_words,
)
from workbench.numbers import grouped
from workbench.parts.run_comparison_result import texts_words
from workbench.parts.run_shared_table import SharedTable
from workbench.placeholders import fill
from workbench.run_comparison import MISSING
from workbench.state import Fact, Inspection
from workbench.theme import ROW_HEIGHT, SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.tool_tips import plain_tip
from workbench.widgets.labels import ElidedLabel, label, set_property
from workbench.widgets.markers import paint_marker

if TYPE_CHECKING:
    from workbench.parts.run_comparison_result import RunComparison

SECTION_WIDTH = 84
FACT_WIDTH = 196
VALUE_WIDTH = 96
BAR_WIDTH = 3
ICON_SIZE = 14
_Index = QModelIndex | QPersistentModelIndex
Mark = Callable[[int], tuple[str, QColor]]


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
    """The heads of the tokenizers have their markers."""

    def __init__(self, mark: Mark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = mark

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        is_tokenizer = orientation is Qt.Orientation.Horizontal and section >= FIRST_VALUE
        if role == Qt.ItemDataRole.DecorationRole and is_tokenizer:
            return mark_icon(self._mark(section - FIRST_VALUE))
        return super().headerData(section, orientation, role)


class FactDelegate(QStyledItemDelegate):
    """A bar in the tokenizer's colour where its value is not that of the first one.

    What is the same in all stands back in muted letters.
    """

    def __init__(self, mark: Mark, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark, self._theme = mark, theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        fact, place = index.data(FACT_ROLE), index.column() - FIRST_VALUE
        is_missing = place >= 0 and fact.values[place] is MISSING
        if not fact.differs or is_missing or index.column() == SECTION:
            option.palette.setColor(option.palette.ColorRole.Text, self._theme.colour("muted_text"))
        option.textElideMode = Qt.TextElideMode.ElideRight
        if index.column() == SECTION and index.row() > 0:
            above = index.sibling(index.row() - 1, SECTION)
            if above.data() == index.data():
                option.text = ""  # said once for all rows of a section

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        place = index.column() - FIRST_VALUE
        if place > 0 and index.data(DIFFERS_ROLE):
            rect = option.rect
            bar = rect.adjusted(0, 4, BAR_WIDTH - rect.width(), -4)
            painter.fillRect(bar, self._mark(place)[1])


class RunFactsPart(QWidget):
    """One row per fact, one column per tokenizer; "Only differences", filter, copying of a value.

    Signals:
        inspection_requested: Inspection of the chosen row, with whole values.
    """

    inspection_requested = Signal(object)

    def __init__(self, mark: Mark, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = mark
        self._names: tuple[str, ...] = ()
        self.rows = MarkedFactTable(mark, self)
        self.table = SharedTable(self.tr("Settings and metrics side by side"), theme)
        self.table.setModel(self.rows)
        self.table.setItemDelegate(FactDelegate(mark, theme, self.table))
        self.only_differences = QCheckBox(self.tr("Differences only"))
        self._filter = QLineEdit(placeholderText=self.tr("Filter rows"))
        self._count = label("", "caption")
        self._texts = ElidedLabel("", "caption")
        self._texts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
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

    @property
    def shown_facts(self) -> dict[str, tuple[str, ...]]:
        """The rows on show: words of the values by the name of the fact."""
        columns = range(FIRST_VALUE, self.rows.columnCount())
        return {
            fact.name: tuple(self.rows.index(row, column).data() for column in columns)
            for row, fact in enumerate(self.rows.facts)
        }

    def show_comparison(self, comparison: RunComparison) -> None:
        """Show the facts of another comparison."""
        self._names = comparison.names
        self.rows.set_facts(comparison.facts, comparison.names)
        evaluation = comparison.evaluation
        words = self.tr("Metrics: measured on %1")
        name = "" if evaluation is None else texts_words(evaluation.texts)
        self._texts.setText(fill(words, name) if name else "")
        n = len(comparison.names)
        least = (SECTION_WIDTH, FACT_WIDTH, *[VALUE_WIDTH] * n)
        self.table.share(least, range(FIRST_VALUE, FIRST_VALUE + n))
        self._show_count()

    def choose_value(self, name: str, place: int) -> None:
        """Make the value of one tokenizer the current cell."""
        names = [fact.name for fact in self.rows.facts]
        self.table.setCurrentIndex(self.rows.index(names.index(name), FIRST_VALUE + place))

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
        values = [
            rows[0].siblingAtColumn(FIRST_VALUE + place).data(FULL_ROLE) or self.tr("not there")
            for place in range(len(self._names))
        ]
        facts = tuple(Fact(name, value) for name, value in zip(self._names, values, strict=True))
        self.inspection_requested.emit(Inspection(section_words(fact), fact_words(fact), facts))

    def _lay_out(self) -> None:
        self._filter.setMaximumWidth(SEARCH_WIDTH + 4 * SPACE_M)
        self._filter.setMinimumWidth(SEARCH_WIDTH // 2)
        self._filter.setClearButtonEnabled(True)
        self._filter.setAccessibleName(self._filter.placeholderText())
        bar = QHBoxLayout()
        bar.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        bar.setSpacing(SPACE_M)
        bar.addWidget(self.only_differences)
        bar.addWidget(self._filter)
        bar.addWidget(self._count)
        bar.addWidget(self._texts, 1)
        bar.addWidget(self.table.copying.button())
        self.table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
