"""Two tokenizers compared: the first merge that differs with its proven reason, and their tokens.

Up to that merge, of rank k, both have merged the same pairs in the same order, so every id below
256 + k is the same token in both. Three facts carry the reasoning:

- a training merges the most frequent pair that it may merge, so at rank k no other pair that it
  may merge is more frequent than the one it chose;
- the count of a pair whose halves exist never grows: a merge only takes occurrences away. So a
  pair that is merged later with count c had at least c at rank k;
- the same text, cut alike and weighed alike, has the same counts as long as the merges are equal.

Superwords (settings.superwords) change what is counted at the transition, so that the second fact
holds within a stage only, and the third as long as both are in the same stage by the same rules.
A reason is given only if one of these, or the settings, prove it.

Vocabularies are compared by the bytes of their tokens, with the rank that each has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from engine.compiled import Int64s
from engine.encoding import Tokenizer
from engine.library import AnyTokenizer, LibraryTokenizer
from engine.settings import N_BYTES
from engine.splitting import surely_cuts
from engine.training import SuperwordVeto, allowed_by

Side = Literal[0, 1]
ReasonKind = Literal[
    "size", "min_frequency", "no_pair", "token_limit", "merge_rules", "pattern_cuts",
    "tie_break", "text", "mixture", "pattern", "normalization", "parity", "several",
]  # fmt: skip
"""What decided.

size: `side` has no ids left for more merges.
min_frequency, no_pair: it ended before its size, because no pair is as frequent as its
    min_frequency, or no pair is left at all.
token_limit: `side` allows no token of that length.
merge_rules: those of `side` forbid it.
pattern_cuts: the pattern of `side` never leaves the other's pair in one pre-token.
tie_break: both pairs are equally frequent.
text, mixture, pattern, normalization: the counts differ because this differs.
parity: languages choose in one of them, or other languages, so that the most frequent pair loses.
several: more than one of these may be the reason.
"""

Circumstance = Literal["pattern", "normalization", "mixture", "text", "parity"]

NO_MERGE = -1
"""Rank of a token that no merge makes: a single byte, or an extra token of an imported one."""

_NOWHERE = (NO_MERGE, -1)


@dataclass(frozen=True, slots=True)
class PairCount:
    """Occurrences of a pair at the first merge that differs, as far as a record knows.

    at_least, at_most: bounds in whole occurrences; equal if the count is known, None if
    nothing is. merged_at: rank at which this tokenizer merges the pair, None if never.
    """

    at_least: int | None = None
    at_most: int | None = None
    merged_at: int | None = None

    @property
    def exact(self) -> int | None:
        """The count, None if only bounds or nothing is known."""
        return self.at_least if self.at_least == self.at_most else None


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """The merge one tokenizer makes at the rank where they diverge.

    left, right: bytes of its halves. counts: occurrences in the first and in the second tokenizer's
    training at that rank.
    """

    left: bytes
    right: bytes
    counts: tuple[PairCount, PairCount]

    @property
    def token(self) -> bytes:
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is proven. side: the tokenizer that it is about, None for both.

    differing, unknown: for "several", the circumstances that differ, and those that may.
    number: size, limit or count, as the kind says; None for other kinds.
    """

    kind: ReasonKind
    side: Side | None = None
    differing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class MergeDivergence:
    """The first merge in which two lists differ.

    rank: of the first merge that differs; those before are equal. pairs: what each merges there,
    None for one that has no more merges. reasons: what is proven, () where the records do not say.
    is_recorded: whether both have a record of their training, so that these could say it.
    """

    rank: int
    pairs: tuple[ChosenPair | None, ChosenPair | None]
    reasons: tuple[Reason, ...] = ()
    is_recorded: bool = True


@dataclass(frozen=True, slots=True)
class UnknownMerges:
    """That merges cannot be compared. side: of the tokenizer that runs through its library.

    library: its name and version; reason: why, the end of a sentence.
    """

    side: Side
    library: str
    reason: str


