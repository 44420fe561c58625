"""The option of the command line with which a failure of the engine can be mended."""

from __future__ import annotations

from engine.errors import ConfigError, EngineError
from workbench.engine_words import error_words

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


def with_option(error: Exception) -> str:
    """The sentence of an error, and the option that its setting has here.

    A ConfigError refuses what was given, so its option is known to whoever gave it.
    """
    sentence = error_words(error)
    if not isinstance(error, EngineError) or isinstance(error, ConfigError):
        return sentence
    option = OPTIONS.get(error.setting or "")
    return f"{sentence} The option is {option}." if option else sentence
