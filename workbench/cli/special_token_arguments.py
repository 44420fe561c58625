"""The options of special tokens, which `train` has."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from engine.settings import ROLES, SPECIAL_TOKEN_SETS
from workbench.cli.command_parser import number


def add_special_token_options(parser: ArgumentParser) -> None:
    """Options whose absence is None, so that a recipe can give the value."""
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
