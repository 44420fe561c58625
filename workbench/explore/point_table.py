"""PointTable: every tokenizer of an exploration in a row, with its values and what is special."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelection, QModelIndex, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.explore.landscape import Axis, Key, Landscape, Spot
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import Column, ColumnTable, bold_where
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import ROW_ROLE, SORT_ROLE, Index, RankedRows
from workbench.ui.theme.theme import Theme
from workbench.ui.words.translation import translator

_tr = translator("PointTable")
VALUE_WIDTH = 84
MOST_NAME, ROOM = 200, 28
LIST_FIRST = {"baseline": 0, "front": 1, "dominated": 2, "infeasible": 3}


def point_columns(landscape: Landscape) -> Sequence[Column[Spot]]:
    """Name, remark, variables, objectives, and what the validation texts say of these."""
    columns: list[Column[Spot]] = [
        Column(_tr("Tokenizer"), lambda spot: spot.name, sort=lambda spot: spot.key, width=152,
               stretches=True),
        Column(_tr("Remark"), remark, tip=remark, width=96, key="remark"),
    ]  # fmt: skip
    columns += [_value_column(axis) for axis in landscape.variables]
    columns += [_value_column(axis) for axis in landscape.objectives]
    if any(spot.validation for spot in landscape.spots):
        columns += [_validation_column(axis) for axis in landscape.objectives]
    if any(spot.spread for spot in landscape.spots):
        columns += [_spread_column(axis) for axis in landscape.objectives]
    return columns


def remark(spot: Spot) -> str:
    """What is special about a tokenizer."""
    if spot.is_knee:
        return _tr("knee")
    if spot.is_sampled:
        return _tr("on a sample")
    return {
        "front": _tr("on the front"), "dominated": "", "infeasible": _tr("beyond a threshold"),
        "baseline": _tr("baseline"),
    }[spot.kind]  # fmt: skip


class PointTable(QWidget):
    """Rows are the front first, then the others as they came; heads sort.

    Signals:
        spot_chosen: Key that a person came to.    spot_opened: Key, by a double click or Enter.
    """

    spot_chosen: Signal[Key] = Signal(object)
    spot_opened: Signal[Key] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_choosing = False
        self._only_front = False
        self._landscape = Landscape()
        self._heads: tuple[str, ...] = ()
        self._least: list[int] = []
        self.model = ColumnTable(
            point_columns(Landscape()), identity=lambda spot: spot.key, parent=self,
            roles=bold_where(lambda spot: spot.is_knee or spot.kind == "baseline"),
        )  # fmt: skip
        self._ranked = _Filtered(self.model, SORT_ROLE, self)
        self.table = SharedTable(self.tr("Tokenizers of the exploration"), theme, self)
        self.table.show_columns(self.model, self._ranked)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.setSelectionMode(SharedTable.SelectionMode.SingleSelection)
        self.table.selectionModel().selectionChanged.connect(self._note_chosen)
        self.table.doubleClicked.connect(self._open)
        self.table.activated.connect(self._open)

    @property
    def shown(self) -> tuple[Spot, ...]:
        """The rows in sight, from the top."""
        model = self._ranked
        return tuple(model.index(row, 0).data(ROW_ROLE) for row in range(model.rowCount()))

    @property
    def chosen(self) -> Key | None:
        """The selected row."""
        rows = self.table.selectionModel().selectedRows()
        return rows[0].data(ROW_ROLE).key if rows else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.setGeometry(self.rect())

    def set_landscape(self, landscape: Landscape) -> None:
        """Show other tokenizers; choice, order and scroll position stay where they can."""
        chosen = self.chosen
        self._landscape = landscape
        columns = point_columns(landscape)
        heads = tuple(column.key or column.title for column in columns)
        rows = sorted(landscape.all_spots, key=lambda spot: LIST_FIRST[spot.kind])
        bar = self.table.verticalScrollBar().value()
        self._is_choosing = True
        if heads != self._heads:
            self._heads, self._least = heads, []
            self.model.set_columns(columns, rows)
            self.table.show_columns(self.model, self._ranked)
        else:
            self.model.set_rows(rows)
        self._give_heads_room()
        header = self.table.horizontalHeader()
        if header.sortIndicatorSection() >= 0:
            self._ranked.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        self._is_choosing = False
        self.choose(chosen)
        self.table.verticalScrollBar().setValue(bar)

    def _give_heads_room(self) -> None:
        """No head, name or remark is cut; the table scrolls instead."""
        columns = self.model.columns
        least = [max(each.width, self.table.head_width(at)) for at, each in enumerate(columns)]
        spots = self._landscape.all_spots
        for at, words in enumerate(({spot.name for spot in spots}, set(map(remark, spots)))):
            widest = max((self.fontMetrics().horizontalAdvance(each) for each in words), default=0)
            least[at] = max(least[at], min(widest, MOST_NAME) + ROOM)
        if least != self._least:  # what a person has drawn wider stays
            self._least = least
            self.table.share(least, [at for at, each in enumerate(columns) if each.stretches])

    def set_only_front(self, only: bool) -> None:
        """List the front and the baselines alone."""
        self._ranked.set_only_front(only)

    def choose(self, key: Key | None) -> None:
        """Select a row; no signal."""
        self._is_choosing = True
        if key is None:
            self.table.clearSelection()
        else:
            model = self._ranked
            for row in range(model.rowCount()):
                index = model.index(row, 0)
                if index.data(ROW_ROLE).key == key:
                    if self.chosen != key:
                        self.table.selectRow(row)
                    self.table.scrollTo(index)
                    break
            else:
                self.table.clearSelection()
        self._is_choosing = False

    def _note_chosen(self, _on: QItemSelection, _off: QItemSelection) -> None:
        key = self.chosen
        if not self._is_choosing and key is not None:
            self.spot_chosen.emit(key)

    def _open(self, index: QModelIndex) -> None:
        spot: Spot | None = index.data(ROW_ROLE)
        if spot is not None and spot.kind != "baseline":
            self.spot_opened.emit(spot.key)


class _Filtered(RankedRows):
    """The rows in the order of a column; the front alone where that is wanted."""

    def __init__(self, source: ColumnTable[Spot], role: int, parent: QObject | None = None) -> None:
        self._only_front = False
        super().__init__(source, role, parent)

    def set_only_front(self, only: bool) -> None:
        self._only_front = only
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: N802
        spot: Spot | None = self.sourceModel().index(source_row, 0, source_parent).data(ROW_ROLE)
        return not self._only_front or (spot is not None and spot.kind in ("front", "baseline"))


def _value_column(axis: Axis) -> Column[Spot]:
    return Column(
        axis.short, lambda spot: spot.value(axis), text=_words(axis, lambda spot: spot.values),
        side="left" if axis.choices else "right", width=VALUE_WIDTH, key=axis.key,
        explanation=axis.title,
    )  # fmt: skip


def _validation_column(axis: Axis) -> Column[Spot]:
    return Column(
        fill(_tr("Validation: %1"), axis.short), lambda spot: spot.validation.get(axis.key),
        text=_words(axis, lambda spot: spot.validation), side="right", width=VALUE_WIDTH,
        key=f"validation {axis.key}",
        explanation=_tr("On texts that the search never sees."),
    )  # fmt: skip


def _spread_column(axis: Axis) -> Column[Spot]:
    return Column(
        fill(_tr("Spread: %1"), axis.short), lambda spot: spot.spread.get(axis.key),
        text=_words(axis, lambda spot: spot.spread), side="right", width=VALUE_WIDTH,
        key=f"spread {axis.key}",
        explanation=_tr("Standard deviation over samples of the corpus."),
    )  # fmt: skip


def _words(axis: Axis, values: Callable[[Spot], object]) -> Callable[[Spot], str]:
    def words(spot: Spot) -> str:
        return axis.value_words(values(spot).get(axis.key))  # type: ignore[attr-defined]

    return words
