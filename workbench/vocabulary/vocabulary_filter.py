r"""The filter of the vocabulary: the typed conditions, and the ids that match them all.

`filter_mask` applies them to a `VocabularyIndex`, the arrays of a vocabulary that are made once.
Conditions are separated by spaces:
    the         tokens with this text in them, in the notations below; quotes keep spaces. So does
                a word: one space parts it from the condition before, others are its own
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

A person writes the text of a token in several notations. `readings_of` gives what a text may mean,
`found_by` applies the readings that count. The filter looks for tokens that contain the bytes,
`tokens_meant` for those that are exactly the bytes:
    world       the text itself
    ·world      "·" and "␣" as a space, or as themselves where no token has them as a space
    Ġworld      GPT-2's notation for bytes: " world". With Ġ or Ċ in it text and notation both
                count, with other letters of that notation only if no token has the text itself
    "Ġworld"    in quotes the text itself
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import regex

from engine.analysis import RECORD_NAMES, VocabularyReport
from engine.compiled import Bools, Int64s
from engine.encoding import from_byte_alphabet
from engine.text import utf8_of
from workbench.text.numbers import whole_number
from workbench.vocabulary.vocabulary_index import TooSlowError, VocabularyIndex

_GPT2_LETTER = re.compile("[\u0100-\u0143]")
_GPT2_SPACE_OR_LINE = re.compile("[ĠĊ]")
"""Hardly a letter of any text (Maltese has them), and what most tokens in that notation have."""
_HEX = re.compile(r"hex:(?P<hex>(?:[0-9a-fA-F]{2} ?)+)")
_QUOTED = re.compile(r'"(?P<text>.+)"', re.DOTALL)
_MOST_NEAR = 5


class Reading(NamedTuple):
    """What a text may mean. is_fallback: counts only if no reading before it finds a token."""

    data: bytes
    notation: str
    is_fallback: bool = False


class Meant(NamedTuple):
    """A token that a text means, by the notation that was read."""

    token_id: int
    notation: str


def readings_of(text: str, *, is_quoted: bool = False) -> tuple[Reading, ...]:
    """Return what a text may mean, in the order in which they count; none for no text."""
    itself = Reading(utf8_of(text), "as text")
    spaces = text.replace("·", " ").replace("␣", " ")
    marked = Reading(utf8_of(spaces), "with a space for · and ␣")
    readings = [itself, marked] if is_quoted else [marked, itself]
    if spaces == text:
        readings = [itself]
    first, *others = readings
    readings = [first, *(each._replace(is_fallback=True) for each in others)]
    if not is_quoted and _GPT2_LETTER.search(text):
        is_likely = _GPT2_SPACE_OR_LINE.search(text) is not None
        try:
            data = from_byte_alphabet(text)
        except ValueError:  # another letter: the text is not in that notation
            pass
        else:
            readings.append(Reading(data, "in GPT-2's notation", not is_likely))
    return tuple(each for each in readings if each.data)


def gpt2_meaning(data: bytes) -> bytes | None:
    """Return what a text very likely means in GPT-2's notation; None without Ġ and Ċ."""
    readings = readings_of(data.decode("utf-8", "replace"))
    likely = [each.data for each in readings[1:] if not each.is_fallback]
    return likely[0] if likely else None


def found_by(
    readings: tuple[Reading, ...], search: Callable[[bytes], Int64s]
) -> list[tuple[Reading, Int64s]]:
    """Return the readings that find tokens, with the ids that `search` returns for their bytes."""
    found: list[tuple[Reading, Int64s]] = []
    for reading in readings:
        if reading.is_fallback and found:
            continue
        ids = search(reading.data)
        if len(ids):
            found.append((reading, ids))
    return found


def ids_containing(index: VocabularyIndex, needle: bytes) -> Int64s:
    """Return the tokens that contain `needle`: compared byte by byte over all tokens at once."""
    joined, starts = index.joined, index.starts
    # The rarest byte first, so that the others are looked for in few places.
    first = min(range(len(needle)), key=lambda at: index.byte_counts[needle[at]])
    places = np.flatnonzero(joined == needle[first]) - first
    places = places[(places >= 0) & (places + len(needle) <= len(joined))]
    for offset, byte in enumerate(needle):
        if offset != first:
            places = places[joined[places + offset] == byte]
    tokens = np.searchsorted(starts, places, "right") - 1
    ids: Int64s = np.unique(tokens[places + len(needle) <= starts[tokens + 1]])
    return ids


def ids_equal(index: VocabularyIndex, data: bytes) -> Int64s:
    """Return the tokens that are exactly `data`."""
    ids = ids_containing(index, data)
    equal: Int64s = ids[index.lengths[ids] == len(data)]
    return equal


