"""Documents in groups that are worth a kernel call each: short ones together, long ones cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.document_cutting import DocumentCutter
from engine.normalization import Normalization, normalized
from engine.readers.document_parts import DocumentPart
from engine.splitter import Splitter

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
    bounds: npt.NDArray[np.int64]
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


def joined(documents: Sequence[bytes]) -> tuple[bytes, npt.NDArray[np.int64]]:
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
