"""What `train` reports of a training: estimates, tables, remarks and the JSON document."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from engine.settings import N_BYTES
from workbench.cli.shared.errors import CommandError
from workbench.cli.shared.inputs import note_shared_name
from workbench.cli.shared.output import (
    count,
    counted,
    decimal,
    finite,
    known_language,
    print_json,
    print_note,
    print_table,
)
from workbench.text.engine_words import certificates
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.evaluation import Evaluation, FairnessFigures
    from engine.settings import Mixture, TrainingRecord
    from workbench.store import RunId, RunRecord, RunStore, SourceRecord
    from workbench.work.recipe_values import WantedMixture
    from workbench.work.runs.recording import RecordedRun
    from workbench.work.runs.recording_progress import TrainingReport


def stored_training(
    store: RunStore, recorded: RecordedRun, out: Path | None
) -> tuple[Tokenizer, RunRecord, Path]:
    """A run as it is stored, and its tokenizer in a file in `out` or beside the store."""
    run_id = recorded.run_id
    tokenizer, record = store.tokenizer(run_id), store.run(run_id)
    note_shared_name(store, run_id)
    folder = out or store.path.parent / "tokenizers" / run_id
    return tokenizer, record, written_tokenizer(tokenizer, folder, run_id)


def print_training(
    arguments: Namespace,
    stored: tuple[Tokenizer, RunRecord, Path],
    recorded: RecordedRun,
    problems: Sequence[str],
) -> None:
    """Print what `train` prints at its end; problems go to standard error, too."""
    tokenizer, record, path = stored
    for problem in problems:
        print_note(problem)
    if arguments.json:
        print_json(training_document(stored, recorded, problems))
    elif arguments.quiet:
        print(record.summary.run_id)
    else:
        _print_summary(tokenizer, record, path, recorded)


def training_document(
    stored: tuple[Tokenizer, RunRecord, Path], recorded: RecordedRun, problems: Sequence[str]
) -> dict[str, Any]:
    """What `train --json` prints."""
    tokenizer, record, path = stored
    report, evaluation = recorded.report, recorded.evaluation
    run_id, name = record.summary.run_id, record.summary.name
    document = training_report(tokenizer, run_id, name, path, record.sources, evaluation)
    document |= progress_document(report, _training(tokenizer))
    document["second_stage"] = superwords_document(tokenizer)
    document["parity"] = parity_document(tokenizer)
    told = certificates(_training(recorded.tokenizer).problems)
    document["proven_merges"] = told[0].data["n"] if told else None
    return document | {"mixture": mixture_document(record), "problems": list(problems)}


def training_evaluation(store: RunStore, run_id: RunId) -> Evaluation | None:
    """What the training of a run measured on its own texts; None for a run without it."""
    from workbench.work.comparison import TRAINING_SAMPLE

    records = store.evaluations(run_id)
    found = (each for each in records if each.name == TRAINING_SAMPLE and each.measured)
    return next((each.measured[0].evaluation for each in found), None)


def training_report(
    tokenizer: Tokenizer,
    run_id: RunId,
    name: str,
    path: Path,
    sources: Sequence[SourceRecord] = (),
    evaluation: Evaluation | None = None,
) -> dict[str, Any]:
    """What `train --json` prints, but for the problems; `demo --json` has it too."""
    training = _training(tokenizer)
    fairness = None if evaluation is None else evaluation.fairness
    return {
        "run_id": run_id,
        "name": name,
        "vocab_size": tokenizer.vocab_size,
        "tokenizer": str(path),
        "semantic_hash": tokenizer.semantic_hash,
        "n_merges": tokenizer.n_merges,
        "unused_ids": len(tokenizer.unused_ids),
        "special_tokens": tokenizer.special_tokens,
        "roles": tokenizer.roles,
        "documents": training.documents,
        "bytes": training.bytes,
        "pretokens": training.pretokens,
        "unique_pretokens": training.unique_pretokens,
        "unmatched_bytes": training.unmatched_bytes,
        "bytes_per_token": finite(training.bytes_per_token()),
        "bytes_per_token_mixed": mixed_bytes_per_token(training),
        "premium_reference": None if fairness is None else fairness.reference,
        "labels": [row.document() for row in language_rows(training, sources, fairness)],
        "seconds": {part: round(training.seconds[part], 4) for part in training.seconds},
    }


def written_tokenizer(tokenizer: Tokenizer, folder: Path, run_id: RunId) -> Path:
    from engine.formats import export_tokenizer

    try:
        return export_tokenizer(tokenizer, "workbench", folder)[0].absolute()
    except ExportError as error:
        raise CommandError(
            f"{error} The run {run_id} is stored; `tokenizer-workbench export {run_id}` writes it."
        ) from None


def training_problems(tokenizer: Tokenizer, corpus: Corpus) -> list[str]:
    """What was repaired or left out, and what could not be reached, as sentences."""
    problems = list(_training(tokenizer).problems)
    if left_out := _beyond_the_cap(_training(tokenizer), corpus):
        problems.append(
            f"The corpus ends after {counted(corpus.max_chars, 'character')} (max_chars), before "
            f"any text of {', '.join(left_out)}."
        )
    if unused := len(tokenizer.unused_ids):
        problems.append(
            f"The corpus yields only {counted(tokenizer.n_merges, 'merge')}; {unused:,} of the "
            f"{tokenizer.vocab_size:,} ids {'stays' if unused == 1 else 'stay'} unused."
        )
    if unmatched := _training(tokenizer).unmatched_bytes:
        problems.append(
            f"The split pattern leaves {counted(unmatched, 'byte')} unmatched, kept as pre-tokens."
        )
    return problems


def _beyond_the_cap(training: TrainingRecord, corpus: Corpus) -> tuple[str, ...]:
    """Labels of the sources that `max_chars` left without any text; they are the last ones."""
    import numpy as np

    if corpus.max_chars is None:
        return ()
    with_text = np.flatnonzero(training.source_bytes)
    if not len(with_text):
        return ()
    beyond = range(int(with_text[-1]) + 1, len(training.source_labels))
    return tuple(training.source_labels[i] for i in beyond if training.source_weights[i])


def _print_summary(
    tokenizer: Tokenizer, record: RunRecord, path: Path, recorded: RecordedRun
) -> None:
    training, report = _training(tokenizer), recorded.report
    seconds = training.seconds
    print_language_table(tokenizer, record.sources, recorded.evaluation)
    print()
    print(f"Run {record.summary.run_id} ({record.summary.name})")
    print(
        f"  {count(tokenizer.vocab_size)} ids ({id_words(tokenizer)}), "
        f"{compression_words(training)}"
    )
    print(
        f"  {counted(training.documents, 'document')}, {byte_size(training.bytes)}, "
        f"{counted(training.pretokens, 'pre-token')}, {count(training.unique_pretokens)} different"
    )
    print(
        f"  {duration(seconds['total'])}: {duration(seconds['count'])} counting, "
        f"{duration(seconds['merge'])} merging; {duration(report.elapsed_s)} with evaluation"
    )
    if parity := parity_summary(tokenizer):
        print(f"  {parity}")
    if superwords := superword_words(tokenizer):
        print(f"  {superwords}")
    if estimates := estimate_sentence(report):
        print(f"  {estimates}")
    if words := special_token_words(tokenizer):
        print(f"  {words}")
    print(f"  {path}")


def _training(tokenizer: Tokenizer) -> TrainingRecord:
    """The record of a tokenizer that was just trained, which always has one."""
    assert tokenizer.training is not None
    return tokenizer.training


def mixture_document(record: RunRecord) -> dict[str, Any] | None:
    """What was asked for, None for everything as it is."""
    if record.mixture is None:
        return None
    facts = {"kind": record.mixture.kind, "weight_scale": record.weight_scale}
    return facts | record.mixture.given()


def mixture_words(mixture: Mixture | None) -> str:
    """What was asked for in a few words. Example: "alpha 0.3, 2.0 GB, seed 1"."""
    if mixture is None:
        return "as it is"
    words = {
        "natural": "as it is",
        "alpha": f"alpha {mixture.alpha}",
        "shares": f"shares of {len(mixture.shares or ())} labels",
        "bytes": f"bytes of {len(mixture.bytes or ())} labels",
    }[mixture.kind]
    if mixture.target_bytes is not None:
        words += f", {byte_size(mixture.target_bytes)}, seed {mixture.seed}"
    return words


def mixed_bytes_per_token(training: TrainingRecord | None) -> float | None:
    """Bytes per token of the mixture; None where no source was weighed."""
    if training is None or not training.is_weighted:
        return None
    return finite(training.mixed_bytes_per_token())


def compression_words(training: TrainingRecord) -> str:
    """Bytes per token of the training corpus; with a mixture also as it was mixed."""
    words = f"{training.bytes_per_token():.2f} bytes per token of the training corpus"
    if not training.is_weighted:
        return words
    return f"{words}, {training.mixed_bytes_per_token():.2f} as mixed"


def mixture_remarks(wanted: WantedMixture, sources: Sequence[SourceRecord]) -> tuple[str, ...]:
    """Sentences on what a mixture left out, and on what its file names in vain."""
    if not wanted.is_given:
        return ()
    labels = [source.label for source in sources]
    applied = wanted.applied(labels, [source.natural_bytes or 0 for source in sources])
    often = repetition_remarks([(source.label, source.weight) for source in sources])
    if applied is not None:
        return (*often, *applied.remarks)
    left_out = [source.label for source in sources if source.weight_units == 0]
    return (*often, *([f"Excluded from the mixture: {', '.join(left_out)}."] if left_out else []))


def repetition_remarks(repetitions: Sequence[tuple[str, float]]) -> tuple[str, ...]:
    """A sentence on the sources that are repeated very often, if there are any."""
    from engine.sentences import some_of
    from engine.settings import MUCH_REPETITION

    often = sorted((-times, label) for label, times in repetitions if times > MUCH_REPETITION)
    if not often:
        return ()
    named = some_of([f"{label} ×{-negative:,.1f}" for negative, label in often], 12)
    times = f"Oversampled more than ×{MUCH_REPETITION:g}"
    return (f"{times}; their rare words will look common: {named}.",)


def estimate_sentence(report: TrainingReport) -> str:
    """How far off the estimate of the whole time was on the way; "" where there was none."""
    from engine.training import told_errors

    parts = [f"{error:+.0%} at {share:.0%}" for share, error in told_errors(report.estimates)]
    return f"the estimate of the whole time was off by {', '.join(parts)}" if parts else ""


def progress_document(report: TrainingReport, training: TrainingRecord) -> dict[str, Any]:
    """What `train --json` says of speed and estimates; an error of 0.2 is a fifth too long."""
    counting, merging = training.seconds["count"], training.seconds["merge"]
    return {
        "elapsed_s": round(report.elapsed_s, 4),
        "asked_merges": report.asked_merges,
        "was_stopped": report.was_stopped,
        "bytes_per_second": round(training.bytes / counting) if counting > 0 else None,
        "merges_per_second": round(report.n_merges / merging) if merging > 0 else None,
        "estimates": [
            {
                "share": each.share,
                "estimated_s": None if each.estimated_s is None else round(each.estimated_s, 4),
                "actual_s": round(each.actual_s, 4),
                "error": None if each.error is None else round(each.error, 4),
            }
            for each in report.estimates
        ],
    }


def id_words(tokenizer: Tokenizer) -> str:
    """What the ids of a trained vocabulary are.

    Example: "256 bytes, 3,831 merges, 9 special tokens"
    """
    n_special = len(tokenizer.special_tokens)
    parts = [f"{N_BYTES} bytes", counted(tokenizer.n_merges, "merge")]
    if n_special:
        parts.append(counted(n_special, "special token"))
    if others := tokenizer.vocab_size - N_BYTES - tokenizer.n_merges - n_special:
        parts.append(f"{others:,} reserved or unused")
    return ", ".join(parts)


def special_token_words(tokenizer: Tokenizer) -> str:
    """The special tokens in a line: how many, their ids, what they are for; "" for none."""
    ids = sorted(tokenizer.special_tokens.values())
    if not ids:
        return ""
    roles = ", ".join(f"{role} {token}" for role, token in tokenizer.roles.items())
    named = f"id {ids[0]:,}" if len(ids) == 1 else f"ids {ids[0]:,} to {ids[-1]:,}"
    words = f"{counted(len(ids), 'special token')} with the {named}"
    return f"{words}: {roles}" if roles else words


def parity_document(tokenizer: Tokenizer) -> dict[str, Any] | None:
    """What `train --json` says of parity; None in a training without."""
    from engine.training import ParityFigures

    training = tokenizer.training
    if training is None or training.config.parity is None or training.parity is None:
        return None
    record, figures = training.parity, ParityFigures.of(training.parity)
    premiums = figures.premiums.tolist()
    return {
        **training.config.parity.document(),
        "lines": record.n_lines,
        "n_global": record.n_global,
        "reference": figures.reference,
        "worst_premium": round(figures.highest[1], 4),
        "gini": round(figures.gini, 4),
        "labels": [
            {"label": label, "tokens": tokens, "premium": round(premium, 4), "chosen": chosen}
            for label, tokens, premium, chosen in zip(
                record.labels, record.tokens, premiums, record.chosen, strict=True
            )
        ],
    }


def parity_summary(tokenizer: Tokenizer) -> str | None:
    """A sentence of the summary on parity; None without."""
    from engine.training import ParityFigures

    training = tokenizer.training
    if training is None or training.parity is None:
        return None
    record, figures = training.parity, ParityFigures.of(training.parity)
    label, premium = figures.highest
    where = "on the parallel texts" if record.n_lines else "by the ratios"
    return (
        f"Parity: {counted(sum(record.chosen), 'merge')} chosen by "
        f"{counted(len(record.labels), 'language')}, {count(record.n_global)} by the whole corpus; "
        f"{where} the highest premium is {premium:.2f} ({label}, "
        f"{figures.reference} = 1), Gini {figures.gini:.3f}"
    )


def superwords_document(tokenizer: Tokenizer) -> dict[str, Any] | None:
    """What `train --json` says of stage two; None in a training without superwords."""
    training = tokenizer.training
    if training is None or training.config.superwords is None:
        return None
    second = training.second_stage
    superwords = training.config.superwords
    document: dict[str, Any] = {
        "asked_from": superwords.start,
        "transition_vocab_size": superwords.first_size(training.config.vocab_size),
        "pattern": superwords.pattern,
        "rules": superwords.stage_two_rules.document(),
        "n_first_merges": None if second is None else second.n_first,
        "n_superword_merges": 0,
    }
    if second is None:
        return document
    n_first = second.n_first
    return document | {
        "n_superword_merges": tokenizer.n_merges - n_first,
        "several_words_share": several_words_share(tokenizer),
        "bytes_per_token_before": training.bytes_per_token(n_first),
        "floor": second.floor,
        "tries": second.tries,
        "runs": second.n_runs,
        "distinct_runs": second.n_distinct_runs,
        "refused": second.n_refused,
        "seconds": dict(second.seconds),
    }


def superword_words(tokenizer: Tokenizer) -> str | None:
    """A sentence of the summary on what stage two did; None without one."""
    training = tokenizer.training
    if training is None or (second := training.second_stage) is None:
        return None
    saved = saved_share(training)
    share = several_words_share(tokenizer)
    spent = sum(second.seconds.values())
    words = "" if share is None else f"; {share:.1%} of all tokens are multi-word tokens"
    return (
        f"Superwords: {counted(second.n_first, 'merge')} before them, "
        f"{count(tokenizer.n_merges - second.n_first)} after, in {duration(spent)}; "
        f"{saved:.1%} fewer tokens than at the transition{words}"
    )


def saved_share(training: TrainingRecord) -> float:
    """Which share of the tokens at the end of stage one the superwords save."""
    second = training.second_stage
    assert second is not None
    return 1 - training.corpus_tokens() / max(1, training.corpus_tokens(second.n_first))


def several_words_share(tokenizer: Tokenizer) -> float | None:
    """Which share of the training text's tokens has more than one word; None where unknown."""
    from engine.analysis import superword_report

    total = superword_report(tokenizer).total
    return None if total is None else total.share


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """One source of a training corpus, measured with all merges.

    natural_share, share: parts of the corpus and of the mixture, None where they are not known;
    repetition: how often what was read counted. premium: tokens for the same text, the
    reference's = 1, None outside parallel texts.
    """

    label: str
    bytes: int
    tokens: int
    natural_share: float | None = None
    share: float | None = None
    repetition: float = 1.0
    premium: float | None = None

    @property
    def bytes_per_token(self) -> float | None:
        return self.bytes / self.tokens if self.tokens else None

    def document(self) -> dict[str, Any]:
        """The row as JSON has it."""
        return {
            "label": self.label,
            "language": known_language(self.label),
            "bytes": self.bytes,
            "tokens": self.tokens,
            "bytes_per_token": self.bytes_per_token,
            "premium": self.premium,
            "natural_share": self.natural_share,
            "share": self.share,
            "repetition": self.repetition,
        }


