"""MergeTable: the model of merges in rank order, extended while they happen."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from workbench.text.numbers import grouped
from workbench.text.visible_text import visible
from workbench.ui.tables.headed_table import HeadedTable, Index

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.training import Merges

N_BYTES = 256
RANK, TOKEN_ID, COUNT, MERGE = range(4)
MERGE_ROLE = Qt.ItemDataRole.UserRole
# Named once: they are asked for with each cell that is painted.
_WORDS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
_ALIGNMENT = Qt.ItemDataRole.TextAlignmentRole


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One merge as the table shows it; `count` is None where the run did not record it.

    left, right: ids. made: the id of the token, None where merges come after the bytes.
    """

    rank: int
    left: int
    right: int
    left_bytes: bytes
    right_bytes: bytes
    count: int | None
    made: int | None = None

    @property
    def token_id(self) -> int:
        return N_BYTES + self.rank if self.made is None else self.made


class MergeTable(HeadedTable):
    """Columns: rank, token id, count, left + right → token. Rows are never moved."""

    right_aligned = (RANK, COUNT, TOKEN_ID)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Rank"), self.tr("Id"), self.tr("Count"), self.tr("Merge"),
        )  # fmt: skip
        self._lefts = array("I")
        self._rights = array("I")
        self._counts = array("q")
        # Of an imported tokenizer: the ids of bytes and merges; sides of merges are places in it.
        self._ids: Sequence[int] = ()
        self._part: tuple[int, int] | None = None  # ranks on show, the second one is not
        self._n_alphabet = 0  # merges that make characters of bytes, which are not shown
        self._tokens: list[bytes] = []  # as many as there were at the last search

    def clear(self) -> None:
        self._replace(array("I"), array("I"), array("q"))

    def append(self, *parts: Merges) -> None:
        """Add merges in one step; those that do not follow on the last row are left out."""
        n = end = len(self._lefts)
        new: list[Merges] = []
        for merges in parts:
            if merges.first_rank <= end < merges.first_rank + len(merges):
                new.append(merges)
                end = merges.first_rank + len(merges)
        shown, grown = len(self._ranks(n)), len(self._ranks(end))
        if grown > shown:
            self.beginInsertRows(QModelIndex(), shown, grown - 1)
        for merges in new:
            known = len(self._lefts) - merges.first_rank
            self._lefts.frombytes(merges.pairs[known:, 0].tobytes())
            self._rights.frombytes(merges.pairs[known:, 1].tobytes())
            self._counts.frombytes(merges.counts[known:].tobytes())
        if grown > shown:
            self.endInsertRows()

    @property
    def has_own_ids(self) -> bool:
        """Whether ids are more than ranks after the 256 bytes, as in imported tokenizers."""
        return bool(self._ids)

    @property
    def n_merges(self) -> int:
        """All merges, on show or not."""
        return len(self._lefts)

    def show_part(self, part: tuple[int, int] | None) -> None:
        """Show the merges from one rank to before another only, or all."""
        if part != self._part:
            self.beginResetModel()
            self._part = part
            self.endResetModel()

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show a whole tokenizer; does nothing when its merges are those on show."""
        if tokenizer is None:
            self.clear()
            return
        merges = tokenizer.ranked_merges
        lefts, rights = (array("I", merges[:, side].tobytes()) for side in (0, 1))
        ids = () if tokenizer.numbering is None else array("I", tokenizer.ranked_ids.tobytes())
        if lefts == self._lefts and rights == self._rights and ids == self._ids:
            return
        training = tokenizer.training
        counts = array("q", b"" if training is None else training.occurrences.tobytes())
        self._replace(lefts, rights, counts, ids, tokenizer.n_alphabet)

    def row(self, row: int) -> MergeRow:
        """Return the merge of a row."""
        rank = self._shown()[row]
        left, right = self._lefts[rank], self._rights[rank]
        count = self._counts[rank] if rank < len(self._counts) else None
        sides, ids = (self._bytes_of(left), self._bytes_of(right)), self._ids
        if not ids:
            return MergeRow(rank, left, right, *sides, count)
        return MergeRow(rank, ids[left], ids[right], *sides, count, ids[N_BYTES + rank])

    def rows_with(self, part: bytes, first: int = 0) -> list[int]:
        """Return the rows from `first` on whose token holds these bytes."""
        self._complete()
        ranks = self._shown()
        return [row for row in range(first, len(ranks)) if part in self._tokens[ranks[row]]]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == MERGE_ROLE:
            return self.row(index.row())
        if role in _WORDS:
            return self._words(index.row(), index.column())
        return self._alignment(index.column()) if role == _ALIGNMENT else None

    def _shown(self) -> range:
        """The ranks on show."""
        return self._ranks(len(self._lefts))

    def _ranks(self, n: int) -> range:
        """The ranks that are on show of n merges."""
        first, end = self._part or (self._n_alphabet, n)
        return range(min(first, n), min(end, n))

    def _words(self, row: int, column: int) -> str:
        """The text of a cell; only a merge itself needs the bytes of its tokens."""
        rank = self._shown()[row]
        if column == RANK:
            return grouped(rank)
        if column == COUNT:
            return grouped(self._counts[rank]) if rank < len(self._counts) else ""
        if column == TOKEN_ID:
            return str(self._ids[N_BYTES + rank] if self._ids else N_BYTES + rank)
        merge = self.row(row)
        left, right = visible(merge.left_bytes), visible(merge.right_bytes)
        return f"{left} + {right} → {visible(merge.left_bytes + merge.right_bytes)}"

    def _bytes_of(self, token_id: int) -> bytes:
        """Put a token together from those that are made; before a search only rows in sight are."""
        parts: list[bytes] = []
        waiting = [token_id]
        while waiting:
            each = waiting.pop()
            rank = each - N_BYTES
            if rank < 0:
                parts.append(bytes([each]))
            elif rank < len(self._tokens):
                parts.append(self._tokens[rank])
            else:
                waiting += self._rights[rank], self._lefts[rank]
        return b"".join(parts)

    def _complete(self) -> None:
        """Make the bytes of every token."""
        known = len(self._tokens)
        tokens = [*(bytes([byte]) for byte in range(N_BYTES)), *self._tokens]
        for left, right in zip(self._lefts[known:], self._rights[known:], strict=True):
            tokens.append(tokens[left] + tokens[right])
        self._tokens = tokens[N_BYTES:]

    def _replace(
        self,
        lefts: array[int],
        rights: array[int],
        counts: array[int],
        ids: Sequence[int] = (),
        n_alphabet: int = 0,
    ) -> None:
        self.beginResetModel()
        self._ids, self._n_alphabet = ids, n_alphabet
        self._lefts, self._rights, self._counts, self._tokens = lefts, rights, counts, []
        self.endResetModel()
