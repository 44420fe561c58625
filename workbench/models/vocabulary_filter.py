"""The filter of the vocabulary: what a person types, and which ids it leaves.

Conditions stand side by side and all must hold:
    the         tokens with this text in them; "·" and "␣" stand for a space, quotes keep spaces
    hex:e2 96   tokens with these bytes in them (up to the next condition)
    id:512      one id             length:>8   in bytes, also length:3 length:<=2 length:2..4
    chars:3     in characters      uses:0   uses:>=100, in the text that was measured
    script:Cyrillic                also script:Cyrl, script:none, script:mixed
    covers:50   the fewest tokens that cover half of the measured text
    is:special  and all other names of engine.vocabulary_report; `not:` turns one around
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.vocabulary_report import RECORD_NAMES, VocabularyReport
from workbench.models.vocabulary_index import VocabularyIndex

Bools = npt.NDArray[np.bool_]
Int64s = npt.NDArray[np.int64]

_CONDITION = re.compile(
    r"hex:(?P<hex>[0-9a-fA-F]*(?: [0-9a-fA-F]{2}(?!\S))*)"
    r"|(?P<key>length|len|chars|uses|covers|script|id|is|not):(?P<value>\S*)"
    r'|"(?P<quoted>[^"]*)"?|(?P<word>\S+)'
)
_RANGE = re.compile(r"(?P<sign><=|>=|<|>|=)?(?P<low>\d+)(?:\.\.(?P<high>\d+))?")


class FilterError(ValueError):
    """A condition that cannot be read; `str(error)` is the sentence to show."""


@dataclass(frozen=True, slots=True)
class _Condition:
    key: str
    value: str


def filter_ids(index: VocabularyIndex, text: str, report: VocabularyReport | None = None) -> Int64s:
    """Return the ids that fulfil every condition, in order. Raises FilterError.

    report: what is known of the tokens by now; by default what the index knows.
    """
    report = report or index.report
    kept = np.ones(index.n_tokens, np.bool_)
    for condition in _conditions(text):
        kept &= _holds(index, report, condition)
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


def _holds(index: VocabularyIndex, report: VocabularyReport, condition: _Condition) -> Bools:
    key, value = condition.key, condition.value
    match key:
        case "text":
            return _containing(index, _with_spaces(value).encode("utf-8", "replace"))
        case "hex":
            return _containing(index, _bytes_of(value))
        case "id":
            return _with_id(index, value)
        case "length" | "len":
            return _in_range("length", value, index.lengths)
        case "chars":
            return _in_range(key, value, report.facts.characters) & (report.facts.characters >= 0)
        case "uses":
            return _with_uses(report, value)
        case "covers":
            return _covering(report, value)
        case "script":
            return _of_script(report, value)
    holds = _named(report, value)
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


def _in_range(key: str, value: str, numbers: Int64s) -> Bools:
    match = _RANGE.fullmatch(value)
    if match is None:
        raise FilterError(f"{key}: needs a number, such as {key}:3, {key}:>8 or {key}:2..4.")
    low = int(match["low"])
    if match["high"]:
        return (numbers >= low) & (numbers <= int(match["high"]))
    compare = {
        "<": numbers < low, "<=": numbers <= low, ">": numbers > low, ">=": numbers >= low,
    }  # fmt: skip
    return compare.get(match["sign"] or "=", numbers == low)


def _with_uses(report: VocabularyReport, value: str) -> Bools:
    if report.uses is None:
        raise FilterError("uses: needs a text; count the uses in the report first.")
    return _in_range("uses", value, report.uses) & (report.uses >= 0)


def _covering(report: VocabularyReport, value: str) -> Bools:
    percent = value.removesuffix("%")
    if not percent.isdecimal() or not 0 < int(percent) <= 100:
        raise FilterError("covers: needs a share from 1 to 100, such as covers:50.")
    members = report.covering(int(percent))
    if members is None:
        raise FilterError("covers: needs a text; count the uses in the report first.")
    return members


def _of_script(report: VocabularyReport, value: str) -> Bools:
    members = report.of_script(value)
    if members is None:
        raise FilterError(f"script:{value} is not known; write it as script:Cyrillic.")
    return members


def _named(report: VocabularyReport, value: str) -> Bools:
    if value not in report.names:
        raise FilterError(f"is:{value} is not known; there are {', '.join(report.names)}.")
    members = report.named(value)
    if members is not None:
        return members
    if value == "unused-in-corpus":
        raise FilterError("is:unused-in-corpus needs a text; count the uses in the report first.")
    if value in RECORD_NAMES:
        raise FilterError(f"is:{value} needs a tokenizer that was trained here.")
    raise FilterError(f"is:{value} is not known yet; open the report first.")
