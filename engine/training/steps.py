"""TrainingSteps: clock, progress and record of one training."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from engine.compiled import Int64s
from engine.corpus import problem_sentences
from engine.counting import CountingProgress, MixedCounts, PretokenCounts
from engine.machine import (
    StopRequest,
    WorkClock,
    counts_bytes,
    give_back_freed_memory,
    long_pretoken_remark,
    parity_bytes,
    relayed,
    training_bytes,
)
from engine.sentences import say
from engine.settings import SecondStage, TrainingConfig, TrainingRecord
from engine.text import UNICODE_VERSION, normalization_remark
from engine.training.checkpoint import TrainingCheckpoint
from engine.training.progress import (
    NO_MERGES,
    MergeForecast,
    Merges,
    Phase,
    Rate,
    TrainingProgress,
    expected_distinct_bytes,
    joining_seconds,
    laying_out_seconds,
    merging_seconds,
    pace_of_counting,
)

if TYPE_CHECKING:
    from engine.training.merge_loop import MergeLoop
    from engine.training.parity_loop import ParityLoop
    from engine.training.parity_texts import ParityInputs, ParityTexts

    AnyLoop: TypeAlias = MergeLoop | ParityLoop

SLICE_SECONDS = 0.03
"""Time between two progress values, so that a caller can pause, cancel or repaint."""

Counting = Generator[CountingProgress, None, MixedCounts]


class TrainingSteps:
    """Drives counting and merging, tells how far they are and records what they gave.

    labels: of the corpus's sources. checkpoint: what the training keeps, to go on after a kill.
    """

    def __init__(
        self,
        config: TrainingConfig,
        labels: tuple[str, ...],
        checkpoint: TrainingCheckpoint | None = None,
    ) -> None:
        self._config = config
        self._labels = labels
        self.checkpoint = checkpoint
        self.clock = WorkClock()
        self._counted_s = 0.0
        self._bytes_rate = Rate(self._elapsed)
        self._merges_rate = Rate(self._elapsed)
        self._forecast = MergeForecast(config.n_first_merges, 0)
        self._stage = 1
        self._n_told = 0
        self._pass: tuple[Phase, float] = (Phase.PRETOKENIZE, 0.0)
        self._n_first = 0 if config.superwords is None else config.n_first_merges
        self._memory_bytes: int | None = None
        self._tokens = 0
        self._source_tokens = np.zeros(len(labels), np.int64)
        self._source_bytes: tuple[int, ...] = ()
        self.n_proven = 0
        """Merges that are certain, where floors of counts dropped something."""

    def count(self, counting: Counting) -> Generator[TrainingProgress, None, MixedCounts]:
        """Run `CorpusCounts.of` with progress by time and, where something was read, at its end."""
        last_s = 0.0
        last: CountingProgress | None = None

        def shown(step: CountingProgress) -> TrainingProgress | None:
            nonlocal last_s, last
            last = step
            elapsed = self._elapsed()
            if elapsed - last_s < SLICE_SECONDS:
                return None
            last_s = elapsed
            return self.counting_progress(step)

        counts = yield from relayed(counting, shown)
        if last is not None:
            give_back_freed_memory(last.done)
            yield self.counting_progress(replace(last, total=last.done))
        self.note_counts(counts.pretokens)
        return counts

    def parity_texts(
        self, pretokens: PretokenCounts, inputs: ParityInputs
    ) -> Generator[TrainingProgress, None, ParityTexts]:
        """Count the parallel texts. Raises CorpusError."""
        from engine.training.parity_texts import count_parity_texts  # late: few trainings have any

        last_s = self._elapsed()

        def shown(step: CountingProgress) -> TrainingProgress | None:
            nonlocal last_s
            if self._elapsed() - last_s < SLICE_SECONDS:
                return None
            last_s = self._elapsed()
            total = pretokens.n_bytes
            return self.counting_progress(replace(step, done=total, total=total))

        texts = yield from relayed(count_parity_texts(self._config, inputs, pretokens), shown)
        n, n_bytes = texts.n_distinct(pretokens)
        merging = parity_bytes(n, n_bytes, self._config.n_merges, len(texts.labels))
        self._memory_bytes = counts_bytes(pretokens.n_unique, len(pretokens.data)) + merging
        return texts

    def expect(self, config: TrainingConfig) -> None:
        """From here on merges up to the size of these settings are made."""
        self._config = config

    def note_counts(self, pretokens: PretokenCounts) -> None:
        """From here on the training works on these counts, weighted or not."""
        self._counted_s = self._elapsed()
        pace = pace_of_counting(self._counted_s, pretokens.n_bytes)
        n_distinct = len(pretokens.data)
        self._forecast = MergeForecast(self._config.n_first_merges, n_distinct, pace)
        self._memory_bytes = training_bytes(
            pretokens.n_unique, n_distinct, self._config.n_merges, len(self._labels)
        )
        self._tokens = pretokens.n_bytes
        self._source_tokens = pretokens.source_bytes.copy()
        self._source_bytes = tuple(pretokens.source_bytes.tolist())

    def begin_stage_two(self, n_first: int, source_tokens: Int64s) -> None:
        """From here on the text is cut by the second pattern.

        n_first: merges of stage one. source_tokens: int64[n_sources], what the text has now.
        """
        self._stage, self._n_first, self._n_told = 2, n_first, n_first
        self._source_tokens = source_tokens.copy()
        self._tokens = int(source_tokens.sum())

    def expect_runs(self, n_bytes: int, memory_bytes: int) -> None:
        """Stage two will merge, or merges now, over distinct runs of tokens of n_bytes bytes."""
        left = self._config.n_merges - self._n_first
        self._forecast = MergeForecast(left, n_bytes, self._forecast.pace)
        self._memory_bytes = memory_bytes

    def counting_progress(self, step: CountingProgress) -> TrainingProgress:
        """A counting's progress as that of the training."""
        elapsed, rate = self._elapsed(), self._bytes_rate.at(step.done)
        pace = pace_of_counting(elapsed, step.done)
        rest = self._rest_of_counting(step, rate, pace)
        return TrainingProgress(
            phase=Phase.PRETOKENIZE,
            elapsed_s=elapsed,
            remaining_s=None if rest is None else rest + pace * self._later_s(step.total),
            phase_remaining_s=rest,
            rate=rate,
            pace=pace,
            documents=step.documents,
            done=step.done,
            total=step.total,
            pretokens=step.pretokens,
            unique_pretokens=step.unique_pretokens,
            unmatched_bytes=step.unmatched_bytes,
            merges_done=0,
            merges_total=self._config.n_merges,
            last_merges=NO_MERGES,
            corpus_tokens=step.done,
            bytes_per_token=1.0,
            source_labels=self._labels,
            source_bytes_per_token=(1.0,) * len(self._labels),
            n_first=self._told_first,
        )

    @property
    def _told_first(self) -> int | None:
        return None if self._config.superwords is None else self._n_first

    def _rest_of_counting(
        self, step: CountingProgress, rate: float | None, pace: float
    ) -> float | None:
        """Seconds until all text is counted; None before any is, and while its size is unknown."""
        if not step.done or not step.total:
            return None
        left = step.total - step.done
        overall = self._elapsed() / step.done
        # The first bytes wait for files and threads; later the newest rate says more.
        per_byte = min(overall, 1 / rate) if rate else overall
        return left * per_byte + pace * joining_seconds(expected_distinct_bytes(step.total))

    def _later_s(self, n_bytes: int) -> float:
        """Seconds that usually follow the counting of n_bytes of text, before the pace."""
        distinct = expected_distinct_bytes(n_bytes)
        return laying_out_seconds(distinct) + merging_seconds(distinct, self._config.n_merges)

    def compute_merges(
        self, pretokens: PretokenCounts, loop: AnyLoop, stop: StopRequest | None = None
    ) -> Iterator[TrainingProgress]:
        """Step 3 in slices, in either stage; a slice's size follows the time of the last one."""
        phase = Phase.COMPUTE_MERGES if self._stage == 1 else Phase.COMPUTE_SUPERWORDS
        before = 0 if self._stage == 1 else self._n_first
        yield self.progress(phase, pretokens, loop, self._untold(pretokens, loop))
        max_work = 1 << 16
        while not loop.finished:
            began = time.perf_counter()
            loop.run_slice(max_merges=2048, max_work=max_work)
            took = time.perf_counter() - began
            max_work = int(np.clip(max_work * SLICE_SECONDS / max(took, 1e-6), 1 << 12, 1 << 24))
            self._forecast.add(loop.n_merges - before, took)
            self._note_merges(loop)
            yield self.progress(phase, pretokens, loop, self._untold(pretokens, loop))
            if stop is not None and stop.is_asked:
                break

    def progress(
        self,
        phase: Phase,
        pretokens: PretokenCounts,
        loop: AnyLoop,
        last_merges: Merges = NO_MERGES,
    ) -> TrainingProgress:
        """The state after counting, from here on in merges."""
        with np.errstate(invalid="ignore"):
            per_source = pretokens.source_bytes / self._source_tokens
        is_merging = phase in (Phase.COMPUTE_MERGES, Phase.COMPUTE_SUPERWORDS)
        pace, merging_s = self._forecast.pace, self._forecast.remaining_s()
        first_s = 0.0 if is_merging else pace * laying_out_seconds(len(pretokens.data))
        return TrainingProgress(
            phase=phase,
            elapsed_s=self._elapsed(),
            remaining_s=first_s + merging_s,
            phase_remaining_s=merging_s if is_merging else first_s,
            rate=self._merges_rate.at(loop.n_merges) if is_merging else None,
            memory_bytes=self._memory_bytes,
            pace=pace,
            documents=pretokens.n_documents,
            done=pretokens.n_bytes,
            total=pretokens.n_bytes,
            pretokens=pretokens.n_pretokens,
            unique_pretokens=pretokens.n_unique,
            unmatched_bytes=pretokens.unmatched_bytes,
            merges_done=min(loop.n_merges, self._n_told),
            merges_total=self._config.n_merges,
            last_merges=last_merges,
            corpus_tokens=self._tokens,
            bytes_per_token=pretokens.n_bytes / max(1, self._tokens),
            source_labels=pretokens.labels,
            source_bytes_per_token=tuple(per_source.tolist()),
            stage=self._stage,
            n_first=self._told_first,
            source_bytes=self._source_bytes,
            parity=loop.figures,
        )

    def pass_progress(
        self, phase: Phase, pretokens: PretokenCounts, loop: AnyLoop, share: float
    ) -> TrainingProgress:
        """A pass over the text in stage two. pretokens: of stage one; share: what of it is done.

        Stage one may have been too quick for a checkpoint: a pass may last much longer.
        """
        self._note_merges(loop)
        now = self._elapsed()
        if self._pass[0] is not phase:
            self._pass = (phase, now)
        spent = now - self._pass[1]
        rest = spent * (1 - share) / share if share > 0 else None
        later = 0.0
        if phase is Phase.COUNT_TOKEN_PAIRS:  # collecting takes about half as long
            later = spent / 2 / share if share > 0 else 0.0
        if phase is not Phase.COUNT_TOKENS:
            later += self._forecast.remaining_s()
        return replace(
            self.progress(phase, pretokens, loop),
            phase_share=share,
            done=int(share * pretokens.n_bytes),
            phase_remaining_s=rest,
            remaining_s=None if rest is None else rest + later,
            stage=2,
        )

    def _note_merges(self, loop: AnyLoop) -> None:
        """Let the checkpoint have the merges there are, when it is time for that."""
        if self.checkpoint is not None:
            n_first = self._n_first if self._stage == 2 else None
            self.checkpoint.note_merges(loop.results, loop.n_merges, n_first, loop.choosers)

    def record(
        self, pretokens: PretokenCounts, loop: AnyLoop, second: SecondStage | None = None
    ) -> TrainingRecord:
        """What is known now that the loop is over; its arrays may be the loop's own.

        pretokens: of stage one; loop: of stage two, where there was one.
        """
        n = loop.n_merges
        applied, source_applied = loop.results.applied, loop.results.source_applied
        if n < len(applied):
            applied, source_applied = applied[:n].copy(), source_applied[:n].copy()
        total = self._elapsed()
        return TrainingRecord(
            config=self._config,
            counts=loop.results.counts[:n].copy(),
            applied=applied,
            source_labels=pretokens.labels,
            source_bytes=pretokens.source_bytes,
            source_documents=pretokens.source_documents,
            source_applied=source_applied,
            source_characters=pretokens.source_characters,
            source_weights=pretokens.source_weights,
            weight_scale=pretokens.weight_scale,
            pretokens=pretokens.n_pretokens,
            unique_pretokens=pretokens.n_unique,
            unmatched_bytes=pretokens.unmatched_bytes,
            seconds={"count": self._counted_s, "merge": total - self._counted_s, "total": total},
            problems=(
                *problem_sentences(pretokens.problems),
                *long_pretoken_remark(loop.longest_pretoken),
                *(normalization_remark() if self._config.normalization else ()),
                *loop.remarks,
                *self._remark_on_floor(pretokens, n),
            ),
            unicode_version=UNICODE_VERSION,
            second_stage=second,
            parity=loop.parity_record,
        )

    def _remark_on_floor(self, pretokens: PretokenCounts, n_merges: int) -> tuple[str, ...]:
        """A sentence on what floors of counts dropped, and what is certain all the same."""
        dropped = [each for each in pretokens.source_dropped if each is not None]
        if not dropped:
            return ()
        n_bytes = sum(each.bytes for each in dropped)
        sentence = say(
            "floor_certificate",
            n=self.n_proven,
            n_merges=n_merges,
            rows=sum(each.rows for each in dropped),
            share=n_bytes / int(pretokens.whole_source_bytes.sum()),
        )
        return (sentence,)

    def _untold(self, pretokens: PretokenCounts, loop: AnyLoop) -> Merges:
        """Merges of the loop that no progress value had yet, also those that it began with."""
        results, ranks = loop.results, range(self._n_told, loop.n_merges)
        if not ranks:
            return NO_MERGES
        self._n_told = ranks.stop
        applied = results.source_applied[ranks.start : ranks.stop].sum(axis=0)
        self._tokens -= int(applied.sum())
        self._source_tokens -= applied
        return Merges(
            results.merges, results.counts, results.applied, ranks, pretokens.weight_scale,
            results.source_applied,
        )  # fmt: skip

    def _elapsed(self) -> float:
        return self.clock.elapsed_s