def token_readings_of(text: str) -> tuple[Reading, ...]:
    """Return what a text may mean as a whole token; hex:e2 96 and quotes come after the text."""
    readings = readings_of(text)
    if match := _HEX.fullmatch(text):
        return (*readings, Reading(bytes.fromhex(match["hex"]), "by its bytes", True))
    if match := _QUOTED.fullmatch(text):
        inside = readings_of(match["text"], is_quoted=True)
        return (*readings, *(each._replace(is_fallback=True) for each in inside))
    return readings


def tokens_meant(index: VocabularyIndex, text: str) -> list[Meant]:
    """Return the tokens that a text names, in any notation of the filter; several are ambiguous."""
    notations: dict[int, str] = {}
    for reading, ids in found_by(token_readings_of(text), lambda data: ids_equal(index, data)):
        for token_id in ids.tolist():
            notations.setdefault(token_id, reading.notation)
    return [Meant(token_id, notation) for token_id, notation in notations.items()]


def nearest_tokens(index: VocabularyIndex, text: str) -> list[int]:
    """Return a few tokens that a text may have meant: other spaces or case, then longer ones."""
    near: list[int] = []
    for reading in token_readings_of(text):
        bare = reading.data.strip()
        words = bare.decode("utf-8", "replace")
        forms = [words, words.lower(), words.capitalize(), words.upper()]
        for form in (edge + each.encode() for each in forms for edge in (b"", b" ")):
            near += ids_equal(index, form).tolist() if form.strip() else []
        if bare:
            longer = ids_containing(index, bare)
            near += longer[np.argsort(index.lengths[longer], kind="stable")].tolist()
    return list(dict.fromkeys(near))[:_MOST_NEAR]


_CONDITION = re.compile(
    r"hex:(?P<hex>[0-9a-fA-F]*(?: [0-9a-fA-F]{2}(?!\S))*)"
    r"|(?P<key>length|len|chars|words|uses|covers|script|id|is|not|rank|count|applied|from):(?P<value>\S*)"
    r"|/(?P<regex>(?:[^/\\]|\\.)+)(?:/(?P<any_case>i?)(?!\S)|/?$)"
    r'|"(?P<quoted>[^"]*)"?|(?P<word>\S+)'
)
_RANGE = re.compile(r"(?P<sign><=|>=|<|>|=)?(?P<low>\d+)(?:\.\.(?P<high>\d+))?")


class FilterError(ValueError):
    """An invalid condition; `str(error)` is the sentence to show."""


class NoTextError(FilterError):
    """A condition on uses before a text was counted. what: the condition."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} needs a text; count the uses in the report first.")
        self.what = what


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
    chosen: Bools = np.arange(index.n_tokens) == whole_number(value)
    return chosen


def _from_token(index: VocabularyIndex, value: str) -> Bools:
    if not value.isdecimal() or whole_number(value) >= index.n_tokens:
        raise FilterError(f"from: needs an id from 0 to {index.n_tokens - 1}, such as from:512.")
    holds = np.zeros(index.n_tokens, np.bool_)
    holds[index.containing(int(value))] = True
    return holds


def _in_range(key: str, value: str, numbers: Int64s) -> Bools:
    match = _RANGE.fullmatch(value)
    if match is None:
        raise FilterError(f"{key}: needs a number, such as {key}:3, {key}:>8 or {key}:2..4.")
    low = whole_number(match["low"])
    if match["high"]:
        high = whole_number(match["high"])
        if high < low:
            raise FilterError(f"{key}:{value} is empty; the smaller number comes first.")
        return (numbers >= low) & (numbers <= high)
    compare: dict[str, Bools] = {
        "<": numbers < low, "<=": numbers <= low, ">": numbers > low, ">=": numbers >= low,
    }  # fmt: skip
    chosen: Bools = numbers == low
    return compare.get(match["sign"] or "=", chosen)


def _with_uses(report: VocabularyReport, value: str) -> Bools:
    if report.uses is None:
        raise NoTextError("uses:")
    return _in_range("uses", value, report.uses) & (report.uses >= 0)


def _covering(report: VocabularyReport, value: str) -> Bools:
    percent = value.removesuffix("%")
    if not percent.isdecimal() or not 0 < whole_number(percent) <= 100:
        raise FilterError("covers: needs a share from 1 to 100, such as covers:50.")
    members = report.covering(int(percent))
    if members is None:
        raise NoTextError("covers:")
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
        raise NoTextError("is:unused-in-corpus")
    if value == "dead":
        raise FilterError(
            "is:dead needs a tokenizer that was trained here, since it counts in its training "
            "corpus; for another one count a text and ask for is:unused-in-corpus."
        )
    if value in RECORD_NAMES:
        raise FilterError(f"is:{value} needs a tokenizer that was trained here.")
    raise FilterError(f"is:{value} is not known yet; open the report first.")
