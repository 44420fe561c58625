"""Reading `.tiktoken` rank files: one line `base64(token) rank` for each token.

A rank file has no merges, no split pattern and no special tokens. The merges are recovered (see
merge_recovery); the rest comes from the JSON file that our export puts beside it, from what is
known of published files, or from the caller.
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NoReturn

import numpy as np

from engine.errors import ConfigError
from engine.formats.companions import Companions, companions_of_sidecar, with_companions
from engine.formats.file_reading import read_bytes, read_json, refusal
from engine.formats.known_encodings import known_encoding, named_encoding
from engine.formats.ranks import check_bytes, check_token, tokenizer_of_ranks
from engine.patterns import preset_names
from engine.token_lists import LONGEST_TOKEN
from engine.tokenizer import Tokenizer

_LONGEST_LINE = 2 * LONGEST_TOKEN
_token = partial(binascii.a2b_base64, strict_mode=True)
"""Bytes out of base64; ValueError for what is none."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """What the ranks do not say."""

    pattern: str
    special_tokens: Mapping[str, int] = field(default_factory=dict)
    vocab_size: int | None = None
    companions: Companions = field(default_factory=Companions)


def looks_like_ranks(data: bytes) -> bool:
    """Whether the first line of a file is one of a rank file."""
    words = data[:_LONGEST_LINE].split(b"\n", 1)[0].split()
    if len(words) != 2 or not words[1].isdigit():
        return False
    try:
        return bool(_token(words[0]))
    except binascii.Error:
        return False


def load_rank_file(path: Path, pattern: str | None, name: str | None = None) -> Tokenizer:
    """The tokenizer of a rank file. Raises TokenizerFileError.

    name: which of the published encodings with these ranks it is; by default the file's name says.
    """
    data = read_bytes(path)
    ranks = _ranks(path, data)
    rest = _rest(path, data, len(ranks), pattern, name)
    tokenizer = tokenizer_of_ranks(
        path,
        ranks,
        pattern=rest.pattern,
        special_tokens=rest.special_tokens,
        vocab_size=rest.vocab_size,
    )
    try:
        return with_companions(tokenizer, rest.companions)
    except ConfigError as error:
        raise refusal(path, str(error).removesuffix(".")) from None


def _ranks(path: Path, data: bytes) -> dict[bytes, int]:
    """Rank by token, each checked; all lines at once, as there may be hundreds of thousands."""
    words = data.split()
    try:
        ranks = dict(zip(map(_token, words[::2]), map(int, words[1::2]), strict=True))
    except ValueError:
        _refuse_line(path, data)
    is_whole = 2 * len(ranks) == len(words) and _is_in_pairs(data)
    longest = max(ranks, key=len, default=b"!")
    extremes = (min(ranks.values(), default=0), max(ranks.values(), default=0))
    if not is_whole or b"" in ranks or any(check_token(longest, rank) for rank in extremes):
        _refuse_line(path, data)
    check_bytes(path, ranks)
    if len(set(ranks.values())) < len(ranks):
        _refuse_doubled_rank(path, data)
    return ranks


def _is_in_pairs(data: bytes) -> bool:
    """Whether each line that is not blank has two words."""
    content = np.frombuffer(data.rstrip(), np.uint8)
    blanks = content[content <= ord(" ")]
    if (blanks[0::2] == ord(" ")).all() and (blanks[1::2] == ord("\n")).all():
        return len(blanks) % 2 == 1 or not len(content)
    return {len(line.split()) for line in data.splitlines()} <= {0, 2}


def _refuse_line(path: Path, data: bytes) -> NoReturn:
    """Raise TokenizerFileError with the first line that is not a new token and its rank."""
    seen: set[bytes] = set()
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            written, rank = line.split()
            token, value = _token(written), int(rank)
        except ValueError:
            shown = line[:40].decode("utf-8", "replace")
            raise refusal(path, f"{shown!r} is not a base64 token and its rank", number) from None
        if token in seen:
            raise refusal(path, f"the token {token!r} has two ranks", number)
        if reason := check_token(token, value):
            raise refusal(path, reason, number)
        seen.add(token)
    raise AssertionError("every line is a new token and its rank")


def _refuse_doubled_rank(path: Path, data: bytes) -> None:
    seen: set[int] = set()
    for number, line in enumerate(data.splitlines(), 1):
        rank = int(line.split()[1]) if line.strip() else -1
        if rank in seen:
            raise refusal(path, f"the rank {rank:,} stands there twice", number)
        seen.add(rank)


def _rest(path: Path, data: bytes, n_tokens: int, pattern: str | None, name: str | None) -> _Rest:
    """Pattern and special tokens: the caller's, the sidecar's, or the published ones."""
    name = name or path.name.removesuffix(".tiktoken")
    sidecar = path.with_name(path.name + ".json")
    if sidecar.exists():
        rest = _sidecar(sidecar, data)
        return replace(rest, pattern=pattern) if pattern else rest
    lines = b"\n".join([*filter(bytes.strip, data.splitlines()), b""])
    known = known_encoding(name, hashlib.sha256(lines).hexdigest(), n_tokens)
    if known is not None:
        return _Rest(pattern or known.pattern, known.special_tokens)
    if pattern:
        return _Rest(pattern)
    if named := named_encoding(name):
        raise refusal(
            path,
            f"it has {n_tokens:,} tokens where {name} has {named.n_tokens:,}, so it is damaged or "
            "another one. If it is another, give its split pattern (pattern=, --pattern)",
        )
    raise refusal(
        path,
        "a rank file does not hold its split pattern, and this one is not known. Give the pattern "
        f"(pattern=, on the command line --pattern): {', '.join(preset_names())} or a regular "
        "expression",
    )


def _sidecar(path: Path, ranks: bytes) -> _Rest:
    from engine.formats.tiktoken_ranks import SIDECAR_KIND

    document = read_json(path)
    if not isinstance(document, dict) or document.get("kind") != SIDECAR_KIND:
        raise refusal(path, "it is not the description of a rank file; move it away")
    if document.get("sha256") != hashlib.sha256(ranks).hexdigest():
        raise refusal(path, "it describes other ranks than those beside it")
    try:
        pattern, special_tokens = document["pattern_in_workbench"], dict(document["special_tokens"])
        companions = companions_of_sidecar(document)
        return _Rest(pattern, special_tokens, int(document["vocab_size"]), companions)
    except (KeyError, TypeError, ValueError) as error:
        raise refusal(path, f"it is damaged ({error!r})") from None