def merge_comparison(
    first: AnyTokenizer, second: AnyTokenizer, *, same_text: bool | None = None
) -> MergeDivergence | UnknownMerges | None:
    """As `first_divergence`, also of tokenizers whose merges only their library knows."""
    if isinstance(first, LibraryTokenizer):
        return UnknownMerges(0, first.library, first.reason)
    if isinstance(second, LibraryTokenizer):
        return UnknownMerges(1, second.library, second.reason)
    return first_divergence(first, second, same_text=same_text)


def first_divergence(
    first: Tokenizer, second: Tokenizer, *, same_text: bool | None = None
) -> MergeDivergence | None:
    """The first merge in which two tokenizers differ; None if their merges are the same.

    same_text: whether both were trained on the same text, where the caller knows (from hashes of
    files); None if that is not known. Records alone can prove that texts differ, never that
    they are the same.
    """
    ours, theirs = first.ranked_merges, second.ranked_merges
    n = min(len(ours), len(theirs))
    different = np.flatnonzero((ours[:n] != theirs[:n]).any(axis=1))
    if not len(different) and len(ours) == len(theirs):
        return None
    rank = int(different[0]) if len(different) else n
    sides = (first, second)
    pairs = (_chosen(sides, 0, rank), _chosen(sides, 1, rank))
    divergence = MergeDivergence(rank, pairs)
    is_recorded = all(side.training is not None for side in sides)
    return MergeDivergence(rank, pairs, _reasons(sides, divergence, same_text), is_recorded)


def _chosen(sides: tuple[Tokenizer, Tokenizer], side: Side, rank: int) -> ChosenPair | None:
    merges = sides[side].ranked_merges
    if rank >= len(merges):
        return None
    left, right = merges[rank].tolist()
    tokens = sides[side].ranked_tokens
    counts = tuple(_count(tokenizer, (left, right), rank) for tokenizer in sides)
    return ChosenPair(tokens[left], tokens[right], (counts[0], counts[1]))


def _count(tokenizer: Tokenizer, pair: tuple[int, int], rank: int) -> PairCount:
    """What a tokenizer's record knows of a pair of ids below 256 + rank, at that rank."""
    later = tokenizer.ranked_merges[rank:]
    indexes = np.flatnonzero((later == np.array(pair, np.uint32)).all(axis=1))
    merged_at = rank + int(indexes[0]) if len(indexes) else None
    record = tokenizer.training
    if record is None:
        return PairCount(merged_at=merged_at)
    counts = record.occurrences
    at_least = at_most = None
    if merged_at is not None and not _passes_transition(tokenizer, rank, merged_at):
        at_least = int(counts[merged_at])
    if merged_at == rank or (
        rank < len(counts)
        and _chooser(tokenizer, rank) is None
        and _is_allowed(tokenizer, pair, rank)
    ):
        at_most = int(counts[rank])
    return PairCount(at_least, at_most, merged_at)


def _in_stage_two(tokenizer: Tokenizer, rank: int) -> bool:
    origin = tokenizer.superwords
    return origin is not None and rank >= origin.n_first_merges


def _passes_transition(tokenizer: Tokenizer, rank: int, later: int) -> bool:
    """Whether superwords begin behind one merge and up to another, so that counts may grow."""
    return _in_stage_two(tokenizer, rank) != _in_stage_two(tokenizer, later)


def _cutting(tokenizer: Tokenizer, rank: int) -> object:
    """What decides in which spans a training counts pairs at a rank."""
    origin = tokenizer.superwords
    if origin is None:
        return tokenizer.pattern
    if not _in_stage_two(tokenizer, rank):
        return origin.first_pattern
    record = tokenizer.training
    superwords = None if record is None else record.config.superwords
    rules = None if superwords is None else replace(superwords.stage_two_rules, name="")
    return tokenizer.pattern, origin, rules


