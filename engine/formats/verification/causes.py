"""What probably makes a difference between our ids and those of another library.

Told from the two cuts of the text that differs, in this order: other bytes (a normalizer, dropped
text, a special token read in it), tokens across our pre-token boundaries (the pattern), a
pre-token given out whole (the whole-token rule), other merges inside a pre-token, other numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from engine.formats.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_MOST_SHOWN = 40


def probable_cause(
    tokenizer: Tokenizer,
    text: str,
    ours: tuple[Sequence[int], Sequence[bytes]],
    theirs: tuple[Sequence[int], Sequence[bytes]],
) -> str:
    """A sentence without its full stop. ours, theirs: ids and bytes of the tokens of the text."""
    our_bytes, their_bytes = b"".join(ours[1]), b"".join(theirs[1])
    if special := _only_there(tokenizer, ours[0], theirs[0]):
        return say("cause_special_there", token=repr(special))
    if special := _only_there(tokenizer, theirs[0], ours[0]):
        return say("cause_special_here", token=repr(special))
    if our_bytes != their_bytes:
        return _cause_of_other_bytes(tokenizer, text, our_bytes, their_bytes)
    if list(ours[1]) == list(theirs[1]):
        return say("cause_other_ids")
    their_ends = set(accumulate(map(len, theirs[1])))
    our_ends = set(accumulate(map(len, ours[1])))
    borders = _borders(tokenizer, text)
    if special := _special_inside(tokenizer, text):
        return say("cause_special_inside", token=repr(special))
    if missing := sorted(borders & our_ends - their_ends):
        return say("cause_pattern", byte=missing[0])
    return _cause_inside(borders, theirs[1], ours[1])


def _cause_inside(borders: set[int], theirs: Sequence[bytes], ours: Sequence[bytes]) -> str:
    """Every boundary of ours is one there: finer cuts, a whole pre-token, or other merges."""
    end = 0
    our_ends = set(accumulate(map(len, ours)))
    for token in theirs:
        start, end = end, end + len(token)
        is_one_pretoken = start in borders | {0} and end in borders
        if is_one_pretoken and any(start < inner < end for inner in our_ends):
            return say("cause_whole_token", token=repr(token))
    finer = set(accumulate(map(len, theirs))) - our_ends
    if finer and not our_ends - set(accumulate(map(len, theirs))):
        return say("cause_finer")
    return say("cause_order")


def _cause_of_other_bytes(tokenizer: Tokenizer, text: str, ours: bytes, theirs: bytes) -> str:
    if tokenizer.normalization is not None:
        return say("cause_unicode_form", form=tokenizer.normalization.upper())
    kept, dropped = _left_by_pattern(tokenizer, text.encode())
    if dropped and theirs == kept:
        return say("cause_dropped", dropped=_shown(dropped))
    if missing := _left_out(ours, theirs):
        at, piece = missing
        return say("cause_without_piece", piece=_shown(piece), byte=at)
    if theirs.startswith(b" ") and not text.startswith(" "):
        return say("cause_space")
    return say("cause_normalizer")


def _left_by_pattern(tokenizer: Tokenizer, data: bytes) -> tuple[bytes, bytes]:
    """The text that the split pattern matches, and what it leaves over."""
    spans, matched = tokenizer.splitter.spans_with_flags(data)
    pieces = [(data[a:b], m) for (a, b), m in zip(spans.tolist(), matched, strict=True)]
    return b"".join(p for p, m in pieces if m), b"".join(p for p, m in pieces if not m)


def _left_out(ours: bytes, theirs: bytes) -> tuple[int, bytes] | None:
    """Offset and bytes of the one stretch of `ours` without which it is `theirs`."""
    n_missing = len(ours) - len(theirs)
    pairs = zip(ours, theirs, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), len(theirs))
    if n_missing <= 0 or ours[at + n_missing :] != theirs[at:]:
        return None
    return at, ours[at : at + n_missing]


def _shown(data: bytes) -> str:
    text = data.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…")


def _only_there(tokenizer: Tokenizer, ours: Sequence[int], theirs: Sequence[int]) -> str | None:
    """A special token among `theirs` that is not among `ours`."""
    names = {token_id: name for name, token_id in tokenizer.special_tokens.items()}
    return next((names[i] for i in theirs if i in names and i not in set(ours)), None)


def _special_inside(tokenizer: Tokenizer, text: str) -> str | None:
    return next((name for name in tokenizer.special_tokens if name in text), None)


def _borders(tokenizer: Tokenizer, text: str) -> set[int]:
    """Byte offsets at which our split pattern cuts the text, its end among them."""
    return set(accumulate(len(piece.encode()) for piece in tokenizer.splitter.split(text)))
