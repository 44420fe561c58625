"""Chat templates that come with the program, and those of files.

A template has a text, or two: transformers takes the one named `tool_use`, where there is one, for
conversations with tools. Files that hold templates: NAME.jinja, tokenizer_config.json (one text,
or a list of named ones), chat_template.json, and a folder with one of these.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.chat.errors import ChatError
from engine.chat.sentences import say
from engine.machine import check_regular

DEFAULT, WITH_TOOLS = "default", "tool_use"
_FOLDER = "chat_templates"
_IN_FOLDERS = ("chat_template.jinja", "tokenizer_config.json", "chat_template.json")
_MOST_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """What is known of a template that comes with the program.

    special_tokens: what a tokenizer must have for it; stop: the one that ends an answer.
    source: where the format is described.
    """

    name: str
    title: str
    models: str
    special_tokens: tuple[str, ...]
    stop: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """Templates as they were found.

    name: for sentences, such as "chatml.jinja"; texts: by name, "default" is there; tokens: what
    the file says bos_token and so on are.
    """

    name: str
    texts: Mapping[str, str]
    tokens: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.texts[DEFAULT]


@cache
def template_facts() -> Mapping[str, TemplateFacts]:
    """The templates that come with the program, by name, in the order for choosers."""
    table = tomllib.loads(_resource("facts.toml"))
    return {
        name: TemplateFacts(name, **{**row, "special_tokens": tuple(row["special_tokens"])})
        for name, row in table.items()
    }


def template_names() -> tuple[str, ...]:
    """Names that `chat_renderer` understands, without "nanochat" and "tokenizer"."""
    return tuple(template_facts())


def template_text(name: str) -> str:
    """The Jinja text of a template that comes with the program. Raises ChatError."""
    if name not in template_facts():
        raise ChatError(say("unknown_template", name=repr(name), known=", ".join(template_names())))
    return _resource(f"{name}.jinja")


def template_special_tokens(name: str) -> tuple[str, ...]:
    """The special tokens that a tokenizer must have for a template. Raises ChatError."""
    template_text(name)
    return template_facts()[name].special_tokens


def template_source(template: str | Path) -> TemplateSource:
    """The template of a name or a file. Raises ChatError with the reason."""
    if str(template) in template_facts():
        return TemplateSource(str(template), {DEFAULT: template_text(str(template))})
    path = Path(template)
    if path.is_dir():
        path = _in_folder(path)
    text = _read(path)
    if path.suffix.lower() != ".json":
        return TemplateSource(path.name, {DEFAULT: text})
    return _of_json(path, text)


def _in_folder(folder: Path) -> Path:
    for name in _IN_FOLDERS:
        if (folder / name).is_file():
            return folder / name
    raise ChatError(say("folder_without_template", folder=folder, files=", ".join(_IN_FOLDERS)))


def _read(path: Path) -> str:
    try:
        check_regular(path)
        if path.stat().st_size > _MOST_BYTES:
            raise ChatError(say("template_too_large", path=path))
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise ChatError(
            say("unknown_template_or_file", path=repr(str(path)), known=", ".join(template_names()))
        ) from None
    except UnicodeDecodeError as error:
        raise ChatError(say("template_not_utf8", path=path, byte=error.start)) from None
    except OSError as error:
        raise ChatError(say("template_unreadable", path=path, reason=error.strerror)) from None


def _of_json(path: Path, text: str) -> TemplateSource:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise ChatError(say("template_no_json", path=path, line=line), line=line) from None
    if not isinstance(document, dict) or not document.get("chat_template"):
        raise ChatError(say("template_not_in_file", path=path))
    named = named_templates(document["chat_template"])
    texts = {name: named[name] for name in (DEFAULT, WITH_TOOLS) if name in named}
    if DEFAULT not in texts:
        raise ChatError(say("template_kind", path=path))
    return TemplateSource(path.name, texts, tokens_of(document))


def _resource(name: str) -> str:
    return files("resources").joinpath(_FOLDER, name).read_text(encoding="utf-8")


def tokens_of(document: Mapping[str, Any]) -> dict[str, str]:
    """`bos_token` and its like of settings: a string, or an added token that is spelled out."""
    tokens = {}
    for name, value in document.items():
        token = value.get("content") if isinstance(value, dict) else value
        if name.endswith("_token") and isinstance(token, str):
            tokens[name] = token
    return tokens


def named_templates(written: Any) -> dict[str, str]:
    """The `chat_template` of settings by name: one is the default, several have names.

    Entries that are no template are left out.
    """
    if isinstance(written, str):
        return {DEFAULT: written}
    entries = written if isinstance(written, list) else []
    return {
        each["name"]: each["template"]
        for each in entries
        if isinstance(each, dict)
        and isinstance(each.get("name"), str)
        and isinstance(each.get("template"), str)
    }
