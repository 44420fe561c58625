"""The result of rendering a conversation: figures, tokens, lints and counts by role.

`ChatResults` is the widget; `LintTable` and `RoleTable` are the models of its tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from workbench.chat.chat_text import MaskText, role_words, why_words
from workbench.chat.chat_views import ChatViews
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.ui.spans.token_strip import TokenStrip
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import hairline, label

if TYPE_CHECKING:
    from engine.chat import ChatLint, RoleCount

SEVERITY, CODE, PLACE, SENTENCE = range(4)
_ORDER = {"error": 0, "warning": 1, "note": 2}
_ICONS = {"error": ("error", "negative"), "warning": ("warning", "warning"),
          "note": ("info", "muted_text")}  # fmt: skip
_Index = QModelIndex | QPersistentModelIndex

ROLE, TOKENS, TRAINED, SHARE = range(4)
SHARE_ROLE = Qt.ItemDataRole.UserRole
_LINT_WIDTHS = (96, 152, 88, 200)
_ROLE_WIDTHS = (104, 64, 64, 64)
_LOWER_HEIGHT = 144
_LINT_HEIGHT = 40  # two lines of a sentence
_ROOM_FOR_BOTH = 840
_NO_LINTS, _LINTS = range(2)


class LintTable(HeadedTable):
    """Model of lints, the most severe first."""

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


class RoleTable(HeadedTable):
    """Model of the roles with their tokens and how many of them are supervised.

    SHARE_ROLE: the supervised share of the role's tokens, 0 to 1.
    """

    right_aligned = (TOKENS, TRAINED, SHARE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Role"), self.tr("Tokens"), self.tr("Trained"), self.tr("Share"),
        )  # fmt: skip
        self._counts: tuple[tuple[str, RoleCount], ...] = ()

    @property
    def counts(self) -> dict[str, RoleCount]:
        return dict(self._counts)

    def set_counts(self, counts: Mapping[str, RoleCount]) -> None:
        """Show other counts."""
        rows = tuple(counts.items())
        if len(rows) == len(self._counts):
            self._counts = rows
            if rows:
                self.dataChanged.emit(self.index(0, ROLE), self.index(len(rows) - 1, SHARE))
            return
        self.beginResetModel()
        self._counts = rows
        self.endResetModel()

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        (name, count), column = self._counts[index.row()], index.column()
        share = count.trained / count.tokens if count.tokens else None
        if role == Qt.ItemDataRole.DisplayRole:
            words = (name, grouped(count.tokens), grouped(count.trained), percent(share))
            return words[column]
        if role == SHARE_ROLE and column == SHARE:
            return share
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        return None

    def _shown(self) -> Sequence[object]:
        return self._counts


class ChatResults(QWidget):
    """The figures and views of the last rendering, shown until the next one is there.

    Signals:
        token_requested: number of a token to show in the vocabulary.
        message_chosen: number of the message of a lint.
    """

    token_requested = Signal(object)
    message_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = (
            self.tr("supervised"), self.tr("tokens"), self.tr("trained"), self.tr("messages"),
            self.tr("cut off"),
        )  # fmt: skip
        self.figures = Figures(words, theme)
        self.views = ChatViews(theme)
        # It gives way where two workspaces stand beside each other.
        self.views.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        hint = self.tr("Point at a token, or walk with the arrow keys.")
        parts = (self.tr("id"), self.tr("message"), self.tr("trained"))
        self.strip = TokenStrip(parts, hint, theme)
        self.lints = LintTable(theme, self)
        self.lint_table = DataTable(self.tr("Lints"), theme)
        self.lint_table.setModel(self.lints)
        self.lint_table.set_widths(_LINT_WIDTHS, stretch=SENTENCE)
        self.lint_table.setWordWrap(True)
        self.lint_table.verticalHeader().setDefaultSectionSize(_LINT_HEIGHT)
        self.lint_table.setColumnHidden(SEVERITY, True)
        self.lint_table.setColumnHidden(PLACE, True)
        self._no_lint = label("", "muted", wrap=True)
        self.roles = RoleTable(self)
        self.role_table = DataTable(self.tr("Tokens by role"), theme)
        self.role_table.setModel(self.roles)
        self.role_table.set_widths(_ROLE_WIDTHS, stretch=ROLE)
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Lints or tokens by role"))
        self._lay_out()
        self._tabs.currentChanged.connect(self._show_halves)
        self.views.current_changed.connect(self._show_token)
        self.views.hovered_changed.connect(self._show_hovered)
        self.views.token_activated.connect(self.token_requested)
        self.lint_table.clicked.connect(self.go_to_lint)
        self.lint_table.activated.connect(self.go_to_lint)

    @property
    def shown(self) -> MaskText | None:
        """The conversation on show."""
        return self.views.shown

    def show_conversation(
        self,
        shown: MaskText | None,
        lints: Sequence[ChatLint] = (),
        *,
        words: str = "",
        keep_place: bool = False,
    ) -> None:
        """Show a rendered conversation; words: why there is none."""
        self.views.show_text(shown, words, keep_place=keep_place)
        self.lints.set_lints(lints)
        self._lint_stack.setCurrentIndex(_LINTS if lints else _NO_LINTS)
        self._no_lint.setText("" if shown is None else self.tr("No lint: nothing looks wrong."))
        if shown is None:
            self.figures.show_values(*([NOTHING] * 5))
            self.roles.set_counts({})
            self.strip.show_token()
            return
        rendered, kept = shown.rendered, shown.n_kept
        trained = shown.n_trained
        lost = rendered.n_tokens - kept
        lost_trained = int(np.count_nonzero(rendered.mask[kept:]))
        self.figures.show_values(
            percent(trained / kept if kept else None),
            grouped(kept),
            grouped(trained),
            grouped(len({int(each) for each in np.unique(rendered.message) if each >= 0})),
            fill(self.tr("%1, %2 trained"), grouped(lost), grouped(lost_trained)) if lost else "0",
        )
        self.roles.set_counts(_counts(shown))
        self._show_token(self.views.tokens.current)

    def note_refused(self, sentence: str, action: str = "") -> None:
        """Nothing came of the conversation as it is now; what was on show goes."""
        self.show_conversation(None, words=sentence)
        self.views.offer(action)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_halves()

    def _show_halves(self, _place: int = 0) -> None:
        """Lints and counts side by side where there is room, else the one that is chosen."""
        is_wide, place = self.width() >= _ROOM_FOR_BOTH, self._tabs.currentIndex()
        self._lint_stack.setVisible(is_wide or place == 0)
        self.role_table.setVisible(is_wide or place == 1)
        self._tabs.setVisible(not is_wide)

    def go_to_lint(self, index: QModelIndex) -> None:
        """Show what the lint in a row is about."""
        self.show_lint(index.row())

    def show_lint(self, number: int) -> None:
        """Show the token or the message that a lint is about."""
        lint = self.lints.lints[number]
        if lint.message is not None:
            self.message_chosen.emit(lint.message)
        if lint.token is not None:
            self.views.show_token(lint.token)
        elif lint.message is not None:
            self.views.show_message(lint.message)

    def _show_hovered(self, token: int | None) -> None:
        self._show_token(self.views.tokens.current if token is None else token)

    def _show_token(self, token: int | None) -> None:
        shown = self.shown
        if token is None or shown is None or token >= shown.rendered.n_tokens:
            self.strip.show_token()
            return
        rendered = shown.rendered
        message = int(rendered.message[token])
        role = role_words(rendered, token)
        trained, why = why_words(rendered, token, shown.cut)
        words = self.tr("yes: %1") if trained else self.tr("no: %1")
        self.strip.show_token(
            isolated(visible(rendered.token(token))),
            str(int(rendered.ids[token])),
            f"{message + 1} {role}" if message >= 0 else role,
            fill(words, why),
        )

    def _lay_out(self) -> None:
        figures = QHBoxLayout()
        figures.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_S)
        figures.addWidget(self.figures)
        nothing = QWidget()
        around = QVBoxLayout(nothing)
        around.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        around.addWidget(self._no_lint)
        around.addStretch(1)
        self._lint_stack = QStackedWidget()
        self._lint_stack.addWidget(nothing)
        self._lint_stack.addWidget(self.lint_table)
        halves_below = QSplitter(Qt.Orientation.Horizontal)
        halves_below.setChildrenCollapsible(False)
        halves_below.addWidget(self._lint_stack)
        halves_below.addWidget(self.role_table)
        halves_below.setStretchFactor(0, 1)
        halves_below.setSizes([900, sum(_ROLE_WIDTHS)])
        for words in (self.tr("Lints"), self.tr("Tokens by role")):
            self._tabs.addTab(words)
        lower = QWidget()
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self._tabs)
        below.addWidget(halves_below, 1)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(figures)
        column.addWidget(hairline())
        column.addWidget(self.views, 1)
        column.addWidget(hairline())
        column.addWidget(self.strip)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(above)
        halves.addWidget(lower)
        halves.setStretchFactor(0, 1)
        halves.setSizes([600, _LOWER_HEIGHT])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(halves)


def _counts(shown: MaskText) -> Mapping[str, RoleCount]:
    """The tokens of each role within the length limit."""
    from engine.chat import role_counts

    rendered, kept = shown.rendered, shown.n_kept
    return role_counts(rendered.role[:kept], rendered.mask[:kept], rendered.role_names)
