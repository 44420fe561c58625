"""The grammar of `loss`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import (
    CommandParser,
    add_command,
    add_format,
    add_json,
    add_store,
    add_tokenizer,
    number,
)
from workbench.cli.reading_arguments import PATHS_HELP, add_labels, add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

_LOSSES_HELP = (
    "tables with one row per token, its id and its loss: CSV, TSV, JSON lines, JSON, parquet, "
    ".npz, or .npy with --ids; an empty loss means that the token has none"
)


def add_loss(commands: Commands) -> None:
    """Add the command with its actions."""
    loss = add_command(commands, "loss", "make losses comparable whatever the tokenizer")
    actions = loss.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=CommandParser
    )
    _add_table(actions)
    _add_ngram(actions)
    _add_scale(actions)
    _add_token_bytes(actions)


def _add_table(actions: Commands) -> None:
    table = _action(actions, "table", "bits per byte of a model's losses per token")
    add_tokenizer(table)
    option = table.add_argument
    option("losses", metavar="LOSSES", nargs="+", type=Path, help=_LOSSES_HELP)
    option(
        "--ids",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="ids (.npy) of a .npy file of losses; once for each of them, in their order",
    )
    option("--unit", choices=("nats", "bits"), default="nats", help="of the losses (nats)")
    option("--id-column", metavar="NAME", help="column, field or array of the ids")
    option("--loss-column", metavar="NAME", help="column, field or array of the losses")
    option("--label-column", metavar="NAME", help="column of labels: a row of results for each")
    option(
        "--worst", metavar="N", type=number, default=10,
        help="show the N tokens that carry most of the loss (10)",
    )  # fmt: skip
    add_format(table)


def _add_ngram(actions: Commands) -> None:
    ngram = _action(
        actions, "ngram", "bits per byte of n-gram models over the ids, per tokenizer and label"
    )
    add_tokenizer(ngram)
    option = ngram.add_argument
    option("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    option(
        "--baseline",
        metavar="TOKENIZER",
        action="append",
        default=[],
        help="measure this tokenizer on the same passages; can be repeated",
    )
    option("--order", metavar="N", type=number, default=3, help="highest model: 1, 2 or 3 (3)")
    option(
        "--held-out",
        metavar="SHARE",
        type=_share,
        default=0.1,
        help="share of the text that is not learnt from but measured on, such as 0.1 or 10%% (0.1)",
    )
    add_format(ngram)
    add_reading_options(ngram)
    add_labels(ngram)


def _add_scale(actions: Commands) -> None:
    scale = _action(
        actions, "scale", "the factor from a loss per token of A to one of B, on the same text"
    )
    option = scale.add_argument
    option("tokenizer", metavar="A", help="a tokenizer, as elsewhere")
    option("other", metavar="B", help="another one")
    option("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    option("--loss", metavar="X", type=float, help="a loss per token of A, to see as one of B")
    add_format(scale)
    add_reading_options(scale)
    add_labels(scale)


def _add_token_bytes(actions: Commands) -> None:
    sizes = _action(actions, "token-bytes", "write the bytes of every id, for training programs")
    add_tokenizer(sizes)
    option = sizes.add_argument
    option(
        "--out",
        metavar="FILE",
        type=Path,
        required=True,
        help="an array (.npy), a list (.json) or nanochat's tensor (.pt), int32",
    )
    option(
        "--special",
        choices=("zero", "text"),
        default="zero",
        help="bytes of special tokens: none (default), or those of their text",
    )


def _action(actions: Commands, name: str, summary: str) -> CommandParser:
    parser = actions.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
    )
    add_store(parser, default=argparse.SUPPRESS)
    add_json(parser, default=argparse.SUPPRESS)
    return parser


def _share(text: str) -> float:
    """A share as 0.1 or 10 %."""
    bare = text.strip()
    try:
        return float(bare[:-1]) / 100 if bare.endswith("%") else float(bare)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share such as 0.1 or 10%") from None
