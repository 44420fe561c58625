"""Mixtures, and what the next training reads again, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.settings import MUCH_REPETITION
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import byte_size, grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.counting import SourcePlan
    from engine.settings import Mixture, MixtureRow

_tr = translator("mixture_words")

_NAMED = 3


def mixture_words(mixture: Mixture | None) -> str:
    """Return a mixture in a few words: "natural", "temperature 0.3", "shares of 12 sources"."""
    if mixture is None:
        return _tr("natural")
    if mixture.alpha is not None:
        words = fill(_tr("temperature %1"), f"{mixture.alpha:g}")
    elif mixture.shares is not None:
        n = _used(mixture.shares)
        words = counted("mixture_words", "share of 1 source", "shares of %1 sources", n)
    elif mixture.bytes is not None:
        n = _used(mixture.bytes)
        words = counted("mixture_words", "bytes of 1 source", "bytes of %1 sources", n)
    else:
        words = _tr("natural")
    if mixture.target_bytes is None:
        return words
    return fill(_tr("%1, %2 in total"), words, byte_size(mixture.target_bytes))


def mixture_warnings(rows: Sequence[MixtureRow]) -> tuple[str, ...]:
    """Return what a person should know of a mixture before training with it."""
    warnings = []
    often = [row for row in rows if row.repetition > MUCH_REPETITION]
    often.sort(key=_repetition, reverse=True)
    if often:
        named = [f"{language_name(row.label)} ×{ratio(row.repetition)}" for row in often]
        warnings.append(
            fill(
                _tr("Oversampled more than ×%1; their rare words will look common: %2."),
                f"{MUCH_REPETITION:g}",
                first_few(named),
            )
        )
    left_out = [language_name(row.label) for row in rows if row.weight == 0]
    if left_out:
        warnings.append(fill(_tr("Excluded from training: %1."), first_few(left_out)))
    return tuple(warnings)


def first_few(names: Sequence[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    shown = ", ".join(names[:_NAMED])
    if len(names) <= _NAMED:
        return shown
    more = fill(_tr("and %1 more"), grouped(len(names) - _NAMED))
    return f"{shown} {more}"


def _used(weights: Mapping[str, float]) -> int:
    return sum(1 for weight in weights.values() if weight)


def _repetition(row: MixtureRow) -> float:
    return row.repetition


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """sources: of the corpus, in its order. is_in_memory: their counts need not even be loaded."""

    sources: tuple[SourcePlan, ...]
    is_in_memory: bool = False

    @property
    def to_read(self) -> tuple[SourcePlan, ...]:
        """The sources whose files will be read."""
        return () if self.is_in_memory else tuple(each for each in self.sources if not each.is_kept)

    @property
    def n_bytes(self) -> int:
        """Size of what will be read, as it lies on disk."""
        return sum(each.n_bytes_on_disk or 0 for each in self.to_read)


def reading_words(plan: ReadingPlan | None) -> str:
    """Return what will be read in one sentence; nothing where it is not known."""
    if plan is None or not plan.sources:
        return ""
    if refusal := next((each.refusal for each in plan.sources if each.refusal), ""):
        return sentence_words(refusal)
    n, n_read = len(plan.sources), len(plan.to_read)
    size = byte_size(plan.n_bytes)
    if plan.is_in_memory:
        return counted(
            "reading_words",
            "The source is counted. Training starts at once.",
            "All %1 sources counted. Training starts at once.",
            n,
        )
    if not n_read:
        return counted(
            "reading_words",
            "The source is counted. Training starts at once.",
            "All %1 sources counted. Training starts at once.",
            n,
        )
    if n_read == n:
        return counted(
            "reading_words",
            "1 source (%2 on disk) will be counted when you train.",
            "%1 sources (%2 on disk) will be counted when you train.",
            n,
            grouped(n),
            size,
        )
    return counted(
        "reading_words",
        "1 source counted; %2 (%3 on disk) will be counted when you train.",
        "%1 sources counted; %2 (%3 on disk) will be counted when you train.",
        n - n_read,
        grouped(n - n_read),
        grouped(n_read),
        size,
    )
