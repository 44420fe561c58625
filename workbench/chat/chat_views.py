"""A rendered conversation as text, as tokens, or both, coloured by supervision.

`ChatViews` arranges the views, `MaskView` is one of them: spans with a margin that names the roles,
and a line at the length limit. The role of a message that begins above the upper edge stays
visible at the edge. `mask_text` makes the `MaskText` that the views show; the functions `…_words`
describe tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from engine.compiled import Bools, Int64s, UInt8s
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.overview_strip import OverviewStrip
from workbench.ui.spans.span_colouring import LOST, TRAINED, UNTRAINED, Colouring
from workbench.ui.spans.span_text import PLAIN, SPECIAL, SpanText
from workbench.ui.spans.span_view import Describe, SpanView
from workbench.ui.theme.theme import (
    LINE_GAP,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from engine.chat import RenderedChat

_tr = translator("chat_text")


_MOST_SAID = 40
_ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the text: a message, or the template's text between two.

    start: its first byte, where a paragraph begins. title, words: two lines in the margin.
    is_cut: the text below is beyond the limit; a line says so.
    """

    start: int
    title: str
    words: str = ""
    is_cut: bool = False


@dataclass(frozen=True, eq=False)
class MaskText:
    """The contents of the two views of one conversation.

    tokens: a span per token. text: a span per stretch of one message and one mask. sections: the
    beginnings of messages, and the length limit. cut: the first token beyond the limit, None if all
    fit. first_tokens: int64[m], the first token of each stretch of `text`.
    """

    rendered: RenderedChat
    tokens: SpanText
    text: SpanText
    sections: tuple[Section, ...]
    cut: int | None
    first_tokens: Int64s

    @property
    def n_kept(self) -> int:
        """Tokens before the cut."""
        return self.rendered.n_tokens if self.cut is None else self.cut

    @property
    def n_trained(self) -> int:
        """Trained tokens before the cut."""
        return int(np.count_nonzero(self.rendered.mask[: self.n_kept]))

    def first_token_of(self, message: int) -> int | None:
        """The first token of a message, None where it has none."""
        found = np.flatnonzero(self.rendered.message == message)
        return int(found[0]) if len(found) else None


def mask_text(
    rendered: RenderedChat,
    max_tokens: int | None,
    roles: Sequence[str],
    pre_tokens: Bools | None = None,
) -> MaskText:
    """Prepare a whole rendered conversation.

    roles: of the messages, for the margin. pre_tokens: bool[n], the tokens that begin a pre-token.
    """
    n = rendered.n_tokens
    cut = max_tokens if max_tokens is not None and max_tokens < n else None
    bounds = rendered.starts.astype(np.int64)
    hues = np.where(rendered.mask != 0, TRAINED, UNTRAINED).astype(np.uint8)
    if cut is not None:
        hues[cut:] = LOST
    kinds = np.where(rendered.special, SPECIAL, PLAIN).astype(np.uint8)
    edges = _sections_at(rendered, cut)
    breaks = _whole_characters(rendered.text, bounds[edges]) if n else np.empty(0, np.int64)
    tokens = SpanText(rendered.text, bounds, rendered.ids.copy(), kinds, hues, breaks, pre_tokens)
    starts = _stretches(hues, kinds, edges)
    text = SpanText(
        rendered.text,
        np.append(bounds[starts], bounds[-1]) if n else np.zeros(1, np.int64),
        kinds=kinds[starts],
        hues=hues[starts],
        breaks=breaks.copy(),
    )
    sections = tuple(
        _section(rendered, int(edge), int(end), int(start), roles, cut)
        for edge, end, start in zip(edges, np.append(edges, n)[1:], breaks, strict=True)
    )
    return MaskText(rendered, tokens, text, sections, cut, starts)


