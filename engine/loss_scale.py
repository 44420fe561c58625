"""The factor between the losses per token of two tokenizers (Grigorev 2025).

A model's loss on a text is its loss per token times the tokens. Where a second tokenizer needs
fewer tokens for the same text, an equally good model has a higher loss on each: with a fifth fewer
tokens 1 / (1 - 0.2) = 1.25 times as much, 3.98 instead of 3.19. So a loss per token of A is
comparable to one of B after multiplying by tokens of A / tokens of B on the same text, which is
bytes per token of B / bytes per token of A.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from engine.corpus import Corpus
from engine.errors import CorpusError
from engine.evaluation import all_evaluation_steps
from engine.library_tokenizer import AnyTokenizer
from engine.metrics.label_evaluation import LabelEvaluation


@dataclass(frozen=True, slots=True)
class TokenScale:
    """Tokens of two tokenizers for the same text of a label, or of all.

    bytes_one, bytes_other: of the text as each reads it; they differ where one normalizes.
    """

    label: str
    bytes_one: int
    bytes_other: int
    tokens_one: int
    tokens_other: int

    @property
    def factor(self) -> float | None:
        """What a loss per token of the first is multiplied by to compare with the second's."""
        return self.tokens_one / self.tokens_other if self.tokens_other else None

    @property
    def bytes_per_token_one(self) -> float | None:
        return self.bytes_one / self.tokens_one if self.tokens_one else None

    @property
    def bytes_per_token_other(self) -> float | None:
        return self.bytes_other / self.tokens_other if self.tokens_other else None

    def scaled_loss(self, loss_per_token: float) -> float | None:
        """A loss per token of the first tokenizer as one of the second, in the same unit."""
        return None if self.factor is None else loss_per_token * self.factor


@dataclass(frozen=True, slots=True)
class LossScale:
    """The factor on a corpus: one row for each label, and all. remarks: sentences for people."""

    rows: tuple[TokenScale, ...]
    total: TokenScale
    remarks: tuple[str, ...] = ()


def loss_scale(one: AnyTokenizer, other: AnyTokenizer, corpus: Corpus) -> LossScale:
    """The factor between two tokenizers on a corpus; see `loss_scale_steps`."""
    steps = loss_scale_steps(one, other, corpus)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            scale: LossScale = stop.value
            return scale


def loss_scale_steps(
    one: AnyTokenizer, other: AnyTokenizer, corpus: Corpus
) -> Generator[LabelEvaluation, None, LossScale]:
    """Encode a corpus with both; yields how far it is. Raises CorpusError without text."""
    of_one, of_other = yield from all_evaluation_steps([one, other], corpus)
    if not of_one.total.tokens:
        raise CorpusError("The corpus holds no text.")
    rows = tuple(map(_scale, of_one.rows, of_other.rows))
    remarks = [
        f"{which} tokenizer does not give every text back, so its tokens stand for other text."
        for which, evaluation in (("The first", of_one), ("The second", of_other))
        if not evaluation.total.round_trips
    ]
    return LossScale(rows, _scale(of_one.total, of_other.total), tuple(remarks))


def _scale(one: LabelEvaluation, other: LabelEvaluation) -> TokenScale:
    return TokenScale(one.label, one.bytes, other.bytes, one.tokens, other.tokens)
