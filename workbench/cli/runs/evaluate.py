"""`evaluate`: compression, fairness and structure per label, with baselines.

A run without PATH shows its stored evaluation, or its text measured now: a training stores what it
measured on the beginning of each of its sources, the window what it measures on other texts.
--metrics and --sort choose columns and order, --format the layout, --style tok_eval the table of
nanochat; --list-metrics and --explain print definitions. Exit status 1 if a tokenizer does not
decode a text exactly.
"""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO

from engine.evaluation import FairnessFigures
from engine.text import language_code
from workbench.cli.runs.evaluate_boundaries import add_boundaries, print_boundaries
from workbench.cli.runs.evaluate_styles import add_style, print_style, take_texts
from workbench.cli.runs.evaluate_tables import (
    LABEL,
    TextTable,
    chosen_metrics,
    data_table,
    evaluation_document,
    explanation,
    flag_sentences,
    has_unknown,
    label_table,
    listing,
    metric_document,
    metric_named,
    rule_note,
    summary_table,
)
from workbench.cli.shared.cluster import add_cluster, chosen_cluster, result_on_cluster
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import (
    check_paths,
    chosen_texts,
    given_reading,
    library_words,
    load_any_tokenizer,
    load_tokenizer,
    open_existing_store,
    training_text,
)
from workbench.cli.shared.options import (
    CommandParser,
    add_format,
    add_labels,
    add_reading_options,
    add_values,
)
from workbench.cli.shared.output import (
    EvaluationProgress,
    check_format,
    counted,
    measured_texts,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
    print_table,
    result_with_line,
)
from workbench.store import EvaluationRecord, MeasuredTokenizer, RunRecord
from workbench.text.numbers import byte_size
from workbench.work.comparison import TRAINING_SAMPLE

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.evaluation import Evaluation, LanguageService, Metric
    from engine.library import AnyTokenizer
    from engine.machine import Progress
    from workbench.text.table_text import TableFormat


@dataclass(frozen=True, slots=True)
class RunEvaluation:
    """An evaluation of a run on its own or on stored texts, with the tokenizer.

    texts: the name under which it is stored. created: None for one that was measured now. others:
    the names of further stored evaluations, newest first. problems: of the texts that were read.
    """

    run: str
    tokenizer: Tokenizer
    measured: tuple[MeasuredTokenizer, ...]
    texts: str
    created: datetime | None = None
    others: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """When it was measured and on which text."""
        evaluation = self.measured[0].evaluation
        what = measured_texts(self.texts)
        size = f"{counted(len(evaluation.rows), 'text')}, {byte_size(evaluation.total.bytes)}"
        if self.created is None:
            return f"Measured now on {what} ({size}); the stored evaluation is not changed."
        at = self.created.astimezone(UTC)
        return f"Stored evaluation of {at:%Y-%m-%d %H:%M} UTC on {what} ({size})."

    @property
    def next_sentence(self) -> str:
        """How to measure again, and how to see the other stored evaluations."""
        command = f"evaluate {shlex.quote(self.run)}"
        again = f"`{command} --again` (training text) or " if self.created is not None else ""
        also = "".join(f" `{command} --stored {shlex.quote(name)}`" for name in self.others)
        words = f"Measure again: {again}`{command} PATH...` (other texts)."
        return f"{words} Also stored:{also}." if also else words

    def document(self) -> dict[str, Any]:
        """What JSON says of where the figures are from."""
        return {
            "texts": self.texts,
            "created": None if self.created is None else self.created.isoformat(),
            "others": list(self.others),
        }


def run_evaluation(arguments: Namespace) -> RunEvaluation:
    """What `evaluate` shows without PATH. Raises UsageError where there is nothing to show."""
    keys = [key for key in ("baseline", "label", "reference", "cluster") if getattr(arguments, key)]
    for key in (*keys, *given_reading(arguments)):
        option = f"--{key.replace('_', '-')}"
        raise UsageError(
            f"{option} needs PATH, the texts to measure on; a stored evaluation is shown as it is."
        )
    record, stored = _stored(arguments)
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    if arguments.again:
        return _measured_now(arguments.tokenizer, tokenizer, record)
    chosen = _chosen(arguments, stored)
    ours, *baselines = chosen.measured
    return RunEvaluation(
        arguments.tokenizer,
        tokenizer,
        (replace(ours, name=arguments.tokenizer), *baselines),
        chosen.name,
        chosen.created,
        tuple(each.name for each in reversed(stored) if each.name != chosen.name),
    )


