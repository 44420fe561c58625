"""Tables of a model's losses: its labels, and the tokens that carry most of the loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from workbench.languages import language_name
from workbench.models.headed_table import HeadedTable, Index
from workbench.numbers import NOTHING, grouped, ratio
from workbench.visible_text import isolated, visible

if TYPE_CHECKING:
    from engine.evaluation import LossFigures, TokenLoss

LABEL, BITS, NATS, BYTES_PER_TOKEN, TOKENS, SPECIAL, WITHOUT = range(7)
TOKEN, TOKEN_ID, COUNT, SHARE, EACH, PER_BYTE = range(6)


class LossLabelTable(HeadedTable):
    """One row for each label, the total first."""

    right_aligned = range(BITS, WITHOUT + 1)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Label"), self.tr("Bits/byte"), self.tr("Nats/token"), self.tr("Bytes/token"),
            self.tr("Tokens"), self.tr("Special"), self.tr("No loss"),
        )  # fmt: skip
        self._rows: tuple[LossFigures, ...] = ()
        self._bold = QFont()
        self._bold.setWeight(QFont.Weight.DemiBold)

    def set_rows(self, rows: tuple[LossFigures, ...]) -> None:
        """Show these rows, the total first."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            name = self.tr("All") if index.row() == 0 else language_name(row.label)
            return (
                name, _exact(row.bits_per_byte), _exact(row.nats_per_token),
                ratio(row.bytes_per_token), grouped(row.tokens), grouped(row.special),
                grouped(row.without_loss + row.ignored),
            )[index.column()]  # fmt: skip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        return self._bold if role == Qt.ItemDataRole.FontRole and index.row() == 0 else None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        return {
            SPECIAL: self.tr("Special tokens, left out of both sums."),
            WITHOUT: self.tr("Rows without a loss, such as the first token of a context."),
        }.get(column)


class WorstTokenTable(HeadedTable):
    """The tokens that carry most of the loss, the first the one that carries most."""

    right_aligned = range(TOKEN_ID, PER_BYTE + 1)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Token"), self.tr("Id"), self.tr("Count"), self.tr("Share, %"),
            self.tr("Nats each"), self.tr("Bits/byte"),
        )  # fmt: skip
        self._mono_font = mono_font
        self._rows: tuple[TokenLoss, ...] = ()

    def set_rows(self, rows: tuple[TokenLoss, ...]) -> None:
        """Show these tokens."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                isolated(visible(row.token)), str(row.token_id), grouped(row.count),
                ratio(100 * row.share), ratio(row.mean), ratio(row.bits_per_byte),
            )[index.column()]  # fmt: skip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.FontRole and index.column() == TOKEN:
            return self._mono_font
        return None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        return self.tr("Part of the loss of all tokens.") if column == SHARE else None


def _exact(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.4f}"
