"""`evaluate --style tok_eval`: the table of nanochat's tok_eval, on five short texts.

As in the article "Tokenizer Design Choices: BPE, Vocabulary, and Implementation": vocabulary
sizes, then tokens and bytes per token of the tokenizer beside each baseline. The texts are ours,
of the same five kinds; texts that are given follow them.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from resources import resource_path
from workbench.cli.runs.evaluate_tables import more_tokens, rows_of, short_names
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.output import display_width
from workbench.cli.shared.terminal import TerminalText, wants_colour
from workbench.text.visible_text import harmless

if TYPE_CHECKING:
    from engine.evaluation import LabelEvaluation
    from workbench.cli.shared.options import CommandParser
    from workbench.store import MeasuredTokenizer

TEXTS = ("news", "korean", "code", "math", "science")
"""Labels of the texts, in the order of the table."""
OURS = "Ours"
_BETTER, _WORSE = "32", "31"
_OTHERS = ("metrics", "sort", "stored", "again")
_NUMBER = 8


def add_style(evaluate: CommandParser) -> None:
    """Add --style."""
    evaluate.add_argument(
        "--style",
        choices=("tok_eval",),
        help="the table of nanochat's tok_eval, against each baseline: news, Korean, code, math "
        "and science texts of the program, then those of PATH",
    )


def take_texts(arguments: Namespace) -> None:
    """Put the texts of the style before those that are given. Raises UsageError."""
    for name in _OTHERS:
        if getattr(arguments, name):
            raise UsageError(f"--style has its own texts and columns; leave --{name} out.")
    if arguments.format != "table":
        raise UsageError(
            f"--style prints one table for people; leave --format {arguments.format} out, or take "
            "--json."
        )
    files = [str(resource_path(f"tok_eval/{label}.txt")) for label in TEXTS]
    arguments.paths = [*files, *arguments.paths]
    labels = list(zip(files, TEXTS, strict=True))
    arguments.label = [*labels, *(arguments.label or ())]


def print_style(measured: Sequence[MeasuredTokenizer], stream: TextIO) -> None:
    """Print the sizes and a table for each baseline, or one of the tokenizer alone."""
    view = TerminalText(stream, colour=wants_colour(stream, "auto"))
    ours, *baselines = measured
    names = [harmless(name) for name in short_names(measured)]
    view.line("Vocab sizes:")
    sizes = [each.evaluation.total.vocab_size for each in measured]
    for name, size in zip(names[1:], sizes[1:], strict=True):
        view.line(f"{name}: {size}")
    view.line(f"{OURS}: {sizes[0]} ({names[0]})")
    for name, baseline in zip(names[1:], baselines, strict=True):
        _print_comparison(view, name, ours, baseline)
    if not baselines:
        _print_alone(view, ours)


def _print_comparison(
    view: TerminalText, name: str, ours: MeasuredTokenizer, baseline: MeasuredTokenizer
) -> None:
    rows = list(zip(rows_of(ours)[:-1], rows_of(baseline)[:-1], strict=True))
    first = max(len("Text Type"), *(display_width(row.label) for row, _ in rows)) + 2
    pair = max(2 * _NUMBER, display_width(name) + 1)
    better = max(len(OURS), display_width(name))
    width = first + 9 + 2 * pair + 13 + better
    view.line("")
    view.line(f"Comparison with {name}:")
    view.line("=" * width)
    head = _cell("Text Type", first) + _cell("Bytes", 9) + _cell(name, pair) + _cell(OURS, pair)
    view.line(f"{head}{'Relative':<13}Better")
    counts = _cell(f"{'Tokens':<{_NUMBER}}Ratio", pair)
    view.line(f"{'':<{first + 9}}{counts}{counts}Diff %")
    view.line("-" * width)
    for row, other in rows:
        label = _cell(harmless(row.label), first)
        view.line(f"{label}{row.bytes:<9}{_cells(view, row, other, name, pair)}")


def _cells(
    view: TerminalText, row: LabelEvaluation, other: LabelEvaluation, name: str, width: int
) -> str:
    """Tokens and ratios of the baseline and ours, the difference, and which is better."""
    more = more_tokens(row, other)
    words, verdict, own, theirs = "-", "lossy", "", ""
    if more is not None:
        words, verdict = f"{0.0 - 100 * more:+.1f}%", "Tie"
        better = row.bytes_per_token - other.bytes_per_token
        if better:
            own, theirs = (_BETTER, _WORSE) if better > 0 else (_WORSE, _BETTER)
            verdict = OURS if better > 0 else name
    numbers = _painted(view, _numbers(other, width), theirs)
    numbers += _painted(view, _numbers(row, width), own)
    return f"{numbers}{_painted(view, f'{words:<13}', own)}{verdict}"


def _print_alone(view: TerminalText, ours: MeasuredTokenizer) -> None:
    rows = rows_of(ours)[:-1]
    first = max(len("Text Type"), *(display_width(row.label) for row in rows)) + 2
    view.line("")
    view.line(_cell("Text Type", first) + f"{'Bytes':<9}{'Tokens':<{_NUMBER}}Ratio")
    view.line("-" * (first + 9 + 2 * _NUMBER))
    for row in rows:
        numbers = _numbers(row, 2 * _NUMBER)
        view.line(f"{_cell(harmless(row.label), first)}{row.bytes:<9}{numbers}")


def _numbers(row: LabelEvaluation, width: int) -> str:
    return f"{row.tokens:<{_NUMBER}}{row.bytes_per_token:.2f}".ljust(width)


def _painted(view: TerminalText, text: str, code: str) -> str:
    return view.painted(text, code) if code else text


def _cell(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))
