"""What to say of a split pattern: what it does to a text, how fast, what engines make of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.machine import how_to_install
from workbench.pattern.pattern_checker import PatternTrial, RunsTrial
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.words.translation import counted
from workbench.work.engine_verdicts import EngineVerdict

LONG_PRETOKEN_BYTES = 256
_SHOWN_PIECES = 6


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence, and the role in which the window shows it: caption, warning or error.

    is_loud: it concerns everything that follows, so it is shown in the bar of the pane.
    """

    sentence: str
    role: str = "caption"
    is_loud: bool = False


def verdict_of(trial: PatternTrial, *, shows_older: bool = False) -> Verdict:
    """Return what to say of a trial, the worst first.

    shows_older: the pane still shows what an earlier pattern did.
    """
    if trial.bounds is None or trial.matched is None:
        older = " " + _tr("Shown below: the last pattern that worked.") if shows_older else ""
        return Verdict(sentence_words(trial.error) + older, "error")
    if not trial.pattern:
        return Verdict(_tr("The pattern is empty; choose a preset or write one."), "error")
    lengths = np.diff(trial.bounds)
    if len(lengths) == 0:
        return Verdict(_tr("The preview text is empty; type something to see it split."))
    if not trial.matched.any():
        words = _tr("The pattern matches nothing: the whole text is left over as one stretch.")
        return Verdict(words, "error", is_loud=True)
    if len(lengths) == 1:
        words = _tr("The pattern never splits: the whole text is one pre-token.")
        return Verdict(words, "warning", is_loud=True)
    warning = _warning(lengths, trial.matched)
    if warning:
        return Verdict(warning, "warning")
    covers = _tr("The pattern covers the whole text.")
    idle = _idle_words(trial)
    return Verdict(f"{covers} {idle}" if idle else covers)


def is_without_match(trial: PatternTrial) -> bool:
    """Return whether a pattern matched nothing in a text that is not empty."""
    return trial.matched is not None and len(trial.matched) > 0 and not trial.matched.any()


def runs_verdict(trial: RunsTrial) -> Verdict:
    """Return what to say of a pattern that was stopped on a long run."""
    construct = trial.construct or _tr("the repeats that share text")
    words = _tr("Not used: the pattern can explode. What to change: %1")
    return Verdict(fill(words, construct), "error")


def explosion_sentence(trial: RunsTrial) -> str:
    """Return how it was seen that a pattern can explode, and what to do."""
    words = _tr(
        "The pattern can explode: it was stopped after %2 s on a long run of %1, which training "
        "text may contain. Change %3; possessive repeats, such as \\p{L}++, never backtrack. "
        "The last pattern that worked stays in force."
    )
    construct = trial.construct or _tr("the repeats that share text")
    return fill(words, trial.slow_on or "", f"{trial.seconds:g}", construct)


def engine_sentence(verdict: EngineVerdict) -> str:
    """Return what an engine made of the pattern, in a sentence or two."""
    sentence = _engine_outcome(verdict)
    if verdict.rewritten == "same" and verdict.status != "same":
        sentence += " " + _tr("The form that an export writes for this engine splits identically.")
    elif verdict.rewritten not in (None, "same"):
        sentence += " " + _tr("The form that an export writes splits differently, too.")
    return sentence


def _engine_outcome(verdict: EngineVerdict) -> str:
    name = f"{verdict.engine} {verdict.version}".strip()
    if verdict.status == "missing":
        words = fill(_tr("%1 is not installed; its splits are unknown."), name)
        return f"{words} {how_to_install([verdict.engine])}"
    if verdict.status == "same" and verdict.dropped:
        return counted(
            "verdict_of",
            "%1 splits identically but drops 1 byte that no alternative matches.",
            "%1 splits identically but drops %2 bytes that no alternative matches.",
            verdict.dropped,
            name,
            grouped(verdict.dropped),
        )
    if verdict.status == "same":
        words = _tr("%1 makes identical pre-tokens.")
    elif verdict.status == "different":
        return counted(
            "verdict_of",
            "%1 splits differently in one place, at byte %3: here %4, there %5.",
            "%1 splits differently in %2 places, first at byte %3: here %4, there %5.",
            verdict.n_places,
            name,
            grouped(verdict.n_places),
            grouped(verdict.place),
            _cut_words(verdict.ours),
            _cut_words(verdict.theirs),
        )
    else:
        words = {
            "refused": _tr("%1 rejects the pattern: %3."),
            "died": _tr("%1 crashes: %3."),
            "slow": _tr("%1 took more than 10 s and was stopped."),
        }[verdict.status]
    message = verdict.message.rstrip(".") or _tr("its process ended without a message")
    return fill(words, name, grouped(verdict.dropped), message)


def _cut_words(pieces: tuple[bytes, ...]) -> str:
    shown = " | ".join(visible(piece) for piece in pieces[:_SHOWN_PIECES])
    return f"{shown} | …" if len(pieces) > _SHOWN_PIECES else shown


def _idle_words(trial: PatternTrial) -> str:
    """Return which alternatives make no pre-token, "" where all do or it is not known."""
    if trial.made is None:
        return ""
    known = set(trial.made.tolist())
    numbers = range(len(trial.texts))
    idle = [str(number + 1) for number in numbers if number not in known]
    if not idle or -1 in known:
        return ""
    return counted(
        "verdict_of",
        "Alternative %1 matches nothing here.",
        "Alternatives %1 match nothing here.",
        len(idle),
        ", ".join(idle),
    )


def speed_of(trial: PatternTrial) -> Verdict:
    """Return how fast the pattern cuts, and why not faster; empty where it does not work."""
    if trial.bounds is None or not trial.pattern:
        return Verdict("")
    if trial.is_automaton:
        return Verdict(_tr("Fast path: hundreds of MB/s."))
    words = _tr("Fallback to regex, because of %1.")
    return Verdict(fill(words, sentence_words(trial.fallback_reason)), "warning")


def _warning(lengths: np.ndarray, matched: np.ndarray) -> str:
    """Return what is doubtful about pre-tokens of these lengths, "" where nothing is."""
    if not matched.all():
        n_bytes, n_stretches = int(lengths[~matched].sum()), int((~matched).sum())
        return counted(
            "verdict_of",
            "The pattern leaves one stretch unmatched (hatched, bytes: %1). It is kept as a "
            "pre-token here; some libraries drop it silently.",
            "The pattern leaves %1 bytes unmatched in %2 stretches (hatched). They are kept as "
            "pre-tokens here; some libraries drop them silently.",
            n_stretches,
            grouped(n_bytes),
            grouped(n_stretches),
        )
    longest = int(lengths.max())
    if longest > LONG_PRETOKEN_BYTES:
        words = _tr("The longest pre-token has %1 bytes; very long ones make training slow.")
        return fill(words, grouped(longest))
    return ""


def _tr(words: str) -> str:
    return QCoreApplication.translate("verdict_of", words)


def preset_words(words: str) -> str:
    """Return the note of a pattern of resources/split_patterns.toml, or who uses it, translated."""
    return QCoreApplication.translate("presets", words) if words else ""