def _chooser(tokenizer: Tokenizer, rank: int) -> object:
    """What chooses a merge in place of the counts of all text; None where those do."""
    record = tokenizer.training
    parity = None if record is None else record.config.parity
    if record is None or parity is None:
        return None
    if rank < parity.n_global(record.config.n_merges):
        return None
    texts = parity.texts if record.parity is None else record.parity.digest
    return texts, sorted(parity.ratios.items()), parity.window, parity.alpha


def _pattern_at(tokenizer: Tokenizer, rank: int) -> str:
    origin = tokenizer.superwords
    if origin is None or _in_stage_two(tokenizer, rank):
        return tokenizer.pattern
    return origin.first_pattern


def _is_allowed(tokenizer: Tokenizer, pair: tuple[int, int], rank: int) -> bool:
    """Whether the limit and the rules of a training let it merge a pair at a rank."""
    record = tokenizer.training
    assert record is not None
    tokens = tokenizer.ranked_tokens
    token = tokens[pair[0]] + tokens[pair[1]]
    if 2 < len(token) > record.config.longest_merge:
        return False
    superwords = record.config.superwords
    if superwords is not None and _in_stage_two(tokenizer, rank):
        veto = SuperwordVeto(superwords.stage_two_rules, tokens[: N_BYTES + rank])
        if not veto.allows(token):
            return False
    return allowed_by(record.config.merge_rules, token)


def _reasons(
    sides: tuple[Tokenizer, Tokenizer], divergence: MergeDivergence, same_text: bool | None
) -> tuple[Reason, ...]:
    if divergence.pairs[0] is None:
        return _end(sides, 0, divergence)
    if divergence.pairs[1] is None:
        return _end(sides, 1, divergence)
    barred = (*_barred(sides, divergence, 0), *_barred(sides, divergence, 1))
    if barred:
        return barred
    return _by_counts(sides, divergence, same_text)


def _end(
    sides: tuple[Tokenizer, Tokenizer], side: Side, divergence: MergeDivergence
) -> tuple[Reason, ...]:
    """Why one of the two has no merge left."""
    record = sides[side].training
    if record is None:
        return ()
    config = record.config
    if config.n_merges <= divergence.rank:
        return (Reason("size", side, number=config.vocab_size),)
    rules = config.merge_rules, config.superwords
    if config.max_token_bytes is not None or any(rule is not None for rule in rules):
        # pairs may be left that are frequent, and too long or forbidden
        return _barred(sides, divergence, side)
    if config.min_frequency > 1:
        return (Reason("min_frequency", side, number=config.min_frequency),)
    return (Reason("no_pair", side),)


def _barred(
    sides: tuple[Tokenizer, Tokenizer], divergence: MergeDivergence, side: Side
) -> tuple[Reason, ...]:
    """Why `side` could not make the other's merge at all."""
    pair = divergence.pairs[1 - side]
    assert pair is not None
    reasons = []
    record = sides[side].training
    if record is not None and 2 < len(pair.token) > record.config.longest_merge:
        reasons.append(Reason("token_limit", side, number=record.config.max_token_bytes))
    if record is not None and not allowed_by(record.config.merge_rules, pair.token):
        reasons.append(Reason("merge_rules", side))
    if surely_cuts(_pattern_at(sides[side], divergence.rank), pair.token):
        reasons.append(Reason("pattern_cuts", side))
    return tuple(reasons)


