"""Look-alikes: special tokens that occur literally in the text of a corpus.

They are ordinary text unless parsing is asked for, and merges are learned from them as from
any other. Programs that parse text, above all other libraries, read them as tokens: so they are
counted and shown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.compiled import UInt32s
from engine.corpus.readers.parts import DocumentPart
from engine.settings import SPECIAL_TOKEN_SETS, WELL_KNOWN_NAMES

BATCH_BYTES = 120_000
"""Bytes that are searched at once: larger arrays would be new pages of memory every time, which
cost more than the search."""
BOUNDARIES = frozenset({"<|endoftext|>", "<|end_of_text|>", "</s>", "<|eos|>", "<eos>"})
"""Names under which texts are joined, so that their file may be cut there."""
FEWEST_BOUNDARIES = 3
_PREFIX_BYTES = 4
_HASH_BITS = 16
_MULTIPLIER = np.uint32(0x9E3779B1)
_TAGS = frozenset({"<s>"})
"""Names that are ordinary marks of HTML."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """One special token in a text. document: the first one with it, from 1; offset: its byte
    there. documents: how many have it."""

    token: str
    times: int
    documents: int
    document: int
    offset: int


def usual_tokens() -> tuple[str, ...]:
    """Searched for if no special tokens are given: names of the sets and of roles."""
    named = [token for name, tokens in SPECIAL_TOKEN_SETS.items() for token in tokens
             if name != "llama3-256"]  # fmt: skip
    known = [token for tokens in WELL_KNOWN_NAMES.values() for token in tokens]
    return tuple(token for token in dict.fromkeys((*named, *known)) if token not in _TAGS)


class LookAlikeCounter:
    """Counts special tokens in a stream of documents.

    If two begin at one offset the longer one is meant, and none lies within another, as in parsed
    text. `found` is complete after `finish`.
    """

    def __init__(self, tokens: Iterable[str]) -> None:
        encoded = {token.encode(): token for token in tokens if token}
        self._names = dict(sorted(encoded.items(), key=lambda item: -len(item[0])))
        self._longest = max(map(len, encoded), default=0)
        self._by_prefix, self._short = _by_prefix(self._names)
        self._firsts = sorted({token[0] for token in self._names if len(token) >= _PREFIX_BYTES})
        self._is_near = np.zeros(1 << _HASH_BITS, np.bool_)  # whether a prefix hashes to a number
        self._is_near[_hashed(np.array([*self._by_prefix], np.uint32))] = True
        self._pieces: list[bytes] = []
        self._size = 0
        self._starts: list[tuple[int, int, int]] = []  # place in the batch, document, offset there
        self._document = 0
        self._offset = 0
        self._sums: dict[bytes, list[int]] = {}

    def add(self, part: DocumentPart) -> None:
        """Take the next part of the text."""
        data, begins, ends = part
        if begins:
            self._document += 1
            self._offset = 0
            self._starts.append((self._size, self._document, 0))
        done = 0
        while (n_free := max(1, BATCH_BYTES - self._size)) < len(data) - done:
            self._take(data[done : done + n_free])
            self._count(is_whole=False)
            done += n_free
        self._take(data[done:])
        if ends:
            self._pieces.append(b"\0")  # nothing is found across the end of a document
            self._size += 1

    def _take(self, data: bytes) -> None:
        if not self._starts:
            self._starts.append((self._size, self._document, self._offset))
        self._pieces.append(data)
        self._size += len(data)
        self._offset += len(data)

    def finish(self) -> tuple[LookAlike, ...]:
        """Count the rest; returns all look-alikes, the most frequent first."""
        self._count(is_whole=True)
        look_alikes = [
            LookAlike(self._names[token], times, documents, document, offset)
            for token, (times, documents, document, offset, _) in self._sums.items()
        ]
        return tuple(sorted(look_alikes, key=lambda each: (-each.times, each.token)))

    def _count(self, *, is_whole: bool) -> None:
        """Count the collected text; a token may continue as the last document does."""
        data = b"".join(self._pieces)
        starts = self._starts
        sure = len(data) if is_whole else max(0, len(data) - self._longest + 1)
        reached = 0
        for at in self._candidates(data):
            if at < reached or at >= sure:
                continue
            token = self._at(data, at)
            if token is not None:
                reached = at + len(token)
                self._note(token, at, starts)
        held = max(sure, reached)
        self._pieces, self._starts, self._size = [], [], 0
        if held < len(data):
            self._pieces, self._size = [data[held:]], len(data) - held
            begin, document, offset = starts[bisect_right(starts, (held, 1 << 62, 0)) - 1]
            later = [(start - held, n, at) for start, n, at in starts if start > held]
            self._starts = [(0, document, offset + held - begin), *later]

    def _candidates(self, data: bytes) -> list[int]:
        """Offsets of the first four bytes of a token, or of a shorter token, ascending."""
        offsets = [np.array(_places_of(token, data), np.int64) for token in self._short]
        n = len(data) - _PREFIX_BYTES + 1
        firsts = [first for first in self._firsts if first in data]
        if firsts and n > 0:
            array = np.frombuffer(data, np.uint8, n)
            is_first = array == firsts[0]
            for first in firsts[1:]:
                is_first |= array == first
            places = np.flatnonzero(is_first)
            # Four bytes from every byte on, little end first, of which only some are looked at.
            words = np.ndarray(n, "<u4", data, strides=(1,))
            offsets.append(places.compress(self._is_near.take(_hashed(words[places]))))
        if not offsets:
            return []
        places_of_all: list[int] = np.unique(np.concatenate(offsets)).tolist()
        return places_of_all

    def _at(self, data: bytes, place: int) -> bytes | None:
        prefix = int.from_bytes(data[place : place + _PREFIX_BYTES], "little")
        tokens = self._by_prefix.get(prefix, self._short)
        return next((token for token in tokens if data.startswith(token, place)), None)

    def _note(self, token: bytes, place: int, starts: list[tuple[int, int, int]]) -> None:
        begin, document, offset = starts[bisect_right(starts, (place, 1 << 62, 0)) - 1]
        sums = self._sums.setdefault(token, [0, 0, document, offset + place - begin, 0])
        sums[0] += 1
        if sums[4] != document:
            sums[1] += 1
            sums[4] = document


def look_alikes_in(documents: Iterable[bytes], tokens: Iterable[str]) -> tuple[LookAlike, ...]:
    """The special tokens that occur in UTF-8 documents."""
    counter = LookAlikeCounter(tokens)
    for document in documents:
        counter.add(DocumentPart(document))
    return counter.finish()


def likely_separator(found: Iterable[LookAlike], documents: int) -> str | None:
    """The token that seems to end documents in an uncut text; None if none does.

    documents: number of documents as the text is read now: few, each with many such tokens.
    """
    fewest = FEWEST_BOUNDARIES * max(1, documents)
    for token, times in ((look_alike.token, look_alike.times) for look_alike in found):
        if token in BOUNDARIES and times >= fewest:
            return token
    return None


def _by_prefix(names: Mapping[bytes, str]) -> tuple[dict[int, list[bytes]], list[bytes]]:
    """Tokens that may occur at an offset of their first four bytes, and shorter ones.

    Each the longest first; shorter ones may occur anywhere.
    """
    by_prefix: dict[int, list[bytes]] = {}
    for token in names:
        if len(token) >= _PREFIX_BYTES:
            prefix = int.from_bytes(token[:_PREFIX_BYTES], "little")
            by_prefix.setdefault(prefix, []).append(token)
    short = [token for token in names if len(token) < _PREFIX_BYTES]
    return {prefix: tokens + short for prefix, tokens in by_prefix.items()}, short


def _hashed(words: UInt32s) -> UInt32s:
    """uint32[n]: numbers below 2 ** _HASH_BITS for four bytes each."""
    hashed: UInt32s = (words * _MULTIPLIER) >> np.uint32(32 - _HASH_BITS)
    return hashed


def _places_of(token: bytes, data: bytes) -> list[int]:
    places, offset = [], data.find(token)
    while offset >= 0:
        places.append(offset)
        offset = data.find(token, offset + 1)
    return places
