"""What a training record says of its tokens: how often each is left at the end, and inside what.

f(t), how often t was made, is `applied` of its merge. Every later merge of t with something takes
as many of them as it was applied, twice as many if it joins t with itself. So in the training
corpus, cut and encoded with the finished tokenizer, t occurs

    c(t) = applied(t) - sum of applied(m) over merges m with t on the left
                      - sum of applied(m) over merges m with t on the right

times, exactly: the training ends in the very state that encoding reaches. How often single bytes
occurred in the corpus is not in the record, so nothing is said of them. With superwords the text is
cut again at the transition, which changes how often every token of stage one occurs in it, and that
is not in the record either; c(t) is exact for the tokens of stage two alone.

Picky BPE (Chizhov et al. 2024, arXiv 2409.04599) calls f(x1, x2) / f(x1) the intersection over
self of x1 in x1x2, and drops x1 if it is at least 0.9 when x1x2 is merged, with f(x1) as it
is then. `picky` marks these. Where several merges have eaten a token up the last of them has
an IoS of 1, so `inside_share` is over all x1 ever made: the share that went into one token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.compiled import Bools, Floats, Int64s, UInt32s
from engine.settings import N_BYTES

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.settings import TrainingRecord

THRESHOLD = 0.9
"""Of the intersection over self; the value that the paper's experiments use most."""


@dataclass(frozen=True, eq=False)
class VocabularyLineage:
    """One entry per token id.

    remaining: int64[n], c(t) above, -1 for what no merge made and if it is not known. inside:
    int64[n], the id of the token that took the most of it, -1 if none did; inside_share:
    float64[n], that share.
    picky: bool[n], tokens that Picky BPE would have dropped. n_tokens: tokens of the corpus.
    """

    remaining: Int64s
    inside: Int64s
    inside_share: Floats
    picky: Bools
    n_tokens: int


def vocabulary_lineage(tokenizer: Tokenizer) -> VocabularyLineage | None:
    """The lineage of a tokenizer that was trained here, None for any other."""
    training = tokenizer.training
    if training is None:
        return None
    n_positions = N_BYTES + tokenizer.n_merges
    n_made = np.zeros(n_positions, np.int64)
    n_made[N_BYTES:] = training.applied
    taken_from, by, amount, left_before = _takings(tokenizer.ranked_merges, n_made)
    taken = np.concatenate(([0], np.cumsum(amount)))
    bounds = np.searchsorted(taken_from, np.arange(n_positions + 1))
    remaining = n_made - (taken[bounds[1:]] - taken[bounds[:-1]])
    remaining[: N_BYTES + _first_exact(training)] = -1

    is_merge = taken_from >= N_BYTES
    taken_from, by, amount, left_before = (
        array[is_merge] for array in (taken_from, by, amount, left_before)
    )
    order = np.lexsort((-by, amount, taken_from))  # the greatest last, the earliest of equals
    inside = np.full(n_positions, -1, np.int64)
    share = np.zeros(n_positions, np.float64)
    inside[taken_from[order]] = by[order]
    share[taken_from[order]] = amount[order] / np.maximum(n_made[taken_from[order]], 1)
    picky = np.zeros(n_positions, np.bool_)
    picky[taken_from[amount >= THRESHOLD * left_before]] = True
    return _by_id(tokenizer, remaining, inside, share, picky)


@dataclass(frozen=True, eq=False)
class LabelledMaking:
    """One token under each label of the training corpus.

    labels: in the order of the corpus. made, remaining: int64[n_labels], f(t) and c(t) above.
    n_bytes: int64[n_labels], of the text that was read.
    """

    labels: tuple[str, ...]
    made: Int64s
    remaining: Int64s
    n_bytes: Int64s


def making_by_label(tokenizer: Tokenizer, token_id: int) -> LabelledMaking | None:
    """How often a token was made and is left under each label; None if it is not recorded.

    Nothing is recorded of single bytes and special tokens, nor of imported tokenizers, nor how
    many tokens of stage one are left if superwords followed.
    """
    training = tokenizer.training
    position = int(tokenizer.positions_of_ids[token_id])
    if training is None or position < N_BYTES + _first_exact(training):
        return None
    applied = training.source_applied
    n_made = applied[position - N_BYTES]
    left, right = tokenizer.ranked_merges.T
    taken = applied[left == position].sum(axis=0) + applied[right == position].sum(axis=0)
    labels = tuple(dict.fromkeys(training.source_labels))
    number = np.array([labels.index(label) for label in training.source_labels], np.int64)
    sums = [
        np.bincount(number, array, len(labels)).astype(np.int64)
        for array in (n_made, n_made - taken, training.source_bytes)
    ]
    return LabelledMaking(labels, *sums)


def _first_exact(training: TrainingRecord) -> int:
    """The first merge of whose token the record says exactly how many are left."""
    return 0 if training.second_stage is None else training.second_stage.n_first


def _takings(merges: UInt32s, made: Int64s) -> tuple[Int64s, ...]:
    """Every time a merge took of a token: (token, what it made, how many, how many there were).

    All int64, in positions, sorted by the token and then by rank.
    """
    left, right = merges.astype(np.int64).T
    applied = made[N_BYTES:]
    result = np.arange(N_BYTES, N_BYTES + len(merges))
    is_double = left == right
    tokens = np.concatenate([left, right[~is_double]])
    by = np.concatenate([result, result[~is_double]])
    amount = np.concatenate([np.where(is_double, 2 * applied, applied), applied[~is_double]])
    order = np.lexsort((by, tokens))
    tokens, by, amount = tokens[order], by[order], amount[order]
    before = np.cumsum(amount) - amount
    first = np.searchsorted(tokens, tokens)
    return tokens, by, amount, made[tokens] - (before - before[first])


def _by_id(
    tokenizer: Tokenizer,
    remaining: Int64s,
    inside: Int64s,
    share: Floats,
    picky: Bools,
) -> VocabularyLineage:
    """Positions in rank order as ids."""
    assert tokenizer.training is not None
    ids = tokenizer.ranked_ids.astype(np.int64)
    n = tokenizer.vocab_size
    by_id = VocabularyLineage(
        remaining=np.full(n, -1, np.int64),
        inside=np.full(n, -1, np.int64),
        inside_share=np.zeros(n, np.float64),
        picky=np.zeros(n, np.bool_),
        n_tokens=tokenizer.training.corpus_tokens(),
    )
    by_id.remaining[ids] = remaining
    by_id.inside[ids] = np.where(inside >= 0, ids[inside], -1)
    by_id.inside_share[ids] = share
    by_id.picky[ids] = picky
    return by_id
