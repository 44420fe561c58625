"""The grammar of `superwords`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_format
from workbench.cli.reading_arguments import add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_superwords(commands: Commands) -> None:
    """Add the command with its options."""
    superwords = add_command(
        commands, "superwords", "what superwords save beside the same size without them"
    )
    option = superwords.add_argument
    option(
        "tokenizer",
        metavar="TOKENIZER",
        help="a run with superwords by id or name, a tokenizer file or a directory",
    )
    option(
        "paths",
        metavar="PATH",
        nargs="*",
        help="texts to encode by both; without them the text that the run was trained on",
    )
    option(
        "--plain",
        metavar="TOKENIZER",
        help="the tokenizer without superwords; by default the run of the same text, size and "
        "settings",
    )
    option(
        "--train-plain",
        action="store_true",
        help="train that run if there is none yet, on the text of the run with superwords",
    )
    add_format(superwords)
    add_reading_options(superwords)
