"""Training: corpus and settings -> tokenizer, as a generator of progress.

tokenizer = train_tokenizer(Corpus.from_paths("texts/"), TrainingConfig(32768))
tokenizer = result_of(train(Corpus.from_paths("texts/"), TrainingConfig(32768)), print)  # progress

A corpus whose counts stay in memory costs only merges when it is trained on again:

corpus = CountedCorpus(Corpus.from_paths("texts/"), cache=CountsCache())
tokenizer = result_of(corpus.train(TrainingConfig(32768)))
tokenizer = result_of(corpus.train(TrainingConfig(32768), Mixture(alpha=0.3)))     # no reading

`train_on` is the algorithm.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from engine.argument_types import check_optional, checked
from engine.compiled import ReusedArrays
from engine.corpus import Corpus, repeated_exactly
from engine.counting import (
    CorpusCounts,
    CountsCache,
    PretokenCounts,
    cut_at_special_tokens,
    sampled,
)
from engine.encoding import Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.machine import StopRequest, result_of, stopped_sentence
from engine.sentences import say
from engine.settings import (
    MixtureMaker,
    SuperwordOrigin,
    TrainingConfig,
    TrainingRecord,
    check_mixture,
)
from engine.splitting import Splitter
from engine.training.checkpoint import TrainingCheckpoint
from engine.training.layout import LayoutKeeper
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import MergesDone, merges_to_continue
from engine.training.progress import Phase, TrainingProgress
from engine.training.steps import TrainingSteps
from engine.training.superword_stage import SuperwordOptions, SuperwordTraining
from engine.training.vetoes import AllOf, MergeVeto, veto_of

if TYPE_CHECKING:
    from engine.training.alphabet import Alphabet
    from engine.training.parity_loop import ParityLoop
    from engine.training.parity_texts import ParityInputs

    AnyLoop: TypeAlias = MergeLoop | ParityLoop

Training = Generator[TrainingProgress, None, Tokenizer]

_FEW_PRETOKENS = 20_000


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
    """Yields progress; the result is the return value: `result_of(train(...))` is the Tokenizer.

    It trains byte-level BPE; `train_tokenizer` does so without progress. TrainingProgress comes
    about every 30 ms. The call itself checks its arguments.

    1. Pre-tokenize: normalize the corpus if asked to, cut it at the split pattern, count distinct
       pre-tokens per source.
    2. Count pairs: lay the distinct pre-tokens out as bytes, count adjacent pairs.
    3. Compute merges: merge the most frequent pair until the vocabulary is full.

    With superwords (config.superwords) step 3 ends at the transition, and stage two follows: see
    engine.training.superword_stage.

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
    return result_of(train(corpus, config, mixture=mixture, cache=cache))


class CountedCorpus(CorpusCounts):
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
        super().__init__(corpus, cache=cache)
        check_optional(superwords, SuperwordOptions, "superwords", "SuperwordOptions() makes them")
        self.superword_options = superwords
        self.proven_merges: int | None = None
        """Merges of the last training that are certain although a floor dropped pre-tokens; None
        where none did. See engine.training.certificate."""
        self.memory = TrainingMemory()

    def twin(self) -> CountedCorpus:
        """Another one that shares the counts in memory, to train in another thread meanwhile."""
        twin = CountedCorpus(self.corpus, cache=self.cache, superwords=self.superword_options)
        twin.share_counts(self)
        return twin

    def train(
        self,
        config: TrainingConfig,
        mixture: MixtureMaker | None = None,
        *,
        stop: StopRequest | None = None,
        checkpoint: TrainingCheckpoint | None = None,
        continued: Tokenizer | None = None,
    ) -> Training:
        """Yields progress; the result is the return value: `result_of(counted.train(...))`.

        As the function `train`, on the counts of this corpus. The call itself checks its arguments.

        continued: a tokenizer that was trained on this corpus in this mixture; its merges are
            taken as done. See engine.training.merges_done.

        A file that changed since it was counted is counted again.
        """
        checked(config, TrainingConfig, "config", "TrainingConfig(vocab_size) makes one")
        if (trainer := config.trainer) is not None:
            words = say("trainer_is_library", trainer=trainer.name, package=trainer.package)
            raise ConfigError(words, setting="trainer")
        check_mixture(mixture)
        _check_passes(self.corpus, config, mixture)
        check_optional(stop, StopRequest, "stop", "StopRequest() makes one")
        check_optional(
            checkpoint, TrainingCheckpoint, "checkpoint", "TrainingCheckpoint(folder) makes one"
        )
        check_optional(continued, Tokenizer, "continued", "Tokenizer.load(path) reads one")
        return self._training(config, mixture, stop, checkpoint, continued)

    def _training(
        self,
        config: TrainingConfig,
        mixture: MixtureMaker | None,
        stop: StopRequest | None,
        checkpoint: TrainingCheckpoint | None,
        continued: Tokenizer | None,
    ) -> Training:
        if config.superwords is not None:
            refuse_counts(self.corpus)
        self.forget_if_changed()
        self.proven_merges = None
        if checkpoint is not None:
            checkpoint.begin(self.corpus, config, mixture)
        steps = TrainingSteps(config, self.labels, checkpoint)
        training = train_on(self, steps, config, mixture, stop, continued)
        try:
            return (yield from steps.clock.without_pauses(training))
        finally:
            if checkpoint is not None:
                checkpoint.close()


