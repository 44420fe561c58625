"""The tokens that another tokenizer has and this one lacks, as a list of wanted tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import ConfigError
from engine.extension_veto import known_tokens
from engine.token_lists import GivenToken, TokenList

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer


def tokens_of_other(tokenizer: Tokenizer, other: object) -> TokenList:
    """The tokens that another tokenizer has and this one lacks, in the order of its merges.

    Tokens that no merge makes there come last, by id; special tokens are left out. Raises
    ConfigError for a tokenizer whose merges are not known.
    """
    from engine.tokenizer import Tokenizer  # late: lists of tokens are read without kernels

    if not isinstance(other, Tokenizer):
        library = getattr(other, "library", "another library")
        raise ConfigError(
            f"The tokenizer to take tokens from runs through {library}, and its tokens are known "
            "by their look alone; only those of byte-level BPE can be taken over.",
            setting="other",
        )
    known = known_tokens(tokenizer)
    extra = sorted(other.extra_tokens, key=other.extra_tokens.__getitem__)
    every = dict.fromkeys([*other.ranked_tokens, *extra])
    return TokenList(tuple(GivenToken(token) for token in every if token not in known))
