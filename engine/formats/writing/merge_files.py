"""vocab.json and merges.txt, the files of GPT-2.

They hold ids and merges in GPT-2's byte alphabet and nothing else: no split pattern, no special
tokens. merges.txt.json says both, for us and for people. tokenizer_config.json, which makes
transformers read the pair as GPT-2's, is written only for tokenizers that split as GPT-2 does;
with any other pattern it would give other ids without a word.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from engine.formats.pattern_dialects import rewrite_stages
from engine.formats.reading.contents import CONFIG_FILE, sidecar_fields
from engine.formats.reading.merge_files import SIDECAR_KIND
from engine.formats.writing.tokenizer_json import (
    added_tokens_decoder,
    check_names,
    json_bytes,
    role_fields,
    template_files,
    vocabulary_by_name,
)
from engine.sentences import say
from engine.splitting import preset_pattern
from engine.text import form_name

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

IDS_FILE = "vocab.json"
MERGES_FILE = "merges.txt"
SIDECAR_FILE = "merges.txt.json"
_HEADER = "#version: 0.2"
_SAME_SPLIT = (
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
)
"""Other ways to write GPT-2's pattern: of CS336 and minbpe, and of tiktoken today."""


def splits_as_gpt2(tokenizer: Tokenizer) -> bool:
    """Whether the split pattern is GPT-2's, in one of the ways in which it is written."""
    return tokenizer.pattern in (preset_pattern("gpt2"), *_SAME_SPLIT)


def merge_files(tokenizer: Tokenizer, chat_template: str | None) -> dict[str, bytes]:
    """The files by name. Raises ExportError for a vocabulary that they cannot hold."""
    _check(tokenizer)
    vocabulary = vocabulary_by_name(tokenizer)
    names = list(vocabulary)
    lines = [f"{names[a]} {names[b]}" for a, b in tokenizer.merges.tolist()]
    _check_lines(lines)
    merges = "\n".join([_HEADER, *lines]) + "\n"
    files = {
        IDS_FILE: json.dumps(vocabulary, ensure_ascii=False).encode(),
        MERGES_FILE: merges.encode(),
        SIDECAR_FILE: json_bytes(
            _sidecar(tokenizer, merges.encode()) | sidecar_fields(tokenizer, chat_template)
        ),
    }
    if splits_as_gpt2(tokenizer):
        files[CONFIG_FILE] = json_bytes(_config(tokenizer))
        files |= template_files(chat_template)
    return files


def merge_files_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the files should know, as sentences."""
    notes: list[str] = [say("merges_hold_no_pattern", file=SIDECAR_FILE)]
    if not splits_as_gpt2(tokenizer):
        notes.append(say("merges_other_pattern", file=SIDECAR_FILE))
    special = tokenizer.special_tokens.values()
    if special and min(special) < int(tokenizer.ranked_ids.max()):
        notes.append(say("merges_special_between"))
    if len(tokenizer.unused_ids):
        notes.append(say("ids_filled", n=len(tokenizer.unused_ids)))
    return notes


def _check(tokenizer: Tokenizer) -> None:
    check_names(tokenizer, IDS_FILE)
    if tokenizer.normalization is not None:
        raise ExportError(
            say(
                "merges_normalization",
                form=form_name(tokenizer.normalization),
                ids_file=IDS_FILE,
                merges_file=MERGES_FILE,
            )
        )
    if tokenizer.whole_tokens:
        token = next(iter(tokenizer.whole_tokens))
        raise ExportError(
            say(
                "merges_whole_tokens",
                token=repr(token),
                n=len(tokenizer.whole_tokens) - 1,
                file=MERGES_FILE,
            )
        )


def _check_lines(lines: list[str]) -> None:
    """tokenizers passes over every line that begins as the header does."""
    for number, line in enumerate(lines, 2):
        if line.startswith("#version"):
            raise ExportError(
                say("merges_header", merge=repr(line), number=number, file=MERGES_FILE)
            )


def _sidecar(tokenizer: Tokenizer, merges: bytes) -> dict[str, Any]:
    special = tokenizer.special_tokens
    return {
        "kind": SIDECAR_KIND,
        "version": 1,
        "ids": IDS_FILE,
        "merges": MERGES_FILE,
        "sha256": hashlib.sha256(merges).hexdigest(),
        "vocab_size": tokenizer.vocab_size,
        "pattern_in_workbench": tokenizer.pattern,
        "patterns_for_oniguruma": rewrite_stages(tokenizer.pattern, "oniguruma"),
        "special_tokens": special,
        "unused_ids": len(tokenizer.unused_ids),
        "semantic_hash": tokenizer.semantic_hash,
        "notes": merge_files_notes(tokenizer),
    }


def _config(tokenizer: Tokenizer) -> dict[str, Any]:
    # GPT-2's class has <|endoftext|> in three roles unless it is told otherwise.
    roles = {"bos_token": None, "eos_token": None, "unk_token": None} | role_fields(tokenizer)
    return {
        "tokenizer_class": "GPT2Tokenizer",
        "add_prefix_space": False,
        "clean_up_tokenization_spaces": False,
        "added_tokens_decoder": added_tokens_decoder(tokenizer),
        **roles,
    }
