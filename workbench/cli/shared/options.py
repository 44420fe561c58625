"""The parser of commands, the options that several commands share, and types of values.

Options whose absence is None let a recipe, a model or a file give the value.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from workbench.cli.shared.errors import UsageError
from workbench.text.table_text import TABLE_FORMATS
from workbench.work.byte_sizes import bytes_of
from workbench.work.setting import Setting
from workbench.work.training_settings import READING_SETTINGS

Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"
_TOKENIZER_HELP = (
    "id or name of a run, a tokenizer file (.twb, tokenizer.json, .tiktoken, vocab.bpe, "
    "tekken.json, .model ...) or a directory, "
    "NAME@VERSION or NAME@HASH of the registry, or a published name (cl100k_base)"
)
READING_KEYS = tuple(READING_SETTINGS)
"""Options of every command that reads a corpus, and keys of a recipe."""
PATHS_HELP = (
    "text, JSON lines, CSV, TSV or parquet files, directories, globs, addresses such as s3://"
)

LEAST_LIKENESS = 0.65
"""How much a name must be like a mistyped word to be proposed, from 0 to 1; see difflib."""


class CommandParser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence and the way to the help.

    Options and positional arguments of a command may come in any order.
    """

    def __init__(
        self,
        *arguments: Any,
        add_options: Callable[[CommandParser], None] | None = None,
        **settings: Any,
    ) -> None:
        """As argparse. add_options: adds the options when this parser is first used."""
        super().__init__(*arguments, **settings)
        self._add_options = add_options
        self._intermixing = False

    def complete(self) -> None:
        """Add the options that wait for the first use."""
        if self._add_options is not None:
            add_options, self._add_options = self._add_options, None
            add_options(self)

    # argparse declares further overloads, for namespaces of other classes.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as argparse, but let a command's FILE follow an option that follows TOKENIZER.

        argparse itself fills all positional arguments, optional ones with nothing, at the first.
        """
        self.complete()
        # WORKAROUND: intermixed parsing in Python 3.11 drops "--" and refuses "-name" behind it.
        if self._intermixing:
            return super().parse_known_args(args, namespace)
        if self._subparsers is not None or (args is not None and "--" in args):
            parsed = super().parse_known_args(args, namespace)
        else:
            self._intermixing = True  # the intermixed parsing calls this method again
            try:
                parsed = self.parse_known_intermixed_args(args, namespace)
            finally:
                self._intermixing = False
        self._refuse_unknown(parsed[1])
        return parsed

    def _refuse_unknown(self, unknown: Sequence[str]) -> None:
        """End with an error where words are left; names the options nearest to mistyped ones."""
        if not unknown:
            return
        mistyped = [word.partition("=")[0] for word in unknown if word.startswith("--")]
        near = [
            name
            for word in mistyped
            if word
            for name in _nearest(word, self._option_string_actions)
        ]
        self.error(
            f"unrecognized arguments: {' '.join(unknown)}"
            + (f"; {_did_you_mean(near)}" if near else "")
        )

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse, but name the commands nearest to a mistyped one instead of all."""
        is_command = isinstance(action, argparse._SubParsersAction)
        if not is_command or action.choices is None or value in action.choices:
            super()._check_value(action, value)
            return
        kind = str(action.metavar or "command").lower()
        near = _nearest(str(value), action.choices)
        self.error(f"unknown {kind} {value!r}" + (f"; {_did_you_mean(near)}" if near else ""))

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line on standard error."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _nearest(word: str, names: Iterable[str]) -> list[str]:
    """Return the names most like a mistyped word, best first, at most three."""
    from difflib import get_close_matches  # only for an error

    return get_close_matches(word, sorted(names), n=3, cutoff=LEAST_LIKENESS)


def _did_you_mean(names: Sequence[str]) -> str:
    return f"did you mean {' or '.join(dict.fromkeys(names))}?"


