"""The filter of the vocabulary: what a person types, and which ids it leaves.

Conditions stand side by side and all must hold:
    the         tokens with this text in them; "·" and "␣" stand for a space, quotes keep spaces
    hex:e2 96   tokens with these bytes in them (up to the next condition)
    id:512      one id             length:>8   in bytes, also length:3 length:<=2 length:2..4
    is:special  is:partial is:space is:unused is:byte is:merge; `not:` turns one around
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from workbench.models.vocabulary_index import (
    BYTE,
    LEADING_SPACE,
    PARTIAL,
    SPECIAL,
    UNUSED,
    VocabularyIndex,
)

Bools = npt.NDArray[np.bool_]

_FLAGS = {
    "special": SPECIAL,
    "partial": PARTIAL,
    "space": LEADING_SPACE,
    "unused": UNUSED,
    "byte": BYTE,
}
_CONDITION = re.compile(
    r"hex:(?P<hex>[0-9a-fA-F]*(?: [0-9a-fA-F]{2}(?!\S))*)"
    r"|(?P<key>length|len|id|is|not):(?P<value>\S*)"
    r'|"(?P<quoted>[^"]*)"?|(?P<word>\S+)'
)
_LENGTH = re.compile(r"(?P<sign><=|>=|<|>|=)?(?P<low>\d+)(?:\.\.(?P<high>\d+))?")


class FilterError(ValueError):
    """A condition that cannot be read; `str(error)` is the sentence to show."""


@dataclass(frozen=True, slots=True)
class _Condition:
    key: str
    value: str


def filter_ids(index: VocabularyIndex, text: str) -> npt.NDArray[np.int64]:
    """Return the ids that fulfil every condition, in order. Raises FilterError."""
    kept = np.ones(index.n_tokens, np.bool_)
    for condition in _conditions(text):
        kept &= _holds(index, condition)
    return np.flatnonzero(kept)


def _conditions(text: str) -> list[_Condition]:
    found = []
    for match in _CONDITION.finditer(text):
        if match["hex"] is not None:
            found.append(_Condition("hex", match["hex"]))
        elif match["key"]:
            found.append(_Condition(match["key"], match["value"]))
        else:
            words = match["quoted"] if match["quoted"] is not None else match["word"]
            if words:
                found.append(_Condition("text", words))
    return found


def _holds(index: VocabularyIndex, condition: _Condition) -> Bools:
    key, value = condition.key, condition.value
    if key == "text":
        return _containing(index, _with_spaces(value).encode("utf-8", "replace"))
    if key == "hex":
        return _containing(index, _bytes_of(value))
    if key == "id":
        return _with_id(index, value)
    if key in ("length", "len"):
        return _with_length(index, value)
    holds = _with_flag(index, value)
    return ~holds if key == "not" else holds


def _with_spaces(text: str) -> str:
    return text.replace("·", " ").replace("␣", " ")


def _containing(index: VocabularyIndex, needle: bytes) -> Bools:
    """Return which tokens hold `needle`: compared byte by byte over all tokens at once."""
    joined, starts = index.joined, index.starts
    places = np.arange(max(len(joined) - len(needle) + 1, 0))
    for offset, byte in enumerate(needle):
        places = places[joined[places + offset] == byte]
    tokens = np.searchsorted(starts, places, "right") - 1
    holds = np.zeros(index.n_tokens, np.bool_)
    holds[tokens[places + len(needle) <= starts[tokens + 1]]] = True
    return holds


def _bytes_of(value: str) -> bytes:
    digits = value.replace(" ", "")
    if not digits:
        raise FilterError("hex: needs bytes in hexadecimal digits, such as hex:e2 96.")
    if len(digits) % 2:
        raise FilterError(f"hex:{value} has an odd number of digits; a byte has two.")
    return bytes.fromhex(digits)


def _with_id(index: VocabularyIndex, value: str) -> Bools:
    if not value.isdecimal():
        raise FilterError("id: needs a number, such as id:512.")
    return np.arange(index.n_tokens) == int(value)


def _with_length(index: VocabularyIndex, value: str) -> Bools:
    match = _LENGTH.fullmatch(value)
    if match is None:
        raise FilterError("length: needs bytes, such as length:3, length:>8 or length:2..4.")
    low, lengths = int(match["low"]), index.lengths
    if match["high"]:
        return (lengths >= low) & (lengths <= int(match["high"]))
    compare = {
        "<": lengths < low, "<=": lengths <= low, ">": lengths > low, ">=": lengths >= low,
    }  # fmt: skip
    return compare.get(match["sign"] or "=", lengths == low)


def _with_flag(index: VocabularyIndex, value: str) -> Bools:
    if value == "merge":
        return index.ranks >= 0
    if value not in _FLAGS:
        known = ", ".join((*_FLAGS, "merge"))
        raise FilterError(f"is:{value} is not known; there are {known}.")
    return (index.flags & _FLAGS[value]) != 0
