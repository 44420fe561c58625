"""TextsTable: what each text of an evaluation is: lines, blank ones, and its script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.text import script_names
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped
from workbench.ui.tables.headed_table import SORT_ROLE, HeadedTable

if TYPE_CHECKING:
    from engine.evaluation import TextReport

(LANGUAGE, LABEL, LINES, BYTES, BLANK, RANGES, DECLARED, FOUND, PARALLEL) = range(9)
_NUMBERS = frozenset({LINES, BYTES, BLANK, RANGES})
_Index = QModelIndex | QPersistentModelIndex


class TextsTable(HeadedTable):
    """One row for each label of an evaluation."""

    right_aligned = _NUMBERS

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Language or domain"), self.tr("Label"), self.tr("Lines"), self.tr("Bytes"),
            self.tr("Blank"), self.tr("<range>"), self.tr("Expected script"),
            self.tr("Script found"), self.tr("Parallel"),
        )  # fmt: skip
        self._texts: tuple[TextReport, ...] = ()

    def set_texts(self, texts: Sequence[TextReport]) -> None:
        """Show these texts."""
        self.beginResetModel()
        self._texts = tuple(texts)
        self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._texts

    def _explanation(self, column: int) -> str | None:
        if column == RANGES:
            return self.tr("Lines of <range>: the verse belongs to the line above it.")
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        text, column = self._texts[index.row()], index.column()
        value = self._value(text, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return grouped(value) if isinstance(value, int) else value
        if role == SORT_ROLE:
            return value if isinstance(value, int) else value.casefold()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and column == FOUND and text.has_other_script:
            return self.tr("Most letters are of another script than the label says.")
        return None

    def _value(self, text: TextReport, column: int) -> int | str:
        found = f"{'≠ ' if text.has_other_script else ''}{_script(text.detected_script)}"
        return (
            language_name(text.label), text.label, text.lines, text.bytes, text.blank_lines,
            text.range_lines, _script(text.declared_script), found,
            self.tr("yes") if text.is_parallel else self.tr("no"),
        )[column]  # fmt: skip


def _script(code: str | None) -> str:
    """English words for a script with its code."""
    if code is None:
        return NOTHING
    names = script_names().get(code, ())
    return f"{names[0].replace('_', ' ')} ({code})" if len(names) == 1 else code
