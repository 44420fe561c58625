"""RunComparison: two to four tokenizers side by side, fact by fact, strict about types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.evaluation import METRICS
from workbench.comparison import Baseline
from workbench.run_facts import SECTIONS, facts_of

if TYPE_CHECKING:
    from engine.evaluation import Evaluation
    from engine.library import AnyTokenizer
    from workbench.store import EvaluationRecord, RunRecord

LEAST, MOST = 2, 4


class Missing:
    """The value of a fact that a tokenizer has not; only equal to itself."""


MISSING: Final = Missing()


@dataclass(frozen=True)
class ComparedTokenizer:
    """One of those that stand side by side.

    record, run_id: None for one that is no run. published: name of a published tokenizer.
    """

    name: str
    tokenizer: AnyTokenizer
    record: RunRecord | None = None
    evaluations: tuple[EvaluationRecord, ...] = ()
    path: Path | None = None
    published: str | None = None

    @property
    def place(self) -> str | None:
        """Where it was read from, as evaluations store it; None for a run."""
        return Baseline(self.name, self.run_id, self.path, self.published).place

    @property
    def run_id(self) -> str | None:
        return None if self.record is None else self.record.summary.run_id


@dataclass(frozen=True)
class ComparedFact:
    """One row: a section, a key within it, and a value for each tokenizer or MISSING."""

    section: str
    key: str
    values: tuple[Any, ...]

    @property
    def name(self) -> str:
        """Section and key, as programs name it. Example: "settings.tie_break"."""
        return f"{self.section}.{self.key}"

    @cached_property
    def differs(self) -> bool:
        """Whether any two values differ, in type or in value; missing differs from all values."""
        return any(not is_same(self.values[0], value) for value in self.values[1:])


@dataclass(frozen=True)
class CommonEvaluation:
    """Evaluations on the same texts. texts: their name; evaluations: None for who has none."""

    texts: str
    evaluations: tuple[Evaluation | None, ...]

    @property
    def n_known(self) -> int:
        return sum(each is not None for each in self.evaluations)


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal in type and value, also inside of lists; NaN is NaN."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other or (one != one and other != other)


def compared_facts(
    compared: Sequence[ComparedTokenizer], evaluation: CommonEvaluation | None = None
) -> tuple[ComparedFact, ...]:
    """All facts of all tokenizers, in the order in which the first one has them.

    evaluation: whose totals are added, with the section "metrics".
    """
    of_each = [facts_of(each.tokenizer, each.record) for each in compared]
    rows = [
        ComparedFact(section, key, tuple(facts.get((section, key), MISSING) for facts in of_each))
        for section, key in _all_keys(of_each)
    ]
    if evaluation is not None:
        rows += _metric_facts(evaluation)
    rows.sort(key=lambda row: SECTIONS.index(row.section))
    return tuple(rows)


def _all_keys(of_each: Sequence[Mapping[tuple[str, str], Any]]) -> list[tuple[str, str]]:
    """The keys of all, those of one section together."""
    sections: dict[str, dict[str, None]] = {}
    for facts in of_each:
        for section, key in facts:
            sections.setdefault(section, {})[key] = None
    return [(section, key) for section, keys in sections.items() for key in keys]


def _metric_facts(evaluation: CommonEvaluation) -> list[ComparedFact]:
    """The totals of an evaluation; metrics that nobody has are left out."""
    found = []
    for metric in METRICS.values():
        values = tuple(
            MISSING if each is None else metric.value(each, each.total)
            for each in evaluation.evaluations
        )
        if any(value is not MISSING and value is not None for value in values):
            known = tuple(MISSING if value is None else value for value in values)
            found.append(ComparedFact("metrics", metric.key, known))
    return found


def common_evaluation(compared: Sequence[ComparedTokenizer]) -> CommonEvaluation | None:
    """The stored evaluation on the same texts that covers the most tokenizers, then the newest.

    Texts are the same where name, labels, documents and bytes are. A tokenizer's own evaluations
    count, and those of another in which it was measured beside. None where no two are covered.
    """
    groups: dict[tuple[Any, ...], list[Evaluation | None]] = {}
    newest: dict[tuple[Any, ...], float] = {}
    for place, each in enumerate(compared):
        for record in each.evaluations:
            found = _found_in(record, place, compared)
            signature = (record.name, *((r.label, r.documents, r.bytes) for r in record.rows))
            group = groups.setdefault(signature, [None] * len(compared))
            for at, evaluation in found.items():
                group[at] = evaluation if at == place else group[at] or evaluation
            newest[signature] = max(newest.get(signature, 0.0), record.created.timestamp())
    made = [
        (CommonEvaluation(signature[0], tuple(group)), newest[signature])
        for signature, group in groups.items()
    ]
    best = max(made, key=lambda each: (each[0].n_known, each[1]), default=None)
    return best[0] if best is not None and best[0].n_known >= LEAST else None


def _found_in(
    record: EvaluationRecord, place: int, compared: Sequence[ComparedTokenizer]
) -> dict[int, Evaluation]:
    """Which of the tokenizers a stored evaluation measured, with what came of it."""
    if not record.measured:
        return {}
    found = {place: record.measured[0].evaluation}
    for measured in record.measured[1:]:
        for at, each in enumerate(compared):
            is_run = measured.run_id is not None and measured.run_id == each.run_id
            is_file = measured.path is not None and measured.path == each.place
            if is_run or is_file:
                found.setdefault(at, measured.evaluation)
    return found


def same_text(first: RunRecord | None, second: RunRecord | None) -> bool | None:
    """True where two runs surely read the same text: files with the same hashes, read alike.

    None for everything else: other files may still hold the same text, compressed for example.
    Labels do not matter unless a mixture weighs them, nor does the order unless a limit ends
    the text somewhere.
    """
    if first is None or second is None:
        return None
    ours, theirs = (_read_text(record) for record in (first, second))
    return True if ours is not None and ours == theirs else None


def _read_text(record: RunRecord) -> object:
    """What decides which text a run read, None where it is not known for sure."""
    mixture, options = record.mixture, record.options
    sampled = None if mixture is None or mixture.target_bytes is None else mixture
    sources = []
    for source in record.sources:
        hashes = [str(file.sha256) for file in source.files if file.sha256 is not None]
        if not hashes or len(hashes) < len(source.files):
            return None
        reading = source.reading
        if options.max_chars is None and reading.max_chars is None and reading.sample is None:
            hashes.sort()
        label = "" if mixture is None else source.label
        sources.append((label, hashes, repr(reading)))
    if not sources:
        return None
    if sampled is None and options.max_chars is None:
        sources.sort()
    return sources, options, sampled