def _sections_at(rendered: RenderedChat, cut: int | None) -> Int64s:
    """The tokens at which another message begins, and the cut."""
    if not rendered.n_tokens:
        return np.empty(0, np.int64)
    changes = np.flatnonzero(np.diff(rendered.message)) + 1
    return np.unique(np.concatenate(([0], changes, [] if cut is None else [cut]))).astype(np.int64)


def _stretches(hues: UInt8s, kinds: UInt8s, edges: Int64s) -> Int64s:
    if not len(hues):
        return np.empty(0, np.int64)
    changed = (np.diff(hues) != 0) | (kinds[1:] == SPECIAL) | (kinds[:-1] == SPECIAL)
    return np.union1d(np.flatnonzero(changed) + 1, edges).astype(np.int64)


def _whole_characters(data: bytes, offsets: Int64s) -> Int64s:
    """The offsets, moved on where they stand inside a character."""
    moved = []
    for offset in offsets.tolist():
        at = offset
        while at < len(data) and data[at] & 0xC0 == 0x80:
            at += 1
        moved.append(at)
    return np.array(moved, np.int64)


def _section(
    rendered: RenderedChat,
    first: int,
    end: int,
    start: int,
    roles: Sequence[str],
    cut: int | None,
) -> Section:
    message = int(rendered.message[first])
    title = role_words(rendered, first)
    if 0 <= message < len(roles):
        title = f"{message + 1} {roles[message]}"
    if cut is not None and first >= cut:
        if first == cut:
            words = counted("chat_text", "1 token", "%1 tokens", end - first)
            return Section(start, _tr("Truncated"), words, is_cut=True)
        return Section(start, title, fill(_tr("%1 truncated"), grouped(end - first)))
    trained = int(np.count_nonzero(rendered.mask[first:end]))
    words = counted("chat_text", "1 token", "%1 tokens", end - first)
    if trained:
        words = fill(_tr("%1 of %2"), grouped(trained), grouped(end - first))
    return Section(start, title, words)


def role_words(rendered: RenderedChat, token: int) -> str:
    """The role whose text a token is part of."""
    names = rendered.role_names
    role = names[int(rendered.role[token])] if names else ""
    if int(rendered.message[token]) < 0 and role in {"", "template"}:
        return _tr("template")
    return role


def why_words(rendered: RenderedChat, token: int, cut: int | None) -> tuple[bool, str]:
    """Whether a token is supervised, and why or why not."""
    trained = bool(rendered.mask[token])
    if cut is not None and token >= cut:
        one = "lost, behind the 1 token that is kept"
        return False, counted("chat_text", one, "truncated, after the first %1 tokens", cut)
    if rendered.special[token]:
        own = _tr("the model has to write this token itself")
        return trained, own if trained else _tr("the template sets this token")
    role = role_words(rendered, token)
    if int(rendered.message[token]) < 0:
        return trained, _tr("text of the template")
    if role == _ASSISTANT and not trained:
        return False, _tr("around what the assistant says")
    return trained, fill(_tr("what %1 says"), _speaker(role))


def _speaker(role: str) -> str:
    names = {
        "system": _tr("the system"), "user": _tr("the user"), _ASSISTANT: _tr("the assistant"),
        "tool": _tr("the tool"),
    }  # fmt: skip
    return names.get(role, role)


def trained_words(rendered: RenderedChat, token: int, cut: int | None) -> str:
    """Whether a token is supervised and why, as a sentence of its own."""
    trained, why = why_words(rendered, token, cut)
    words = _tr("supervised: %1") if trained else _tr("not supervised: %1")
    return fill(words, why)


def token_words(rendered: RenderedChat, token: int, cut: int | None) -> str:
    """A token as a screen reader speaks it."""
    data = rendered.token(token)
    words = _tr("token %1 of %2, %3, id %4, bytes %5, %6, message %7, %8")
    message = int(rendered.message[token])
    return fill(
        words,
        grouped(token + 1),
        grouped(rendered.n_tokens),
        isolated(visible(data[:_MOST_SAID])),
        int(rendered.ids[token]),
        hex_of(data[:_MOST_SAID]),
        role_words(rendered, token),
        message + 1 if message >= 0 else _tr("none"),
        trained_words(rendered, token, cut),
    )


