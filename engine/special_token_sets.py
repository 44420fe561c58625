"""Named sets of special tokens, and sets read from a file.

base      the end of a document, as GPT-2 has it
chatml    base and the two marks of a ChatML turn
llama3    the tokens of Llama 3.1 that have a use, in the order of their ids
nanochat  the nine tokens of nanochat, in its order
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from engine.errors import ConfigError

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
    }
)


def special_token_set(name_or_file: str | Path) -> tuple[str, ...]:
    """The special tokens of a named set or of a file, in the order of their ids.

    A file holds one token per line (blank lines do not count) or a JSON list of strings.
    Raises ConfigError for a name that is neither a set nor a file, and for a file that holds
    something else.
    """
    known = SPECIAL_TOKEN_SETS.get(str(name_or_file))
    if known is not None:
        return known
    path = Path(name_or_file)
    text = _read(path)
    tokens = _json_list(path, text) if text.lstrip().startswith("[") else _lines(text)
    if not tokens:
        raise _refusal(f"{path} holds no special token; write one per line or a JSON list.")
    return tokens


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise _refusal(
            f"There is no set of special tokens and no file named {str(path)!r}; the sets are "
            f"{', '.join(SPECIAL_TOKEN_SETS)}."
        ) from None
    except UnicodeDecodeError as error:
        raise _refusal(f"{path} is not UTF-8 (byte {error.start:,}).") from None
    except OSError as error:
        raise _refusal(f"{path} cannot be read: {error.strerror}.") from None


def _lines(text: str) -> tuple[str, ...]:
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return tuple(line for line in lines if line.strip())


def _json_list(path: Path, text: str) -> tuple[str, ...]:
    try:
        tokens = json.loads(text)
    except (ValueError, RecursionError) as error:
        if all(line.startswith("[") for line in _lines(text)):
            return _lines(text)  # tokens such as [CLS], one per line
        line = getattr(error, "lineno", 1)
        raise _refusal(f"{path}, line {line}: not a JSON list of special tokens.") from None
    if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens):
        return tuple(tokens)
    raise _refusal(f"{path} is JSON, but not a list of strings.")


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="special_tokens")
