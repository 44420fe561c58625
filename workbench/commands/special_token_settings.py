"""The special tokens of one `train`: set or file, reserved slots, padding, roles."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from engine.special_token_design import SpecialTokenDesign
from engine.special_token_roles import ROLES, guessed_roles
from engine.special_token_sets import SPECIAL_TOKEN_SETS, special_token_design
from workbench.commands.command_error import CommandError
from workbench.commands.command_parser import number
from workbench.commands.output import counted

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

DESIGN_KEYS = ("special_tokens", "reserved_slots", "pad_vocab_to", "roles")


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


def given_design(arguments: Namespace) -> dict[str, Any]:
    """What the command line says of special tokens, by key."""
    given: dict[str, Any] = {}
    if arguments.special_tokens is not None:
        given["special_tokens"] = _special_tokens(arguments.special_tokens)
    for key in ("reserved_slots", "pad_vocab_to"):
        if getattr(arguments, key) is not None:
            given[key] = getattr(arguments, key)
    if arguments.roles is not None:
        given["roles"] = dict(arguments.roles)
    return given


def joined_design(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> SpecialTokenDesign:
    """The design of a training: command line first, then recipe, then what a set or file says.

    The roles of a recipe go with its tokens: other tokens leave them out. Raises ConfigError.
    """
    design: SpecialTokenDesign = given.get("special_tokens") or recipe.get(
        "special_tokens", SpecialTokenDesign()
    )
    roles = dict(given.get("roles", {}))
    if "special_tokens" not in given:
        roles = {**recipe.get("roles", {}), **roles}
    numbers = {
        key: each[key]
        for each in (recipe, given)
        for key in ("reserved_slots", "pad_vocab_to")
        if key in each
    }
    design = replace(design, **numbers)
    if not roles:
        return design
    before = guessed_roles(design.tokens) if design.roles is None else design.roles
    wanted = {role: token for role, token in {**before, **roles}.items() if token != ""}
    return replace(design, roles=wanted)


def special_token_words(tokenizer: Tokenizer) -> str:
    """The special tokens in a line: how many, their ids, what they are for; "" for none."""
    ids = sorted(tokenizer.special_tokens.values())
    if not ids:
        return ""
    roles = ", ".join(f"{role} {token}" for role, token in tokenizer.roles.items())
    named = f"id {ids[0]:,}" if len(ids) == 1 else f"ids {ids[0]:,} to {ids[-1]:,}"
    words = f"{counted(len(ids), 'special token')} with the {named}"
    return f"{words}: {roles}" if roles else words


def _role(text: str) -> tuple[str, str]:
    role, equals, token = text.partition("=")
    if not equals or role not in ROLES:
        raise ArgumentTypeError(
            f"{text!r} is no ROLE=TOKEN, such as eos='<|endoftext|>'; the roles are "
            f"{', '.join(ROLES)}"
        )
    return role, token


def _special_tokens(name_or_file: str) -> SpecialTokenDesign:
    """The set or the file; what stands in the file is no fault of the command line."""
    try:
        return special_token_design(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).exists():
            raise CommandError(str(error)) from None
        raise
