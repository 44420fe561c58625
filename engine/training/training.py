"""CountedCorpus: a corpus whose counts stay in memory, so that training again costs only merges.

corpus = CountedCorpus(Corpus.from_paths("texts/"), cache=CountsCache())
for progress in corpus.train(TrainingConfig(32768)): ...
for progress in corpus.train(TrainingConfig(32768), Mixture(alpha=0.3)): ...     # no reading
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.argument_types import checked
from engine.corpus import Corpus, CorpusProblem, Source, checked_corpus, state_on_disk
from engine.counting import (
    CountsCache,
    PretokenCounts,
    count_pretokens,
    cut_corpus,
    sampled,
    source_sizes,
)
from engine.encoding import Tokenizer
from engine.errors import CheckpointError, ConfigError
from engine.machine import StopRequest, stopped_sentence
from engine.settings import (
    Mixture,
    MixtureMaker,
    ResolvedMixture,
    SuperwordOrigin,
    TrainingConfig,
    TrainingRecord,
)
from engine.splitting import Splitter
from engine.text import Normalization
from engine.training.arrays import LayoutKeeper, MergeRoom
from engine.training.checkpoint import TrainingCheckpoint
from engine.training.merge_loop import MergeLoop
from engine.training.progress import Phase, TrainingProgress
from engine.training.seeding import MergesDone
from engine.training.stage_two.stage import SuperwordOptions, SuperwordTraining, first_merges_done
from engine.training.steps import TrainingSteps
from engine.training.vetoes import veto_of

if TYPE_CHECKING:
    from engine.counting import PretokenCounts
    from engine.encoding import Tokenizer
    from engine.settings import TrainingConfig, TrainingRecord

# The tokenizer that a training gives, whole or stopped.


def trained_tokenizer(record: TrainingRecord, loop: MergeLoop) -> Tokenizer:
    """The tokenizer of a training that came to its end. loop: of its last stage."""
    config = record.config
    first_special = config.vocab_size - config.n_special
    pattern, origin = config.pattern, None
    if record.second_stage is not None:
        pattern = config.final_pattern
        origin = SuperwordOrigin(Splitter(config.pattern).pattern, record.second_stage.n_first)
    return Tokenizer(
        loop.results.merges[: loop.n_merges].copy(),
        pattern=pattern,
        special_tokens={
            token: first_special + i for i, token in enumerate(config.all_special_tokens)
        },
        vocab_size=config.vocab_size,
        training=record,
        normalization=config.normalization,
    ).with_companions(roles=config.roles, superwords=origin)


def kept_tokenizer(record: TrainingRecord, loop: MergeLoop) -> Tokenizer:
    """The tokenizer of a training that was stopped: as if its size had been asked for."""
    asked = record.config
    size = asked.vocab_size - asked.n_merges + loop.n_merges
    sentence = stopped_sentence(loop.n_merges, asked.n_merges, size)
    record = replace(record, problems=(*record.problems, sentence))
    return trained_tokenizer(record, loop).truncated(size)


Training = Generator[TrainingProgress, None, Tokenizer]

_Shares = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _CountsOf:
    """What decides the counts of a corpus: pattern, normalization, the sampled part of sources,
    the special tokens at which documents are cut."""

    pattern: str
    normalization: Normalization | None
    seed: int = 0
    sample_shares: _Shares = ()
    cut_at: tuple[str, ...] = ()


class CountedCorpus:
    """A corpus with its pre-token counts and the memory of its last training.

    A new mixture, vocabulary size, tie-break or limit costs the merge loop alone; a new pattern or
    normalization, and a mixture that samples, count again, from the cache where that has the
    sources. A training that is closed or fails leaves all this as it was.

    cache: where the counts of single sources are kept on disk; None keeps nothing there.
    superwords: how stage two of a training with superwords works, such as its memory.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        cache: CountsCache | None = None,
        superwords: SuperwordOptions | None = None,
    ) -> None:
        self.corpus = checked_corpus(corpus)
        if cache is not None:
            checked(cache, CountsCache, "cache", "CountsCache(folder) makes one")
        self.cache = cache
        self.superword_options = superwords or SuperwordOptions()
        self.mixture: Mixture | None = None
        """The mixture of the last training that began to merge, and what it came to here."""
        self.resolved: ResolvedMixture | None = None
        self.problems: tuple[CorpusProblem, ...] = ()
        """What was repaired or left out in the text of that training."""
        self._whole: tuple[_CountsOf, PretokenCounts] | None = None
        self._sampled: tuple[_CountsOf, PretokenCounts, Corpus] | None = None
        self._room = MergeRoom()
        self._layouts = LayoutKeeper()
        self._room_is_taken = False
        self._read = corpus
        """What of the corpus the last counts are of: all, or samples of its sources."""
        self._files: tuple[object, ...] = ()
        self._sizes: dict[tuple[Normalization | None, tuple[str, ...]], tuple[int, ...]] = {}
        self._beginnings: dict[int, Corpus] = {}

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(source.label for source in self.corpus.sources)

    def counts(self, config: TrainingConfig) -> PretokenCounts | None:
        """The natural counts of the whole corpus for these settings, if they are in memory."""
        pattern = Splitter(config.pattern).pattern
        wanted = _CountsOf(pattern, config.normalization, cut_at=config.cut_at)
        return self._whole[1] if self._whole is not None and self._whole[0] == wanted else None

    def source_bytes(self, config: TrainingConfig) -> tuple[int, ...] | None:
        """UTF-8 bytes of each source, once it has been counted."""
        counts = self.counts(config)
        return None if counts is None else tuple(counts.source_bytes.tolist())

    def beginnings(self, max_chars: int) -> Generator[None, None, Corpus]:
        """The first code points of each source as a corpus in memory, read once; steps by source.

        Raises CorpusError.
        """
        if max_chars not in self._beginnings:
            sources = []
            for source in self.corpus.sources:
                documents = self.corpus.encoded_documents(source, max_chars=max_chars)
                texts = tuple(bytes.decode(each) for each in documents if each)
                sources.append(Source(source.label, texts=texts))
                yield
            self._beginnings[max_chars] = Corpus(sources)
        return self._beginnings[max_chars]

    def train(
        self,
        config: TrainingConfig,
        mixture: MixtureMaker | None = None,
        *,
        stop: StopRequest | None = None,
        checkpoint: TrainingCheckpoint | None = None,
        continued: Tokenizer | None = None,
    ) -> Training:
        """As `engine.training.training.train`, on the counts of this corpus.

        continued: a tokenizer that was trained on this corpus in this mixture; its merges are
            taken as done. See engine.training.training.

        A file that changed since it was counted is counted again.
        """
        checked(config, TrainingConfig, "config", "TrainingConfig(vocab_size) makes one")
        if mixture is not None and not hasattr(mixture, "for_sources"):
            checked(mixture, Mixture, "mixture", "Mixture(shares={label: share}) makes one")
        if stop is not None:
            checked(stop, StopRequest, "stop", "StopRequest() makes one")
        self._forget_if_changed()
        if checkpoint is not None:
            checkpoint.begin(self.corpus, config, mixture)
        steps = TrainingSteps(config, self.labels, checkpoint)
        training = self._trained(steps, config, mixture, stop, continued)
        try:
            return (yield from steps.clock.without_pauses(training))
        finally:
            if checkpoint is not None:
                checkpoint.close()

    def _trained(
        self,
        steps: TrainingSteps,
        config: TrainingConfig,
        mixture: MixtureMaker | None,
        stop: StopRequest | None,
        continued: Tokenizer | None,
    ) -> Training:
        splitter = Splitter(config.pattern)
        Splitter(config.final_pattern)  # what is wrong with it shows before the counting
        pretokens = yield from self._mixed(steps, splitter, config, mixture)
        steps.counted(pretokens)
        first = config.of_size(config.vocab_size - config.n_merges + config.n_first_merges)
        room = self._take_room()
        try:
            done = None if continued is None else merges_to_continue(continued, pretokens)
            if steps.checkpoint is not None:
                done = steps.checkpoint.merges_done(pretokens, config.n_merges) or done
            loop = MergeLoop(
                pretokens,
                first,
                room,
                self._layouts if room is self._room else None,
                done=first_merges_done(done, config, pretokens),
                veto=veto_of(config.merge_rules),
            )
            yield steps.progress(Phase.COUNT_PAIRS, pretokens, loop)
            loop.count_pairs()
            yield from steps.compute_merges(pretokens, loop, stop)
            is_over, second = loop.finished, None
            if config.superwords is not None:
                is_over = False
                if stop is None or not stop.is_asked:
                    corpus = self._of_weight(cut_corpus(self._read, config), pretokens)
                    second = SuperwordTraining(
                        steps, config, corpus, pretokens, loop, self.superword_options
                    )
                    yield from second.run(room, done, stop)
                    loop, is_over = second.loop, second.is_over
        finally:
            if room is self._room:
                self._room_is_taken = False
        record = steps.record(pretokens, loop, None if second is None else second.second_stage)
        if second is not None:
            record = replace(record, problems=(*record.problems, *second.problems))
        return (trained_tokenizer if is_over else kept_tokenizer)(record, loop)

    def _of_weight(self, corpus: Corpus, pretokens: PretokenCounts) -> Corpus:
        """The corpus with nothing in the sources that count nothing."""
        shares = (pretokens.source_weights > 0).astype(float).tolist()
        return sampled(corpus, shares, 0)

    def _take_room(self) -> MergeRoom:
        """The memory of the last training, or new one while another training uses that."""
        if self._room_is_taken:
            return MergeRoom()
        self._room_is_taken = True
        return self._room

    def _mixed(
        self,
        steps: TrainingSteps,
        splitter: Splitter,
        config: TrainingConfig,
        wanted: MixtureMaker | None,
    ) -> Generator[TrainingProgress, None, PretokenCounts]:
        """The counts that a mixture makes of the corpus, read as far as they are not known."""
        maker, pretokens, sizes = wanted or Mixture(), None, None
        if maker.target_bytes is not None:
            sizes = yield from self._known_sizes(steps, splitter, config)
            mixture = maker.for_sources(self.labels, sizes)
            plan = mixture.resolve(self.labels, sizes)
            if plan.is_sampled:
                pretokens = yield from self._sampled_counts(steps, splitter, config, mixture, plan)
        if pretokens is None:
            pretokens, sizes = (yield from self._counted(steps, splitter, config)), None
            self._read = self.corpus
            mixture = maker.for_sources(self.labels, pretokens.source_bytes.tolist())
        resolved = mixture.resolve(self.labels, pretokens.source_bytes, natural_bytes=sizes)
        self.mixture, self.resolved, self.problems = mixture, resolved, pretokens.problems
        return pretokens.weighted(resolved.weights, resolved.scale)

    def _known_sizes(
        self, steps: TrainingSteps, splitter: Splitter, config: TrainingConfig
    ) -> Generator[TrainingProgress, None, tuple[int, ...]]:
        """UTF-8 bytes of each whole source: as counted or kept, else read without counting."""
        if (known := self.source_bytes(config)) is not None:
            return known
        wanted = (config.normalization, config.cut_at)
        if wanted not in self._sizes:
            corpus = cut_corpus(self.corpus, config)
            measuring = source_sizes(corpus, splitter, config.normalization, self.cache)
            while True:
                try:
                    step = next(measuring)
                except StopIteration as stop:
                    self._sizes[wanted] = stop.value
                    break
                yield steps.counting_progress(step)
        return self._sizes[wanted]

    def _forget_if_changed(self) -> None:
        """Drop what was read of files that are not what they were."""
        files = tuple(
            state_on_disk(path) for source in self.corpus.sources for path in source.paths
        )
        if files != self._files:
            self._files = files
            self._whole = self._sampled = None
            self._sizes.clear()
            self._beginnings.clear()

    def _counted(
        self, steps: TrainingSteps, splitter: Splitter, config: TrainingConfig
    ) -> Generator[TrainingProgress, None, PretokenCounts]:
        wanted = _CountsOf(splitter.pattern, config.normalization, cut_at=config.cut_at)
        if self._whole is not None and self._whole[0] == wanted:
            return self._whole[1]
        pretokens = yield from self._count(steps, splitter, config, self.corpus, wanted)
        self._whole = (wanted, pretokens)
        return pretokens

    def _sampled_counts(
        self,
        steps: TrainingSteps,
        splitter: Splitter,
        config: TrainingConfig,
        mixture: Mixture,
        resolved: ResolvedMixture,
    ) -> Generator[TrainingProgress, None, PretokenCounts]:
        """The counts of samples of the sources; one whose sample is empty is taken whole."""
        shares = tuple(row.sample_share if row.weight else 0.0 for row in resolved.rows)
        wanted = _CountsOf(
            splitter.pattern, config.normalization, mixture.seed, shares, config.cut_at
        )
        if self._sampled is not None and self._sampled[0] == wanted:
            self._read = self._sampled[2]
            return self._sampled[1]
        corpus = sampled(self.corpus, shares, mixture.seed)
        pretokens = yield from self._count(steps, splitter, config, corpus, wanted)
        is_empty = (pretokens.source_bytes == 0).tolist()
        if any(share and empty for share, empty in zip(shares, is_empty, strict=True)):
            fuller = [1.0 if e and s else s for s, e in zip(shares, is_empty, strict=True)]
            corpus = sampled(self.corpus, fuller, mixture.seed)
            again = replace(wanted, sample_shares=tuple(fuller))
            pretokens = yield from self._count(steps, splitter, config, corpus, again)
        self._sampled, self._read = (wanted, pretokens, corpus), corpus
        return pretokens

    def _count(
        self,
        steps: TrainingSteps,
        splitter: Splitter,
        config: TrainingConfig,
        corpus: Corpus,
        wanted: _CountsOf,
    ) -> Generator[TrainingProgress, None, PretokenCounts]:
        counting = count_pretokens(
            cut_corpus(corpus, config),
            splitter,
            normalization=config.normalization,
            cache=self.cache,
            checkpoint=None if steps.checkpoint is None else steps.checkpoint.counting(wanted),
        )
        return (yield from steps.count(counting))


