"""What the merges of a tokenizer do in a text, by source, told from the tokens that are left."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np
import numpy.typing as npt

from engine.encoder import Encoder
from engine.memory_forecast import threads_with_memory
from engine.merge_trees import MergeForest
from engine.ordered_work import results_in_order
from engine.splitter import Splitter
from engine.superword_documents import DrawnBatch, SuperwordDocuments
from engine.tokenizer import Tokenizer

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]


def whole_text_totals(
    documents: SuperwordDocuments,
    merges: UInt32s,
    splitter: Splitter,
    n_sources: int,
    n_threads: int,
) -> Generator[int, None, Int64s]:
    """int64[n_merges, n_sources]: how often each merge is applied in each source.

    Yields the bytes that are done.
    """
    first = Encoder(merges, splitter)
    n_ids = 256 + len(merges)

    def counting(encoder: Encoder) -> Callable[[DrawnBatch], tuple[int, int, Int64s]]:
        def run(drawn: DrawnBatch) -> tuple[int, int, Int64s]:
            batch = drawn.batch
            ids, _ = encoder.encode_documents(batch.data, batch.bounds)
            return batch.source, len(batch.data), np.bincount(ids, minlength=n_ids)

        return run

    n_threads = threads_with_memory(n_threads, first.most_cache_bytes)
    threads = [counting(first), *(counting(first.fork()) for _ in range(n_threads - 1))]
    counts = np.zeros((n_sources, n_ids), np.int64)
    done = 0
    for found in results_in_order(threads, documents):
        if found is not None:
            source, size, tokens = found
            counts[source] += tokens
            done += size
        yield done
    forest = MergeForest(Tokenizer(merges, pattern=splitter.pattern))
    return np.stack([forest.applied(row) for row in counts], axis=1)
