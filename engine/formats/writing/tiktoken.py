"""Files of ranks: NAME.tiktoken with its two companions, and tekken.json for mistral_common.

NAME.tiktoken holds one line `base64(token) rank` for each byte and merge and nothing else: no
split pattern, no special tokens. Those go into NAME.tiktoken.json, with the SHA-256 of the rank
file, and NAME_tiktoken.py builds a `tiktoken.Encoding` from the two.

The id of a token in tekken.json is its rank plus the number of special tokens, which have the first
ids. Our special tokens follow the merges, so only an imported tokenizer whose special tokens come
first keeps its ids. Every other one gets new ids, which no model trained with the old ones
understands: that is done only where `renumber` consents, and tekken_ids.json then says which id
became which.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import ExportError
from engine.formats.pattern_dialects import refuse_empty_matches, rewrite_pattern
from engine.formats.reading.contents import sidecar_fields
from engine.formats.reading.tiktoken import SIDECAR_KIND, TEKKEN_FILE
from engine.formats.writing.export_formats import ExportOptions
from engine.formats.writing.merge_checks import (
    doubled_token,
    first_rank_conflict,
    ordinary_tokens,
    rank_difference,
    refuse_other_text,
    special_in_order,
    special_token_prefix,
)
from engine.formats.writing.tokenizer_json import json_bytes
from engine.sentences import all_of, say
from engine.settings import N_BYTES
from engine.splitting import Splitter

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
MAPPING_FILE = "tekken_ids.json"
MAPPING_KIND = "tokenizer-workbench tekken ids"
_TEKKEN_VERSION = "v3"
"""The oldest version of the format; it asks for nothing that a tokenizer alone does not have."""
_BOS, _EOS = "<s>", "</s>"


def tiktoken_files(tokenizer: Tokenizer, name: str) -> dict[str, bytes]:
    """The three files by name. Raises ExportError where tiktoken would give other ids."""
    check_rank_merging(tokenizer, "a .tiktoken file")
    ranks = _rank_lines(tokenizer)
    loader = files("engine.formats").joinpath("tiktoken_loader.py.txt").read_text("utf-8")
    return {
        f"{name}.tiktoken": ranks,
        f"{name}.tiktoken.json": _sidecar(tokenizer, name, ranks),
        f"{name.replace('-', '_')}_tiktoken.py": loader.replace("@NAME@", name).encode(),
    }


def tiktoken_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the files should know, as sentences."""
    notes = gap_notes(tokenizer)
    if len(tokenizer.unused_ids):
        notes.append(say("tiktoken_unused", n=len(tokenizer.unused_ids)))
    if prefix := special_token_prefix(tokenizer):
        notes.append(say("tiktoken_prefix", longer=repr(prefix[1]), shorter=repr(prefix[0])))
    return notes


def tiktoken_pattern(tokenizer: Tokenizer) -> str:
    """The split pattern for fancy-regex, with an alternative for what it would drop."""
    pattern = rewrite_pattern(tokenizer.pattern, "fancy-regex")
    if not may_leave_gaps(tokenizer):
        return pattern
    return rf"(?:{pattern})|(?:(?!{pattern})[\s\S])+"


def gap_notes(tokenizer: Tokenizer) -> list[str]:
    """A sentence where the pattern had to be completed."""
    return [say("unmatched_dropped", library="tiktoken")] if may_leave_gaps(tokenizer) else []


def may_leave_gaps(tokenizer: Tokenizer) -> bool:
    """Whether there is text that the split pattern does not match."""
    return not Splitter(tokenizer.pattern).leaves_nothing


def check_rank_merging(tokenizer: Tokenizer, file: str) -> None:
    """Raise ExportError where tiktoken's merging by rank would give other ids.

    file: what is to be written, in the words of a sentence.
    """
    refuse_other_text(tokenizer, "tiktoken")
    if doubled := doubled_token(tokenizer):
        same = tokenizer.vocabulary[doubled[0]]
        raise ExportError(
            say(
                "tiktoken_same_bytes", one=doubled[0], other=doubled[1], token=repr(same), file=file
            )
        )
    if tokenizer.numbering is not None:
        if (token := rank_difference(tokenizer)) is not None:
            raise ExportError(say("tiktoken_not_made", token=repr(token)))
    elif conflict := first_rank_conflict(tokenizer):
        raise ExportError(
            say("tiktoken_other_encoding", id=conflict.token_id, token=repr(conflict.token))
        )
    refuse_empty_matches(tokenizer.pattern, "tiktoken", say("empty_stops"))


