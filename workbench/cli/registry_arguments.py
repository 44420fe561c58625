"""The grammar of `register` and `registry`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import CommandParser, add_command, add_json, add_store

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

_REFERENCE_HELP = "NAME (its newest version), NAME@VERSION, or NAME@HASH with 8 or more hex digits"
_FORMAT_HELP = "format to export as well; can be repeated (see export --help)"


def add_registry(commands: Commands) -> None:
    """Add both commands."""
    register = add_command(
        commands, "register", "freeze a run or a tokenizer file under a name, for good"
    )
    register.add_argument("tokenizer", metavar="RUN|FILE", help="id or name of a run, or a file")
    register.add_argument("--name", required=True, help="name in the registry, without @ and /")
    register.add_argument(
        "--metadata",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a text to keep with it; can be repeated",
    )
    register.add_argument(
        "--pattern", metavar="P", help="split pattern of a tokenizer file that holds none"
    )
    _add_export(register)
    registry = add_command(
        commands, "registry", "registered tokenizers: what was trained from which bytes"
    )
    registry.set_defaults(action="list")
    actions = registry.add_subparsers(dest="action", metavar="ACTION", parser_class=CommandParser)
    _action(actions, "list", "list the registered tokenizers, newest first")
    show = _action(actions, "show", "show everything that is kept of one")
    show.add_argument("reference", metavar="NAME[@VERSION]", help=_REFERENCE_HELP)
    verify = _action(
        actions, "verify", "hash its exported files again and say which changed or are gone"
    )
    verify.add_argument("reference", metavar="NAME[@VERSION]", help=_REFERENCE_HELP)
    export = _action(actions, "export", "write files for other libraries, verified in them")
    export.add_argument("references", metavar="NAME", nargs="+", help=_REFERENCE_HELP)
    _add_export(export, required=True)


def _add_export(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    parser.add_argument(
        "--format", metavar="FORMAT", action="append", default=[], required=required,
        help=_FORMAT_HELP,
    )  # fmt: skip
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=required,
        help="folder for exported files; with several formats or tokenizers a folder in it each",
    )
    parser.add_argument(
        "--no-verify", action="store_true", help="do not ask the libraries for their ids"
    )


def _action(actions: Commands, name: str, summary: str) -> CommandParser:
    parser = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
    add_store(parser, default=argparse.SUPPRESS)
    add_json(parser, default=argparse.SUPPRESS)
    return parser
