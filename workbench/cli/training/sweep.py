"""`sweep`: bytes per token and parameters at every vocabulary size of one tokenizer.

From the training record, or measured on PATHs. --model, --width and --parameters describe the
model.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import chosen_corpus, chosen_texts, load_tokenizer
from workbench.cli.shared.options import (
    CommandParser,
    add_counts,
    add_format,
    add_labels,
    add_reading_options,
    number,
    share,
)
from workbench.cli.shared.output import (
    check_format,
    count,
    decimal,
    finite,
    known_language,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
)
from workbench.text.table_text import TableFormat

if TYPE_CHECKING:
    from engine.analysis import HardwareSize, ModelCost, ModelSize, SizeCurves
    from engine.encoding import Tokenizer

MOST_LABEL_COLUMNS = 6
_MARKS = {"budget": "largest within the budget", "diminishing": "diminishing returns"}


def add_sweep_options(sweep: CommandParser) -> None:
    """Add the options of `sweep`."""
    option = sweep.add_argument
    option("run", metavar="RUN", help="id or name of a run, or a tokenizer file with PATHs")
    option(
        "paths",
        metavar="PATH",
        nargs="*",
        help="measure on these texts, as evaluate reads them, instead of the training corpus",
    )
    add_counts(sweep)
    option("--pattern", metavar="P", help="split pattern of a tokenizer file without one")
    option(
        "--sizes",
        metavar="N,N,...",
        type=_sizes,
        help="vocabulary sizes, all ids counted; by default sixteen up to the run's own",
    )
    option(
        "--model",
        metavar="NAME",
        help="width, tying and parameters of a published model (default llama3-8b)",
    )
    option("--width", metavar="D", type=number, help="numbers per token vector (d_model)")
    tied = sweep.add_mutually_exclusive_group()
    tied.add_argument(
        "--tied", dest="tied", action="store_true", default=None, help="one embedding matrix"
    )
    tied.add_argument("--untied", dest="tied", action="store_false", help="input and output apart")
    option(
        "--parameters", metavar="N", type=_scaled, help="all parameters, such as 7B, with --width"
    )
    option(
        "--budget-share",
        metavar="SHARE",
        type=share,
        help="share of them that the embeddings may take (default 0.02, or 2%%)",
    )
    option(
        "--threshold",
        metavar="SHARE",
        type=share,
        help="returns diminish where 1,000 further ids save less of the tokens (default 0.001)",
    )
    add_format(sweep)
    add_reading_options(sweep)
    add_labels(sweep)


def _sizes(text: str) -> tuple[int, ...]:
    # 4,096 can be no size here: the comma stands between sizes.
    sizes = sorted({number(part) for part in text.replace(" ", "").split(",") if part})
    if not sizes:
        raise argparse.ArgumentTypeError("there is no size in it")
    return tuple(sizes)


def _scaled(text: str) -> int:
    """A number of parameters as 7B, 350M or in digits."""
    units = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
    bare = text.strip().replace(",", "")
    unit = units.get(bare[-1:].upper(), 1)
    try:
        return round(float(bare if unit == 1 else bare[:-1]) * unit)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of parameters such as 7B or 350M"
        ) from None


def sweep_command(arguments: Namespace) -> int:
    """Print a row per size; from the training record, or from one encode of the PATHs."""
    from engine.analysis import THRESHOLD

    check_format(arguments)
    model, cost = _cost(arguments)
    tokenizer = load_tokenizer(arguments.run, arguments.db, arguments.pattern)
    measured = _measured(tokenizer, arguments)
    threshold = THRESHOLD if arguments.threshold is None else arguments.threshold
    curves = measured.curves
    sweep = Sweep(
        name=arguments.run,
        curves=curves,
        sizes=_shown_sizes(arguments.sizes, curves),
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
    from engine.analysis import SizeCurves

    if not arguments.paths and not arguments.counts:
        if tokenizer.training is None:
            raise UsageError(
                f"{arguments.run} does not say what it was trained on; name files, as in "
                f"`sweep {arguments.run} PATH...`, to measure it on them."
            )
        return _Measured(SizeCurves.of_training(tokenizer.training), "training")
    from engine.analysis import text_size_curves

    left_out: Sequence[str] = ()
    if arguments.counts:
        rules = {"pattern": tokenizer.pattern, "normalization": tokenizer.normalization}
        corpus = chosen_corpus(Namespace(**vars(arguments) | rules))
    else:
        corpus, left_out = chosen_texts(arguments)
    prepare_engine()
    curves = text_size_curves(tokenizer, corpus)
    problems = (*left_out, *corpus.problem_sentences)
    if not curves.total_bytes:
        from engine.corpus import without_text

        raise without_text(problems)
    return _Measured(curves, "paths", problems)


def _cost(arguments: Namespace) -> tuple[ModelSize | None, ModelCost]:
    """The model's cost; --width alone has no total, so that no share can be told."""
    from engine.analysis import BUDGET_SHARE, DEFAULT_MODEL, ModelCost, model_size

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


