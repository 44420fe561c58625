"""Tables of an import report: what was found in a tokenizer's files, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from workbench.engine_words import sentence_words
from workbench.models.headed_table import HeadedTable
from workbench.numbers import byte_size, grouped
from workbench.theme import Theme

if TYPE_CHECKING:
    from engine.formats import Finding

PATTERN_MISSING = "pattern-missing"
SEVERITY, SENTENCE, WHERE = range(3)
WORD, VALUE = range(2)
_COLOURS = {"error": "negative", "warning": "warning", "note": "muted_text"}
_DIGEST_LETTERS, _HEX = 64, frozenset("0123456789abcdef")
_Index = QModelIndex | QPersistentModelIndex


class FindingTable(HeadedTable):
    """Severity, sentence and place of each finding."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (self.tr("Severity"), self.tr("Finding"), self.tr("Where"))
        self._findings: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self._findings

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Show other findings."""
        self.beginResetModel()
        self._findings = findings
        self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._findings

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding, column = self._findings[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (self._severity(finding), self.sentence(finding), finding.where)[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == SEVERITY:
            return self._theme.colour(_COLOURS[finding.severity])
        if role == Qt.ItemDataRole.ToolTipRole:
            return finding.where if column == WHERE else self.sentence(finding)
        return self._alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sentence(self, finding: Finding) -> str:
        """What was found; what the person is asked for in the window is said in its own words."""
        if finding.code == PATTERN_MISSING:
            return self.tr(
                "The files do not hold the split pattern. Choose or write the one they were "
                "trained with."
            )
        return sentence_words(finding.sentence)

    def _severity(self, finding: Finding) -> str:
        words = {
            "error": self.tr("Error"), "warning": self.tr("Warning"), "note": self.tr("Note"),
        }  # fmt: skip
        return words[finding.severity]


class ImportFactTable(HeadedTable):
    """Words and values of what the files hold; a list has a row for each of its entries."""

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (self.tr("What"), self.tr("Value"))
        self._rows: tuple[tuple[str, str], ...] = ()

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        return self._rows

    def set_facts(self, facts: Mapping[str, Any]) -> None:
        """Show the facts of another report."""
        self.beginResetModel()
        self._rows = tuple(_rows_of(facts))
        self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        text = self._rows[index.row()][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return text
        if role == Qt.ItemDataRole.FontRole and index.column() == VALUE and _is_digest(text):
            return self._mono
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        return None


def _rows_of(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in facts.items():
        if key == "path":
            continue  # stands above the table
        word = fact_words(key)
        if isinstance(value, Mapping):
            for name, inner in value.items():
                size, _, digest = str(inner).partition(", sha256 ")
                yield str(name), _in_window(size)
                if digest:
                    yield "sha256", digest
        elif isinstance(value, list):
            entries = [str(each) for each in value] or ["–"]
            yield word, entries[0]
            yield from (("", each) for each in entries[1:])
        else:
            yield word, grouped(value) if isinstance(value, int) else str(value)


def _in_window(size: str) -> str:
    """A file's size as numbers stand in the window."""
    digits, _, unit = size.replace(",", "").partition(" ")
    return byte_size(int(digits)) if digits.isdecimal() and unit == "bytes" else size


def _is_digest(text: str) -> bool:
    return len(text) == _DIGEST_LETTERS and set(text) <= _HEX


def fact_words(key: str) -> str:
    """What a fact of a report is called in the window; a format's own words as they are."""
    return {
        "kind": _tr("Format"), "published as": _tr("Published as"), "version": _tr("Version"),
        "split pattern": _tr("Split pattern"), "text is cut by": _tr("Text is cut by"),
        "vocabulary": _tr("Vocabulary"), "merges": _tr("Merges"),
        "special tokens": _tr("Special tokens"), "special token ids": _tr("Special token ids"),
        "longest token in bytes": _tr("Longest token, bytes"),
        "tokens without a merge": _tr("Tokens without a merge"),
        "normalization": _tr("Normalization"), "semantic hash": _tr("Hash"),
        "ids without a token": _tr("Ids without a token"),
        "unreachable": _tr("Unreachable tokens"), "roles": _tr("Roles"),
        "chat template": _tr("Chat template"), "in llama.cpp": _tr("In llama.cpp"),
        "runs through": _tr("Runs through"), "names in the pickle": _tr("Names in the pickle"),
        "entries in the pickle": _tr("Entries in the pickle"),
        "published encoding": _tr("Published encoding"),
    }.get(key, key)  # fmt: skip


def _tr(words: str) -> str:
    return QCoreApplication.translate("ImportFactTable", words)