def refuse_counts(corpus: Corpus) -> None:
    """Raise CorpusError for a source of counts, whose text superwords would need."""
    for source in corpus.sources:
        if source.is_counts:
            words = say("superwords_need_text", label=source.label)
            raise CorpusError(words, path=source.paths[0], setting="superwords_from")


def train_on(
    counted: CountedCorpus,
    steps: TrainingSteps,
    config: TrainingConfig,
    mixture: MixtureMaker | None,
    stop: StopRequest | None,
    continued: Tokenizer | None,
) -> Training:
    """The algorithm: count pre-tokens, count pairs, merge, and merge superwords if asked to.

    steps: gives progress and the checkpoint; stop, continued: see `CountedCorpus.train`.
    """
    parity = _checked(config, counted.corpus)
    before = counted.corpus.passes
    files = None if config.superwords is None else counted.corpus.file_states
    checkpoint_of = None if steps.checkpoint is None else steps.checkpoint.counting
    pretokens, corpus = yield from steps.count(counted.of(config, mixture, checkpoint_of))
    if parity is not None:
        by_parity = _train_by_parity(counted, steps, config, pretokens, parity, stop, continued)
        return (yield from by_parity)
    alphabet, merging = _begun(config, pretokens, steps)
    done = _merges_done(continued, steps.checkpoint, pretokens, merging, alphabet)
    with counted.memory.lent() as (room, layouts):
        loop = MergeLoop(
            pretokens,
            merging.of_size(merging.vocab_size - merging.n_merges + merging.n_first_merges),
            room,
            layouts,
            done=_first_merges_done(done, config, pretokens),
            veto=_veto(config, alphabet, done),
        )
        yield steps.progress(Phase.COUNT_PAIRS, pretokens, loop)
        loop.count_pairs()
        yield from steps.compute_merges(pretokens, loop, stop)
        if pretokens.source_dropped:
            yield steps.progress(Phase.COMPUTE_MERGES, pretokens, loop)
            counted.proven_merges = _n_proven(pretokens, config, loop, room)
            steps.n_proven = counted.proven_merges
        if files is None:
            return _finished(replace(steps.record(pretokens, loop), config=config), loop, alphabet)
        if stop is not None and stop.is_asked:
            return finished_tokenizer(steps.record(pretokens, loop), loop, is_over=False)
        text = _of_weight(cut_at_special_tokens(corpus, config), pretokens)
        second = SuperwordTraining(steps, config, text, pretokens, loop, counted.superword_options)
        with files, repeated_exactly(corpus.iterators.values()):
            yield from second.run(room, done, stop)
    record = steps.record(pretokens, second.loop, second.second_stage)
    remarks = (*second.problems, *_pass_remarks(before, corpus.passes))
    record = replace(record, problems=(*record.problems, *remarks))
    return finished_tokenizer(record, second.loop, second.is_over)


def _checked(config: TrainingConfig, corpus: Corpus) -> ParityInputs | None:
    """What languages choose by, None without parity.

    What is wrong with it or with the patterns shows here, before the counting.
    """
    for pattern in (config.pattern, config.final_pattern):
        Splitter(pattern)
    if config.parity is None:
        return None
    from engine.training.parity_texts import parity_inputs  # late: few trainings have any

    return parity_inputs(config.parity, [source.label for source in corpus.sources])


def _train_by_parity(
    counted: CountedCorpus,
    steps: TrainingSteps,
    config: TrainingConfig,
    pretokens: PretokenCounts,
    inputs: ParityInputs,
    stop: StopRequest | None,
    continued: Tokenizer | None,
) -> Training:
    """Merge as the languages of parallel texts choose; see engine.training.parity_loop."""
    from engine.training.parity_loop import ParityLoop, parity_merges_done  # late: few have any

    if pretokens.source_dropped:
        raise CorpusError(say("parity_with_floor"), setting="parity")
    texts = yield from steps.parity_texts(pretokens, inputs)
    done = parity_merges_done(continued, steps.checkpoint, pretokens, texts, config.n_merges)
    with counted.memory.lent() as (room, layouts):
        loop = ParityLoop(
            pretokens, config, texts, room, layouts, done=done,
            veto=None if config.merge_rules is None else veto_of(config.merge_rules),
        )  # fmt: skip
        yield steps.progress(Phase.COUNT_PAIRS, pretokens, loop)
        loop.count_pairs()
        yield from steps.compute_merges(pretokens, loop, stop)
    return finished_tokenizer(steps.record(pretokens, loop), loop, loop.finished)


def _begun(
    config: TrainingConfig, pretokens: PretokenCounts, steps: TrainingSteps
) -> tuple[Alphabet | None, TrainingConfig]:
    """The characters to begin with, None for bytes, and the settings of the merge loop."""
    if config.pieces is None:
        return None, config
    from engine.training.alphabet import piece_alphabet

    alphabet = piece_alphabet(pretokens, config.pieces)
    merging = alphabet.loop_config(config)
    steps.expect(merging)
    return alphabet, merging


