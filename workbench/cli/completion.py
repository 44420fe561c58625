"""`completion`: print the script with which a shell completes commands, options, names and paths.

The script is static: it contains the options and names of this version. Exit status 0.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping

import shtab

from engine.formats import EXPORT_FORMATS
from workbench.cli.command_line import build_parser
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import print_json

SHELLS = ("bash", "zsh")


def add_completion_options(completion: CommandParser) -> None:
    """Add the options of `completion`."""
    completion.add_argument("shell", choices=SHELLS, help="the shell that reads the script")


def completion_command(arguments: Namespace) -> int:
    """Print the script of a shell."""
    script = completion_script(arguments.shell)
    if arguments.json:
        print_json({"shell": arguments.shell, "script": script})
    else:
        print(script)
    return 0


def completion_script(shell: str) -> str:
    """Return the completion script for one of SHELLS."""
    parser, known = build_parser(), _known_names()
    for each in _complete_parsers(parser):
        for action in each._actions:
            _describe(action, known)
    return shtab.complete(parser, shell=shell)


def _complete_parsers(parser: CommandParser) -> Iterator[CommandParser]:
    """The parser, its commands and their actions, each with all of its options."""
    parser.complete()
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from _complete_parsers(child)


def _known_names() -> dict[str, Iterable[str]]:
    """Options with free values -> the names that they know."""
    from engine.analysis import model_sizes
    from engine.chat import NANOCHAT, template_names
    from engine.settings import SPECIAL_TOKEN_SETS, SUPERWORD_PRESETS, built_in_recipes
    from engine.splitting import preset_names

    templates = (NANOCHAT, *template_names())
    return {
        "--chat-template": templates,
        "--mixture": [recipe.name for recipe in built_in_recipes()],
        "--model": model_sizes(),
        "--pattern": preset_names(),
        "--special-tokens": SPECIAL_TOKEN_SETS,
        "--superword-pattern": preset_names(),
        "--superword-rules": SUPERWORD_PRESETS,
        "--template": templates,
    }


def _describe(action: argparse.Action, known: Mapping[str, Iterable[str]]) -> None:
    """Give an option the names or the kind of path that its value may have."""
    if action.choices is not None:
        return
    metavar = str(action.metavar or "")
    names = next((known[name] for name in action.option_strings if name in known), None)
    if names is not None:
        action.choices = tuple(names)
    elif "--format" in action.option_strings:
        action.choices = tuple(EXPORT_FORMATS)
    elif "DIR" in metavar or "FOLDER" in metavar:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # shtab reads it
    elif any(
        word in metavar for word in ("PATH", "FILE", "RECIPE", "TOKENIZER", "LOSSES", ".json")
    ):
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab reads it