def language_rows(
    training: TrainingRecord,
    sources: Sequence[SourceRecord] = (),
    fairness: FairnessFigures | None = None,
) -> list[LanguageRow]:
    """A row per source: parallel texts by premium, the worst first, then others, the best first.

    sources: as the store has them, for the shares; in the order of the training.
    """
    tokens = training.source_tokens()
    natural = _natural_shares(training, sources)
    premiums = {} if fairness is None else {each.label: each.premium for each in fairness.labels}
    rows = [
        LanguageRow(
            label,
            int(training.source_bytes[i]),
            int(tokens[i]),
            natural[i],
            sources[i].share if sources and sources[i].share is not None else natural[i],
            float(training.source_repetitions[i]),
            premiums.get(label),
        )
        for i, label in enumerate(training.source_labels)
    ]
    return sorted(
        rows, key=lambda row: (-(row.premium or 0.0), -(row.bytes_per_token or 0.0), row.label)
    )


def print_language_table(
    tokenizer: Tokenizer,
    sources: Sequence[SourceRecord] = (),
    evaluation: Evaluation | None = None,
) -> None:
    """Print the rows and their total; shares and repetition where sources are weighed.

    Where the training texts are parallel there are premiums, and a sentence on the worst.
    """
    training = _training(tokenizer)
    fairness = None if evaluation is None else evaluation.fairness
    rows = language_rows(training, sources, fairness)
    total = LanguageRow("all", training.bytes, training.corpus_tokens())
    headers: tuple[str, ...] = ("label", "language", "bytes", "tokens", "bytes/token")
    cells = [_cells(row) for row in (*rows, total)]
    if any(row.premium is not None for row in rows):
        headers = (*headers, "premium")
        cells = [
            (*cell, decimal(row.premium)) for cell, row in zip(cells, (*rows, total), strict=True)
        ]
    if training.is_weighted:
        headers = (*headers, "natural share", "share", "repetition")
        shares = [*map(_mixture_cells, rows), ("100.00%", "100.00%", "")]
        cells = [(*cell, *more) for cell, more in zip(cells, shares, strict=True)]
    print_table(headers, cells, n_words=2)
    for sentence in _premium_sentences(tokenizer, evaluation):
        print(sentence)


