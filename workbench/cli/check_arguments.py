"""The grammar of `check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_tokenizer

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_check(commands: Commands) -> None:
    """Add the command."""
    check = add_command(commands, "check", "check a tokenizer against a model's config.json")
    add_tokenizer(check)
    check.add_argument(
        "config",
        metavar="config.json",
        type=Path,
        help="a model's configuration, or the folder that holds it; generation_config.json beside "
        "it is read as well",
    )
