"""Tables of an extension: tokens saved, new tokens, merges that never fire, what was not added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, grouped
from workbench.text.visible_text import isolated, visible
from workbench.ui.tables.headed_table import HeadedTable, Index

if TYPE_CHECKING:
    from engine.extension import ExtensionReport, NewToken

TEXT, LABEL, SIZE, BEFORE, AFTER, SAVED = range(6)
ID, TOKEN, USES, COUNT, PARTS, KIND = range(6)
RANK, OLD_ID, OLD_TOKEN = range(3)
REFUSED, SENTENCE = range(2)


class SavingRow(NamedTuple):
    """Tokens of one label of a text; label "" for the whole text."""

    text: str
    label: str
    n_bytes: int
    before: int
    after: int

    @property
    def saved(self) -> float:
        return 1 - self.after / self.before if self.before else 0.0


class SavingTable(HeadedTable):
    """Tokens before and after, text by text and label by label."""

    right_aligned = (SIZE, BEFORE, AFTER, SAVED)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Text"), self.tr("Label"), self.tr("Size"), self.tr("Tokens before"),
            self.tr("Tokens after"), self.tr("Saved, %"),
        )  # fmt: skip
        self._rows: tuple[SavingRow, ...] = ()

    @property
    def rows(self) -> tuple[SavingRow, ...]:
        return self._rows

    def set_report(self, report: ExtensionReport | None) -> None:
        """Show the texts of a report, nothing for None."""
        self.beginResetModel()
        self._rows = () if report is None else tuple(saving_rows(report))
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == TEXT:
            return self.text_words(row.text)
        if column == LABEL:
            return language_name(row.label) if row.label else self.tr("all")
        if column == SIZE:
            return byte_size(row.n_bytes)
        if column == SAVED:
            return f"{100 * row.saved:.2f}"
        return grouped(row.before if column == BEFORE else row.after)

    def text_words(self, text: str) -> str:
        """What a text of a report is called."""
        return {
            "domain": self.tr("Domain"),
            "held out": self.tr("Held out"),
            "general": self.tr("General text"),
        }.get(text, text)

    def _shown(self) -> Sequence[object]:
        return self._rows


def saving_rows(report: ExtensionReport) -> list[SavingRow]:
    """A row for each text, and one for each label where there are several."""
    rows = []
    for text in report.texts:
        sums = (int(each.sum()) for each in (text.n_bytes, text.before, text.after))
        rows.append(SavingRow(text.name, "", *sums))
        if len(text.labels) > 1:
            columns = (text.n_bytes.tolist(), text.before.tolist(), text.after.tolist())
            rows += [
                SavingRow(text.name, label, *numbers)
                for label, *numbers in zip(text.labels, *columns, strict=True)
            ]
    return rows


class NewTokenTable(HeadedTable):
    """The new tokens with the old ones that each was before."""

    right_aligned = (ID, USES, COUNT)

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (
            self.tr("Id"), self.tr("Token"), self.tr("Uses"), self.tr("Count"),
            self.tr("Parts before"), self.tr("Kind"),
        )  # fmt: skip
        self._report: ExtensionReport | None = None
        self._rows: tuple[NewToken, ...] = ()

    @property
    def rows(self) -> tuple[NewToken, ...]:
        return self._rows

    def set_report(self, report: ExtensionReport | None) -> None:
        """Show the tokens of a report, nothing for None."""
        self.beginResetModel()
        self._report = report
        self._rows = () if report is None else report.new_tokens
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._report is None:
            return None
        each, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column in (TOKEN, PARTS):
            return self._mono
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(each, column)
        return None

    def _words(self, each: NewToken, column: int) -> str:
        if column == ID:
            return str(each.token_id)
        if column == TOKEN:
            return isolated(visible(each.token))
        if column == USES:
            return NOTHING if each.uses is None else grouped(each.uses)
        if column == COUNT:
            return grouped(each.count) if each.count else NOTHING
        if column == PARTS:
            assert self._report is not None
            old = self._report.extension.old.vocabulary
            return "  ".join(isolated(visible(old[part])) for part in each.parts)
        return "" if each.is_wanted else self.tr("intermediate")

    def _shown(self) -> Sequence[object]:
        return self._rows


class NeverFiredTable(HeadedTable):
    """Old merges that join nothing in the domain, by rank."""

    right_aligned = (RANK, OLD_ID)

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (self.tr("Rank"), self.tr("Id"), self.tr("Token"))
        self._rows: tuple[tuple[int, int, bytes], ...] = ()

    @property
    def rows(self) -> tuple[tuple[int, int, bytes], ...]:
        """(rank, id, token)."""
        return self._rows

    def set_rows(self, rows: Sequence[tuple[int, int, bytes]]) -> None:
        """Show other merges: (rank, id, token)."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        rank, token_id, token = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == OLD_TOKEN:
            return self._mono
        if role == Qt.ItemDataRole.DisplayRole:
            return (grouped(rank), str(token_id), isolated(visible(token)))[column]
        return None

    def _shown(self) -> Sequence[object]:
        return self._rows


class RemarkTable(HeadedTable):
    """Tokens that were not added or are not reached everywhere, with a sentence each."""

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (self.tr("Token"), self.tr("Remark"))
        self._rows: tuple[tuple[bytes, str], ...] = ()

    @property
    def rows(self) -> tuple[tuple[bytes, str], ...]:
        """(token, sentence)."""
        return self._rows

    def set_report(self, report: ExtensionReport | None) -> None:
        """Show the remarks of a report, nothing for None."""
        self.beginResetModel()
        self._rows = () if report is None else tuple(remark_rows(report))
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        token, sentence = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == REFUSED:
            return self._mono
        if role == Qt.ItemDataRole.ToolTipRole:
            return sentence
        if role == Qt.ItemDataRole.DisplayRole:
            return isolated(visible(token)) if column == REFUSED else sentence
        return None

    def _shown(self) -> Sequence[object]:
        return self._rows


def remark_rows(report: ExtensionReport) -> list[tuple[bytes, str]]:
    """(token, sentence) of everything a person should know of single tokens, and of the whole."""
    extension = report.extension
    rows = [(b"", sentence_words(sentence)) for sentence in extension.problems]
    rows += [(each.token, sentence_words(each.sentence)) for each in extension.refused]
    rows += [
        (each.token, sentence_words(each.sentence)) for each in extension.reaches if each.sentence
    ]
    return rows
