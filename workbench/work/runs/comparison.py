"""RunComparison: two to four tokenizers side by side, fact by fact, strict about types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.evaluation import METRICS
from engine.settings import (
    MergeRules,
    ReadingOptions,
    TrainingConfig,
    line_of_token,
)
from engine.splitting import preset_name_of
from workbench.store import RunStore
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import isolated, visible
from workbench.work.comparison import Baseline
from workbench.work.trainer_facts import (
    library_result_facts,
    library_settings_facts,
    spent_facts,
    trainer_facts,
)
from workbench.work.training_settings import plain_values

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.analysis import ChosenPair, MergeDivergence, PairCount, Reason, UnknownMerges
    from engine.evaluation import Evaluation
    from engine.library import AnyTokenizer
    from workbench.store import EvaluationRecord, RunRecord, RunSummary, SourceRecord

# What is known of a tokenizer and its run, fact by fact, for a comparison.


SECTIONS = ("settings", "corpus", "result", "metrics", "sources", "engine")
"""In the order in which they are shown: the long list of sources comes late."""

Facts = dict[tuple[str, str], Any]

MOST_SHOWN = 24


def facts_of(tokenizer: AnyTokenizer, record: RunRecord | None) -> Facts:
    """Values by section and key; what is not known has no key.

    Lists are tuples; numbers are as they are, in bytes, tokens and seconds.
    """
    from engine.library import LibraryTokenizer

    facts: Facts = {}
    if isinstance(tokenizer, LibraryTokenizer):
        _add(facts, "settings", library_settings_facts(tokenizer) | trainer_facts(record))
        _add(facts, "result", library_result_facts(tokenizer) | spent_facts(record))
    else:
        _add(facts, "settings", _settings(tokenizer, record) | trainer_facts(record))
        _add(facts, "result", _result(tokenizer) | spent_facts(record))
    if record is not None:
        _add(facts, "corpus", _corpus(record))
        for source in record.sources:
            _add(facts, "sources", _source(source, record))
    if record is not None:
        versions = {
            "engine_version": record.engine_version,
            "unicode_version": record.unicode_version,
        }
        _add(facts, "engine", versions)
    return facts


def _add(facts: Facts, section: str, values: dict[str, Any]) -> None:
    facts.update({(section, key): value for key, value in values.items()})


def _settings(tokenizer: Tokenizer, record: RunRecord | None) -> dict[str, Any]:
    common: dict[str, Any] = {
        "vocab_size": tokenizer.vocab_size,
        "pattern": tokenizer.pattern_name or "own",
        "pattern_expression": tokenizer.pattern,
        "normalization": tokenizer.normalization,
    }
    if record is None:
        return common | {"special_tokens": tuple(sorted(tokenizer.special_tokens))}
    config, rules = record.config, record.config.merge_rules or MergeRules()
    if (trainer := config.trainer) is not None:
        had = {
            key: value for key, value in plain_values(config).items() if trainer.has_setting(key)
        }
        return common | {"special_tokens": config.special_tokens} | had
    return common | {
        "special_tokens": config.special_tokens,
        "reserved_slots": config.reserved_slots,
        **{key: value for key, value in plain_values(config).items() if key not in common},
        "blocked_tokens": tuple(map(line_of_token, rules.blocked)),
        "blocked_pattern": rules.blocked_pattern,
        **_superwords(config),
        **_parity(config),
    }


def _parity(config: TrainingConfig) -> dict[str, Any]:
    """How languages choose merges; None without parity."""
    parity, names = config.parity, ("parity_texts", "parity_global_merges", "parity_window")
    values = (
        (None,) * 3
        if parity is None
        else (
            parity.texts or tuple(f"{key} {ratio:g}" for key, ratio in parity.ratios.items()),
            parity.n_global(config.n_merges),
            parity.window,
        )
    )
    return dict(zip(names, values, strict=True))


def _superwords(config: TrainingConfig) -> dict[str, Any]:
    """The transition, the rules and the pattern before it; None without superwords."""
    superwords = config.superwords
    if superwords is None:
        return dict.fromkeys(("superwords_from", "superword_rules", "first_pattern"))
    return {
        "superwords_from": superwords.start,
        "superword_rules": superwords.stage_two_rules.name,
        "first_pattern": preset_name_of(config.pattern) or config.pattern,
    }


def _corpus(record: RunRecord) -> dict[str, Any]:
    summary, options, mixture = record.summary, record.options, record.mixture
    facts: dict[str, Any] = {
        "sources": len(record.sources),
        "labels": tuple(sorted(source.label for source in record.sources)),
        "documents": summary.documents,
        "bytes": summary.bytes,
        "mixture": "natural" if mixture is None else mixture.kind,
    }
    given = {} if mixture is None else mixture.given()
    facts |= {key: given[key] for key in ("alpha", "target_bytes", "seed") if key in given}
    return facts | {
        "document_separator": options.document_separator,
        "max_document_chars": options.max_document_chars,
        "max_chars": options.max_chars,
        "text_field": options.text_field,
        "encoding_errors": options.encoding_errors,
    }


def _source(source: SourceRecord, record: RunRecord) -> dict[str, Any]:
    label = source.label
    facts: dict[str, Any] = {f"{label}.bytes": source.bytes, f"{label}.documents": source.documents}
    if source.files:
        facts[f"{label}.files"] = tuple(file.path for file in source.files)
        hashes = tuple(file.sha256 for file in source.files)
        if None not in hashes:
            facts[f"{label}.sha256"] = hashes
    if record.mixture is not None:
        facts[f"{label}.share"] = source.share
        facts[f"{label}.repetition"] = source.weight
    usual = ReadingOptions().flat()
    own = {key: value for key, value in source.reading.flat().items() if value != usual[key]}
    return facts | {f"{label}.{key}": value for key, value in own.items()}


def _result(tokenizer: Tokenizer) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "n_merges": tokenizer.n_merges,
        "longest_token": int(tokenizer.token_lengths[tokenizer.ranked_ids].max()),
        "semantic_hash": tokenizer.semantic_hash,
    }
    training = tokenizer.training
    if training is not None:
        facts["bytes_per_token"] = training.bytes_per_token()
        if training.is_weighted:
            facts["bytes_per_token_mixed"] = training.mixed_bytes_per_token()
        facts["pretokens"] = training.pretokens
        facts["unique_pretokens"] = training.unique_pretokens
        facts["unmatched_bytes"] = training.unmatched_bytes
    return facts


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
    """One row: a section, a key within it, and a value for each tokenizer or MISSING.

    inexact: places of tokenizers that lose text, so that their figure says nothing.
    """

    section: str
    key: str
    values: tuple[Any, ...]
    inexact: frozenset[int] = frozenset()

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
    """Return the totals of an evaluation without the metrics that no tokenizer has."""
    found = []
    for metric in METRICS.values():
        values = tuple(
            MISSING if each is None else metric.value(each, each.total)
            for each in evaluation.evaluations
        )
        if any(value is not MISSING and value is not None for value in values):
            known = tuple(MISSING if value is None else value for value in values)
            inexact = frozenset(
                place
                for place, each in enumerate(evaluation.evaluations)
                if each is not None and not metric.judges(each.total)
            )
            found.append(ComparedFact("metrics", metric.key, known, inexact))
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
    """Return the results of a stored evaluation by the positions of the tokenizers."""
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


# Sentences on where two tokenizers diverge, for window and command line.


Translate = Callable[[str], str]


def divergence_sentences(
    divergence: MergeDivergence | UnknownMerges | None, names: Sequence[str], tr: Translate = str
) -> tuple[str, ...]:
    """What is merged first by one and not by the other, how often it occurs, and why.

    names: of the two tokenizers. tr: translates a sentence with %1, %2 ... in it. The last
    sentences are the reasons; there is always one, if only that the records do not tell.
    """
    from engine.analysis import UnknownMerges  # after the window: it loads the engine

    if divergence is None:
        return (tr("All merges are identical."),)
    if isinstance(divergence, UnknownMerges):
        words = tr("Merges cannot be compared: %1 runs in %2, which does not expose them.")
        return (fill(words, names[divergence.side], divergence.library),)
    sentences = [_first_words(divergence, tr)]
    for side, pair in enumerate(divergence.pairs):
        sentences.append(_side_words(pair, side, names, tr))
    return (*sentences, *reason_sentences(divergence, names, tr))


def divergence_headline(
    divergence: MergeDivergence | UnknownMerges | None, names: Sequence[str], tr: Translate = str
) -> str:
    """Where two runs diverge and why, in one line; "" if their merges cannot be compared."""
    from engine.analysis import UnknownMerges

    if divergence is None:
        return tr("All merges are identical.")
    if isinstance(divergence, UnknownMerges):
        return ""
    reason = next(iter(divergence.reasons), None)
    if reason is None and not divergence.is_recorded:
        return fill(tr("The merges differ from merge %1 on"), grouped(divergence.rank))
    words = {
        None: tr("Runs diverge at merge %1; the records do not say why"),
        "size": tr("Runs diverge at merge %1 because %2 ends there"),
        "min_frequency": tr("Runs diverge at merge %1 because %2 ends there"),
        "no_pair": tr("Runs diverge at merge %1 because %2 ends there"),
        "token_limit": tr("Runs diverge at merge %1 because %2 allows no longer token"),
        "merge_rules": tr("Runs diverge at merge %1 because the merge rules of %2 forbid it"),
        "pattern_cuts": tr("Runs diverge at merge %1 because the split pattern of %2 forbids it"),
        "tie_break": tr("Runs diverge at merge %1 because the tie-break differs"),
        "text": tr("Runs diverge at merge %1 because the text differs"),
        "mixture": tr("Runs diverge at merge %1 because the mixture differs"),
        "pattern": tr("Runs diverge at merge %1 because the split pattern differs"),
        "normalization": tr("Runs diverge at merge %1 because the normalization differs"),
        "parity": tr("Runs diverge at merge %1 because languages choose it otherwise (parity)"),
        "several": tr("Runs diverge at merge %1; several settings differ"),
    }[None if reason is None else reason.kind]
    side = 0 if reason is None or reason.side is None else reason.side
    return fill(words, grouped(divergence.rank), names[side])


def reason_sentences(
    divergence: MergeDivergence, names: Sequence[str], tr: Translate = str
) -> tuple[str, ...]:
    """The reasons that are proven, or that none is."""
    found = tuple(_reason_words(reason, divergence, names, tr) for reason in divergence.reasons)
    if not found and not divergence.is_recorded:
        return (tr("Files without a record of their training do not say why."),)
    return found or (tr("The records do not explain the divergence."),)


def pair_words(pair: ChosenPair) -> str:
    """A merge as it is shown. Example: "·th + e"."""
    return f"{_short(pair.left)} + {_short(pair.right)}"


def count_words(count: PairCount, tr: Translate = str) -> str:
    """A count or what is known of it; "" for nothing."""
    if count.exact is not None:
        return grouped(count.exact)
    if count.at_least is not None and count.at_most is not None:
        return fill(tr("%1 to %2"), grouped(count.at_least), grouped(count.at_most))
    if count.at_least is not None:
        return fill(tr("at least %1"), grouped(count.at_least))
    return "" if count.at_most is None else fill(tr("at most %1"), grouped(count.at_most))


def _first_words(divergence: MergeDivergence, tr: Translate) -> str:
    if not divergence.is_recorded:
        words = tr("The first %1 merges are identical, the one of rank %1 differs.")
        return fill(words, grouped(divergence.rank))
    if divergence.rank == 0:
        return tr("The runs diverge at the first merge.")
    if divergence.rank == 1:
        return tr("The first merge is identical; the runs diverge at rank 1.")
    words = tr("The first %1 merges are identical; the runs diverge at rank %2.")
    return fill(words, grouped(divergence.rank), grouped(divergence.rank))


def _side_words(pair: ChosenPair | None, side: int, names: Sequence[str], tr: Translate) -> str:
    if pair is None:
        return fill(tr("%1 has no more merges."), names[side])
    own, other = (count_words(pair.counts[at], tr) for at in (side, 1 - side))
    words = {
        (True, True): tr("%1 merges %2, whose count is %3 there and %4 in %5."),
        (True, False): tr("%1 merges %2, whose count is %3 there."),
        (False, True): tr("%1 merges %2, whose count is %4 in %5."),
        (False, False): tr("%1 merges %2."),
    }[bool(own), bool(other)]
    parts = (names[side], pair_words(pair), own, other, names[1 - side])
    return fill(words, *parts)


def _reason_words(
    reason: Reason, divergence: MergeDivergence, names: Sequence[str], tr: Translate
) -> str:
    words = {
        "size": tr("%1 ends there: its size is %3 ids."),
        "min_frequency": tr("%1 ends there because no pair left reaches the minimum count of %3."),
        "no_pair": tr("%1 ends there because its corpus has no pair left to merge."),
        "token_limit": tr("%1 cannot merge %2: its tokens have at most %3 bytes."),
        "merge_rules": tr("%1 cannot merge %2: its merge rules forbid that token."),
        "pattern_cuts": tr("%1 can never merge %2: its split pattern always splits inside it."),
        "tie_break": tr("Both pairs have the same count, and the tie-breaks differ."),
        "text": tr("Their texts differ, so the pairs were counted differently."),
        "mixture": tr("Their mixtures differ, so the pairs were weighted differently."),
        "pattern": tr("Their split patterns differ, so the pairs were counted differently."),
        "normalization": tr("Their normalization differs, so the pairs were counted differently."),
        "parity": tr("Their settings of parity differ, so the most frequent pair need not win."),
        "several": tr("The runs differ in: %4."),
    }[reason.kind]
    pair = None if reason.side is None else divergence.pairs[1 - reason.side]
    differing = ", ".join(_circumstance(each, tr) for each in reason.differing)
    parts = (
        names[reason.side or 0],
        "" if pair is None else pair_words(pair),
        "" if reason.number is None else grouped(reason.number),
        differing,
    )
    words = fill(words, *parts)
    if reason.unknown:
        others = ", ".join(_circumstance(each, tr) for each in reason.unknown)
        words += " " + fill(tr("Not recorded, so it may differ too: %1."), others)
    return words


def _circumstance(name: str, tr: Translate) -> str:
    return {
        "pattern": tr("the split pattern"), "normalization": tr("the normalization"),
        "mixture": tr("the mixture"), "text": tr("the text"), "parity": tr("parity"),
    }[name]  # fmt: skip


def _short(token: bytes) -> str:
    shown = visible(token)
    return isolated(shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…")


@dataclass(frozen=True)
class PlainPartner:
    """A run with superwords, and the one of the same size without them; None where there is none.

    names: of both, "" for none.
    """

    run_id: str
    plain_id: str | None
    names: tuple[str, str] = ("", "")

    @property
    def pair(self) -> tuple[Baseline, Baseline] | None:
        """Both as they are compared; None where there is no partner."""
        if self.plain_id is None:
            return None
        return Baseline(self.names[0], self.run_id), Baseline(self.names[1], self.plain_id)


def plain_config(config: TrainingConfig) -> TrainingConfig:
    """The settings of the same training, of the same size, without superwords."""
    return replace(config, superwords=None)


def plain_name(name: str) -> str:
    """What such a run is called. Example: "news" -> "news, plain"."""
    return f"{name}, plain"


def find_plain(store: RunStore, record: RunRecord) -> RunSummary | None:
    """The newest finished run of the same text and settings, superwords left out; None for none."""
    wanted = plain_config(record.config)
    for summary in store.list_runs():
        is_candidate = (
            summary.run_id != record.summary.run_id
            and summary.status == "finished"
            and summary.vocab_size == wanted.vocab_size
            and summary.mixture == record.mixture
        )
        if not is_candidate:
            continue
        other = store.run(summary.run_id)
        if other.config == wanted and same_text(record, other):
            return summary
    return None
