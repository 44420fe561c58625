"""ReadingPlan: what the next training reads again and what not, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.text.numbers import byte_size, grouped
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.counting import SourcePlan


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
    n, n_read = len(plan.sources), len(plan.to_read)
    size = byte_size(plan.n_bytes)
    if plan.is_in_memory:
        return counted(
            "reading_words",
            "Counts of the one source are in memory; nothing will be read.",
            "All %1 sources counted. Training starts at once.",
            n,
        )
    if not n_read:
        return counted(
            "reading_words",
            "Counts of the one source are kept; nothing will be read.",
            "All %1 sources counted. Training starts at once.",
            n,
        )
    if n_read == n:
        return counted(
            "reading_words",
            "No counts are kept yet; 1 source will be read: %2.",
            "%1 sources (%2) will be counted when you train.",
            n,
            grouped(n),
            size,
        )
    return counted(
        "reading_words",
        "Counts of 1 source are kept; %2 will be read: %3.",
        "%1 sources counted; %2 (%3) will be counted when you train.",
        n - n_read,
        grouped(n - n_read),
        grouped(n_read),
        size,
    )
