"""`loss`: losses of models made comparable, bits per byte of n-grams, bytes of tokens."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Generator
from typing import TypeVar

from engine.evaluation import (
    LabelEvaluation,
    LossColumns,
    LossFile,
    LossReport,
    LossScale,
    NgramLoss,
    NgramProgress,
    loss_scale_steps,
    loss_steps,
    ngram_loss_steps,
)
from engine.formats import save_token_bytes, token_bytes
from engine.library import AnyTokenizer
from workbench.cli.command_error import UsageError
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.evaluate_progress import EvaluationProgress
from workbench.cli.loss_tables import (
    loss_document,
    ngram_document,
    ngram_table,
    rows_table,
    scale_document,
    scale_sentences,
    scale_table,
    worst_table,
)
from workbench.cli.output import check_format, counted, print_json, print_note, print_table
from workbench.cli.progress_line import result_with_line
from workbench.cli.reading_settings import check_paths, chosen_texts
from workbench.cli.tokenizer_argument import load_any_tokenizer, note_library
from workbench.table_text import table_text

Step = TypeVar("Step")
Result = TypeVar("Result")
Table = tuple[list[str], list[list[str]], int]


def loss_command(arguments: Namespace) -> int:
    """Do the action that was asked for."""
    actions: dict[str, Callable[[Namespace], int]] = {
        "table": _table,
        "ngram": _ngram,
        "scale": _scale,
        "token-bytes": _token_bytes,
    }
    return actions[arguments.action](arguments)


def _table(arguments: Namespace) -> int:
    check_format(arguments)
    files = _files(arguments)
    tokenizer = _loaded(arguments.tokenizer, arguments, arguments.pattern)
    columns = LossColumns(arguments.id_column, arguments.loss_column, arguments.label_column)
    steps = loss_steps(tokenizer, files, unit=arguments.unit, columns=columns)
    report: LossReport = result_with_line(steps, lambda n: f"Read {counted(n, 'row')}")
    for sentence in report.problem_sentences:
        print_note(sentence)
    if arguments.json:
        print_json(loss_document(arguments.tokenizer, report, arguments.worst))
        return 0
    _show(rows_table(report), arguments)
    if arguments.worst > 0:
        print()
        _show(worst_table(report, arguments.worst), arguments)
    if arguments.format == "table":
        print(
            "\nBits per byte: losses over the bytes of the same tokens; special tokens and tokens "
            "without a loss are in neither sum."
        )
    return 0


def _files(arguments: Namespace) -> list[LossFile]:
    """The files, each .npy of losses with its ids."""
    ids = list(arguments.ids)
    bare = [path for path in arguments.losses if path.suffix.lower() == ".npy"]
    if len(ids) != len(bare):
        raise UsageError(
            f"{counted(len(ids), 'file')} of ids (--ids) for {counted(len(bare), 'file')} of "
            "losses in .npy; give one for each, in the same order. Other tables hold their ids."
        )
    return [LossFile(path, ids.pop(0) if path in bare else None) for path in arguments.losses]


def _ngram(arguments: Namespace) -> int:
    check_paths(arguments.paths)
    check_format(arguments)
    names = [arguments.tokenizer, *arguments.baseline]
    tokenizers = [_loaded(arguments.tokenizer, arguments, arguments.pattern)]
    tokenizers += [_loaded(name, arguments) for name in arguments.baseline]
    corpus, remarks = chosen_texts(arguments)
    prepare_engine()
    measured = []
    for name, tokenizer in zip(names, tokenizers, strict=True):
        steps = ngram_loss_steps(
            tokenizer, corpus, order=arguments.order, held_out=arguments.held_out
        )
        loss: NgramLoss = result_with_line(steps, _words_of(name))
        measured.append((name, loss))
    for sentence in (*remarks, *corpus.problem_sentences):
        print_note(sentence)
    if arguments.json:
        print_json(ngram_document(measured, corpus.problem_sentences))
        return 0
    _show(ngram_table(measured), arguments)
    if arguments.format == "table":
        total = measured[0][1].total
        print(
            f"\nBits per byte of n-gram models on {counted(total.held_out_bytes, 'byte')} held "
            f"out in {counted(total.held_out_passages, 'passage')}, learnt from "
            f"{total.training_bytes:,}. Less is better; compare columns 2 and 3: alone (1), longer "
            "tokens always win."
        )
    return 0


def _scale(arguments: Namespace) -> int:
    check_paths(arguments.paths)
    check_format(arguments)
    one, other = (_loaded(name, arguments) for name in (arguments.tokenizer, arguments.other))
    corpus, remarks = chosen_texts(arguments)
    prepare_engine()
    words = EvaluationProgress(corpus)
    steps: Generator[LabelEvaluation, None, LossScale] = loss_scale_steps(one, other, corpus)
    scale: LossScale = result_with_line(steps, words.text)
    for sentence in (*remarks, *corpus.problem_sentences, *scale.remarks):
        print_note(sentence)
    names = (arguments.tokenizer, arguments.other)
    if arguments.json:
        print_json(scale_document(names, scale, arguments.loss))
        return 0
    _show(scale_table(names, scale), arguments)
    if arguments.format == "table":
        for sentence in scale_sentences(names, scale.total, arguments.loss):
            print(f"\n{sentence}")
    return 0


def _token_bytes(arguments: Namespace) -> int:
    tokenizer = _loaded(arguments.tokenizer, arguments, arguments.pattern)
    sizes = token_bytes(tokenizer, arguments.special)
    path = save_token_bytes(sizes, arguments.out)
    if arguments.json:
        print_json(
            {"file": str(path), "ids": len(sizes), "bytes": int(sizes.sum()),
             "zero": int((sizes == 0).sum()), "special": arguments.special}
        )  # fmt: skip
    else:
        print(f"{path}: the bytes of {len(sizes):,} ids, {int((sizes == 0).sum()):,} of them 0.")
    return 0


def _loaded(name: str, arguments: Namespace, pattern: str | None = None) -> AnyTokenizer:
    tokenizer = load_any_tokenizer(name, arguments.db, pattern)
    note_library(name, tokenizer)
    return tokenizer


def _words_of(name: str) -> Callable[[NgramProgress], str]:
    def words(step: NgramProgress) -> str:
        return f"{name}: {step.phase} {step.label} {step.share:.0%}"

    return words


def _show(table: Table, arguments: Namespace) -> None:
    headers, rows, n_words = table
    if arguments.format == "table":
        print_table(headers, rows, n_words=n_words)
    else:
        print(table_text(headers, rows, arguments.format, n_words=n_words), end="")
