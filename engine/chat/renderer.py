"""ChatRenderer: what turns conversations into ids and masks, and how one is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from engine.chat.chat_error import ChatError
from engine.chat.conversation import Conversation
from engine.chat.rendered_chat import RenderedBatch, RenderedChat

if TYPE_CHECKING:
    from engine.library_tokenizer import LibraryTokenizer
    from engine.tokenizer import Tokenizer

MaskSource = Literal["generation", "prefix", "auto"]
NANOCHAT = "nanochat"


class ChatRenderer(Protocol):
    """Renders conversations with one tokenizer by one set of rules."""

    @property
    def name(self) -> str:
        """What the rules are called: "nanochat", a template's name, the name of its file."""
        ...

    @property
    def tokenizer(self) -> Tokenizer | LibraryTokenizer:
        """What texts are encoded with."""
        ...

    @property
    def settings(self) -> Mapping[str, str]:
        """What else decides ids and masks, for the description of files made with it.

        Such as the SHA-256 of the template and where masks come from.
        """
        ...

    def render(
        self,
        conversation: Conversation,
        *,
        max_tokens: int | None = None,
        completion: bool = False,
    ) -> RenderedChat:
        """The tokens of a conversation, no more than max_tokens of them.

        completion: the prompt after which the model is to answer. Raises ChatError.
        """
        ...

    def render_batch(
        self, conversations: Sequence[Conversation], *, max_tokens: int | None = None
    ) -> RenderedBatch:
        """The tokens of many conversations; what is refused is among the problems."""
        ...

    def render_each(
        self, conversations: Sequence[Conversation], *, max_tokens: int | None = None
    ) -> list[RenderedChat | ChatError]:
        """The tokens of many conversations, each by itself: as `render`, but at once."""
        ...


def chat_renderer(
    tokenizer: Tokenizer | LibraryTokenizer,
    template: str | Path,
    *,
    mask: MaskSource = "auto",
) -> ChatRenderer:
    """The renderer of a template, with a tokenizer.

    template: "nanochat", a name of resources/chat_templates, a .jinja file, a
    tokenizer_config.json, or "tokenizer" for the tokenizer's own chat template.
    mask: where the mask of a Jinja template comes from: its {% generation %} blocks, rendering of
    prefixes, or the first where there are any.
    Raises ChatError for a template that cannot be used, or lacks special tokens.
    """
    if str(template) == NANOCHAT:
        from engine.chat.nanochat_renderer import NanochatRenderer

        return NanochatRenderer(tokenizer)
    from engine.chat.template_renderer import template_renderer

    return template_renderer(tokenizer, template, mask=mask)
