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

from engine.formats.findings import SPECIAL_TWICE, Findings, Kind, short
from engine.formats.patterns.reading import tiktoken_pattern
from engine.formats.reading.ranks import RankContents, note_missing_bytes
from engine.machine import beginning, refuse_pattern
from engine.settings import MAX_VOCAB_SIZE, N_BYTES

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
_ENTRY_INVALID = Kind(
    "entry-invalid", "{n} entries have no token in base64 or not the rank of their place"
)
_SPELLING_DIFFERS = Kind(
    "spelling-differs",
    "{n} entries are spelled as another text than their bytes are; the bytes count",
    "warning",
)
_BEYOND_SIZE = Kind(
    "entries-beyond-size", "some entries lie beyond the vocabulary size of the config", "note"
)


def is_tekken(path: Path) -> bool:
    """Whether a file is tekken's by its content, or a directory holds a tekken.json alone.

    Where tokenizer.json lies beside it, that is what other libraries read.
    """
    if path.is_dir():
        return (path / FILE_NAME).is_file() and not (path / "tokenizer.json").is_file()
    if path.suffix != ".json" or not path.is_file():
        return False
    return path.name == FILE_NAME or b'"default_num_special_tokens"' in beginning(path)


def read_tekken(path: Path, pattern: str | None = None) -> RankContents:
    """What a tekken.json holds, or the one in a directory. Raises TokenizerFileError."""
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    contents = RankContents(file)
    found, document = contents.found, contents.read_json()
    config = document.get("config")
    if not isinstance(config, dict):
        found.refuse("it holds no 'config', which tekken.json has")
        config = {}
    contents.facts["version"] = str(config.get("version"))
    n_special = _number(found, config, "default_num_special_tokens")
    vocab_size = _number(found, config, "default_vocab_size")
    written = config.get("pattern")
    if not isinstance(written, str) or not written:
        found.refuse("its config holds no split 'pattern'")
    n_tokens = None
    if n_special is not None and vocab_size is not None:
        if vocab_size < n_special:
            found.refuse(f"its {n_special:,} special tokens do not fit into {vocab_size:,} ids")
        else:
            n_tokens = vocab_size - n_special
        contents.first_id, contents.vocab_size = n_special, vocab_size
    _read_ranks(contents, document.get("vocab"), n_tokens)
    if isinstance(written, str) and written:
        contents.pattern = found.attempt(tiktoken_pattern, file, written) or ""
    if n_special is not None:
        contents.special_tokens = _special_tokens(found, document, config, n_special)
    return contents


def _number(found: Findings, config: dict[str, Any], name: str) -> int | None:
    value = config.get(name)
    if type(value) is int and 0 <= value < MAX_VOCAB_SIZE:
        return value
    if config:
        found.refuse(f"its config says {name!r}: {value!r}, which is no number of ids")
    return None


def _read_ranks(contents: RankContents, vocabulary: Any, n_tokens: int | None) -> None:
    """Take the ranks of the entries that count, all if it is not known how many.

    Each stands at the place that its rank says.
    """
    found = contents.found
    if not isinstance(vocabulary, list):
        found.refuse("its 'vocab' is not a list of tokens")
        return
    if n_tokens is None:
        n_tokens = len(vocabulary)
    if len(vocabulary) < n_tokens:
        found.refuse(
            f"its 'vocab' has {len(vocabulary):,} tokens, {n_tokens - len(vocabulary):,} less than "
            "its config says; is the file cut short?"
        )
    elif n_tokens < len(vocabulary):
        found.fault(
            _BEYOND_SIZE, f"{n_tokens:,} of {len(vocabulary):,} count", where=f"entry {n_tokens:,}"
        )
    for place, entry in enumerate(vocabulary[:n_tokens]):
        entry = entry if isinstance(entry, dict) else {"rank": entry}
        token = _token(entry.get("token_bytes"))
        if reason := _wrong_with(token, entry.get("rank"), place):
            shown, where = f"rank {entry.get('rank')!r:.20}", f"entry {place:,}"
            found.fault(_ENTRY_INVALID, shown, reason, where=where)
            continue
        contents.take(token, place, entry=place)
        spelled = entry.get("token_str")
        if isinstance(spelled, str) and spelled.encode("utf-8", "replace") != token:
            found.fault(_SPELLING_DIFFERS, repr(spelled[:20]), where=f"entry {place:,}")
    note_missing_bytes(found, contents.ranks)


def _wrong_with(token: bytes, rank: Any, place: int) -> str | None:
    """Why an entry of the vocabulary cannot be used."""
    if rank != place:
        return f"the entry {place:,} of its 'vocab' has the rank {rank!r}"
    if not token:
        return f"the entry {place:,} of its 'vocab' has no token in base64"
    if place < N_BYTES and token != bytes([place]):
        return f"the rank {place} is not the byte {place:#04x} but {token!r}"
    return None


def _token(written: Any) -> bytes:
    """A token out of base64, empty where it is none."""
    try:
        return base64.b64decode(written, validate=True) if isinstance(written, str) else b""
    except (binascii.Error, ValueError):
        return b""


def _special_tokens(
    found: Findings, document: dict[str, Any], config: dict[str, Any], n_special: int
) -> dict[str, int]:
    listed = document.get("special_tokens")
    if listed is None:
        names = _unlisted(found, config)
    elif isinstance(listed, list):
        names = [_special_name(found, entry, place) for place, entry in enumerate(listed)]
    else:
        found.refuse("its 'special_tokens' are not a list")
        return {}
    if len(names) > n_special:
        found.refuse(f"it names {len(names):,} special tokens where its config says {n_special:,}")
    names += [FILLER.format(i) for i in range(len(names), n_special)]
    ids: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in ids:
            reason = f"the special token {name!r} appears twice in it"
            found.fault(SPECIAL_TWICE, short(name, place), reason)
        ids[name] = place
    return ids


def _unlisted(found: Findings, config: dict[str, Any]) -> list[str]:
    """The special tokens of a file without a list: those of old versions, none of later ones."""
    version = str(config.get("version"))
    digits = version.removeprefix("v").split("m", 1)[0]
    if digits.isdecimal() and int(digits) <= _LAST_WITHOUT_LIST:
        return list(SPECIAL_TOKENS)
    found.refuse(f"it is of version {version!r} and lists no special tokens, as from v8 on")
    return []


def _special_name(found: Findings, entry: Any, place: int) -> str:
    name = entry.get("token_str") if isinstance(entry, dict) else None
    if not isinstance(name, str) or not name:
        found.refuse(f"its special token {place:,} has no name: {str(entry)[:60]}")
        return FILLER.format(place)
    if entry.get("rank", place) != place:
        found.refuse(
            f"the special token {name!r} stands at place {place:,} and has the rank "
            f"{entry.get('rank')!r}"
        )
    return name
