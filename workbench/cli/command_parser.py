"""What every command's grammar is made of: the parser, the common options, types of values."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from workbench.table_text import TABLE_FORMATS

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["CommandParser"]

_TOKENIZER_HELP = (
    "id or name of a run, a tokenizer file (.twb, tokenizer.json, .tiktoken, vocab.bpe, "
    "tekken.json, .model ...) or a directory, "
    "NAME@VERSION or NAME@HASH of the registry, or a published name (cl100k_base)"
)


class CommandParser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence and the way to the help.

    Options and positional arguments of a command may come in any order.
    """

    _intermixing = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse does, but a command's FILE may also follow an option that follows TOKENIZER.

        argparse itself fills all positional arguments, optional ones with nothing, at the first.
        """
        if self._intermixing or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._intermixing = True  # the intermixed parsing calls this method again
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._intermixing = False

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def add_command(commands: Commands, name: str, summary: str) -> CommandParser:
    """Add a command with the options that all have."""
    parser = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
    )
    # A default here would overwrite an option given before the command.
    add_store(parser, default=argparse.SUPPRESS)
    add_json(parser, default=argparse.SUPPRESS)
    return parser


def add_json(parser: argparse.ArgumentParser, default: object) -> None:
    """Add --json, which prints one document."""
    parser.add_argument(
        "--json",
        action="store_true",
        default=default,
        help="print one JSON document and nothing else",
    )


def add_store(parser: argparse.ArgumentParser, default: object) -> None:
    """Add --db, the run store to use."""
    parser.add_argument(
        "--db", metavar="FILE", type=Path, default=default, help="use this run store"
    )


def add_tokenizer(parser: CommandParser) -> None:
    """Add TOKENIZER and the pattern for files that hold none."""
    parser.add_argument("tokenizer", metavar="TOKENIZER", help=_TOKENIZER_HELP)
    parser.add_argument(
        "--pattern", metavar="P", help="split pattern of a tokenizer file that holds none"
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add --format, how a table is printed."""
    parser.add_argument(
        "--format",
        choices=("table", *TABLE_FORMATS),
        default="table",
        help="how the rows are printed",
    )


def number(text: str) -> int:
    """A whole number, with commas or without."""
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
