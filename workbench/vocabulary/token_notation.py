"""The notations in which a person writes the text of a token, and the tokens that are meant.

`readings_of` gives what a text may mean, `found_by` applies the readings that count. The filter
looks for tokens that contain the bytes, `tokens_meant` for those that are exactly the bytes:
    world       the text itself
    ·world      "·" and "␣" as a space, or as themselves where no token has them as a space
    Ġworld      GPT-2's notation for bytes: " world". With Ġ or Ċ in it text and notation both
                count, with other letters of that notation only if no token has the text itself
    "Ġworld"    in quotes the text itself
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.encoding import from_byte_alphabet
from engine.text import utf8_of

if TYPE_CHECKING:
    from engine.compiled import Int64s
    from workbench.vocabulary.vocabulary_index import VocabularyIndex

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
