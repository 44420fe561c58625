"""What there is to say about a tokenizer that was read: reach, doubles, holes, special tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.analysis import (
    ALWAYS_CUT,
    NEVER_MERGED,
    NOT_NORMALIZED,
    SPECIAL_TEXT,
    vocabulary_report,
)
from engine.formats.findings import Finding, Severity, gathered

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_REASONS: dict[int, tuple[str, Severity, str]] = {
    NEVER_MERGED: (
        "never-merged", "warning", "{n} tokens are never made: merging their bytes gives others",
    ),
    NOT_NORMALIZED: (
        "not-normalized", "warning", "{n} tokens are not in the form that text is brought into",
    ),
    ALWAYS_CUT: (
        "cut-by-pattern", "warning", "{n} tokens are cut by the split pattern wherever they stand",
    ),
    SPECIAL_TEXT: (
        "holds-special", "note", "{n} tokens hold the text of a special token",
    ),
}  # fmt: skip
_ROLES_EXPECTED = ("bos", "eos")


def vocabulary_findings(
    tokenizer: Tokenizer, facts: dict[str, Any], *, is_pattern_tried: bool
) -> list[Finding]:
    """Findings on a tokenizer; its figures go into `facts`.

    is_pattern_tried: whether cutting with its pattern is known to end; otherwise tokens that the
    pattern would cut are not looked for.
    """
    _note_sizes(tokenizer, facts)
    findings = _doubled(tokenizer) + _holes(tokenizer, facts) + _special(tokenizer)
    findings += _roles(tokenizer)
    if is_pattern_tried:
        findings += _unreached(tokenizer, facts)
    else:
        facts["unreachable"] = "not looked for"
    return findings


def _note_sizes(tokenizer: Tokenizer, facts: dict[str, Any]) -> None:
    facts["vocabulary"] = tokenizer.vocab_size
    facts["merges"] = tokenizer.n_merges
    facts["special tokens"] = len(tokenizer.special_tokens)
    facts["longest token in bytes"] = int(tokenizer.token_lengths.max(initial=0))
    if tokenizer.extra_tokens:
        facts["tokens without a merge"] = len(tokenizer.extra_tokens)
    if tokenizer.normalization is not None:
        facts["normalization"] = tokenizer.normalization.upper()
    facts["semantic hash"] = tokenizer.semantic_hash


def _doubled(tokenizer: Tokenizer) -> list[Finding]:
    ids: dict[bytes, list[int]] = defaultdict(list)
    special = set(tokenizer.special_tokens.values())
    for token_id, token in enumerate(tokenizer.vocabulary):
        if token and token_id not in special:
            ids[token].append(token_id)
    doubled = [(token, found) for token, found in ids.items() if len(found) > 1]
    words = "{n} tokens have two ids for the same bytes"
    return gathered(
        doubled, "warning", "same-bytes", words,
        lambda item: (f"{item[0]!r} ({' and '.join(map(str, item[1]))})", ""),
    )  # fmt: skip


def _holes(tokenizer: Tokenizer, facts: dict[str, Any]) -> list[Finding]:
    unused = tokenizer.unused_ids
    facts["ids without a token"] = len(unused)
    if not len(unused):
        return []
    ranges = _ranges(unused)
    words = f"{len(unused):,} ids stand for no token: {', '.join(ranges[:3])}"
    more = f" and {len(ranges) - 3} more ranges" if len(ranges) > 3 else ""
    return [Finding("note", "id-holes", f"{words}{more}.")]


def _ranges(ids: Sequence[int]) -> list[str]:
    array = np.fromiter(ids, np.int64, len(ids))
    breaks = np.flatnonzero(np.diff(array) > 1) + 1
    parts = np.split(array, breaks)
    return [f"{a[0]:,}" if len(a) == 1 else f"{a[0]:,} to {a[-1]:,}" for a in parts]


def _special(tokenizer: Tokenizer) -> list[Finding]:
    special = tokenizer.special_tokens
    ids = set(special.values())
    ordinary = {token: i for i, token in enumerate(tokenizer.vocabulary) if token and i not in ids}
    clashes = [name for name in special if name.encode() in ordinary]
    words = "{n} special tokens have the text of an ordinary token"
    found = gathered(
        clashes, "warning", "special-is-ordinary", words,
        lambda name: (f"{name!r} ({special[name]} and {ordinary[name.encode()]})", ""),
    )  # fmt: skip
    names = sorted(special)
    inside = [(short, long) for short, long in pairwise(names) if long.startswith(short)]
    words = "{n} special tokens begin with another one; libraries disagree on which is read"
    found += gathered(
        inside, "note", "special-prefix", words,
        lambda item: (f"{item[1]!r} with {item[0]!r}", ""),
    )  # fmt: skip
    blank = [name for name in special if name != name.strip()]
    words = "{n} special tokens begin or end with white space"
    found += gathered(blank, "warning", "special-blank", words, lambda name: (repr(name), ""))
    if not special:
        sentence = (
            "There is no special token, so nothing marks where a document ends; a model that is "
            "trained with it needs one."
        )
        found.append(Finding("note", "special-none", sentence))
    return found


def _roles(tokenizer: Tokenizer) -> list[Finding]:
    roles = tokenizer.roles
    if not tokenizer.special_tokens or any(role in roles for role in _ROLES_EXPECTED):
        return []
    sentence = (
        "No role is known: the files do not say which special token begins or ends a document, "
        "and no name suggests it."
    )
    return [Finding("note", "roles-unknown", sentence)]


def _unreached(tokenizer: Tokenizer, facts: dict[str, Any]) -> list[Finding]:
    reasons = vocabulary_report(tokenizer).unreachable
    assert reasons is not None
    facts["unreachable"] = int(np.count_nonzero(reasons))
    found: list[Finding] = []
    for number, (code, severity, words) in _REASONS.items():
        ids = np.flatnonzero(reasons == number).tolist()
        found += gathered(
            ids, severity, code, words,
            lambda i: (f"{tokenizer.vocabulary[i][:24]!r} (id {i:,})", ""),
        )  # fmt: skip
    return found
