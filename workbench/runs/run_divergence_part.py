"""RunDivergencePart: the first merge at which two tokenizers part, how often it occurs, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from workbench.runs.vocabulary_difference_table import (
    LINK,
    SAME_ROLE,
    beside_columns,
    merge_partners,
)
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.labels import label
from workbench.work.run_comparison import divergence_headline, divergence_sentences
from workbench.work.tokenizer_files import runs_elsewhere

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import ComparedPair

BEFORE, AFTER = 4, 60
N_FACTS = 3
"""The sentences before those with reasons."""
SEARCHED = 2000
"""Merges behind the last one on show among which an equal pair is looked for."""


class BesideDelegate(QStyledItemDelegate):
    """Merges that are the same in both stand back; the first that differs is in bold."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.parting_row = -1

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(SAME_ROLE):
            option.palette.setColor(option.palette.ColorRole.Text, self._theme.colour("muted_text"))
        if index.row() == self.parting_row:
            option.font.setBold(True)
        option.textElideMode = Qt.TextElideMode.ElideRight


class LinkDelegate(BesideDelegate):
    """Lines from each pair to the same pair at the right; those of the current row in accent."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(theme, parent)
        self._scheme, self._table = theme, parent
        self._start = 0
        self._lines: tuple[tuple[int, int], ...] = ()

    def set_lines(self, partners: Mapping[int, int], ranks: range) -> None:
        """Join these ranks where both are on show: a line to elsewhere leads nowhere."""
        self._start = ranks.start
        self._lines = tuple(
            line for line in partners.items() if line[0] in ranks and line[1] in ranks
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        rank = self._start + index.row()
        chosen = self._start + self._table.currentIndex().row()
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(rect)
        for line in self._lines:
            if min(line) <= rank <= max(line):
                is_chosen = self._table.currentIndex().isValid() and chosen in line
                colour = self._scheme.colour("accent" if is_chosen else "control_edge")
                painter.setPen(QPen(colour, 2.0 if is_chosen else 1.0))
                left, right = (rect.center().y() + (at - rank) * rect.height() for at in line)
                painter.drawLine(QPointF(rect.left(), left), QPointF(rect.right(), right))
        painter.restore()


class RunDivergencePart(QWidget):
    """Where and why two runs diverge as a headline, sentences, and the merges of both around it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._headline = label("", "title", wrap=True)
        self._sentences = label("", wrap=True)
        self._sentences.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._reason = label("", wrap=True)
        self._reason.setTextInteractionFlags(self._sentences.textInteractionFlags())
        self._copy = QPushButton(self.tr("Copy summary"))
        self._copy.clicked.connect(self.copy_sentences)
        self._mono = theme.mono_font()
        self.rows = ColumnTable[int]((), parent=self)
        self.table = SharedTable(self.tr("Merges side by side"), theme)
        self.table.show_columns(self.rows)
        self._delegate = BesideDelegate(theme, self.table)
        self.table.setItemDelegate(self._delegate)
        self._links = LinkDelegate(theme, self.table)
        self.table.setItemDelegateForColumn(LINK, self._links)
        self.table.selectionModel().currentChanged.connect(self._mark_lines)
        self._lay_out()

    @property
    def sentences(self) -> str:
        """Everything that is said, line by line."""
        return "\n".join(
            filter(None, (self._headline.text(), self._sentences.text(), self._reason.text()))
        )

    def show_pair(self, pair: ComparedPair) -> None:
        """Show where two tokenizers part."""
        from engine.analysis import UnknownMerges

        divergence = pair.divergence
        said = divergence_sentences(divergence, pair.names, _translated)
        first, second = (each.tokenizer for each in pair.tokenizers)
        if runs_elsewhere(first) or runs_elsewhere(second) or isinstance(divergence, UnknownMerges):
            self._show_unknown(said)
            return
        self.table.show()
        self._headline.setText(divergence_headline(divergence, pair.names, _translated))
        self._headline.show()
        rank = first.n_merges if divergence is None else divergence.rank
        said = () if divergence is None else said  # the headline says it
        self._sentences.setText("\n".join(said[:N_FACTS]))
        self._sentences.setVisible(bool(said))
        self._reason.setText("\n".join(said[N_FACTS:]))
        self._reason.setVisible(len(said) > N_FACTS)
        start = max(0, rank - BEFORE)
        end = min(rank + AFTER, max(first.n_merges, second.n_merges))
        self._delegate.parting_row = -1 if divergence is None else rank - start
        partners = merge_partners((first, second), end + SEARCHED)
        self._links.set_lines(partners, range(start, end))
        columns = beside_columns((first, second), pair.names, self._mono, partners)
        self.rows.set_columns(columns, range(start, end))
        self.table.show_columns(self.rows)

    def _show_unknown(self, said: Sequence[str]) -> None:
        """Say why merges cannot be compared, and show none."""
        self._headline.setText("")
        self._headline.hide()
        self.table.hide()
        self._sentences.setText("\n".join(said))
        self._sentences.show()
        self._reason.setText("")
        self._reason.hide()
        self._delegate.parting_row = -1
        self.rows.set_rows(())

    def copy_sentences(self) -> None:
        """Put the sentences on the clipboard."""
        QGuiApplication.clipboard().setText(self.sentences)

    def _mark_lines(self, _current: object = None, _before: object = None) -> None:
        self.table.viewport().update()

    def _lay_out(self) -> None:
        said = QVBoxLayout()
        said.setSpacing(SPACE_XS)
        said.addWidget(self._headline)
        said.addWidget(self._sentences)
        said.addWidget(self._reason)
        said.addStretch(1)
        top = QHBoxLayout()
        top.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        top.setSpacing(SPACE_L)
        top.addLayout(said, 1)
        buttons = QVBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self._copy)
        buttons.addWidget(self.table.copying.button())
        buttons.addStretch(1)
        top.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.table, 1)


def _translated(words: str) -> str:
    return QCoreApplication.translate("run_comparison", words)
