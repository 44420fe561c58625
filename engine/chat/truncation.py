"""Truncation of conversations: the first tokens stay, and nothing is repaired."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.errors import ConfigError

Int64s = npt.NDArray[np.int64]


def check_max_tokens(max_tokens: int | None) -> None:
    """Raise ConfigError for a number of tokens that nothing can be truncated to."""
    if max_tokens is not None and max_tokens < 1:
        raise ConfigError(
            f"A conversation is truncated to at least one token, not to {max_tokens:,}.",
            setting="max_tokens",
        )


def truncation(n_full: Int64s, max_tokens: int | None) -> tuple[slice | Int64s, Int64s]:
    """(places of the tokens that stay, tokens of each conversation that stay).

    n_full: int64[k], tokens of each conversation.
    """
    if max_tokens is None or n_full.max(initial=0) <= max_tokens:
        return slice(None), n_full
    lengths = np.minimum(n_full, max_tokens)
    begins = np.cumsum(n_full) - n_full
    shift = np.repeat(begins - (np.cumsum(lengths) - lengths), lengths)
    return np.arange(int(lengths.sum())) + shift, lengths
