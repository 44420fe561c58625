"""Bytes that no text can hold, on which merging is compared without splitting."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.config import N_BYTES

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

_N_RANDOM = 60
_N_TOKENS = 40
_LONGEST = 40


def verification_pieces(tokenizer: Tokenizer) -> list[bytes]:
    """Every lone byte, halves of characters, random bytes, and tokens joined to what is no text."""
    chance = random.Random(20261121)
    pieces = [bytes([byte]) for byte in range(N_BYTES)]
    pieces += [
        "漢字"[:2].encode()[:-1],
        "🙂".encode()[:2],
        "é".encode()[1:] + b"a",
        b"\xff\xfe\x00",
    ]
    pieces += [chance.randbytes(chance.randrange(2, _LONGEST)) for _ in range(_N_RANDOM)]
    tokens = tokenizer.ranked_tokens
    for _ in range(_N_TOKENS):
        parts = [chance.choice(tokens) for _ in range(3)]
        pieces.append(b"".join([*parts[:2], b"\x80", parts[2]]))
    return pieces


def merged_pieces(tokenizer: Tokenizer, pieces: Sequence[bytes]) -> list[tuple[int, ...]]:
    """Ids of each, without splitting: the lowest merge first, from the left, in plain Python."""
    pairs = tokenizer.ranked_merges.tolist()
    ranks = {(left, right): rank for rank, (left, right) in reversed(list(enumerate(pairs)))}
    ids = tokenizer.ranked_ids.tolist()
    whole = tokenizer.whole_tokens
    return [
        (whole[piece],) if piece in whole else tuple(ids[i] for i in _merged(piece, ranks))
        for piece in pieces
    ]


def _merged(data: bytes, ranks: Mapping[tuple[int, int], int]) -> list[int]:
    parts = list(data)
    while True:
        ranked = [(ranks[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in ranks]
        if not ranked:
            return parts
        rank, place = min(ranked)
        parts[place : place + 2] = [N_BYTES + rank]
