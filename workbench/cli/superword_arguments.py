"""The options of superwords, which `train` has."""

from __future__ import annotations

import argparse
import re

from engine.settings import SECOND_PATTERN, SUPERWORD_PRESETS

_WHOLE = re.compile(r"\d[\d,_]*")
_SHARE = re.compile(r"(\d*\.\d+|\d+\.)(%?)|(\d+)%")


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