def _stored(arguments: Namespace) -> tuple[RunRecord, list[EvaluationRecord]]:
    """The run that TOKENIZER names, with its whole evaluations, oldest first."""
    from workbench.store import UnknownRunError

    name = arguments.tokenizer
    if Path(name).exists():
        kind = "directory" if Path(name).is_dir() else "file"
        raise UsageError(f"No corpus: give at least one PATH; {name} is a {kind}, not a run.")
    with open_existing_store(arguments.db) as store:
        try:
            record = store.run(name)
        except UnknownRunError:
            raise UsageError(
                f"No corpus: give at least one PATH; {name} is no run, whose stored evaluation "
                "could be shown."
            ) from None
        records = store.evaluations(record.summary.run_id)
    stored = [each for each in records if each.measured and each.measured[0].evaluation.rows]
    if not stored and not arguments.again:
        raise UsageError(
            f"No corpus: give at least one PATH; no evaluation of {name} is stored. --again "
            "measures it on its training text."
        )
    return record, stored


def _chosen(arguments: Namespace, stored: Sequence[EvaluationRecord]) -> EvaluationRecord:
    """The one that --stored names, by default the newest."""
    if arguments.stored is None:
        return stored[-1]
    for each in stored:
        if each.name == arguments.stored:
            return each
    names = ", ".join(f'"{each.name}"' for each in stored)
    raise UsageError(
        f'{arguments.tokenizer} has no stored evaluation called "{arguments.stored}"; it has '
        f"{names}."
    )


def _measured_now(name: str, tokenizer: Tokenizer, record: RunRecord) -> RunEvaluation:
    """The tokenizer on the beginning of each source, as at the end of its training."""
    from engine.evaluation import sample_evaluation_steps
    from workbench.work.runs.recording import EVALUATED_CHARACTERS

    corpus = training_text(record, name)
    prepare_engine()
    steps = sample_evaluation_steps(tokenizer, corpus, EVALUATED_CHARACTERS)
    evaluation = result_with_line(steps, EvaluationProgress(corpus).text, sys.stderr)
    problems = tuple(corpus.problem_sentences)
    measured = (MeasuredTokenizer(name, evaluation),)
    return RunEvaluation(name, tokenizer, measured, TRAINING_SAMPLE, problems=problems)


_PATHS_HELP = (
    "files, directories, globs; without one the stored evaluation of a run. Files with equally "
    "many lines are taken for parallel texts, and the names of NTREX, FLORES and eBible are known"
)
_SORT_HELP = (
    "best first by this metric, worst first by premium, or by label "
    "(default premium where texts are parallel)"
)


def add_evaluate_options(evaluate: CommandParser) -> None:
    """Add the options of `evaluate`."""
    option = evaluate.add_argument
    option(
        "tokenizer",
        metavar="TOKENIZER",
        nargs="?",
        help="id or name of a run, a tokenizer file (.twb, tokenizer.json, .tiktoken, .model ...) "
        "or a directory",
    )
    option("paths", metavar="PATH", nargs="*", help=_PATHS_HELP)
    without_path = evaluate.add_mutually_exclusive_group()
    without_path.add_argument(
        "--again",
        action="store_true",
        help="without PATH: measure a run on the beginning of each of its training sources again",
    )
    without_path.add_argument(
        "--stored",
        metavar="TEXTS",
        help="without PATH: the stored evaluation on these texts (default the newest)",
    )
    add_reading_options(evaluate)
    add_labels(evaluate)
    option("--pattern", metavar="P", help="split pattern of a tokenizer file without one")
    option(
        "--baseline",
        metavar="TOKENIZER",
        action="append",
        default=[],
        help="compare with this tokenizer; can be repeated",
    )
    add_values(
        evaluate,
        ("--reference", "LABEL", "label or language code that premiums are against (default eng)"),
        ("--metrics", "KEY,...|all", "metrics to show, for the baselines too; see --list-metrics"),
        ("--sort", "KEY", _SORT_HELP),
    )
    add_format(evaluate)
    add_style(evaluate)
    add_boundaries(evaluate)
    option("--list-metrics", action="store_true", help="print all metrics with their keys")
    add_cluster(evaluate, is_resumed=False)
    words = "print a metric's formula, its source and what it cannot tell"
    option("--explain", metavar="KEY", help=words)


def evaluate_command(arguments: Namespace) -> int:
    """Measure the tokenizer and its baselines on the same corpus and print them side by side."""
    if arguments.list_metrics or arguments.explain is not None:
        return _explain(arguments)
    if arguments.tokenizer is None:
        raise UsageError("evaluate needs TOKENIZER and PATH; see evaluate --help.")
    check_format(arguments)
    if arguments.choices is not None:
        return print_boundaries(arguments)
    if arguments.style is not None:
        take_texts(arguments)
    metrics = _metrics(arguments)
    if not arguments.paths:
        return _show_run(arguments, metrics)
    check_paths(arguments.paths)
    if arguments.again or arguments.stored is not None:
        raise UsageError("--again and --stored are for a run without PATH; leave PATH out.")
    measured, services, remarks, problems, foreign = _measured(arguments)
    if not measured[0].evaluation.total.bytes:
        from engine.corpus import without_text

        raise without_text(problems)
    if arguments.style is not None:  # its texts are not meant to be parallel
        remarks = [each for each in remarks if each not in measured[0].evaluation.remarks]
    for sentence in (*problems, *remarks):
        print_note(sentence)
    if arguments.json:
        print_json(evaluation_document(measured, services, problems, remarks))
    elif arguments.style is not None:
        print_style(measured, sys.stdout)
    else:
        _print(measured, metrics, arguments)
    return _lossless([each for each in measured if each.name not in foreign])


