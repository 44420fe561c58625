"""RecordingProgress: the time of a recorded training, and how good its estimates were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.machine import WorkClock, training_bytes
from engine.training import (
    NO_MERGES,
    EstimateError,
    EstimateLog,
    Phase,
    TrainingProgress,
    expected_distinct_bytes,
)

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.settings import TrainingConfig

MOST_EVALUATED_BYTES = 350_000  # of a source: 200,000 code points in the mean of many languages
EVALUATING_S = 70e-9  # usual time per byte that is evaluated, see engine/training/progress.py
STORING_S = 130e-9  # per merge and source
OPENING_S = 0.05
BYTES_PER_PRETOKEN = 12
EVALUATED_FACTOR = 7.0  # times the bytes that are evaluated: the text, its tokens and their figures
PACKED_BYTES = 16  # per merge and source while a record is packed
FIXED_BYTES = 86_000_000
"""What even the smallest training adds: compiled kernels, buffers of the threads, the pages of
the store. Measured on 0.14 MB in 28 languages."""


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The summary of a training that has ended.

    elapsed_s: time of work, pauses left out. n_merges of asked_merges were made; was_stopped:
    because a person stopped it, not because no pair was left. estimates: how far off the estimate
    of the whole time was on the way; () if it was stopped, which no estimate can foresee.
    has_merge_rules: whether some tokens were not to be made.
    """

    elapsed_s: float
    n_merges: int
    asked_merges: int
    was_stopped: bool
    estimates: tuple[EstimateError, ...]
    has_merge_rules: bool = False


class RecordingProgress:
    """Adds evaluating and storing to a training's progress, and judges the estimates."""

    def __init__(self, corpus: Corpus, config: TrainingConfig) -> None:
        self.clock = WorkClock()
        self._log = EstimateLog()
        self._last: TrainingProgress | None = None
        self._phase_began_s = 0.0
        self._phase: Phase | None = None
        self._later_bytes = later_memory(corpus, config.n_merges)
        self._usual_s = {
            Phase.EVALUATE: OPENING_S + EVALUATING_S * _evaluated_bytes(corpus),
            Phase.STORE: OPENING_S + STORING_S * config.n_merges * len(corpus.sources),
        }

    def of_training(self, progress: TrainingProgress) -> TrainingProgress:
        """A progress value of the engine as one of the whole recording."""
        rest = progress.remaining_s
        if rest is not None:
            rest += progress.pace * sum(self._usual_s.values())
        need = progress.memory_bytes
        if need is not None:
            need += self._later_bytes
        return self._told(replace(progress, remaining_s=rest, memory_bytes=need))

    def of_phase(self, phase: Phase, share: float) -> Iterator[TrainingProgress]:
        """Yield one value for a later phase; none if the training reported no progress."""
        if self._last is None:
            return
        if phase is not self._phase:
            self._phase, self._phase_began_s = phase, self.clock.elapsed_s
        usual = self._last.pace * self._usual_s[phase]
        spent = self.clock.elapsed_s - self._phase_began_s
        seen = spent / share if share > 0 else usual
        rest = (share * seen + (1 - share) * usual) * (1 - share)
        later = self._last.pace * self._usual_s[Phase.STORE] if phase is Phase.EVALUATE else 0.0
        yield self._told(
            replace(
                self._last,
                phase=phase,
                last_merges=NO_MERGES,
                phase_share=share,
                phase_remaining_s=rest,
                remaining_s=rest + later,
                rate=None,
            )
        )

    def report(self, n_merges: int, asked: TrainingConfig, *, was_stopped: bool) -> TrainingReport:
        """What there is to say at the end, which is now."""
        elapsed = self.clock.elapsed_s
        errors = () if was_stopped else self._log.errors(elapsed)
        has_rules = asked.merge_rules is not None
        return TrainingReport(elapsed, n_merges, asked.n_merges, was_stopped, errors, has_rules)

    def _told(self, progress: TrainingProgress) -> TrainingProgress:
        elapsed = self.clock.elapsed_s
        self._log.add(elapsed, progress.remaining_s)
        self._last = replace(progress, elapsed_s=elapsed)
        return self._last


def expected_memory(corpus: Corpus, n_merges: int) -> int:
    """Bytes that a recorded training is expected to take at most, before anything is read.

    Within a third of what was measured on 0.14 to 218 MB in up to 85 languages.
    """
    distinct = expected_distinct_bytes(corpus.expected_bytes)
    n_pretokens = int(distinct / BYTES_PER_PRETOKEN)
    need = training_bytes(n_pretokens, int(distinct), n_merges, len(corpus.sources))
    return need + later_memory(corpus, n_merges)


def later_memory(corpus: Corpus, n_merges: int) -> int:
    """Bytes that evaluating and storing take besides."""
    recorded = n_merges * len(corpus.sources) * PACKED_BYTES
    return FIXED_BYTES + int(EVALUATED_FACTOR * _evaluated_bytes(corpus)) + recorded


def _evaluated_bytes(corpus: Corpus) -> int:
    return sum(min(MOST_EVALUATED_BYTES, each.expected_bytes) for each in corpus.sources)
