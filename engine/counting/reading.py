"""What of a corpus a training reads: cut, sampled, and which sources' counts are kept."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.corpus import (
    Corpus,
    RemotePath,
    Source,
    SourcePath,
    content_hash,
    document_batches,
    known_hash,
    size_on_disk,
)
from engine.counting.batches import OneSource, SourceBatches
from engine.counting.counts import CountingProgress
from engine.counting.kept import CountsCache, CountsKey
from engine.settings import TrainingConfig
from engine.splitting import Splitter
from engine.text import Normalization

_STEP_SECONDS = 0.03
_QUICKLY_HASHED_BYTES = 1 << 26


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


@dataclass(frozen=True, slots=True)
class SourcePlan:
    """One source: its size as it lies, and whether its counts are kept, so that it is not read."""

    label: str
    n_bytes_on_disk: int
    is_kept: bool


def reading_plan(
    corpus: Corpus, config: TrainingConfig, cache: CountsCache | None
) -> tuple[SourcePlan, ...]:
    """What the next training on `corpus` will read, as far as can be told without reading it.

    Files of more than 64 MB, and files at addresses, that were never hashed count as to be read.
    Where the corpus ends after `max_chars`, the sources before the end are told by their own caps
    alone. Without a cache nothing is kept. Raises PatternError with one.
    """
    are_kept = [False] * len(corpus.sources)
    if cache is not None:
        corpus = cut_corpus(corpus, config)
        splitter = Splitter(config.pattern)
        for index in range(len(corpus.sources)):
            key = cache.key(corpus, index, splitter, config.normalization, hash_of=_quick_hash)
            are_kept[index] = key is not None and _is_kept(cache, key, corpus, config)
    return tuple(
        SourcePlan(source.label, source.n_bytes_on_disk, is_kept)
        for source, is_kept in zip(corpus.sources, are_kept, strict=True)
    )


def _is_kept(cache: CountsCache, key: CountsKey, corpus: Corpus, config: TrainingConfig) -> bool:
    if corpus.max_chars is not None and config.normalization is not None:
        return False  # such counts are not kept, see SourceBatches
    return cache.holds(key)


def _quick_hash(path: SourcePath) -> str | None:
    if (known := known_hash(path)) is not None or isinstance(path, RemotePath):
        return known
    size = size_on_disk(path)
    return content_hash(path) if size is not None and size <= _QUICKLY_HASHED_BYTES else None


def cut_corpus(corpus: Corpus, config: TrainingConfig) -> Corpus:
    """The corpus as a training reads it: cut at its special tokens, where that is wanted."""
    if not config.cut_at:
        return corpus
    sources = [
        replace(source, reading=replace(source.reading, cut_at=config.cut_at))
        for source in corpus.sources
    ]
    return _with_sources(corpus, sources)


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
    return _with_sources(corpus, sources)


def _with_sources(corpus: Corpus, sources: Sequence[Source]) -> Corpus:
    """The corpus with other sources in the place of its own."""
    return Corpus(
        sources,
        max_chars=corpus.max_chars,
        max_document_chars=corpus.max_document_chars,
        document_separator=corpus.document_separator,
        text_field=corpus.text_field,
        encoding_errors=corpus.encoding_errors,
    )
