"""Tables of superwords by label: how much of the text they are, and what they save."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from workbench.languages import language_name
from workbench.models.headed_table import HeadedTable, Index
from workbench.numbers import NOTHING, grouped, ratio

if TYPE_CHECKING:
    from engine.analysis import SavedTokens, SuperwordComparison, SuperwordShare

TOTAL = "all"
_Row = tuple[str, tuple[float | None, ...]]


class _LabelTable(HeadedTable):
    """A label and numbers in each row; the last row is of all text and stays the last.

    kinds: of each column of numbers, "count", "ratio", "percent" or "signed" percent.
    """

    kinds: tuple[str, ...] = ()
    explanations: dict[int, str]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.right_aligned = range(1, len(self.kinds) + 1)
        self._rows: list[_Row] = []
        self._order = (1, Qt.SortOrder.DescendingOrder)
        self.explanations = {}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels from the top."""
        return tuple(label for label, _ in self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        label, values = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == 0:
            return _all_text() if label == TOTAL else language_name(label)
        return _shown(self.kinds[column - 1], values[column - 1])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order)
        self.beginResetModel()
        self._rows = self._sorted(self._rows)
        self.endResetModel()

    def set_rows(self, rows: Sequence[_Row]) -> None:
        """Show other rows, the one of all text last."""
        self.beginResetModel()
        self._rows = self._sorted(rows)
        self.endResetModel()

    def _sorted(self, rows: Sequence[_Row]) -> list[_Row]:
        column, order = self._order
        is_down = order is Qt.SortOrder.DescendingOrder
        single = [row for row in rows if row[0] != TOTAL]
        if column == 0:
            single.sort(key=_name, reverse=is_down)
        else:
            known = [row for row in single if row[1][column - 1] is not None]
            unknown = [row for row in single if row[1][column - 1] is None]
            known.sort(key=lambda row: row[1][column - 1] or 0.0, reverse=is_down)
            single = known + unknown
        return single + [row for row in rows if row[0] == TOTAL]

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        return self.explanations.get(column)


class SuperwordShareTable(_LabelTable):
    """Label, tokens, percent of several words, percent made by stage two."""

    kinds = ("percent", "percent", "count")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Language"), self.tr("Several words, %"), self.tr("Stage two, %"),
            self.tr("Tokens"),
        )  # fmt: skip
        self.explanations = {
            1: self.tr("Tokens of the training text that hold more than one word between spaces"),
            2: self.tr("Tokens of the training text that stage two made"),
        }

    def show_shares(self, shares: Sequence[SuperwordShare]) -> None:
        """Show the shares of a run."""
        rows: list[_Row] = []
        for each in shares:
            made = each.stage_two_share
            values = (100 * each.share, None if made is None else 100 * made, each.tokens)
            rows.append((each.label, values))
        self.set_rows(rows)


class SavedTokensTable(_LabelTable):
    """Label, percent saved, tokens of both, bytes per token of both, percent of several words."""

    kinds = ("signed", "count", "count", "ratio", "ratio", "percent")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Language"), self.tr("Saved, %"), self.tr("Tokens"), self.tr("Without"),
            self.tr("Bytes/token"), self.tr("Without"), self.tr("Several words, %"),
        )  # fmt: skip
        self.explanations = {
            1: self.tr("Of the tokens without superwords; below zero superwords cost tokens"),
            2: self.tr("Tokens with superwords"),
            3: self.tr("Tokens of the same size without superwords"),
            4: self.tr("Bytes per token with superwords"),
            5: self.tr("Bytes per token of the same size without superwords"),
            6: self.tr("Tokens that hold more than one word between spaces"),
        }

    def show_comparison(self, found: SuperwordComparison) -> None:
        """Show what was measured."""
        self.set_rows([_saved_row(each) for each in (*found.rows, found.total)])


def _saved_row(each: SavedTokens) -> _Row:
    return each.label, (
        100 * each.saved, each.tokens, each.plain_tokens, each.bytes_per_token,
        each.plain_bytes_per_token, 100 * each.several_words_share,
    )  # fmt: skip


def _shown(kind: str, value: float | None) -> str:
    if value is None or math.isnan(value):
        return NOTHING
    if kind == "count":
        return grouped(round(value))
    if kind == "ratio":
        return ratio(value)
    return signed(value) if kind == "signed" else f"{value:.1f}"


def signed(percent: float) -> str:
    """A percentage with one decimal and a true minus sign; nothing is no minus nothing.

    >>> signed(-3.14), signed(-0.01)
    ('−3.1', '0.0')
    """
    words = f"{abs(percent):.1f}"
    return words if percent >= 0 or words == "0.0" else f"−{words}"


def _name(row: _Row) -> str:
    return language_name(row[0]).casefold()


def _all_text() -> str:
    return QCoreApplication.translate("superword_tables", "All text")
