"""The table of tokens: its model, its figures, and the scripts a filter can choose."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from engine.analysis import (
    BYTE,
    EXTRA,
    MIXED,
    NO_SCRIPT,
    NOT_TEXT,
    PARTIAL,
    SPECIAL,
    UNUSED,
    VocabularyReport,
)
from engine.compiled import Bools, Int64s
from engine.text import script_titles
from workbench.text.numbers import NOTHING, grouped
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.vocabulary.vocabulary_columns import (  # fmt: skip
    APPLIED,
    BYTES,
    CHARACTERS,
    COUNT,
    HEX,
    ID,
    INSIDE,
    KIND,
    LEFT,
    NUMBERS,
    PARENTS,
    PARTS,
    RANK,
    RIGHT,
    SCRIPT,
    TEXT,
    USES,
    WORDS,
)
from workbench.vocabulary.vocabulary_filter import VocabularyIndex

TOKEN_ROLE = Qt.ItemDataRole.UserRole
_ROLES = frozenset(
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.FontRole,
        TOKEN_ROLE,
    )
)  # fmt: skip
_MAX_TEXT = 120
_MAX_HEX = 24
_LAST = np.iinfo(np.int64).max
_UNKNOWN = -1


class VocabularyTable(HeadedTable):
    """Model of all tokens; rows are ids in the order shown, columns vocabulary_columns'.

    TOKEN_ROLE: the id.
    """

    right_aligned = NUMBERS

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Id"), self.tr("Text"), self.tr("Bytes"), self.tr("Rank"), self.tr("Left"),
            self.tr("Right"), self.tr("Count"), self.tr("Applied"), self.tr("Uses"),
            self.tr("Inside, %"), self.tr("Merged into"), self.tr("Characters"), self.tr("Script"),
            self.tr("Bytes in hex"), self.tr("Kind"), self.tr("Words"), self.tr("Parts"),
        )  # fmt: skip
        self._explanations = {
            RANK: self.tr("Which merge made the token, from 0"),
            LEFT: self.tr("Id of the left half"),
            RIGHT: self.tr("Id of the right half"),
            COUNT: self.tr(
                "How often the training corpus had the pair when it was chosen, as the mixture "
                "weighs its sources"
            ),
            APPLIED: self.tr(
                "How often the training merged it, weighted like the count; less where a pair "
                "overlaps itself"
            ),
            USES: self.tr("How often encoding gives the token, in the text that was counted last"),
            INSIDE: self.tr("Share of the token that one longer token took in the training"),
            PARENTS: self.tr("How many tokens have it as a half"),
            WORDS: self.tr("Pieces between spaces"),
            PARTS: self.tr("Of a token of several words: the tokens of one word it is made of"),
        }
        self._kinds = (
            (SPECIAL, self.tr("special")), (UNUSED, self.tr("unused")), (BYTE, self.tr("byte")),
            (PARTIAL, self.tr("partial UTF-8")), (EXTRA, self.tr("no merge")),
        )  # fmt: skip
        self._merge = self.tr("merge")
        self._scripts = {MIXED: self.tr("mixed"), NO_SCRIPT: NOTHING, NOT_TEXT: NOTHING}
        self._alignments = [self._alignment(column) for column in range(len(self._heads))]
        self._mono_font = mono_font
        self._vocabulary: VocabularyIndex | None = None
        self._report: VocabularyReport | None = None
        self._kept: Bools | None = None
        self._rows: Int64s = np.empty(0, np.int64)  # ids in the order shown
        self._sort_column, self._sort_order = ID, Qt.SortOrder.AscendingOrder
        self._orders: dict[tuple[int, Qt.SortOrder], Int64s] = {}

    @property
    def vocabulary(self) -> VocabularyIndex | None:
        return self._vocabulary

    def show_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        """Show all tokens of another vocabulary."""
        self.beginResetModel()
        self._vocabulary = vocabulary
        self._report = None if vocabulary is None else vocabulary.report
        self._kept = None
        self._orders = {}
        self._rows = self._sorted()
        self.endResetModel()

    def set_report(self, report: VocabularyReport | None) -> None:
        """Show what is known of uses by now."""
        if report is None or report is self._report:
            return
        self._report = report
        for column in (USES, INSIDE):
            for order in Qt.SortOrder:
                self._orders.pop((column, order), None)
        if self._sort_column in (USES, INSIDE):
            self.sort(self._sort_column, self._sort_order)
        elif self.rowCount():
            last = self.index(self.rowCount() - 1, INSIDE)
            self.dataChanged.emit(self.index(0, USES), last)

    def show_ids(self, ids: Int64s) -> None:
        """Show only these ids, in the order of the column that was sorted last."""
        kept = np.zeros(0 if self._vocabulary is None else self._vocabulary.n_tokens, np.bool_)
        kept[ids] = True
        self.show_kept(kept)

    def show_kept(self, kept: Bools) -> None:
        """As `show_ids`, bool[n]: whether each id is shown."""
        self.beginResetModel()
        self._kept = kept
        self._rows = self._sorted()
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """Return the id in a row."""
        return int(self._rows[row])

    def row_of(self, token_id: int) -> int | None:
        """Return the row of an id, None where the filter hides it."""
        found = np.flatnonzero(self._rows == token_id)
        return int(found[0]) if len(found) else None

    def _shown(self) -> Int64s:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ROLES or not index.isValid() or self._vocabulary is None:
            return None  # asked for most of the time: every cell is asked for ten roles
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignments[column]
        if role == Qt.ItemDataRole.FontRole:
            return self._mono_font if column in (TEXT, HEX, PARTS) else None
        token_id = int(self._rows[index.row()])
        return token_id if role == TOKEN_ROLE else self._text(token_id, column)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort_column, self._sort_order = column, order
        self.beginResetModel()
        self._rows = self._sorted()
        self.endResetModel()

    def _explanation(self, column: int) -> str | None:
        return self._explanations.get(column)

    def _text(self, token_id: int, column: int) -> str:
        vocabulary = self._vocabulary
        assert vocabulary is not None
        if column == ID:
            return str(token_id)
        if column == TEXT:
            return self._token_text(token_id)
        if column == HEX:
            data = vocabulary.vocabulary[token_id]
            return hex_of(data[:_MAX_HEX]) + ("…" if len(data) > _MAX_HEX else "")
        if column == PARTS:
            parts = [visible(vocabulary.vocabulary[each]) for each in vocabulary.parts(token_id)]
            return isolated(" | ".join(parts)) if len(parts) > 1 else NOTHING
        if column == KIND:
            flags = int(vocabulary.flags[token_id])
            return next((word for flag, word in self._kinds if flags & flag), self._merge)
        if column == SCRIPT:
            number = int(vocabulary.report.facts.scripts[token_id])
            return self._scripts.get(number) or script_titles()[number]
        number = int(self._values(column)[token_id])
        if number < 0:
            return NOTHING
        if column == INSIDE:
            return f"{number / 100:.1f}"
        return str(number) if column in (LEFT, RIGHT) else grouped(number)

    def _token_text(self, token_id: int) -> str:
        assert self._vocabulary is not None
        data = self._vocabulary.vocabulary[token_id]
        shown = visible(data[: 4 * _MAX_TEXT])
        return isolated(shown if len(shown) <= _MAX_TEXT else f"{shown[:_MAX_TEXT]}…")

    def _values(self, column: int) -> Int64s:
        """Return the numbers by which a column is sorted, one per id; negative where unknown."""
        vocabulary, report = self._vocabulary, self._report
        assert vocabulary is not None
        assert report is not None
        if column == USES:
            return self._nothing() if report.uses is None else report.uses
        if column == INSIDE:
            return self._insides(report)
        if column == SCRIPT:
            return report.facts.scripts.astype(np.int64)
        if column == KIND:
            return vocabulary.flags.astype(np.int64)
        arrays = {
            TEXT: vocabulary.text_order, HEX: vocabulary.text_order,
            BYTES: vocabulary.lengths, RANK: vocabulary.ranks, LEFT: vocabulary.lefts,
            RIGHT: vocabulary.rights, COUNT: vocabulary.counts, APPLIED: vocabulary.applied,
            PARENTS: vocabulary.parent_counts, CHARACTERS: report.facts.characters,
            WORDS: report.facts.words, PARTS: vocabulary.part_counts,
        }  # fmt: skip
        return arrays[column]

    def _insides(self, report: VocabularyReport) -> Int64s:
        """The share of each token that one longer token took, in hundredths of a percent."""
        lineage = report.lineage
        if lineage is None:
            return self._nothing()
        return np.where(lineage.remaining < 0, _UNKNOWN, np.rint(lineage.inside_share * 10_000))

    def _nothing(self) -> Int64s:
        assert self._vocabulary is not None
        return np.full(self._vocabulary.n_tokens, _UNKNOWN)

    def _sorted(self) -> Int64s:
        """Return the ids in the chosen order; equal ones by id, unknown ones last."""
        if self._vocabulary is None:
            return np.empty(0, np.int64)
        order = self._order()
        return order if self._kept is None else order[self._kept[order]]

    def _order(self) -> Int64s:
        """All ids in the chosen order; kept, so that only the first time takes long."""
        assert self._vocabulary is not None
        key = (self._sort_column, self._sort_order)
        if key not in self._orders:
            down = self._sort_order is Qt.SortOrder.DescendingOrder
            if self._sort_column == ID:
                ids = np.arange(self._vocabulary.n_tokens)
                self._orders[key] = ids[::-1].copy() if down else ids
            else:
                values = self._values(self._sort_column)
                keys = np.where(values < 0, _LAST, -values if down else values)
                self._orders[key] = np.argsort(keys, kind="stable")
        return self._orders[key]


def constant_figures(index: VocabularyIndex | None) -> tuple[str, ...]:
    """All figures but the first, which alone depends on the filter."""
    if index is None:
        return ("–",) * 6
    return (
        grouped(index.n_tokens),
        grouped(int(np.count_nonzero(index.ranks >= 0))),
        *(grouped(_count(index, flag)) for flag in (SPECIAL, PARTIAL, UNUSED)),
        grouped(int(index.lengths.max())),
    )


def _count(index: VocabularyIndex, flag: int) -> int:
    return int(np.count_nonzero(index.flags & flag))


def unknown_columns(index: VocabularyIndex, report: VocabularyReport | None) -> frozenset[int]:
    """The empty columns of the table: no record, nothing counted, no multi-word token."""
    unknown = set()
    if not (index.counts >= 0).any():
        unknown |= {COUNT, APPLIED, INSIDE}
    if report is None or report.uses is None:
        unknown.add(USES)
    if not (index.report.facts.words > 1).any():
        unknown |= {WORDS, PARTS}
    return frozenset(unknown)


def scripts_of(index: VocabularyIndex | None) -> list[tuple[str, int]]:
    """The scripts of a vocabulary and their tokens, the largest first."""
    if index is None:
        return []
    titles = script_titles()
    counts = np.bincount(index.report.facts.scripts, minlength=256)
    counts[[0, NOT_TEXT, MIXED]] = 0
    order = np.argsort(-counts, kind="stable")
    return [(titles[number], int(counts[number])) for number in order[counts[order] > 0].tolist()]
