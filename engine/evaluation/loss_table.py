"""Losses of a model per token made comparable for any tokenizer: bits per byte.

    bits per byte = sum of losses in nats / (ln 2 * sum of the bytes of their tokens)

Both sums run over the same tokens: those with a loss that are no special tokens. It is a ratio of
sums, not a mean of ratios: tokens differ in length, and texts in size. Bytes are those of the token
as it is stored, so that one that ends inside a character counts with the bytes it has, and not as
the three of a U+FFFD (nanochat's `loss_eval.py` and `token_bytes.pt` since July 2026).

The first token of a context has nothing before it, and most models give it no loss. A table leaves
it out, or has no loss in its row; then neither its loss nor its bytes count here. If every context
begins with bos, its first token has a loss, and bos itself none. Texts cut into contexts of another
length lack other tokens: compare at equal cuts, or with contexts that are long.

`loss_scale` is the factor between the losses per token of two tokenizers (Grigorev 2025). A model's
loss on a text is its loss per token times the tokens. If a second tokenizer needs fewer tokens for
the same text, an equally good model has a higher loss on each: with a fifth fewer tokens
1 / (1 - 0.2) = 1.25 times as much, 3.98 instead of 3.19. So a loss per token of A is comparable to
one of B after multiplying by tokens of A / tokens of B on the same text, which is bytes per token
of B / bytes per token of A.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from engine.compiled import Bools, Floats, Int64s
from engine.corpus import (
    Corpus,
    CorpusProblem,
    FileProblems,
    problem_sentences,
    without_text,
)
from engine.errors import ConfigError, CorpusError
from engine.evaluation.evaluation import all_evaluation_steps
from engine.evaluation.figures import LabelEvaluation
from engine.evaluation.loss_reading import (
    LossColumns,
    LossPart,
    holds_fractions,
    loss_parts,
    report_row,
)
from engine.formats import token_bytes
from engine.library import AnyTokenizer
from engine.sentences import either, say

ALL = "all"

NATS_PER_BIT = math.log(2.0)
LossUnit = Literal["nats", "bits"]
UNITS: tuple[LossUnit, ...] = ("nats", "bits")

ROUNDING = 1e-3
"""A loss that is less below zero than this is rounding of the model's, and counts as 0."""


@dataclass(frozen=True, slots=True)
class LossFigures:
    """Sums over the tokens of one label, or of all.

    tokens: with a loss, without special ones; nats, bytes: sums of their losses and lengths.
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
        """2 to the bits per unit; None without a unit, and if it is beyond all numbers."""
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
    costs in all. left_out: rows that cannot be right; problems: a sentence with the place of each.
    """

    tokenizer: AnyTokenizer
    total: LossFigures
    rows: tuple[LossFigures, ...]
    counts: Int64s
    nats: Floats
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


@dataclass(frozen=True, slots=True)
class LossFile:
    """A file of losses; ids: the file with its ids if it has none (.npy)."""

    path: Path
    ids: Path | None = None


def files_of(paths: Sequence[Path]) -> list[LossFile]:
    """Files that were chosen together: of two .npy files, the one of whole numbers has the ids.

    Raises CorpusError for .npy files that are not two.
    """
    bare = [path for path in paths if path.suffix.lower() == ".npy"]
    others = [LossFile(path) for path in paths if path not in bare]
    if not bare:
        return others
    if len(bare) != 2:
        raise CorpusError(say("loss_choose_two", path=bare[0]), path=bare[0])
    ids, losses = sorted(bare, key=holds_fractions)
    return [*others, LossFile(losses, ids)]


