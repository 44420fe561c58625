"""Stage two of a training: superwords, merged over the tokens of stage one.

1. Cut the text by the second pattern, encode it with the first merges, end spans where the rules
   say so, and count the pairs of tokens.
2. Choose a floor: a count that the last merge will hardly fall below. Cut the text wherever a pair
   is rarer, and count the runs of tokens that are left.
3. Merge, as in stage one, beginning with the tokens. Where merges run out at the floor it was too
   high: lower it and go on from the merges made, as often as it takes. So the result is that of
   no floor at all.
4. Where the rules leave text out, count what the new merges do in all text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeVar

import numpy as np

from engine.argument_types import check_threads
from engine.compiled import Int32s, Int64s, ReusedArrays, UInt8s, UInt32s
from engine.corpus import Corpus
from engine.counting import PretokenCounts, PretokenTable, joined
from engine.encoding import Encoder, MergeForest, Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.machine import (
    StopRequest,
    available_bytes,
    counts_bytes,
    give_back_freed_memory,
    megabytes,
    merging_bytes,
    n_cores,
    relayed,
    results_in_order,
    threads_with_memory,
)
from engine.sentences import say
from engine.settings import SecondStage, SuperwordRules, TrainingConfig
from engine.splitting import Splitter
from engine.training.merge_loop import MergeLoop, weighted_least_count
from engine.training.merges_done import MergesDone
from engine.training.progress import Phase, TrainingProgress
from engine.training.steps import SLICE_SECONDS, TrainingSteps
from engine.training.superword_counting import (
    RunCounter,
    SpanCounter,
    joined_cells,
    joined_histograms,
    often_counted,
    pair_counters,
)
from engine.training.superword_documents import (
    DrawnBatch,
    PieceEncoder,
    SpanRules,
    SuperwordDocuments,
    TokenStream,
    Work,
    percentile_of,
)
from engine.training.vetoes import AllOf, MergeVeto, SuperwordVeto, veto_of

Steps = Generator[TrainingProgress, None, None]
Result = TypeVar("Result")

_FIRST_SHARE = 0.5
"""Of the count that as many pairs have as merges are wanted: merges lower the counts of the pairs
that they overlap, and make new pairs."""
_LOWERING = 3
_SAFETY = 0.7
_DEFAULT_SHARE = 0.8
"""Of the memory that is free when stage two begins."""
_KEPT_SHARE = 0.25
"""Share of the memory of stage two for tokens that are kept between the passes."""
_ENCODERS_SHARE = 0.25
"""Share of it for the caches of the encoders of all threads."""
_CELLS_SHARE = 0.125
"""Share of it for the cells in which all threads count pairs."""
_MOST_WITHOUT_LIMIT = 8 << 30
_GROWTH = 0.85
"""Distinct runs of a text of B bytes grow like B ** 0.85 (Heaps' law)."""
_SURE_FACTOR = 1.5
"""A forecast from a sample is believed where it is this multiple of the limit."""
_MEGABYTE = 1 << 20

# ---- the floor: the count below which pairs are left out -----------------------------------------


def first_floor(cells: Int64s, n_merges: int, least: int, scale: int) -> int:
    """A guess at the count of the last of n_merges merges, in natural occurrences.

    cells: int64[2^k], counts of pairs in units of 1 / scale, some of them together; least: the
    smallest floor.
    """
    counts = cells[cells >= least * scale]
    if not 0 < n_merges <= len(counts):
        return least
    nth = int(np.partition(counts, len(counts) - n_merges)[len(counts) - n_merges])
    return max(least, int(_FIRST_SHARE * nth / scale))


def lower_floor(floor: int, n_made: int, n_merges: int, least: int) -> int:
    """The next floor after one at which only n_made of n_merges merges were found.

    Counts fall about like 1 / rank, so this is where the last merge would be, and a bit less.
    """
    guess = int(_SAFETY * floor * n_made / max(1, n_merges))
    return max(least, min(guess, floor // _LOWERING))


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

    n_threads = threads_with_memory(n_threads, first.thread_bytes)
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


@dataclass(frozen=True, slots=True)
class SuperwordOptions:
    """What decides how stage two works, not what it gives.

    memory_bytes: most memory for it; None for most of what is free.
    n_threads: None for one per core. floor: the first guess, None for one from the counts.
    """

    memory_bytes: int | None = None
    n_threads: int | None = None
    floor: int | None = None

    def __post_init__(self) -> None:
        check_threads(self.n_threads)


@dataclass(slots=True)
class _Seen:
    """What stage two has found so far."""

    tokens: Int64s
    floor: int = 0
    least_count: int = 0
    tries: int = 0
    n_runs: int = 0
    n_distinct_runs: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


class SuperwordTraining:
    """Stage two of one training.

    corpus: as stage one read it, with nothing in sources of weight 0. pretokens, loop: of stage
    one, which is over. own_veto: asked last, instead of that of the rules on equal tokens.
    """

    def __init__(
        self,
        steps: TrainingSteps,
        config: TrainingConfig,
        corpus: Corpus,
        pretokens: PretokenCounts,
        loop: MergeLoop,
        options: SuperwordOptions | None = None,
        own_veto: MergeVeto | None = None,
    ) -> None:
        assert config.superwords is not None
        self._steps = steps
        self._config = config
        self._corpus = corpus
        self._pretokens = pretokens
        self._options, self._own_veto = options or SuperwordOptions(), own_veto
        self._rules = config.superwords.stage_two_rules
        self._n_first = loop.n_merges
        self._first_tokens = pretokens.source_bytes - loop.results.source_applied[
            : loop.n_merges
        ].sum(axis=0)
        self._seen = _Seen(self._first_tokens)
        self._n_refused = 0
        self._done = MergesDone.of_results(loop.results, loop.n_merges)
        self._memory = SuperwordMemory(self._options.memory_bytes)
        self.splitter = Splitter(config.superwords.pattern)
        self.loop = loop
        """The loop that has all merges, once `run` is over."""
        self.is_over = False
        """Whether all merges were made that there are; else a person stopped it."""

    def run(self, room: ReusedArrays, done: MergesDone | None, stop: StopRequest | None) -> Steps:
        """All of stage two. done: merges that were made already, those of stage one among them.

        Raises CorpusError for a text that is not that of stage one, and for too little memory.
        """
        if done is not None and len(done) > self._n_first:
            self._done = done
        tokens = self._done.token_bytes()
        documents = self._documents(self._rules)
        rules = SpanRules(self._rules, tokens[: 256 + self._n_first])
        encoder = PieceEncoder(self._done.merges[: self._n_first], self.splitter)
        most = self._memory.n_threads(n_cores(), encoder.thread_bytes)
        n_threads = self._options.n_threads or most
        stream = TokenStream(documents, encoder, rules, n_threads, self._memory.most_kept)
        veto = SuperwordVeto(self._rules, tokens)
        yield from self._measured(documents, stream)
        cells = yield from self._pairs_counted(stream)
        yield from self._merged(stream, cells, encoder.lengths, veto, room, stop)
        self._n_refused = veto.n_refused
        stream.forget()
        has_superwords = self.loop.n_merges > self._n_first
        if (has_superwords or self.is_over) and not self._is_whole(documents, rules):
            yield from self._all_counted()

    @property
    def problems(self) -> tuple[str, ...]:
        """What a person should know of it."""
        if not self.is_over or self.loop.n_merges > self._n_first:
            return ()
        rules, least = self._rules, self._config.min_frequency
        if rules.sampling_share < 1:
            code = "no_superwords_drawn" if least == 1 else "no_frequent_superwords_drawn"
        else:
            code = "no_superwords" if least == 1 else "no_frequent_superwords"
        return (say(code, least=least, share=rules.sampling_share),)

    @property
    def second_stage(self) -> SecondStage:
        """What is recorded of it."""
        seen = self._seen
        return SecondStage(
            n_first=self._n_first,
            source_bytes=tuple(self._pretokens.source_bytes.tolist()),
            source_tokens=tuple(seen.tokens.tolist()),
            first_tokens=tuple(self._first_tokens.tolist()),
            floor=seen.least_count,
            tries=seen.tries,
            n_runs=seen.n_runs,
            n_distinct_runs=seen.n_distinct_runs,
            n_refused=self._n_refused,
            seconds={name: round(value, 4) for name, value in seen.seconds.items()},
        )

    def _documents(self, rules: SuperwordRules) -> SuperwordDocuments:
        config = self._config
        return SuperwordDocuments(self._corpus, self.splitter, config.normalization, rules)

    def _is_whole(self, documents: SuperwordDocuments, rules: SpanRules) -> bool:
        """Whether all text took part, with every place at which pieces of it may be merged."""
        return documents.is_whole and not rules.cuts and self._rules.span_percentile is None

    def _measured(self, documents: SuperwordDocuments, stream: TokenStream) -> Steps:
        """Find the lengths that the percentiles mean."""
        phase = Phase.COUNT_TOKEN_PAIRS
        if not documents.is_measured:
            yield from self._told(phase, documents.measure())
        if self._rules.span_percentile is not None:
            counters = [SpanCounter() for _ in range(stream.n_threads)]
            yield from self._pass(phase, stream, [each.add for each in counters])
            histogram = reduce(joined_histograms, [each.histogram for each in counters])
            stream.shorten(percentile_of(histogram, self._rules.span_percentile))

    def _pairs_counted(self, stream: TokenStream) -> Generator[TrainingProgress, None, Int64s]:
        """The cells of all pairs; from here on the tokens of the text are known."""
        weights, n_bytes = self._pretokens.source_weights, self._pretokens.n_bytes
        most = self._memory.most_in_cells
        counters = pair_counters(stream.n_threads, weights, n_bytes, most)
        began = self._steps.clock.elapsed_s
        yield from self._pass(Phase.COUNT_TOKEN_PAIRS, stream, [each.add for each in counters])
        n_read = np.sum([each.bytes for each in counters], axis=0)
        if (n_read != self._pretokens.source_bytes).any():
            raise CorpusError(say("text_changed_meanwhile"))
        self._seen.tokens = np.sum([each.tokens for each in counters], axis=0)
        self._steps.begin_stage_two(self._n_first, self._seen.tokens)
        self._took("pairs", began)
        return joined_cells(counters)

    def _merged(
        self,
        stream: TokenStream,
        cells: Int64s,
        lengths: Int32s,
        veto: SuperwordVeto,
        room: ReusedArrays,
        stop: StopRequest | None,
    ) -> Steps:
        """Try floor after floor; the merges of one are the beginning of the next."""
        config, seen, scale = self._config, self._seen, self._pretokens.weight_scale
        least, wanted = config.min_frequency, config.n_merges - self._n_first
        floor = self._options.floor or first_floor(cells, wanted, least, scale)
        while True:
            seen.floor, seen.tries = max(floor, least), seen.tries + 1
            at_least = weighted_least_count(self._pretokens, config)
            seen.least_count = at_least if seen.floor == least else seen.floor * scale
            is_often = often_counted(cells, seen.least_count)
            collecting = _Collecting(stream, cells, is_often, lengths)
            runs = yield from self._collected(collecting)
            if runs is not None:
                began = self._steps.clock.elapsed_s
                vetoes = AllOf(veto_of(config.merge_rules), veto, self._own_veto)
                loop = MergeLoop(
                    runs, config, room, done=self._done, veto=vetoes,
                    least_count=seen.least_count,
                )  # fmt: skip
                self.loop = loop
                loop.count_pairs()
                yield from self._steps.compute_merges(self._pretokens, loop, stop)
                self._done = MergesDone.of_results(loop.results, loop.n_merges)
                self._took("merge", began)
            is_stopped = stop is not None and stop.is_asked
            is_out = runs is None or self.loop.is_exhausted
            # At a floor too high there may be no runs, and no loop, for merges that were resumed.
            has_all = self.loop.n_merges == len(self._done)
            is_full = has_all and len(self._done) == config.n_merges
            self.is_over = is_full or (is_out and seen.floor == least)
            if (is_stopped and has_all) or self.is_over:
                return
            made = len(self._done) - self._n_first
            floor = lower_floor(seen.floor, made, wanted, least)

    def _collected(
        self, collecting: _Collecting
    ) -> Generator[TrainingProgress, None, PretokenCounts | None]:
        """The runs of tokens, weighted; None where there are none. Raises CorpusError."""
        began, pretokens = self._steps.clock.elapsed_s, self._pretokens
        stream, n_sources = collecting.stream, len(pretokens.labels)
        sample = collecting.counter(n_sources)
        for batch in stream.sample:
            sample.add(batch)
        share = stream.sample_share
        n_expected = extrapolated(sample.table.n_entries, share)
        n_bytes = extrapolated(sample.table.expected_bytes, share)
        fixed = collecting.cells.nbytes + stream.memory_bytes
        needed = runs_memory(n_expected, n_bytes) + fixed
        self._memory.check_forecast(needed, n_expected)
        self._steps.expect_runs(n_bytes, needed)
        counters = [collecting.counter(n_sources) for _ in range(stream.n_threads)]

        def check() -> None:
            tables = [each.table for each in counters]
            n = max(table.n_entries for table in tables)
            self._memory.check(tables_memory(tables) + fixed, n)

        works = [each.add for each in counters]
        yield from self._pass(Phase.COLLECT_RUNS, stream, works, check)
        self._seen.n_runs = sum(each.n_runs for each in counters)
        runs, used = None, tables_memory([each.table for each in counters])
        if self._seen.n_runs:
            runs = joined(counters, {}, pretokens.labels)
            self._seen.n_distinct_runs = runs.n_unique
            needed = runs_memory(runs.n_unique, len(runs.data)) + fixed
            self._memory.check(needed, runs.n_unique)
            self._steps.expect_runs(len(runs.data), needed)
            runs = runs.weighted(pretokens.source_weights, pretokens.weight_scale)
        give_back_freed_memory(used)
        self._took("runs", began)
        return runs

    def _all_counted(self) -> Steps:
        """Count what the new merges do in all text, since only a part took part."""
        began = self._steps.clock.elapsed_s
        merges, n_sources = self._done.merges, len(self._pretokens.labels)
        counting = whole_text_totals(
            self._documents(SuperwordRules()), merges, self.splitter, n_sources,
            self._options.n_threads or n_cores(),
        )  # fmt: skip
        totals = yield from self._told(Phase.COUNT_TOKENS, counting)
        first = totals[: self._n_first].sum(axis=0)
        self._seen.tokens = self._pretokens.source_bytes - first
        n, results = len(merges), self.loop.results
        results.source_applied[self._n_first : n] = totals[self._n_first :]
        results.applied[self._n_first : n] = totals[self._n_first :].sum(axis=1)
        self._took("tokens", began)

    def _pass(
        self,
        phase: Phase,
        stream: TokenStream,
        works: Sequence[Work],
        check: Callable[[], None] | None = None,
    ) -> Steps:
        """One pass over the text with progress by time."""
        yield from self._told(phase, stream.each(works), check)

    def _told(
        self,
        phase: Phase,
        work: Generator[int, None, Result],
        check: Callable[[], None] | None = None,
    ) -> Generator[TrainingProgress, None, Result]:
        """Run what yields the bytes it is done with; a value now and then, and one at its end."""
        steps, total = self._steps, max(1, self._pretokens.n_bytes)
        last = 0.0

        def shown(done: int) -> TrainingProgress | None:
            nonlocal last
            if steps.clock.elapsed_s - last < SLICE_SECONDS:
                return None
            last = steps.clock.elapsed_s
            if check is not None:
                check()
            return steps.pass_progress(phase, self._pretokens, self.loop, min(1.0, done / total))

        result = yield from relayed(work, shown)
        yield steps.pass_progress(phase, self._pretokens, self.loop, 1.0)
        return result

    def _took(self, step: str, began: float) -> None:
        seconds = self._seen.seconds
        seconds[step] = seconds.get(step, 0.0) + self._steps.clock.elapsed_s - began


@dataclass(frozen=True, slots=True)
class _Collecting:
    """How runs are cut: where the cell of a pair is not counted often."""

    stream: TokenStream
    cells: Int64s
    is_often: UInt8s
    lengths: Int32s

    def counter(self, n_sources: int) -> RunCounter:
        """What counts them in one thread."""
        return RunCounter(n_sources, self.is_often, self.lengths)


# ---- memory --------------------------------------------------------------------------------------


def checked_memory(n_bytes: int | None) -> int | None:
    """The setting as it is. Raises ConfigError for what is no number of bytes."""
    if n_bytes is not None and (isinstance(n_bytes, bool) or n_bytes < _MEGABYTE):
        raise ConfigError(
            say("superword_memory_too_small", value=repr(n_bytes)), setting="superword_memory"
        )
    return n_bytes


class SuperwordMemory:
    """What stage two may take.

    asked: bytes that a person allows; None for most of what is free.
    """

    def __init__(self, asked: int | None = None) -> None:
        self._is_asked = checked_memory(asked) is not None
        free = available_bytes()
        if asked is not None:
            self.limit = asked
        else:
            self.limit = int(_DEFAULT_SHARE * (_MOST_WITHOUT_LIMIT if free is None else free))

    @property
    def most_kept(self) -> int:
        """Bytes for tokens that are kept between the passes."""
        return int(_KEPT_SHARE * self.limit)

    def n_threads(self, most: int, bytes_each: int) -> int:
        """How many of `most` threads may encode, each with a number of bytes; at least one."""
        return max(1, min(most, int(_ENCODERS_SHARE * self.limit) // bytes_each))

    @property
    def most_in_cells(self) -> int:
        """Bytes for the cells of pairs of all threads together."""
        return int(_CELLS_SHARE * self.limit)

    def check_forecast(self, needed: int, n_runs: int) -> None:
        """Raise CorpusError where a forecast says that it cannot fit.

        needed: bytes of memory. n_runs: distinct runs that are expected.
        """
        if needed > _SURE_FACTOR * self.limit:
            raise self._error(say("memory_expected"), needed, n_runs)

    def check(self, needed: int, n_runs: int) -> None:
        """Raise CorpusError where what is counted so far needs more than there may be."""
        if needed > self.limit:
            raise self._error(say("memory_at_least"), needed, n_runs)

    def _error(self, need: str, needed: int, n_runs: int) -> CorpusError:
        allowed, more = (
            ("memory_allowed", "memory_allow_more")
            if self._is_asked
            else ("memory_free", "memory_larger_machine")
        )
        sentence = say(
            "superword_memory",
            need=need,
            needed=megabytes(needed),
            n_runs=n_runs,
            allowed=say(allowed, limit=megabytes(self.limit)),
            more=say(more),
        )
        return CorpusError(sentence, setting="memory_bytes" if self._is_asked else None)


def runs_memory(n_runs: int, n_bytes: int) -> int:
    """Bytes of memory that n distinct runs of n_bytes in all take, counts and merging."""
    return counts_bytes(n_runs, n_bytes) + merging_bytes(n_runs, n_bytes)


def tables_memory(tables: Sequence[PretokenTable]) -> int:
    """Bytes of memory that counting in these tables takes at least, each in a thread of its own.

    A run may be in several tables, so that only the fullest one is sure to be merged as a whole.
    """
    fullest = max(tables, key=lambda table: table.n_entries)
    merging = runs_memory(fullest.n_entries, fullest.expected_bytes)
    return max(merging, sum(table.memory_bytes for table in tables))


def extrapolated(distinct: int, share: float) -> int:
    """Distinct things in a whole text, extrapolated from those in a share of it."""
    if not 0 < share < 1:
        return distinct
    return int(distinct * math.pow(1 / share, _GROWTH))