def _shown_sizes(wanted: tuple[int, ...] | None, curves: SizeCurves) -> tuple[int, ...]:
    from engine.analysis import round_sizes

    if wanted is None:
        return round_sizes(curves.smallest_size, curves.vocab_size)
    for size in wanted:
        curves.merges_at(size)  # refuses a size that this tokenizer does not hold
    return wanted


@dataclass(frozen=True)
class Sweep:
    """A sweep with everything that is said of it. texts: "training" or "paths"."""

    name: str
    curves: SizeCurves
    sizes: tuple[int, ...]
    model: ModelSize | None
    cost: ModelCost
    threshold: float
    diminishing_size: int | None
    texts: str
    problems: tuple[str, ...]

    @property
    def is_mixed(self) -> bool:
        """Whether a mixture weighed the labels, so that there are two totals."""
        return self.curves.is_weighted

    def natural_bytes_per_token(self, size: int) -> float | None:
        """Bytes per token of all labels, each text counted once."""
        return finite(self.curves.natural_bytes_per_token(size))

    def mixed_bytes_per_token(self, size: int) -> float | None:
        """The same as the mixture weighed the labels; None where none did."""
        return finite(self.curves.bytes_per_token(None, size)) if self.is_mixed else None

    def gain(self, size: int, label: str | None = None) -> float | None:
        """Share of tokens that a thousand further ids save at a size."""
        import numpy as np

        column = np.array([self.curves.merges_at(size)], np.int64)
        return finite(float(self.curves.gain(label, column)[0]))

    def marks(self, size: int) -> list[str]:
        """What is true of a row first: the last within the budget, the first of small returns."""
        marks = []
        largest = self.cost.largest_size()
        fitting = [each for each in self.sizes if largest is not None and each <= largest]
        if fitting and size == fitting[-1]:
            marks.append("budget")
        diminished = self.diminishing_size
        after = [each for each in self.sizes if diminished is not None and each >= diminished]
        if after and size == after[0]:
            marks.append("diminishing")
        return marks


def print_sweep(sweep: Sweep, how: Literal["table"] | TableFormat) -> None:
    """Print the rows, and in a table below them what the marks mean."""
    labels = list(sweep.curves.labels)
    if how == "table" and len(labels) > MOST_LABEL_COLUMNS:
        labels = []
    headers, rows = _rows(sweep, labels)
    print_rows(headers, rows, how, n_words=0 if how == "table" else None)
    if how != "table":
        return
    for sentence in _sentences(sweep, shows_labels=bool(labels) or not sweep.curves.labels):
        print(sentence)


def sweep_document(sweep: Sweep) -> dict[str, Any]:
    """The sweep as JSON has it: every size with bytes per token of each label."""
    curves, cost = sweep.curves, sweep.cost
    return {
        "tokenizer": sweep.name,
        "texts": sweep.texts,
        "smallest_size": curves.smallest_size,
        "largest_size": curves.vocab_size,
        "special_tokens": curves.n_special,
        "bytes": {
            label: int(n) for label, n in zip(curves.labels, curves.n_bytes.tolist(), strict=True)
        },
        "languages": {label: known_language(label) for label in curves.labels},
        "model": {
            "name": None if sweep.model is None else sweep.model.name,
            "width": cost.width,
            "tied": cost.is_tied,
            "parameters": cost.total_parameters,
            "budget_share": None if cost.total_parameters is None else cost.budget_share,
        },
        "budget_size": cost.largest_size(),
        "threshold": sweep.threshold,
        "diminishing_size": sweep.diminishing_size,
        "hardware_sizes": _hardware(sweep),
        "sizes": [_size_document(sweep, size) for size in sweep.sizes],
        "problems": list(sweep.problems),
    }


