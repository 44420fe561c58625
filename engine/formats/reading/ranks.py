"""A tokenizer out of ranks: what .tiktoken, tekken.json and a pickled tiktoken.Encoding hold.

tiktoken merges the two parts whose joined bytes have the lowest rank, and gives a pre-token that
is a token out whole. The recovered merges do the same; tokens that they do not make are given out
as whole pre-tokens only, as there.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.encoding import NO_PAIR, Numbering, Tokenizer, own_merging, recovered_merges
from engine.formats.findings import (
    BYTE_MISSING,
    ID_INVALID,
    ID_TWICE,
    TOKEN_TWICE,
    Findings,
    UnusableError,
    short,
)
from engine.formats.reading.contents import Contents
from engine.settings import LONGEST_TOKEN, MAX_VOCAB_SIZE, N_BYTES


@dataclass
class RankContents(Contents):
    """ranks: rank by token; first_id: what is added to a rank to make its id."""

    ranks: dict[bytes, int] = field(default_factory=dict)
    first_id: int = 0
    _taken: dict[int, bytes] = field(default_factory=dict)

    def take(
        self, token: bytes, rank: int, *, entry: int | None = None, line: int | None = None
    ) -> None:
        """Add a token to the ranks, and note what speaks against it. entry, line: its place."""
        kind = None
        if token in self.ranks:
            kind = TOKEN_TWICE
            reason = f"the token {token!r} has two ranks, {self.ranks[token]:,} and {rank:,}"
        elif wrong := check_token(token, rank):
            kind, reason = ID_INVALID, wrong
        elif (other := self._taken.setdefault(rank, token)) != token:
            kind = ID_TWICE
            reason = f"the rank {rank:,} stands there twice: for {other!r} and for {token!r}"
        if kind is not None:
            where = "" if entry is None else f"entry {entry:,}"
            self.found.fault(kind, short(token, rank), reason, where=where, line=line)
        self.ranks[token] = rank

    def build(self) -> Tokenizer:
        return ranked_tokenizer(
            self.ranks,
            pattern=self.pattern,
            special_tokens=self.special_tokens,
            vocab_size=self.vocab_size,
            first_id=self.first_id,
        )


def ranked_tokenizer(
    ranks: Mapping[bytes, int],
    *,
    pattern: str,
    special_tokens: Mapping[str, int],
    vocab_size: int | None = None,
    first_id: int = 0,
) -> Tokenizer:
    """The tokenizer that tiktoken makes of ranks.

    ranks: rank by token, each once, the 256 bytes among them.
    first_id: what is added to a rank to make its id.
    Raises UnusableError, and what Tokenizer raises.
    """
    merged = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    tokens = [*(bytes([byte]) for byte in range(N_BYTES)), *merged]
    ids = np.fromiter(map(ranks.__getitem__, tokens), np.int64, len(tokens)) + first_id
    pairs = recovered_merges(merged)
    is_made = pairs[:, 0] != NO_PAIR
    unmade = np.flatnonzero(~is_made).tolist()
    if unmade:
        _refuse_later_parts(tokens, [merged[i] for i in unmade])
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


def check_token(token: bytes, rank: int) -> str | None:
    """Why this cannot be a token and its rank, or None."""
    if 0 < len(token) <= LONGEST_TOKEN and 0 <= rank < MAX_VOCAB_SIZE:
        return None
    return f"no tokenizer has a token of {len(token):,} bytes with the rank {rank:,}"


def note_missing_bytes(found: Findings, ranks: Container[bytes]) -> None:
    """Note each byte without a rank."""
    reason = f"{missing_bytes(ranks)}; is the file cut short?"
    for byte in range(N_BYTES):
        if bytes([byte]) not in ranks:
            found.fault(BYTE_MISSING, f"{byte:#04x}", reason)


def missing_bytes(ranks: Container[bytes]) -> str | None:
    """Which bytes have no rank, None where all have one."""
    missing = [byte for byte in range(N_BYTES) if bytes([byte]) not in ranks]
    others = f", and {len(missing) - 1:,} others" if len(missing) > 1 else ""
    return f"the byte {missing[0]:#04x} has no rank{others}" if missing else None


def _refuse_later_parts(tokens: Sequence[bytes], unmade: Sequence[bytes]) -> None:
    """Raise UnusableError where a token is made of one with a higher rank than its own.

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
            raise UnusableError(
                f"the token {token!r} is put together from one with a higher rank than its own; "
                "ranks must follow the order of the merges"
            )
