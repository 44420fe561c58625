"""What a split pattern does to a text, in one sentence, and how fast it cuts, in another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

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
        older = " " + _tr("Shown below: the last pattern that worked.") if shows_older else ""
        return Verdict(trial.error + older, "error")
    if not trial.pattern:
        return Verdict(_tr("The pattern is empty; choose a preset or write one."), "error")
    lengths = np.diff(trial.bounds)
    if len(lengths) == 0:
        return Verdict(_tr("The preview text is empty; type something to see it cut."))
    warning = _warning(lengths, trial.matched)
    if warning:
        return Verdict(warning, "warning")
    return Verdict(_tr("The pattern covers the whole text."))


def speed_of(trial: PatternTrial) -> Verdict:
    """Return how fast the pattern cuts, and why not faster; empty where it does not work."""
    if trial.bounds is None or not trial.pattern:
        return Verdict("")
    if trial.is_automaton:
        return Verdict(_tr("Compiled: cuts some hundred MB/s."))
    words = _tr("Slower: regex, because of %1.")
    return Verdict(words.replace("%1", trial.fallback_reason), "warning")


def _warning(lengths: np.ndarray, matched: np.ndarray) -> str:
    """Return what is doubtful about pre-tokens of these lengths, "" where nothing is."""
    if not matched.any():
        return _tr("The pattern matches nothing: the whole text is left over as one stretch.")
    if len(lengths) == 1:
        return _tr("The pattern never cuts: the whole text is one pre-token.")
    if not matched.all():
        words = _tr(
            "The pattern leaves %1 bytes unmatched in %2 stretches (hatched). They are kept as "
            "pre-tokens here; some libraries drop them without a word."
        )
        words = words.replace("%1", grouped(int(lengths[~matched].sum())))
        return words.replace("%2", grouped(int((~matched).sum())))
    longest = int(lengths.max())
    if longest > LONG_PRETOKEN_BYTES:
        words = _tr("The longest pre-token has %1 bytes; very long ones make training slow.")
        return words.replace("%1", grouped(longest))
    return ""


def _tr(words: str) -> str:
    return QCoreApplication.translate("verdict_of", words)
