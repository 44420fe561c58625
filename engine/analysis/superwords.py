"""Superwords: what each saves and where they are used; a tokenizer compared with one without them.

A superword is a token of more than one word by one of the two rules of engine.text.words. Its
parts are the largest tokens of one word that it was merged from. Each time its merge was applied
in the training one token less was left: that is what it saved, beyond what the superwords within
it had saved before. Imported tokenizers have superwords, too, but no record of what they save.

The comparison encodes every text with both; special tokens are plain text. Saved is 1 - tokens /
tokens of the ordinary tokenizer of the same size, as in the SuperBPE paper and the article. It is
negative if superwords cost tokens, for example because a label had no part in stage two and the
smaller first stage serves it worse.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.usage import TokenDistribution, TokenUsage, token_distribution, usage_steps
from engine.compiled import Bools, Int64s, UInt32s
from engine.machine import Progress, relayed
from engine.settings import N_BYTES
from engine.text import word_runs, words_between_spaces

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.settings import TrainingRecord


@dataclass(frozen=True, slots=True)
class Superword:
    """One row. words: between spaces; runs: of letters and numbers; parts: ids, from the left.

    rank: of its merge, None for an imported token that no merge makes. count, applied: how often
    the training corpus had its pair when it was chosen, and how often it was merged, both as the
    mixture weighs the sources; None without a training record.
    """

    token_id: int
    token: bytes
    words: int
    runs: int
    parts: tuple[int, ...]
    rank: int | None
    count: int | None
    applied: int | None


@dataclass(frozen=True, slots=True)
class SuperwordShare:
    """The share of superwords in a label's training text, as the training left it.

    tokens: all; several_words: those that have more than one word between spaces; stage_two: those
    that stage two made, in scripts without spaces too, None if there was no stage two.
    """

    label: str
    tokens: int
    several_words: int
    stage_two: int | None

    @property
    def share(self) -> float:
        return self.several_words / max(1, self.tokens)

    @property
    def stage_two_share(self) -> float | None:
        return None if self.stage_two is None else self.stage_two / max(1, self.tokens)


@dataclass(frozen=True, eq=False)
class SuperwordReport:
    """words, runs: int64[n_ids], see engine.text.words; 0 for special tokens and unused ids.

    shares: of each label and of all text together, last; empty without a training record.
    n_first: merges of stage one; None if no second stage is known.
    """

    tokenizer: Tokenizer
    words: Int64s
    runs: Int64s
    shares: tuple[SuperwordShare, ...]
    n_first: int | None

    @cached_property
    def ids(self) -> Int64s:
        """int64[k]: the ids of all superwords, in order."""
        return np.flatnonzero((self.words > 1) | (self.runs > 1))

    @property
    def total(self) -> SuperwordShare | None:
        """Of all text; None if nothing is known."""
        return self.shares[-1] if self.shares else None

    def by_words(self) -> dict[int, int]:
        """Number of superwords by their words between spaces, the fewest first."""
        n_words, counts = np.unique(self.words[self.ids], return_counts=True)
        return dict(zip(n_words.tolist(), counts.tolist(), strict=True))

    @cached_property
    def rows(self) -> tuple[Superword, ...]:
        """All superwords in the order of their ids."""
        return tuple(map(self._row, self.ids.tolist()))

    def parts(self, token_id: int) -> tuple[int, ...]:
        """The ids of the largest tokens of one word that a token was merged from."""
        merges, ids = self.tokenizer.ranked_merges, self.tokenizer.ranked_ids
        parts, rest = [], [int(self.tokenizer.positions_of_ids[token_id])]
        while rest:
            position = rest.pop()
            own = int(ids[position]) if position >= 0 else token_id
            is_leaf = position < N_BYTES or max(self.words[own], self.runs[own]) < 2
            if is_leaf:
                parts.append(own)
            else:
                left, right = merges[position - N_BYTES].tolist()
                rest += (right, left)
        return tuple(parts)

    def _row(self, token_id: int) -> Superword:
        tokenizer, training = self.tokenizer, self.tokenizer.training
        rank: int | None = int(tokenizer.positions_of_ids[token_id]) - N_BYTES
        count = applied = None
        if rank is None or rank < 0:
            rank = None
        elif training is not None and rank < len(training.applied):
            count, applied = int(training.occurrences[rank]), int(training.mixed_applied[rank])
        words, runs = int(self.words[token_id]), int(self.runs[token_id])
        token, parts = tokenizer.vocabulary[token_id], self.parts(token_id)
        return Superword(token_id, token, words, runs, parts, rank, count, applied)


def superword_report(tokenizer: Tokenizer) -> SuperwordReport:
    """The report of any tokenizer with merges; without superwords its list is empty."""
    vocabulary = list(tokenizer.vocabulary)
    for token_id in tokenizer.special_tokens.values():
        vocabulary[token_id] = b""
    words = words_between_spaces(vocabulary)
    texts = [_text(data) for data in vocabulary]
    points = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    owners = np.repeat(np.arange(len(texts)), list(map(len, texts)))
    runs = word_runs(points, owners, len(texts))
    origin = tokenizer.superwords
    n_first = None if origin is None else origin.n_first_merges
    return SuperwordReport(tokenizer, words, runs, superword_shares(tokenizer), n_first)


def superword_shares(tokenizer: Tokenizer) -> tuple[SuperwordShare, ...]:
    """The share of superwords in each label's training text, and last of all text together.

    Empty for a tokenizer without a training record.
    """
    training = tokenizer.training
    if training is None:
        return ()
    has_several = words_between_spaces(tokenizer.ranked_tokens) > 1
    return _shares(training, tokenizer.ranked_merges, has_several)


def _text(data: bytes) -> str:
    """A token as text, "" for one that is not whole characters: its words are unknown."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""