def _by_counts(
    sides: tuple[Tokenizer, Tokenizer], divergence: MergeDivergence, same_text: bool | None
) -> tuple[Reason, ...]:
    """Both may make both merges: other counts decided, or the order of equal ones."""
    records = sides[0].training, sides[1].training
    if records[0] is None or records[1] is None:
        return ()
    differing = circumstances(*sides, same_text=same_text, rank=divergence.rank)
    tie_breaks_differ = records[0].config.tie_break != records[1].config.tie_break
    if same_text and not differing:
        if tie_breaks_differ:
            return (Reason("tie_break", number=int(records[0].occurrences[divergence.rank])),)
        return ()
    if all(_chooser(side, divergence.rank) is None for side in sides):
        if tie_breaks_differ and _is_tie(sides, divergence):
            return (Reason("tie_break", number=int(records[0].occurrences[divergence.rank])),)
        if not _counts_differ(sides, divergence):
            return ()
    if not differing:  # all else is equal, so it is the text
        return (Reason("text"),)
    if len(differing) > 1 or (same_text is None and differing != ("text",)):
        unknown = () if same_text is not None or "text" in differing else ("text",)
        return (Reason("several", differing=differing, unknown=unknown),)
    return (Reason(differing[0]),)


def circumstances(
    first: Tokenizer, second: Tokenizer, *, same_text: bool | None = None, rank: int = 0
) -> tuple[Circumstance, ...]:
    """Which circumstances are proven to differ between two trainings.

    rank: of the merge in question; superwords, their rules and who chooses are those of that merge.
    """
    differing: list[Circumstance] = []
    if _cutting(first, rank) != _cutting(second, rank):
        differing.append("pattern")
    if first.normalization != second.normalization:
        differing.append("normalization")
    ours, theirs = first.training, second.training
    if ours is None or theirs is None:
        return tuple(differing)
    weights = [
        sorted(zip(record.source_labels, map(Fraction, record.source_weights.tolist()),
                   strict=True)) for record in (ours, theirs)
    ]  # fmt: skip
    scaled = [
        [(label, weight / record.weight_scale) for label, weight in pairs]
        for pairs, record in zip(weights, (ours, theirs), strict=True)
    ]
    if (ours.is_weighted or theirs.is_weighted) and scaled[0] != scaled[1]:
        differing.append("mixture")
    if _chooser(first, rank) != _chooser(second, rank):
        differing.append("parity")
    sizes_differ = (ours.bytes, int(ours.source_characters.sum())) != (
        theirs.bytes, int(theirs.source_characters.sum()),
    )  # fmt: skip
    # A normal form changes sizes, and a mixture may leave sources out: then they prove nothing.
    is_proven = sizes_differ and not {"normalization", "mixture"} & set(differing)
    if same_text is False or (same_text is None and is_proven):
        differing.append("text")
    return tuple(differing)


def _is_tie(sides: tuple[Tokenizer, Tokenizer], divergence: MergeDivergence) -> bool:
    """Whether the records prove that both pairs were equally frequent in both trainings."""
    for side, tokenizer in enumerate(sides):
        record, other = tokenizer.training, divergence.pairs[1 - side]
        assert record is not None
        assert other is not None
        later = other.counts[side].merged_at
        if later is None or record.counts[later] != record.counts[divergence.rank]:
            return False
        if _passes_transition(tokenizer, divergence.rank, later):
            return False
    return True


def _counts_differ(sides: tuple[Tokenizer, Tokenizer], divergence: MergeDivergence) -> bool:
    """Whether the records prove that some pair had other counts, at this merge or before it."""
    records = sides[0].training, sides[1].training
    assert records[0] is not None
    assert records[1] is not None
    before = [record.counts[: divergence.rank].tolist() for record in records if record]
    scales = records[0].weight_scale, records[1].weight_scale
    for count, other in zip(*before, strict=True):
        if count * scales[1] != other * scales[0]:
            return True
    return any(_bounds_exclude(*pair.counts) for pair in divergence.pairs if pair is not None)


def _bounds_exclude(first: PairCount, second: PairCount) -> bool:
    """Whether two counts cannot be equal."""
    for one, other in ((first, second), (second, first)):
        if one.at_most is not None and other.at_least is not None and one.at_most < other.at_least:
            return True
    return False


