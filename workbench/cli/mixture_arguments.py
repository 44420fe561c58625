"""The grammar of `mixture`, and the options on mixtures that `train` shares with it."""

from __future__ import annotations

import argparse
import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, number
from workbench.cli.reading_arguments import PATHS_HELP, add_labels, add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"([\d,_]+(?:\.\d+)?)\s*([KMGT]?B?)", re.IGNORECASE)


def add_mixture(commands: Commands) -> None:
    """Add the command `mixture`."""
    mixture = add_command(commands, "mixture", "show how much of each source a training would take")
    mixture.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    mixture.add_argument("--recipe", metavar="FILE", type=Path, help="settings as train takes them")
    mixture.add_argument(
        "--pattern", metavar="P", help="split pattern of the training, for what would be read"
    )
    mixture.add_argument(
        "--normalization", choices=("nfc", "nfkc"), help="as train, for what would be read"
    )
    add_reading_options(mixture)
    add_labels(mixture)
    add_mixture_options(mixture)


def add_mixture_options(parser: argparse.ArgumentParser) -> None:
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