def _veto(
    config: TrainingConfig, alphabet: Alphabet | None, done: MergesDone | None
) -> MergeVeto | None:
    rules = None if config.merge_rules is None else veto_of(config.merge_rules)
    if alphabet is None or done is None:
        return rules
    return AllOf(rules, alphabet.veto(config, done))


def _finished(record: TrainingRecord, loop: MergeLoop, alphabet: Alphabet | None) -> Tokenizer:
    """The tokenizer of a training without superwords."""
    if alphabet is None:
        return finished_tokenizer(record, loop, loop.finished)
    from engine.training.alphabet import piece_tokenizer

    return piece_tokenizer(record, loop, alphabet, loop.finished)


def _n_proven(
    pretokens: PretokenCounts,
    config: TrainingConfig,
    merged: MergeLoop,
    room: ReusedArrays,
) -> int:
    """How many of the merges that were made are those of the whole corpus, for certain."""
    from engine.training.certificate import Certificate, weighted_dropped

    dropped = weighted_dropped(pretokens)
    if dropped is None:
        return merged.n_merges
    veto = None if config.merge_rules is None else veto_of(config.merge_rules)
    loop = MergeLoop(pretokens, config, room, veto=veto)
    loop.count_pairs()
    certificate = Certificate(loop, dropped)
    for n_proven in certificate.steps():
        if n_proven == merged.n_merges:
            break
    return certificate.n_proven


def _check_passes(corpus: Corpus, config: TrainingConfig, mixture: MixtureMaker | None) -> None:
    """Raise CorpusError for an iterator that can be read once where the training reads again."""
    if config.superwords is not None:
        corpus.check_repeatable(say("superwords_read_again"))
    if mixture is not None and mixture.target_bytes is not None:
        corpus.check_repeatable(say("target_reads_again"))


def _pass_remarks(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """How often each iterator was read, of those that were read again."""
    passes = {label: n_passes - before.get(label, 0) for label, n_passes in now.items()}
    return [say("iterator_passes", label=repr(label), n=n) for label, n in passes.items() if n > 1]


def _merges_done(
    continued: Tokenizer | None,
    checkpoint: TrainingCheckpoint | None,
    pretokens: PretokenCounts,
    config: TrainingConfig,
    alphabet: Alphabet | None = None,
) -> MergesDone | None:
    """The merges to begin with: of an interrupted training, a smaller one, or the characters."""
    done = None if alphabet is None else alphabet.done
    if continued is not None:
        done = merges_to_continue(continued, pretokens)
    if done is not None and config.superwords is not None and done.n_first is None:
        done = done.first(min(len(done), config.n_first_merges))  # the others are of no stage two
    if checkpoint is None:
        return done
    return checkpoint.merges_done(pretokens, config.n_merges) or done


def _first_merges_done(
    done: MergesDone | None, config: TrainingConfig, pretokens: PretokenCounts
) -> MergesDone | None:
    """Those of the merges done that stage one begins with.

    Stage one may have run out of pairs before the transition, so that the merges before it are of
    both stages. Where it costs next to nothing, all is made again.
    """
    if done is None or config.superwords is None:
        return done
    n = min(len(done), config.n_first_merges if done.n_first is None else done.n_first)
    if pretokens.n_unique <= _FEW_PRETOKENS:
        return None
    return done.first(n)


def _of_weight(corpus: Corpus, pretokens: PretokenCounts) -> Corpus:
    """The corpus with nothing in the sources that count nothing."""
    shares = (pretokens.source_weights > 0).astype(float).tolist()
    return sampled(corpus, shares, 0)


def finished_tokenizer(record: TrainingRecord, loop: AnyLoop, is_over: bool) -> Tokenizer:
    """The tokenizer of a training. loop: of its last stage.

    is_over: False for a training that was stopped, whose tokenizer is as if its size had been
        asked for.
    """
    if is_over:
        return _tokenizer(record, loop)
    asked = record.config
    size = asked.vocab_size - asked.n_merges + loop.n_merges
    sentence = stopped_sentence(loop.n_merges, asked.n_merges, size)
    record = replace(record, problems=(*record.problems, sentence))
    return _tokenizer(record, loop).truncated(size)


def _tokenizer(record: TrainingRecord, loop: AnyLoop) -> Tokenizer:
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


class TrainingMemory:
    """What a training leaves to the next on the same corpus: arrays, and the layout of its text."""

    def __init__(self) -> None:
        self._room = ReusedArrays()
        self._layouts = LayoutKeeper()
        self._is_lent = False

    @contextmanager
    def lent(self) -> Iterator[tuple[ReusedArrays, LayoutKeeper]]:
        """Both for one training; new ones while another has them."""
        if self._is_lent:
            yield ReusedArrays(), LayoutKeeper()
            return
        self._is_lent = True
        try:
            yield self._room, self._layouts
        finally:
            self._is_lent = False
