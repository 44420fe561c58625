"""`extend --model DIR`: the rows of a checkpoint for the new tokens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.options import CommandParser, number
from workbench.cli.shared.output import counted, decimal, print_note, result_with_line
from workbench.text.numbers import byte_size

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.analysis import ModelCost
    from engine.encoding import Tokenizer
    from engine.extension import Checkpoint, ExtensionReport, ResizedCheckpoint, ResizeSettings
    from engine.machine import Progress

_PHASES = {"copy": "Write rows", "check": "Compare with the source"}


def add_resizing_options(extend: CommandParser) -> None:
    """Add what only a checkpoint has: the rule of its new rows, and the padding."""
    extend.add_argument(
        "--new-rows",
        metavar="RULE",
        help="of a model DIR: parts (mean of the rows that made up the token, the default), mean "
        "(of all rows), zeros, normal (with mean and covariance of all rows) or token:TOKEN "
        "(copies one row; token:ID works too)",
    )
    extend.add_argument(
        "--pad-rows",
        metavar="N",
        type=number,
        help="of a model DIR: rows in all are a multiple of N, such as 64 or 128",
    )


def chosen_checkpoint(arguments: Namespace) -> Checkpoint | None:
    """The checkpoint of --model where that is a folder; its target is checked.

    Raises UsageError, ModelConfigError and ModelFileError.
    """
    from engine.extension import check_target, is_checkpoint, read_checkpoint

    if arguments.model is not None and is_checkpoint(Path(arguments.model)):
        checkpoint = read_checkpoint(Path(arguments.model))
        check_target(checkpoint, arguments.out)
        return checkpoint
    for option, value in (("--new-rows", arguments.new_rows), ("--pad-rows", arguments.pad_rows)):
        if value is not None:
            raise UsageError(f"{option} needs --model DIR, a folder with config.json and tensors.")
    return None


def model_cost(arguments: Namespace, checkpoint: Checkpoint | None) -> ModelCost | None:
    """What the embeddings cost, None where no model was named. Raises ConfigError."""
    from engine.analysis import ModelCost, model_size

    if checkpoint is not None:
        if arguments.tied is not None:
            raise UsageError("--tied and --untied go with a NAME; a model DIR says what it is.")
        return ModelCost(checkpoint.embedding.rows.width, checkpoint.is_tied)
    if arguments.width is not None:
        return ModelCost(arguments.width, bool(arguments.tied))
    if arguments.model is None:
        if arguments.tied is not None:
            raise UsageError("--tied and --untied go with --model or --width.")
        return None
    return ModelCost.of_model(model_size(arguments.model), is_tied=arguments.tied)


def resize_settings(arguments: Namespace, tokenizer: Tokenizer) -> ResizeSettings:
    """The settings of the engine. Raises UsageError and ConfigError."""
    from engine.extension import ResizeSettings, token_of_words

    rule, _, token = (arguments.new_rows or "parts").partition(":")
    token_id = token_of_words(tokenizer, token) if rule == "token" and token else None
    multiple = 1 if arguments.pad_rows is None else arguments.pad_rows
    return ResizeSettings(rule, token_id, multiple)


def resized(
    checkpoint: Checkpoint, report: ExtensionReport, settings: ResizeSettings, out: Path
) -> ResizedCheckpoint:
    """Write the model with its new rows and the files of its tokenizer."""
    from engine.extension import resize_steps
    from engine.formats import tokenizer_companions

    files = tokenizer_companions(report.extension.tokenizer, checkpoint.folder)
    steps = resize_steps(
        checkpoint, report.extension, report.rows, out, settings=settings, companions=files
    )
    return result_with_line(steps, _words)


def _words(step: Progress) -> str:
    return f"{_PHASES[step.phase]} {step.fraction or 0.0:4.0%}"


def print_resized(result: ResizedCheckpoint) -> None:
    """What was written, and the proof that the rest is as it was."""
    how = "one table for input and output" if result.is_tied else ", ".join(result.tables)
    print(
        f"Model: {counted(result.rows_after, 'row')} of {result.width:,} ({result.dtype}, {how}), "
        f"{result.rows_before:,} before; {byte_size(result.n_bytes)}"
    )
    print(
        f"Compared with the source: {counted(result.rows_same, 'old row')} and "
        f"{counted(result.tensors_same, 'other tensor')} are identical byte for byte"
    )
    facts = result.document()
    print(
        f"Median length of a row: {decimal(facts['median_norm_old'], 3)} old, "
        f"{decimal(facts['median_norm_new'], 3)} new (rule {result.settings.rule})"
    )
    if result.left:
        print_note(f"Not copied, since it may be of the old size: {', '.join(result.left)}.")
