"""The options of the commands that take merge rules."""

from __future__ import annotations

from argparse import ArgumentParser


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
