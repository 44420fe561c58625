"""What the tables and views of the Pattern workspace show of a trial."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from engine.compiled import Int64s, UInt8s
from workbench.engine_verdicts import EngineVerdict
from workbench.models.pattern_alternatives import AlternativeRow
from workbench.models.pattern_figures import CutFigures
from workbench.parts.pattern_hues import PatternHues
from workbench.pattern_checker import PatternTrial
from workbench.views.span_colouring import N_HUES


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
