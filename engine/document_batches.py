"""DocumentBatches: the documents of a corpus in pieces that are worth a kernel call each.

Short documents of one source are joined; long ones are cut where the split pattern is sure to
cut as well, so that several threads can work on one file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.config import Normalization
from engine.corpus import Corpus
from engine.normalization import normalized
from engine.splitter import Splitter

BATCH_BYTES = 1 << 20
"""About the size of a batch; a document without a sure cut may be as long as it is."""


@dataclass(frozen=True, slots=True)
class DocumentBatch:
    """Documents of one source, one after another, or a part of one.

    source: index into the corpus's sources.
    data: UTF-8; bounds: int64[n + 1], piece i is data[bounds[i]:bounds[i + 1]], cut by itself.
    n_documents: how many documents begin here.
    offset: where data begins in the corpus, in bytes.
    """

    source: int
    data: bytes
    bounds: npt.NDArray[np.int64]
    n_documents: int
    offset: int = 0


def document_batches(
    corpus: Corpus, splitter: Splitter, normalization: Normalization | None = None
) -> Iterator[DocumentBatch]:
    """The documents of a corpus in order, normalized, in batches that never mix sources."""
    offset = 0
    for batch in _batches(corpus, splitter, normalization):
        yield replace(batch, offset=offset)
        offset += len(batch.data)


def _batches(
    corpus: Corpus, splitter: Splitter, normalization: Normalization | None
) -> Iterator[DocumentBatch]:
    source = 0
    documents: list[bytes] = []
    size = 0
    for index, document in corpus.labelled_documents():
        document = normalized(document, normalization)
        is_long = len(document) > BATCH_BYTES
        if documents and (is_long or index != source or size >= BATCH_BYTES):
            yield _joined(source, documents)
            documents, size = [], 0
        source = index
        if is_long:
            yield from _parts(source, document, splitter)
        else:
            documents.append(document)
            size += len(document)
    if documents:
        yield _joined(source, documents)


def _joined(source: int, documents: list[bytes]) -> DocumentBatch:
    bounds = np.zeros(len(documents) + 1, np.int64)
    np.cumsum([len(document) for document in documents], out=bounds[1:])
    data = documents[0] if len(documents) == 1 else b"".join(documents)
    return DocumentBatch(source, data, bounds, len(documents))


def _parts(source: int, document: bytes, splitter: Splitter) -> Iterator[DocumentBatch]:
    start = 0
    while start < len(document):
        end = splitter.sure_cut(document, start + BATCH_BYTES)
        part = document[start:end]
        bounds = np.array([0, len(part)], np.int64)
        yield DocumentBatch(source, part, bounds, n_documents=int(start == 0))
        start = end
