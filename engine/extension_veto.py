"""What the merges of an extension may not make: tokens that are there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer


class NewTokensOnly:
    """A MergeVeto that lets every token through once, and none that a tokenizer has.

    Two ids of the same bytes cannot be held by tokenizer.json and rank files, and a row of
    embeddings is wasted on the second one. Asked last of several vetoes, since what it allows it
    takes for made.

    Where tokens are given out that no merge makes (tokenizers that were read from ranks), tiktoken
    would make them as soon as both halves of one exist. Such halves are not made either, so that
    an export by ranks keeps its ids.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._known = known_tokens(tokenizer) | halves_of_whole_tokens(tokenizer)

    @property
    def is_empty(self) -> bool:
        return False

    def allows(self, token: bytes) -> bool:
        if token in self._known:
            return False
        self._known.add(token)
        return True


def known_tokens(tokenizer: Tokenizer) -> set[bytes]:
    """All tokens but special ones, also those that no merge makes."""
    return {*tokenizer.ranked_tokens, *tokenizer.extra_tokens}


def halves_of_whole_tokens(tokenizer: Tokenizer) -> set[bytes]:
    """What tokens that are given out without their merges begin with and end with."""
    whole = tokenizer.whole_tokens
    beginnings = {token[:at] for token in whole for at in range(1, len(token))}
    return beginnings | {token[at:] for token in whole for at in range(1, len(token))}
