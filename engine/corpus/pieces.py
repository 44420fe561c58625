"""Documents in groups that are worth a kernel call each: short ones together, long ones cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.compiled import Int64s
from engine.corpus.corpus import Corpus
from engine.corpus.readers.parts import DocumentPart
from engine.splitting import Splitter
from engine.text import Normalization, count_characters, normalized

# DocumentCutter: a long document that comes in parts, cut where the split pattern cuts as well.


_SEARCHED_BYTES = 1 << 16


class CutPiece(NamedTuple):
    """A piece of a document. is_first, is_last: whether the document begins here, and ends here."""

    data: bytes
    is_first: bool
    is_last: bool


class DocumentCutter:
    """Cuts one document after another at the first sure cut after `piece_bytes`, and so on.

    Where the cuts are depends on the document alone, not on the parts in which it comes. Held in
    memory is what no sure cut ends yet.
    """

    def __init__(
        self, splitter: Splitter, piece_bytes: int, normalization: Normalization | None = None
    ) -> None:
        self._splitter = splitter
        self._piece_bytes = piece_bytes
        self._normalization = normalization
        self._unnormalized: list[bytes] = []
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._next_try = 0
        self._is_first = True

    def pieces(self, data: bytes, begins: bool, ends: bool) -> Iterator[CutPiece]:
        """The pieces that are known with the next part of the document; all of them at its end."""
        if begins:
            self._begin()
        data = self._normalized(data, ends)
        self._held.append(data)
        self._held_bytes += len(data)
        if not ends and self._held_bytes < self._next_try:
            return
        text = self._held[0] if len(self._held) == 1 else b"".join(self._held)
        start = 0
        while start < len(text):
            end = self._splitter.sure_cut(text, start + self._piece_bytes)
            if end >= len(text) and not ends:
                break
            yield CutPiece(text[start:end], self._is_first, end >= len(text))
            self._is_first = False
            start = end
        self._hold(text[start:])

    def _begin(self) -> None:
        self._unnormalized.clear()
        self._hold(b"")
        self._is_first = True

    def _hold(self, rest: bytes) -> None:
        self._held = [rest]
        self._held_bytes = len(rest)
        # Text without a sure cut is not searched again before there is twice as much.
        searched = len(rest) > self._piece_bytes
        self._next_try = 2 * len(rest) if searched else self._piece_bytes + 1

    def _normalized(self, data: bytes, ends: bool) -> bytes:
        """The next text in normal form, up to an ASCII character: nothing before joins with one."""
        if self._normalization is None:
            return data
        self._unnormalized.append(data)
        cut = len(data) if ends else _last_ascii(data)
        if cut is None:
            return b""
        whole = b"".join(self._unnormalized)
        cut += len(whole) - len(data)
        self._unnormalized = [whole[cut:]]
        return normalized(whole[:cut], self._normalization)


def _last_ascii(data: bytes) -> int | None:
    """Where the last ASCII character stands; None where there is none."""
    end = len(data)
    while end > 0:
        start = max(0, end - _SEARCHED_BYTES)
        places = np.flatnonzero(np.frombuffer(data, np.int8)[start:end] >= 0)
        if len(places):
            return start + int(places[-1])
        end = start
    return None


# DocumentBatches: the documents of a corpus in pieces that are worth a kernel call each.
# Short documents of one source are joined; long ones are cut where the split pattern is sure to
# cut as well, so that several threads can work on one file and no file is in memory whole.


BATCH_BYTES = 1 << 20
"""About the size of a batch; a document without a sure cut may be as long as it is."""


@dataclass(frozen=True, slots=True)
class DocumentBatch:
    """Documents of one source, one after another, or a part of one.

    source: index into the corpus's sources.
    data: UTF-8; bounds: int64[n + 1], piece i is data[bounds[i]:bounds[i + 1]], cut by itself.
    n_documents: how many documents begin here.
    n_characters: code points of data.
    offset: where data begins in the corpus, in bytes.
    """

    source: int
    data: bytes
    bounds: Int64s
    n_documents: int
    n_characters: int = 0
    offset: int = 0


def document_batches(
    corpus: Corpus, splitter: Splitter, normalization: Normalization | None = None
) -> Iterator[DocumentBatch]:
    """The documents of a corpus in order, normalized, in batches that never mix sources."""
    offset = 0
    for batch in _batches(corpus, splitter, normalization):
        yield replace(batch, offset=offset, n_characters=count_characters(batch.data))
        offset += len(batch.data)


def _batches(
    corpus: Corpus, splitter: Splitter, normalization: Normalization | None
) -> Iterator[DocumentBatch]:
    source = 0
    documents: list[bytes] = []
    size = 0
    cutter = DocumentCutter(splitter, BATCH_BYTES, normalization)
    for index, (data, begins, ends) in corpus.labelled_parts():
        is_short = begins and ends and len(data) <= BATCH_BYTES
        if documents and (not is_short or index != source or size >= BATCH_BYTES):
            yield _joined(source, documents)
            documents, size = [], 0
        source = index
        if is_short:
            document = normalized(data, normalization)
            documents.append(document)
            size += len(document)
        else:
            for piece, is_first, _ in cutter.pieces(data, begins, ends):
                bounds = np.array([0, len(piece)], np.int64)
                yield DocumentBatch(source, piece, bounds, n_documents=int(is_first))
    if documents:
        yield _joined(source, documents)


def _joined(source: int, documents: list[bytes]) -> DocumentBatch:
    bounds = np.zeros(len(documents) + 1, np.int64)
    np.cumsum([len(document) for document in documents], out=bounds[1:])
    data = documents[0] if len(documents) == 1 else b"".join(documents)
    return DocumentBatch(source, data, bounds, len(documents))


GROUP_BYTES = 1 << 19
"""About the size of a group; a document without a sure cut may be as long as it is."""


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """Documents of one source, one after another, or a part of one.

    data: UTF-8; bounds: int64[n + 1], document i is data[bounds[i]:bounds[i + 1]].
    before: the last character of the part before, where data goes on with a document; else b"".
    is_cut: the document goes on in the next group.
    """

    source: int
    data: bytes
    bounds: Int64s
    before: bytes = b""
    is_cut: bool = False

    @property
    def n_documents(self) -> int:
        """How many documents begin here."""
        return 0 if self.before else len(self.bounds) - 1

    def documents(self) -> list[bytes]:
        """The documents, or the part of one, by themselves."""
        places = self.bounds.tolist()
        return [self.data[places[i] : places[i + 1]] for i in range(len(places) - 1)]


def document_groups(
    documents: Iterable[tuple[int, bytes]], splitter: Splitter | None
) -> Iterator[DocumentGroup]:
    """Documents with the number of their source, in order, in groups that never mix sources.

    Long documents are cut where the split pattern is sure to cut as well, so that the parts have
    the tokens of the whole; without a splitter they stay whole.
    """
    if splitter is not None:
        parts = ((source, DocumentPart(document)) for source, document in documents)
        yield from part_groups(parts, splitter)
        return
    source = 0
    group: list[bytes] = []
    size = 0
    for index, document in documents:
        if group and (index != source or size >= GROUP_BYTES):
            yield DocumentGroup(source, *joined(group))
            group, size = [], 0
        source = index
        group.append(document)
        size += len(document)
    if group:
        yield DocumentGroup(source, *joined(group))


def part_groups(
    parts: Iterable[tuple[int, DocumentPart]],
    splitter: Splitter,
    normalization: Normalization | None = None,
) -> Iterator[DocumentGroup]:
    """As `document_groups`, of documents that come in parts, so that none has to be held whole.

    normalization: the Unicode form that the documents are brought into.
    """
    source = 0
    group: list[bytes] = []
    size = 0
    cutter = DocumentCutter(splitter, GROUP_BYTES, normalization)
    before = b""
    for index, (data, begins, ends) in parts:
        is_long = not (begins and ends) or len(data) > 2 * GROUP_BYTES
        if group and (is_long or index != source or size >= GROUP_BYTES):
            yield DocumentGroup(source, *joined(group))
            group, size = [], 0
        source = index
        if not is_long:
            group.append(normalized(data, normalization))
            size += len(group[-1])
            continue
        for piece, is_first, is_last in cutter.pieces(data, begins, ends):
            before = b"" if is_first else before
            yield DocumentGroup(source, *joined([piece]), before, is_cut=not is_last)
            before = _last_character(piece)
    if group:
        yield DocumentGroup(source, *joined(group))


def joined(documents: Sequence[bytes]) -> tuple[bytes, Int64s]:
    """The documents one after another, and their bounds int64[n + 1]."""
    bounds = np.zeros(len(documents) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, documents), np.int64, len(documents)), out=bounds[1:])
    return documents[0] if len(documents) == 1 else b"".join(documents), bounds


def _last_character(data: bytes) -> bytes:
    """The UTF-8 character at the end of a text."""
    start = len(data) - 1
    while start > max(0, len(data) - 4) and data[start] & 0xC0 == 0x80:
        start -= 1
    return data[start:]
