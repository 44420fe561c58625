"""The rows of a vocabulary report: each a set of tokens with its number, and what it means.

A row's condition is what the filter of the window takes to show just these tokens.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.scripts import script_titles
from engine.token_usage import COVERAGE_SHARES
from engine.vocabulary_facts import MIXED, NO_SCRIPT, NOT_TEXT, SPECIAL, SUPERWORD
from engine.vocabulary_report import VocabularyReport

LONGEST_SHOWN = 20
_LENGTHS = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 12), (13, 16), (17, 32), (33, None))
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A set of tokens. condition: what the filter shows it by; share: of all ids.

    token_id: the one token, in the section of the longest tokens, where `count` is its bytes.
    """

    condition: str
    title: str
    count: int
    share: float
    explanation: str = ""
    token_id: int | None = None


@dataclass(frozen=True, slots=True)
class ReportSection:
    """Rows that belong together. unit: what `count` counts."""

    key: str
    title: str
    explanation: str
    rows: tuple[ReportRow, ...]
    unit: str = "tokens"


def report_sections(report: VocabularyReport) -> tuple[ReportSection, ...]:
    """All sections that this report can fill, in the order in which they are shown."""
    sections = [
        _named_section(report, "kinds"),
        _named_section(report, "text"),
        _scripts(report),
        _lengths(report, "length", report.facts.lengths),
        _lengths(report, "chars", report.facts.characters),
        _words_section(report),
        _named_section(report, "twins"),
        _coverage(report),
        _histogram(report),
        _named_section(report, "record"),
        _named_section(report, "unreachable"),
        _longest(report),
    ]
    return tuple(section for section in sections if section is not None)


def _row(
    report: VocabularyReport, condition: str, title: str, count: int, why: str = ""
) -> ReportRow:
    return ReportRow(condition, title, count, count / max(1, report.n_ids), why)


@cache
def _words() -> dict[str, Any]:
    """Titles and explanations, read from resources/vocabulary_report.toml."""
    text = files("resources").joinpath("vocabulary_report.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _section(
    key: str, rows: Sequence[ReportRow], *, corpus: str = "", unit: str = "tokens"
) -> ReportSection:
    words = _words()[key]
    explanation = words["explanation"].replace("{corpus}", corpus)
    return ReportSection(key, words["title"], explanation, tuple(rows), unit)


def _named_section(report: VocabularyReport, key: str) -> ReportSection | None:
    """A section of the sets that have names; None where nothing is known of any of them."""
    rows = []
    for name, (title, why) in _words()[key]["rows"].items():
        members = report.named(name)
        if members is not None and (members.any() or name != "extra"):
            rows.append(_row(report, f"is:{name}", title, int(np.count_nonzero(members)), why))
    return _section(key, rows) if rows else None


def _scripts(report: VocabularyReport) -> ReportSection:
    titles, words = script_titles(), _words()["scripts"]
    counts = np.bincount(report.facts.scripts, minlength=256)
    named = [
        _row(
            report,
            f"script:{titles[number].replace(' ', '_')}",
            titles[number],
            int(counts[number]),
            words["one"],
        )
        for number in np.flatnonzero(counts).tolist()
        if number not in (NO_SCRIPT, MIXED, NOT_TEXT)
    ]
    named.sort(key=lambda row: (-row.count, row.title))
    others = [
        _row(report, f"script:{name}", words["rows"][name][0], int(counts[number]), why)
        for name, number in (("none", NO_SCRIPT), ("mixed", MIXED))
        for why in [words["rows"][name][1]]
    ]
    return _section("scripts", [*named, *others])


def _lengths(report: VocabularyReport, key: str, values: Int64s) -> ReportSection:
    """Tokens by a length in bins; `key` is also what the filter calls it."""
    longest = int(values.max(initial=0))
    rows = []
    for low, high in _LENGTHS:
        if low > longest:
            break
        if high is None:
            condition, title, top = f">={low}", f"{low} and more", longest
        elif low == high:
            condition, title, top = str(low), str(low), low
        else:
            condition, title, top = f"{low}..{high}", f"{low}–{high}", high
        count = int(np.count_nonzero((values >= low) & (values <= top)))
        rows.append(_row(report, f"{key}:{condition}", title, count))
    return _section(key, rows)


def _words_section(report: VocabularyReport) -> ReportSection | None:
    """Tokens by words between spaces; None where no token has several."""
    words = report.facts.words
    if words.max(initial=0) < 2:
        return None
    rows = _lengths(report, "words", words).rows
    title, why = _words()["words"]["rows"]["superword"]
    n_any = int(np.count_nonzero(report.facts.has(SUPERWORD)))
    return _section("words", [*rows, _row(report, "is:superword", title, n_any, why)])


def _coverage(report: VocabularyReport) -> ReportSection | None:
    if report.usage is None or not report.usage.tokens:
        return None
    rows = []
    for share in COVERAGE_SHARES:
        percent = round(100 * share)
        count = len(report.usage.covering(share))
        rows.append(_row(report, f"covers:{percent}", f"{percent} % of the text", count))
    return _section("coverage", rows, corpus=report.usage_name)


def _histogram(report: VocabularyReport) -> ReportSection | None:
    uses = report.uses
    if uses is None:
        return None
    words = _words()["usage"]
    never, once = (int(np.count_nonzero(uses == times)) for times in (0, 1))
    rows = [
        _row(report, "is:unused-in-corpus", words["never"][0], never, words["never"][1]),
        _row(report, "uses:1", words["once"], once),
    ]
    low, high = 2, 9
    while low <= uses.max(initial=0):
        count = int(np.count_nonzero((uses >= low) & (uses <= high)))
        rows.append(_row(report, f"uses:{low}..{high}", f"{low:,}–{high:,}", count))
        low, high = high + 1, 10 * high + 9
    measured = words["record"] if report.usage is None else report.usage_name
    return _section("usage", rows, corpus=measured)


def _longest(report: VocabularyReport) -> ReportSection:
    lengths = np.where(report.facts.has(SPECIAL), 0, report.facts.lengths)
    order = np.argsort(-lengths, kind="stable")[:LONGEST_SHOWN].tolist()
    share = 1 / max(1, report.n_ids)
    rows = [
        ReportRow(f"id:{i}", f"id {i}", int(lengths[i]), share, token_id=i)
        for i in order
        if lengths[i]
    ]
    return _section("longest", rows, unit="bytes")
