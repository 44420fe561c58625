"""MixturePreview: what a mixture would do to every source, from a training that is not kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PreviewWish:
    """Whether a preview is wanted; vocab_size None takes the size that the next training has."""

    is_on: bool = True
    vocab_size: int | None = None


@dataclass(frozen=True, slots=True)
class PreviewStatus:
    """Words on a preview that is not there yet; can_count: the person may have it counted now."""

    words: str
    can_count: bool = False


@dataclass(frozen=True)
class MixturePreview:
    """Bytes per token by label, with the mixture and with the natural one.

    overall, natural_overall: of the whole corpus as it lies, each text counted once.
    seconds: what the training with the mixture took. is_natural: both are the same training.
    """

    vocab_size: int
    now: Mapping[str, float]
    natural: Mapping[str, float]
    overall: float
    natural_overall: float
    seconds: float
    is_natural: bool

    @property
    def change(self) -> float:
        """Overall difference against the natural mixture, in parts of it; more is better."""
        return self.overall / self.natural_overall - 1 if self.natural_overall else 0.0

    def extremes(self) -> tuple[str, str] | None:
        """Labels with the most and the fewest bytes per token; None for fewer than two."""
        known = {label: value for label, value in self.now.items() if value == value}
        if len(known) < 2:
            return None
        return max(known, key=known.__getitem__), min(known, key=known.__getitem__)

    def changes(self) -> tuple[str, str] | None:
        """Labels that gain and that lose most against the natural mixture; None without both."""
        differences = {
            label: value / self.natural[label] - 1
            for label, value in self.now.items()
            if value == value and self.natural.get(label)
        }
        if self.is_natural or len(differences) < 2:
            return None
        return (
            max(differences, key=differences.__getitem__),
            min(differences, key=differences.__getitem__),
        )
