"""Twins of a token: the same letters in another case, after a space or not, in another form.

Two tokens are twins where leading spaces, upper and lower case (Unicode default case folding)
and the compatibility form (NFKC, UAX #15, of the running Python) make no difference. What they
differ in is said for each pair.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from engine.vocabulary_facts import VocabularyFacts

_SLICE = 8_192
_WIDE = frozenset("FH")
Int64s = npt.NDArray[np.int64]


class TwinDifference(StrEnum):
    """What two twins differ in."""

    SPACE = "leading space"
    CASE = "case"
    WIDTH = "full width"
    FORM = "normal form"
    COMPATIBILITY = "compatibility form"


@dataclass(frozen=True, eq=False)
class TokenTwins:
    """The groups of twins in a vocabulary.

    vocabulary: the bytes of each id. groups: int64[n], a number that twins share, -1 for tokens
    without twins. order, starts: the ids of group g are order[starts[g]:starts[g + 1]].
    """

    vocabulary: Sequence[bytes]
    groups: Int64s
    order: Int64s
    starts: Int64s

    def of(self, token_id: int) -> tuple[tuple[int, tuple[TwinDifference, ...]], ...]:
        """The twins of a token in the order of their ids, and what each differs in."""
        group = int(self.groups[token_id])
        if group < 0:
            return ()
        own = self.vocabulary[token_id].decode()
        others = self.order[self.starts[group] : self.starts[group + 1]]
        return tuple(
            (other, _differences(own, self.vocabulary[other].decode()))
            for other in others.tolist()
            if other != token_id
        )


def twin_steps(
    vocabulary: Sequence[bytes], facts: VocabularyFacts
) -> Generator[float, None, TokenTwins]:
    """Yields the share that is done, some milliseconds apart; returns the twins."""
    numbers: dict[str, int] = {}
    n = len(vocabulary)
    found = np.full(n, -1, np.int64)
    is_text = facts.characters > 0
    for start in range(0, n, _SLICE):
        ids = start + np.flatnonzero(is_text[start : start + _SLICE])
        keys = [_key(vocabulary[i].decode()) for i in ids.tolist()]
        found[ids] = [numbers.setdefault(key, len(numbers)) if key else -1 for key in keys]
        yield min(start + _SLICE, n) / n
    sizes = np.bincount(found[found >= 0], minlength=max(len(numbers), 1))
    is_twin = (found >= 0) & (sizes[found] > 1)
    new_number = np.cumsum(sizes > 1) - 1
    groups = np.where(is_twin, new_number[found], -1)
    order = np.flatnonzero(is_twin)
    order = order[np.argsort(groups[order], kind="stable")]
    starts = np.zeros(int((sizes > 1).sum()) + 1, np.int64)
    np.cumsum(sizes[sizes > 1], out=starts[1:])
    return TokenTwins(vocabulary, groups, order, starts)


def _key(text: str) -> str:
    """What twins have in common; "" for white space alone, which has no twins."""
    if text.isascii():
        return text.strip(" ").lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).strip(" ")


def _differences(one: str, other: str) -> tuple[TwinDifference, ...]:
    found = []
    if one[: len(one) - len(one.lstrip(" "))] != other[: len(other) - len(other.lstrip(" "))]:
        found.append(TwinDifference.SPACE)
    one, other = one.strip(" "), other.strip(" ")
    if unicodedata.normalize("NFKC", one) != unicodedata.normalize("NFKC", other):
        found.append(TwinDifference.CASE)
        one, other = one.casefold(), other.casefold()
    if one != other:
        found.append(_form_difference(one, other))
    return tuple(found)


def _form_difference(one: str, other: str) -> TwinDifference:
    if unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other):
        return TwinDifference.FORM
    if any(unicodedata.east_asian_width(letter) in _WIDE for letter in one + other):
        return TwinDifference.WIDTH
    return TwinDifference.COMPATIBILITY
