"""Bits per byte of n-gram models over the ids of a tokenizer: its text as a code length.

The corpus is cut into passages, a share of which is held out; models of order 1, 2 and 3 learn from
the rest (see ngram_model.py). Bits per byte are the sum of -log2 P over the held-out ids, over the
held-out bytes. Every passage begins with nothing before it. Not counted are the ends of passages,
which are the same for every tokenizer; special tokens do not occur.

What it shows: how well a simple model predicts text through one tokenizer and another, on the
same scale. What it cannot: a unigram model knows no context, so that longer tokens always help it;
from bigrams on a large vocabulary is hurt by a small text instead, as its n-grams are rare.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from engine.compiled import Bools
from engine.corpus import Corpus, without_text
from engine.errors import CorpusError
from engine.evaluation.ngram_model import (
    HeldOutStream,
    NgramModel,
    NgramText,
    SourceSides,
    check_order,
    check_share,
    check_size,
    model_steps,
    read_steps,
)
from engine.library import AnyTokenizer
from engine.machine import (
    Progress,
    available_bytes,
    n_cores,
    relayed,
    result_of,
    results_in_order,
)
from engine.sentences import say

HELD_OUT = 0.1
"""Share of the passages that is held out by default."""
HIGHEST = 3
_MOST_BITS = 64.0
# Bytes per token of a model of each order, estimated: the ids twice, their keys and counts, and
# space to join them, as if all n-grams were distinct.
_BYTES_PER_TOKEN = {1: 20, 2: 48, 3: 72}
_MEGABYTE = 1 << 20
_WORTH_THREADS = 1 << 16
_SHARES = {"unigrams": 0.5, "bigrams": 0.55, "trigrams": 0.65, "left neighbours": 0.8}
"""Of the whole work, what is done when a phase begins, about."""


@dataclass(frozen=True, slots=True)
class NgramRow:
    """Sums over the passages of one label, or of all.

    training_bytes, held_out_bytes: of text as it is in the corpus. bits: float of each order, over
    the held-out ids.
    """

    label: str
    training_passages: int
    training_bytes: int
    training_tokens: int
    held_out_passages: int
    held_out_bytes: int
    held_out_tokens: int
    bits: tuple[float, ...]

    def bits_per_byte(self, order: int) -> float | None:
        """Of the model of an order; None if nothing of the label is held out."""
        return self.bits[order - 1] / self.held_out_bytes if self.held_out_bytes else None

    @property
    def bytes_per_token(self) -> float | None:
        """Of the held-out text."""
        return self.held_out_bytes / self.held_out_tokens if self.held_out_tokens else None


@dataclass(frozen=True, slots=True)
class NgramLoss:
    """The code length of one tokenizer's ids. order: the highest model. n_vocabulary: V of 1 / V.

    held_out: share that was asked for. discounts: of the counts themselves, by order from two on.
    """

    order: int
    held_out: float
    n_vocabulary: int
    rows: tuple[NgramRow, ...]
    total: NgramRow
    discounts: tuple[tuple[float, ...], ...] = ()


def ngram_loss(
    tokenizer: AnyTokenizer, corpus: Corpus, *, order: int = HIGHEST, held_out: float = HELD_OUT
) -> NgramLoss:
    """Bits per byte of n-gram models up to an order; see `ngram_loss_steps`."""
    return result_of(ngram_loss_steps(tokenizer, corpus, order=order, held_out=held_out))


def ngram_loss_steps(
    tokenizer: AnyTokenizer, corpus: Corpus, *, order: int = HIGHEST, held_out: float = HELD_OUT
) -> Generator[Progress, None, NgramLoss]:
    """Read, count and score, with progress; closing the generator ends the work.

    The phases are "read", "unigrams", "bigrams", "trigrams", "left neighbours" and "score".
    order: 1, 2 or 3; the lower ones are measured with it. held_out: share of the passages.
    The result depends neither on threads nor on the order of files, in all but the last digits.
    Raises CorpusError if there is too little text, or too much for this machine's memory;
    ConfigError for an order, a share or a vocabulary that cannot be.
    """
    check_order(order)
    check_share(held_out)
    check_size(tokenizer.vocab_size)
    sides = [SourceSides(source.label) for source in corpus.sources]
    text = NgramText(tokenizer.vocab_size, sides)
    expected = max(1, corpus.expected_bytes)
    for source in read_steps(tokenizer, corpus, held_out, text):
        share = min(0.5, 0.5 * text.n_bytes / expected)
        yield Progress.of_share(share, "read", sides[source].label)
        check_room(text.n_tokens, order)
    _check_sides(text, corpus)
    text.training = [np.concatenate(text.training)]
    yield _counting("unigrams")
    making = model_steps(text.training[0], ids_of_text(tokenizer), order)
    model = yield from relayed(making, _counting)
    bits = [[0.0] * order for _ in sides]
    for share in _scoring(model, text.held_out, bits):
        yield Progress.of_share(0.9 + 0.1 * share, "score")
    return _loss(model, text, bits, held_out)


def _counting(phase: str) -> Progress:
    return Progress.of_share(_SHARES[phase], phase)


def ids_of_text(tokenizer: AnyTokenizer) -> Bools:
    """bool[vocab_size]: the ids that encoded text can have: no special ones, none without bytes.

    What its own library runs may write special tokens for unknown text: there all ids count.
    """
    from engine.encoding import Tokenizer

    if not isinstance(tokenizer, Tokenizer):
        return np.ones(tokenizer.vocab_size, np.bool_)
    possible = tokenizer.token_lengths > 0
    possible[list(tokenizer.special_tokens.values())] = False
    return possible


def check_room(n_tokens: int, order: int) -> None:
    """Raise CorpusError if counting the tokens needs more memory than there is."""
    needed, available = n_tokens * _BYTES_PER_TOKEN[order], available_bytes()
    if available is None or needed <= available:
        return
    sentence = say(
        "ngram_memory_of_order" if order > 1 else "ngram_memory",
        n_tokens=n_tokens,
        needed=needed // _MEGABYTE,
        available=available // _MEGABYTE,
        order=order,
    )
    raise CorpusError(sentence, setting="max_chars")


def _check_sides(text: NgramText, corpus: Corpus) -> None:
    counts = [sum(sums.passages[side] for sums in text.sides) for side in (0, 1)]
    if all(counts):
        return
    if not any(counts):
        raise without_text(corpus.problem_sentences)
    raise CorpusError(say("too_small_to_hold_out", n=sum(counts), held_out=counts[1]))


def _scoring(
    model: NgramModel, held_out: Sequence[HeldOutStream], bits: list[list[float]]
) -> Generator[float, None, None]:
    """Add the bits of each stream to those of its source; yields the share that is done."""
    parts: list[list[list[float]]] = [[[] for _ in orders] for orders in bits]

    def work(item: HeldOutStream) -> tuple[int, list[float]]:
        chances = model.probabilities(item.stream)
        return item.source, [math.fsum((-np.log2(row)).tolist()) for row in chances]

    n_ids = sum(len(stream.stream) for stream in held_out)
    workers = [work] * (n_cores() if n_ids >= _WORTH_THREADS else 1)
    done = 0
    with closing(results_in_order(workers, held_out)) as results:
        for scores in results:
            if scores is not None:
                source, sums = scores
                for part, n_bits in zip(parts[source], sums, strict=True):
                    part.append(n_bits)
                done += 1
            yield done / len(held_out)
    for source, of_orders in enumerate(parts):
        bits[source][:] = map(math.fsum, of_orders)


def _loss(
    model: NgramModel, text: NgramText, bits: Sequence[Sequence[float]], held_out: float
) -> NgramLoss:
    rows = tuple(
        _row(side.label, [side], [sums]) for side, sums in zip(text.sides, bits, strict=True)
    )
    levels = (model.pairs, model.triples)[: model.order - 1]
    return NgramLoss(
        model.order,
        held_out,
        model.n_vocabulary,
        rows,
        _row("all", text.sides, bits),
        tuple(tuple(level.discounts[1:].tolist()) for level in levels),
    )


def _row(label: str, sides: Sequence[SourceSides], bits: Sequence[Sequence[float]]) -> NgramRow:
    def total(what: str, side: int) -> int:
        return sum(getattr(source_sides, what)[side] for source_sides in sides)

    return NgramRow(
        label,
        total("passages", 0), total("n_bytes", 0), total("tokens", 0),
        total("passages", 1), total("n_bytes", 1), total("tokens", 1),
        tuple(map(math.fsum, zip(*bits, strict=True))),
    )  # fmt: skip