def counts_words(n_tokens: int, trained: str) -> str:
    """How many tokens there are, and how many or which share of them is trained."""
    numbers = (n_tokens, grouped(n_tokens), trained)
    return counted("chat_text", "1 token, %2 supervised", "%1 tokens, %2 supervised", *numbers)


TOKENS, TEXT, BOTH = VIEWS = "tokens", "text", "both"

MARGIN_WIDTH = 88


@dataclass(frozen=True, slots=True)
class Placed:
    """A visible section from `top` to `end`; begins: its beginning is visible, too."""

    section: Section
    top: int
    end: int
    begins: bool


class MaskView(SpanView):
    """Spans coloured by supervision (`Colouring.SUPERVISED`), in sections."""

    def __init__(
        self, name: str, theme: Theme, describe: Describe, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, theme, describe, parent)
        self._sections: tuple[Section, ...] = ()
        self._shown: tuple[Placed, ...] = ()
        self._margin = _Margin(theme, self)
        self.setViewportMargins(MARGIN_WIDTH, 0, 0, 0)
        self.set_colouring(Colouring.SUPERVISED)
        theme.changed.connect(self._margin.update)

    def show_sections(
        self, text: SpanText, sections: Sequence[Section], *, keep_place: bool = False
    ) -> None:
        """Show a text whose `breaks` are where these sections start."""
        self._sections = tuple(sections)
        self.set_text(text, keep_place=keep_place)
        self._margin.update()

    def show_margin(self, wanted: bool) -> None:
        """Say at the left who speaks, or leave that to a view beside."""
        self._margin.setVisible(wanted)
        self.setViewportMargins(MARGIN_WIDTH if wanted else 0, 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._margin.setGeometry(QRect(inside.left(), inside.top(), MARGIN_WIDTH, inside.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        placed = tuple(self.placed())
        painter = QPainter(self.viewport())
        for each in placed:
            if each.begins and each.section.start:
                self._paint_line(painter, each)
        painter.end()
        if placed != self._shown:
            self._shown = placed
            self._margin.show_placed(placed)

    def _paint_line(self, painter: QPainter, each: Placed) -> None:
        is_cut = each.section.is_cut
        pen = QPen(self._theme.colour("warning" if is_cut else "hairline"), 2 if is_cut else 1)
        if is_cut:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        y = each.top - LINE_GAP
        painter.drawLine(0, y, self.viewport().width() - SPACE_M, y)

    def placed(self) -> Iterator[Placed]:
        """Where the sections in sight lie."""
        tops = {int(self.text.paragraphs[paragraph]): round(y)
                for paragraph, y, _ in self._window.visible()}  # fmt: skip
        if not tops or not self._sections:
            return
        first = min(tops)
        height = self.viewport().height()
        within = [each for each in self._sections if each.start in tops]
        above = [each for each in self._sections if each.start < first]
        end = tops[within[0].start] if within else height
        if above and end > 0:
            yield Placed(above[-1], 0, end, begins=False)
        for number, each in enumerate(within, 1):
            end = tops[within[number].start] if number < len(within) else height
            top = tops[each.start]
            yield Placed(each, max(top, 0), end, begins=top >= 0)


class _Margin(QWidget):
    """The margin at the left, with the titles of sections."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._placed: tuple[Placed, ...] = ()

    def show_placed(self, placed: tuple[Placed, ...]) -> None:
        self._placed = placed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        for each in self._placed:
            self._paint(painter, each)
        painter.fillRect(
            QRect(self.width() - 1, 0, 1, self.height()), self._theme.colour("hairline")
        )

    def _paint(self, painter: QPainter, each: Placed) -> None:
        section, theme = each.section, self._theme
        room = self.width() - SPACE_S - SPACE_XS
        y = each.top + LINE_GAP
        for words, role, bold in (
            (section.title, "warning" if section.is_cut else "text", True),
            (section.words, "muted_text", False),
        ):
            font = theme.font(TEXT_CAPTION, bold=bold)
            metrics = QFontMetrics(font)
            has_room = y + metrics.height() <= each.end or (bold and each.begins)
            if not words or not has_room:
                continue
            painter.setFont(font)
            painter.setPen(theme.colour(role))
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            line = QRect(SPACE_S, y, room, metrics.height())
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, shown)
            y += metrics.height()


class ChatViews(QWidget):
    """The text and the tokens, which scroll and select together.

    Signals:
        current_changed: number of a token, None for none.
        token_activated: number of the token on which Enter was pressed.
        action_requested: the button of the empty state was pressed.
    """

    current_changed: Signal[int | None] = Signal(object)
    token_activated: Signal[int] = Signal(object)
    action_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: MaskText | None = None
        self.tokens = MaskView(self.tr("Tokens of the conversation"), theme, self._say_token)
        self.text = MaskView(self.tr("Text of the conversation"), theme, self._say_stretch)
        self._token_strip = OverviewStrip(self.tokens, theme)
        self._text_strip = OverviewStrip(self.text, theme)
        self._text_part, self._token_part = QWidget(), QWidget()
        self._nothing = EmptyState("")
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("How to show the conversation"))
        self._lay_out()
        self._show_view(0)
        self._tabs.currentChanged.connect(self._show_view)
        self._nothing.action_requested.connect(self.action_requested)
        tokens, text = self.tokens, self.text
        tokens.current_changed.connect(self._note_token)
        tokens.span_activated.connect(self.token_activated)
        text.current_changed.connect(self._note_stretch)
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

    def set_overlays(self, overlays: Overlays) -> None:
        """Say what is shown of the tokens; the text has no rows and no boundaries of tokens."""
        self.tokens.set_overlays(overlays)
        text = replace(overlays, tokens=overlays.mask, ids=False, bytes=False, pre_tokens=False)
        self.text.set_overlays(text)

    def show_above(self, bar: QWidget) -> None:
        """Put a bar between the choice of the view and the views."""
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(1, bar)

    def tokens_in_sight(self) -> tuple[SpanView, ...]:
        """Return the view of the tokens, shown if only the text was."""
        if self.view == TEXT:
            self._tabs.setCurrentIndex(VIEWS.index(TOKENS))
        return (self.tokens,)

    def offer(self, action: str, details: str = "") -> None:
        """Offer something to do where there is nothing to show, "" for nothing; details: a tip."""
        self._nothing.set_action(action)
        self._nothing.set_primary(is_primary=bool(action))
        self._nothing.setToolTip(plain_tip(details))
        self._nothing.setAccessibleDescription(details)

    def _show_view(self, place: int) -> None:
        view = VIEWS[place]
        self._token_part.setVisible(view != TEXT)
        self._text_part.setVisible(view != TOKENS)
        self._text_strip.set_wanted(view == TEXT)
        self.tokens.show_margin(view != BOTH)

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

    def _lay_out(self) -> None:
        row = horizontal(margins=(SPACE_XS, 0, SPACE_L, 0), spacing=SPACE_M)
        words = (self.tr("Tokens"), self.tr("Text"), self.tr("Side by side"))
        for view, word in zip(VIEWS, words, strict=True):
            self._tabs.setTabData(self._tabs.addTab(word), view)
        row.addWidget(self._tabs)
        row.addStretch(1)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        for part, shown, strip in (
            (self._text_part, self.text, self._text_strip),
            (self._token_part, self.tokens, self._token_strip),
        ):
            horizontal((shown, 1), strip, parent=part, spacing=0)
            halves.addWidget(part)
            halves.setStretchFactor(halves.count() - 1, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(halves)
        self._stack.addWidget(self._nothing)
        vertical(row, (self._stack, 1), parent=self, spacing=0)