def add_command(
    commands: Commands,
    name: str,
    summary: str,
    add_options: Callable[[CommandParser], None] | None = None,
) -> CommandParser:
    """Add a command, or an action of one, with the options that all have.

    add_options: adds its own options when it is called.
    """
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        allow_abbrev=False,
        add_options=add_options,
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
        "--pattern", metavar="P", help="split pattern of a tokenizer file without one"
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add --format, how a table is printed."""
    parser.add_argument(
        "--format",
        choices=("table", *TABLE_FORMATS),
        default="table",
        help="how the rows are printed",
    )


def add_values(parser: argparse.ArgumentParser, *options: tuple[str, str, str]) -> None:
    """Add options that take one text each: (name, metavar, help)."""
    for name, metavar, words in options:
        parser.add_argument(name, metavar=metavar, help=words)


def number(text: str) -> int:
    """A whole number, with commas or without."""
    try:
        return int(text.replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def number_from(least: int) -> Callable[[str], int]:
    """The type of an option whose value is a whole number of at least `least`."""

    def read(text: str) -> int:
        value = number(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"it must be at least {least}, not {text}")
        return value

    return read


def add_setting_option(
    parser: argparse.ArgumentParser,
    key: str,
    setting: Setting,
    parse: Callable[[str], object] | None = None,
) -> None:
    """Add the option of a setting; its value is None if it is absent, so that a recipe can give it.

    parse: how the value is read if it is no plain text, choice or whole number.
    """
    argument: dict[str, Any] = {"help": setting.help}
    if setting.kinds == (bool,):
        argument["action"] = argparse.BooleanOptionalAction
    elif setting.choices:
        argument["choices"] = [value for value in setting.choices if value is not None]
    else:
        argument["metavar"] = setting.metavar
        argument["type"] = parse or (number if setting.kinds == (int,) else None)
        if setting.kinds == (dict,):  # one option for each entry
            argument["action"] = "append"
    option = setting.option or f"--{key.replace('_', '-')}"
    if key == "roles":
        argument["dest"] = key
    parser.add_argument(option, **argument)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the reading options; absent ones are None, so that a recipe can give the value."""
    for key, setting in READING_SETTINGS.items():
        add_setting_option(parser, key, setting)


def add_counts(parser: argparse.ArgumentParser) -> None:
    """Add --counts and its floor; absent ones are None."""
    parser.add_argument(
        "--counts",
        metavar="DIR",
        action="append",
        help="a folder of counts (see count) instead of text or beside it; can be repeated. "
        "Without --pattern its own pattern is taken; one without manifest needs --pattern",
    )
    parser.add_argument(
        "--min-count",
        metavar="N",
        type=number,
        help="of counts, drop pre-tokens that occur less often in a label, and say how many merges "
        "that cannot change",
    )


def add_floor(parser: argparse.ArgumentParser) -> None:
    """Add --min-count, the floor of counts; 1 keeps everything."""
    parser.add_argument(
        "--min-count",
        metavar="N",
        type=number,
        default=1,
        help="drop pre-tokens that occur less often in a label; a training says how many of its "
        "merges that cannot change",
    )


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Add --memory, in bytes; None for the usual."""
    parser.add_argument(
        "--memory",
        metavar="GB",
        type=gigabytes,
        help="about what counting may take, the rest goes to disk meanwhile; by default half of "
        "what is free, at most 4",
    )


def size(text: str) -> int:
    """A number of bytes, with a unit or without; see `bytes_of`."""
    try:
        return bytes_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def gigabytes(text: str) -> int:
    """A number of gigabytes, as bytes."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value < 1e9:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of gigabytes of at least 0.001, such as 8"
        )
    return round(value * 1e9)


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


def share(text: str) -> float:
    """A share as 0.02 or 2 %."""
    bare = text.strip()
    try:
        return float(bare[:-1]) / 100 if bare.endswith("%") else float(bare)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share such as 0.02 or 2%") from None


def add_dropout_options(encode: argparse.ArgumentParser) -> None:
    """Add the options of BPE dropout."""
    encode.add_argument(
        "--dropout",
        metavar="P",
        type=share,
        help="BPE dropout: drop each merge with this probability, such as 0.1",
    )
    encode.add_argument(
        "--seed", metavar="N", type=number, help="of the random numbers of --dropout (0)"
    )


def check_dropout_use(arguments: argparse.Namespace) -> None:
    """Raise UsageError for a seed without dropout, bad values, and dropout in a comparison."""
    if arguments.dropout is None:
        if arguments.seed is not None:
            raise UsageError("--seed is that of --dropout; give --dropout 0.1 as well.")
        return
    if arguments.compare is not None:
        raise UsageError("--compare encodes without chance; leave --dropout away.")
    if not 0 <= arguments.dropout <= 1:
        raise UsageError(f"--dropout must be from 0 to 1, not {arguments.dropout:g}.")
    if not 0 <= (arguments.seed or 0) < 1 << 64:
        raise UsageError(f"--seed must be from 0 to 2^64 - 1, not {arguments.seed}.")


def add_export_options(export: argparse.ArgumentParser) -> None:
    """Add the options of `export` and `runs export`."""
    from engine.formats import EXPORT_FORMATS

    option = export.add_argument
    option("--format", metavar="FORMAT", required=True, help=", ".join(EXPORT_FORMATS))
    option("--out", metavar="DIR", type=Path, required=True, help="directory to use")
    add_values(
        export,
        ("--name", "STEM", "what files are called where the library does not mind"),
        ("--layout", "v5|v4", "of transformers 5 (default), or as version 4 had it"),
        (
            "--merges",
            "FORM",
            "in tokenizer.json: pairs (default), or strings for tokenizers < 0.20",
        ),
        ("--chat-template", "NAME|FILE", "a chat template to export; by default the tokenizer's"),
    )
    option(
        "--renumber",
        action="store_true",
        help="let tekken.json have different ids, and write the mapping",
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
