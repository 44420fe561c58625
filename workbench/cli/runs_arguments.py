"""The grammar of `runs`, and the options of every export."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.formats import EXPORT_FORMATS
from workbench.cli.command_parser import (
    CommandParser,
    add_command,
    add_json,
    add_store,
    number,
)

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_runs(commands: Commands) -> None:
    """Add the command with its actions."""
    runs = add_command(
        commands, "runs", "list, show, tag, note, rename, delete, restore, purge and export runs"
    )
    runs.set_defaults(action="list", deleted=False, search=None)
    actions = runs.add_subparsers(dest="action", metavar="ACTION", parser_class=CommandParser)
    listing = _action(actions, "list", "list the runs, newest first")
    listing.add_argument("--deleted", action="store_true", help="list the deleted runs")
    listing.add_argument(
        "--search",
        metavar="WORDS",
        help="only runs that fit: words of name, tags, note, pattern, status; tag:WORD, "
        "pattern:WORD, status:WORD look there alone; --search=-WORD leaves out",
    )
    for name, summary in (
        ("show", "show a run with its settings, sources and timings"),
        ("delete", "delete a run; it can be restored"),
        ("restore", "take a deletion back"),
    ):
        _action(actions, name, summary).add_argument("run", metavar="RUN", help="id or name")
    purge = _action(actions, "purge", "remove deleted runs for ever and give their room back")
    purge.add_argument("--yes", action="store_true", help="do not ask")
    rename = _action(actions, "rename", "give a run another name")
    rename.add_argument("run", metavar="RUN", help="id or name")
    rename.add_argument("name", metavar="NAME", help="the new name")
    _add_remarks(actions)
    export = _action(actions, "export", "write files for another library")
    export.add_argument("run", metavar="RUN", help="id or name")
    export.add_argument(
        "--vocab-size", metavar="N", type=number, help="write the tokenizer of this smaller size"
    )
    add_export_options(export)


def _add_remarks(actions: Commands) -> None:
    tag = _action(actions, "tag", "add tags to runs, or take them away")
    tag.add_argument("runs", metavar="RUN", nargs="+", help="ids or names")
    tag.add_argument(
        "--add",
        metavar="TAG",
        action="append",
        default=[],
        help="a tag to add, or several with commas; can be repeated",
    )
    tag.add_argument(
        "--remove", metavar="TAG", action="append", default=[], help="a tag to take away"
    )
    note = _action(actions, "note", "write a note on a run, or print the one it has")
    note.add_argument("run", metavar="RUN", help="id or name")
    note.add_argument(
        "text", metavar="TEXT", nargs="?", help='the new note; "" takes it away, - reads it'
    )


def add_export_options(export: argparse.ArgumentParser) -> None:
    """Add the options of everything that writes files for another library."""
    option = export.add_argument
    option("--format", metavar="FORMAT", required=True, help=", ".join(EXPORT_FORMATS))
    option("--out", metavar="DIR", type=Path, required=True, help="directory to use")
    option("--name", metavar="STEM", help="what files are called where the library does not mind")
    option("--layout", metavar="v5|v4", help="of transformers 5 (default), or as version 4 had it")
    option(
        "--merges",
        metavar="FORM",
        help="in tokenizer.json: pairs (default), or strings, for tokenizers before 0.20",
    )
    option(
        "--chat-template",
        metavar="NAME|FILE",
        help="a chat template to write with it; by default the tokenizer's own",
    )
    option(
        "--renumber",
        action="store_true",
        help="let tekken.json have other ids than here, and write which became which",
    )
    option("--pre", metavar="NAME", help="name of llama.cpp's pre-tokenizer, for gguf")
    option("--add-bos", action="store_true", help="llama.cpp puts the bos token before each text")
    option("--verify", action="store_true", help="load the files in the library and compare ids")
    option(
        "--verify-on",
        metavar="PATH",
        action="append",
        default=[],
        help="compare on the text in this file or folder beside the odd cases; can be repeated",
    )
    option("--time-limit", metavar="SECONDS", type=float, help="for the library, with --verify")


def _action(actions: Commands, name: str, summary: str) -> CommandParser:
    parser = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
    add_store(parser, default=argparse.SUPPRESS)
    add_json(parser, default=argparse.SUPPRESS)
    return parser
