"""The options of training settings, which `train`, `mixture` and `extend` share.

An absent option is None, so that a recipe can give the value.
"""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, ArgumentTypeError
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.settings import ROLES, SECOND_PATTERN, SUPERWORD_PRESETS
from workbench.cli.options import CommandParser, add_labels, add_reading_options, number

if TYPE_CHECKING:
    pass

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"([\d,_]+(?:\.\d+)?)\s*([KMGT]?B?)", re.IGNORECASE)
_WHOLE = re.compile(r"\d[\d,_]*")
_SHARE = re.compile(r"(\d*\.\d+|\d+\.)(%?)|(\d+)%")


def add_weighting_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a mixture; absent ones are None, so that a recipe can give the value."""
    option = parser.add_argument
    option(
        "--mixture",
        metavar="NAME|FILE",
        help="llama3-style, english-focused, balanced-multilingual, or a mixture file (TOML)",
    )
    option(
        "--alpha",
        metavar="A",
        type=_real,
        help="share of a source is proportional to bytes^A: 1 as it is, 0 all equal",
    )
    option(
        "--weight",
        metavar="LABEL=SHARE",
        action="append",
        type=_weight,
        help="share of a source, relative to the others named; can be repeated, sources that are "
        "not named are left out",
    )
    option(
        "--target-bytes",
        metavar="N",
        type=size,
        help="size of the mixture, such as 500MB or 2GB: less samples whole documents, more "
        "repeats them",
    )
    option("--seed", metavar="N", type=number, help="which documents a sample keeps (default 0)")
    option(
        "--no-kept-counts",
        action="store_true",
        help="neither use nor keep counts of sources on disk",
    )


def size(text: str) -> int:
    """A number of bytes, with a unit or without. Example: "1.5 GB" -> 1500000000."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500MB or 2GB")
    unit = found[2].upper()
    unit = unit if unit.endswith("B") or not unit else unit + "B"
    digits = found[1].replace(",", "").replace("_", "")
    if not digits:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500MB or 2GB")
    return round(Fraction(digits) * _UNITS[unit])


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _weight(text: str) -> tuple[str, float]:
    label, equals, share = text.rpartition("=")
    if not equals or not label:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form LABEL=SHARE")
    return label, _real(share)


def add_merge_rule_options(parser: ArgumentParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    parser.add_argument(
        "--block-tokens",
        metavar="FILE|TEXT",
        action="append",
        help="a token that no merge may make, or a file with one on each line; \\n, \\s (a space), "
        "\\x41, hex:e282 and the like are read. Give it several times for several",
    )
    parser.add_argument(
        "--block-pattern",
        metavar="REGEX",
        help="no token is made in which this is found; bytes that are no UTF-8 of their own are "
        "the lone surrogates U+DC80 to U+DCFF",
    )


def add_special_token_options(parser: ArgumentParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    from engine.settings import SPECIAL_TOKEN_SETS

    option = parser.add_argument
    option(
        "--special-tokens",
        metavar="SET|FILE",
        help=f"{', '.join(SPECIAL_TOKEN_SETS)}, several joined by +, or a file: one token per "
        "line, a JSON list, or a JSON object with tokens and roles",
    )
    option("--reserved-slots", metavar="N", type=number, help="ids kept free at the end")
    option(
        "--pad-vocab-to",
        metavar="MULTIPLE",
        type=number,
        help="round the vocabulary up to a multiple, such as 64, by more reserved slots at the "
        "end; the merges stay those of --vocab-size",
    )
    option(
        "--special-text",
        choices=("ordinary", "cut"),
        help="special tokens that stand in the corpus: ordinary text (default), or cut: documents "
        "end there, and the tokens are left out",
    )
    option(
        "--role",
        dest="roles",
        metavar="ROLE=TOKEN",
        action="append",
        type=_role,
        help=f"what a special token is for, once for each role: {', '.join(ROLES)}; ROLE= takes "
        "a role of the set away",
    )


def _role(text: str) -> tuple[str, str]:
    role, equals, token = text.partition("=")
    if not equals or role not in ROLES:
        raise ArgumentTypeError(
            f"{text!r} is no ROLE=TOKEN, such as eos='<|endoftext|>'; the roles are "
            f"{', '.join(ROLES)}"
        )
    return role, token


def add_superword_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; absent ones are None, so that a recipe can give the value."""
    option = parser.add_argument
    option(
        "--superwords-from",
        metavar="SHARE|N",
        type=_start,
        help="train superwords from here on: a share of the vocabulary (0.8) or its size (40000)",
    )
    option(
        "--superword-rules",
        metavar="NAME|FILE",
        help=f"what superwords may be: {', '.join(SUPERWORD_PRESETS)}, or a TOML file; official "
        "by default",
    )
    option(
        "--superword-pattern",
        metavar="P",
        help=f"split pattern of superwords, which the tokenizer will have: {SECOND_PATTERN} "
        "(default), superbpe-paper, none, another name, or a regular expression",
    )
    option(
        "--superword-memory",
        metavar="GB",
        type=_gigabytes,
        help="most memory for superwords; by default four fifths of what is free",
    )


def _start(text: str) -> float | int:
    if _WHOLE.fullmatch(text):
        return int(text.replace(",", "").replace("_", ""))
    if found := _SHARE.fullmatch(text):
        number = float(found[1] or found[3])
        return number / 100 if found[2] or found[3] else number
    raise argparse.ArgumentTypeError(
        f"{text!r} is neither a share of the vocabulary, such as 0.8, nor a size, such as 40000"
    )


def _gigabytes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value < 1e9:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of gigabytes of at least 0.001, such as 8"
        )
    return value


def add_training_options(train: CommandParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
    from engine.settings import TIE_BREAKS

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
    add_weighting_options(train)