def _shares(
    training: TrainingRecord, merges: UInt32s, has_several: Bools
) -> tuple[SuperwordShare, ...]:
    """Shares by label, from how often each merge was applied in each source.

    merges: in positions; has_several: bool[256 + n], by position. Where there were two stages they
    speak of the text that took part in the second, and of what that made.
    """
    second = training.second_stage
    n_first = 0 if second is None else second.n_first
    before = training.source_bytes if second is None else np.array(second.source_tokens, np.int64)
    applied = training.source_applied[n_first:]
    in_two = np.arange(len(has_several)) >= N_BYTES + n_first
    counted = [
        before - applied.sum(axis=0),
        tokens_left(applied, merges[n_first:], has_several & in_two),
        tokens_left(applied, merges[n_first:], in_two),
    ]
    labels, of_labels = training.by_label(*counted)
    sums = [np.append(array, array.sum()) for array in of_labels]
    return tuple(
        SuperwordShare(label, tokens, several, None if second is None else from_two)
        for label, tokens, several, from_two in zip(
            (*labels, "all"), *(array.tolist() for array in sums), strict=True
        )
    )


def tokens_left(applied: Int64s, merges: UInt32s, members: Bools) -> Int64s:
    """int64[n_sources]: how many tokens of a set some last merges leave in each source.

    applied: int64[n, n_sources]; merges: uint32[n, 2] in positions; members: bool[m], by position,
    the last n of them made by these merges, and none that was there before. Each application of a
    merge makes one of its token and takes one of either half: see engine.analysis.vocabulary.
    """
    gain = members[len(members) - len(merges) :].astype(np.int64)
    gain -= members[merges[:, 0]]
    gain -= members[merges[:, 1]]
    return np.asarray(gain @ applied, np.int64)


@dataclass(frozen=True, slots=True)
class SavedTokens:
    """One label, or all. bytes, plain_bytes: of its text as each of the two reads it.

    They differ only if one of them normalizes. tokens, plain_tokens: of both; several_words:
    those of `tokens` that have more than one word between spaces (engine.text.words).
    """

    label: str
    bytes: int
    tokens: int
    plain_bytes: int
    plain_tokens: int
    several_words: int

    @property
    def saved(self) -> float:
        """Share of the ordinary tokenizer's tokens that superwords save; 0 without text."""
        return 1 - self.tokens / self.plain_tokens if self.plain_tokens else 0.0

    @property
    def bytes_per_token(self) -> float:
        return self.bytes / max(1, self.tokens)

    @property
    def plain_bytes_per_token(self) -> float:
        return self.plain_bytes / max(1, self.plain_tokens)

    @property
    def several_words_share(self) -> float:
        return self.several_words / max(1, self.tokens)


@dataclass(frozen=True, eq=False)
class SuperwordComparison:
    """rows: of each label, in the order of the texts; total: of all of them together.

    distribution, plain_distribution: how evenly each uses its tokens. documents: of the texts.
    sizes: of both vocabularies; a comparison says little if they differ.
    """

    rows: tuple[SavedTokens, ...]
    total: SavedTokens
    distribution: TokenDistribution
    plain_distribution: TokenDistribution
    documents: int

    @property
    def sizes(self) -> tuple[int, int]:
        return self.distribution.vocab_size, self.plain_distribution.vocab_size


def comparison_steps(
    tokenizer: Tokenizer, plain: Tokenizer, corpus: Corpus
) -> Generator[Progress, None, SuperwordComparison]:
    """Encode a corpus by both, one after the other; yields about ten times a second.

    tokenizer: the one with superwords. Raises CorpusError for files that cannot be read.
    """
    usages: list[TokenUsage] = []
    before = 0

    def of_both(progress: Progress) -> Progress:
        total = before + progress.total * (1 if usages else 2)
        return Progress(before + progress.done, total)

    for one in (tokenizer, plain):
        usages.append((yield from relayed(usage_steps(one, corpus), of_both)))
        before = usages[0].bytes
    return compared_usages(tokenizer, usages[0], usages[1])


def compared_usages(
    tokenizer: Tokenizer, usage: TokenUsage, plain: TokenUsage
) -> SuperwordComparison:
    """The comparison from the uses of both in the same texts; `usage` is that of superwords."""
    has_several = words_between_spaces(tokenizer.vocabulary) > 1
    ours, theirs = _by_label(usage, has_several), _by_label(plain, None)
    nothing = (0, 0, 0)
    rows = tuple(
        _row(label, ours.get(label, nothing), theirs.get(label, nothing))
        for label in dict.fromkeys((*ours, *theirs))
    )
    several = int(usage.counts[has_several].sum())
    total = SavedTokens("all", usage.bytes, usage.tokens, plain.bytes, plain.tokens, several)
    distributions = (token_distribution(usage.counts), token_distribution(plain.counts))
    return SuperwordComparison(rows, total, *distributions, usage.documents)


def _row(label: str, ours: tuple[int, int, int], theirs: tuple[int, int, int]) -> SavedTokens:
    n_bytes, tokens, several = ours
    return SavedTokens(label, n_bytes, tokens, theirs[0], theirs[1], several)


def _by_label(usage: TokenUsage, has_several: Bools | None) -> dict[str, tuple[int, int, int]]:
    """Bytes, tokens and tokens of several words under each label."""
    rows: dict[str, tuple[int, int, int]] = {}
    uses = usage.by_label
    if uses is None:
        return rows
    for label, ids, counts in zip(uses.labels, uses.ids, uses.counts, strict=True):
        several = 0 if has_several is None else int(counts[has_several[ids]].sum())
        rows[label] = (int(counts @ usage.lengths[ids]), int(counts.sum()), several)
    return rows
