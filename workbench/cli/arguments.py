"""The command line's grammar: every command with its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from workbench import __version__
from workbench.cli.command_parser import (
    CommandParser,
    add_command,
    add_json,
    add_store,
    add_tokenizer,
    number,
)
from workbench.cli.reading_arguments import PATHS_HELP, add_labels, add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

PROGRAM = "tokenizer-workbench"

_ENCODED_HELP = (
    "a text file, decompressed if it ends in .gz, .zst or .xz, or standard input; with --out "
    "FOLDER also several files, directories and globs, as train takes them"
)
_TEXT_FILE_HELP = "text, decompressed if it ends in .gz, .zst or .xz; standard input without it"


def build_parser(arguments: Sequence[str] = ()) -> CommandParser:
    """The parser of the whole command line; `command` is None when the window is wanted.

    arguments: what is to be parsed. Where it names a command, only the grammar of that one is
    made: all of them take longer than everything else that happens before the engine is loaded.
    """
    parser = CommandParser(
        prog=PROGRAM,
        description="Train, inspect, compare and export byte-level BPE tokenizers. "
        "Without a command the window opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    add_store(parser, default=None)
    add_json(parser, default=False)
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="train, store, export and draw the window on this machine, and report it as JSON",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=CommandParser)
    command = _named_command(arguments)
    for names, add in _grammars():
        if command is None or command in names:
            add(commands)
    return parser


def _named_command(arguments: Sequence[str]) -> str | None:
    """The command that is sure to be meant, None where the whole grammar must decide."""
    words = iter(arguments)
    for word in words:
        if word == "--db":
            next(words, None)
        elif not word.startswith("-"):
            return word if any(word in names for names, _ in _grammars()) else None
    return None


def _grammars() -> Iterator[tuple[tuple[str, ...], Callable[[Commands], None]]]:
    """Commands and what adds them, in the order of the help."""
    yield ("corpus",), _lazily("reading_arguments", "add_corpus")
    yield ("mixture",), _lazily("mixture_arguments", "add_mixture")
    yield ("train",), _add_train
    yield ("resume",), _lazily("resume_arguments", "add_resume")
    yield ("evaluate",), _lazily("evaluate_arguments", "add_evaluate")
    yield ("compare",), _lazily("compare_arguments", "add_compare")
    yield ("superwords",), _lazily("superwords_arguments", "add_superwords")
    yield ("sweep",), _lazily("sweep_arguments", "add_sweep")
    yield ("loss",), _lazily("loss_arguments", "add_loss")
    yield ("vocabulary",), _lazily("vocabulary_arguments", "add_vocabulary")
    yield ("encode", "decode"), _add_encode_and_decode
    yield ("chat",), _lazily("chat_arguments", "add_chat")
    yield ("split",), _add_split
    yield ("extend",), _lazily("extend_arguments", "add_extend")
    yield ("import",), _lazily("import_arguments", "add_import")
    yield ("check",), _lazily("check_arguments", "add_check")
    yield ("export",), _add_export
    yield ("runs",), _lazily("runs_arguments", "add_runs")
    yield ("register", "registry"), _lazily("registry_arguments", "add_registry")
    yield ("doctor", "start", "demo"), _add_doctor_and_demo


def _lazily(module: str, function: str) -> Callable[[Commands], None]:
    """The function of a module of this package that is imported when it is called."""

    def add(commands: Commands) -> None:
        getattr(import_module(f"workbench.cli.{module}"), function)(commands)

    return add


def _add_train(commands: Commands) -> None:
    train = add_command(commands, "train", "train a tokenizer and store the run")
    train.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    _add_training_options(train)
    train.add_argument("--recipe", metavar="FILE", type=Path, help="TOML file with these settings")
    train.add_argument(
        "--out", metavar="DIR", type=Path, help="write tokenizer.twb, our own format, into DIR"
    )
    train.add_argument("--name", help="name of the run")
    train.add_argument(
        "--quiet", action="store_true", help="no progress and no table, only the id of the run"
    )
    train.add_argument(
        "--keep-on-interrupt",
        action="store_true",
        help="from the first merge on, Ctrl+C stops and keeps what is merged as a finished run",
    )


def _add_training_options(train: CommandParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    from engine.settings import TIE_BREAKS
    from workbench.cli.merge_rule_arguments import add_merge_rule_options
    from workbench.cli.mixture_arguments import add_mixture_options
    from workbench.cli.special_token_arguments import add_special_token_options
    from workbench.cli.superword_arguments import add_superword_options

    option = train.add_argument
    option("--vocab-size", metavar="N", type=number, help="bytes, merges and special tokens")
    option("--pattern", metavar="P", help="name of a split pattern, or a regular expression")
    add_superword_options(train)
    add_special_token_options(train)
    option(
        "--tie-break",
        choices=TIE_BREAKS,
        help="which of several pairs with the same count is merged first: smallest-ids as "
        "rustbpe, gpt2-order as tokenizers, greatest-bytes as CS336, first-seen as minbpe",
    )
    option(
        "--min-frequency",
        metavar="N",
        type=number,
        help="least count of a merged pair, as weighted",
    )
    option(
        "--max-token-bytes",
        metavar="N",
        type=number,
        help="longest token in bytes, read as --token-limit says",
    )
    option(
        "--token-limit",
        choices=("inclusive", "tokenizers"),
        help="how --max-token-bytes is read: inclusive (default), or one byte less as tokenizers "
        "and bpeasy do; only with --max-token-bytes",
    )
    option(
        "--normalization",
        choices=("nfc", "nfkc"),
        help="rewrite all text in this Unicode form first; lossy, the original does not come back",
    )
    add_merge_rule_options(train)
    add_reading_options(train)
    add_labels(train)
    add_mixture_options(train)


def _add_encode_and_decode(commands: Commands) -> None:
    encode = add_command(commands, "encode", "turn text into token ids")
    add_tokenizer(encode)
    encode.add_argument("paths", metavar="PATH", nargs="*", help=_ENCODED_HELP)
    encode.add_argument(
        "--out",
        metavar="FOLDER|ids.npy",
        type=Path,
        help="write the ids instead of printing them. One PATH and ids.npy without the options "
        "below: only the array, as uint32. Anything else is a dataset: shards in FOLDER, or "
        "ids.npy with its companions ids.documents.npy and ids.json",
    )
    encode.add_argument(
        "--special",
        choices=("text", "parse", "reject"),
        default="text",
        help="special tokens in the text: plain text (default), read, or an error",
    )
    encode.add_argument(
        "--compare",
        metavar="TOKENIZER",
        action="append",
        help="print how this one (given several times: these) and TOKENIZER cut the text: counts, "
        "and the first differences",
    )
    encode.add_argument(
        "--differences", metavar="N", type=number, default=10, help="differences to print (10)"
    )
    _add_dataset_options(encode)
    decode = add_command(commands, "decode", "turn token ids into text")
    add_tokenizer(decode)
    decode.add_argument(
        "file", metavar="FILE", nargs="?", help="ids as text or .npy; standard input without it"
    )


def _add_dataset_options(encode: CommandParser) -> None:
    """Options whose absence is None: one of them makes a dataset."""
    option = encode.add_argument
    option(
        "--dtype",
        choices=("auto", "uint16", "uint32"),
        help="type of the ids in a dataset; auto (default): uint16 where every id fits",
    )
    option(
        "--format",
        choices=("npy", "raw"),
        help="numpy arrays (default), or the bare ids (.bin); an ids.npy or ids.bin says it itself",
    )
    option("--shard-tokens", metavar="N", type=number, help="begin a new file after about N tokens")
    option(
        "--join-with",
        metavar="ROLE|TOKEN",
        help="special token between documents: eos, or a token, after each; bos before each",
    )
    option("--append", metavar="ROLE|TOKEN", help="special token to put after each document")
    option("--prepend", metavar="ROLE|TOKEN", help="special token to put before each document")
    add_reading_options(encode)


def _add_split(commands: Commands) -> None:
    split = add_command(commands, "split", "cut text into pre-tokens")
    split.add_argument(
        "--pattern", metavar="P", required=True, help="name of a split pattern, or an expression"
    )
    split.add_argument("file", metavar="FILE", nargs="?", help=_TEXT_FILE_HELP)
    views = split.add_mutually_exclusive_group()
    views.add_argument(
        "--alternatives",
        action="store_true",
        help="print which alternative of the pattern made each pre-token",
    )
    views.add_argument(
        "--compare", metavar="P", help="print where this other pattern cuts differently"
    )
    views.add_argument(
        "--engines",
        action="store_true",
        help="print whether tiktoken, tokenizers and regex cut the same",
    )


def _add_export(commands: Commands) -> None:
    from workbench.cli.runs_arguments import add_export_options

    export = add_command(commands, "export", "write files for another library")
    add_tokenizer(export)
    export.add_argument(
        "--vocab-size",
        metavar="N",
        type=number,
        help="write the tokenizer of this smaller size, all ids counted",
    )
    add_export_options(export)


def _add_doctor_and_demo(commands: Commands) -> None:
    doctor = add_command(commands, "doctor", "check this installation and measure this machine")
    doctor.add_argument(
        "--clear-counts", action="store_true", help="first remove the counts kept of sources"
    )
    doctor.add_argument(
        "--clear-checkpoints",
        action="store_true",
        help="first remove what is kept of trainings that did not finish; they cannot resume then",
    )
    shown = {
        "start": "open the window; show a training on the sample corpus if there is no run",
        "demo": "show a training on the sample corpus; train it if it is not stored",
    }
    for name, words in shown.items():
        add_command(commands, name, words).add_argument(
            "--out", metavar="DIR", type=Path, help="folder for pictures if there is no display"
        )