def _rank_lines(tokenizer: Tokenizer) -> bytes:
    return b"".join(
        base64.b64encode(token) + b" %d\n" % rank for rank, token in ordinary_tokens(tokenizer)
    )


def _unused_ranges(tokenizer: Tokenizer) -> list[int] | list[list[int]] | None:
    """[first, end] of the ids kept for merges; of an imported tokenizer one such pair per gap."""
    unused = tokenizer.unused_ids
    if not len(unused):
        return None
    if isinstance(unused, range):
        return [unused.start, unused.stop]
    breaks = [0, *(i for i in range(1, len(unused)) if unused[i] != unused[i - 1] + 1), len(unused)]
    return [[unused[a], unused[b - 1] + 1] for a, b in pairwise(breaks)]


def _sidecar(tokenizer: Tokenizer, name: str, ranks: bytes) -> bytes:
    document = {
        "kind": SIDECAR_KIND,
        "version": 1,
        "name": name,
        "ranks": f"{name}.tiktoken",
        "sha256": hashlib.sha256(ranks).hexdigest(),
        "vocab_size": tokenizer.vocab_size,
        "pattern": tiktoken_pattern(tokenizer),
        "pattern_in_workbench": tokenizer.pattern,
        "special_tokens": tokenizer.special_tokens,
        "unused_ids": _unused_ranges(tokenizer),
        "semantic_hash": tokenizer.semantic_hash,
        **sidecar_fields(tokenizer, tokenizer.chat_template),
        "notes": tiktoken_notes(tokenizer),
    }
    return json_bytes(document)


def tekken_files(tokenizer: Tokenizer, options: ExportOptions) -> dict[str, bytes]:
    """tekken.json, and the mapping of ids where they change. Raises ExportError."""
    check_rank_merging(tokenizer, "tekken.json")
    is_kept = keeps_ids(tokenizer)
    if not is_kept and not options.renumber:
        raise ExportError(_tekken_refusal(tokenizer), setting="renumber")
    written = {TEKKEN_FILE: json_bytes(_tekken_document(tokenizer), 1)}
    if not is_kept:
        mapping = {
            "kind": MAPPING_KIND,
            "version": 1,
            "semantic_hash": tokenizer.semantic_hash,
            "note": "tekken_ids[i] is the id in tekken.json of what has the id i here.",
            "tekken_ids": tekken_ids(tokenizer),
        }
        written[MAPPING_FILE] = json_bytes(mapping, 1)
    return written


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
    for place, (_, token_id) in enumerate(special_in_order(tokenizer)):
        ids[token_id] = place
    first = len(tokenizer.special_tokens)
    for rank, (token_id, _) in enumerate(_tekken_ranks(tokenizer)):
        ids[token_id] = first + rank
    return ids


def _tekken_ranks(tokenizer: Tokenizer) -> list[tuple[int, bytes]]:
    """Id and bytes of each ordinary token by rank: the bytes in their order, then the others."""
    byte_ids = set(tokenizer.ranked_ids[:N_BYTES].tolist())
    singles = [(int(i), bytes([b])) for b, i in enumerate(tokenizer.ranked_ids[:N_BYTES])]
    return singles + [entry for entry in ordinary_tokens(tokenizer) if entry[0] not in byte_ids]


def _tekken_document(tokenizer: Tokenizer) -> dict[str, Any]:
    ranked = _tekken_ranks(tokenizer)
    special = special_in_order(tokenizer)
    return {
        "config": {
            "pattern": tiktoken_pattern(tokenizer),
            "num_vocab_tokens": len(ranked),
            "default_vocab_size": len(ranked) + len(special),
            "default_num_special_tokens": len(special),
            "version": _TEKKEN_VERSION,
        },
        "vocab": [_tekken_entry(rank, token) for rank, (_, token) in enumerate(ranked)],
        "special_tokens": [
            {"rank": rank, "token_str": name, "is_control": True}
            for rank, (name, _) in enumerate(special)
        ],
        "version": 1,
        "type": "Tekken",
    }


def _tekken_entry(rank: int, token: bytes) -> dict[str, Any]:
    try:
        text = token.decode()
    except UnicodeDecodeError:
        text = None
    return {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": text}


def _tekken_refusal(tokenizer: Tokenizer) -> str:
    special = np.array(list(tokenizer.special_tokens.values()), np.int64)
    lowest = int(tokenizer.ranked_ids.min())
    if len(special) and int(special.max()) > lowest:
        token = tokenizer.vocabulary[int(special.max())].decode("utf-8", "replace")
        why = say("tekken_order", token=repr(token), id=int(special.max()), lowest=lowest)
    else:
        why = say("tekken_gaps")
    return say("tekken_impossible", reason=why, file=MAPPING_FILE)
