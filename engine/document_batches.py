"""DocumentBatches: the documents of a corpus in pieces that are worth a kernel call each.

Short documents of one source are joined; long ones are cut where the split pattern is sure to
cut as well, so that several threads can work on one file and no file is in memory whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.corpus import Corpus
from engine.document_cutting import DocumentCutter
from engine.normalization import Normalization, normalized
from engine.splitter import Splitter
from engine.utf8 import count_characters

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
    bounds: npt.NDArray[np.int64]
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
