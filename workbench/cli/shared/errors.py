"""Failures of a command, their exit status, and the option that mends a setting."""

from __future__ import annotations

from argparse import Namespace

from engine.errors import ConfigError, EngineError
from workbench.text.engine_words import error_words

OPTIONS = {
    "add_bos": "--add-bos",
    "ids": "--ids",
    "max_chars": "--max-chars",
    "memory_bytes": "--superword-memory",
    "pattern": "--pattern",
    "pre": "--pre",
    "renumber": "--renumber",
    "special_tokens": "--special-tokens",
    "text_field": "--text-field",
}


class CommandError(Exception):
    """A command cannot do its work; `str(error)` is the sentence. Exit status 1."""


class AnswerError(CommandError):
    """The answer of a check is no. Exit status 1; input that cannot be checked ends with 2."""


class UsageError(CommandError):
    """The command was asked in a way that cannot work, whatever the files hold. Exit status 2."""


class CancelledError(CommandError):
    """The user pressed Ctrl+C; what was stored before stays. Exit status 130."""


def with_option(error: Exception, arguments: Namespace) -> str:
    """The sentence of an error, and the option that its setting has in the command of `arguments`.

    A ConfigError refuses what was given, so its option is known to whoever gave it.
    """
    sentence = error_words(error)
    if not isinstance(error, EngineError) or isinstance(error, ConfigError):
        return sentence
    option = OPTIONS.get(error.setting or "", "")
    is_there = hasattr(arguments, option.removeprefix("--").replace("-", "_"))
    return f"{sentence} The option is {option}." if is_there else sentence
