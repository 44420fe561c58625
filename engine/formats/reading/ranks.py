"""Reading `.tiktoken` rank files: one line `base64(token) rank` for each token.

A rank file has no merges, no split pattern and no special tokens. The merges are recovered (see
merge_recovery); the rest comes from the JSON file that our export puts beside it, from what is
known of published files, or from the caller.
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NoReturn

import numpy as np

from engine.encoding import NO_PAIR, Numbering, Tokenizer, own_merging, recovered_merges
from engine.errors import ArgumentError, ConfigError, PatternError
from engine.formats.reading.companions import Companions, companions_of_sidecar, with_companions
from engine.machine import read_bytes, read_json, refusal
from engine.settings import LONGEST_TOKEN, MAX_VOCAB_SIZE, N_BYTES
from engine.splitting import preset_names, preset_pattern

# What published rank files leave out: split pattern and special tokens, by name and by content.
# The figures are those of tiktoken 0.14 (`tiktoken_ext.openai_public`). A rank file is recognised
# by the SHA-256 that tiktoken expects of it; its name tells apart encodings that share their
# ranks. Patterns that tiktoken writes in another way with the same meaning are our presets.


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


# A tokenizer out of ranks: what .tiktoken, tekken.json and a pickled tiktoken.Encoding hold.
# tiktoken merges the two parts whose joined bytes have the lowest rank, and gives a pre-token
# that is a token out whole. The recovered merges do the same; tokens that they do not make are
# given out as whole pre-tokens only, as there.


def tokenizer_of_ranks(
    path: Path,
    ranks: Mapping[bytes, int],
    *,
    pattern: str,
    special_tokens: Mapping[str, int],
    vocab_size: int | None = None,
    first_id: int = 0,
) -> Tokenizer:
    """As `ranked_tokenizer`, of the ranks in a file. Raises TokenizerFileError naming `path`."""
    check_bytes(path, ranks)
    try:
        return ranked_tokenizer(
            ranks,
            pattern=pattern,
            special_tokens=special_tokens,
            vocab_size=vocab_size,
            first_id=first_id,
        )
    except UnusableRanksError as error:
        raise refusal(path, str(error)) from None
    except (ArgumentError, ConfigError, PatternError) as error:
        raise refusal(path, str(error).removesuffix(".")) from None


class UnusableRanksError(Exception):
    """No tokenizer has these ranks; the reason, without a full stop."""


def ranked_tokenizer(
    ranks: Mapping[bytes, int],
    *,
    pattern: str,
    special_tokens: Mapping[str, int],
    vocab_size: int | None = None,
    first_id: int = 0,
) -> Tokenizer:
    """The tokenizer that tiktoken makes of ranks.

    ranks: rank by token, each once, the 256 bytes among them.
    first_id: what is added to a rank to make its id.
    Raises UnusableRanksError, and what Tokenizer raises.
    """
    merged = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    tokens = [*(bytes([byte]) for byte in range(N_BYTES)), *merged]
    ids = np.fromiter(map(ranks.__getitem__, tokens), np.int64, len(tokens)) + first_id
    pairs = recovered_merges(merged)
    is_made = pairs[:, 0] != NO_PAIR
    unmade = np.flatnonzero(~is_made).tolist()
    if unmade:
        _refuse_later_parts(tokens, [merged[i] for i in unmade])
    return Tokenizer(
        ids[pairs[is_made]],
        pattern=pattern,
        special_tokens=special_tokens,
        vocab_size=vocab_size,
        numbering=Numbering(
            ids[np.concatenate([np.ones(N_BYTES, np.bool_), is_made])],
            {merged[i]: ranks[merged[i]] + first_id for i in unmade},
            ignore_merges=bool(unmade),
        ),
    )


def check_token(token: bytes, rank: int) -> str | None:
    """Why this cannot be a token and its rank, or None."""
    if 0 < len(token) <= LONGEST_TOKEN and 0 <= rank < MAX_VOCAB_SIZE:
        return None
    return f"no tokenizer has a token of {len(token):,} bytes with the rank {rank:,}"


def check_bytes(path: Path, ranks: Mapping[bytes, int]) -> None:
    """Raise TokenizerFileError where a byte has no rank."""
    if reason := missing_bytes(ranks):
        raise refusal(path, f"{reason}; is the file cut short?")


def missing_bytes(ranks: Mapping[bytes, int]) -> str | None:
    """Which bytes have no rank, None where all have one."""
    missing = [byte for byte in range(N_BYTES) if bytes([byte]) not in ranks]
    others = f", and {len(missing) - 1:,} others" if len(missing) > 1 else ""
    return f"the byte {missing[0]:#04x} has no rank{others}" if missing else None


def _refuse_later_parts(tokens: Sequence[bytes], unmade: Sequence[bytes]) -> None:
    """Raise UnusableRanksError where a token is made of one with a higher rank than its own.

    tokens: bytes and tokens in order of rank; unmade: those that lower ranks leave in parts.
    """
    number_of = {token: number for number, token in enumerate(tokens)}
    splits = [
        (left, right, number)
        for number, token in enumerate(tokens)
        for cut in range(1, len(token))
        if (left := number_of.get(token[:cut])) is not None
        and (right := number_of.get(token[cut:])) is not None
    ]
    table = np.array(splits, np.uint32).reshape(-1, 3)
    becomes = own_merging(unmade, table[:, :2], table[:, 2]).becomes
    for token, number in zip(unmade, becomes.tolist(), strict=True):
        if number == number_of[token]:
            raise UnusableRanksError(
                f"the token {token!r} is put together from one with a higher rank than its own; "
                "ranks must follow the order of the merges"
            )


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
            "another one. If it is another, give its split pattern (pattern=)",
            setting="pattern",
        )
    raise refusal(
        path,
        "a rank file does not hold its split pattern, and this one is not known. Give the pattern "
        f"(pattern=): {', '.join(preset_names())} or a regular "
        "expression",
        setting="pattern",
    )


def _sidecar(path: Path, ranks: bytes) -> _Rest:
    from engine.formats.writing.tiktoken import SIDECAR_KIND

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
