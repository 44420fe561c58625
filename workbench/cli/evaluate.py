"""`evaluate`: compression, fairness and structure per label, with baselines.

--metrics and --sort choose columns and order, --format the layout; --list-metrics and --explain
print definitions. Exit status 1 if a tokenizer does not decode a text exactly.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO

from engine.errors import CorpusError
from engine.evaluation import FairnessFigures
from engine.text import language_code
from workbench.cli.evaluate_tables import (
    LABEL,
    TextTable,
    chosen_metrics,
    data_table,
    evaluation_document,
    explanation,
    flags_of,
    has_unknown,
    label_table,
    listing,
    metric_document,
    metric_named,
    rule_note,
    summary_table,
)
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import check_paths, chosen_texts, library_words, load_any_tokenizer
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
    prepare_engine,
    print_json,
    print_note,
    print_table,
    result_with_line,
)
from workbench.store import MeasuredTokenizer
from workbench.text.table_text import TableFormat, table_text

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.evaluation import Evaluation, Metric
    from engine.library import AnyTokenizer

_PATHS_HELP = (
    "files, directories, globs; files with equally many lines are taken for parallel texts, and "
    "the names of NTREX, FLORES and eBible are known"
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
    option("--list-metrics", action="store_true", help="print all metrics with their keys")
    words = "print a metric's formula, its source and what it cannot tell"
    option("--explain", metavar="KEY", help=words)


def evaluate_command(arguments: Namespace) -> int:
    """Measure the tokenizer and its baselines on the same corpus and print them side by side."""
    if arguments.list_metrics or arguments.explain is not None:
        return _explain(arguments)
    if arguments.tokenizer is None:
        raise UsageError("evaluate needs TOKENIZER and PATH; see evaluate --help.")
    check_paths(arguments.paths)
    check_format(arguments)
    metrics = chosen_metrics(arguments.metrics)
    if arguments.sort not in (None, LABEL) and metric_named(arguments.sort).scope == "all":
        raise UsageError(f"{arguments.sort} has one value for all labels and cannot sort them.")
    measured, remarks, problems, foreign = _measured(arguments)
    if not measured[0].evaluation.total.bytes:
        listed = " ".join(problems)
        raise CorpusError(f"The corpus contains no text. {listed}".strip())
    for sentence in (*problems, *remarks):
        print_note(sentence)
    if arguments.json:
        print_json(evaluation_document(measured, problems, remarks))
    else:
        _print(measured, metrics, arguments)
    return _lossless([each for each in measured if each.name not in foreign])


def _measured(
    arguments: Namespace,
) -> tuple[list[MeasuredTokenizer], list[str], list[str], frozenset[str]]:
    """What was measured, remarks, problems of the texts, and names of what a library runs."""
    from engine.evaluation import language_service
    from engine.library import LibraryTokenizer

    names = (arguments.tokenizer, *arguments.baseline)
    # The pattern is for the tokenizer itself; baselines hold theirs, or are known ones.
    tokenizers = [load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)]
    tokenizers += [load_any_tokenizer(name, arguments.db) for name in arguments.baseline]
    corpus, left_out = chosen_texts(arguments)
    prepare_engine()
    evaluations = evaluated_with_progress(tokenizers, corpus, arguments.reference, sys.stderr)
    measured = [
        MeasuredTokenizer(name, evaluation)
        for name, evaluation in zip(names, evaluations, strict=True)
    ]
    remarks = [*left_out, *evaluations[0].remarks]
    remarks += [
        f"{text.label} is said to be in {text.declared_script}, but most of its letters are in "
        f"{text.detected_script}."
        for text in evaluations[0].texts
        if text.has_other_script
    ]
    foreign = {
        name: each
        for name, each in zip(names, tokenizers, strict=True)
        if isinstance(each, LibraryTokenizer)
    }
    remarks += [library_words(name, each) for name, each in foreign.items()]
    fairness = evaluations[0].fairness
    worst = fairness.worst_label if fairness is not None and fairness.worst_premium else None
    remarks += [
        f"Highest premium: {language_service(row, tokenizers[0]).sentence}"
        for row in evaluations[0].rows
        if row.label == worst
    ]
    lossy = [each.name for each in measured if not each.evaluation.total.round_trips]
    remarks += [
        f"{name} does not give every text back: it rewrites texts, and what it does not know may "
        "be one token, however long."
        for name in foreign
        if name in lossy
    ]
    return measured, remarks, corpus.problem_sentences, frozenset(foreign)


def _print(
    measured: Sequence[MeasuredTokenizer], metrics: Sequence[Metric], arguments: Namespace
) -> None:
    if arguments.format == "csv":
        _write_table(data_table(measured, metrics, sort=arguments.sort), "csv")
        return
    marked = arguments.format == "table"
    if arguments.metrics is None:
        metrics = _usual(measured, metrics, beside_baselines=marked and len(measured) > 1)
    show = _print_table if marked else partial(_write_table, how=arguments.format)
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


def _write_table(table: TextTable, how: TableFormat) -> None:
    print(table_text(table.headers, table.rows, how, n_words=table.n_words), end="")


def _print_table(table: TextTable) -> None:
    print_table(table.headers, table.rows, n_words=table.n_words)


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
        sentences += [f"{flag.mark} {flag.sentence}" for flag in flags_of(ours)]
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


def evaluated_with_progress(
    tokenizers: Sequence[AnyTokenizer], corpus: Corpus, reference: str | None, stream: TextIO
) -> tuple[Evaluation, ...]:
    """As engine.evaluation.evaluation.evaluate_all; the stream is told which text is being read."""
    from engine.evaluation import all_evaluation_steps

    steps = all_evaluation_steps(tokenizers, corpus, reference=reference)
    return result_with_line(steps, EvaluationProgress(corpus).text, stream)