def loss_steps(
    tokenizer: AnyTokenizer,
    files: Sequence[LossFile],
    *,
    unit: LossUnit = "nats",
    columns: LossColumns = LossColumns(),  # noqa: B008  (frozen)
) -> Generator[int, None, LossReport]:
    """Read tables of losses; yields the rows read so far, after each part.

    The sums are those of float64 to the last digits: exact within a part (fsum) in any
    order, and again over the parts. Raises CorpusError for a file that cannot be read, and where
    no token of any has a loss; ConfigError for an unknown unit.
    """
    if unit not in UNITS:
        raise ConfigError(say("loss_units", units=either(UNITS), unit=repr(unit)), setting="unit")
    reading = _Reading(tokenizer, unit)
    n_rows = 0
    for file in files:
        problems = FileProblems(file.path)
        for part in loss_parts(file.path, columns, problems, file.ids):
            n_rows += len(part.ids)
            reading.add(part, problems)
            yield n_rows
        reading.problems.append(problems)
    report = reading.report()
    if not report.total.tokens:
        names = ", ".join(str(file.path) for file in files)
        words = " ".join(report.problem_sentences[:3])
        code = "no_token_has_loss_because" if words else "no_token_has_loss"
        raise CorpusError(say(code, names=names, reasons=words), path=files[0].path)
    return report


class _Reading:
    """Checks rows and adds those that count up, by label."""

    def __init__(self, tokenizer: AnyTokenizer, unit: LossUnit) -> None:
        self._tokenizer = tokenizer
        self._nats = NATS_PER_BIT if unit == "bits" else 1.0
        self._is_special = np.zeros(tokenizer.vocab_size, np.bool_)
        self._is_special[list(tokenizer.special_tokens.values())] = True
        self._has_bytes = token_bytes(tokenizer) > 0
        self._counts = np.zeros(tokenizer.vocab_size, np.int64)
        self._sums = np.zeros(tokenizer.vocab_size, np.float64)
        self._labels: dict[str, LabelLosses] = {}
        self.problems: list[FileProblems] = []

    def add(self, part: LossPart, problems: FileProblems) -> None:
        """Add the rows of a part; those that cannot be right are reported and left out."""
        losses = part.losses * self._nats
        losses[(losses < 0) & (losses > -ROUNDING)] = 0.0
        wrong = self._wrong(part, losses, problems)
        is_ignored = (part.ids < 0) & ~wrong
        known = np.where(wrong | is_ignored, 0, part.ids)
        is_special = self._is_special[known] & ~wrong & ~is_ignored
        lacks = ~part.has_loss & ~wrong & ~is_ignored & ~is_special
        counts = ~(wrong | is_ignored | is_special | lacks)
        ids = known[counts]
        self._counts += np.bincount(ids, minlength=len(self._counts))
        self._sums += np.bincount(ids, losses[counts], len(self._sums))
        for label, rows in _by_label(part.labels, len(losses)):
            found = self._labels.setdefault(label, LabelLosses(self._tokenizer, label))
            found.without_loss += int(lacks[rows].sum())
            found.ignored += int(is_ignored[rows].sum())
            found.add(known[rows], losses[rows], counts[rows], is_special[rows])

    def report(self) -> LossReport:
        """What all rows say."""
        rows = tuple(each.figures() for each in self._labels.values())
        return LossReport(
            self._tokenizer,
            total_of(rows),
            rows,
            self._counts,
            self._sums,
            sum(each.n_times for each in self.problems),
            tuple(problem for each in self.problems for problem in each.listed),
        )

    def _wrong(self, part: LossPart, losses: Floats, problems: FileProblems) -> Bools:
        """bool[n]: rows that are left out, each reported with its place and value."""
        n_ids = len(self._counts)
        outside = part.ids >= n_ids
        inside = np.where((part.ids >= 0) & ~outside, part.ids, 0)
        nothing = (part.ids >= 0) & ~outside
        nothing &= ~self._has_bytes[inside] & ~self._is_special[inside]
        counts = part.has_loss & (part.ids >= 0)
        no_number = counts & ~np.isfinite(losses)
        negative = counts & (losses < 0) & ~no_number
        wrong = np.zeros(len(losses), np.bool_)
        for found, values, code in (
            (outside, part.ids, "loss_id_outside"),
            (nothing, part.ids, "loss_id_unused"),
            (no_number, part.losses, "loss_is_no_number"),
            (negative, part.losses, "loss_negative"),
        ):
            for at in np.flatnonzero(found & ~wrong).tolist():
                value = format(values[at], ",d" if values.dtype.kind == "i" else ".6g")
                reason = say(code, value=value, n_ids=n_ids)
                report_row(problems, part.kind, int(part.places[at]), reason)
            wrong |= found
        return wrong


