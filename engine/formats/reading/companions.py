"""What lies beside a tokenizer for transformers: roles of special tokens, and the chat template.

Both layouts are read: version 5 has tokenizer_config.json and chat_template.jinja, version 4 as
well special_tokens_map.json, and often the template inside of tokenizer_config.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.chat import DEFAULT, WITH_TOOLS, named_templates, tokens_of
from engine.machine import read_json, read_text, refusal
from engine.settings import ROLES

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

CONFIG_FILE = "tokenizer_config.json"
MAP_FILE = "special_tokens_map.json"
TEMPLATE_FILE = "chat_template.jinja"


@dataclass(frozen=True, slots=True)
class Companions:
    """roles: special tokens by role, as the files say; chat_template: Jinja, None for none.

    has_tool_template: whether there is another one for conversations with tools, which a tokenizer
    has no place for.
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    chat_template: str | None = None
    has_tool_template: bool = False

    def roles_among(self, special_tokens: Iterable[str]) -> dict[str, str]:
        """The roles whose token is there."""
        known = set(special_tokens)
        return {role: token for role, token in self.roles.items() if token in known}


def with_companions_of(tokenizer: Tokenizer, folder: Path) -> Tokenizer:
    """The tokenizer with the roles and the template that files in a folder say, where they do."""
    return with_companions(tokenizer, companions_beside(folder))


def with_companions(tokenizer: Tokenizer, companions: Companions) -> Tokenizer:
    """The tokenizer with the roles whose token it has, and with the template; either may lack."""
    roles = companions.roles_among(tokenizer.special_tokens)
    if not roles and companions.chat_template is None:
        return tokenizer
    return tokenizer.with_companions(roles=roles or None, chat_template=companions.chat_template)


def companions_of_sidecar(document: Mapping[str, Any]) -> Companions:
    """What our own description of files says; it is empty in those of older programs.

    Raises TypeError or ValueError for a damaged one.
    """
    template = document.get("chat_template")
    if not isinstance(template, str | None):
        raise TypeError("chat_template is no text")
    roles = dict(document.get("roles") or {})
    if not all(isinstance(token, str) for token in roles.values()):
        raise TypeError("a role has no token")
    return Companions(roles, template)


def sidecar_fields(tokenizer: Tokenizer, chat_template: str | None) -> dict[str, Any]:
    """Roles and template for our own description of files that hold neither."""
    fields: dict[str, Any] = {"roles": tokenizer.roles} if tokenizer.has_own_roles else {}
    return fields if chat_template is None else fields | {"chat_template": chat_template}


def companions_beside(folder: Path) -> Companions:
    """What the files in a folder say. Raises TokenizerFileError for one that is damaged."""
    config = _document(folder / CONFIG_FILE)
    roles = roles_of(_document(folder / MAP_FILE)) | roles_of(config)
    file = folder / TEMPLATE_FILE
    if file.is_file():
        return Companions(roles, read_text(file))
    named = named_templates(config.get("chat_template"))
    return Companions(roles, named.get(DEFAULT), WITH_TOOLS in named)


def _document(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    document = read_json(path)
    if not isinstance(document, dict):
        raise refusal(path, "it holds no settings by name")
    return document


def roles_of(document: Mapping[str, Any]) -> dict[str, str]:
    """The roles that settings name a token for."""
    tokens = tokens_of(document)
    named = {role: tokens.get(f"{role}_token") for role in ROLES}
    return {role: token for role, token in named.items() if token}
