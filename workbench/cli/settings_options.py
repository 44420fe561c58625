"""The options of training settings, which `train`, `mixture` and `extend` share.

An absent option is None, so that a recipe can give the value.
"""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import TYPE_CHECKING

from engine.settings import ROLES
from workbench.cli.options import (
    CommandParser,
    add_labels,
    add_reading_options,
    add_setting_option,
)
from workbench.work.recipe_values import bytes_of
from workbench.work.training_settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from workbench.work.training_schema import Group

_WHOLE = re.compile(r"\d[\d,_]*")
_SHARE = re.compile(r"(\d*\.\d+|\d+\.)(%?)|(\d+)%")


def add_setting_options(parser: ArgumentParser, *groups: Group) -> None:
    """Add the options of groups of settings; an absent one is None."""
    for key, setting in SETTINGS.items():
        if setting.group in groups and setting.help:
            add_setting_option(parser, key, setting, _PARSERS.get(key))


def add_weighting_options(parser: ArgumentParser) -> None:
    """Add the options of a mixture."""
    add_setting_options(parser, "mixture")
    parser.add_argument(
        "--no-kept-counts",
        action="store_true",
        help="neither use nor keep counts of sources on disk",
    )


def size(text: str) -> int:
    """A number of bytes, with a unit or without."""
    try:
        return bytes_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


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


def _role(text: str) -> tuple[str, str]:
    role, equals, token = text.partition("=")
    if not equals or role not in ROLES:
        raise ArgumentTypeError(
            f"{text!r} is no ROLE=TOKEN, such as eos='<|endoftext|>'; the roles are "
            f"{', '.join(ROLES)}"
        )
    return role, token


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
    add_setting_options(train, "size", "pattern", "superwords")
    add_setting_options(train, "special tokens")
    add_setting_options(train, "merging")
    add_merge_rule_options(train)
    add_reading_options(train)
    add_labels(train)
    add_weighting_options(train)


_PARSERS: Mapping[str, Callable[[str], object]] = {
    "roles": _role,
    "superwords_from": _start,
    "superword_memory": _gigabytes,
    "alpha": _real,
    "weights": _weight,
    "target_bytes": size,
}
"""How values are read that are no plain text, choice or whole number."""
