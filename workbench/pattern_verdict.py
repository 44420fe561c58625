"""What a split pattern does to a text, in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.numbers import grouped
from workbench.pattern_checker import PatternTrial

LONG_PRETOKEN_BYTES = 256


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence, and the role in which the window shows it: caption, warning or error."""

    sentence: str
    role: str = "caption"


def verdict_of(trial: PatternTrial, *, shows_older: bool = False) -> Verdict:
    """Return what to say of a trial, the worst first.

    shows_older: the pane still shows what an earlier pattern did.
    """
    if trial.bounds is None or trial.matched is None:
        older = " Shown below: the last pattern that worked." if shows_older else ""
        return Verdict(trial.error + older, "error")
    lengths = np.diff(trial.bounds)
    if not trial.pattern:
        return Verdict("The pattern is empty; choose a preset or write one.", "error")
    if len(lengths) == 0:
        return Verdict("The preview text is empty; type something to see it cut.")
    unmatched = int(lengths[~trial.matched].sum())
    if not trial.matched.any():
        return Verdict(
            "The pattern matches nothing: the whole text is left over as one stretch.", "warning"
        )
    if len(lengths) == 1:
        return Verdict("The pattern never cuts: the whole text is one pre-token.", "warning")
    if unmatched:
        return Verdict(
            f"The pattern leaves {grouped(unmatched)} bytes unmatched in "
            f"{grouped(int((~trial.matched).sum()))} stretches (hatched). They are kept as "
            "pre-tokens here; some libraries drop them without a word.",
            "warning",
        )
    if int(lengths.max()) > LONG_PRETOKEN_BYTES:
        return Verdict(
            f"The longest pre-token has {grouped(int(lengths.max()))} bytes; very long ones make "
            "training slow.",
            "warning",
        )
    return Verdict("The pattern covers the whole text.")