# Training: corpus and settings -> tokenizer, as a generator of progress.


def train(
    corpus: Corpus,
    config: TrainingConfig,
    *,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
    stop: StopRequest | None = None,
    checkpoint: TrainingCheckpoint | None = None,
    superwords: SuperwordOptions | None = None,
) -> Training:
    """Train byte-level BPE. Yields TrainingProgress about every 30 ms, returns the Tokenizer.

    1. Pre-tokenize: normalize the corpus if asked to, cut it at the split pattern, count distinct
       pre-tokens per source.
    2. Count pairs: lay the distinct pre-tokens out as bytes, count adjacent pairs.
    3. Compute merges: merge the most frequent pair until the vocabulary is full.

    With superwords (config.superwords) step 3 ends at the transition, and stage two follows: see
    engine.training.stage_two.stage.

    mixture: how much of each source counts; all as it is by default. cache: keeps the counts of
        the sources on disk, and those it has are not read. To train several times on one corpus,
        keep a CountedCorpus.
    stop: ends the training early and keeps what is merged: the tokenizer is then the one that its
        own size would have given, `truncated` merge for merge and id for id. So its vocabulary is
        smaller than asked for, the special tokens come after its last merge, and the settings in
        its record have its size; a sentence in the record's problems says what was asked.
    checkpoint: keeps what is counted and merged, so that the same call after a kill goes on there.
    superwords: how stage two works, such as how much memory it may take.

    Special tokens take no part; text that looks like one is text. Closing the generator stops the
    training between two slices. Raises PatternError, ConfigError for a mixture that does not fit
    the corpus, and CorpusError for a corpus that cannot be read or whose distinct pre-tokens need
    more memory than there is.
    """
    counted = CountedCorpus(corpus, cache=cache, superwords=superwords)
    return counted.train(config, mixture, stop=stop, checkpoint=checkpoint)