@dataclass(frozen=True, eq=False)
class VocabularyDifference:
    """The tokens of two tokenizers as sets of bytes, special tokens apart.

    tokens: every token of either, those of both first in the order of the first tokenizer, then
        those of the first alone, then those of the second alone.
    ranks: int64[n, 2], rank of the merge that first makes the token in each; NO_MERGE for none.
    ids: int64[n, 2], id of the token in each; -1 if it is missing.
    n_both, n_first, n_second: how many of `tokens` are in both, in one alone.
    special: names of special tokens in both, in the first alone and in the second alone, sorted.
    """

    tokens: tuple[bytes, ...]
    ranks: Int64s
    ids: Int64s
    n_both: int
    n_first: int
    n_second: int
    special: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

    @property
    def n_all(self) -> int:
        """Different tokens of both together."""
        return len(self.tokens)

    @property
    def overlap(self) -> float:
        """Share of all different tokens that both have (Jaccard index); 1 for equal vocabularies.

        Source: P. Jaccard, Étude comparative de la distribution florale, 1901.
        """
        return self.n_both / self.n_all if self.n_all else 1.0

    @cached_property
    def places(self) -> Int64s:
        """int64[n], position of each token in the order of the bytes of all."""
        places = np.empty(len(self.tokens), np.int64)
        places[sorted(range(len(self.tokens)), key=self.tokens.__getitem__)] = np.arange(
            len(places)
        )
        return places

    @property
    def both(self) -> slice:
        """Where in `tokens` those of both are."""
        return slice(0, self.n_both)

    @property
    def only_first(self) -> slice:
        """Where in `tokens` those of the first alone are."""
        return slice(self.n_both, self.n_both + self.n_first)

    @property
    def only_second(self) -> slice:
        """Where in `tokens` those of the second alone are."""
        return slice(self.n_both + self.n_first, self.n_all)


def vocabulary_difference(first: AnyTokenizer, second: AnyTokenizer) -> VocabularyDifference:
    """Compare two vocabularies by the bytes of their tokens.

    Those of a tokenizer that runs through its library are as near as they can be said, and have
    no ranks.

    A token that several merges make counts once, with its lowest rank. Tokens that merges do not
    make (single bytes, extra tokens) count as well; special tokens are compared by name.
    """
    ours, theirs = _places(first), _places(second)
    both = [token for token in ours if token in theirs]
    only_first = [token for token in ours if token not in theirs]
    only_second = [token for token in theirs if token not in ours]
    tokens = (*both, *only_first, *only_second)
    rows = [[places.get(token, _NOWHERE) for places in (ours, theirs)] for token in tokens]
    numbers = np.array(rows, np.int64).reshape(-1, 2, 2)
    names = [frozenset(table.special_tokens) for table in (first, second)]
    return VocabularyDifference(
        tokens=tokens,
        ranks=numbers[:, :, 0],
        ids=numbers[:, :, 1],
        n_both=len(both),
        n_first=len(only_first),
        n_second=len(only_second),
        special=(
            tuple(sorted(names[0] & names[1])),
            tuple(sorted(names[0] - names[1])),
            tuple(sorted(names[1] - names[0])),
        ),
    )


def _places(table: AnyTokenizer) -> dict[bytes, tuple[int, int]]:
    """Rank and id by token, in rank order; extra tokens come last, by id."""
    places: dict[bytes, tuple[int, int]] = {}
    if isinstance(table, LibraryTokenizer):
        special = set(table.special_tokens.values())
        for token_id, token in enumerate(table.vocabulary):
            if token and token_id not in special:
                places.setdefault(token, (NO_MERGE, token_id))
        return places
    ids = table.ranked_ids.tolist()
    for position, token in enumerate(table.ranked_tokens):
        rank = position - N_BYTES if position >= N_BYTES else NO_MERGE
        places.setdefault(token, (rank, ids[position]))
    for token, token_id in sorted(table.extra_tokens.items(), key=lambda item: item[1]):
        places.setdefault(token, (NO_MERGE, token_id))
    return places