def _metrics(arguments: Namespace) -> list[Metric]:
    metrics = chosen_metrics(arguments.metrics)
    if arguments.sort not in (None, LABEL) and metric_named(arguments.sort).scope == "all":
        raise UsageError(f"{arguments.sort} has one value for all labels and cannot sort them.")
    return metrics


class _Measurement(NamedTuple):
    """What was measured, the tokenizer itself first.

    services: why its languages have their premiums, the highest first. problems: of the texts.
    foreign: names of the tokenizers that run through their library.
    """

    measured: list[MeasuredTokenizer]
    services: list[LanguageService]
    remarks: list[str]
    problems: list[str]
    foreign: frozenset[str]


def _show_run(arguments: Namespace, metrics: list[Metric]) -> int:
    """Print the stored evaluation of a run, or that of its training text measured now."""

    shown = run_evaluation(arguments)
    services = _services(shown.tokenizer, shown.measured[0].evaluation)
    remarks = _remarks(shown.measured, services)
    for sentence in (*shown.problems, *remarks):
        print_note(sentence)
    if arguments.json:
        document = evaluation_document(shown.measured, services, shown.problems, remarks)
        print_json({**document, "stored": shown.document()})
        return _lossless(shown.measured[:1])
    if arguments.format == "table":
        print(f"{shown.sentence}\n")
        _print(shown.measured, metrics, arguments)
        print(f"\n{shown.next_sentence}")
    else:
        print_note(shown.sentence)
        _print(shown.measured, metrics, arguments)
    return _lossless(shown.measured[:1])


def _measured(arguments: Namespace) -> _Measurement:
    """Measure the tokenizer and its baselines on the texts that were chosen."""
    from engine.library import LibraryTokenizer

    names = (arguments.tokenizer, *arguments.baseline)
    # The pattern is for the tokenizer itself; baselines hold theirs, or are known ones.
    tokenizers = [load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)]
    tokenizers += [load_any_tokenizer(name, arguments.db) for name in arguments.baseline]
    corpus, left_out = chosen_texts(arguments)
    prepare_engine()
    evaluations = _evaluated(tokenizers, corpus, arguments)
    measured = [
        MeasuredTokenizer(name, evaluation)
        for name, evaluation in zip(names, evaluations, strict=True)
    ]
    services = _services(tokenizers[0], evaluations[0])
    remarks = [*left_out, *_remarks(measured, services)]
    foreign = {
        name: each
        for name, each in zip(names, tokenizers, strict=True)
        if isinstance(each, LibraryTokenizer)
    }
    remarks += [library_words(name, each) for name, each in foreign.items()]
    lossy = [each.name for each in measured if not each.evaluation.total.round_trips]
    remarks += [
        f"{name} does not give every text back: it rewrites texts, and what it does not know may "
        "be one token, however long."
        for name in foreign
        if name in lossy
    ]
    return _Measurement(measured, services, remarks, corpus.problem_sentences, frozenset(foreign))


def _services(tokenizer: AnyTokenizer, evaluation: Evaluation) -> list[LanguageService]:
    """Why the languages other than the reference have their premiums, the highest first."""
    from engine.evaluation import language_service

    services = [language_service(row, tokenizer, evaluation) for row in evaluation.rows]
    with_premium = [service for service in services if service.premium is not None]
    return sorted(with_premium, key=lambda service: -(service.premium or 0.0))


def _remarks(
    measured: Sequence[MeasuredTokenizer], services: Sequence[LanguageService]
) -> list[str]:
    """What the evaluation says of its texts, and why the highest premium is what it is."""
    evaluation = measured[0].evaluation
    return [
        *evaluation.remarks,
        *(
            f"{text.label} is said to be in {text.declared_script}, but most of its letters are in "
            f"{text.detected_script}."
            for text in evaluation.texts
            if text.has_other_script
        ),
        *(f"Highest premium: {service.sentence}" for service in services[:1]),
    ]


