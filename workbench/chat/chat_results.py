"""The result of rendering a conversation: figures, tokens, lints and counts by role.

`ChatResults` is the widget; `lint_columns` and `role_columns` are the columns of its tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QTabBar, QWidget

from workbench.chat.chat_views import ChatViews, MaskText
from workbench.chat.missing_tokens import MissingTokensLine
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated
from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.spans.span_legend import SpanLegend
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import SPACE_L, SPACE_S, Theme
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.chat import ChatLint, RoleCount

_tr = translator("LintTable")

_ORDER = {"error": 0, "warning": 1, "note": 2}
_ICONS = {"error": ("error", "negative"), "warning": ("warning", "warning"),
          "note": ("info", "muted_text")}  # fmt: skip
SHARE_ROLE = Qt.ItemDataRole.UserRole
"""The share of the role's tokens that is trained, 0 to 1."""
_LOWER_HEIGHT = 144
_LINT_HEIGHT, _NARROW_LINT_HEIGHT = 40, 56  # two lines of a sentence, and three
_ROOM_FOR_BOTH = 840
_NO_LINTS, _LINTS = range(2)


def lint_columns(theme: Theme) -> Sequence[Column[ChatLint]]:
    """What is wrong or unwise in a rendered conversation."""
    icons: dict[str, QIcon] = {}  # drawing one takes long
    theme.changed.connect(icons.clear)

    def code_icon(lint: ChatLint) -> QIcon:
        if lint.severity not in icons:
            name, role = _ICONS.get(lint.severity, _ICONS["note"])
            icons[lint.severity] = icon(name, theme, role=role)
        return icons[lint.severity]

    return (
        Column(_tr("Severity"), _severity, tip=_sentence, width=96, key="severity"),
        Column(_tr("Code"), attrgetter("code"), tip=_sentence, icon=code_icon, width=152,
               spoken=lambda row: f"{_severity(row)}: {row.code}"),
        Column(_tr("Position"), _message, tip=_sentence, width=88, key="place"),
        Column(_tr("Problem"), _sentence, tip=_sentence, width=200, stretches=True),
    )  # fmt: skip


def _severity(lint: ChatLint) -> str:
    words = {"error": _tr("error"), "warning": _tr("warning"), "note": _tr("note")}
    return words.get(lint.severity, lint.severity)


def _message(lint: ChatLint) -> str:
    return "" if lint.message is None else fill(_tr("message %1"), str(lint.message + 1))


def _sentence(lint: ChatLint) -> str:
    return isolated(sentence_words(lint.sentence))


def role_columns() -> Sequence[Column[tuple[str, RoleCount]]]:
    """Tokens of each role, and how many of them are trained."""
    return (
        Column(_tr("Role"), itemgetter(0), width=104, stretches=True),
        Column(_tr("Tokens"), lambda row: row[1].tokens, side="right", width=80),
        Column(_tr("Supervised"), lambda row: row[1].trained, side="right", width=96),
        Column(_tr("Share"), _trained_share, text=lambda row: percent(_trained_share(row)),
               side="right", width=64, roles={SHARE_ROLE: _trained_share}),
    )  # fmt: skip


def _trained_share(row: tuple[str, RoleCount]) -> float | None:
    count = row[1]
    return count.trained / count.tokens if count.tokens else None


