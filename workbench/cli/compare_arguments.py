"""The grammar of `compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_format

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_compare(commands: Commands) -> None:
    """Add the command with its options."""
    compare = add_command(
        commands, "compare", "set two to four tokenizers side by side, and where they part"
    )
    option = compare.add_argument
    option(
        "tokenizers",
        metavar="TOKENIZER",
        nargs="+",
        help="two to four: id or name of a run, a tokenizer file of any format, or a directory; "
        "the others are compared with the first",
    )
    option(
        "--differences-only", action="store_true", help="leave out what is the same in all of them"
    )
    option(
        "--filter",
        metavar="REGEX",
        help="only rows whose name fits, such as settings or metrics.premium",
    )
    add_format(compare)