def _size_document(sweep: Sweep, size: int) -> dict[str, Any]:
    curves, cost = sweep.curves, sweep.cost
    column = curves.merges_at(size)
    return {
        "size": size,
        "merges": column,
        "bytes_per_token": sweep.natural_bytes_per_token(size),
        "bytes_per_token_mixed": sweep.mixed_bytes_per_token(size),
        "gain_per_thousand": sweep.gain(size),
        "parameters": cost.parameters(size),
        "parameter_share": cost.share(size),
        "within_budget": cost.fits(size),
        "marks": sweep.marks(size),
        "labels": {
            label: {
                "bytes_per_token": finite(curves.bytes_per_token(label, size)),
                "tokens": int(curves.label_tokens(label)[column]),
            }
            for label in curves.labels
        },
    }


def _rows(sweep: Sweep, labels: list[str]) -> tuple[list[str], list[list[str]]]:
    has_share = sweep.cost.total_parameters is not None
    totals = ["bytes/token"]
    if sweep.is_mixed:
        totals = ["bytes/token", "bytes/token as mixed"]
    headers = ["size", *totals, "saved per 1,000 %", "parameters M"]
    headers += ["share %"] if has_share else []
    headers += [*labels, "marks"]
    rows = []
    for size in sweep.sizes:
        gain, share = sweep.gain(size), sweep.cost.share(size)
        row = [
            count(size),
            decimal(sweep.natural_bytes_per_token(size), 3),
            *([decimal(sweep.mixed_bytes_per_token(size), 3)] if sweep.is_mixed else []),
            decimal(None if gain is None else 100 * gain, 3),
            decimal(sweep.cost.parameters(size) / 1e6, 1),
        ]
        row += [decimal(None if share is None else 100 * share)] if has_share else []
        row += [decimal(sweep.curves.bytes_per_token(label, size), 3) for label in labels]
        rows.append([*row, ", ".join(_MARKS[mark] for mark in sweep.marks(size))])
    return headers, rows


def _sentences(sweep: Sweep, *, shows_labels: bool) -> list[str]:
    from engine.analysis import PER_TOKENS, SMOOTHED_OVER

    cost = sweep.cost
    model = "" if sweep.model is None else f"{_model_words(sweep)}, "
    tied = "tied" if cost.is_tied else "untied"
    lines = ["", f"Parameters: {model}width {cost.width:,}, {tied} embedding and output."]
    largest = cost.largest_size()
    if largest is not None and cost.total_parameters is not None:
        share, total = 100 * cost.budget_share, cost.total_parameters / 1e6
        lines.append(f"Budget: {share:g} % of {total:,.0f} M parameters = at most {largest:,} ids.")
    saved = f"{100 * sweep.threshold:g} % of the tokens"
    if sweep.diminishing_size is None:
        lines.append(f"Diminishing returns: {PER_TOKENS:,} further ids still save {saved} or more.")
    else:
        lines.append(
            f"Diminishing returns: from {sweep.diminishing_size:,} ids on {PER_TOKENS:,} further "
            f"ones save less than {saved} (measured over {SMOOTHED_OVER:,} merges)."
        )
    if sweep.is_mixed:
        lines.append(
            "As mixed: each label counts as often as the training repeats it, also in what is "
            "saved. As the text is: each counts once."
        )
    if not shows_labels:
        lines.append(f"{len(sweep.curves.labels):,} labels: --json or --format csv has each.")
    return lines


def _model_words(sweep: Sweep) -> str:
    """The model, and what of it was asked for otherwise."""
    model, cost = sweep.model, sweep.cost
    assert model is not None
    if cost.total_parameters != model.parameters or cost.is_tied != model.is_tied:
        return f"as {model.title} but for what was given"
    return model.title


def _hardware(sweep: Sweep) -> list[dict[str, int]]:
    """The sizes for hardware next to the largest within the budget, or to the greatest of all."""
    from engine.analysis import hardware_sizes

    curves = sweep.curves
    near = min(sweep.cost.largest_size() or curves.vocab_size, curves.vocab_size)
    found = hardware_sizes(near, smallest=curves.smallest_size, largest=curves.vocab_size)
    return [{"size": each.size, "multiple": _multiple(each)} for each in found]


def _multiple(each: HardwareSize) -> int:
    return each.size if each.is_power_of_two else each.multiple
