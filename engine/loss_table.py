"""Losses of a model per token made comparable: bits per byte, whatever tokenizer it has.

    bits per byte = sum of losses in nats / (ln 2 * sum of the bytes of their tokens)

Both sums run over the same tokens: those with a loss that are no special tokens. It is a ratio of
sums, not a mean of ratios: tokens differ in length, and texts in size. Bytes are those of the token
as it is stored, so that one that ends inside a character counts with the bytes it has, and not as
the three of a U+FFFD (nanochat's `loss_eval.py` and `token_bytes.pt` since July 2026).

The first token of a context has nothing before it, and most models give it no loss. A table leaves
it out, or has no loss in its row; then neither its loss nor its bytes count here. Where bos stands
before every context its first token has a loss, and bos itself none. Texts cut into contexts of
another length lack other tokens: compare at equal cuts, or with contexts that are long.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.errors import ConfigError, CorpusError
from engine.library_tokenizer import AnyTokenizer
from engine.loss_arrays import holds_fractions
from engine.loss_figures import NATS_PER_BIT, LossReport
from engine.loss_reading import loss_parts
from engine.loss_rows import LossColumns, LossPart
from engine.loss_sums import LabelLosses, total_of
from engine.readers.problems import FileProblems
from engine.token_bytes import token_bytes

LossUnit = Literal["nats", "bits"]
UNITS: tuple[LossUnit, ...] = ("nats", "bits")
ROUNDING = 1e-3
"""A loss that is less below zero than this is rounding of the model's, and counts as 0."""
_NEGATIVE = "the loss %s is below 0; log probabilities need their sign changed"


@dataclass(frozen=True, slots=True)
class LossFile:
    """A file of losses; ids: the file with its ids where it holds none (.npy)."""

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
        raise CorpusError(
            f"{bare[0]} holds one array; choose two .npy files, the losses and their ids.",
            path=bare[0],
        )
    ids, losses = sorted(bare, key=holds_fractions)
    return [*others, LossFile(losses, ids)]


def read_losses(
    tokenizer: AnyTokenizer,
    files: Sequence[LossFile],
    *,
    unit: LossUnit = "nats",
    columns: LossColumns = LossColumns(),  # noqa: B008  (frozen)
) -> LossReport:
    """Read tables of losses of a model with this tokenizer; see `loss_steps`."""
    steps = loss_steps(tokenizer, files, unit=unit, columns=columns)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            report: LossReport = stop.value
            return report


def loss_steps(
    tokenizer: AnyTokenizer,
    files: Sequence[LossFile],
    *,
    unit: LossUnit = "nats",
    columns: LossColumns = LossColumns(),  # noqa: B008  (frozen)
) -> Generator[int, None, LossReport]:
    """Read tables of losses; yields the rows read so far, after each part.

    The sums are those of float64 to the last digits: exact within a part (fsum), whatever the
    order, and again over the parts. Raises CorpusError for a file that cannot be read, and where
    no token of any has a loss; ConfigError for a unit that is none.
    """
    if unit not in UNITS:
        raise ConfigError(f"Losses are in {' or '.join(UNITS)}, not in {unit!r}.", setting="unit")
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
        raise CorpusError(f"{names}: no token has a loss. {words}".strip(), path=files[0].path)
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
        """Add the rows of a part; those that cannot be right are told and left out."""
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

    def _wrong(
        self, part: LossPart, losses: npt.NDArray[np.float64], problems: FileProblems
    ) -> npt.NDArray[np.bool_]:
        """bool[n]: rows that are left out, each told with its place and its value."""
        n_ids = len(self._counts)
        outside = part.ids >= n_ids
        inside = np.where((part.ids >= 0) & ~outside, part.ids, 0)
        nothing = (part.ids >= 0) & ~outside
        nothing &= ~self._has_bytes[inside] & ~self._is_special[inside]
        counts = part.has_loss & (part.ids >= 0)
        no_number = counts & ~np.isfinite(losses)
        negative = counts & (losses < 0) & ~no_number
        wrong = np.zeros(len(losses), np.bool_)
        for found, values, words in (
            (outside, part.ids, f"the id %s is not in the vocabulary of {n_ids:,} ids"),
            (nothing, part.ids, "the id %s stands for no token"),
            (no_number, part.losses, "the loss %s is no number"),
            (negative, part.losses, _NEGATIVE),
        ):
            for at in np.flatnonzero(found & ~wrong).tolist():
                value = format(values[at], ",d" if values.dtype.kind == "i" else ".6g")
                is_line = part.kind == "line"
                where = "" if is_line else f"{part.kind} {int(part.places[at]):,} "
                line = int(part.places[at]) if is_line else None
                problems.add(f"{where}left out: {words % value}.", line=line)
            wrong |= found
        return wrong


def _by_label(labels: Sequence[str] | None, n: int) -> Iterator[tuple[str, npt.NDArray[np.int64]]]:
    """The rows of each label, in order, the label that comes first before the others."""
    if labels is None:
        yield "", np.arange(n)
        return
    numbers: dict[str, int] = {}
    codes = np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int64)
    for label, number in numbers.items():
        yield label, np.flatnonzero(codes == number)
