"""What losses per token add up to: bits per byte and the like, and which tokens carry it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.library_tokenizer import AnyTokenizer
from engine.readers.problems import CorpusProblem, problem_sentences

NATS_PER_BIT = math.log(2.0)


@dataclass(frozen=True, slots=True)
class LossFigures:
    """Sums over the tokens of one label, or of all.

    tokens: with a loss, without special ones; nats: of their losses; bytes: of theirs.
    characters: that begin in them. words: stretches between white space in their text.
    special: special tokens, left out with their losses. without_loss: rows that have none, such as
    the first of a context. ignored: targets below 0, as -1 and -100 are for a loss function.
    """

    label: str
    tokens: int
    nats: float
    bytes: int
    characters: int
    words: int
    special: int = 0
    without_loss: int = 0
    ignored: int = 0

    @property
    def bits(self) -> float:
        return self.nats / NATS_PER_BIT

    @property
    def bits_per_byte(self) -> float | None:
        """The figure that compares models with different tokenizers, on the same text."""
        return self.bits / self.bytes if self.bytes else None

    @property
    def bits_per_character(self) -> float | None:
        return self.bits / self.characters if self.characters else None

    @property
    def bits_per_word(self) -> float | None:
        return self.bits / self.words if self.words else None

    @property
    def nats_per_token(self) -> float | None:
        """The loss as training programs print it; compares with the same tokenizer only."""
        return self.nats / self.tokens if self.tokens else None

    @property
    def bytes_per_token(self) -> float | None:
        return self.bytes / self.tokens if self.tokens else None

    def perplexity(self, per: Literal["token", "byte", "character", "word"]) -> float | None:
        """2 to the bits per unit; None without a unit, and where it is beyond all numbers."""
        n = {"token": self.tokens, "byte": self.bytes, "character": self.characters,
             "word": self.words}[per]  # fmt: skip
        bits = self.bits / n if n else math.inf
        return 2.0**bits if bits < 1024 else None


@dataclass(frozen=True, slots=True)
class TokenLoss:
    """What one id costs in all its places. share: of all nats."""

    token_id: int
    token: bytes
    count: int
    nats: float
    share: float

    @property
    def mean(self) -> float:
        """Nats per occurrence."""
        return self.nats / self.count

    @property
    def bits_per_byte(self) -> float:
        return self.nats / NATS_PER_BIT / (self.count * len(self.token))


@dataclass(frozen=True)
class LossReport:
    """What tables of losses say. rows: one for each label, in the order of their first token.

    counts: int64[vocab_size], how often each id has a loss; nats: float64[vocab_size], what it
    costs in all. left_out: rows that cannot be right; problems: which, and where.
    """

    tokenizer: AnyTokenizer
    total: LossFigures
    rows: tuple[LossFigures, ...]
    counts: npt.NDArray[np.int64]
    nats: npt.NDArray[np.float64]
    left_out: int = 0
    problems: tuple[CorpusProblem, ...] = ()

    @property
    def problem_sentences(self) -> list[str]:
        """The problems for people: those of one kind in one file are one sentence."""
        return problem_sentences(self.problems)

    def worst_tokens(self, n: int) -> tuple[TokenLoss, ...]:
        """The ids that carry most of the loss, the first the one that carries most."""
        order = np.argsort(-self.nats, kind="stable")[:n]
        total = self.total.nats or 1.0
        return tuple(
            TokenLoss(i, self.tokenizer.vocabulary[i], int(self.counts[i]), float(self.nats[i]),
                      float(self.nats[i]) / total)
            for i in order.tolist()
            if self.counts[i]
        )  # fmt: skip
