"""The grammar of `evaluate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_format
from workbench.cli.reading_arguments import add_labels, add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

_PATHS_HELP = (
    "files, directories, globs; files with equally many lines are taken for parallel texts, and "
    "the names of NTREX, FLORES and eBible are known"
)


def add_evaluate(commands: Commands) -> None:
    """Add the command with its options."""
    evaluate = add_command(
        commands, "evaluate", "measure compression, fairness and structure per language"
    )
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
    option("--pattern", metavar="P", help="split pattern of a tokenizer file that holds none")
    option(
        "--baseline",
        metavar="TOKENIZER",
        action="append",
        default=[],
        help="compare with this tokenizer; can be repeated",
    )
    option(
        "--reference",
        metavar="LABEL",
        help="label or language code that premiums are against (default eng)",
    )
    option(
        "--metrics",
        metavar="KEY,...|all",
        help="metrics to show, for the baselines as well; see --list-metrics",
    )
    option("--sort", metavar="KEY", help="best first by this metric, or by label")
    add_format(evaluate)
    option("--list-metrics", action="store_true", help="print all metrics with their keys")
    option(
        "--explain",
        metavar="KEY",
        help="print a metric's formula, its source and what it cannot tell",
    )
