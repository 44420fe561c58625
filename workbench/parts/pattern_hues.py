"""PatternHues: which hue and mark the pre-tokens of each alternative of a pattern have."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from workbench.pattern_checker import PatternTrial
from workbench.views.span_colouring import DASHED, DOTTED, N_HUES

_BLUE, _SAND, _VIOLET, _LEAF, _ROSE, _CYAN, _ORANGE, _SLATE = range(N_HUES)
RANKED_HUES = (
    _BLUE, _SAND, _LEAF, _ROSE,
    *(DASHED + hue for hue in (_VIOLET, _ORANGE, _CYAN)),
    *(DOTTED + hue for hue in (_SLATE, _BLUE, _SAND, _LEAF)),
    _VIOLET, _ORANGE, _CYAN, _SLATE,
    *(DASHED + hue for hue in (_BLUE, _SAND, _LEAF, _ROSE)),
    *(DOTTED + hue for hue in (_VIOLET, _ORANGE, _CYAN, _ROSE)),
)  # fmt: skip
"""Hues from the alternative with the most bytes on. Hues that colour-blind people confuse have
different marks."""

_CONTRACTION = re.compile(r"(?:\(\?(?:i|i?:))*[(\[]*['\u2019][\w'\u2019()\[\]?:|]*")


class PatternHues:
    """Hues of the pattern on show. They stay while its alternatives do, whatever the text is."""

    def __init__(self) -> None:
        self._texts: tuple[str, ...] = ()
        self._is_measured = False
        self.hues: tuple[int, ...] = ()

    def take(self, trial: PatternTrial) -> None:
        """Rank the alternatives of another pattern by the bytes that they cover."""
        texts = trial.texts
        sizes = _sizes(trial, len(texts))
        is_measured = any(sizes)
        if texts == self._texts and (self._is_measured or not is_measured):
            return
        self._texts, self._is_measured = texts, is_measured
        self.hues = ranked_hues(texts, sizes)

    def hue(self, alternative: int) -> int:
        """Return the hue of an alternative, counted from 0; of a new one too."""
        if alternative < len(self.hues):
            return self.hues[alternative]
        return RANKED_HUES[alternative % len(RANKED_HUES)]

    def hues_like(self, texts: Sequence[str]) -> list[int]:
        """Return hues for another pattern: equal alternatives have the same, others new ones."""
        known = dict(zip(self._texts, self.hues, strict=True))
        taken = set(self.hues)
        free = [hue for hue in RANKED_HUES if hue not in taken] or list(RANKED_HUES)
        new = iter(range(len(texts)))
        return [known[t] if t in known else free[next(new) % len(free)] for t in texts]


def ranked_hues(texts: Sequence[str], sizes: Sequence[int]) -> tuple[int, ...]:
    """Return a hue for each alternative, by descending size; all contractions share one.

    >>> ranked_hues(["'s", "'t", r"\\w+", r"\\s+"], [2, 2, 90, 30])
    (3, 3, 0, 1)
    """
    groups: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        is_contraction = _CONTRACTION.fullmatch(text) is not None
        groups.setdefault("'" if is_contraction else f"{index} {text}", []).append(index)
    ranked = sorted(groups.values(), key=lambda group: -sum(sizes[index] for index in group))
    hues = [0] * len(texts)
    for rank, group in enumerate(ranked):
        for index in group:
            hues[index] = RANKED_HUES[rank % len(RANKED_HUES)]
    return tuple(hues)


def _sizes(trial: PatternTrial, n: int) -> list[int]:
    """Return the bytes that each of n alternatives covers; zeros where that is not known."""
    if trial.bounds is None or trial.made is None or not len(trial.made):
        return [0] * n
    is_known = trial.made >= 0
    lengths = np.diff(trial.bounds)[is_known]
    sizes = np.bincount(trial.made[is_known], weights=lengths, minlength=n)
    return [int(size) for size in sizes]
