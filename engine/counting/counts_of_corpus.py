"""CorpusCounts: the pre-token counts of one corpus in memory, for any settings and any mixture."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.argument_types import checked
from engine.corpus import (
    Corpus,
    CorpusProblem,
    Source,
    checked_corpus,
    document_batches,
    read_counts_label,
    state_on_disk,
)
from engine.counting.batches import (
    CountingCheckpoint,
    OneSource,
    SourceBatches,
    cut_at_special_tokens,
)
from engine.counting.counting import CountingProgress, count_pretokens
from engine.counting.counts import PretokenCounts
from engine.counting.kept import CountsCache
from engine.settings import Mixture, MixtureMaker, ResolvedMixture, TrainingConfig
from engine.splitting import Splitter
from engine.text import Normalization

_STEP_SECONDS = 0.03


@dataclass(frozen=True, slots=True)
class _CountsOf:
    """What decides the counts of a corpus: pattern, normalization, the sampled part of sources,
    the special tokens at which documents are cut. Checkpoints store it."""

    pattern: str
    normalization: Normalization | None
    seed: int = 0
    sample_shares: tuple[float, ...] = ()
    cut_at: tuple[str, ...] = ()


class MixedCounts(NamedTuple):
    """pretokens: weighted as the mixture asks; corpus: the text that they are the counts of."""

    pretokens: PretokenCounts
    corpus: Corpus


Counting = Generator[CountingProgress, None, PretokenCounts]
CheckpointMaker = Callable[[object], CountingCheckpoint | None]
"""Gives the checkpoint of a counting with these settings."""


class CorpusCounts:
    """A corpus with its pre-token counts.

    Another mixture costs no reading unless it samples. Another pattern or normalization, and a
    mixture that samples, count again, from the cache where that has the sources.

    cache: where the counts of single sources are kept on disk; None keeps nothing there.
    """

    def __init__(self, corpus: Corpus, *, cache: CountsCache | None = None) -> None:
        self.corpus = checked_corpus(corpus)
        if cache is not None:
            checked(cache, CountsCache, "cache", "CountsCache(folder) makes one")
        self.cache = cache
        self.mixture: Mixture | None = None
        """The mixture of the last counts that were asked for, and what it came to here."""
        self.resolved: ResolvedMixture | None = None
        self.problems: tuple[CorpusProblem, ...] = ()
        """What was repaired or left out in the text of those counts."""
        self._whole: tuple[_CountsOf, PretokenCounts] | None = None
        self._sampled: tuple[_CountsOf, PretokenCounts, Corpus] | None = None
        self._files: tuple[object, ...] = ()
        self._sizes: dict[tuple[Normalization | None, tuple[str, ...]], tuple[int, ...]] = {}
        self._beginnings: dict[int, Corpus] = {}

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(source.label for source in self.corpus.sources)

    def counts(self, config: TrainingConfig) -> PretokenCounts | None:
        """The natural counts of the whole corpus for these settings, if they are in memory."""
        is_known = self._whole is not None and self._whole[0] == _wanted(config)
        return self._whole[1] if self._whole is not None and is_known else None

    def share_counts(self, other: CorpusCounts) -> None:
        """Take the counts that another one of the same corpus has in memory, without a copy."""
        self._whole, self._sampled, self._files = other._whole, other._sampled, other._files
        self._sizes = dict(other._sizes)

    def source_bytes(self, config: TrainingConfig) -> tuple[int, ...] | None:
        """UTF-8 bytes of each source, once it has been counted."""
        counts = self.counts(config)
        return None if counts is None else tuple(counts.source_bytes.tolist())

    def beginnings(self, max_chars: int) -> Generator[None, None, Corpus]:
        """The first code points of each source as a corpus in memory, read once; steps by source.

        Without the sources of counts. Raises CorpusError.
        """
        if max_chars not in self._beginnings:
            sources = []
            for source in self.corpus.sources:
                if source.is_counts:
                    continue  # it has no text
                documents = self.corpus.encoded_documents(source, max_chars=max_chars)
                texts = tuple(bytes.decode(each) for each in documents if each)
                sources.append(Source(source.label, texts=texts))
                yield
            self._beginnings[max_chars] = Corpus(sources)
        return self._beginnings[max_chars]

    def of(
        self,
        config: TrainingConfig,
        mixture: MixtureMaker | None = None,
        checkpoint_of: CheckpointMaker | None = None,
    ) -> Generator[CountingProgress, None, MixedCounts]:
        """The counts that a mixture makes of the corpus, read as far as they are not known.

        Raises PatternError, CorpusError, and ConfigError for a mixture that does not fit.
        """
        maker, counted, sizes = mixture or Mixture(), None, None
        if maker.target_bytes is not None:
            sizes = yield from self._known_sizes(config)
            settled = maker.for_sources(self.labels, sizes)
            plan = settled.resolve(self.labels, sizes)
            if plan.is_sampled:
                counted = yield from self._sampled_counts(config, settled, plan, checkpoint_of)
        if counted is None:
            counted, sizes = (yield from self._whole_counts(config, checkpoint_of)), None
            settled = maker.for_sources(self.labels, counted.pretokens.whole_source_bytes.tolist())
        natural = counted.pretokens
        resolved = settled.resolve(self.labels, natural.whole_source_bytes, natural_bytes=sizes)
        self.mixture, self.resolved, self.problems = settled, resolved, natural.problems
        return MixedCounts(natural.weighted(resolved.weights, resolved.scale), counted.corpus)

    def forget_if_changed(self) -> None:
        """Drop what was read of files that are not what they were."""
        files = tuple(
            state_on_disk(path) for source in self.corpus.sources for path in source.paths
        )
        if files != self._files:
            self._files = files
            self._whole = self._sampled = None
            self._sizes.clear()
            self._beginnings.clear()

    def _known_sizes(
        self, config: TrainingConfig
    ) -> Generator[CountingProgress, None, tuple[int, ...]]:
        """UTF-8 bytes of each whole source: as counted or kept, else read without counting."""
        if (known := self.source_bytes(config)) is not None:
            return known
        wanted = (config.normalization, config.cut_at)
        if wanted not in self._sizes:
            self._sizes[wanted] = yield from source_sizes(
                cut_at_special_tokens(self.corpus, config),
                Splitter(config.pattern),
                config.normalization,
                self.cache,
            )
        return self._sizes[wanted]

    def _whole_counts(
        self, config: TrainingConfig, checkpoint_of: CheckpointMaker | None
    ) -> Generator[CountingProgress, None, MixedCounts]:
        """The natural counts of the whole corpus."""
        pretokens = self.counts(config)
        if pretokens is None:
            wanted = _wanted(config)
            pretokens = yield from self._count(config, self.corpus, wanted, checkpoint_of)
            self._whole = (wanted, pretokens)
        return MixedCounts(pretokens, self.corpus)

    def _sampled_counts(
        self,
        config: TrainingConfig,
        mixture: Mixture,
        resolved: ResolvedMixture,
        checkpoint_of: CheckpointMaker | None,
    ) -> Generator[CountingProgress, None, MixedCounts]:
        """The counts of samples of the sources; one whose sample is empty is taken whole."""
        shares = tuple(row.sample_share if row.weight else 0.0 for row in resolved.rows)
        wanted = replace(_wanted(config), seed=mixture.seed, sample_shares=shares)
        if self._sampled is not None and self._sampled[0] == wanted:
            return MixedCounts(*self._sampled[1:])
        corpus = sampled(self.corpus, shares, mixture.seed)
        pretokens = yield from self._count(config, corpus, wanted, checkpoint_of)
        is_empty = (pretokens.source_bytes == 0).tolist()
        if any(share and empty for share, empty in zip(shares, is_empty, strict=True)):
            fuller = [1.0 if e and s else s for s, e in zip(shares, is_empty, strict=True)]
            corpus = sampled(self.corpus, fuller, mixture.seed)
            again = replace(wanted, sample_shares=tuple(fuller))
            pretokens = yield from self._count(config, corpus, again, checkpoint_of)
        self._sampled = (wanted, pretokens, corpus)
        return MixedCounts(pretokens, corpus)

    def _count(
        self,
        config: TrainingConfig,
        corpus: Corpus,
        wanted: _CountsOf,
        checkpoint_of: CheckpointMaker | None,
    ) -> Counting:
        return count_pretokens(
            cut_at_special_tokens(corpus, config),
            Splitter(config.pattern),
            normalization=config.normalization,
            cache=self.cache,
            checkpoint=None if checkpoint_of is None else checkpoint_of(wanted),
        )


def _wanted(config: TrainingConfig) -> _CountsOf:
    pattern = Splitter(config.pattern).pattern
    return _CountsOf(pattern, config.normalization, cut_at=config.cut_at)


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
        if (source := corpus.sources[index]).is_counts:
            sizes.append(sum(read_counts_label(path).text_bytes for path in source.paths))
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
                    yield _progress(sum(sizes) + size, corpus)
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


def _progress(done: int, corpus: Corpus) -> CountingProgress:
    return CountingProgress(done, max(done, corpus.expected_bytes) if corpus.is_size_known else 0)


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
    return corpus.with_sources(sources)
