"""The chat template of an export: the tokenizer's own, a named one, a file, or the text itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.errors import ExportError
from engine.formats.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_GENERATION = re.compile(r"\{%([-+]?)\s*generation\s*([-+]?)%\}")
_END_GENERATION = re.compile(r"\{%([-+]?)\s*endgeneration\s*([-+]?)%\}")


def chat_template_text(wanted: str | None, tokenizer: Tokenizer) -> str | None:
    """The Jinja text that `wanted` stands for; None for none.

    wanted: None or "tokenizer" for what the tokenizer has; a name of resources/chat_templates; a
    .jinja file, a tokenizer_config.json or the folder with one; or the text. Raises ExportError.
    """
    if wanted is None or wanted == "tokenizer":
        return tokenizer.chat_template
    if "{{" in wanted or "{%" in wanted or "\n" in wanted:
        return wanted
    if wanted == "nanochat":
        raise ExportError(say("template_of_nanochat"))
    from engine.chat import ChatError, template_source

    try:
        return template_source(wanted).text
    except ChatError as error:
        raise ExportError(str(error)) from None


def refuse_broken_template(wanted: str | None, tokenizer: Tokenizer) -> None:
    """Raise ExportError for a template that cannot write one question, before it is in a file.

    It runs in the process for templates of strangers: one that loops without end would hold up
    the library that is asked to verify the export. Templates of the program are not tried, nor
    is the tokenizer's own, without which it could not be exported.
    """
    from engine.chat import (
        ChatError,
        Conversation,
        Message,
        TemplateRenderer,
        TemplateSource,
        template_names,
        template_source,
    )

    if wanted in (None, "tokenizer", *template_names()):
        return
    text = chat_template_text(wanted, tokenizer) or ""
    is_text = text == wanted
    source = TemplateSource("the chat template", {"default": text})
    source = source if is_text else template_source(str(wanted))
    renderer = TemplateRenderer(tokenizer, source)
    try:
        renderer.render(Conversation((Message("user", "Who?"),)), completion=True)
    except ChatError as error:
        raise ExportError(say("export_template_fails", reason=error)) from None
    finally:
        renderer.close()


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
    from engine.chat import template_names, template_special_tokens

    if wanted not in template_names():
        return []
    special = tokenizer.special_tokens
    missing = [token for token in template_special_tokens(wanted) if token not in special]
    notes: list[str] = []
    if missing:
        notes.append(say("export_template_tokens", template=wanted, tokens=", ".join(missing)))
    return notes
