"""Named sets of special tokens with their usual roles, and sets read from a file.

base        the end of a document, as GPT-2 has it
chatml      base and the two marks of a ChatML turn
llama3      the tokens of Llama 3.1 with a use, in the order of their ids
nanochat    the nine tokens of nanochat, in its order
llama3-256  all 256 of Llama 3.1 with its reserved ones, each as far from the first as there

Names joined by "+" are one set, such as "base+nanochat", without repetitions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from engine.machine import check_regular
from engine.settings.sentences import say

if TYPE_CHECKING:
    from engine.settings.special_tokens import SpecialTokenDesign

_RESERVED_OF_LLAMA = "<|reserved_special_token_{}|>"

SPECIAL_TOKEN_SETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "base": ("<|endoftext|>",),
        "chatml": ("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
        "llama3": (
            "<|begin_of_text|>",
            "<|end_of_text|>",
            "<|finetune_right_pad_id|>",
            "<|start_header_id|>",
            "<|end_header_id|>",
            "<|eom_id|>",
            "<|eot_id|>",
            "<|python_tag|>",
        ),
        "nanochat": (
            "<|bos|>",
            "<|user_start|>",
            "<|user_end|>",
            "<|assistant_start|>",
            "<|assistant_end|>",
            "<|python_start|>",
            "<|python_end|>",
            "<|output_start|>",
            "<|output_end|>",
        ),
        "llama3-256": (
            "<|begin_of_text|>",
            "<|end_of_text|>",
            _RESERVED_OF_LLAMA.format(0),
            _RESERVED_OF_LLAMA.format(1),
            "<|finetune_right_pad_id|>",
            _RESERVED_OF_LLAMA.format(2),
            "<|start_header_id|>",
            "<|end_header_id|>",
            "<|eom_id|>",
            "<|eot_id|>",
            "<|python_tag|>",
            *(_RESERVED_OF_LLAMA.format(i) for i in range(3, 248)),
        ),
    }
)

_ROLES_OF_LLAMA = MappingProxyType(
    {
        "bos": "<|begin_of_text|>",
        "eos": "<|end_of_text|>",
        "pad": "<|finetune_right_pad_id|>",
        "eot": "<|eot_id|>",
        "eom": "<|eom_id|>",
    }
)
SET_ROLES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "base": MappingProxyType({"eos": "<|endoftext|>"}),
        "chatml": MappingProxyType({"eos": "<|endoftext|>", "eot": "<|im_end|>"}),
        "llama3": _ROLES_OF_LLAMA,
        "nanochat": MappingProxyType({"bos": "<|bos|>", "eot": "<|assistant_end|>"}),
        "llama3-256": _ROLES_OF_LLAMA,
    }
)
"""The use of the tokens of each set, if it is published. nanochat has no end of a document:
its documents begin with <|bos|>."""
_BEGINS_JSON = re.compile(r'\s*[\[{]\s*"')
"""No token begins so: what is no JSON then is damaged."""


def special_token_set(name_or_file: str | Path) -> tuple[str, ...]:
    """The special tokens of a named set or of a file, in the order of their ids; see
    special_token_design, which also gives what else a file may say."""
    return special_token_design(name_or_file).tokens


def special_token_design(name_or_file: str | Path) -> SpecialTokenDesign:
    """The special tokens and roles of a named set, of several joined by "+", or of a file.

    A file has one token per line (blank lines do not count), a JSON list of strings, or a JSON
    object with "tokens" and, if wanted, "roles", "reserved_slots" and "pad_vocab_to".
    Raises ConfigError for a name that is neither a set nor a file, and for a file with
    something else.
    """
    from engine.settings.special_tokens import SpecialTokenDesign

    names = str(name_or_file).split("+")
    if all(name in SPECIAL_TOKEN_SETS for name in names):
        return SpecialTokenDesign.of_sets(names)
    path = Path(name_or_file)
    text = _read(path)
    design = _design(path, text)
    if not design.tokens:
        raise _refusal(say("tokens_file_empty", path=path))
    return design


def _design(path: Path, text: str) -> SpecialTokenDesign:
    from engine.settings.special_tokens import SpecialTokenDesign

    if text.lstrip().startswith("["):
        return SpecialTokenDesign(_json_list(path, text))
    if text.lstrip().startswith("{") and (document := _json_object(path, text)) is not None:
        try:
            return SpecialTokenDesign.of_document(document)
        except ConfigError as error:
            raise ConfigError(
                say("tokens_file_refused", path=path, reason=error), setting=error.setting
            ) from None
    return SpecialTokenDesign(_lines(text))


def _json_object(path: Path, text: str) -> Any | None:
    """The object in a file; None if it is no JSON, such as tokens like {system}."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if _BEGINS_JSON.match(text):
            line = getattr(error, "lineno", 1)
            raise _refusal(say("tokens_file_no_object", path=path, line=line)) from None
        return None


def _read(path: Path) -> str:
    try:
        check_regular(path)
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise _refusal(
            say("unknown_tokens_file", path=repr(str(path)), known=", ".join(SPECIAL_TOKEN_SETS))
        ) from None
    except UnicodeDecodeError as error:
        raise _refusal(say("tokens_file_not_utf8", path=path, byte=error.start)) from None
    except OSError as error:
        raise _refusal(say("tokens_file_unreadable", path=path, reason=error.strerror)) from None


def _lines(text: str) -> tuple[str, ...]:
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return tuple(line for line in lines if line.strip())


def _json_list(path: Path, text: str) -> tuple[str, ...]:
    try:
        tokens = json.loads(text)
    except (ValueError, RecursionError) as error:
        is_json = _BEGINS_JSON.match(text) is not None
        if not is_json and all(line.startswith("[") for line in _lines(text)):
            return _lines(text)  # tokens such as [CLS], one per line
        line = getattr(error, "lineno", 1)
        raise _refusal(say("tokens_file_no_list", path=path, line=line)) from None
    if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens):
        return tuple(tokens)
    raise _refusal(say("tokens_file_no_strings", path=path))


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="special_tokens")
