"""The rows of the tables of the Pattern pane, made from a trial, and the hues of alternatives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from engine.compiled import Int64s, UInt8s
from workbench.pattern.pattern_alternatives import AlternativeRow, CutFigures
from workbench.pattern.pattern_checker import PatternTrial
from workbench.ui.spans.span_colouring import DASHED, DOTTED, N_HUES
from workbench.work.engine_verdicts import EngineVerdict

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


class PatternHues:
    """The hues of the current pattern; they stay the same while its alternatives do."""

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


def alternative_rows(
    trial: PatternTrial, saved: PatternTrial | None, unmatched: str, hues: PatternHues
) -> list[AlternativeRow]:
    """Return a row for each alternative, for unmatched stretches, and for those that are gone.

    unmatched: the words for stretches that nothing matches; their row is there where they are.
    """
    counts, sizes = _per_alternative(trial)
    before = {} if saved is None else _bytes_by_text(saved)
    rows = [
        AlternativeRow(
            number=index + 1,
            text=text,
            hue=hues.hue(index),
            pretokens=int(counts[index]),
            n_bytes=int(sizes[index]),
            saved_bytes=None if saved is None else before.pop(text, 0),
        )
        for index, text in enumerate(trial.texts)
    ]
    rows += [
        AlternativeRow(None, text, None, 0, 0, n_bytes, is_gone=True)
        for text, n_bytes in before.items()
        if text and n_bytes
    ]
    left, left_bytes = int(counts[-1]), int(sizes[-1])
    was_left = None if saved is None else int(_per_alternative(saved)[1][-1])
    if left or was_left:
        rows.append(AlternativeRow(None, unmatched, None, left, left_bytes, was_left))
    return rows


def cut_figures(
    trial: PatternTrial, tokens: int | None = None, trained: int | None = None
) -> CutFigures:
    """Return the numbers of a trial that has a result."""
    assert trial.bounds is not None
    assert trial.matched is not None
    lengths = np.diff(trial.bounds)
    return CutFigures(
        pretokens=len(lengths),
        distinct=trial.distinct,
        longest=int(lengths.max()) if len(lengths) else 0,
        unmatched=int(lengths[~trial.matched].sum()),
        tokens=tokens,
        trained=trained,
    )


def engine_figures(verdict: EngineVerdict, data: bytes) -> CutFigures:
    """Return the numbers of an engine's cut; what it matched is not known."""
    assert verdict.bounds is not None
    bounds = verdict.bounds.tolist()
    pieces = [data[start:end] for start, end in pairwise(bounds)]
    longest = max(map(len, pieces), default=0)
    return CutFigures(len(pieces), len(set(pieces)), longest, verdict.dropped or None)


def hues_of(trial: PatternTrial, hues: PatternHues) -> UInt8s:
    """Return uint8[n], the hue of each pre-token: that of the alternative that made it.

    hues: of the pattern on show, whose alternatives give theirs to equal ones of this one.
    Pre-tokens of which it is not known take turns.
    """
    assert trial.bounds is not None
    n = len(trial.bounds) - 1
    turns = (np.arange(n) % N_HUES).astype(np.uint8)
    if trial.made is None:
        return turns
    table = np.array([*hues.hues_like(trial.texts), 0], np.uint8)
    return np.where(trial.made < 0, turns, table[trial.made]).astype(np.uint8)


def _per_alternative(trial: PatternTrial) -> tuple[Int64s, Int64s]:
    """Pre-tokens and bytes by alternative; the last entry is what nothing matched."""
    n = len(trial.texts)
    if trial.bounds is None or trial.made is None:
        return np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    lengths = np.diff(trial.bounds)
    made = np.where(trial.made < 0, n, trial.made)
    counts = np.bincount(made, minlength=n + 1)
    sizes = np.bincount(made, weights=lengths, minlength=n + 1)
    return counts.astype(np.int64), sizes.astype(np.int64)


def _bytes_by_text(trial: PatternTrial) -> dict[str, int]:
    sizes = _per_alternative(trial)[1]
    found: dict[str, int] = {}
    for index, text in enumerate(trial.texts):
        found[text] = found.get(text, 0) + int(sizes[index])
    return found
