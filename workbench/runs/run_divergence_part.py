"""RunDivergencePart: the first merge at which two tokenizers part, how often it occurs, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from workbench.runs.vocabulary_difference_table import SAME_ROLE, beside_columns
from workbench.text.numbers import NOTHING, grouped
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, TEXT_BIG, Theme
from workbench.ui.widgets.labels import label
from workbench.work.run_comparison import divergence_sentences
from workbench.work.tokenizer_files import runs_elsewhere

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import ComparedPair

BEFORE, AFTER = 4, 60


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


class RunDivergencePart(QWidget):
    """The rank as the one big number, sentences, and the merges of both around it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = label(NOTHING, "big")
        self._number.setAccessibleName(self.tr("Identical merges"))
        self._words = label(self.tr("identical merges"), "caption")
        self._sentences = label("", wrap=True)
        self._sentences.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._reason = label("", wrap=True)
        self._reason.setFont(theme.font(bold=True))
        self._reason.setTextInteractionFlags(self._sentences.textInteractionFlags())
        self._copy = QPushButton(self.tr("Copy summary"))
        self._copy.clicked.connect(self.copy_sentences)
        self._mono = theme.mono_font()
        self.rows = ColumnTable[int]((), parent=self)
        self.table = SharedTable(self.tr("Merges side by side"), theme)
        self.table.show_columns(self.rows)
        self._delegate = BesideDelegate(theme, self.table)
        self.table.setItemDelegate(self._delegate)
        self._lay_out()

    @property
    def sentences(self) -> str:
        """Everything that is said, line by line."""
        return "\n".join(filter(None, (self._sentences.text(), self._reason.text())))

    def show_pair(self, pair: ComparedPair) -> None:
        """Show where two tokenizers part."""
        from engine.analysis import UnknownMerges

        divergence = pair.divergence
        said = divergence_sentences(divergence, pair.names, _translated)
        first, second = (each.tokenizer for each in pair.tokenizers)
        if runs_elsewhere(first) or runs_elsewhere(second) or isinstance(divergence, UnknownMerges):
            self._show_unknown(said)
            return
        self._words.show()
        self.table.show()
        rank = first.n_merges if divergence is None else divergence.rank
        n_facts = 1 if divergence is None else 3
        self._number.setText(grouped(rank))
        self._sentences.setText("\n".join(said[:n_facts]))
        self._reason.setText("\n".join(said[n_facts:]))
        self._reason.setVisible(len(said) > n_facts)
        start = max(0, rank - BEFORE)
        end = min(rank + AFTER, max(first.n_merges, second.n_merges))
        self._delegate.parting_row = -1 if divergence is None else rank - start
        columns = beside_columns((first, second), pair.names, self._mono)
        self.rows.set_columns(columns, range(start, end))
        self.table.show_columns(self.rows)

    def _show_unknown(self, said: Sequence[str]) -> None:
        """Say why merges cannot be compared, and show none."""
        self._number.setText(NOTHING)
        self._words.hide()
        self.table.hide()
        self._sentences.setText("\n".join(said))
        self._reason.setText("")
        self._reason.hide()
        self._delegate.parting_row = -1
        self.rows.set_rows(())

    def copy_sentences(self) -> None:
        """Put the sentences on the clipboard."""
        QGuiApplication.clipboard().setText(self.sentences)

    def _lay_out(self) -> None:
        number = QVBoxLayout()
        number.setSpacing(0)
        number.addWidget(self._number)
        number.addWidget(self._words)
        number.addStretch(1)
        self._number.setMinimumWidth(5 * TEXT_BIG)
        said = QVBoxLayout()
        said.setSpacing(SPACE_XS)
        said.addWidget(self._reason)
        said.addWidget(self._sentences)
        said.addStretch(1)
        top = QHBoxLayout()
        top.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        top.setSpacing(SPACE_L)
        top.addLayout(number)
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
