"""The grammar of `extend`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.settings import TIE_BREAKS
from workbench.cli.command_parser import (
    CommandParser,
    add_command,
    add_tokenizer,
    number,
)
from workbench.cli.merge_rule_arguments import add_merge_rule_options
from workbench.cli.mixture_arguments import add_mixture_options
from workbench.cli.reading_arguments import PATHS_HELP, add_labels, add_reading_options
from workbench.cli.sweep_arguments import share

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_extend(commands: Commands) -> None:
    """Add the command with its options; absent ones are None."""
    extend = add_command(
        commands, "extend", "give a tokenizer new tokens, whose ids follow those it has"
    )
    add_tokenizer(extend)
    extend.add_argument(
        "paths", metavar="PATH", nargs="*", help=f"text of the domain: {PATHS_HELP}"
    )
    _add_ways(extend)
    _add_learning(extend)
    _add_results(extend)
    add_merge_rule_options(extend)
    add_reading_options(extend)
    add_labels(extend)
    add_mixture_options(extend)


def _add_ways(extend: CommandParser) -> None:
    ways = extend.add_mutually_exclusive_group(required=True)
    ways.add_argument(
        "--add", metavar="N", type=number, help="learn N further merges from the domain"
    )
    ways.add_argument(
        "--tokens",
        metavar="FILE",
        type=Path,
        help=r"add these tokens: one a line with \n \t \s \xNN \uNNNN as escapes, hex: and digits "
        "for bytes, or a JSON list; PATHs then only measure",
    )
    ways.add_argument(
        "--from",
        dest="other",
        metavar="TOKENIZER",
        help="add the tokens that this other tokenizer has and TOKENIZER lacks",
    )
    option = extend.add_argument
    option("--strict", action="store_true", help="refuse everything if one token cannot be added")
    option(
        "--special-tokens",
        metavar="SET|FILE",
        help="new special tokens too, as train takes them; their ids follow the new tokens",
    )
    option(
        "--fill-unused",
        action="store_true",
        help="give out unused ids before new ones; without it they stay unused",
    )


def _add_learning(extend: CommandParser) -> None:
    option = extend.add_argument
    option(
        "--held-out",
        metavar="SHARE",
        type=share,
        help="end of every source that is measured and not learned from (default 0.05, or 5%%)",
    )
    option(
        "--general",
        metavar="PATH",
        action="append",
        help="other text, on which little should change; by default the sample corpus; can be "
        "repeated",
    )
    option(
        "--general-share",
        metavar="SHARE",
        type=share,
        help="learn from the general text too, with this share of the whole",
    )
    option(
        "--tie-break",
        choices=TIE_BREAKS,
        help="as of the command train",
    )
    option(
        "--min-frequency",
        metavar="N",
        type=number,
        help="least count of a merged pair, as weighted",
    )
    option("--max-token-bytes", metavar="N", type=number, help="longest new token in bytes")
    option(
        "--keep-on-interrupt",
        action="store_true",
        help="Ctrl+C stops merging and keeps what is merged",
    )


def _add_results(extend: CommandParser) -> None:
    option = extend.add_argument
    option(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="write tokenizer.twb, report.json and embedding_rows.jsonl into DIR",
    )
    option(
        "--format",
        metavar="FORMAT",
        action="append",
        default=[],
        help="export it too, into DIR, and verify it; can be repeated",
    )
    option("--no-verify", action="store_true", help="do not ask the library of an export")
    option("--name", help="register it under this name, for good")
    option("--model", metavar="NAME", help="tell what the new rows cost in this published model")
    option("--width", metavar="D", type=number, help="embedding width, instead of --model")
    tied = extend.add_mutually_exclusive_group()
    tied.add_argument(
        "--tied", dest="tied", action="store_true", default=None, help="one embedding matrix"
    )
    tied.add_argument("--untied", dest="tied", action="store_false", help="input and output apart")
