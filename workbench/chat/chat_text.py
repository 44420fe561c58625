"""A rendered conversation as spans: its tokens by mask, its plain text, and its sections.

`mask_text` makes the `MaskText` that the views show; the functions `…_words` describe tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.compiled import Bools, Int64s, UInt8s
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.ui.spans.span_colouring import LOST, TRAINED, UNTRAINED
from workbench.ui.spans.span_text import PLAIN, SPECIAL, SpanText
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.chat import RenderedChat

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


def _tr(words: str) -> str:
    return QCoreApplication.translate("chat_text", words)
