"""What lies beside tokenizer.json for transformers: configuration, special tokens, chat template.

v5    tokenizer_config.json, chat_template.jinja; what transformers 5 writes
v4    as well special_tokens_map.json, added_tokens.json, added_tokens_decoder and the template
      in tokenizer_config.json too: older versions and servers look only there
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.formats.export_options import Layout
from engine.formats.export_template import without_generation_markers

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

CONFIG_FILE = "tokenizer_config.json"
TEMPLATE_FILE = "chat_template.jinja"
_MAP_FILE = "special_tokens_map.json"
_ADDED_FILE = "added_tokens.json"
_NO_LIMIT = 10**30
"""What transformers writes for the length of a text where the tokenizer knows no limit."""
_ROLES = ("bos", "eos", "unk", "sep", "pad", "cls", "mask")
"""The roles for which transformers has a name."""
_TURN_ROLES = ("eot", "eom")
"""Roles that end a turn; transformers keeps such names as extra special tokens."""


def config_files(
    tokenizer: Tokenizer, layout: Layout, chat_template: str | None
) -> dict[str, bytes]:
    """The files by name, without tokenizer.json."""
    files = {CONFIG_FILE: _json_bytes(_config(tokenizer, layout, chat_template))}
    if layout == "v4":
        files[_MAP_FILE] = _json_bytes(_special_tokens_map(tokenizer))
        files[_ADDED_FILE] = _json_bytes(dict(_by_id(tokenizer)))
    return files | template_files(chat_template)


def template_files(chat_template: str | None) -> dict[str, bytes]:
    """The chat template in a file of its own, where there is one."""
    return {} if chat_template is None else {TEMPLATE_FILE: chat_template.encode()}


def role_fields(tokenizer: Tokenizer) -> dict[str, Any]:
    """`bos_token` and the others that transformers knows, of the roles that the tokenizer has."""
    roles = tokenizer.roles
    return {f"{role}_token": roles[role] for role in _ROLES if role in roles}


def added_token(content: str) -> dict[str, Any]:
    """A special token as transformers and tokenizers describe it: found anywhere, as it stands."""
    return {
        "content": content,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }


def added_tokens_decoder(tokenizer: Tokenizer) -> dict[str, dict[str, Any]]:
    """Every special token by its id, as text."""
    return {str(token_id): added_token(content) for content, token_id in _by_id(tokenizer)}


def _config(tokenizer: Tokenizer, layout: Layout, chat_template: str | None) -> dict[str, Any]:
    common = {
        "clean_up_tokenization_spaces": False,
        "model_max_length": _NO_LIMIT,
        **role_fields(tokenizer),
    }
    if layout == "v5":
        return {"backend": "tokenizers", "tokenizer_class": "TokenizersBackend", **common}
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "added_tokens_decoder": added_tokens_decoder(tokenizer),
        **common,
    }
    if chat_template is not None:
        config["chat_template"] = without_generation_markers(chat_template)
    return config


def _special_tokens_map(tokenizer: Tokenizer) -> dict[str, Any]:
    fields = role_fields(tokenizer)
    named = set(fields.values())
    turn_ends = [
        token
        for role in _TURN_ROLES
        if (token := tokenizer.roles.get(role)) is not None and token not in named
    ]
    return fields | ({"additional_special_tokens": turn_ends} if turn_ends else {})


def _by_id(tokenizer: Tokenizer) -> list[tuple[str, int]]:
    return sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])


def _json_bytes(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
