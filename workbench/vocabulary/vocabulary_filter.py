r"""The filter of the vocabulary: the typed conditions, and the ids that match them all.

`filter_mask` applies them to a `VocabularyIndex`, the arrays of a vocabulary that are made once.
Conditions are separated by spaces:
    the         tokens with this text in them, in the notations of token_notation; quotes keep
                spaces. So does a word: one space parts it from the condition before, others are
                its own
    /^ ?\p{Lu}/  tokens in which this regular expression is found; /the/i in any case
    hex:e2 96   tokens with these bytes in them (up to the next condition)
    id:512      one id             length:>8   in bytes, also length:3 length:<=2 length:2..4
    chars:3     in characters      uses:0   uses:>=100, in the text that was measured
    rank:0..99  the first merges   count:>=50   applied:<10, when the pair was merged
    from:512    tokens whose tree contains the token 512
    words:>=2   pieces between spaces; is:superword  the same by letters and numbers, too
    script:Cyrillic                also script:Cyrl, script:none, script:mixed
    covers:50   the fewest tokens that cover half of the measured text
    is:special  and all other names of engine.analysis.report; `not:` turns one around
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import regex

from engine.analysis import RECORD_NAMES, VocabularyReport
from engine.compiled import Bools, Int64s
from workbench.vocabulary.token_lines import TooSlowError
from workbench.vocabulary.token_notation import found_by, ids_containing, readings_of
from workbench.vocabulary.vocabulary_index import VocabularyIndex

_CONDITION = re.compile(
    r"hex:(?P<hex>[0-9a-fA-F]*(?: [0-9a-fA-F]{2}(?!\S))*)"
    r"|(?P<key>length|len|chars|words|uses|covers|script|id|is|not|rank|count|applied|from):(?P<value>\S*)"
    r"|/(?P<regex>(?:[^/\\]|\\.)+)(?:/(?P<any_case>i?)(?!\S)|/?$)"
    r'|"(?P<quoted>[^"]*)"?|(?P<word>\S+)'
)
_RANGE = re.compile(r"(?P<sign><=|>=|<|>|=)?(?P<low>\d+)(?:\.\.(?P<high>\d+))?")


class FilterError(ValueError):
    """An invalid condition; `str(error)` is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition. words: as a person would type it, with all quotes closed."""

    key: str
    value: str
    words: str


def filter_mask(index: VocabularyIndex, text: str, report: VocabularyReport | None = None) -> Bools:
    """Return bool[n]: whether each id fulfils every condition. Raises FilterError.

    report: what is known of the tokens by now; by default what the index knows.
    """
    report = report or index.report
    kept = np.ones(index.n_tokens, np.bool_)
    for condition in conditions_of(text):
        kept &= _holds(index, report, condition)
    return kept


def conditions_of(text: str) -> tuple[Condition, ...]:
    """Return the conditions that a text holds, from the left."""
    found = []
    end = 0
    for match in _CONDITION.finditer(text):
        words = match[0].strip()
        spaces = text[end : match.start()].count(" ") - (end > 0)
        end = match.end()
        if match["hex"] is not None:
            found.append(Condition("hex", match["hex"], words))
        elif match["key"]:
            found.append(Condition(match["key"], match["value"], words))
        elif match["regex"] is not None:
            key = "regex-i" if match["any_case"] else "regex"
            close = "/i" if match["any_case"] else "/"
            found.append(Condition(key, match["regex"], f"/{match['regex']}{close}"))
        elif match["quoted"] is not None:
            if match["quoted"]:
                found.append(Condition("text", match["quoted"], f'"{match["quoted"]}"'))
        elif spaces > 0 and '"' not in words:
            value = " " * spaces + match["word"]
            found.append(Condition("text", value, f'"{value}"'))
        else:
            found.append(Condition("text", match["word"], words))
    return tuple(found)


def has_open_expression(text: str) -> bool:
    """Return whether the last condition is a regular expression without its closing slash."""
    found = list(_CONDITION.finditer(text))
    return bool(found) and found[-1]["regex"] is not None and not re.search("/i?$", found[-1][0])


def _holds(index: VocabularyIndex, report: VocabularyReport, condition: Condition) -> Bools:
    key, value = condition.key, condition.value
    match key:
        case "text":
            return _with_text(index, condition)
        case "regex" | "regex-i":
            return _matching(index, value, any_case=key == "regex-i")
        case "hex":
            return _containing(index, _bytes_of(value))
        case "id":
            return _with_id(index, value)
        case "from":
            return _from_token(index, value)
        case "uses":
            return _with_uses(report, value)
        case "covers":
            return _covering(report, value)
        case "script":
            return _of_script(report, value)
        case "is" | "not":
            holds = _named(report, value)
            return ~holds if key == "not" else holds
    numbers = _numbers(index, report, key)
    return _in_range(key, value, numbers) & (numbers >= 0)


def _numbers(index: VocabularyIndex, report: VocabularyReport, key: str) -> Int64s:
    """The numbers that a range is compared with, -1 if there are none."""
    match key:
        case "chars":
            return report.facts.characters
        case "words":
            return np.where(report.facts.words > 0, report.facts.words, -1)
        case "rank":
            return index.ranks
        case "count" | "applied":
            numbers = index.counts if key == "count" else index.applied
            if not (numbers >= 0).any():
                raise FilterError(f"{key}: needs a tokenizer that was trained here.")
            return numbers
    return index.lengths


def _matching(index: VocabularyIndex, pattern: str, *, any_case: bool) -> Bools:
    try:
        return index.lines.matching(pattern.replace("\\/", "/"), any_case=any_case)
    except regex.error as error:
        place = "" if error.pos is None else f" at character {error.pos + 1}"
        raise FilterError(f"The regular expression cannot be read: {error.msg}{place}.") from None
    except TooSlowError:
        raise FilterError(
            "The regular expression takes too long and was given up; repetitions inside of "
            "repetitions are the usual reason."
        ) from None


def _with_text(index: VocabularyIndex, condition: Condition) -> Bools:
    """Which tokens contain a text, in one of its notations."""
    readings = readings_of(condition.value, is_quoted=condition.words.startswith('"'))
    holds = np.zeros(index.n_tokens, np.bool_)
    for _, ids in found_by(readings, lambda data: ids_containing(index, data)):
        holds[ids] = True
    return holds


def _containing(index: VocabularyIndex, needle: bytes) -> Bools:
    holds = np.zeros(index.n_tokens, np.bool_)
    holds[ids_containing(index, needle)] = True
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
    chosen: Bools = np.arange(index.n_tokens) == int(value)
    return chosen


def _from_token(index: VocabularyIndex, value: str) -> Bools:
    if not value.isdecimal() or int(value) >= index.n_tokens:
        raise FilterError(f"from: needs an id from 0 to {index.n_tokens - 1}, such as from:512.")
    holds = np.zeros(index.n_tokens, np.bool_)
    holds[index.containing(int(value))] = True
    return holds


def _in_range(key: str, value: str, numbers: Int64s) -> Bools:
    match = _RANGE.fullmatch(value)
    if match is None:
        raise FilterError(f"{key}: needs a number, such as {key}:3, {key}:>8 or {key}:2..4.")
    low = int(match["low"])
    if match["high"]:
        if int(match["high"]) < low:
            raise FilterError(f"{key}:{value} is empty; the smaller number comes first.")
        return (numbers >= low) & (numbers <= int(match["high"]))
    compare: dict[str, Bools] = {
        "<": numbers < low, "<=": numbers <= low, ">": numbers > low, ">=": numbers >= low,
    }  # fmt: skip
    chosen: Bools = numbers == low
    return compare.get(match["sign"] or "=", chosen)


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
        example = "write it as in script:Cyrillic, for example"
        raise FilterError(f"script:{value} is not known; {example}.")
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
