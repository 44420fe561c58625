"""VocabularyReport: the health of a vocabulary, as named sets of tokens and as counts of them.

Features that are often thrown together under "dead tokens" are four different things here: not
used in a given text, left nowhere in the training corpus, living only inside a longer token, and
out of reach for any text. engine.vocabulary_report_sections has the rows that are shown.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine import vocabulary_facts as facts_of
from engine import vocabulary_reach as reach
from engine.scripts import script_number
from engine.token_usage import TokenUsage
from engine.vocabulary_facts import Bools, VocabularyFacts, vocabulary_facts
from engine.vocabulary_lineage import THRESHOLD, VocabularyLineage, vocabulary_lineage

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

Int64s = npt.NDArray[np.int64]

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
    "never-merged": reach.MERGES,
    "cut": reach.PATTERN,
    "not-normalized": reach.NORMALIZATION,
    "special-text": reach.SPECIAL_TEXT,
}
RECORD_NAMES = ("dead", "inside-one", "picky")


@dataclass(frozen=True, eq=False)
class VocabularyReport:
    """What is known of the tokens of one tokenizer.

    unreachable: uint8[n], a reason of engine.vocabulary_reach for each id; None until something has
    looked. lineage: None where there is no training record. usage: None until a text was encoded;
    usage_name says which.
    """

    facts: VocabularyFacts
    unreachable: npt.NDArray[np.uint8] | None
    lineage: VocabularyLineage | None
    usage: TokenUsage | None = None
    usage_name: str = ""

    @property
    def n_ids(self) -> int:
        return len(self.facts.flags)

    @cached_property
    def uses(self) -> Int64s | None:
        """int64[n]: uses of each token in the measured text, else in the training corpus.

        -1 for unused ids and special tokens, and for bytes where only the training record speaks.
        None where nothing is known.
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
        """The names that `named` knows, also where this report has nothing to say of them."""
        return (*_FLAGS, "mixed", "unreachable", *_REASONS, *RECORD_NAMES, "unused-in-corpus")

    def named(self, name: str) -> Bools | None:
        """bool[n]: the tokens of a name in `names`; None for another, or where it is not known."""
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
            return np.asarray(self.unreachable != reach.REACHED)
        return np.asarray(self.unreachable == _REASONS[name]) if name in _REASONS else None

    def _of_record(self, name: str) -> Bools | None:
        if self.lineage is None:
            return None
        if name == "dead":
            return np.asarray(self.lineage.remaining == 0)
        if name == "inside-one":
            return np.asarray(self.lineage.inside_share >= THRESHOLD)
        return self.lineage.picky

    def of_script(self, name: str) -> Bools | None:
        """bool[n]: tokens of one script, by name or ISO 15924 code, "none" or "mixed"."""
        special = {"none": facts_of.NO_SCRIPT, "mixed": facts_of.MIXED}
        number = special.get(name.lower(), script_number(name))
        return None if number is None else np.asarray(self.facts.scripts == number)

    def covering(self, percent: float) -> Bools | None:
        """bool[n]: the fewest tokens that cover so much of the measured text; None without one."""
        if self.usage is None:
            return None
        members = np.zeros(self.n_ids, np.bool_)
        members[self.usage.covering(percent / 100)] = True
        return members


def report_steps(
    tokenizer: Tokenizer, facts: VocabularyFacts | None = None
) -> Generator[float, None, VocabularyReport]:
    """The report without a text: yields the share that is done, some milliseconds apart.

    facts: what `vocabulary_facts` found before, to save the time. Of 131,072 ids the longest step
    takes a quarter of a second, in kernels and numpy.
    """
    if facts is None:
        steps = vocabulary_facts(tokenizer)
        while True:
            try:
                yield 0.5 * next(steps)
            except StopIteration as stop:
                facts = stop.value
                break
    assert facts is not None
    yield 0.5
    report = report_without_reach(tokenizer, facts)
    yield 0.6
    return replace(report, unreachable=reach.unreachable_tokens(tokenizer, facts))


def report_without_reach(tokenizer: Tokenizer, facts: VocabularyFacts) -> VocabularyReport:
    """What is known without any kernel: all but which tokens are out of reach."""
    return VocabularyReport(facts, None, vocabulary_lineage(tokenizer))


def vocabulary_report(tokenizer: Tokenizer) -> VocabularyReport:
    """`report_steps` run to its end."""
    steps = report_steps(tokenizer)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            report: VocabularyReport = stop.value
            return report
