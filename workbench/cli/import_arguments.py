"""The grammar of `import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

_SOURCE_HELP = (
    "a tokenizer's file or directory (tokenizer.json, vocab.json + merges.txt, .tiktoken, "
    "tekken.json, minbpe or SentencePiece .model, nanochat's directory), or a published name: "
    "gpt2, cl100k_base, o200k_base, hub:OWNER/NAME ..."
)


def add_import(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands, "import", "report on the files of a tokenizer, and take it over if asked"
    )
    parser.add_argument("source", metavar="PATH", help=_SOURCE_HELP)
    parser.add_argument("--pattern", metavar="P", help="split pattern for files that hold none")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="write tokenizer.twb, our own format, into DIR"
    )
    parser.add_argument("--name", help="register it under this name, for good")
