"""Pages on the commands, made from the parser of the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from workbench.cli.command_line import COMMANDS, PROGRAM, build_parser

GROUPS = (
    ("corpora", "Commands on corpora", ("corpus", "mixture", "count", "counts")),
    ("training", "Commands that train", ("train", "explore")),
    ("after-training", "Commands after a training", ("resume", "pipeline", "extend")),
    ("measuring", "Commands that measure", ("evaluate", "compare", "sweep", "vocabulary")),
    ("losses", "Commands on losses and superwords", ("loss", "probe", "superwords")),
    ("text", "Commands on text", ("encode", "decode", "split", "chat")),
    ("files", "Commands on tokenizer files", ("import", "check", "export")),
    ("runs", "Commands on runs and the registry", ("runs", "register", "registry")),
)
OTHERS = ("program", "Commands of the program")
"""The page of the commands that are in no group."""
_HEAD = """# {title}

Written from the parser by `docs/write_reference.py`. [The command line](../command-line.md) says
what all commands share:
`--json`, exit status, TOKENIZER, recipes.
"""


def command_pages() -> dict[str, str]:
    """Return the pages by their names."""
    parser = build_parser()
    (choices,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    grouped = {name for _, _, names in GROUPS for name in names}
    rest = tuple(name for name in COMMANDS if name not in grouped)
    pages = {}
    for stem, title, names in (*GROUPS, (*OTHERS, rest)):
        lines = [_HEAD.format(title=title)]
        for name in names:
            lines += _command(name, choices.choices[name], COMMANDS[name].summary, "##")
        pages[f"reference/commands/{stem}.md"] = "\n".join(lines)
    return pages


def _command(name: str, parser: argparse.ArgumentParser, summary: str, mark: str) -> Iterator[str]:
    getattr(parser, "complete", lambda: None)()
    yield f"{mark} {name}\n"
    yield f"{_text(parser.description or summary)}\n"
    yield f"```\n{_usage(name, parser)}\n```\n"
    actions = sorted(parser._actions, key=_place)
    rows = [row for action in actions for row in _row(action)]
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield "\n".join(rows) + "\n"
    if parser.epilog:
        yield f"{_text(parser.epilog)}\n"
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            summaries = {each.dest: each.help or "" for each in action._choices_actions}
            for inner, of_inner in action.choices.items():
                yield from _command(f"{name} {inner}", of_inner, summaries.get(inner, ""), "###")


def _place(action: argparse.Action) -> int:
    """Arguments come first, and last what all commands take."""
    if not action.option_strings:
        return 0
    return 2 if action.dest in {"db", "json"} else 1


def _usage(name: str, parser: argparse.ArgumentParser) -> str:
    """Return the command with its positional arguments, and whether it has options."""
    parts = [PROGRAM, name]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            parts.append("ACTION")
        elif not action.option_strings:
            metavar = _metavar(action)
            many = {"+": f"{metavar}...", "*": f"[{metavar}...]", "?": f"[{metavar}]"}
            parts.append(many.get(str(action.nargs), metavar))
    required = [each for each in parser._actions if each.option_strings and each.required]
    parts += [f"{each.option_strings[-1]} {_metavar(each)}" for each in required]
    return " ".join([*parts, "[OPTIONS]"])


def _row(action: argparse.Action) -> Iterator[str]:
    if action.help == argparse.SUPPRESS or isinstance(
        action, argparse._SubParsersAction | argparse._HelpAction
    ):
        return
    takes_value = action.nargs != 0
    names = [
        f"`{_cell(f'{option} {_metavar(action)}' if takes_value else option)}`"
        for option in action.option_strings
    ] or [f"`{_cell(_metavar(action))}`"]
    yield f"| {', '.join(names)} | {_cell(_text(action.help or ''))} |"


def _metavar(action: argparse.Action) -> str:
    metavar = action.metavar
    if isinstance(metavar, tuple):
        return " ".join(metavar)
    if metavar:
        return str(metavar)
    if action.choices is not None:
        return "|".join(str(choice) for choice in action.choices)
    return action.dest.upper() if action.option_strings else action.dest


def _text(help_text: str) -> str:
    """Return a help text as Markdown: marks are escaped, options are code."""
    text = " ".join(help_text.replace("%%", "%").split())
    escaped = re.sub(r"([*<>\[\]\\]|(?<!\w)_|_(?!\w))", r"\\\1", text)
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"`\g<0>`", escaped)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
