"""The grammar of `vocabulary`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_format, add_tokenizer
from workbench.cli.reading_arguments import add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_vocabulary(commands: Commands) -> None:
    """Add the command with its options."""
    vocabulary = add_command(commands, "vocabulary", "report what a vocabulary is made of")
    add_tokenizer(vocabulary)
    vocabulary.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="files, directories, globs on which uses are counted; without them a run tells the "
        "uses in its training corpus",
    )
    instead = vocabulary.add_argument_group("single tokens instead of the report")
    instead.add_argument(
        "--find",
        metavar="FILTER",
        help="the tokens that a filter leaves, in the words of the window's filter: the, "
        "'/^ ?un/', 'hex:e2 96', 'length:>8 is:space', script:Cyrillic, rank:0..99",
    )
    instead.add_argument(
        "--token",
        metavar="ID|TEXT",
        help="all that is known of one token: its merge, what was merged from it, twins, uses",
    )
    instead.add_argument(
        "--contexts",
        metavar="PATH",
        action="append",
        help="with --token: where it stands as a token in files or directories; can be repeated",
    )
    instead.add_argument(
        "--at-merge", metavar="K", type=int, help="a text as encoded after the first K merges"
    )
    instead.add_argument(
        "--text", metavar="TEXT", help="the text of --at-merge; by default standard input"
    )
    instead.add_argument(
        "--superwords",
        action="store_true",
        help="all tokens of several words with their parts and what each saved in the training, "
        "and what of the training text they are, by label",
    )
    add_format(vocabulary)
    add_reading_options(vocabulary)
