"""The special tokens of one `train`: set or file, reserved slots, padding, roles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from engine.settings import SpecialTokenDesign, guessed_roles, special_token_design
from workbench.cli.command_error import CommandError
from workbench.cli.output import counted

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

DESIGN_KEYS = ("special_tokens", "reserved_slots", "pad_vocab_to", "roles")


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


def _special_tokens(name_or_file: str) -> SpecialTokenDesign:
    """The set or the file; what stands in the file is no fault of the command line."""
    try:
        return special_token_design(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).exists():
            raise CommandError(str(error)) from None
        raise
