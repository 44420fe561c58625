"""`sweep`: bytes per token and parameters at every vocabulary size that a tokenizer holds."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass

from engine import CorpusError
from engine.analysis import (
    BUDGET_SHARE,
    DEFAULT_MODEL,
    THRESHOLD,
    ModelCost,
    ModelSize,
    SizeCurves,
    model_size,
    round_sizes,
)
from engine.encoding import Tokenizer
from workbench.cli.command_error import UsageError
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.output import check_format, print_json, print_note
from workbench.cli.reading_settings import chosen_texts
from workbench.cli.sweep_tables import Sweep, print_sweep, sweep_document
from workbench.cli.tokenizer_argument import load_tokenizer


def sweep_command(arguments: Namespace) -> int:
    """Print a row per size; from the training record, or from one encode of the PATHs."""
    check_format(arguments)
    model, cost = _cost(arguments)
    tokenizer = load_tokenizer(arguments.run, arguments.db, arguments.pattern)
    measured = _measured(tokenizer, arguments)
    threshold = THRESHOLD if arguments.threshold is None else arguments.threshold
    curves = measured.curves
    sweep = Sweep(
        name=arguments.run,
        curves=curves,
        sizes=_sizes(arguments.sizes, curves),
        model=model,
        cost=cost,
        threshold=threshold,
        diminishing_size=curves.diminishing_size(threshold),
        texts=measured.texts,
        problems=measured.problems,
    )
    for problem in sweep.problems:
        print_note(problem)
    if arguments.json:
        print_json(sweep_document(sweep))
    else:
        print_sweep(sweep, arguments.format)
    return 0


@dataclass(frozen=True)
class _Measured:
    curves: SizeCurves
    texts: str
    problems: tuple[str, ...] = ()


def _measured(tokenizer: Tokenizer, arguments: Namespace) -> _Measured:
    if not arguments.paths:
        if tokenizer.training is None:
            raise UsageError(
                f"{arguments.run} does not say what it was trained on; name files, as in "
                f"`sweep {arguments.run} PATH...`, to measure it on them."
            )
        return _Measured(SizeCurves.of_training(tokenizer.training), "training")
    from engine.analysis import text_size_curves

    corpus, left_out = chosen_texts(arguments)
    prepare_engine()
    curves = text_size_curves(tokenizer, corpus)
    problems = (*left_out, *corpus.problem_sentences)
    if not curves.total_bytes:
        raise CorpusError(f"The corpus holds no text. {' '.join(problems)}".strip())
    return _Measured(curves, "paths", problems)


def _cost(arguments: Namespace) -> tuple[ModelSize | None, ModelCost]:
    """The model's cost; --width alone has no total, so that no share can be told."""
    share = BUDGET_SHARE if arguments.budget_share is None else arguments.budget_share
    if arguments.width is None:
        if arguments.model is None and arguments.parameters is not None:
            raise UsageError(
                "--parameters needs to know how wide the model is: give --width D, or a --model "
                "whose width it takes."
            )
        model = model_size(arguments.model or DEFAULT_MODEL)
        tied = model.is_tied if arguments.tied is None else arguments.tied
        total = model.parameters if arguments.parameters is None else arguments.parameters
        return model, ModelCost(model.width, tied, total, share)
    if arguments.model is not None:
        raise UsageError("--model and --width exclude each other: a model has its own width.")
    if arguments.budget_share is not None and arguments.parameters is None:
        raise UsageError(
            "--budget-share needs to know of what: give --parameters, such as 7B, with --width."
        )
    return None, ModelCost(arguments.width, bool(arguments.tied), arguments.parameters, share)


def _sizes(wanted: tuple[int, ...] | None, curves: SizeCurves) -> tuple[int, ...]:
    if wanted is None:
        return round_sizes(curves.smallest_size, curves.vocab_size)
    for size in wanted:
        curves.merges_at(size)  # refuses a size that this tokenizer does not hold
    return wanted
