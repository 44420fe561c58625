"""Directories that a command is to write into."""

from __future__ import annotations

from pathlib import Path

from workbench.cli.command_error import CommandError


def check_directory(directory: Path) -> None:
    """Raise CommandError if a file lies where `directory` or one of its parents must be."""
    for place in (directory, *directory.parents):
        if place.is_dir():
            return
        if place.exists():
            raise CommandError(
                f"{directory} cannot be written: {place} is a file, not a directory. Choose "
                "another directory."
            )