def _print(
    measured: Sequence[MeasuredTokenizer], metrics: Sequence[Metric], arguments: Namespace
) -> None:
    show = partial(_print_table, how=arguments.format)
    if arguments.format == "csv":
        show(data_table(measured, metrics, sort=arguments.sort))
        return
    marked = arguments.format == "table"
    if arguments.metrics is None:
        metrics = _usual(measured, metrics, beside_baselines=marked and len(measured) > 1)
    if any(metric.scope != "all" for metric in metrics):
        beside = arguments.metrics is not None
        show(label_table(measured, metrics, sort=arguments.sort, marked=marked, beside=beside))
        print()
    show(summary_table(measured, metrics, shorten=marked))
    if not marked:
        return
    for sentence in _explanations(measured, metrics):
        print(f"\n{sentence}")


def _usual(
    measured: Sequence[MeasuredTokenizer], metrics: Sequence[Metric], *, beside_baselines: bool
) -> list[Metric]:
    """The default columns, without those that have the same value in every row."""
    from engine.evaluation import METRICS

    shown = list(metrics)
    if beside_baselines and all(row.round_trips for row in measured[0].evaluation.rows):
        # The second table says it, and the columns of the baselines need the room.
        shown = [metric for metric in shown if metric.key != "round_trips"]
    if has_unknown(measured[:1]):
        shown.append(METRICS["unknown_share"])
    return shown


def _print_table(table: TextTable, how: TableFormat | Literal["table"]) -> None:
    print_rows(table.headers, table.rows, how, n_words=table.n_words)


def _explanations(measured: Sequence[MeasuredTokenizer], metrics: Sequence[Metric]) -> list[str]:
    """What the marks and the columns of a table mean."""
    ours = measured[0]
    sentences = []
    fairness = ours.evaluation.fairness
    if fairness is not None and fairness.lines and fairness.labels:
        sentences.append(
            f"Premium and Gini: {_languages(fairness)} on {fairness.lines:,} parallel lines, "
            f"against {fairness.reference or 'no reference'}."
        )
    if len(measured) > 1:
        sentence = "vs: tokens against the baseline's on the same text; less is better."
        if not all(each.evaluation.total.round_trips for each in measured):
            sentence += " lossy: one of the two does not give the text back; nothing to compare."
        sentences.append(sentence)
    if rule := rule_note(ours):
        sentences.append(rule)
    if any(each.key in ("tokens_per_character", "premium") for each in metrics):
        sentences += flag_sentences(ours)
    return sentences


def _languages(fairness: FairnessFigures) -> str:
    """How many texts, and in how many languages where several are in one, as eng_GB and eng_US."""
    labels = [each.label for each in fairness.labels]
    known = [language_code(label) for label in labels]
    different = len(
        {code.language if code else label for code, label in zip(known, labels, strict=True)}
    )
    if different == len(labels):
        return f"{different} languages"
    return f"{len(labels)} texts in {different} languages, each text alone,"


def _explain(arguments: Namespace) -> int:
    """Print the definitions instead of measuring anything."""
    from engine.evaluation import METRICS

    if arguments.explain is not None:
        metric = metric_named(arguments.explain)
        if arguments.json:
            print_json(metric_document(metric))
        else:
            print(explanation(metric))
        return 0
    if arguments.json:
        print_json([metric_document(metric) for metric in METRICS.values()])
        return 0
    rows = listing(list(METRICS.values()))
    print_table(("key", "metric", "better", "value of"), rows, n_words=4)
    print("\nMore about one of them: evaluate --explain KEY")
    return 0


def _lossless(measured: Sequence[MeasuredTokenizer]) -> int:
    for each in measured:
        lossy = []
        for row in each.evaluation.rows:
            at = row.first_difference
            if not row.round_trips and at is not None:
                lossy.append(f"{row.label} (document {at.document}, byte {at.offset})")
        if lossy:
            raise CommandError(
                f"{each.name} does not give the text back after encoding: {', '.join(lossy)}."
            )
    return 0


def _evaluated(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, arguments: Namespace
) -> tuple[Evaluation, ...]:
    """The evaluation of each tokenizer, here or on a cluster, with progress."""
    if arguments.cluster is None:
        return evaluated_with_progress(tokenizers, corpus, arguments.reference, sys.stderr)
    from engine.cluster import evaluating_steps

    with chosen_cluster(arguments) as client:
        steps = evaluating_steps(tokenizers, corpus, client, reference=arguments.reference)
        return result_on_cluster(steps, _cluster_text, sys.stderr)


def _cluster_text(progress: Progress) -> str:
    share = progress.fraction or 0.0
    return f"Evaluate {share:4.0%}  {byte_size(progress.done)} of {byte_size(progress.total)}"


def evaluated_with_progress(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, reference: str | None, stream: TextIO
) -> tuple[Evaluation, ...]:
    """As engine.evaluation.evaluation.evaluate_all; the stream is told which text is being read."""
    from engine.evaluation import all_evaluation_steps

    steps = all_evaluation_steps(tokenizers, corpus, reference=reference)
    return result_with_line(steps, EvaluationProgress(corpus).text, stream)
