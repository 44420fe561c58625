"""ChatLint: something about a rendered conversation that will hurt in training, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from engine.chat.conversation import Conversation
from engine.chat.renderer import RenderedChat

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer

Severity = Literal["error", "warning", "note"]
ASSISTANT = "assistant"
_NO_UTF8 = 0xFF


@dataclass(frozen=True, slots=True)
class ChatLint:
    """One finding. code: stable, see LINT_CODES; message, token: indices, None where it is all."""

    code: str
    severity: Severity
    sentence: str
    message: int | None = None
    token: int | None = None


class TokenizerFacts:
    """What checks ask of a tokenizer, found once for all conversations."""

    def __init__(self, tokenizer: Tokenizer | LibraryTokenizer) -> None:
        self.tokenizer = tokenizer

    @cached_property
    def names(self) -> dict[int, str]:
        """Special tokens by id."""
        return {token_id: name for name, token_id in self.tokenizer.special_tokens.items()}

    @cached_property
    def bos(self) -> int | None:
        """The id of the token that begins a text, None without one."""
        return self.tokenizer.special_tokens.get(self.tokenizer.roles.get("bos", ""))

    @cached_property
    def added(self) -> frozenset[int]:
        """Ids that the tokenizer puts around every text by itself."""
        return frozenset(int(token_id) for token_id in self.tokenizer.encode(""))


@dataclass(frozen=True)
class LintedChat:
    """A conversation with its tokens, and what several checks ask about them."""

    facts: TokenizerFacts
    conversation: Conversation
    rendered: RenderedChat

    @property
    def tokenizer(self) -> Tokenizer | LibraryTokenizer:
        return self.facts.tokenizer

    @property
    def names(self) -> dict[int, str]:
        """Special tokens by id."""
        return self.facts.names

    @cached_property
    def contents(self) -> list[tuple[int, int] | None]:
        """Where the content of every message stands in the text, in bytes; None if nowhere."""
        starts, at = self.rendered.starts, 0
        found: list[tuple[int, int] | None] = []
        for index, message in enumerate(self.conversation.messages):
            content = self.read(message.text).strip()
            own = self.tokens_of(index)
            begin = int(starts[own[0]]) if len(own) else at
            end = int(starts[own[-1] + 1]) if len(own) else len(self.rendered.text)
            # The name of the role comes before the words, and calls of tools come after them.
            is_last = len(own) > 0 and "tool_calls" not in message.extra
            start = self._place(content, begin, end, is_last) if content else -1
            found.append(None if start < 0 else (start, start + len(content)))
            at = max(at, start + len(content)) if start >= 0 else at
        return found

    def _place(self, content: bytes, begin: int, end: int, is_last: bool) -> int:
        """Where a content stands, first of all between begin and end; -1 if nowhere.

        Never within a special token that the template wrote: "a" is no part of <|start|>.
        """
        text, plain = self.rendered.text, self._without_specials
        start = plain.rfind(content, begin, end) if is_last else plain.find(content, begin, end)
        if start >= 0:
            return start
        for first in (begin, 0):
            start = plain.find(content, first)
            if start >= 0:
                return start
            start = text.find(content, first)
            while start >= 0 and not self._is_whole(start, start + len(content)):
                start = text.find(content, start + 1)
            if start >= 0:
                return start
        return -1

    def _is_whole(self, start: int, end: int) -> bool:
        """Whether no special token reaches over either end of a part of the text."""
        plain, starts = self._without_specials, self.rendered.starts
        return all(
            byte >= len(plain)
            or plain[byte] != _NO_UTF8
            or int(starts[self.token_at(byte)]) == byte
            for byte in (start, end)
        )

    @cached_property
    def _without_specials(self) -> bytes:
        """The text with a byte that no text has in the place of special tokens."""
        plain, starts = bytearray(self.rendered.text), self.rendered.starts
        for token in np.flatnonzero(self.rendered.special).tolist():
            begin, end = int(starts[token]), int(starts[token + 1])
            plain[begin:end] = bytes([_NO_UTF8]) * (end - begin)
        return bytes(plain)

    def read(self, text: str) -> bytes:
        """A text as the tokenizer reads it."""
        data = text.encode("utf-8", "replace")
        normalized = getattr(self.tokenizer, "normalized", None)
        return data if normalized is None else bytes(normalized(data))

    def tokens_of(self, message: int) -> npt.NDArray[np.intp]:
        """The places of a message's tokens."""
        places, starts = self._owned
        if message + 2 > len(starts):
            return places[:0]
        return places[starts[message] : starts[message + 1]]

    @cached_property
    def _owned(self) -> tuple[npt.NDArray[np.intp], list[int]]:
        """Places of tokens sorted by message, and where those of each message begin."""
        owners = self.rendered.message
        places = np.argsort(owners, kind="stable")
        last = int(owners.max(initial=-1))
        starts = np.searchsorted(owners[places], np.arange(last + 2), "left")
        return places, [int(start) for start in starts]

    def token_at(self, byte: int) -> int:
        """The place of the token that holds a byte of the text."""
        return int(np.searchsorted(self.rendered.starts, byte, "right")) - 1

    def is_in_content(self, token: int) -> bool:
        """Whether a token begins within the content of a message."""
        byte = int(self.rendered.starts[token])
        return any(span is not None and span[0] <= byte < span[1] for span in self.contents)

    @property
    def answers(self) -> list[int]:
        """The messages of the assistant."""
        messages = self.conversation.messages
        return [index for index, message in enumerate(messages) if message.role == ASSISTANT]


def shown(text: bytes | str, most: int = 40) -> str:
    """A text in quotation marks, cut if it is long."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return repr(words if len(words) <= most else words[:most] + "…")