def _premium_sentences(tokenizer: Tokenizer, evaluation: Evaluation | None) -> list[str]:
    """What a premium is, and why the worst language has the one that it has."""
    fairness = None if evaluation is None else evaluation.fairness
    if evaluation is None or fairness is None or fairness.worst_premium is None:
        return []
    from engine.evaluation import language_service

    service = next(
        language_service(row, tokenizer, evaluation)
        for row in evaluation.rows
        if row.label == fairness.worst_label
    )
    meaning = (
        f"Premium: tokens for the same text, {fairness.reference} = 1, measured on "
        f"{fairness.lines:,} parallel lines of the training texts."
    )
    return ["", meaning, f"Highest premium: {service.sentence}"]


def _natural_shares(training: TrainingRecord, sources: Sequence[SourceRecord]) -> list[float]:
    """Parts of the corpus by bytes, of the whole sources where those are known."""
    sizes = [int(n) for n in training.source_bytes]
    if sources and all(source.natural_bytes is not None for source in sources):
        sizes = [source.natural_bytes or 0 for source in sources]
    total = max(1, sum(sizes))
    return [size / total for size in sizes]


def _mixture_cells(row: LanguageRow) -> tuple[str, ...]:
    return (
        f"{row.natural_share or 0:.2%}",
        f"{row.share or 0:.2%}",
        decimal(row.repetition, 3),
    )


def _cells(row: LanguageRow) -> tuple[str, ...]:
    return (
        row.label,
        known_language(row.label) or "",
        count(row.bytes),
        count(row.tokens),
        decimal(row.bytes_per_token),
    )