class LabelLosses:
    """Sums over rows that come in parts.

    The losses of a part are added exactly (fsum) and so are those sums: losses are not negative,
    so the result is within 2 ** -52 of the true sum, relatively, however many there are.
    """

    def __init__(self, tokenizer: AnyTokenizer, label: str) -> None:
        self.label = label
        self.without_loss = 0
        self.ignored = 0
        self._vocabulary = tokenizer.vocabulary
        self._sizes = token_bytes(tokenizer)
        self._nats: list[float] = []
        self._tokens = self._bytes = self._characters = self._words = self._special = 0
        self._unfinished = b""

    def add(self, ids: Int64s, losses: Floats, counts: Bools, is_special: Bools) -> None:
        """Add rows in the order of the text.

        ids: int64[n]; losses: float64[n], in nats; counts, is_special: bool[n], which rows are in
        the sums, and which are special tokens.
        """
        taken = ids[counts]
        self._nats.append(math.fsum(losses[counts].tolist()))
        self._tokens += len(taken)
        self._bytes += int(self._sizes[taken].sum())
        self._special += int(is_special.sum())
        shown = counts | is_special
        # A special token is no text, and words on its two sides are two words.
        pieces = [
            b"\n" if special else self._vocabulary[token_id]
            for token_id, special in zip(
                ids[shown].tolist(), is_special[shown].tolist(), strict=True
            )
        ]
        self._read(b"".join(pieces))
        self._characters -= len(pieces) - len(taken)  # the line feeds

    def figures(self) -> LossFigures:
        """The sums of all rows."""
        return LossFigures(
            self.label, self._tokens, math.fsum(self._nats), self._bytes, self._characters,
            self._words + len(_words(self._unfinished)), self._special, self.without_loss,
            self.ignored,
        )  # fmt: skip

    def _read(self, text: bytes) -> None:
        """Count the characters and words of more text; a word may go on in the next part."""
        array = np.frombuffer(text, np.uint8)
        self._characters += int(np.count_nonzero((array & 0xC0) != 0x80))
        text = self._unfinished + text
        end = max(text.rfind(b" "), text.rfind(b"\n")) + 1
        self._words += len(_words(text[:end]))
        self._unfinished = text[end:]


def total_of(rows: Sequence[LossFigures]) -> LossFigures:
    """The sums of all labels."""
    names = ("tokens", "nats", "bytes", "characters", "words", "special", "without_loss", "ignored")
    sums = {name: [getattr(row, name) for row in rows] for name in names}
    nats = math.fsum(sums.pop("nats"))
    return LossFigures(ALL, nats=nats, **{name: sum(each) for name, each in sums.items()})


def _words(text: bytes) -> list[str]:
    return text.decode("utf-8", "replace").split()


def _by_label(labels: Sequence[str] | None, n: int) -> Iterator[tuple[str, Int64s]]:
    """The rows of each label, in order, the label that comes first before the others."""
    if labels is None:
        yield "", np.arange(n)
        return
    numbers: dict[str, int] = {}
    codes = np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int64)
    for label, number in numbers.items():
        yield label, np.flatnonzero(codes == number)


@dataclass(frozen=True, slots=True)
class TokenScale:
    """Tokens of two tokenizers for the same text of a label, or of all.

    bytes_one, bytes_other: of the text as each reads it; they differ if one normalizes.
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


def loss_scale_steps(
    one: AnyTokenizer, other: AnyTokenizer, corpus: Corpus
) -> Generator[LabelEvaluation, None, LossScale]:
    """Encode a corpus with both; yields how far it is. Raises CorpusError without text."""
    of_one, of_other = yield from all_evaluation_steps([one, other], corpus)
    if not of_one.total.tokens:
        raise without_text(corpus.problem_sentences)
    rows = tuple(map(_scale, of_one.rows, of_other.rows))
    remarks = [
        say(code)
        for code, evaluation in (("first_loses_text", of_one), ("second_loses_text", of_other))
        if not evaluation.total.round_trips
    ]
    return LossScale(rows, _scale(of_one.total, of_other.total), tuple(remarks))


def _scale(one: LabelEvaluation, other: LabelEvaluation) -> TokenScale:
    return TokenScale(one.label, one.bytes, other.bytes, one.tokens, other.tokens)
