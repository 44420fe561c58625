"""The manual page and the completions of shells, made from the parser of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from workbench import __version__
from workbench.cli.command_line import COMMANDS, PROGRAM, build_parser
from workbench.cli.completion import completion_script

FOLDER = "packaging/shell"
_STATUS = (
    ("0", "success"),
    ("1", "failure, or the answer no"),
    ("2", "wrong use, or no answer"),
    ("130", "cancelled by Ctrl+C"),
)
_ENVIRONMENT = (
    ("TOKENIZER_WORKBENCH_HOME", "folder of the runs and of the cache"),
    ("TOKENIZER_WORKBENCH_KERNEL_CACHE", "folder of the compiled kernels"),
    ("TOKENIZER_WORKBENCH_COUNTS_CACHE", "folder of the counts that are kept"),
    ("TOKENIZER_WORKBENCH_PUBLISHED", "folder of published tokenizers"),
    ("NO_COLOR", "no colours in a terminal"),
)


def shell_files() -> dict[str, str]:
    """Return the files by their paths in the project."""
    return {
        f"{FOLDER}/{PROGRAM}.1": manual(),
        f"{FOLDER}/{PROGRAM}": completion_script("bash") + "\n",
        f"{FOLDER}/_{PROGRAM}": completion_script("zsh") + "\n",
    }


def manual() -> str:
    """Return the manual page in roff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    parser = build_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    yield f'.TH {PROGRAM.upper()} 1 "" "Tokenizer Workbench {__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"{_roff(PROGRAM)} \\- design, train, inspect and export byte-level BPE tokenizers"
    yield ".SH SYNOPSIS"
    yield f".B {_roff(PROGRAM)}\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]"
    yield ".SH DESCRIPTION"
    yield _roff("Without a command it opens the window. F1 shows the guide there.")
    yield _roff("Every command takes --json and then prints one JSON document and nothing else.")
    yield ".SH COMMANDS"
    for name, command in COMMANDS.items():
        yield from _command(name, commands.choices[name], command.summary)
    for title, rows in (("EXIT STATUS", _STATUS), ("ENVIRONMENT", _ENVIRONMENT)):
        yield f".SH {title}"
        for name, words in rows:
            yield f".TP\n.B {_roff(name)}\n{_roff(words)}"


def _command(name: str, parser: argparse.ArgumentParser, summary: str) -> Iterator[str]:
    getattr(parser, "complete", lambda: None)()
    yield f".SS {_roff(name)}\n{_roff(summary)}"
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {each.dest: each.help or "" for each in action._choices_actions}
            for inner, of_inner in action.choices.items():
                yield from _command(f"{name} {inner}", of_inner, helps.get(inner, ""))
        elif action.help != argparse.SUPPRESS and not isinstance(action, argparse._HelpAction):
            label = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            help_text = " ".join((action.help or "").replace("%%", "%").split())
            yield f".TP\n.B {_roff(label)}\n{_roff(help_text)}"


def _roff(text: str) -> str:
    """Escape what roff would read as a request or a special character."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
