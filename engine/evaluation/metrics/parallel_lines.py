"""Which texts are parallel, and what their lines cost: the way from lines to FairnessFigures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.compiled import Bools, Int32s, Int64s, UInt8s
from engine.errors import ConfigError
from engine.evaluation.metrics.fairness import FairnessFigures, LabelFairness
from engine.evaluation.sentences import say
from engine.sentences import some_of
from engine.text import BLANK, RANGE, is_code, language_code

ENGLISH = "eng"
_LEAST_LINES = 2
_MOST_NAMED = 6


@dataclass(frozen=True)
class TextLines:
    """The lines of one text. flags: uint8[n], see engine.text.words; tokens: int32[n]."""

    flags: UInt8s
    tokens: Int32s


@dataclass(frozen=True)
class ParallelSet:
    """The labels whose texts have equally many lines, in order; remarks say what is left out.

    n_lines: of each of them. others: the lines of the texts that are not parallel to them.
    """

    labels: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    n_lines: int = 0
    others: Mapping[str, int] = field(default_factory=dict)


def parallel_set(n_lines: Mapping[str, int]) -> ParallelSet:
    """The texts that are parallel, found by their numbers of lines; program text never is.

    More than half of the texts in languages must have equally many lines. Where they have not,
    there is no set, and a remark gives the counts.
    """
    texts = {label: n for label, n in n_lines.items() if not is_code(label)}
    by_count = defaultdict(list)
    for label, n in texts.items():
        if n >= _LEAST_LINES:
            by_count[n].append(label)
    known = [label for label in texts if language_code(label) is not None]
    languages = known or list(texts)
    most = max(by_count, key=lambda n: (len(by_count[n]), n), default=0)
    chosen = by_count[most] if most else []
    if len(chosen) < 2 or 2 * sum(label in languages for label in chosen) <= len(languages):
        return ParallelSet(remarks=_refusal({label: texts[label] for label in languages}))
    others = {label: n for label, n in texts.items() if label not in chosen}
    odd = {label: n for label, n in others.items() if label in languages}
    if not odd:
        return ParallelSet(tuple(chosen), n_lines=most, others=others)
    remark = say("not_parallel", most=most, counts=_counts(odd))
    return ParallelSet(tuple(chosen), (remark,), most, others)


def _refusal(languages: Mapping[str, int]) -> tuple[str, ...]:
    if len(languages) < 2 or len(set(languages.values())) == 1:
        return ()
    sentence = say("premium_needs_parallel", counts=_counts(languages))
    return (sentence,)


def _counts(n_lines: Mapping[str, int]) -> str:
    return some_of([f"{label} {n:,}" for label, n in n_lines.items()], _MOST_NAMED)


def chosen_reference(labels: Sequence[str], wanted: str | None) -> str | None:
    """The reference of premiums: the given label, or English; None if it is missing.

    A code counts for every spelling of it: "en" finds "eng", "eng" finds "eng_Latn".
    """
    if wanted in labels:
        return wanted
    code = language_code(wanted or ENGLISH)
    if code is None:
        return None
    if code.label in labels:
        return code.label
    known = [(label, language_code(label)) for label in labels]
    alike = [label for label, other in known if other and other.language == code.language]
    exact = [label for label in alike if (language_code(label) or code).variant is None]
    return next(iter(exact or alike), None)


def missing_reference(found: ParallelSet, wanted: str | None) -> str:
    """Why the parallel texts have no premium: no reference, or one with another line count."""
    there = chosen_reference(tuple(found.others), wanted)
    if there is None:
        return say("no_english_text")
    return say(
        "reference_not_parallel", reference=there, lines=found.others[there], parallel=found.n_lines
    )


def lost_texts_remark(labels: Sequence[str], reference: str | None) -> str:
    """Why texts that a tokenizer does not give back have no premium."""
    code = "reference_lost" if reference in labels else "texts_lost"
    return say(code, labels=some_of(labels, _MOST_NAMED), reference=reference)


def check_reference(labels: Sequence[str], wanted: str | None) -> None:
    """Raise ConfigError for a reference that is no label of a text."""
    if wanted is not None and chosen_reference(labels, wanted) is None:
        raise ConfigError(
            say("unknown_reference", label=repr(wanted), labels=", ".join(labels)),
            setting="reference",
        )


def fairness_of(
    texts: Mapping[str, TextLines], reference: str | None
) -> tuple[FairnessFigures, tuple[str, ...]]:
    """Premiums, costs and what had to be left out, of texts with equally many lines.

    A `<range>` line belongs to the line above it, in all texts that it is compared with. Lines
    that a text lacks are left out, with their partners.
    """
    flags = np.stack([text.flags for text in texts.values()])
    tokens = np.stack([text.tokens for text in texts.values()])
    units, is_whole = _units(flags)
    sums = _sums(tokens, flags, units)[:, is_whole]
    kept = int(is_whole[units].sum())
    n_whole = int(is_whole.sum())
    costs = sums.sum(axis=1) / n_whole if n_whole else np.zeros(len(texts))
    against = None if reference is None else texts[reference]
    rows = tuple(
        _label_fairness(label, cost, texts[label], against)
        for label, cost in zip(texts, costs.tolist(), strict=True)
    )
    figures = FairnessFigures(reference, n_whole, flags.shape[1] - kept, rows)
    return figures, _remarks(figures, flags, list(texts))


def _label_fairness(
    label: str, cost: float, text: TextLines, reference: TextLines | None
) -> LabelFairness:
    if reference is None:
        return LabelFairness(label, cost)
    flags = np.stack([text.flags, reference.flags])
    units, is_whole = _units(flags)
    sums = _sums(np.stack([text.tokens, reference.tokens]), flags, units)
    here, there = sums[:, is_whole & (sums[1] > 0)]
    pairs = len(here)
    left_out = flags.shape[1] - int(is_whole[units].sum())
    if not pairs:
        return LabelFairness(label, cost, pairs_left_out=left_out)
    ratios = here / there
    return LabelFairness(
        label,
        cost,
        premium=float(here.sum() / there.sum()),
        premium_median=float(np.median(ratios)),
        premium_p90=float(np.percentile(ratios, 90)),
        pairs=pairs,
        pairs_left_out=left_out,
    )


def _units(flags: UInt8s) -> tuple[Int64s, Bools]:
    """Lines that belong together: int64[n], the unit of each; bool[u], units that no text lacks.

    flags: uint8[t, n] of the texts that are compared.
    """
    is_range = flags == RANGE
    joined = is_range.any(axis=0)
    joined[:1] = False
    units = np.cumsum(~joined) - 1
    lacks = (flags == BLANK).any(axis=0)
    lacks[:1] |= is_range[:, :1].any(axis=0)  # there is no line above the first
    is_whole = np.ones(int(units[-1]) + 1 if len(units) else 0, np.bool_)
    is_whole[units[lacks]] = False
    return units, is_whole


def _sums(tokens: Int32s, flags: UInt8s, units: Int64s) -> Int64s:
    """int64[t, u]: tokens of every unit; marks and blank lines have none."""
    if not len(units):
        return np.zeros((len(tokens), 0), np.int64)
    # Units ascend, so that each is one stretch of lines.
    firsts = np.concatenate(([0], np.flatnonzero(units[1:] != units[:-1]) + 1))
    counted = np.where(flags == 0, tokens, 0)
    return np.asarray(np.add.reduceat(counted, firsts, axis=1, dtype=np.int64))


def _remarks(figures: FairnessFigures, flags: UInt8s, labels: list[str]) -> tuple[str, ...]:
    remarks = []
    n_ranges = int((flags == RANGE).any(axis=0).sum())
    if n_ranges:
        remarks.append(say("ranges_joined", n=n_ranges))
    if figures.lines_left_out:
        lacking = labels[int((flags == BLANK).sum(axis=1).argmax())]
        remarks.append(
            say("blank_lines_left_out", n=figures.lines_left_out, all=flags.shape[1], label=lacking)
        )
    if figures.lines == 0:
        remarks.append(say("no_common_line"))
    return tuple(remarks)
