"""The grammar of `vocabulary`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.commands.command_parser import add_command, add_format, add_tokenizer
from workbench.commands.reading_arguments import add_reading_options

if TYPE_CHECKING:
    from workbench.commands.command_parser import Commands


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
    add_format(vocabulary)
    add_reading_options(vocabulary)
