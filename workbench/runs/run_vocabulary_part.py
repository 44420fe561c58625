"""RunVocabularyPart: which tokens two tokenizers share, and which only one of them has.

`VocabularyDifferenceTable` lists the tokens that one or both have, `beside_columns` their merges
rank by rank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from PySide6.QtCore import QItemSelection, QObject, Qt, QTimer
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QPushButton, QWidget

from engine.compiled import Int64s
from workbench.signals import Signal
from workbench.state import Fact, Inspection
from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import LINE_FEED, TAB, hex_of, isolated, visible
from workbench.ui.tables.column_table import Column
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.buttons import segmented
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.analysis import VocabularyDifference
    from workbench.runs.run_comparison_flow import ComparedPair

_tr = translator("MergesBesideTable")


TEXT, BYTES, LENGTH, FIRST_RANK, SECOND_RANK, FIRST_ID, SECOND_ID = range(7)
TOKEN_ROLE = Qt.ItemDataRole.UserRole
SAME_ROLE = Qt.ItemDataRole.UserRole + 1
"""Whether both tokenizers merge the same at a rank."""
LINK: Final = 3
"""The column between the merges of two tokenizers, for the lines that join equal pairs."""
_SIDES: tuple[Literal["right", "left"], ...] = ("right", "left")
MOST_TEXT = 80
MOST_BYTES = 24
_LAST = np.iinfo(np.int64).max
_MEANT = str.maketrans({"·": " ", LINE_FEED: "\n", TAB: "\t"})
"""White space may be typed as it is shown."""


class VocabularyDifferenceTable(HeadedTable):
    """Columns: text, bytes, length, rank and id in each. TOKEN_ROLE: the bytes of the token.

    A model of its own: hundreds of thousands of tokens are filtered and sorted as arrays.
    """

    right_aligned = (LENGTH, FIRST_RANK, SECOND_RANK, FIRST_ID, SECOND_ID)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono_font = mono_font
        self._difference: VocabularyDifference | None = None
        self._part = slice(0, 0)
        self._words = ""
        self._texts: list[str] = []  # what a filter looks at, made when it is first used
        self._rows: Int64s = np.empty(0, np.int64)
        self._sorted_by = (FIRST_RANK, Qt.SortOrder.AscendingOrder)
        self._name_columns(("", ""))

    def show_part(
        self, difference: VocabularyDifference, part: slice, names: tuple[str, str]
    ) -> None:
        """Show the tokens of one part: only in the first, only in the second, or in both."""
        self.beginResetModel()
        if difference is not self._difference:
            self._texts = []
        self._difference, self._part = difference, part
        self._name_columns(names)
        self._fill()
        self.endResetModel()

    def set_filter(self, words: str) -> None:
        """Show only tokens whose text holds the words; white space may be typed as its glyph."""
        self.beginResetModel()
        self._words = words.casefold().translate(_MEANT)
        self._fill()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted_by = (column, order)
        self.layoutAboutToBeChanged.emit()
        self._fill()
        self.layoutChanged.emit()

    def token_at(self, row: int) -> bytes:
        assert self._difference is not None
        return self._difference.tokens[int(self._rows[row])]

    def _shown(self) -> Int64s:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        difference = self._difference
        if not index.isValid() or difference is None:
            return None
        at, column = int(self._rows[index.row()]), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(difference, at, column)
        if role == TOKEN_ROLE:
            return difference.tokens[at]
        if role == Qt.ItemDataRole.FontRole and column in (TEXT, BYTES):
            return self._mono_font
        return self._alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _cell(self, difference: VocabularyDifference, at: int, column: int) -> str:
        token = difference.tokens[at]
        if column == TEXT:
            return _short(token)
        if column == BYTES:
            shown = hex_of(token[:MOST_BYTES])
            return shown if len(token) <= MOST_BYTES else f"{shown} …"
        if column == LENGTH:
            return grouped(len(token))
        is_rank = column in (FIRST_RANK, SECOND_RANK)
        numbers = difference.ranks if is_rank else difference.ids
        number = int(numbers[at, column - (FIRST_RANK if is_rank else FIRST_ID)])
        if number < 0:
            return NOTHING
        return grouped(number) if is_rank else str(number)

    def _name_columns(self, names: tuple[str, str]) -> None:
        rank, token_id = self.tr("Rank in %1"), self.tr("Id in %1")
        self._heads = (
            self.tr("Text"), self.tr("Bytes"), self.tr("Length"),
            *(fill(rank, name) for name in names),
            *(fill(token_id, name) for name in names),
        )  # fmt: skip

    def _fill(self) -> None:
        """The rows of the part that the filter lets through, in the order of the chosen column."""
        difference = self._difference
        if difference is None:
            return
        rows = np.arange(self._part.start, self._part.stop)
        if self._words:
            words, texts = self._words, self._searched(difference)
            fits = [words in texts[at] for at in rows.tolist()]
            rows = rows[np.array(fits, np.bool_)] if len(rows) else rows
        column, order = self._sorted_by
        down = order is Qt.SortOrder.DescendingOrder
        keys = self._keys(difference, rows, column)
        keys = np.where(keys < 0, _LAST, -keys if down else keys)
        self._rows = rows[np.argsort(keys, kind="stable")]

    def _keys(self, difference: VocabularyDifference, rows: Int64s, column: int) -> Int64s:
        tokens = difference.tokens
        if column in (TEXT, BYTES):
            return difference.places[rows]
        if column == LENGTH:
            return np.fromiter((len(tokens[at]) for at in rows.tolist()), np.int64, len(rows))
        is_rank = column in (FIRST_RANK, SECOND_RANK)
        numbers = difference.ranks if is_rank else difference.ids
        found: Int64s = numbers[rows, column - (FIRST_RANK if is_rank else FIRST_ID)]
        return found

    def _searched(self, difference: VocabularyDifference) -> list[str]:
        """The texts of all tokens, case folded; bytes that are not UTF-8 as they are shown."""
        if not self._texts:
            self._texts = [_text(token) for token in difference.tokens]
        return self._texts


def merge_partners(tokenizers: tuple[Tokenizer, Tokenizer], most: int) -> dict[int, int]:
    """Ranks of equal pairs: that in the first tokenizer -> that in the second.

    most: how many merges of each are searched.
    """
    first, second = (_ranks_of_pairs(tokenizer, most) for tokenizer in tokenizers)
    return {rank: second[pair] for pair, rank in first.items() if pair in second}


def _ranks_of_pairs(tokenizer: Tokenizer, most: int) -> dict[tuple[bytes, bytes], int]:
    tokens, merges = tokenizer.ranked_tokens, tokenizer.ranked_merges[:most].tolist()
    return {(tokens[left], tokens[right]): rank for rank, (left, right) in enumerate(merges)}


def beside_columns(
    tokenizers: tuple[Tokenizer, Tokenizer],
    names: tuple[str, str],
    mono: QFont,
    partners: Mapping[int, int] = MappingProxyType({}),
) -> Sequence[Column[int]]:
    """Merges of two tokenizers rank by rank; the table's rows are ranks.

    partners: as `merge_partners`. Between the pairs is room for lines, behind them the shift.
    """
    earlier = {second: first for first, second in partners.items()}

    def shift(rank: int) -> str:
        if rank not in earlier:
            return NOTHING
        ranks = rank - earlier[rank]
        return f"{'+' if ranks > 0 else '−' if ranks < 0 else ''}{grouped(abs(ranks))}"

    def count(tokenizer: Tokenizer) -> Callable[[int], int | None]:
        record = tokenizer.training
        if record is None:
            return lambda _rank: None
        counts, n_merges = record.occurrences, tokenizer.n_merges
        return lambda rank: int(counts[rank]) if rank < n_merges else None

    def is_same(rank: int) -> bool:
        first, second = (_merge(tokenizer, rank) for tokenizer in tokenizers)
        return first == second

    same = {SAME_ROLE: is_same}
    columns = [Column[int](_tr("Rank"), lambda rank: rank, side="right", width=84, roles=same)]
    counts = [
        Column[int](_tr("Count"), count(tokenizer), side="right", width=88, roles=same)
        for tokenizer in tokenizers
    ]
    first, second = (
        Column[int](name, partial(_merge, tokenizer), font=mono, width=132, stretches=True,
                    roles=same, side=side)
        for tokenizer, name, side in zip(tokenizers, names, _SIDES, strict=True)
    )  # fmt: skip
    words = fill(_tr("Ranks that the pair comes later than in %1, or earlier (−)"), names[0])
    shifts = Column[int](_tr("Rank shift"), shift, side="right", width=88, roles=same,
                         explanation=words)  # fmt: skip
    link = Column[int]("", _nothing, width=96)
    return [*columns, counts[0], first, link, second, shifts, counts[1]]


def _nothing(_rank: int) -> str:
    return ""


def _merge(tokenizer: Tokenizer, rank: int) -> str:
    if rank >= tokenizer.n_merges:
        return NOTHING
    left, right = tokenizer.ranked_merges[rank].tolist()
    tokens = tokenizer.ranked_tokens
    return f"{_short(tokens[left])} + {_short(tokens[right])}"


def _text(token: bytes) -> str:
    try:
        return token.decode().casefold()
    except UnicodeDecodeError:
        return visible(token).translate(_MEANT).casefold()


def _short(token: bytes) -> str:
    shown = visible(token[: 4 * MOST_TEXT])
    return isolated(shown if len(shown) <= MOST_TEXT else f"{shown[:MOST_TEXT]}…")


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
        bar = horizontal(margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S), spacing=SPACE_S)
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
        vertical(self.figures, bar, (self.table, 1), parent=self, spacing=0)


def _cut(name: str, most: int = MOST_NAME) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
