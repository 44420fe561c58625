"""Whether a tokenizer runs here, with its merges known, or in its own library; without Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from engine.encoding import Tokenizer
    from engine.library import AnyTokenizer, LibraryTokenizer


def runs_elsewhere(tokenizer: AnyTokenizer) -> TypeIs[LibraryTokenizer]:
    """Whether a tokenizer runs through its library, in another process."""
    return hasattr(tokenizer, "library")


def exact_or_none(tokenizer: AnyTokenizer) -> Tokenizer | None:
    """The tokenizer unless it runs through its library."""
    return None if runs_elsewhere(tokenizer) else tokenizer
