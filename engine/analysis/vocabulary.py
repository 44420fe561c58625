"""VocabularyFacts: what kind of text each token is, as arrays over the ids.

A token is counted by its bytes, not by its use. Special tokens, unused ids and tokens that are not
whole characters are in no class of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Int64s, UInt8s, UInt32s
from engine.settings import N_BYTES
from engine.text import (
    PointSet,
    named_set,
    script_of_points,
    white_space,
    without_script,
    word_runs,
    words_between_spaces,
)

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

SPECIAL, UNUSED, BYTE, MERGED, EXTRA = 1, 2, 4, 8, 16
LEADING_SPACE, DIGITS, WHITE_SPACE, PUNCTUATION = 32, 64, 128, 256
PARTIAL, CROSSING, SPACE_TWIN, CASE_TWIN, SUPERWORD = 512, 1024, 2048, 4096, 8192
NO_SCRIPT, MIXED, NOT_TEXT = 0, 255, 254

_SLICE = 8_192


@dataclass(frozen=True, eq=False)
class VocabularyFacts:
    """One entry per token id.

    lengths: int64[n], bytes, 0 for unused ids. characters: int64[n], code points; -1 for special
    tokens, unused ids and tokens that are not whole characters. flags: uint16[n] of the constants
    above. scripts: uint8[n], the number of the one script (unicode_sets) whose letters the token
    holds, NO_SCRIPT if it has none of its own (digits, punctuation, white space), MIXED where
    it has several, NOT_TEXT if `characters` is -1. words: int64[n], words between spaces
    (engine.text.words), 0 for special tokens and unused ids.

    BYTE: a single byte; MERGED: made by a merge; EXTRA: an imported token that no merge makes.
    DIGITS: nothing but \\p{N}, PUNCTUATION: nothing but \\p{P} and \\p{S}, each after one space at
    most; WHITE_SPACE: nothing but \\s. PARTIAL: not valid UTF-8; CROSSING: such a token with bytes
    of more than one character. SPACE_TWIN: also there with or without a space before it;
    CASE_TWIN: also there in another case. SUPERWORD: more than one word, between spaces or by the
    runs of letters and numbers.
    """

    lengths: Int64s
    characters: Int64s
    flags: npt.NDArray[np.uint16]
    scripts: UInt8s
    words: Int64s

    def has(self, flag: int) -> Bools:
        """bool[n]: which tokens have a flag."""
        return np.asarray((self.flags & flag) != 0)

    @property
    def is_token(self) -> Bools:
        """bool[n]: every id with a token."""
        return ~self.has(UNUSED)


def vocabulary_facts(tokenizer: Tokenizer) -> Generator[float, None, VocabularyFacts]:
    """Yields the share that is done, some milliseconds apart; returns the facts."""
    vocabulary = tokenizer.vocabulary
    n = len(vocabulary)
    flags = _kinds(tokenizer)
    is_left_out = (flags & (SPECIAL | UNUSED)) != 0
    texts: list[str] = []
    for start in range(0, n, _SLICE):
        for token_id in range(start, min(start + _SLICE, n)):
            text = "" if is_left_out[token_id] else _text(vocabulary[token_id])
            if text is None:
                flags[token_id] |= PARTIAL | _crossing(vocabulary[token_id])
            texts.append(text or "")
        yield 0.5 * min(start + _SLICE, n) / n
    is_text = np.fromiter(map(bool, texts), np.bool_, n)
    characters = np.where(is_text, np.fromiter(map(len, texts), np.int64, n), -1)
    points = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    owners = np.repeat(np.arange(n), np.maximum(characters, 0))
    flags |= _classes(points, owners, characters)
    scripts = np.where(is_text, _scripts(points, owners, n), NOT_TEXT).astype(np.uint8)
    words = np.where(is_left_out, 0, words_between_spaces(vocabulary))
    flags[(words > 1) | (word_runs(points, owners, n) > 1)] |= SUPERWORD
    yield 0.6
    yield from _mark_twins(texts, flags)
    has_space = np.fromiter((data[:1] == b" " for data in vocabulary), np.bool_, n)
    flags[has_space & ~is_left_out] |= LEADING_SPACE
    return VocabularyFacts(tokenizer.token_lengths, characters, flags, scripts, words)


def _kinds(tokenizer: Tokenizer) -> npt.NDArray[np.uint16]:
    flags = np.full(tokenizer.vocab_size, UNUSED, np.uint16)
    flags[list(tokenizer.extra_tokens.values())] = EXTRA
    flags[tokenizer.ranked_ids[:N_BYTES]] = BYTE
    flags[tokenizer.ranked_ids[N_BYTES:]] = MERGED
    flags[list(tokenizer.special_tokens.values())] = SPECIAL
    return flags


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _crossing(data: bytes) -> int:
    """CROSSING for bytes of more than one character: each begins at a byte that continues none."""
    n_begun = sum(byte & 0xC0 != 0x80 for byte in data) + (data[0] & 0xC0 == 0x80)
    return CROSSING if n_begun > 1 else 0


@cache
def _class_sets() -> tuple[tuple[int, PointSet], ...]:
    digits, punctuation, symbols = (named_set(name) for name in ("N", "P", "S"))
    assert digits is not None
    assert punctuation is not None
    assert symbols is not None
    return (DIGITS, digits), (PUNCTUATION, punctuation | symbols)


def _classes(points: UInt32s, owners: Int64s, characters: Int64s) -> npt.NDArray[np.uint16]:
    """The flags of tokens with characters of one class only."""
    n = len(characters)
    flags = np.zeros(n, np.uint16)
    is_first = np.ones(len(owners), np.bool_)
    is_first[1:] = owners[1:] != owners[:-1]
    is_lead = is_first & (points == ord(" "))
    left = characters - np.bincount(owners[is_lead], minlength=n)
    for flag, members in _class_sets():
        held = np.bincount(owners[members[points] & ~is_lead], minlength=n)
        flags[(held == left) & (left > 0)] |= flag
    held = np.bincount(owners[white_space()[points]], minlength=n)
    flags[(held == characters) & (characters > 0)] |= WHITE_SPACE
    return flags


def _scripts(points: UInt32s, owners: Int64s, n: int) -> UInt8s:
    scripts = np.full(n, NO_SCRIPT, np.uint8)
    numbers = script_of_points()[points]
    has_script = ~np.isin(numbers, without_script())
    numbers, owners = numbers[has_script], owners[has_script]
    if len(owners):
        starts = np.flatnonzero(np.concatenate(([True], owners[1:] != owners[:-1])))
        lowest = np.minimum.reduceat(numbers, starts)
        is_one = lowest == np.maximum.reduceat(numbers, starts)
        scripts[owners[starts]] = np.where(is_one, lowest, MIXED)
    return scripts


def _mark_twins(texts: list[str], flags: npt.NDArray[np.uint16]) -> Generator[float, None, None]:
    known = set(texts) - {""}
    with_space = {text[1:] for text in known if text[0] == " "} & known
    folded = {text: text.casefold() for text in known}
    in_any_case = Counter(folded.values())
    yield 0.7
    for start in range(0, len(texts), _SLICE):
        part = texts[start : start + _SLICE]
        spaced = [
            text in with_space or (text[:1] == " " and text[1:] in with_space) for text in part
        ]
        cased = [in_any_case[folded.get(text, "")] > 1 for text in part]
        flags[start : start + _SLICE] |= np.where(spaced, np.uint16(SPACE_TWIN), np.uint16(0))
        flags[start : start + _SLICE] |= np.where(cased, np.uint16(CASE_TWIN), np.uint16(0))
        yield 0.7 + 0.3 * min(start + _SLICE, len(texts)) / len(texts)
