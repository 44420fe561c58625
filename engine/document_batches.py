"""DocumentBatches: documents of one source joined into pieces that are worth a kernel call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.corpus import Corpus

BATCH_BYTES = 1 << 20
"""A batch ends with the document that brings it to this size; long documents stand alone."""


@dataclass(frozen=True, slots=True)
class DocumentBatch:
    """Documents of one source, one after another.

    source: index into the corpus's sources.
    data: UTF-8; bounds: int64[n + 1], document i is data[bounds[i]:bounds[i + 1]].
    """

    source: int
    data: bytes
    bounds: npt.NDArray[np.int64]

    @property
    def n_documents(self) -> int:
        return len(self.bounds) - 1


def document_batches(corpus: Corpus) -> Iterator[DocumentBatch]:
    """The documents of a corpus in order, in batches that never mix sources."""
    source = 0
    documents: list[bytes] = []
    size = 0
    for index, document in corpus.labelled_documents():
        if documents and (index != source or size >= BATCH_BYTES):
            yield _batch(source, documents)
            documents, size = [], 0
        source = index
        documents.append(document)
        size += len(document)
    if documents:
        yield _batch(source, documents)


def _batch(source: int, documents: list[bytes]) -> DocumentBatch:
    bounds = np.zeros(len(documents) + 1, np.int64)
    np.cumsum([len(document) for document in documents], out=bounds[1:])
    data = documents[0] if len(documents) == 1 else b"".join(documents)
    return DocumentBatch(source, data, bounds)
