"""NAME.model, for minbpe: the split pattern on one line, special tokens, merges as pairs of ids.

minbpe reads the pattern with `strip`, special tokens with `split`, and splits with `re.findall`,
which drops what does not match and returns groups instead of matches where there are any. The
pattern is written so that none of this changes a boundary; what cannot be written is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import ExportError
from engine.formats.llama_cpp import cut_of, probe_texts
from engine.formats.pattern_dialects import refuse_empty_matches
from engine.formats.reading.minbpe import FIRST_LINE
from engine.formats.writing.merge_checks import refuse_other_text
from engine.formats.writing.tiktoken import may_leave_gaps
from engine.sentences import say
from engine.settings import N_BYTES
from engine.splitting import (
    ExpressionError,
    compile_stage,
    pattern_stages,
    preset_pattern,
    spans_of,
    stable_regex,
)

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_EMPTY_GROUP = "(?:)"
"""Matches nothing, and keeps `strip` from the blank beside it."""
_PARTS = re.compile(
    r"\\(?P<reference>[1-9]|g<)|\\.|\(\?#[^)]*\)|\[\^?\]?(?:\[:\^?[a-zA-Z]+:\]|\\.|[^\]\\])*\]"
    r"|(?P<opening>\(\?P?<(?![=!])[^>]*>|\((?!\?))|.",
    re.DOTALL,
)
"""A reference, an escape, a comment, a set, the opening of a group that captures, a character."""
_LEADING_FLAGS = re.compile(r"(?:\(\?[a-zA-Z0-9]+\))+")
_EVERY_FEW = 5
"""Every fifth probe text is compared."""


def minbpe_files(tokenizer: Tokenizer, name: str) -> dict[str, bytes]:
    """The file by name. Raises ExportError where minbpe would give other ids."""
    _check(tokenizer)
    special = _special_lines(tokenizer)
    lines = [FIRST_LINE, minbpe_pattern(tokenizer), str(len(special)), *special]
    lines += [f"{left} {right}" for left, right in tokenizer.merges.tolist()]
    return {f"{name}.model": ("\n".join(lines) + "\n").encode()}


def minbpe_notes(tokenizer: Tokenizer) -> list[str]:
    """What a user of the file should know, as sentences."""
    notes: list[str] = []
    if may_leave_gaps(tokenizer):
        notes.append(say("unmatched_dropped", library="minbpe"))
    if len(tokenizer.unused_ids):
        notes.append(say("minbpe_ids_left_out", n=len(tokenizer.unused_ids)))
    if tokenizer.pattern != preset_pattern("cl100k"):
        notes.append(say("minbpe_load"))
    notes.append(say("minbpe_regex"))
    return notes


def minbpe_pattern(tokenizer: Tokenizer) -> str:
    """The split pattern on one line, without groups that capture and without blanks at its ends.

    Raises ExportError for a pattern that cannot be written so.
    """
    pattern = tokenizer.pattern
    if compile_stage(pattern_stages(pattern)[0]).n_groups:
        pattern = _without_captures(pattern)
    if may_leave_gaps(tokenizer):
        flags, body = _parted_flags(pattern)
        pattern = rf"{flags}(?:{body})|(?:(?!{body})[\s\S])+"
    if "\n" in pattern or "\r" in pattern:
        if re.search(r"\(\?[a-zA-Z]*x", pattern):
            raise ExportError(say("minbpe_lines"))
        pattern = pattern.replace("\n", r"\n").replace("\r", r"\r")
    if pattern != pattern.rstrip():
        pattern += _EMPTY_GROUP
    if pattern != pattern.lstrip():
        pattern = _EMPTY_GROUP + pattern
    _check_cuts(tokenizer.pattern, pattern)
    return pattern


def _parted_flags(pattern: str) -> tuple[str, str]:
    """Flags such as `(?i)` at the very start, which must stay there, and the rest."""
    found = _LEADING_FLAGS.match(pattern)
    end = found.end() if found else 0
    return pattern[:end], pattern[end:]


def _check_cuts(pattern: str, written: str) -> None:
    """Raise ExportError if what is written does not cut the probe texts as the pattern does."""
    try:
        expression = stable_regex(written)
        same = not expression.n_groups and all(
            tuple(text[start:end] for start, end in spans_of(expression, text, pattern))
            == cut_of(pattern, text)
            for text in probe_texts()[::_EVERY_FEW]
        )
    except ExpressionError:
        same = False
    if not same:
        raise ExportError(say("minbpe_pattern", pattern=repr(pattern)))


def _without_captures(pattern: str) -> str:
    parts = []
    for part in _PARTS.finditer(pattern):
        if part["reference"] or pattern.startswith("(?P=", part.start()):
            raise ExportError(say("minbpe_group", position=part.start()))
        parts.append("(?:" if part["opening"] else part[0])
    return "".join(parts)


def _check(tokenizer: Tokenizer) -> None:
    refuse_other_text(tokenizer, "minbpe")
    numbering = tokenizer.numbering
    if numbering is not None and (
        numbering.extra_tokens
        or numbering.ignore_merges
        or not np.array_equal(numbering.ids, np.arange(N_BYTES + tokenizer.n_merges))
    ):
        raise ExportError(say("minbpe_ids"))
    pairs = Counter(map(tuple, tokenizer.merges.tolist()))
    doubled = next((pair for pair, count in pairs.items() if count > 1), None)
    if doubled is not None:
        raise ExportError(say("minbpe_merge_twice", left=doubled[0], right=doubled[1]))
    refuse_empty_matches(tokenizer.pattern, "minbpe", say("empty_given_out"))


def _special_lines(tokenizer: Tokenizer) -> list[str]:
    """`name id` of each; where one begins with another, the longer first, as minbpe tries them."""
    special = tokenizer.special_tokens
    for name in special:
        if name.split() != [name]:
            raise ExportError(say("minbpe_space", name=repr(name)))
    names = sorted(special, key=special.__getitem__)
    ordered = sorted(names)
    if any(longer.startswith(shorter) for shorter, longer in pairwise(ordered)):
        names = sorted(names, key=len, reverse=True)
    return [f"{name} {special[name]}" for name in names]
