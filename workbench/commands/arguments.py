"""The command line's grammar: every command with its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench import __version__
from workbench.commands.chat_arguments import add_chat
from workbench.commands.check_arguments import add_check
from workbench.commands.command_parser import (
    CommandParser,
    add_command,
    add_json,
    add_store,
    add_tokenizer,
    number,
)
from workbench.commands.compare_arguments import add_compare
from workbench.commands.evaluate_arguments import add_evaluate
from workbench.commands.extend_arguments import add_extend
from workbench.commands.import_arguments import add_import
from workbench.commands.loss_arguments import add_loss
from workbench.commands.merge_rule_arguments import add_merge_rule_options
from workbench.commands.mixture_arguments import add_mixture, add_mixture_options
from workbench.commands.reading_arguments import (
    PATHS_HELP,
    add_corpus,
    add_labels,
    add_reading_options,
)
from workbench.commands.registry_arguments import add_registry
from workbench.commands.resume_arguments import add_resume
from workbench.commands.runs_arguments import add_export_options, add_runs
from workbench.commands.special_token_settings import add_special_token_options
from workbench.commands.superword_arguments import add_superword_options
from workbench.commands.superwords_arguments import add_superwords
from workbench.commands.sweep_arguments import add_sweep
from workbench.commands.vocabulary_arguments import add_vocabulary

PROGRAM = "tokenizer-workbench"

if TYPE_CHECKING:
    from workbench.commands.command_parser import Commands

_ENCODED_HELP = (
    "a text file, decompressed if it ends in .gz, .zst or .xz, or standard input; with --out "
    "FOLDER also several files, directories and globs, as train takes them"
)
_TEXT_FILE_HELP = "text, decompressed if it ends in .gz, .zst or .xz; standard input without it"


def build_parser() -> CommandParser:
    """The parser of the whole command line; `command` is None when the window is wanted."""
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
    add_corpus(commands)
    add_mixture(commands)
    _add_train(commands)
    add_resume(commands)
    add_evaluate(commands)
    add_compare(commands)
    add_superwords(commands)
    add_sweep(commands)
    add_loss(commands)
    add_vocabulary(commands)
    _add_encode_and_decode(commands)
    add_chat(commands)
    _add_split(commands)
    add_extend(commands)
    add_import(commands)
    add_check(commands)
    _add_export(commands)
    add_runs(commands)
    add_registry(commands)
    _add_doctor_and_demo(commands)
    return parser


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
    option = train.add_argument
    option("--vocab-size", metavar="N", type=number, help="bytes, merges and special tokens")
    option("--pattern", metavar="P", help="name of a split pattern, or a regular expression")
    add_superword_options(train)
    add_special_token_options(train)
    option(
        "--tie-break",
        choices=("smallest-ids", "gpt2-order", "greatest-bytes", "first-seen"),
        help="among equal counts: as rustbpe, as tokenizers, as CS336, as minbpe",
    )
    option("--min-frequency", metavar="N", type=number, help="least count of a merged pair")
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
    demo = add_command(commands, "demo", "train on the sample corpus and show the result")
    demo.add_argument(
        "--out", metavar="DIR", type=Path, help="where pictures go when there is no display"
    )
