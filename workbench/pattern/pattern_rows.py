"""What a trial of a split pattern shows: rows of the tables, hues of alternatives, the verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.compiled import Int64s, UInt8s
from engine.machine import how_to_install
from workbench.pattern.pattern_checker import PatternTrial, RunsTrial
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import NOTHING, grouped, percent_cell, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.spans.span_colouring import DASHED, DOTTED, N_HUES
from workbench.ui.tables.column_table import Column, cell_text
from workbench.ui.words.translation import counted, translator
from workbench.work.engine_verdicts import EngineVerdict

_tr = translator("AlternativesTable")

_BLUE, _SAND, _VIOLET, _LEAF, _ROSE, _CYAN, _ORANGE, _SLATE = range(N_HUES)
RANKED_HUES = (
    _BLUE, _SAND, _ROSE, _LEAF,
    *(DASHED + hue for hue in (_VIOLET, _ORANGE, _CYAN)),
    *(DOTTED + hue for hue in (_SAND, _SLATE, _LEAF, _BLUE)),
    _ORANGE, DASHED + _ROSE, _VIOLET, _SLATE,
    DASHED + _SAND, DOTTED + _ROSE, DOTTED + _VIOLET,
    DASHED + _LEAF, _CYAN, DOTTED + _ORANGE, DASHED + _BLUE,
)  # fmt: skip
"""Hues from the alternative with the most bytes on. Colour-blind people tell neighbours in this row
apart by their colours, and all that they confuse by their marks."""

_CONTRACTION = re.compile(r"(?:\(\?(?:i|i?:))*[(\[]*['\u2019][\w'\u2019()\[\]?:|]*")

LONG_PRETOKEN_BYTES = 256
_SHOWN_PIECES = 6


def ranked_hues(texts: Sequence[str], sizes: Sequence[int]) -> tuple[int, ...]:
    """Return a hue for each alternative, by descending size; all contractions share one.

    >>> ranked_hues(["'s", "'t", r"\\w+", r"\\s+"], [2, 2, 90, 30])
    (4, 4, 0, 1)
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
    total = max(1, int(sizes.sum()))
    before = {} if saved is None else _bytes_by_text(saved)
    rows = [
        AlternativeRow(
            number=index + 1,
            text=text,
            hue=hues.hue(index),
            pretokens=int(counts[index]),
            n_bytes=int(sizes[index]),
            saved_bytes=None if saved is None else before.pop(text, 0),
            share=int(sizes[index]) / total,
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
        share = left_bytes / total
        rows.append(AlternativeRow(None, unmatched, None, left, left_bytes, was_left, share=share))
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


def run_numbers(trial: PatternTrial) -> Int64s | None:
    """int64[n]: the number of the alternative, from 1, where a run of its pre-tokens begins.

    0 inside of a run, for the alternative that covers most, which is the plain text, and where it
    is not known. None for a trial without alternatives.
    """
    if trial.made is None or trial.bounds is None or not len(trial.made):
        return None
    _, sizes = _per_alternative(trial)
    made = trial.made.astype(np.int64)
    is_shown = made != int(sizes[:-1].argmax()) if len(sizes) > 1 else np.zeros(len(made), np.bool_)
    is_shown[1:] &= made[1:] != made[:-1]
    return np.where(is_shown, made + 1, 0)


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


@dataclass(frozen=True, slots=True)
class AlternativeRow:
    """The result of one alternative on the sample.

    number: from 1, None for text that no alternative matched. hue: index of its hue or None.
    n_bytes: bytes of its pre-tokens, share: their part of the sample. saved_bytes: those of the
    same alternative of the saved pattern, None if it has none. is_gone: only the saved pattern
    has it.
    """

    number: int | None
    text: str
    hue: int | None
    pretokens: int
    n_bytes: int
    saved_bytes: int | None = None
    is_gone: bool = False
    share: float = 0.0

    @property
    def change(self) -> int | None:
        """Bytes more than under the saved pattern."""
        return None if self.saved_bytes is None else self.n_bytes - self.saved_bytes


def alternative_columns() -> Sequence[Column[AlternativeRow]]:
    """Number, expression, pre-tokens, share of bytes, difference to the saved pattern."""
    made = _tr("Share of the sample's bytes in pre-tokens of this alternative; colours follow it.")
    return (
        Column(_tr("No."), lambda row: "" if row.number is None else str(row.number), tip=_tip,
               width=40, key="number"),
        Column(_tr("Alternative"), _expression, tip=_tip, width=120, stretches=True,
               key="expression"),
        Column(_tr("Pre-tokens"), lambda row: "" if row.is_gone else row.pretokens, tip=_tip,
               side="right", width=80),
        Column(_tr("Share"), lambda row: "" if row.is_gone else percent_cell(row.share),
               tip=_bytes_of, side="right", width=72, key="share", explanation=made),
        Column(_tr("± Bytes"), lambda row: _signed(row.change) if row.change else "", tip=_tip,
               side="right", width=80, key="change",
               explanation=_tr("Compared with the same alternative of the reference pattern.")),
    )  # fmt: skip


def _bytes_of(row: AlternativeRow) -> str:
    return "" if row.is_gone else counted("AlternativesTable", "1 byte", "%1 bytes", row.n_bytes)


def _expression(row: AlternativeRow) -> str:
    return row.text if row.hue is None else visible(row.text.encode("utf-8", "replace"))


def _tip(row: AlternativeRow) -> str:
    if row.is_gone:
        return fill(_tr("Only in the reference pattern: %1"), row.text)
    if row.number is not None and not row.pretokens:
        return fill(_tr("Matches nothing in the sample: %1"), row.text)
    return row.text


def _signed(change: int) -> str:
    return f"{'+' if change > 0 else '−'}{grouped(abs(change))}"


@dataclass(frozen=True, slots=True)
class CutFigures:
    """Totals of one split. longest, unmatched: bytes. tokens, trained: None until counted."""

    pretokens: int | None = None
    distinct: int | None = None
    longest: int | None = None
    unmatched: int | None = None
    tokens: int | None = None
    trained: int | None = None

    @property
    def values(self) -> tuple[int | None, ...]:
        return (self.pretokens, self.distinct, self.longest, self.unmatched, self.tokens,
                self.trained)  # fmt: skip


class FiguresRow(NamedTuple):
    """A name and the words of the numbers of CutFigures."""

    name: str
    numbers: tuple[str, ...]


def figures_columns() -> Sequence[Column[FiguresRow]]:
    """One column for each number of CutFigures, right of the name of the cut."""
    heads = (
        _tr("Pre-tokens"), _tr("Different"), _tr("Longest, bytes"), _tr("Unmatched, bytes"),
        _tr("Tokens"), _tr("Tokens after retraining"),
    )  # fmt: skip
    explained = {
        4: _tr("Tokens of the sample with the merges of the open tokenizer."),
        5: _tr("Tokens of the sample after retraining on the sample."),
    }

    def number(at: int) -> Callable[[FiguresRow], str]:
        return lambda row: row.numbers[at]

    return (
        Column(_tr("Pattern"), attrgetter("name")),
        *(Column(head, number(at), side="right", explanation=explained.get(at, ""))
          for at, head in enumerate(heads)),
    )  # fmt: skip


def figures_rows(saved: CutFigures, edited: CutFigures, saved_name: str) -> Sequence[FiguresRow]:
    """The saved cut, the edited one, the difference; `saved_name` says whose cuts are first."""
    pairs = list(zip(saved.values, edited.values, strict=True))
    return (
        FiguresRow(saved_name, tuple(cell_text(first) for first, _ in pairs)),
        FiguresRow(_tr("Draft"), tuple(cell_text(second) for _, second in pairs)),
        FiguresRow(_tr("Difference"), tuple(_difference(*pair) for pair in pairs)),
    )


def _difference(saved: int | None, edited: int | None) -> str:
    if saved is None or edited is None:
        return NOTHING
    change = edited - saved
    if not change:
        return "0"
    share = f" ({ratio(abs(100 * change / saved))} %)" if saved else ""
    return f"{_signed(change)}{share}"


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
        "The last working pattern stays in use."
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
            "%1 splits differently at one position, byte %3: here %4, there %5.",
            "%1 splits differently at %2 positions, first at byte %3: here %4, there %5.",
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


def preset_words(words: str) -> str:
    """Return the note of a pattern of resources/split_patterns.toml, or who uses it, translated."""
    return QCoreApplication.translate("presets", words) if words else ""
