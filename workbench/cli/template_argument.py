"""What --template and --chat-template may name: a template of the program, or a file."""

from __future__ import annotations

import os.path

from engine.chat import NANOCHAT, template_names
from workbench.cli.command_error import UsageError

OWN = "tokenizer"


def check_template(option: str, value: str | None) -> None:
    """Raise UsageError for a value that is no template, no file and no text of a template."""
    names = (NANOCHAT, OWN, *template_names())
    if value is None or value in names or "{{" in value or "{%" in value:
        return
    if not os.path.exists(value):  # noqa: PTH110  False for what cannot be a path
        raise UsageError(
            f"There is no chat template and no file named {value!r} for {option}; the templates "
            f"are {', '.join(names)}."
        )
