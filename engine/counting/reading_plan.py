"""What the next training on a corpus will read, told without Numba: an idle window asks for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.corpus import (
    Corpus,
    RemotePath,
    SourcePath,
    content_hash,
    known_hash,
    size_on_disk,
)
from engine.counting.kept import CountsCache, CountsKey
from engine.settings import TrainingConfig
from engine.splitting import full_pattern

_QUICKLY_HASHED_BYTES = 1 << 26


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
    alone. Without a cache nothing is kept, nor for a pattern that cannot be used.
    """
    are_kept = [False] * len(corpus.sources)
    if cache is not None:
        corpus = cut_at_special_tokens(corpus, config)
        pattern = full_pattern(config.pattern)
        for index in range(len(corpus.sources)):
            key = cache.key(corpus, index, pattern, config.normalization, hash_of=_quick_hash)
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


def cut_at_special_tokens(corpus: Corpus, config: TrainingConfig) -> Corpus:
    """The corpus as a training reads it: cut at its special tokens, where that is wanted."""
    if not config.cut_at:
        return corpus
    sources = [
        replace(source, reading=replace(source.reading, cut_at=config.cut_at))
        for source in corpus.sources
    ]
    return corpus.with_sources(sources)
