"""NAME.tiktoken with its two companions.

The rank file holds one line `base64(token) rank` for each byte and merge and nothing else: no
split pattern, no special tokens. Those go into NAME.tiktoken.json, with the SHA-256 of the rank
file, and NAME_tiktoken.py builds a `tiktoken.Encoding` from the two.
"""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.errors import ExportError
from engine.formats.patterns.dialects import rewrite_pattern
from engine.formats.patterns.published_forms import refuse_empty_matches
from engine.formats.reading.companions import sidecar_fields
from engine.formats.reading.tiktoken import SIDECAR_KIND
from engine.formats.sentences import say
from engine.formats.writing.merge_checks import (
    doubled_token,
    first_rank_conflict,
    ordinary_tokens,
    rank_difference,
    refuse_other_text,
    special_token_prefix,
)
from engine.splitting import Splitter

if TYPE_CHECKING:
    from engine.encoding import Tokenizer


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
    notes: list[str] = gap_notes(tokenizer)
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
    notes: list[str] = []
    if may_leave_gaps(tokenizer):
        notes.append(say("tiktoken_drops"))
    return notes


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
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
