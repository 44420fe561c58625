"""SuperwordComparison: superwords beside an ordinary tokenizer of the same size, on the same texts.

Both encode every text; special tokens are plain text. What is saved is 1 - tokens / tokens of the
ordinary one, as the SuperBPE paper and the article say it; it is negative where superwords cost
tokens, such as where a label had no part in stage two and the smaller first stage serves it worse.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.token_distribution import TokenDistribution, token_distribution
from engine.token_usage import TokenUsage, UsageProgress, usage_steps
from engine.token_words import words_between_spaces

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.tokenizer import Tokenizer

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SavedTokens:
    """One label, or all. bytes, plain_bytes: of its text as each of the two reads it.

    They differ only where one of them normalizes. tokens, plain_tokens: of both; several_words:
    those of `tokens` that hold more than one word between spaces (engine.token_words).
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
    sizes: of both vocabularies; a comparison says little where they differ.
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
) -> Generator[UsageProgress, None, SuperwordComparison]:
    """Encode a corpus by both, one after the other; yields some ten times a second.

    tokenizer: the one with superwords. Raises CorpusError for files that cannot be read.
    """
    usages: list[TokenUsage] = []
    before = 0
    for each in (tokenizer, plain):
        with closing(usage_steps(each, corpus)) as steps:
            while True:
                try:
                    progress = next(steps)
                except StopIteration as stop:
                    usages.append(stop.value)
                    break
                total = before + progress.bytes_total * (1 if usages else 2)
                yield UsageProgress(before + progress.bytes_done, total)
        before = usages[0].bytes
    return compared_usages(tokenizer, usages[0], usages[1])


def superword_comparison(
    tokenizer: Tokenizer, plain: Tokenizer, corpus: Corpus
) -> SuperwordComparison:
    """`comparison_steps` run to its end."""
    steps = comparison_steps(tokenizer, plain, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            found: SuperwordComparison = stop.value
            return found


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
    found: dict[str, tuple[int, int, int]] = {}
    uses = usage.by_label
    if uses is None:
        return found
    for label, ids, counts in zip(uses.labels, uses.ids, uses.counts, strict=True):
        several = 0 if has_several is None else int(counts[has_several[ids]].sum())
        found[label] = (int(counts @ usage.lengths[ids]), int(counts.sum()), several)
    return found
