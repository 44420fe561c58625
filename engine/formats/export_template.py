"""The chat template of an export: the tokenizer's own, a named one, a file, or the text itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from engine.formats.export_error import ExportError

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

_MOST_BYTES = 1 << 24
_GENERATION = re.compile(r"\{%([-+]?)\s*generation\s*([-+]?)%\}")
_END_GENERATION = re.compile(r"\{%([-+]?)\s*endgeneration\s*([-+]?)%\}")


def chat_template_text(wanted: str | None, tokenizer: Tokenizer) -> str | None:
    """The Jinja text that `wanted` stands for; None for none.

    wanted: None for what the tokenizer has; a name of resources/chat_templates; a .jinja file or a
    tokenizer_config.json; or the text. Raises ExportError.
    """
    if wanted is None:
        return tokenizer.chat_template
    if "{{" in wanted or "{%" in wanted or "\n" in wanted:
        return wanted
    from engine.chat.chat_templates import template_names, template_text

    if wanted in template_names():
        return template_text(wanted)
    path = Path(wanted)
    if not path.is_file():
        raise ExportError(
            f"There is no chat template {wanted!r}: it is neither a file nor one of "
            f"{', '.join(template_names())}."
        )
    return _from_file(path)


def without_generation_markers(template: str) -> str:
    """The same template for engines that do not know `{% generation %}`, which marks for masks.

    transformers knows it from 4.42 on. An `if` that is always true takes its place, so that what
    the marks do to the white space around them stays.
    """
    opened = _GENERATION.sub(r"{%\1 if true \2%}", template)
    return _END_GENERATION.sub(r"{%\1 endif \2%}", opened)


def template_notes(wanted: str | None, tokenizer: Tokenizer) -> list[str]:
    """What is missing in the tokenizer for the template, as sentences."""
    if wanted is None:
        return []
    from engine.chat.chat_templates import template_names, template_special_tokens

    if wanted not in template_names():
        return []
    special = tokenizer.special_tokens
    missing = [token for token in template_special_tokens(wanted) if token not in special]
    notes = []
    if missing:
        notes.append(
            f"The chat template {wanted} writes {', '.join(missing)}, which this tokenizer does "
            "not have as special tokens: there they are ordinary text of several tokens."
        )
    return notes


def _from_file(path: Path) -> str:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ExportError(f"{path} is too large for a chat template.", path=path)
        text = path.read_bytes().decode("utf-8-sig")
        if path.suffix != ".json":
            return text
        document = json.loads(text)
    except OSError as error:
        raise ExportError(f"{path} cannot be read: {error.strerror}.", path=path) from None
    except (ValueError, RecursionError) as error:
        raise ExportError(f"{path} holds no chat template: {error}.", path=path) from None
    template = document.get("chat_template") if isinstance(document, dict) else None
    if not isinstance(template, str):
        raise ExportError(f"{path} holds no text named chat_template.", path=path)
    return template
