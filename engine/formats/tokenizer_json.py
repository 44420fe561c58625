"""tokenizer.json and tokenizer_config.json, for tokenizers and transformers.

Ids are exactly ours: bytes 0-255 in raw order (GPT-2's own file has another order), merges from
256, special tokens where the configuration put them; an imported tokenizer keeps the ids it came
with. Ids that stand for nothing get filler entries that no text can reach, so that the vocabulary
has the size that was asked for and an embedding table sized by it has a row for every id.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.formats.byte_alphabet import to_byte_alphabet
from engine.formats.empty_matches import refuse_empty_matches
from engine.formats.export_error import ExportError
from engine.formats.merge_checks import doubled_token, ordinary_tokens, special_token_in_vocabulary
from engine.formats.pattern_dialects import rewrite_stages
from engine.pattern_stages import pattern_stages
from engine.patterns import preset_pattern

if TYPE_CHECKING:
    from engine.tokenizer import Tokenizer

TOKENIZER_FILE = "tokenizer.json"
CONFIG_FILE = "tokenizer_config.json"

_ROLES = {
    "bos_token": ("<|bos|>", "<|begin_of_text|>", "<s>"),
    "eos_token": ("<|end_of_text|>", "<|endoftext|>", "<|im_end|>", "<|assistant_end|>", "</s>"),
    "pad_token": ("<|pad|>", "<pad>", "<|finetune_right_pad_id|>"),
}
"""Special tokens whose names tell their role; the first that the tokenizer has is taken."""


def tokenizer_json_files(tokenizer: Tokenizer) -> dict[str, bytes]:
    """The two files by name. Raises ExportError for a vocabulary that the format cannot hold."""
    _check(tokenizer)
    return {
        TOKENIZER_FILE: _json_bytes(_tokenizer_document(tokenizer)),
        CONFIG_FILE: _json_bytes(_config_document(tokenizer)),
    }


def tokenizer_json_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the files should know, as sentences."""
    notes = []
    if tokenizer.special_tokens:
        notes.append(
            "tokenizers and transformers always read special tokens in text as special tokens; "
            "there is no switch for ordinary text in the file."
        )
    if tokenizer.normalization is not None:
        notes.append(
            "tokenizers normalizes by an older version of Unicode: characters that are newer than "
            "its tables, some 170 with NFKC, stay there as they are written."
        )
    if len(tokenizer.unused_ids):
        notes.append(
            f"{len(tokenizer.unused_ids):,} ids that stand for no token are filled with "
            "entries that no text can reach."
        )
    if not _is_unsplit(tokenizer):
        rewritten = rewrite_stages(tokenizer.pattern, "oniguruma")
        if rewritten != [stage.expression for stage in pattern_stages(tokenizer.pattern)]:
            notes.append("The split pattern is rewritten for Oniguruma, with the same meaning.")
    return notes


def _check(tokenizer: Tokenizer) -> None:
    if doubled := doubled_token(tokenizer):
        token = tokenizer.vocabulary[doubled[0]]
        raise ExportError(
            f"Ids {doubled[0]} and {doubled[1]} stand for the same bytes {token!r}; tokenizer.json "
            "names tokens by their text and cannot hold both."
        )
    if clash := special_token_in_vocabulary(tokenizer):
        raise ExportError(
            f"The special token {clash[0]!r} (id {clash[1]}) is spelled like the ordinary token "
            f"{clash[2]}; tokenizer.json cannot hold both. Rename the special token."
        )
    refuse_empty_matches(tokenizer.pattern, "tokenizers", "cuts the text there")


def _tokenizer_document(tokenizer: Tokenizer) -> dict[str, Any]:
    vocabulary = _vocabulary(tokenizer)
    names = list(vocabulary)
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            _added_token(content, token_id)
            for content, token_id in sorted(tokenizer.special_tokens.items(), key=lambda t: t[1])
        ],
        "normalizer": _normalizer(tokenizer),
        "pre_tokenizer": _pre_tokenizer(tokenizer),
        "post_processor": None,
        "decoder": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": False,
            "use_regex": False,
        },
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": tokenizer.numbering is not None and tokenizer.numbering.ignore_merges,
            "vocab": vocabulary,
            "merges": [[names[int(a)], names[int(b)]] for a, b in tokenizer.merges],
        },
    }


def _vocabulary(tokenizer: Tokenizer) -> dict[str, int]:
    """Every id from 0 to vocab_size - 1, in order of id."""
    names: list[str | None] = [None] * tokenizer.vocab_size
    for token_id, token in ordinary_tokens(tokenizer):
        names[token_id] = to_byte_alphabet(token)
    for content, token_id in tokenizer.special_tokens.items():
        names[token_id] = content
    taken = {name for name in names if name is not None}
    return {name or _filler(token_id, taken): token_id for token_id, name in enumerate(names)}


def _filler(token_id: int, taken: set[str]) -> str:
    name = f"<|unused_{token_id}|>"
    while name in taken:
        name += "|"
    return name


def _added_token(content: str, token_id: int) -> dict[str, Any]:
    return {
        "id": token_id,
        "content": content,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }


def _normalizer(tokenizer: Tokenizer) -> dict[str, str] | None:
    form = tokenizer.normalization
    return None if form is None else {"type": form.upper()}


def _pre_tokenizer(tokenizer: Tokenizer) -> dict[str, Any]:
    byte_level = {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": False,
        "use_regex": False,
    }
    if _is_unsplit(tokenizer):
        return byte_level
    splits = [
        {
            "type": "Split",
            "pattern": {"Regex": expression},
            "behavior": "Isolated",
            "invert": False,
        }
        for expression in rewrite_stages(tokenizer.pattern, "oniguruma")
    ]
    return {"type": "Sequence", "pretokenizers": [*splits, byte_level]}


def _is_unsplit(tokenizer: Tokenizer) -> bool:
    return tokenizer.pattern == preset_pattern("none")


def _config_document(tokenizer: Tokenizer) -> dict[str, Any]:
    roles = {
        role: next((name for name in names if name in tokenizer.special_tokens), None)
        for role, names in _ROLES.items()
    }
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "clean_up_tokenization_spaces": False,
        **{role: content for role, content in roles.items() if content is not None},
    }


def _json_bytes(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
