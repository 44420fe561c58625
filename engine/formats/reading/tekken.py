"""Reading tekken.json, Mistral's format: ranks with their bytes, a split pattern, special tokens.

The rules are those of mistral_common (`Tekkenizer.from_file`). Of the vocabulary as many entries
count as `default_vocab_size` has room for beside `default_num_special_tokens`; the id of a token
is its rank plus the number of special tokens, which come first. Special tokens that the file does
not name are `<SPECIAL_n>`; files up to version 7 that name none have the twenty in SPECIAL_TOKENS.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Any

from engine.encoding import Tokenizer
from engine.formats.patterns.reading import tiktoken_pattern
from engine.formats.reading.ranks import check_token, tokenizer_of_ranks
from engine.machine import beginning, read_json, refusal, refuse_pattern
from engine.settings import MAX_VOCAB_SIZE

FILE_NAME = "tekken.json"
FILLER = "<SPECIAL_{}>"
SPECIAL_TOKENS = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]",
    "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]",
)  # fmt: skip
"""What files that list no special tokens have, in order of their ids."""

_LAST_WITHOUT_LIST = 7
"""From version 8 on a file lists its special tokens."""


def is_tekken(path: Path) -> bool:
    """Whether a file is tekken's by its content, or a directory holds a tekken.json alone.

    Where tokenizer.json lies beside it, that is what other libraries read.
    """
    if path.is_dir():
        return (path / FILE_NAME).is_file() and not (path / "tokenizer.json").is_file()
    if path.suffix != ".json" or not path.is_file():
        return False
    return path.name == FILE_NAME or b'"default_num_special_tokens"' in beginning(path)


def load_tekken(path: Path, pattern: str | None = None) -> Tokenizer:
    """The tokenizer in a tekken.json or in the directory with one. Raises TokenizerFileError."""
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    document = read_json(file)
    if not isinstance(document, dict) or not isinstance(document.get("config"), dict):
        raise refusal(file, "it holds no 'config', which tekken.json has")
    config = document["config"]
    n_special = _number(file, config, "default_num_special_tokens")
    vocab_size = _number(file, config, "default_vocab_size")
    written = config.get("pattern")
    if not isinstance(written, str) or not written:
        raise refusal(file, "its config holds no split 'pattern'")
    if vocab_size < n_special:
        raise refusal(file, f"its {n_special:,} special tokens do not fit into {vocab_size:,} ids")
    return tokenizer_of_ranks(
        file,
        _ranks(file, document.get("vocab"), vocab_size - n_special),
        pattern=tiktoken_pattern(file, written),
        special_tokens=_special_tokens(file, document, n_special),
        vocab_size=vocab_size,
        first_id=n_special,
    )


def _number(path: Path, config: dict[str, Any], name: str) -> int:
    value = config.get(name)
    if type(value) is not int or not 0 <= value < MAX_VOCAB_SIZE:
        raise refusal(path, f"its config says {name!r}: {value!r}, which is no number of ids")
    return value


def _ranks(path: Path, vocabulary: Any, n_tokens: int) -> dict[bytes, int]:
    """Rank by token of the entries that count; each stands at the place that its rank says."""
    if not isinstance(vocabulary, list):
        raise refusal(path, "its 'vocab' is not a list of tokens")
    if len(vocabulary) < n_tokens:
        raise refusal(
            path,
            f"its 'vocab' has {len(vocabulary):,} tokens, {n_tokens - len(vocabulary):,} less than "
            "its config says; is the file cut short?",
        )
    ranks: dict[bytes, int] = {}
    for place, entry in enumerate(vocabulary[:n_tokens]):
        if not isinstance(entry, dict) or entry.get("rank") != place:
            rank = entry.get("rank") if isinstance(entry, dict) else entry
            raise refusal(path, f"the entry {place:,} of its 'vocab' has the rank {rank!r}")
        token = _token(path, entry, place)
        if token in ranks:
            raise refusal(path, f"the token {token!r} has two ranks, {ranks[token]} and {place}")
        if place < 256 and token != bytes([place]):
            raise refusal(path, f"the rank {place} is not the byte {place:#04x} but {token!r}")
        ranks[token] = place
    return ranks


def _token(path: Path, entry: dict[str, Any], place: int) -> bytes:
    written = entry.get("token_bytes")
    try:
        token = base64.b64decode(written, validate=True) if isinstance(written, str) else b""
    except (binascii.Error, ValueError):
        token = b""
    if not token:
        raise refusal(path, f"the entry {place:,} of its 'vocab' has no token in base64")
    if reason := check_token(token, place):
        raise refusal(path, reason)
    return token


def _special_tokens(path: Path, document: dict[str, Any], n_special: int) -> dict[str, int]:
    listed = document.get("special_tokens")
    if listed is None:
        names = _unlisted(path, document["config"])
    elif isinstance(listed, list):
        names = [_special_name(path, entry, place) for place, entry in enumerate(listed)]
    else:
        raise refusal(path, "its 'special_tokens' are not a list")
    if len(names) > n_special:
        raise refusal(
            path, f"it names {len(names):,} special tokens where its config says {n_special:,}"
        )
    names += [FILLER.format(i) for i in range(len(names), n_special)]
    ids = {name: i for i, name in enumerate(names)}
    if len(ids) < len(names):
        doubled = next(name for i, name in enumerate(names) if ids[name] != i)
        raise refusal(path, f"the special token {doubled!r} stands in it twice")
    return ids


def _unlisted(path: Path, config: dict[str, Any]) -> list[str]:
    """The special tokens of a file without a list: those of old versions, or a refusal."""
    version = str(config.get("version"))
    digits = version.removeprefix("v").split("m", 1)[0]
    if not digits.isdecimal() or int(digits) > _LAST_WITHOUT_LIST:
        raise refusal(
            path, f"it is of version {version!r} and lists no special tokens, as from v8 on"
        )
    return list(SPECIAL_TOKENS)


def _special_name(path: Path, entry: Any, place: int) -> str:
    name = entry.get("token_str") if isinstance(entry, dict) else None
    if not isinstance(name, str) or not name:
        raise refusal(path, f"its special token {place:,} has no name: {str(entry)[:60]}")
    if entry.get("rank", place) != place:
        raise refusal(
            path,
            f"the special token {name!r} stands at place {place:,} and has the rank "
            f"{entry.get('rank')!r}",
        )
    return name
