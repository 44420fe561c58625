"""tekken.json, for mistral_common.

The id of a token there is its rank plus the number of special tokens, which have the first ids.
Our special tokens follow the merges, so only an imported tokenizer whose special tokens come first
keeps its ids. Every other one gets new ids, which no model trained with the old ones understands:
that is done only where `renumber` consents, and tekken_ids.json then says which id became which.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import ExportError
from engine.formats.reading.tekken import FILE_NAME
from engine.formats.sentences import say
from engine.formats.writing.merge_checks import ordinary_tokens
from engine.formats.writing.options import ExportOptions
from engine.formats.writing.tiktoken import check_rank_merging, gap_notes, tiktoken_pattern
from engine.sentences import all_of
from engine.settings import N_BYTES

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

MAPPING_FILE = "tekken_ids.json"
MAPPING_KIND = "tokenizer-workbench tekken ids"
_VERSION = "v3"
"""The oldest version of the format; it asks for nothing that a tokenizer alone does not have."""
_BOS, _EOS = "<s>", "</s>"


def tekken_files(tokenizer: Tokenizer, options: ExportOptions) -> dict[str, bytes]:
    """tekken.json, and the mapping of ids where they change. Raises ExportError."""
    check_rank_merging(tokenizer, "tekken.json")
    is_kept = keeps_ids(tokenizer)
    if not is_kept and not options.renumber:
        raise ExportError(_refusal(tokenizer), setting="renumber")
    files = {FILE_NAME: _json_bytes(_document(tokenizer))}
    if not is_kept:
        files[MAPPING_FILE] = _json_bytes(
            {
                "kind": MAPPING_KIND,
                "version": 1,
                "semantic_hash": tokenizer.semantic_hash,
                "note": "tekken_ids[i] is the id in tekken.json of what has the id i here.",
                "tekken_ids": tekken_ids(tokenizer),
            }
        )
    return files


def tekken_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the file should know, as sentences."""
    notes = gap_notes(tokenizer)
    if not keeps_ids(tokenizer):
        notes.append(say("tekken_renumbered", file=MAPPING_FILE))
    special = tokenizer.special_tokens
    missing = [name for name in (_BOS, _EOS) if name not in special]
    if missing:
        notes.append(say("tekken_names", tokens=all_of(missing)))
    if len(tokenizer.unused_ids):
        notes.append(say("tekken_left_out", n=len(tokenizer.unused_ids)))
    notes.append(say("tekken_special"))
    return notes


def keeps_ids(tokenizer: Tokenizer) -> bool:
    """Whether every token has the same id in tekken.json."""
    ids = tekken_ids(tokenizer)
    return all(new is None or new == old for old, new in enumerate(ids))


def tekken_ids(tokenizer: Tokenizer) -> list[int | None]:
    """The id in tekken.json of each of our ids; None for unused ones."""
    ids: list[int | None] = [None] * tokenizer.vocab_size
    for place, (_, token_id) in enumerate(_special_in_order(tokenizer)):
        ids[token_id] = place
    first = len(tokenizer.special_tokens)
    for rank, (token_id, _) in enumerate(_ranked(tokenizer)):
        ids[token_id] = first + rank
    return ids


def _ranked(tokenizer: Tokenizer) -> list[tuple[int, bytes]]:
    """Id and bytes of each ordinary token by rank: the bytes in their order, then the others."""
    byte_ids = set(tokenizer.ranked_ids[:N_BYTES].tolist())
    singles = [(int(i), bytes([b])) for b, i in enumerate(tokenizer.ranked_ids[:N_BYTES])]
    return singles + [entry for entry in ordinary_tokens(tokenizer) if entry[0] not in byte_ids]


def _special_in_order(tokenizer: Tokenizer) -> list[tuple[str, int]]:
    return sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])


def _document(tokenizer: Tokenizer) -> dict[str, Any]:
    ranked = _ranked(tokenizer)
    special = _special_in_order(tokenizer)
    return {
        "config": {
            "pattern": tiktoken_pattern(tokenizer),
            "num_vocab_tokens": len(ranked),
            "default_vocab_size": len(ranked) + len(special),
            "default_num_special_tokens": len(special),
            "version": _VERSION,
        },
        "vocab": [_entry(rank, token) for rank, (_, token) in enumerate(ranked)],
        "special_tokens": [
            {"rank": rank, "token_str": name, "is_control": True}
            for rank, (name, _) in enumerate(special)
        ],
        "version": 1,
        "type": "Tekken",
    }


def _entry(rank: int, token: bytes) -> dict[str, Any]:
    try:
        text = token.decode()
    except UnicodeDecodeError:
        text = None
    return {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": text}


def _refusal(tokenizer: Tokenizer) -> str:
    special = np.array(list(tokenizer.special_tokens.values()), np.int64)
    lowest = int(tokenizer.ranked_ids.min())
    if len(special) and int(special.max()) > lowest:
        token = tokenizer.vocabulary[int(special.max())].decode("utf-8", "replace")
        why = say("tekken_order", token=repr(token), id=int(special.max()), lowest=lowest)
    else:
        why = say("tekken_gaps")
    return say("tekken_impossible", reason=why, file=MAPPING_FILE)


def _json_bytes(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
