"""The health of a vocabulary: named sets of tokens with their sizes, and what each set means.

Four things that are often all called "dead tokens" are told apart: not used in a given text, left
over nowhere in the training corpus, occurring only inside a longer token, and out of reach for any
text. The condition of a row is the filter of the window that shows just these tokens.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.analysis import vocabulary as facts_of
from engine.analysis.usage import COVERAGE_SHARES, TokenUsage
from engine.analysis.vocabulary import (
    INSIDE_SHARE,
    MIXED,
    NO_SCRIPT,
    NOT_TEXT,
    SPECIAL,
    SUPERWORD,
    VocabularyFacts,
    VocabularyLineage,
    unreachable_tokens,
    vocabulary_facts,
    vocabulary_lineage,
)
from engine.compiled import Bools, Int64s, UInt8s
from engine.machine import relayed, result_of
from engine.text import script_number, script_titles

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

_FLAGS = {
    "special": facts_of.SPECIAL,
    "unused": facts_of.UNUSED,
    "byte": facts_of.BYTE,
    "merge": facts_of.MERGED,
    "extra": facts_of.EXTRA,
    "space": facts_of.LEADING_SPACE,
    "digits": facts_of.DIGITS,
    "white-space": facts_of.WHITE_SPACE,
    "punctuation": facts_of.PUNCTUATION,
    "partial": facts_of.PARTIAL,
    "crossing": facts_of.CROSSING,
    "space-twin": facts_of.SPACE_TWIN,
    "case-twin": facts_of.CASE_TWIN,
    "superword": facts_of.SUPERWORD,
    "twin": facts_of.SPACE_TWIN | facts_of.CASE_TWIN,
}
_REASONS = {
    "never-merged": facts_of.NEVER_MERGED,
    "cut": facts_of.ALWAYS_CUT,
    "not-normalized": facts_of.NOT_NORMALIZED,
    "special-text": facts_of.SPECIAL_TEXT,
}
RECORD_NAMES = ("dead", "inside-one", "picky")

LONGEST_SHOWN = 20
_LENGTHS = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 12), (13, 16), (17, 32), (33, None))


@dataclass(frozen=True, eq=False)
class VocabularyReport:
    """Facts of the tokens of one tokenizer.

    unreachable: uint8[n], a reason of engine.analysis.vocabulary for each id; None before the
    search. lineage: None if there is no training record. usage: None before a text is encoded;
    usage_name is the name of that text.
    """

    facts: VocabularyFacts
    unreachable: UInt8s | None
    lineage: VocabularyLineage | None
    usage: TokenUsage | None = None
    usage_name: str = ""

    @property
    def n_ids(self) -> int:
        return len(self.facts.flags)

    @cached_property
    def uses(self) -> Int64s | None:
        """int64[n]: uses of each token in the measured text, else in the training corpus.

        -1 for unused ids and special tokens, and for bytes if only the training record is known.
        None if nothing is known.
        """
        if self.usage is None:
            return None if self.lineage is None else self.lineage.remaining
        left_out = self.facts.has(facts_of.SPECIAL | facts_of.UNUSED)
        return np.where(left_out, -1, self.usage.counts)

    def with_usage(self, usage: TokenUsage, name: str) -> VocabularyReport:
        """The report with how often each token is used in a text of that name."""
        return replace(self, usage=usage, usage_name=name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that `named` knows, even if this report knows nothing of them."""
        return (*_FLAGS, "mixed", "unreachable", *_REASONS, *RECORD_NAMES, "unused-in-corpus")

    def named(self, name: str) -> Bools | None:
        """bool[n]: the tokens of a name in `names`; None for another, or if it is unknown."""
        if name in _FLAGS:
            return self.facts.has(_FLAGS[name])
        if name == "mixed":
            return np.asarray(self.facts.scripts == facts_of.MIXED)
        if name == "unused-in-corpus":
            return None if self.uses is None else np.asarray(self.uses == 0)
        if name in RECORD_NAMES:
            return self._of_record(name)
        if self.unreachable is None:
            return None
        if name == "unreachable":
            return np.asarray(self.unreachable != facts_of.REACHED)
        return np.asarray(self.unreachable == _REASONS[name]) if name in _REASONS else None

    def _of_record(self, name: str) -> Bools | None:
        if self.lineage is None:
            return None
        if name == "dead":
            return np.asarray(self.lineage.remaining == 0)
        if name == "inside-one":
            return np.asarray(self.lineage.inside_share >= INSIDE_SHARE)
        return self.lineage.picky

    def of_script(self, name: str) -> Bools | None:
        """bool[n]: tokens of one script, by name or ISO 15924 code, "none" or "mixed"."""
        special = {"none": facts_of.NO_SCRIPT, "mixed": facts_of.MIXED}
        number = special.get(name.lower(), script_number(name))
        return None if number is None else np.asarray(self.facts.scripts == number)

    def covering(self, percent: float) -> Bools | None:
        """bool[n]: the fewest tokens that cover this share of the text; None without a text."""
        if self.usage is None:
            return None
        members = np.zeros(self.n_ids, np.bool_)
        members[self.usage.covering(percent / 100)] = True
        return members


def report_steps(
    tokenizer: AnyTokenizer, facts: VocabularyFacts | None = None
) -> Generator[float, None, VocabularyReport]:
    """The report without a text: yields the share that is done, some milliseconds apart.

    facts: what `vocabulary_facts` found before, to save the time. Of 131,072 ids the longest step
    takes a quarter of a second, in kernels and numpy. Of a tokenizer that its library runs it is
    not known which tokens are out of reach.
    """
    from engine.library import LibraryTokenizer  # late: it needs the encoder

    if facts is None:
        facts = yield from relayed(vocabulary_facts(tokenizer), lambda share: 0.5 * share)
    yield 0.5
    report = report_without_reach(tokenizer, facts)
    yield 0.6
    if isinstance(tokenizer, LibraryTokenizer):
        return report
    return replace(report, unreachable=unreachable_tokens(tokenizer, facts))


def report_without_reach(tokenizer: AnyTokenizer, facts: VocabularyFacts) -> VocabularyReport:
    """The report without any kernel: all but which tokens are out of reach."""
    from engine.library import LibraryTokenizer  # late: it needs the encoder

    if isinstance(tokenizer, LibraryTokenizer):
        return VocabularyReport(facts, None, None)
    return VocabularyReport(facts, None, vocabulary_lineage(tokenizer))


def vocabulary_report(tokenizer: AnyTokenizer) -> VocabularyReport:
    """`report_steps` run to its end."""
    return result_of(report_steps(tokenizer))


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
    """A section of the sets that have names; None if nothing is known of any of them."""
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
    """Tokens by words between spaces; None if no token has several."""
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
