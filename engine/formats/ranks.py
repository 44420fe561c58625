"""A tokenizer out of ranks: what .tiktoken, tekken.json and a pickled tiktoken.Encoding hold.

tiktoken merges the two parts whose joined bytes have the lowest rank, and gives a pre-token that
is a token out whole. The recovered merges do the same; tokens that they do not make are given out
as whole pre-tokens only, as there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from engine.config import MAX_VOCAB_SIZE, N_BYTES
from engine.errors import ArgumentError, ConfigError, PatternError
from engine.formats.file_reading import refusal
from engine.merge_recovery import NO_PAIR, own_merging, recovered_merges
from engine.numbering import Numbering
from engine.token_lists import LONGEST_TOKEN
from engine.tokenizer import Tokenizer


def tokenizer_of_ranks(
    path: Path,
    ranks: Mapping[bytes, int],
    *,
    pattern: str,
    special_tokens: Mapping[str, int],
    vocab_size: int | None = None,
    first_id: int = 0,
) -> Tokenizer:
    """The tokenizer that tiktoken makes of ranks. Raises TokenizerFileError naming `path`.

    ranks: rank by token, each once, the 256 bytes among them.
    first_id: what is added to a rank to make its id.
    """
    check_bytes(path, ranks)
    merged = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    tokens = [*(bytes([byte]) for byte in range(N_BYTES)), *merged]
    ids = np.fromiter(map(ranks.__getitem__, tokens), np.int64, len(tokens)) + first_id
    pairs = recovered_merges(merged)
    is_made = pairs[:, 0] != NO_PAIR
    unmade = np.flatnonzero(~is_made).tolist()
    if unmade:
        _refuse_later_parts(path, tokens, [merged[i] for i in unmade])
    try:
        return Tokenizer(
            ids[pairs[is_made]],
            pattern=pattern,
            special_tokens=special_tokens,
            vocab_size=vocab_size,
            numbering=Numbering(
                ids[np.concatenate([np.ones(N_BYTES, np.bool_), is_made])],
                {merged[i]: ranks[merged[i]] + first_id for i in unmade},
                ignore_merges=bool(unmade),
            ),
        )
    except (ArgumentError, ConfigError, PatternError) as error:
        raise refusal(path, str(error).removesuffix(".")) from None


def check_token(token: bytes, rank: int) -> str | None:
    """Why this cannot be a token and its rank, or None."""
    if 0 < len(token) <= LONGEST_TOKEN and 0 <= rank < MAX_VOCAB_SIZE:
        return None
    return f"no tokenizer has a token of {len(token):,} bytes with the rank {rank:,}"


def check_bytes(path: Path, ranks: Mapping[bytes, int]) -> None:
    """Raise TokenizerFileError where a byte has no rank."""
    missing = [byte for byte in range(N_BYTES) if bytes([byte]) not in ranks]
    if missing:
        others = f", and {len(missing) - 1:,} others" if len(missing) > 1 else ""
        raise refusal(
            path, f"the byte {missing[0]:#04x} has no rank{others}; is the file cut short?"
        )


def _refuse_later_parts(path: Path, tokens: Sequence[bytes], unmade: Sequence[bytes]) -> None:
    """Refuse a file in which a token is made of one with a higher rank than its own.

    tokens: bytes and tokens in order of rank; unmade: those that lower ranks leave in parts.
    """
    number_of = {token: number for number, token in enumerate(tokens)}
    splits = [
        (left, right, number)
        for number, token in enumerate(tokens)
        for cut in range(1, len(token))
        if (left := number_of.get(token[:cut])) is not None
        and (right := number_of.get(token[cut:])) is not None
    ]
    table = np.array(splits, np.uint32).reshape(-1, 3)
    becomes = own_merging(unmade, table[:, :2], table[:, 2]).becomes
    for token, number in zip(unmade, becomes.tolist(), strict=True):
        if number == number_of[token]:
            raise refusal(
                path,
                f"the token {token!r} is put together from one with a higher rank than its own; "
                "ranks must follow the order of the merges",
            )
