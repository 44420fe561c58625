"""SuperwordReport: the tokens of more than one word, what each saves, and where they are used.

A superword is a token of more than one word by one of the two rules of engine.token_words. Its
parts are the largest tokens of one word that it was merged from. Each time its merge was applied
in the training one token less was left: that is what it saved, beyond what the superwords within
it had saved before. Imported tokenizers have superwords, too, but no record of what they save.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from engine.token_words import word_runs, words_between_spaces

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer
    from engine.training_record import TrainingRecord

Int64s = npt.NDArray[np.int64]


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
    """What of a label's training text, as the training left it, stands in superwords.

    tokens: all; several_words: those that hold more than one word between spaces; stage_two: those
    that stage two made, in scripts without spaces too, None where there was no stage two.
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
    """words, runs: int64[n_ids], see engine.token_words; 0 for special tokens and unused ids.

    shares: of each label and of all text together, last; empty without a training record.
    n_first: merges of stage one; None where no second stage is known.
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
        """Of all text; None where nothing is known."""
        return self.shares[-1] if self.shares else None

    def by_words(self) -> dict[int, int]:
        """How many superwords have how many words between spaces, the fewest first."""
        found, counts = np.unique(self.words[self.ids], return_counts=True)
        return dict(zip(found.tolist(), counts.tolist(), strict=True))

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
    """What of each label's training text stands in superwords, and last of all text together.

    Empty for a tokenizer without a training record.
    """
    training = tokenizer.training
    if training is None:
        return ()
    has_several = words_between_spaces(tokenizer.ranked_tokens) > 1
    return _shares(training, tokenizer.ranked_merges, has_several)


def _text(data: bytes) -> str:
    """A token as text, "" for one that is not whole characters: its words cannot be told."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""


def _shares(
    training: TrainingRecord,
    merges: npt.NDArray[np.uint32],
    has_several: npt.NDArray[np.bool_],
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
    labels = tuple(dict.fromkeys(training.source_labels))
    number = np.array([labels.index(label) for label in training.source_labels], np.int64)
    sums = [np.bincount(number, each, len(labels)).astype(np.int64) for each in counted]
    sums = [np.append(each, each.sum()) for each in sums]
    return tuple(
        SuperwordShare(label, tokens, several, None if second is None else made)
        for label, tokens, several, made in zip(
            (*labels, "all"), *(each.tolist() for each in sums), strict=True
        )
    )


def tokens_left(
    applied: Int64s, merges: npt.NDArray[np.uint32], members: npt.NDArray[np.bool_]
) -> Int64s:
    """int64[n_sources]: how many tokens of a set some last merges leave in each source.

    applied: int64[n, n_sources]; merges: uint32[n, 2] in positions; members: bool[m], by position,
    the last n of them made by these merges, and none that was there before. Each application of a
    merge makes one of its token and takes one of either half: see engine.vocabulary_lineage.
    """
    gain = members[len(members) - len(merges) :].astype(np.int64)
    gain -= members[merges[:, 0]]
    gain -= members[merges[:, 1]]
    return np.asarray(gain @ applied, np.int64)
