"""ChatError: a conversation that cannot be read or rendered, or a template that fails."""

from __future__ import annotations

from engine.errors import EngineError


class ChatError(EngineError):
    """A conversation cannot become ids; `str(error)` names the message but not the line.

    line: of the file, from 1; message: index of the message, from 0; None where not known.
    """

    def __init__(
        self, sentence: str, *, line: int | None = None, message: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.line = line
        self.message = message


class ConversationError(ChatError):
    """A record of a file is no conversation, in whatever layout."""
