"""How often one token is used, label by label, and in which text that was counted.

`TokenUses` is the widget, `uses_columns` tell its table, `UsesDelegate` paints the rates as bars.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.analysis import VocabularyReport, making_by_label
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.languages.language_delegates import paint_ground
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, Index
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XL, SPACE_XS, Theme
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.widgets.texts_button import TextsButton

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Tokenizer

PART_ROLE = Qt.ItemDataRole.UserRole
"""The rate as a share of the greatest."""

_NUMBER_WIDTH = 3 * SPACE_XL
_THICKNESS = 8.0
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class LabelUses:
    """rate: uses in a million of what the head of the column names."""

    label: str
    uses: int
    rate: float


def uses_columns(rate_head: str, greatest: float) -> Sequence[Column[LabelUses]]:
    """How often one token is used under each label of a text; greatest: rate of a full bar."""

    def part(row: LabelUses) -> float:
        return row.rate / greatest if greatest else 0.0

    def name(row: LabelUses) -> str:
        return language_name(row.label)

    return (
        Column(_tr("Label"), attrgetter("label"), tip=name, width=104),
        Column(_tr("Uses"), attrgetter("uses"), tip=name, side="right", width=88),
        Column(rate_head, lambda row: round(row.rate), tip=name, side="right", width=160,
               stretches=True, roles={PART_ROLE: part}, key="rate"),
    )  # fmt: skip


def _tr(words: str) -> str:
    return QCoreApplication.translate("UsesTable", words)


class UsesDelegate(QStyledItemDelegate):
    """Paints a rate over a bar in the colour of its language."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        words = paint_ground(painter, option, self._theme)
        rect = QRectF(option.rect)
        room = rect.width() - _NUMBER_WIDTH - SPACE_S
        length = room * float(index.data(PART_ROLE))
        middle = rect.center().y() - _THICKNESS / 2
        colour = self._theme.language_style(index.data(ROW_ROLE).label).colour
        painter.fillRect(QRectF(rect.left() + SPACE_S, middle, length, _THICKNESS), colour)
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -SPACE_S, 0), side, str(index.data()))
        painter.restore()


class TokenUses(QWidget):
    """The uses from the text that was counted last, else from the training record.

    Signals:
        uses_requested: None for the corpus of the window, or a tuple of paths.
    """

    uses_requested: Signal[tuple[Path, ...] | None] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: VocabularyReport | None = None
        self._tokenizer: Tokenizer | None = None
        self._token_id: int | None = None
        self._words = ElidedLabel("", "caption")
        self.texts = TextsButton(
            self.tr("Count uses"),
            self.tr("Encode a text once and count how often each token is used in it"),
        )
        self._model = ColumnTable(uses_columns("", 0.0), parent=self)
        self._table = DataTable(self.tr("Uses of the token by label"), theme)
        self._table.show_columns(self._model)
        delegate = UsesDelegate(theme, self._table)
        self._table.setItemDelegateForColumn(self._model.place("rate"), delegate)
        above = QHBoxLayout()
        above.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        above.setSpacing(SPACE_S)
        above.addWidget(self._words, 1)
        above.addWidget(self.texts)
        above.addWidget(self._table.copying.button())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self._table, 1)
        self.texts.requested.connect(self.uses_requested)
        theme.changed.connect(self._table.viewport().update)

    @property
    def model(self) -> ColumnTable[LabelUses]:
        return self._model

    @property
    def words(self) -> str:
        """How many uses, and where they were counted."""
        return self._words.text()

    def note_counting(self, is_counting: bool) -> None:
        """Say that uses are being counted, or no more."""
        self.texts.note_working(self.tr("Counting…") if is_counting else "")

    def set_report(self, report: VocabularyReport | None) -> None:
        """Say what is known of uses by now."""
        self._report = report
        self._show()

    def show_token(self, tokenizer: Tokenizer | None, token_id: int | None) -> None:
        """Show the uses of a token, or nothing."""
        self._tokenizer, self._token_id = tokenizer, token_id
        self._show()

    def _show(self) -> None:
        report, token_id, tokenizer = self._report, self._token_id, self._tokenizer
        if report is None or token_id is None or tokenizer is None:
            self._say((), "", "")
        elif report.usage is not None and report.usage.by_label is not None:
            self._show_counted(report, token_id)
        elif (making := making_by_label(tokenizer, token_id)) is not None:
            rows = [
                LabelUses(label, uses, _MILLION * uses / max(1, n_bytes))
                for label, uses, n_bytes in zip(
                    making.labels,
                    making.remaining.tolist(),
                    making.n_bytes.tolist(),
                    strict=True,
                )
            ]
            words = self.tr("%1 in the training corpus, by its record")
            n_uses = grouped(int(making.remaining.sum()))
            self._say(rows, fill(words, n_uses), self.tr("Per million bytes"))
        else:
            self._say((), self.tr("Uses not counted yet: count them in a text"), "")

    def _show_counted(self, report: VocabularyReport, token_id: int) -> None:
        usage = report.usage
        assert usage is not None
        assert usage.by_label is not None
        by_label = usage.by_label
        uses = by_label.of(token_id).tolist()
        rows = [
            LabelUses(label, n_uses, _MILLION * n_uses / max(1, tokens))
            for label, n_uses, tokens in zip(
                by_label.labels, uses, by_label.tokens.tolist(), strict=True
            )
        ]
        self._say(
            rows,
            fill(self.tr("%1 in %2"), grouped(sum(uses)), report.usage_name),
            self.tr("Per million tokens"),
        )

    def _say(self, rows: list[LabelUses] | tuple[()], words: str, rate_head: str) -> None:
        self._words.setText(words)
        ordered = sorted(rows, key=lambda row: (-row.rate, row.label))
        greatest = ordered[0].rate if ordered else 0.0
        self._model.set_columns(uses_columns(rate_head, greatest), ordered)
