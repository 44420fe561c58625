"""What the formats of other libraries cannot hold, found before anything is written.

Our merges are pairs of ids. `tokenizer.json` names tokens by their text and tiktoken merges any
two parts whose joined bytes have a rank, so each asks more of a vocabulary than we do. What
training yields always passes; inherited, edited or imported merges may not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import joined_bytes
from engine.encoding import NO_PAIR, Encoder, recovered_merges, to_byte_alphabet
from engine.errors import ExportError
from engine.sentences import say
from engine.settings import N_BYTES
from engine.splitting import pattern_stages
from engine.text import form_name

if TYPE_CHECKING:
    from engine.encoding import Tokenizer


@dataclass(frozen=True, slots=True)
class RankConflict:
    """A token whose own bytes do not encode to it: pair merging stops at `(left, right)` or never
    gets there, while tiktoken takes any piece that is a token whole."""

    token_id: int
    token: bytes


def refuse_other_text(tokenizer: Tokenizer, library: str) -> None:
    """Raise ExportError for what a library with one split and no normalization cannot do."""
    n_stages = len(pattern_stages(tokenizer.pattern))
    if n_stages > 1:
        raise ExportError(say("one_split_only", n=n_stages, library=library))
    if tokenizer.normalization is not None:
        form = form_name(tokenizer.normalization)
        raise ExportError(say("no_normalization", form=form, library=library))


def doubled_token(tokenizer: Tokenizer) -> tuple[int, int] | None:
    """The first two ids with the same bytes, or None."""
    seen: dict[bytes, int] = {}
    for token_id, token in ordinary_tokens(tokenizer):
        first = seen.setdefault(token, token_id)
        if first != token_id:
            return first, token_id
    return None


def ordinary_tokens(tokenizer: Tokenizer) -> list[tuple[int, bytes]]:
    """Id and bytes of everything but special tokens, in order of id."""
    tokens = list(zip(tokenizer.ranked_ids.tolist(), tokenizer.ranked_tokens, strict=True))
    tokens += [(token_id, token) for token, token_id in tokenizer.extra_tokens.items()]
    return sorted(tokens)


def special_in_order(tokenizer: Tokenizer) -> list[tuple[str, int]]:
    """Special tokens and their ids, in order of id."""
    return sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])


def rank_difference(tokenizer: Tokenizer) -> bytes | None:
    """A token that tiktoken would make in another way out of an imported tokenizer's ids, or None.

    Reads the ids as ranks, as tiktoken does, and compares the merges that come out with our own
    and the tokens without a merge with those that we give out whole. Then it looks whether tiktoken
    would make one of the latter inside a longer pre-token, from two parts that later merges leave
    of it, and whether it would make two tokens that compete for a part in another order than ours.
    """
    tokens = [token for _, token in ordinary_tokens(tokenizer) if len(token) > 1]
    numbers = {token: N_BYTES + number for number, token in enumerate(tokens)}
    numbers |= {bytes([byte]): byte for byte in range(N_BYTES)}
    ours = {}
    for rank, (left, right) in enumerate(tokenizer.ranked_merges.tolist()):
        token = tokenizer.ranked_tokens[N_BYTES + rank]
        parts = numbers[tokenizer.ranked_tokens[left]], numbers[tokenizer.ranked_tokens[right]]
        ours[token] = parts
    whole = tokenizer.whole_tokens
    for token, pair in zip(tokens, recovered_merges(tokens).tolist(), strict=True):
        if pair[0] == NO_PAIR if token in whole else tuple(pair) == ours.get(token):
            continue
        return token
    return _made_of_two_parts(tokenizer) or _made_in_another_order(tokenizer)


def _made_of_two_parts(tokenizer: Tokenizer) -> bytes | None:
    """A token without merges whose bytes our merges leave in two parts, or None.

    Until tiktoken joins such parts it merges as we do, so no other way leads to such a token.
    """
    whole = list(tokenizer.whole_tokens)
    if not whole:
        return None
    encoder = Encoder(tokenizer.ranked_merges)
    _, starts = encoder.encode_documents(*joined_bytes(whole))
    found = np.flatnonzero(np.diff(starts) == 2)
    return whole[found[0]] if len(found) else None


def _made_in_another_order(tokenizer: Tokenizer) -> bytes | None:
    """A token that a competing merge precedes by rank and follows by id, or None.

    Merges compete where the right half of one is the left half of the other. Merges that do not,
    and of which none makes a half of the other, give the same in either order.
    """
    ids = tokenizer.ranked_ids[N_BYTES:].tolist()
    if all(one < other for one, other in pairwise(ids)):
        return None
    greatest: tuple[dict[int, int], dict[int, int]] = ({}, {})  # id by left and by right half
    for rank, (left, right) in enumerate(tokenizer.ranked_merges.tolist()):
        made = ids[rank]
        if max(greatest[1].get(left, -1), greatest[0].get(right, -1)) > made:
            return tokenizer.ranked_tokens[N_BYTES + rank]
        greatest[0][left] = max(made, greatest[0].get(left, -1))
        greatest[1][right] = max(made, greatest[1].get(right, -1))
    return None


def special_token_in_vocabulary(tokenizer: Tokenizer) -> tuple[str, int, int] | None:
    """A special token that is spelled like an ordinary token in the byte alphabet, or None.

    Returns the special token, its id and the id of the ordinary one.
    """
    if not tokenizer.special_tokens:
        return None
    ordinary = {to_byte_alphabet(token): i for i, token in ordinary_tokens(tokenizer)}
    for special, special_id in tokenizer.special_tokens.items():
        if special in ordinary:
            return special, special_id, ordinary[special]
    return None


def special_token_prefix(tokenizer: Tokenizer) -> tuple[str, str] | None:
    """A special token that another one begins with, and that other one; or None."""
    ordered = sorted(tokenizer.special_tokens)
    for shorter, longer in pairwise(ordered):
        if longer.startswith(shorter):
            return shorter, longer
    return None


def first_rank_conflict(tokenizer: Tokenizer) -> RankConflict | None:
    """The first token that merging by pairs does not make out of its own bytes, or None.

    Without one, merging by the rank of the joined bytes gives the same ids as merging by pairs:
    at the first step where the two differed, the bytes merged there would be such a token.
    """
    merges: list[tuple[int, int]] = [(int(a), int(b)) for a, b in tokenizer.ranked_merges]
    made_by = {pair: N_BYTES + rank for rank, pair in reversed(list(enumerate(merges)))}
    for rank, (left, right) in enumerate(merges):
        made = N_BYTES + rank
        if made_by[left, right] != made or not _reached(made, left, right, merges, made_by):
            return RankConflict(int(tokenizer.ranked_ids[made]), tokenizer.ranked_tokens[made])
    return None


def _reached(
    limit: int,
    left: int,
    right: int,
    merges: list[tuple[int, int]],
    made_by: dict[tuple[int, int], int],
) -> bool:
    """Whether `left` and `right` both come to be before any pair across their border is merged.

    Undoes the two tokens' merges along the border, the latest first. `limit` is the id that a pair
    across the border must stay below to have been chosen before the merge undone last.
    Equal pairs merge from the left: an equal pair inside `left` comes first, inside `right` later.
    """
    while True:
        if made_by.get((left, right), limit) < limit:
            return False
        if left > right:
            if left < N_BYTES:
                return True
            limit = left
            left = merges[left - N_BYTES][1]
        else:
            if right < N_BYTES:
                return True
            limit = right + 1
            right = merges[right - N_BYTES][0]