class ChatResults(QWidget):
    """The figures and views of the last rendering, shown until the next one is there.

    Signals:
        token_requested: number of a token to show in the vocabulary.
        message_chosen: number of the message of a lint.
    """

    token_requested: Signal[int] = Signal(object)
    message_chosen: Signal[int] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = (
            self.tr("supervised"), self.tr("tokens"), self.tr("truncated"),
            self.tr("supervised tokens"), self.tr("messages"),
        )  # fmt: skip
        self.figures = Figures(words, theme, least=1)  # the owner places them
        self.views = ChatViews(theme)
        self.missing = MissingTokensLine()
        self.views.show_above(self.missing)
        # It gives way where two workspaces stand beside each other.
        self.views.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.legend = SpanLegend(theme)
        self.show_overlays(USUAL)
        self.lints = ColumnTable(lint_columns(theme), identity=lambda lint: lint, parent=self)
        self.lint_table = DataTable(self.tr("Problems"), theme)
        self.lint_table.show_columns(self.lints)
        self.lint_table.setWordWrap(True)
        self.lint_table.setColumnHidden(self.lints.place("severity"), True)
        self.lint_table.setColumnHidden(self.lints.place("place"), True)
        self._no_lint = label("", "muted", wrap=True)
        self.roles = ColumnTable(role_columns(), identity=itemgetter(0), parent=self)
        self.role_table = DataTable(self.tr("Tokens by role"), theme)
        self.role_table.show_columns(self.roles)
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Checks or tokens by role"))
        self._lay_out()
        self._tabs.currentChanged.connect(self._show_halves)
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
        self.lints.set_rows(sorted(lints, key=lambda lint: _ORDER.get(lint.severity, 3)))
        self._lint_stack.setCurrentIndex(_LINTS if lints else _NO_LINTS)
        self._no_lint.setText("" if shown is None else self.tr("Checks: no problems"))
        if shown is None:
            self.figures.show_values(NOTHING, "", "", "", "")
            self.roles.set_rows(())
            return
        rendered, kept = shown.rendered, shown.n_kept
        trained = shown.n_trained
        lost = rendered.n_tokens - kept
        lost_trained = int(np.count_nonzero(rendered.mask[kept:]))
        self.figures.show_values(
            percent(trained / kept if kept else None),
            grouped(kept),
            fill(self.tr("%1, %2 supervised"), grouped(lost), grouped(lost_trained))
            if lost
            else "",
            grouped(trained),
            grouped(len({int(each) for each in np.unique(rendered.message) if each >= 0})),
        )
        self.roles.set_rows(_counts(shown).items())

    def show_overlays(self, overlays: Overlays) -> None:
        """Say what is shown of the tokens, and explain it."""
        self.views.set_overlays(overlays)
        self.legend.explain(Colouring.SUPERVISED, overlays)

    def note_refused(self, sentence: str, action: str = "", details: str = "") -> None:
        """Say why the conversation cannot be shown, and what to do; details: a tool tip."""
        self.show_conversation(None, words=sentence)
        self.views.offer(action, details)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_halves()

    def _show_halves(self, _place: int = 0) -> None:
        """Lints and counts side by side where there is room, else the one that is chosen."""
        is_wide, place = self.width() >= _ROOM_FOR_BOTH, self._tabs.currentIndex()
        self._lint_stack.setVisible(is_wide or place == 0)
        self.role_table.setVisible(is_wide or place == 1)
        self._tabs.setVisible(not is_wide)
        height = _LINT_HEIGHT if is_wide else _NARROW_LINT_HEIGHT
        self.lint_table.verticalHeader().setDefaultSectionSize(height)

    def go_to_lint(self, index: QModelIndex) -> None:
        """Show what the lint in a row is about."""
        self.show_lint(index.row())

    def show_lint(self, number: int) -> None:
        """Show the token or the message that a lint is about."""
        lint = self.lints.rows[number]
        if lint.message is not None:
            self.message_chosen.emit(lint.message)
        if lint.token is not None:
            self.views.show_token(lint.token)
        elif lint.message is not None:
            self.views.show_message(lint.message)

    def _lay_out(self) -> None:
        nothing = QWidget()
        vertical(
            self._no_lint, STRETCH, parent=nothing, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        )
        self._lint_stack = QStackedWidget()
        self._lint_stack.addWidget(nothing)
        self._lint_stack.addWidget(self.lint_table)
        halves_below = QSplitter(Qt.Orientation.Horizontal)
        halves_below.setChildrenCollapsible(False)
        halves_below.addWidget(self._lint_stack)
        halves_below.addWidget(self.role_table)
        halves_below.setStretchFactor(0, 1)
        halves_below.setSizes([900, sum(self.role_table.widths)])
        for words in (self.tr("Problems"), self.tr("Tokens by role")):
            self._tabs.addTab(words)
        lower = QWidget()
        vertical(self._tabs, (halves_below, 1), parent=lower, spacing=0)
        above = QWidget()
        column = vertical(parent=above, spacing=0)
        legend = horizontal(self.legend, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S))
        column.addWidget(self.views, 1)
        column.addWidget(hairline())
        column.addLayout(legend)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(above)
        halves.addWidget(lower)
        halves.setStretchFactor(0, 1)
        halves.setSizes([600, _LOWER_HEIGHT])
        vertical(halves, parent=self)


def _counts(shown: MaskText) -> Mapping[str, RoleCount]:
    """The tokens of each role within the length limit."""
    from engine.chat import role_counts

    rendered, kept = shown.rendered, shown.n_kept
    return role_counts(rendered.role[:kept], rendered.mask[:kept], rendered.role_names)
