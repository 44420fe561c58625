"""Reading minbpe's `.model` files: a split pattern, special tokens and merges as pairs of ids.

    minbpe v1
    the split pattern, empty for the basic tokenizer, which does not split at all
    n, and n lines `name id` of special tokens
    lines `left right`, merges in order; the first makes id 256, the next 257, ...

The id of a byte is its value. GPT4Tokenizer shuffles its bytes, and that permutation is in no
file: minbpe itself refuses to save one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.encoding import Numbering, Tokenizer
from engine.formats.findings import (
    MERGE_TWICE,
    SPECIAL_TWICE,
    TOKEN_TOO_LONG,
    Findings,
    Kind,
    note_special_ids,
    short,
)
from engine.formats.pattern_dialects import minbpe_pattern
from engine.formats.reading.contents import Contents
from engine.machine import beginning, read_text, refusal, refuse_pattern
from engine.sentences import say
from engine.settings import LONGEST_TOKEN, MAX_VOCAB_SIZE, N_BYTES
from engine.splitting import preset_pattern

FIRST_LINE = "minbpe v1"
UNSPLIT = "none"
"""The preset of a tokenizer that does not split."""

_LINE_INVALID = Kind("line-invalid", "minbpe_lines_invalid")
_MOST_DIGITS = 9


def is_minbpe(path: Path) -> bool:
    """Whether a file begins as minbpe's do."""
    return path.is_file() and beginning(path).lstrip(b"\xef\xbb\xbf").startswith(b"minbpe v")


@dataclass
class MinbpeContents(Contents):
    """merges: pairs of ids in order."""

    merges: list[tuple[int, int]] = field(default_factory=list)

    def build(self) -> Tokenizer:
        return Tokenizer(
            self.merges,
            pattern=self.pattern,
            special_tokens=self.special_tokens,
            numbering=_numbering(len(self.merges), self.special_tokens),
        )


def read_minbpe(path: Path, pattern: str | None = None) -> MinbpeContents:
    """What a minbpe file holds. Raises TokenizerFileError."""
    refuse_pattern(path, pattern)
    contents = MinbpeContents(path)
    lines = read_text(path).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise refusal(
            path, say("wrong_first_line", line=repr(lines[0][:40]), expected=repr(FIRST_LINE)), 1
        )
    count = lines[2].strip() if len(lines) > 2 else ""
    if (n_special := _id(count)) is None:
        raise refusal(path, say("no_special_number", count=repr(count[:40])), 3)
    first_merge = 3 + n_special
    if first_merge > len(lines):
        raise refusal(path, say("special_cut_short", count=count))
    contents.special_tokens = _special_tokens(contents.found, lines[3:first_merge])
    contents.merges = _merges(contents.found, lines, first_merge)
    last_id = N_BYTES + len(contents.merges)
    note_special_ids(contents.found, contents.special_tokens, range(last_id))
    written = lines[1].strip()
    if written:
        contents.pattern = contents.found.attempt(minbpe_pattern, path, written) or ""
    else:
        contents.pattern = preset_pattern(UNSPLIT)
    return contents


def _numbering(n_merges: int, special_tokens: Mapping[str, int]) -> Numbering | None:
    """None where the special tokens follow the merges, as everywhere here."""
    lowest = min(special_tokens.values(), default=N_BYTES + n_merges)
    if lowest >= N_BYTES + n_merges:
        return None
    return Numbering(np.arange(N_BYTES + n_merges, dtype=np.uint32))


def _special_tokens(found: Findings, lines: Sequence[str]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 4):
        words = line.split()
        if len(words) != 2 or (token_id := _id(words[1])) is None:
            reason = say("no_special_and_id", line=repr(line[:60]))
            found.fault(_LINE_INVALID, repr(line[:40]), reason, line=number)
            continue
        if words[0] in ids:
            reason = say("special_doubled", name=repr(words[0]))
            found.fault(SPECIAL_TWICE, short(words[0], token_id), reason, line=number)
        ids[words[0]] = token_id
    return ids


def _merges(found: Findings, lines: Sequence[str], first: int) -> list[tuple[int, int]]:
    """The pairs of ids; a line that cannot be used still counts as making the next id."""
    merges: list[tuple[int, int]] = []
    lengths = [1] * N_BYTES
    known: set[tuple[int, int]] = set()
    for number, line in enumerate(lines[first:], first + 1):
        words = line.split()
        if not line and number == len(lines):
            break
        left, right = map(_id, words) if len(words) == 2 else (None, None)
        shown, length = repr(line[:40]), 1
        if left is None or right is None:
            reason = say("no_pair_of_ids", line=repr(line[:60]))
            found.fault(_LINE_INVALID, shown, reason, line=number)
        elif max(left, right) >= len(lengths):
            reason = say("id_not_made", id=max(left, right))
            found.fault(_LINE_INVALID, shown, reason, line=number)
        else:
            length = lengths[left] + lengths[right]
            if (left, right) in known:
                reason = say("pair_twice", left=left, right=right)
                found.fault(MERGE_TWICE, shown, reason, line=number)
            elif length > LONGEST_TOKEN:
                reason = say("token_over", longest=LONGEST_TOKEN)
                found.fault(TOKEN_TOO_LONG, shown, reason, line=number)
                length = 1
            known.add((left, right))
            merges.append((left, right))
        lengths.append(length)
    return merges


def _id(word: str) -> int | None:
    """A whole number that can be an id, or None."""
    if not word.isdecimal() or len(word) > _MOST_DIGITS or int(word) >= MAX_VOCAB_SIZE:
        return None
    return int(word)
