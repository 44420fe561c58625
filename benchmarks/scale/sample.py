"""The real texts: their documents, their distinct pre-tokens, and where rare words are in them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.compiled import Int64s
from engine.corpus import open_file
from engine.splitting import Splitter

RARE = 20
"""A word that occurs less often in the real texts is rare."""
_DOCUMENT_BYTES = 50_000
_FACTOR = 0x9E3779B97F4A7C15
_LONGEST = 1 << 12


@dataclass(frozen=True, slots=True)
class Document:
    """One text, with the spots of its rare words.

    label: number of its file. types: int64[u], its distinct pre-tokens.
    begins, ends: int64[k], byte spans of rare words; words: int64[k], which of its rare words each
    is; groups, forms: int64[w], group and form of each rare word, sorted by group.
    """

    label: int
    data: bytes
    types: Int64s
    begins: Int64s
    ends: Int64s
    words: Int64s
    groups: Int64s
    forms: Int64s


@dataclass(slots=True)
class WordGroup:
    """Rare words of one label and kind: letters or digits, with or without a space before.

    texts: the words without their space. history: a form for every document that has it.
    new_rate: share of the history that is in no other document: how likely the next is unseen.
    """

    label: int
    is_letters: bool
    space: bytes
    texts: list[str] = field(default_factory=list)
    history: list[int] = field(default_factory=list)
    new_rate: float = 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """Documents with everything that rewriting needs.

    known: CRC-32 of every word of letters or digits.
    """

    documents: list[Document]
    groups: list[WordGroup]
    n_types: int
    known: list[int]

    @property
    def n_bytes(self) -> int:
        return sum(len(document.data) for document in self.documents)


def read_documents(corpus: Path, most_bytes: int | None = None) -> list[tuple[int, bytes]]:
    """Label and text of all documents of a folder: about 50 KB each, ending at empty lines.

    most_bytes: of every file, its beginning.
    """
    found = []
    for label, file in enumerate(sorted(corpus.glob("*.txt*"))):
        with open_file(file) as stream:
            data = stream.read() if most_bytes is None else stream.read(most_bytes)
        if most_bytes is not None:
            data = data[: data.rfind(b"\n") + 1]
        found += [(label, piece) for piece in _cut(data)]
    return found


def shuffled(
    documents: Sequence[tuple[int, bytes]], seed: int, most_bytes: int | None = None
) -> list[tuple[int, bytes]]:
    """In a random order, as many as reach `most_bytes`."""
    order = np.random.default_rng(seed).permutation(len(documents)).tolist()
    taken, size = [], 0
    for number in order:
        if most_bytes is not None and size >= most_bytes:
            break
        taken.append(documents[number])
        size += len(documents[number][1])
    return taken


def sample_of(texts: Sequence[tuple[int, bytes]], pattern: str) -> Sample:
    """Split the documents, find their rare words and sort those into groups."""
    splitter = Splitter(pattern)
    pieces = [_keys_of(data, splitter) for _, data in texts]
    uniques = [np.unique(keys, return_counts=True) for _, keys in pieces]
    vocabulary, inverse = np.unique(
        np.concatenate([keys for keys, _ in uniques]), return_inverse=True
    )
    totals = np.bincount(inverse, np.concatenate([counts for _, counts in uniques]))
    in_documents = np.bincount(inverse)
    reader = _Reader(totals < RARE)
    documents = []
    for (label, data), (spans, keys) in zip(texts, pieces, strict=True):
        documents.append(reader.document(label, data, spans, np.searchsorted(vocabulary, keys)))
    reader.close(in_documents)
    return Sample(documents, reader.groups, len(vocabulary), reader.known)


class _Reader:
    """Makes documents; notes words and groups on the way."""

    def __init__(self, is_rare: np.ndarray) -> None:
        self._is_rare = is_rare
        self._kind = np.full(len(is_rare), -1, np.int8)
        """Of each type: -1 unread, 0 no word, 1 and 2 letters and digits, plus 2 with a space."""
        self._numbers: dict[tuple[int, int], int] = {}
        self._forms: list[dict[int, int]] = []
        self.groups: list[WordGroup] = []
        self.known: list[int] = []

    def document(self, label: int, data: bytes, spans: Int64s, types: Int64s) -> Document:
        own, first = np.unique(types, return_index=True)
        for at in np.flatnonzero(self._kind[own] < 0).tolist():
            begin, end = spans[first[at]].tolist()
            self._kind[own[at]] = kind = _kind_of(data[begin:end])
            if kind:
                self.known.append(zlib.crc32(data[begin:end]))
        rare = own[self._is_rare[own] & (self._kind[own] > 0)]
        rare = rare[np.argsort(self._kind[rare], kind="stable")]
        pairs = [
            self._noted(label, data, type_, spans[first])
            for type_, first in zip(
                rare.tolist(), first[np.searchsorted(own, rare)].tolist(), strict=True
            )
        ]
        spots = np.flatnonzero(self._is_rare[types] & (self._kind[types] > 0))
        place = np.argsort(rare)
        words = place[np.searchsorted(rare[place], types[spots])] if len(rare) else spots
        groups, forms = np.array(pairs, np.int64).reshape(-1, 2).T
        return Document(label, data, own, spans[spots, 0], spans[spots, 1], words, groups, forms)

    def _noted(self, label: int, data: bytes, type_: int, span: Int64s) -> tuple[int, int]:
        """Group and form of a rare word."""
        kind = int(self._kind[type_])
        number = self._numbers.setdefault((label, kind), len(self.groups))
        if number == len(self.groups):
            self.groups.append(WordGroup(label, kind % 2 == 1, b" " if kind > 2 else b""))
            self._forms.append({})
        group, forms = self.groups[number], self._forms[number]
        form = forms.setdefault(type_, len(group.texts))
        if form == len(group.texts):
            begin, end = span.tolist()
            group.texts.append(data[begin + (kind > 2) : end].decode())
        group.history.append(form)
        return number, form

    def close(self, in_documents: Int64s) -> None:
        """Once all documents are known: the rates of new words, after Good and Turing."""
        for group, forms in zip(self.groups, self._forms, strict=True):
            single = sum(1 for type_ in forms if in_documents[type_] == 1)
            group.new_rate = single / len(group.history)


def _kind_of(pretoken: bytes) -> int:
    has_space = pretoken[:1] == b" "
    try:
        body = pretoken[has_space:].decode()
    except UnicodeDecodeError:
        return 0
    if body.isalpha():
        return 1 + 2 * has_space
    return 2 + 2 * has_space if body.isdecimal() else 0


def _keys_of(data: bytes, splitter: Splitter) -> tuple[Int64s, np.ndarray]:
    """Spans int32[n, 2] of the pre-tokens, and a 64-bit hash of each."""
    spans = splitter.spans(data)
    text = np.frombuffer(data, np.uint8).astype(np.uint64) + np.uint64(1)
    inside = np.arange(len(data)) - np.repeat(spans[:, 0], spans[:, 1] - spans[:, 0])
    keys = np.add.reduceat(text * _POWERS[inside & (_LONGEST - 1)], spans[:, 0])
    keys = (keys ^ (keys >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return spans.astype(np.int32), keys


def _powers() -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.cumprod(np.full(_LONGEST, _FACTOR, np.uint64), dtype=np.uint64)


_POWERS = _powers()


def _cut(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        end = data.find(b"\n\n", start + _DOCUMENT_BYTES)
        end = len(data) if end < 0 else end + 2
        yield data[start:end]
        start = end
