"""ColumnTable: a table as data, a list of columns over a sequence of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Generic, Literal, TypeVar

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor, QFont, QIcon

from workbench.text.numbers import NOTHING, grouped, ratio
from workbench.ui.tables.headed_table import ROW_ROLE, SORT_ROLE, HeadedTable, Index

Row = TypeVar("Row")
_Role = Qt.ItemDataRole
_SIDES = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "centre": Qt.AlignmentFlag.AlignCenter,
}


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column: its head, and functions of a row for what its cells show.

    title: the head, translated. Columns are made with the view, after the language is known.
    value: what the column is about. Sorting compares it; it is shown as `cell_text` writes it.
    text: the words of a cell, where `cell_text` does not write them.
    sort: what sorting compares (SORT_ROLE), where it is not the value.
    tip, spoken: tool tip and accessible text of a cell; None for neither.
    font: of all cells. colour, icon: of a cell; None for the usual ones.
    roles: what a delegate asks a cell of this column for, by role.
    explanation: the tool tip of the head.
    side: numbers stand on the right, as their head does.
    width: pixels, at least; the column that `stretches` takes the rest of the table.
    key: names the column to the program, see `ColumnTable.place`.
    """

    title: str
    value: Callable[[Row], Any]
    _: KW_ONLY
    text: Callable[[Row], str] | None = None
    sort: Callable[[Row], Any] | None = None
    tip: Callable[[Row], str | None] | None = None
    spoken: Callable[[Row], str | None] | None = None
    font: QFont | None = None
    colour: Callable[[Row], QColor | None] | None = None
    icon: Callable[[Row], QIcon] | None = None
    roles: Mapping[int, Callable[[Row], Any]] = field(default_factory=dict)
    explanation: str = ""
    side: Literal["left", "right", "centre"] = "left"
    width: int = 0
    stretches: bool = False
    key: str = ""

    def cell(self, row: Row) -> str:
        """Return the words of a cell."""
        return cell_text(self.value(row)) if self.text is None else self.text(row)

    def sort_value(self, row: Row) -> Any:
        """Return what sorting compares: words of a value without regard to case."""
        if self.sort is not None:
            return self.sort(row)
        value = self.value(row)
        return value.casefold() if isinstance(value, str) else value

    def makers(self) -> dict[int, Callable[[Row], Any]]:
        """Return what answers each role of a cell."""
        side, font = _SIDES[self.side], self.font
        offered: dict[int, Callable[[Row], Any] | None] = {
            _Role.ToolTipRole: self.tip,
            _Role.AccessibleTextRole: self.spoken,
            _Role.ForegroundRole: self.colour,
            _Role.DecorationRole: self.icon,
            _Role.FontRole: None if font is None else lambda _row: font,
        }
        known = {role: maker for role, maker in offered.items() if maker is not None}
        return {
            _Role.DisplayRole: self.cell,
            _Role.TextAlignmentRole: lambda _row: side,
            SORT_ROLE: self.sort_value,
            **known,
            **self.roles,
        }


def cell_text(value: object) -> str:
    """Return a value as tables show it.

    >>> cell_text("deu"), cell_text(12), cell_text(4.1288), cell_text(None)
    ('deu', '12', '4.13', '–')
    """
    if value is None:
        return NOTHING
    if isinstance(value, int):
        return grouped(value)
    return ratio(value) if isinstance(value, float) else str(value)


class ColumnTable(HeadedTable, Generic[Row]):
    """A model of rows under columns; ROW_ROLE gives the row of a cell.

    roles: what every cell of a row answers, by role, where its column does not. identity: rows
    with the same identities as before, in the same order, change in place, so that what is chosen
    stays chosen; None for rows that are always others.
    """

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        *,
        roles: Mapping[int, Callable[[Row], Any]] | None = None,
        identity: Callable[[Row], object] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._identity = identity
        self._roles: dict[int, Callable[[Row], Any]] = {ROW_ROLE: lambda row: row, **(roles or {})}
        self._rows: tuple[Row, ...] = ()
        self._take_columns(columns)

    @property
    def columns(self) -> tuple[Column[Row], ...]:
        """The columns, from left to right."""
        return self._columns

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, from the top."""
        return self._rows

    def place(self, key: str) -> int:
        """Return which column has this key, counted from the left."""
        return next(place for place, column in enumerate(self._columns) if column.key == key)

    def set_rows(self, rows: Iterable[Row]) -> None:
        """Show other rows."""
        fresh = tuple(rows)
        if self._is_same(fresh):
            self._rows = fresh
            if fresh:
                corner = self.index(len(fresh) - 1, len(self._columns) - 1)
                self.dataChanged.emit(self.index(0, 0), corner)
            return
        self.beginResetModel()
        self._rows = fresh
        self.endResetModel()

    def set_columns(self, columns: Sequence[Column[Row]], rows: Iterable[Row]) -> None:
        """Show other rows under other columns, such as one for each tokenizer."""
        self.beginResetModel()
        self._take_columns(columns)
        self._rows = tuple(rows)
        self.endResetModel()

    def append(self, rows: Iterable[Row]) -> None:
        """Add rows below the others."""
        fresh = tuple(rows)
        if fresh:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self._rows += fresh
            self.endInsertRows()

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        maker = self._makers[index.column()].get(role)
        return None if maker is None else maker(self._rows[index.row()])

    def _take_columns(self, columns: Sequence[Column[Row]]) -> None:
        self._columns = tuple(columns)
        self._heads = tuple(column.title for column in self._columns)
        self._makers = [{**self._roles, **column.makers()} for column in self._columns]

    def _is_same(self, fresh: tuple[Row, ...]) -> bool:
        identity = self._identity
        return identity is not None and [*map(identity, fresh)] == [*map(identity, self._rows)]

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        return self._columns[column].explanation or None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        return _SIDES[self._columns[column].side]


def bold_where(is_bold: Callable[[Any], bool]) -> dict[int, Callable[[Any], Any]]:
    """Return the roles of a table that sets some rows apart, such as the one of all text."""
    font = QFont()
    font.setWeight(QFont.Weight.DemiBold)
    return {_Role.FontRole: lambda row: font if is_bold(row) else None}
