"""What published rank files leave out: split pattern and special tokens, by name and by content.

The figures are those of tiktoken 0.14 (`tiktoken_ext.openai_public`). A rank file is recognised
by the SHA-256 that tiktoken expects of it; its name tells apart encodings that share their ranks.
Patterns that tiktoken writes in another way with the same meaning are our presets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.patterns import preset_pattern

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
