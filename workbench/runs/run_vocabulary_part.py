"""RunVocabularyPart: which tokens two tokenizers share, and which only one of them has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.runs.vocabulary_difference_table import (
    BYTES,
    FIRST_ID,
    FIRST_RANK,
    SECOND_ID,
    SECOND_RANK,
    TEXT,
    TOKEN_ROLE,
    VocabularyDifferenceTable,
)
from workbench.signals import Signal
from workbench.state import Fact, Inspection
from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, visible
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.segments import segmented

if TYPE_CHECKING:
    from workbench.runs.run_comparison_flow import ComparedPair

WIDTHS = (112, 112, 64, 148, 148, 132, 132)
ONLY_FIRST, ONLY_SECOND, BOTH = range(3)
SETTLE_MS = 150
ROOM_FOR_IDS = 1000
MOST_NAME = 22
MOST_HEAD = 16


class RunVocabularyPart(QWidget):
    """Counts and shares above; below, the tokens of one of the three parts.

    Signals:
        inspection_requested: Inspection of the chosen token.
    """

    inspection_requested: Signal[Inspection] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: ComparedPair | None = None
        words = (
            self.tr("shared of all tokens"), self.tr("in both"), "", "",
            self.tr("special tokens in both"), self.tr("special in only one"),
        )  # fmt: skip
        self.figures = Figures(words, theme)
        self.rows = VocabularyDifferenceTable(theme.mono_font(), self)
        self.table = SharedTable(self.tr("Tokens that differ"), theme)
        self.table.setModel(self.rows)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(FIRST_RANK, Qt.SortOrder.AscendingOrder)
        self._share_width()
        self._buttons = QButtonGroup(self)
        self._filter = QLineEdit(placeholderText=self.tr("Filter tokens"))
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._lay_out()
        self._buttons.idClicked.connect(self.show_part)
        self._filter.textChanged.connect(self._settle.start)
        self._settle.timeout.connect(self._take_filter)
        self.table.selectionModel().selectionChanged.connect(self._inspect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Ids give way where there is little room; the inspector has them."""
        has_ids = self.width() >= ROOM_FOR_IDS
        for column in (FIRST_ID, SECOND_ID):
            self.table.setColumnHidden(column, not has_ids)
        self.table.share(WIDTHS if has_ids else WIDTHS[:FIRST_ID], (TEXT, BYTES))

    @property
    def part(self) -> int:
        """ONLY_FIRST, ONLY_SECOND or BOTH."""
        return self._buttons.checkedId()

    def show_pair(self, pair: ComparedPair) -> None:
        """Show the vocabularies of two tokenizers."""
        self._pair = pair
        found = pair.vocabulary
        both, first, second = found.special
        n_special = (len(both), len(first) + len(second))
        self.figures.show_values(
            percent(found.overlap), grouped(found.n_both), grouped(found.n_first),
            grouped(found.n_second), *(grouped(n) if any(n_special) else "" for n in n_special),
        )  # fmt: skip
        lists = [", ".join(names) for names in found.special]
        share = self.tr("Tokens of both, divided by all different tokens (Jaccard index).")
        sizes = [
            self._share_words(n, sum(each)) for n, each in (
                (found.n_first, (found.n_first, found.n_both)),
                (found.n_second, (found.n_second, found.n_both)),
            )
        ]  # fmt: skip
        alone = " | ".join(filter(None, lists[1:]))
        self.figures.set_tooltips(share, "", *sizes, lists[0], alone)
        for place, name in zip((ONLY_FIRST, ONLY_SECOND), map(_cut, pair.names), strict=True):
            self.figures.set_word(2 + place, fill(self.tr("only in %1"), name))
            words = fill(self.tr("Only in %1"), name)
            self._buttons.button(place).setText(words.replace("&", "&&"))
        self.show_part(self.part)

    def show_part(self, part: int) -> None:
        """Show ONLY_FIRST, ONLY_SECOND or BOTH."""
        self._buttons.button(part).setChecked(True)
        pair = self._pair
        if pair is None:
            return
        found = pair.vocabulary
        where = (found.only_first, found.only_second, found.both)[part]
        self.table.clearSelection()
        self.rows.show_part(
            found, where, (_cut(pair.names[0], MOST_HEAD), _cut(pair.names[1], MOST_HEAD))
        )
        column = SECOND_RANK if part == ONLY_SECOND else FIRST_RANK
        self.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)

    def filter(self, words: str) -> None:
        """Show only tokens that hold the words, at once."""
        self._filter.setText(words)
        self._settle.stop()
        self._take_filter()

    def _share_words(self, number: int, of: int) -> str:
        return fill(self.tr("%1 of its tokens"), percent(number / of if of else None))

    def _take_filter(self) -> None:
        self.rows.set_filter(self._filter.text())

    def _inspect(self, _selection: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        pair = self._pair
        if len(rows) != 1 or pair is None:
            return
        token, found = rows[0].data(TOKEN_ROLE), pair.vocabulary
        at = found.tokens.index(token)
        facts = [Fact(self.tr("Bytes"), hex_of(token), mono=True)]
        for side, name in enumerate(pair.names):
            rank, token_id = int(found.ranks[at, side]), int(found.ids[at, side])
            words = (
                self.tr("missing")
                if token_id < 0
                else fill(
                    self.tr("rank %1, id %2"),
                    grouped(rank) if rank >= 0 else NOTHING,
                    str(token_id),
                )
            )
            facts.append(Fact(name, words))
        self.inspection_requested.emit(
            Inspection(self.tr("Token"), visible(token), tuple(facts), mono_title=True)
        )

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        bar.setSpacing(SPACE_S)
        parts = [QPushButton() for _ in (ONLY_FIRST, ONLY_SECOND, BOTH)]
        for place, button in zip((ONLY_FIRST, ONLY_SECOND, BOTH), parts, strict=True):
            self._buttons.addButton(button, place)
        self._buttons.button(BOTH).setText(self.tr("In both"))
        self._filter.setMaximumWidth(SEARCH_WIDTH)
        self._filter.setClearButtonEnabled(True)
        self._filter.setAccessibleName(self._filter.placeholderText())
        bar.addLayout(segmented(parts))
        self._buttons.button(ONLY_FIRST).setChecked(True)
        bar.addStretch(1)
        bar.addWidget(self._filter)
        bar.addWidget(self.table.copying.button())
        self.figures.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.figures)
        column.addLayout(bar)
        column.addWidget(self.table, 1)


def _cut(name: str, most: int = MOST_NAME) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
