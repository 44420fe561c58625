"""ChatViews: a rendered conversation as text, as tokens, or both, coloured by what is trained."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from workbench.chat.chat_text import MaskText, token_words
from workbench.chat.mask_view import MaskView
from workbench.ui.spans.span_text import SpanText
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_XS, Theme
from workbench.ui.widgets.empty_state import EmptyState

TOKENS, TEXT, BOTH = VIEWS = "tokens", "text", "both"


class ChatViews(QWidget):
    """The two views scroll and choose together.

    Signals:
        current_changed, hovered_changed: number of a token, None for none.
        token_activated: number of the token on which Enter was pressed.
        action_requested: what is offered where there is nothing to show.
    """

    current_changed = Signal(object)
    hovered_changed = Signal(object)
    token_activated = Signal(object)
    action_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: MaskText | None = None
        self.tokens = MaskView(self.tr("Tokens of the conversation"), theme, self._say_token)
        self.text = MaskView(self.tr("Text of the conversation"), theme, self._say_stretch)
        self._nothing = EmptyState("")
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("How to show the conversation"))
        self._glyphs = QCheckBox(self.tr("White space"))
        self._glyphs.setToolTip(self.tr("Paint white space and control characters as glyphs"))
        self._glyphs.setChecked(True)
        self._ids = QCheckBox(self.tr("Ids"))
        self._ids.setToolTip(self.tr("Write the id below each token"))
        self._lay_out()
        self._show_view(0)
        self._tabs.currentChanged.connect(self._show_view)
        self._glyphs.toggled.connect(self._take_look)
        self._ids.toggled.connect(self._take_look)
        self._nothing.action_requested.connect(self.action_requested)
        tokens, text = self.tokens, self.text
        tokens.current_changed.connect(self._note_token)
        tokens.hovered_changed.connect(self.hovered_changed)
        tokens.span_activated.connect(self.token_activated)
        text.current_changed.connect(self._note_stretch)
        text.hovered_changed.connect(self._note_hovered_stretch)
        tokens.place_changed.connect(text.scroll_to_byte)
        text.place_changed.connect(tokens.scroll_to_byte)

    @property
    def shown(self) -> MaskText | None:
        """The conversation on show."""
        return self._shown

    @property
    def words(self) -> str:
        """Why there is nothing to show, "" where there is something."""
        return self._nothing.sentence

    @property
    def view(self) -> str:
        """TOKENS, TEXT or BOTH."""
        return str(self._tabs.tabData(self._tabs.currentIndex()))

    def set_actions(self, actions: tuple[QAction, ...]) -> None:
        """Offer these commands in the menu of the views."""
        for view in (self.tokens, self.text):
            view.addActions(list(actions))
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def show_text(self, shown: MaskText | None, words: str = "", *, keep_place: bool) -> None:
        """Show another conversation, None for none; words: why there is none."""
        current = self.tokens.current if keep_place else None
        self._shown = shown
        self._nothing.set_sentence(words)
        self._nothing.set_action("")
        self._stack.setCurrentIndex(int(shown is None))
        if shown is None:
            for view in (self.tokens, self.text):
                view.show_sections(SpanText.empty(), ())
            return
        self.tokens.show_sections(shown.tokens, shown.sections, keep_place=keep_place)
        self.text.show_sections(shown.text, shown.sections, keep_place=keep_place)
        if current is not None and current < shown.tokens.n_spans:
            self.tokens.set_current(current)

    def offer(self, action: str) -> None:
        """Offer something to do where there is nothing to show, "" for nothing."""
        self._nothing.set_action(action)

    def _show_view(self, place: int) -> None:
        view = VIEWS[place]
        self.tokens.setVisible(view != TEXT)
        self.text.setVisible(view != TOKENS)
        self.tokens.show_margin(view != BOTH)
        self._ids.setEnabled(view != TEXT)

    def show_token(self, token: int) -> None:
        """Make a token the current one."""
        if self.view == TEXT:
            self._show_view(0)
        self.tokens.set_current(token)

    def show_message(self, message: int) -> None:
        """Bring the beginning of a message into sight, without choosing a token."""
        shown = self._shown
        token = None if shown is None else shown.first_token_of(message)
        if token is not None and shown is not None:
            self.tokens.reveal(token)
            self.text.scroll_to_byte(self.tokens.top_byte)

    def _say_token(self, token: int) -> str:
        shown = self._shown
        return "" if shown is None else token_words(shown.rendered, token, shown.cut)

    def _say_stretch(self, stretch: int) -> str:
        token = self._token_of(stretch)
        return "" if token is None else self._say_token(token)

    def _token_of(self, stretch: int | None) -> int | None:
        """The first token of a stretch of the text."""
        shown = self._shown
        if shown is None or stretch is None or stretch >= len(shown.first_tokens):
            return None
        return int(shown.first_tokens[stretch])

    def _note_token(self, token: int | None) -> None:
        shown = self._shown
        if token is not None and shown is not None:
            bounds = shown.tokens.bounds
            self.text.select_bytes(int(bounds[token]), int(bounds[token + 1]))
        self.current_changed.emit(token)

    def _note_stretch(self, stretch: int | None) -> None:
        shown = self._shown
        if stretch is None or shown is None:
            return
        bounds = shown.text.bounds
        self.tokens.select_bytes(int(bounds[stretch]), int(bounds[stretch + 1]))
        self.current_changed.emit(self._token_of(stretch))

    def _note_hovered_stretch(self, stretch: int | None) -> None:
        self.hovered_changed.emit(self._token_of(stretch))

    def _take_look(self) -> None:
        self.tokens.set_show_ids(self._ids.isChecked())
        for view in (self.tokens, self.text):
            view.set_show_glyphs(self._glyphs.isChecked())

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_XS, 0, SPACE_L, 0)
        row.setSpacing(SPACE_M)
        words = (self.tr("Tokens"), self.tr("Text"), self.tr("Side by side"))
        for view, word in zip(VIEWS, words, strict=True):
            self._tabs.setTabData(self._tabs.addTab(word), view)
        row.addWidget(self._tabs)
        row.addStretch(1)
        row.addWidget(self._glyphs)
        row.addWidget(self._ids)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        for part in (self.text, self.tokens):
            halves.addWidget(part)
            halves.setStretchFactor(halves.count() - 1, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(halves)
        self._stack.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
