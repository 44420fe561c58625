"""Failures of a command, each with the sentence that ends it."""

from __future__ import annotations


class CommandError(Exception):
    """A command cannot do its work; `str(error)` is the sentence. Exit status 1."""


class UsageError(CommandError):
    """The command was asked in a way that cannot work, whatever the files hold. Exit status 2."""


class CancelledError(CommandError):
    """Somebody pressed Ctrl+C; what was stored before stays. Exit status 130."""
