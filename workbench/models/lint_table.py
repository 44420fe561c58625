"""LintTable: what is wrong or unwise in a rendered conversation, the worst first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from workbench.engine_words import sentence_words
from workbench.models.headed_table import HeadedTable
from workbench.placeholders import fill
from workbench.theme import Theme
from workbench.visible_text import isolated
from workbench.widgets.icons import icon

if TYPE_CHECKING:
    from engine.chat import ChatLint

SEVERITY, CODE, PLACE, SENTENCE = range(4)
_ORDER = {"error": 0, "warning": 1, "note": 2}
_ICONS = {"error": ("error", "negative"), "warning": ("warning", "warning"),
          "note": ("info", "muted_text")}  # fmt: skip
_Index = QModelIndex | QPersistentModelIndex


class LintTable(HeadedTable):
    """One line for each lint."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (self.tr("Severity"), self.tr("Code"), self.tr("Place"), self.tr("Lint"))
        self._lints: tuple[ChatLint, ...] = ()
        self._icons: dict[str, QIcon] = {}
        theme.changed.connect(self._restyle)

    @property
    def lints(self) -> tuple[ChatLint, ...]:
        return self._lints

    def set_lints(self, lints: Sequence[ChatLint]) -> None:
        """Show other lints."""
        ordered = tuple(sorted(lints, key=lambda lint: _ORDER.get(lint.severity, 3)))
        if ordered != self._lints:
            self.beginResetModel()
            self._lints = ordered
            self.endResetModel()

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        lint, column = self._lints[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(lint, column)
        if role == Qt.ItemDataRole.DecorationRole and column == CODE:
            return self._icon(lint.severity)
        if role == Qt.ItemDataRole.ToolTipRole:
            return isolated(sentence_words(lint.sentence))
        if role == Qt.ItemDataRole.AccessibleTextRole and column == CODE:
            return f"{self._text(lint, SEVERITY)}: {lint.code}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        return None

    def _text(self, lint: ChatLint, column: int) -> str:
        if column == SEVERITY:
            return {"error": self.tr("error"), "warning": self.tr("warning"),
                    "note": self.tr("note")}.get(lint.severity, lint.severity)  # fmt: skip
        if column == CODE:
            return lint.code
        if column == PLACE:
            if lint.message is None:
                return ""
            return fill(self.tr("message %1"), str(lint.message + 1))
        return isolated(sentence_words(lint.sentence))

    def _shown(self) -> Sequence[object]:
        return self._lints

    def _icon(self, severity: str) -> QIcon:
        if severity not in self._icons:
            name, role = _ICONS.get(severity, _ICONS["note"])
            self._icons[severity] = icon(name, self._theme, role=role)
        return self._icons[severity]

    def _restyle(self) -> None:
        self._icons.clear()
