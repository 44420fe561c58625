"""Tokens that no text is ever encoded to, and why.

Four different reasons, found without any corpus:

MERGES         merging the token's own bytes by rank gives something else. Decisive if merges
               are taken lowest rank first: what is merged inside a token does not depend on what
               is beside it, so a token that its own bytes do not become is never made.
               Nothing of the kind comes out of a training; it comes of gaps in a rank file, of
               pruned or joined vocabularies and of added tokens.
NORMALIZATION  its text is not in the Unicode form that every text is brought into first. Parts of
               a normalized text are normalized (UAX #15), so it is part of none.
PATTERN        the split pattern cuts it, by itself and between each of BEFORE and AFTER. A pattern
               that looks further than these could still keep it whole. Tokens that are not whole
               characters are not tried, nor merges that a training record vouches for: of a
               training with superwords those of the second stage, whose pattern
               counts. It cuts some tokens of the first stage, such as white space before a line
               end by `superbpe-stage2`.
SPECIAL_TEXT   it contains the text of a special token, so that it is never given if special
               tokens are parsed; as plain text it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.vocabulary import VocabularyFacts
from engine.compiled import Int64s, UInt8s, bounds_of
from engine.settings import N_BYTES

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.splitting import Splitter

REACHED, MERGES, NORMALIZATION, PATTERN, SPECIAL_TEXT = range(5)
BEFORE = (
    "", "a", "A", "1", " ", "\n", "'", ".", "/", "//", "_", "\t", "é", "中", "\u0301", "\u200d",
)  # fmt: skip
AFTER = (*BEFORE, "s", "l", "e", "00")
"""Put around a token that the pattern cuts by itself; "s" ends a contraction, and so on."""

_TRIED_AT_ONCE = 512


def unreachable_tokens(tokenizer: Tokenizer, facts: VocabularyFacts) -> UInt8s:
    """uint8[n]: the first of the reasons above for each id, REACHED for none."""
    reasons = np.zeros(tokenizer.vocab_size, np.uint8)
    reasons[_special_look_alikes(tokenizer)] = SPECIAL_TEXT
    is_text = facts.characters > 0
    if tokenizer.training is not None:
        origin = tokenizer.superwords
        n_first = 0 if origin is None else origin.n_first_merges
        is_text = is_text.copy()
        is_text[tokenizer.ranked_ids[N_BYTES + n_first :]] = False
    texts = np.flatnonzero(is_text)
    reasons[_cut_by_pattern(tokenizer, texts)] = PATTERN
    reasons[_not_normalized(tokenizer, texts)] = NORMALIZATION
    reasons[_never_merged(tokenizer)] = MERGES
    return reasons


def _never_merged(tokenizer: Tokenizer) -> Int64s:
    """Ids that merging does not give, and that the format does not give out whole either."""
    from engine.encoding import own_merging  # numba is loaded here and not before

    positions = np.arange(N_BYTES, N_BYTES + tokenizer.n_merges, dtype=np.uint32)
    tokens = tokenizer.ranked_tokens[N_BYTES:]
    becomes = own_merging(tokens, tokenizer.ranked_merges, positions).becomes
    never = set(tokenizer.ranked_ids[N_BYTES:][becomes != positions].tolist())
    never |= set(tokenizer.extra_tokens.values())
    whole = [token_id for token_id in tokenizer.whole_tokens.values() if token_id in never]
    never -= set(_uncut(tokenizer, np.array(sorted(whole), np.int64)).tolist())
    return np.array(sorted(never), np.int64)


def _uncut(tokenizer: Tokenizer, ids: Int64s) -> Int64s:
    """Those of the ids whose bytes alone are one pre-token."""
    tokens = [tokenizer.vocabulary[i] for i in ids.tolist()]
    n_spans, _ = _pieces(tokenizer.splitter, tokens)
    return np.asarray(ids[n_spans == 1])


def _not_normalized(tokenizer: Tokenizer, ids: Int64s) -> Int64s:
    if tokenizer.normalization is None:
        return np.empty(0, np.int64)
    changed = [
        token_id
        for token_id in ids.tolist()
        if tokenizer.normalized(tokenizer.vocabulary[token_id]) != tokenizer.vocabulary[token_id]
    ]
    return np.array(changed, np.int64)


def _cut_by_pattern(tokenizer: Tokenizer, ids: Int64s) -> Int64s:
    tokens = [tokenizer.vocabulary[i] for i in ids.tolist()]
    return ids[np.array(always_cut_tokens(tokenizer.splitter, tokens), np.int64)]


def always_cut_tokens(splitter: Splitter, tokens: list[bytes]) -> list[int]:
    """Which of the tokens the pattern cuts alone and between each of BEFORE and AFTER."""
    n_spans, _ = _pieces(splitter, tokens)
    suspects = np.flatnonzero(n_spans > 1)
    contexts = [(before.encode(), after.encode()) for before in BEFORE for after in AFTER]
    return [
        suspect
        for start in range(0, len(suspects), _TRIED_AT_ONCE)
        for suspect in _always_cut(
            splitter, tokens, suspects[start : start + _TRIED_AT_ONCE], contexts
        )
    ]


def _always_cut(
    splitter: Splitter,
    tokens: list[bytes],
    suspects: Int64s,
    contexts: list[tuple[bytes, bytes]],
) -> list[int]:
    """Those of the suspects that no context keeps whole."""
    texts = [before + tokens[i] + after for i in suspects.tolist() for before, after in contexts]
    _, ends = _pieces(splitter, texts)
    starts = bounds_of(list(map(len, texts)))
    heads = np.array([len(before) for before, _ in contexts], np.int64)
    tails = np.array([len(after) for _, after in contexts], np.int64)
    begin = starts[:-1] + np.tile(heads, len(suspects))
    end = starts[1:] - np.tile(tails, len(suspects))
    # Whole if the first end of a piece behind the token's beginning is not inside the token.
    is_whole = ends[np.searchsorted(ends, begin, "right")] >= end
    kept = is_whole.reshape(len(suspects), len(contexts)).any(axis=1)
    return [int(suspect) for suspect in suspects[~kept]]


def _pieces(splitter: Splitter, texts: list[bytes]) -> tuple[Int64s, Int64s]:
    """Number of pre-tokens of each text, and where they end in all texts together."""
    bounds = bounds_of(list(map(len, texts)))
    blocks = [block.spans[:, 1] for block in splitter.span_blocks(b"".join(texts), bounds)]
    ends = np.concatenate(blocks) if blocks else np.empty(0, np.int64)
    n_spans = np.bincount(np.searchsorted(bounds[1:], ends), minlength=len(texts))
    return n_spans[: len(texts)], ends


def _special_look_alikes(tokenizer: Tokenizer) -> Int64s:
    """Ids of ordinary tokens that contain the name of one of (up to 1,000) special tokens."""
    names = [name.encode() for name in tokenizer.special_tokens]
    shortest = min(map(len, names), default=0)
    is_long = tokenizer.token_lengths >= max(1, shortest)
    is_long[list(tokenizer.special_tokens.values())] = False
    ids = np.flatnonzero(is_long)
    text = b"".join(tokenizer.vocabulary[token_id] for token_id in ids.tolist())
    ends = np.cumsum(tokenizer.token_lengths[ids])
    alike: set[int] = set()
    for name in names:
        at = text.find(name)
        while at >= 0:
            token = int(np.searchsorted(ends, at, "right"))
            if at + len(name) <= ends[token]:
                alike.add(int(ids[token]))
            at = text.find(name, at + 1)
    return np.array(sorted(alike), np.int64)
