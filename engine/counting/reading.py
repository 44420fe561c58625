"""What of a corpus a training reads: the size of each source, and samples of them."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from engine.corpus import Corpus, Source, document_batches
from engine.counting.batches import OneSource, SourceBatches
from engine.counting.counts import CountingProgress
from engine.counting.kept import CountsCache
from engine.counting.reading_plan import with_sources
from engine.splitting import Splitter
from engine.text import Normalization

_STEP_SECONDS = 0.03


def source_sizes(
    corpus: Corpus,
    splitter: Splitter,
    normalization: Normalization | None,
    cache: CountsCache | None,
) -> Generator[CountingProgress, None, tuple[int, ...]]:
    """UTF-8 bytes of each source with all caps, as it is counted: in normal form.

    What a sample is to be taken of has to be known first. A source whose counts are kept is not
    read; the others are read once, which costs a fraction of counting them. The sizes are the same
    either way, so that no mixture depends on what is kept. Raises CorpusError.
    """
    kept = SourceBatches(corpus, splitter, normalization, cache)
    sizes: list[int] = []
    left = corpus.max_chars
    last = time.perf_counter()
    for index in range(len(corpus.sources)):
        if left == 0:
            sizes.append(0)
            continue
        found = kept.found(index, left)
        if found is not None:
            size, n_characters = found.n_bytes, found.n_characters
        else:
            size, part = 0, OneSource(corpus, index, left)
            for n_bytes in _piece_sizes(part, splitter, normalization):
                size += n_bytes
                if time.perf_counter() - last >= _STEP_SECONDS:
                    last = time.perf_counter()
                    yield _progress(sum(sizes) + size, corpus.expected_bytes)
            n_characters = part.n_characters
        sizes.append(size)
        left = None if left is None else left - n_characters
    return tuple(sizes)


def _piece_sizes(
    part: OneSource, splitter: Splitter, normalization: Normalization | None
) -> Iterator[int]:
    """Bytes of the source's text, piece by piece."""
    if normalization is None:
        return (len(piece.data) for _, piece in part.labelled_parts())
    return (len(batch.data) for batch in document_batches(part, splitter, normalization))


def _progress(done: int, expected: int) -> CountingProgress:
    return CountingProgress(
        documents=0,
        bytes_done=done,
        bytes_total=max(done, expected),
        pretokens=0,
        unique_pretokens=0,
        unmatched_bytes=0,
    )


def sampled(corpus: Corpus, shares: Sequence[float], seed: int) -> Corpus:
    """The corpus with a part of each source's documents, nothing of it where the share is 0."""
    sources = []
    for source, share in zip(corpus.sources, shares, strict=True):
        if not share:
            sources.append(Source(source.label, texts=()))
        elif share == 1:
            sources.append(source)
        else:
            sources.append(replace(source, reading=source.reading.sampled(share, seed)))
    return with_sources(corpus, sources)
