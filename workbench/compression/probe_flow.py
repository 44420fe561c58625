"""ProbeFlow: trains probe models with the open tokenizer and its baselines, in a child process.

`ProbeWish` is what a person chose, `ProbeOutcome` the result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.compression.compared_tokenizers import ComparedTokenizers
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunStore
from workbench.store.places import data_folder
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.translation import translator
from workbench.work.comparison import EvaluationTexts
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer
    from engine.library import AnyTokenizer
    from engine.probe import ProbeProgress, ProbeReport, ProbeSettings

_tr = translator("probe_flow")


@dataclass(frozen=True, slots=True)
class ProbeWish:
    """parameters: of the body of each model. n_bytes: that it reads. seeds: models of each."""

    parameters: int
    n_bytes: int
    seeds: int


@dataclass(frozen=True, eq=False)
class ProbeOutcome:
    """A finished probe. samples: per tokenizer (tokens, text) of what its first model wrote.

    problems: sentences on tokenizers that could not be loaded and texts that could not be read.
    """

    tokenizer: Tokenizer
    report: ProbeReport
    samples: list[list[tuple[int, str]]]
    folder: Path
    problems: tuple[str, ...] = ()


class ProbeFlow(QObject):
    """One probe at a time.

    Signals:
        started: names of the tokenizers.
        progressed: tuple of ProbeProgress, the newest last.
        probed: ProbeOutcome.
        busy_changed: bool, a probe runs.
        failed: the sentence to show.    cancelled: it was ended; its checkpoints stay.
    """

    started: Signal[tuple[str, ...]] = Signal(object)
    progressed: Signal[tuple[ProbeProgress, ...]] = Signal(object)
    probed: Signal[ProbeOutcome] = Signal(object)
    busy_changed: Signal[bool] = Signal(object)
    failed: Signal[str] = Signal(object)
    cancelled = Signal()

    def __init__(
        self,
        state: WorkbenchState,
        engine_jobs: EngineJobs,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._slot = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._slot.busy_changed.connect(self.busy_changed)
        self._slot.cancelled.connect(self.cancelled)

    def probe(self, wish: ProbeWish) -> None:
        """Train on the window's corpus, or on the test texts without one; goes on where it was."""
        state = self._state
        if state.tokenizer is None or self._slot.is_running:
            return
        if state.corpus is None and not state.evaluation_texts.paths:
            self.failed.emit(self.tr("No text. Add files in the Corpus workspace."))
            return
        compared = ComparedTokenizers.of(state.tokenizer, state, self._store)
        self.started.emit(compared.names)
        task = _probed(self._store, compared, state.evaluation_texts, state.corpus, wish)
        job = Job(task, title=self.tr("Train probe models"))
        self._slot.start(job, self._note_probed, progressed=self._note_progress)

    def cancel(self) -> None:
        """End the child process; the same probe goes on from its checkpoints."""
        self._slot.cancel()

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        found = tuple(value.payload for value in values if value.payload is not None)
        if found:
            self.progressed.emit(found)

    def _note_probed(self, outcome: ProbeOutcome) -> None:
        if outcome.tokenizer is self._state.tokenizer:  # unless another was opened meanwhile
            self.probed.emit(outcome)


def _probed(
    store: RunStore,
    compared: ComparedTokenizers,
    texts: EvaluationTexts,
    corpus: Corpus | None,
    wish: ProbeWish,
) -> Generator[StepProgress, None, ProbeOutcome]:
    """corpus: None for the texts."""
    from engine.evaluation import evaluation_texts
    from engine.probe import ProbeSettings, check_torch, probe_steps

    check_torch()
    problems: list[str] = []
    tokenizers = yield from compared.loading_steps(store, problems)
    corpus = corpus or evaluation_texts(texts.paths).corpus
    settings = ProbeSettings(wish.parameters, wish.n_bytes, wish.seeds)
    folder = data_folder() / "probes" / _folder_name(tokenizers, corpus, settings)
    names = tuple(name for name, _ in tokenizers)

    def shown(step: ProbeProgress) -> StepProgress:
        if step.phase != "train":
            words = _tr("Read texts") if step.phase == "read" else _tr("Encode texts")
            return StepProgress(words, 0.0)
        words = fill(_tr("Train %1, seed %2"), names[step.tokenizer], str(step.seed))
        return StepProgress(words, step.fraction, payload=step)

    report = yield from relayed(probe_steps(tokenizers, corpus, folder, settings), shown)
    return ProbeOutcome(
        compared.tokenizer,
        report,
        report.samples([tokenizer for _, tokenizer in tokenizers]),
        folder,
        (*problems, *map(sentence_words, corpus.problem_sentences)),
    )


def _folder_name(
    tokenizers: list[tuple[str, AnyTokenizer]], corpus: Corpus, settings: ProbeSettings
) -> str:
    """The same for the same probe, so that it goes on where it was."""
    facts = [
        [(name, getattr(tokenizer, "semantic_hash", "")) for name, tokenizer in tokenizers],
        [(source.label, source.expected_bytes) for source in corpus.sources],
        settings.document(),
    ]
    return hashlib.blake2b(repr(facts).encode(), digest_size=8).hexdigest()
