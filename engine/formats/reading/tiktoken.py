"""Reading files of ranks: tiktoken's `.tiktoken`, and tekken.json, Mistral's format.

A `.tiktoken` file has one line `base64(token) rank` for each token, and no merges, split pattern or
special tokens. The merges are recovered (see `ranked_tokenizer`); the rest comes from the JSON file
that our export puts beside it, from what is known of published files, or from the caller. What is
known has the figures of tiktoken 0.14 (`tiktoken_ext.openai_public`). A rank file is recognised by
the SHA-256 that tiktoken expects of it; its name tells apart encodings that share their ranks.
Patterns that tiktoken writes in another way with the same meaning are our presets.

tekken.json holds all of them, by the rules of mistral_common (`Tekkenizer.from_file`). Of the
vocabulary as many entries count as `default_vocab_size` has room for beside
`default_num_special_tokens`; the id of a token is its rank plus the number of special tokens, which
come first. Special tokens that the file does not name are `<SPECIAL_n>`; files up to version 7 that
name none have the twenty in SPECIAL_TOKENS.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.formats.findings import SPECIAL_TWICE, Findings, Kind, short
from engine.formats.pattern_dialects import tiktoken_pattern
from engine.formats.reading.contents import (
    RankContents,
    check_token,
    companions_of_sidecar,
    note_missing_bytes,
)
from engine.machine import beginning, read_bytes, read_json, refusal, refuse_pattern
from engine.sentences import say
from engine.settings import LONGEST_TOKEN, MAX_VOCAB_SIZE, N_BYTES
from engine.splitting import preset_names, preset_pattern

SIDECAR_KIND = "tokenizer-workbench tiktoken sidecar"
_LINE_INVALID = Kind("line-invalid", "rank_lines_invalid")
_LONGEST_LINE = 2 * LONGEST_TOKEN
_token = partial(binascii.a2b_base64, strict_mode=True)
"""Decodes base64; ValueError for anything else."""
_END = "<|endoftext|>"
_PROMPT_END = "<|endofprompt|>"
_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
# At the end of a text this takes a run of white space whole, which the older forms cut behind its
# last line end.
_CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_HARMONY_NAMES = {
    199998: "<|startoftext|>",
    199999: _END,
    200002: "<|return|>",
    200003: "<|constrain|>",
    200005: "<|channel|>",
    200006: "<|start|>",
    200007: "<|end|>",
    200008: "<|message|>",
    200012: "<|call|>",
}
TEKKEN_FILE = "tekken.json"
FILLER = "<SPECIAL_{}>"
SPECIAL_TOKENS = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]",
    "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]",
)  # fmt: skip
"""What files that list no special tokens have, in order of their ids."""
_LAST_WITHOUT_LIST = 7
_MOST_DIGITS = 9
"""From version 8 on a file lists its special tokens."""
_ENTRY_INVALID = Kind("entry-invalid", "entries_invalid")
_SPELLING_DIFFERS = Kind("spelling-differs", "spellings_differ", "warning")
_BEYOND_SIZE = Kind("entries-beyond-size", "entries_beyond_size", "note")


def looks_like_ranks(data: bytes) -> bool:
    """Whether the first line of a file is one of a rank file."""
    words = data[:_LONGEST_LINE].split(b"\n", 1)[0].split()
    if len(words) != 2 or not words[1].isdigit():
        return False
    try:
        return bool(_token(words[0]))
    except binascii.Error:
        return False


def read_rank_file(path: Path, pattern: str | None = None, name: str | None = None) -> RankContents:
    """What a rank file holds, or the one in a directory. Raises TokenizerFileError.

    name: which of the published encodings with these ranks it is; by default the file's name says.
    """
    if path.is_dir():
        path = _only_rank_file(path)
    contents = RankContents(path)
    data = read_bytes(path)
    read_rank_lines(contents, data)
    contents.found.attempt(_read_rest, contents, data, len(contents.ranks), pattern, name)
    return contents


def _only_rank_file(folder: Path) -> Path:
    rank_files = sorted(folder.glob("*.tiktoken"))
    if len(rank_files) > 1:
        listed = ", ".join(file.name for file in rank_files)
        raise refusal(folder, say("several_rank_files", n=len(rank_files), files=listed))
    return rank_files[0]


def read_rank_lines(contents: RankContents, data: bytes) -> None:
    """Rank by token: all lines at once, one by one only if one of them is damaged."""
    words = data.split()
    try:
        ranks = dict(zip(map(_token, words[::2]), map(int, words[1::2]), strict=True))
    except ValueError:
        ranks = {}
    longest = max(ranks, key=len, default=b"")
    extremes = (min(ranks.values(), default=0), max(ranks.values(), default=0))
    if (
        2 * len(set(ranks.values())) == 2 * len(ranks) == len(words)
        and _is_in_pairs(data)
        and b"" not in ranks
        and not any(check_token(longest, rank) for rank in extremes)
    ):
        contents.ranks = ranks
    else:
        _read_line_by_line(contents, data)
    note_missing_bytes(contents.found, contents.ranks)


def _is_in_pairs(data: bytes) -> bool:
    """Whether each line that is not blank has two words."""
    content = np.frombuffer(data.rstrip(), np.uint8)
    blanks = content[content <= ord(" ")]
    if (blanks[0::2] == ord(" ")).all() and (blanks[1::2] == ord("\n")).all():
        return len(blanks) % 2 == 1 or not len(content)
    return {len(line.split()) for line in data.splitlines()} <= {0, 2}


def _read_line_by_line(contents: RankContents, data: bytes) -> None:
    for number, line in enumerate(data.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        try:
            written, rank = words
            token, value = _token(written), int(rank)
        except ValueError:
            shown = repr(line[:40].decode("utf-8", "replace"))
            reason = say("no_base64_and_rank", line=shown)
            contents.found.fault(_LINE_INVALID, shown, reason, line=number)
        else:
            contents.take(token, value, line=number)


def _read_rest(
    contents: RankContents, data: bytes, n_tokens: int, pattern: str | None, name: str | None
) -> None:
    """Pattern and special tokens: the caller's, the sidecar's, or the published ones."""
    path = contents.path
    name = name or path.name.removesuffix(".tiktoken")
    sidecar = path.with_name(path.name + ".json")
    if sidecar.exists():
        _read_sidecar(contents, sidecar, data)
        contents.pattern = pattern or contents.pattern
        return
    lines = b"\n".join([*filter(bytes.strip, data.splitlines()), b""])
    known = known_encoding(name, hashlib.sha256(lines).hexdigest(), n_tokens)
    if known is not None:
        contents.special_tokens = known.special_tokens
        pattern = pattern or known.pattern
    if pattern:
        contents.pattern = pattern
        return
    if named := named_encoding(name):
        raise refusal(
            path,
            say("other_number_of_ranks", n=n_tokens, name=name, expected=named.n_tokens),
            setting="pattern",
        )
    raise refusal(
        path, say("ranks_without_pattern", presets=", ".join(preset_names())), setting="pattern"
    )


def _read_sidecar(contents: RankContents, path: Path, ranks: bytes) -> None:
    document = read_json(path)
    if not isinstance(document, dict) or document.get("kind") != SIDECAR_KIND:
        raise refusal(path, say("sidecar_of_no_ranks"))
    if document.get("sha256") != hashlib.sha256(ranks).hexdigest():
        raise refusal(path, say("sidecar_of_other_ranks"))
    try:
        contents.pattern = document["pattern_in_workbench"]
        contents.special_tokens = dict(document["special_tokens"])
        contents.companions = companions_of_sidecar(document)
        contents.vocab_size = int(document["vocab_size"])
    except (KeyError, TypeError, ValueError) as error:
        raise refusal(path, say("sidecar_damaged", error=repr(error))) from None


@dataclass(frozen=True, slots=True)
class KnownEncoding:
    """A published encoding. n_tokens: lines of its rank file."""

    name: str
    pattern: str
    n_tokens: int
    sha256: str
    special_tokens: Mapping[str, int] = field(default_factory=dict)


def known_encoding(name: str, sha256: str, n_tokens: int) -> KnownEncoding | None:
    """The encoding that a rank file holds, None for a file that is not a published one.

    name: of the file without its ending. A file of that name with other content counts as the
    encoding if it has as many tokens.
    """
    named = _ENCODINGS.get(name)
    if named is not None and (named.sha256 == sha256 or named.n_tokens == n_tokens):
        return named
    return next((each for each in _ENCODINGS.values() if each.sha256 == sha256), None)


def named_encoding(name: str) -> KnownEncoding | None:
    """The published encoding of that name."""
    return _ENCODINGS.get(name)


def _encodings() -> dict[str, KnownEncoding]:
    gpt2, o200k = preset_pattern("gpt2"), preset_pattern("o200k")
    r50k = "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"
    p50k = "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069"
    cl100k = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
    o200k_hash = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
    end = {_END: 50256}
    edit = end | {name: 50281 + i for i, name in enumerate(_FIM)}
    chat = {_END: 100257, _PROMPT_END: 100276} | {n: 100258 + i for i, n in enumerate(_FIM)}
    o200k_specials = {_END: 199999, _PROMPT_END: 200018}
    every = (
        KnownEncoding("r50k_base", gpt2, 50256, r50k, end),
        KnownEncoding("gpt2", gpt2, 50256, r50k, end),
        KnownEncoding("p50k_base", gpt2, 50280, p50k, end),
        KnownEncoding("p50k_edit", gpt2, 50280, p50k, edit),
        KnownEncoding("cl100k_base", _CL100K, 100256, cl100k, chat),
        KnownEncoding("o200k_base", o200k, 199998, o200k_hash, o200k_specials),
        KnownEncoding("o200k_harmony", o200k, 199998, o200k_hash, _harmony()),
    )
    return {encoding.name: encoding for encoding in every}


def _harmony() -> dict[str, int]:
    """Named tokens and reserved ones up to 201087; id 200018 has two names."""
    ids = range(199998, 201088)
    return {_HARMONY_NAMES.get(i, f"<|reserved_{i}|>"): i for i in ids if i != 200018} | {
        _PROMPT_END: 200018
    }


_ENCODINGS = _encodings()


def is_tekken(path: Path) -> bool:
    """Whether a file is tekken's by its content, or a directory holds a tekken.json alone.

    Where tokenizer.json lies beside it, that is what other libraries read.
    """
    if path.is_dir():
        return (path / TEKKEN_FILE).is_file() and not (path / "tokenizer.json").is_file()
    if path.suffix != ".json" or not path.is_file():
        return False
    return path.name == TEKKEN_FILE or b'"default_num_special_tokens"' in beginning(path)


def read_tekken(path: Path, pattern: str | None = None) -> RankContents:
    """What a tekken.json holds, or the one in a directory. Raises TokenizerFileError."""
    file = path / TEKKEN_FILE if path.is_dir() else path
    refuse_pattern(file, pattern)
    contents = RankContents(file)
    found, document = contents.found, contents.read_json()
    config = document.get("config")
    if not isinstance(config, dict):
        found.refuse(say("tekken_no_config"))
        config = {}
    contents.facts["version"] = str(config.get("version"))
    n_special = _tekken_number(found, config, "default_num_special_tokens")
    vocab_size = _tekken_number(found, config, "default_vocab_size")
    written = config.get("pattern")
    if not isinstance(written, str) or not written:
        found.refuse(say("tekken_no_pattern"))
    n_tokens = None
    if n_special is not None and vocab_size is not None:
        if vocab_size < n_special:
            found.refuse(say("tekken_special_too_many", special=n_special, size=vocab_size))
        else:
            n_tokens = vocab_size - n_special
        contents.first_id, contents.vocab_size = n_special, vocab_size
    _read_tekken_ranks(contents, document.get("vocab"), n_tokens)
    if isinstance(written, str) and written:
        contents.pattern = found.attempt(tiktoken_pattern, file, written) or ""
    if n_special is not None:
        contents.special_tokens = _tekken_special_tokens(found, document, config, n_special)
    return contents


def _tekken_number(found: Findings, config: dict[str, Any], name: str) -> int | None:
    value = config.get(name)
    if type(value) is int and 0 <= value < MAX_VOCAB_SIZE:
        return value
    if config:
        found.refuse(say("tekken_no_number", name=repr(name), value=repr(value)))
    return None


def _read_tekken_ranks(contents: RankContents, vocabulary: Any, n_tokens: int | None) -> None:
    """Take the ranks of the entries that count, all if it is not known how many.

    Each is at the index of its rank.
    """
    found = contents.found
    if not isinstance(vocabulary, list):
        found.refuse(say("tekken_no_list"))
        return
    if n_tokens is None:
        n_tokens = len(vocabulary)
    if len(vocabulary) < n_tokens:
        found.refuse(say("tekken_cut_short", n=len(vocabulary), missing=n_tokens - len(vocabulary)))
    elif n_tokens < len(vocabulary):
        found.fault(
            _BEYOND_SIZE,
            say("tekken_counted", n=n_tokens, listed=len(vocabulary)),
            where=f"entry {n_tokens:,}",
        )
    for place, entry in enumerate(vocabulary[:n_tokens]):
        entry = entry if isinstance(entry, dict) else {"rank": entry}
        token = _tekken_token(entry.get("token_bytes"))
        if reason := _wrong_with_entry(token, entry.get("rank"), place):
            shown, where = f"rank {entry.get('rank')!r:.20}", f"entry {place:,}"
            found.fault(_ENTRY_INVALID, shown, reason, where=where)
            continue
        contents.take(token, place, entry=place)
        spelled = entry.get("token_str")
        if isinstance(spelled, str) and spelled.encode("utf-8", "replace") != token:
            found.fault(_SPELLING_DIFFERS, repr(spelled[:20]), where=f"entry {place:,}")
    note_missing_bytes(found, contents.ranks)


def _wrong_with_entry(token: bytes, rank: Any, place: int) -> str | None:
    """Why an entry of the vocabulary cannot be used."""
    if rank != place:
        return say("tekken_entry_rank", place=place, rank=repr(rank))
    if not token:
        return say("tekken_entry_token", place=place)
    if place < N_BYTES and token != bytes([place]):
        return say("tekken_byte", place=place, byte=f"{place:#04x}", token=repr(token))
    return None


def _tekken_token(written: Any) -> bytes:
    """A token decoded from base64, b"" if it is invalid."""
    try:
        return base64.b64decode(written, validate=True) if isinstance(written, str) else b""
    except (binascii.Error, ValueError):
        return b""


def _tekken_special_tokens(
    found: Findings, document: dict[str, Any], config: dict[str, Any], n_special: int
) -> dict[str, int]:
    listed = document.get("special_tokens")
    if listed is None:
        names = _unlisted_special_tokens(found, config)
    elif isinstance(listed, list):
        names = [_special_name(found, entry, place) for place, entry in enumerate(listed)]
    else:
        found.refuse(say("tekken_special_no_list"))
        return {}
    if len(names) > n_special:
        found.refuse(say("tekken_special_over", n=len(names), expected=n_special))
    names += [FILLER.format(i) for i in range(len(names), n_special)]
    ids: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in ids:
            reason = say("special_doubled", name=repr(name))
            found.fault(SPECIAL_TWICE, short(name, place), reason)
        ids[name] = place
    return ids


def _unlisted_special_tokens(found: Findings, config: dict[str, Any]) -> list[str]:
    """The special tokens of a file without a list: those of old versions, none of later ones."""
    version = str(config.get("version"))
    digits = version.removeprefix("v").split("m", 1)[0]
    is_number = digits.isdecimal() and len(digits) <= _MOST_DIGITS
    if is_number and int(digits) <= _LAST_WITHOUT_LIST:
        return list(SPECIAL_TOKENS)
    found.refuse(say("tekken_special_unlisted", version=repr(version)))
    return []


def _special_name(found: Findings, entry: Any, place: int) -> str:
    name = entry.get("token_str") if isinstance(entry, dict) else None
    if not isinstance(name, str) or not name:
        found.refuse(say("tekken_special_no_name", place=place, entry=str(entry)[:60]))
        return FILLER.format(place)
    if entry.get("rank", place) != place:
        found.refuse(
            say("tekken_special_rank", name=repr(name), place=place, rank=repr(entry.get("rank")))
        )
    return name
