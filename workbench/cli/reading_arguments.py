"""The grammar of `corpus`, and the options on reading that other commands share with it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, number

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

READING_KEYS = (
    "max_document_chars",
    "max_chars",
    "document_separator",
    "text_field",
    "encoding_errors",
)
"""Options of every command that reads a corpus, and keys of a recipe."""

PATHS_HELP = (
    "text, JSON lines, CSV, TSV or parquet files, directories, globs, addresses such as s3://"
)


def add_corpus(commands: Commands) -> None:
    """Add the command `corpus`."""
    corpus = add_command(commands, "corpus", "read a corpus and show what is in it")
    corpus.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    corpus.add_argument(
        "--recipe",
        metavar="FILE",
        type=Path,
        help="TOML file with paths, labels and reading options",
    )
    add_reading_options(corpus)
    add_labels(corpus)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the reading options; absent ones are None, so that a recipe can give the value."""
    option = parser.add_argument
    option("--max-document-chars", metavar="N", type=number, help="cut each document there")
    option("--max-chars", metavar="N", type=number, help="end the corpus there")
    option(
        "--document-separator",
        metavar="TEXT",
        help=r"where a text file's documents end; \n and \t are read as such",
    )
    option(
        "--text-field",
        metavar="NAME",
        help="field of JSON lines or column of CSV, TSV and parquet that holds the text "
        '(default "text"); dots lead into objects',
    )
    option(
        "--encoding-errors",
        choices=("replace", "skip", "stop"),
        help="what is not UTF-8: replace it by U+FFFD (default), skip the document, or stop",
    )


def add_labels(parser: argparse.ArgumentParser) -> None:
    """Add --label."""
    parser.add_argument(
        "--label",
        metavar="PATH=LABEL",
        action="append",
        type=_label,
        help="language or domain of a file or directory; can be repeated",
    )


def _label(text: str) -> tuple[str, str]:
    path, equals, label = text.rpartition("=")
    if not equals or not path or not label:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form PATH=LABEL")
    return path, label
