"""The merge rules of one training: what the command line says, then the recipe."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import ConfigError, TokenizerFileError
from engine.settings import MergeRules, blocked_in, blocked_in_values
from workbench.cli.command_error import CommandError

_KEYS = ("blocked", "blocked_pattern")


def given_merge_rules(arguments: Namespace) -> dict[str, Any]:
    """What the command line says, by key. Raises ConfigError and CommandError."""
    given: dict[str, Any] = {}
    if arguments.block_tokens is not None:
        try:
            given["blocked"] = blocked_in(arguments.block_tokens)
        except TokenizerFileError as error:
            raise CommandError(str(error)) from None
    if arguments.block_pattern is not None:
        given["blocked_pattern"] = arguments.block_pattern
    MergeRules(**given)  # what is wrong with it is no fault of the recipe
    return given


def joined_merge_rules(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> MergeRules | None:
    """The rules of a training; what the command line says of a key replaces what the recipe says.

    recipe: its settings.
    """
    rules = MergeRules(**{**recipe.get("merge_rules", {}), **given})
    return None if rules.is_empty else rules


def read_merge_rules(path: Path, table: Mapping[str, Any]) -> dict[str, Any]:
    """The table `merge_rules` of the recipe in `path`, whose file names are beside it.

    Raises CommandError.
    """
    for key in table:
        if key not in _KEYS:
            raise CommandError(
                f"The recipe {path} sets merge_rules.{key}, which is no merge rule; known are "
                f"{', '.join(_KEYS)}."
            )
    rules = dict(table)
    blocked = rules.get("blocked", [])
    try:
        if isinstance(blocked, str):
            rules["blocked"] = blocked_in([str(path.parent / Path(blocked).expanduser())])
        elif isinstance(blocked, list):
            rules["blocked"] = blocked_in_values(blocked)
        else:
            raise CommandError(
                f"The recipe {path} sets merge_rules.blocked to {blocked!r}; it must be a list of "
                "strings or the name of a file with one token on each line."
            )
        MergeRules(**rules)
    except (ConfigError, TokenizerFileError) as error:
        raise CommandError(f"The recipe {path}, merge_rules: {error}") from None
    return rules
