"""`evaluate --choices`: answers that merge into the last token of their prompt, without a model."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import load_any_tokenizer
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import count, prepare_engine, print_json, print_rows
from workbench.text.visible_text import harmless

_HEADERS = ("tokenizer", "label", "questions", "choices", "merged", "share", "uneven questions")


def add_boundaries(evaluate: CommandParser) -> None:
    """Add the option."""
    evaluate.add_argument(
        "--choices",
        metavar="FILE",
        type=Path,
        help="instead of PATH, multiple choice as in probe: the share of the choices that merge "
        "into the last token of their prompt",
    )


def print_boundaries(arguments: Namespace) -> int:
    """Print the table of the tokenizer and its baselines. Raises UsageError beside PATH."""
    from engine.probe import prompt_boundaries, read_choices

    if arguments.paths or arguments.again or arguments.stored is not None or arguments.style:
        raise UsageError("--choices measures its FILE alone: give no PATH and no other texts.")
    items = read_choices(arguments.choices)
    names = [arguments.tokenizer, *arguments.baseline]
    patterns = [arguments.pattern, *[None] * len(arguments.baseline)]
    tokenizers = [
        load_any_tokenizer(name, arguments.db, pattern)
        for name, pattern in zip(names, patterns, strict=True)
    ]
    prepare_engine(quiet=arguments.json)
    reports = [prompt_boundaries(tokenizer, items) for tokenizer in tokenizers]
    if arguments.json:
        found = [
            {"name": name} | report.document() for name, report in zip(names, reports, strict=True)
        ]
        print_json({"file": str(arguments.choices), "tokenizers": found})
        return 0
    rows = [
        (
            name, row.label or "all", count(row.questions), count(row.choices), count(row.merged),
            f"{row.merged_share:.2%}", count(row.uneven),
        )
        for name, report in zip(names, reports, strict=True)
        for row in report.rows
    ]  # fmt: skip
    print_rows(_HEADERS, rows, arguments.format, n_words=2)
    if arguments.format == "table":
        print("\nMerged: with the choice, the tokens of the prompt are others than without it.")
        print("Uneven: some choices of the question merge and others do not.")
        for name, report in zip(names, reports, strict=True):
            for each in report.examples[:1]:
                choice, end = harmless(each.choice), harmless(each.prompt_end)
                print(f"{name}: in question {each.item + 1:,}, {choice!r} merges into {end!r}.")
    return 0