def train_tokenizer(
    corpus: Corpus,
    config: TrainingConfig,
    *,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
) -> Tokenizer:
    """Train without watching: run `train` to its end and return the Tokenizer."""
    steps = train(corpus, config, mixture=mixture, cache=cache)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            tokenizer: Tokenizer = stop.value
            return tokenizer


# Continuing: a finished training goes on to a larger vocabulary, as if it had never stopped.
# The merges of a smaller training are the first merges of a larger one on the same text. So they
# are taken as done, and only the others are made. Special tokens follow the merges, as in every
# training: their ids move up. Superwords begin where they began, whatever share that is now.


def continued_config(tokenizer: Tokenizer, vocab_size: int) -> TrainingConfig:
    """The settings with which a tokenizer's training goes on to `vocab_size` ids.

    Raises ConfigError (setting "vocab_size") for a size that is not larger, and for a tokenizer
    whose training is not known.
    """
    record = _record(tokenizer)
    if vocab_size <= record.config.vocab_size:
        raise ConfigError(
            f"The training made {record.config.vocab_size:,} ids already; continue to more than "
            "that. A smaller tokenizer is cut from it when it is exported with that size.",
            setting="vocab_size",
        )
    return record.config.of_size(vocab_size)


def merges_to_continue(tokenizer: Tokenizer, pretokens: PretokenCounts) -> MergesDone:
    """The merges of a tokenizer with what they did, to go on from on the same text.

    Raises CheckpointError where the counts are of another text or another mixture.
    """
    record = _record(tokenizer)
    pairs = (
        ("bytes", record.source_bytes, pretokens.source_bytes),
        ("documents", record.source_documents, pretokens.source_documents),
        ("weight", record.source_weights, pretokens.source_weights),
    )
    if record.source_labels != pretokens.labels:
        raise CheckpointError(
            f"The training was on {', '.join(record.source_labels)}, not on "
            f"{', '.join(pretokens.labels)}; it can go on only on its own text."
        )
    for what, then, now in pairs:
        for label, before, present in zip(record.source_labels, then, now, strict=True):
            if before != present:
                raise CheckpointError(
                    f"The text of {label} is not what the training read: {what} {before:,} then, "
                    f"{present:,} now. A training can go on only on the same text; train again."
                )
    if (record.pretokens, record.unique_pretokens, record.weight_scale) != (
        pretokens.n_pretokens, pretokens.n_unique, pretokens.weight_scale,
    ):  # fmt: skip
        raise CheckpointError(
            "The text is not what the training read: it holds other pre-tokens. A training can go "
            "on only on the same text; train again."
        )
    return MergesDone(
        np.asarray(tokenizer.merges, np.uint32),
        record.counts,
        record.applied,
        record.source_applied,
        None if tokenizer.superwords is None else tokenizer.superwords.n_first_merges,
    )


def _record(tokenizer: Tokenizer) -> TrainingRecord:
    if tokenizer.training is None:
        raise ConfigError(
            "This tokenizer does not say how it was trained, so it cannot be continued; extend it "
            "instead.",
            setting="vocab_size",
        )
    return tokenizer.training
