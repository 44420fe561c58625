"""PatternFlow: counts tokens under two patterns and reads a sample of the corpus, in the worker.

A `CutPair` is the request, a `PairCount` the result. Nothing here matches a pattern: pre-tokens
come from the trial's process, and merges never cross their borders, so a tokenizer without a
pattern encodes each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.compiled import Int64s
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer
    from engine.compiled import Int64s

SAMPLE_BYTES = 65_536
_LEAST_SHARE = 256
_UNCUT = "none"


@dataclass(frozen=True, eq=False)
class CutPair:
    """One text split by two patterns.

    saved, edited: bounds int64[n + 1] each. vocab_size: of a training on both, None to encode with
    the merges of the open tokenizer.
    """

    data: bytes
    saved: Int64s
    edited: Int64s
    vocab_size: int | None = None


@dataclass(frozen=True, slots=True)
class PairCount:
    """Tokens of the text under both patterns.

    saved_size, edited_size: vocabulary sizes reached; smaller than requested if a text had no more
    pairs to merge.
    """

    saved: int
    edited: int
    saved_size: int
    edited_size: int
    is_trained: bool


class PatternFlow(QObject):
    """Counts tokens and reads a sample; a newer request replaces an older one.

    Signals:
        counted: PairCount.
        sampled: str, text from all sources of the corpus.
        cancelled: the counting was cancelled in the list of tasks.
        failed: the sentence to show.
    """

    counted: Signal[PairCount] = Signal(object)
    sampled: Signal[str] = Signal(object)
    cancelled = Signal()
    failed: Signal[str] = Signal(object)

    def __init__(
        self, state: WorkbenchState, jobs: EngineJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._counting = JobSlot(jobs, self, failed=self.failed)
        self._training = JobSlot(jobs, self, failed=self.failed)
        self._counting.cancelled.connect(self.cancelled)
        self._training.cancelled.connect(self.cancelled)
        self._sampling = JobSlot(jobs, self, rule="queue", failed=self.failed)

    def count(self, pair: CutPair) -> None:
        """Encode the text under both patterns, with the open tokenizer's merges or trained ones."""
        if pair.vocab_size is not None:
            task = _trained(pair, pair.vocab_size)
            self._training.start(Job(task, title=self.tr("Train on the sample")), self.counted.emit)
        elif (tokenizer := self._state.tokenizer) is not None:
            task = _encoded(pair, tokenizer)
            job = Job(task, title=self.tr("Count tokens"), brief=True)
            self._counting.start(job, self.counted.emit)

    def sample(self) -> None:
        """Read a sample from every source of the corpus."""
        corpus = self._state.corpus
        if corpus is None:
            self.failed.emit(self.tr("There is no corpus to take a sample from."))
            return
        title = self.tr("Read a sample")
        self._sampling.start(Job(_sample(corpus), title=title, brief=True), self.sampled.emit)


def _pieces(data: bytes, bounds: Int64s) -> list[bytes]:
    return [data[start:end] for start, end in pairwise(bounds.tolist())]


def _encoded(pair: CutPair, tokenizer: Tokenizer) -> Generator[StepProgress, None, PairCount]:
    yield StepProgress("Count tokens")
    from engine.encoding import Tokenizer as Made

    uncut = Made(tokenizer.merges, pattern=_UNCUT, numbering=tokenizer.numbering)
    saved = _tokens_of(uncut, _pieces(pair.data, pair.saved))
    edited = _tokens_of(uncut, _pieces(pair.data, pair.edited))
    size = tokenizer.vocab_size
    return PairCount(saved, edited, size, size, is_trained=False)


def _trained(pair: CutPair, vocab_size: int) -> Generator[StepProgress, None, PairCount]:
    yield StepProgress("Train on the sample", 0.0)
    saved, saved_size = _count_by_training(_pieces(pair.data, pair.saved), vocab_size)
    yield StepProgress("Train on the sample", 0.5)
    edited, edited_size = _count_by_training(_pieces(pair.data, pair.edited), vocab_size)
    return PairCount(saved, edited, saved_size, edited_size, is_trained=True)


def _count_by_training(pieces: list[bytes], vocab_size: int) -> tuple[int, int]:
    """Tokens of all pre-tokens after a training on just them, and the size that it reached."""
    from engine import Corpus, TrainingConfig, train_tokenizer

    corpus = Corpus.from_texts(piece.decode() for piece in pieces)
    tokenizer = train_tokenizer(corpus, TrainingConfig(vocab_size, pattern=_UNCUT))
    return _tokens_of(tokenizer, pieces), 256 + len(tokenizer.merges)


def _tokens_of(tokenizer: Tokenizer, pieces: list[bytes]) -> int:
    counts = Counter(pieces)
    encoded = tokenizer.encode_batch(list(counts))
    return sum(len(ids) * n for ids, n in zip(encoded, counts.values(), strict=True))


def _sample(corpus: Corpus) -> Generator[StepProgress, None, str]:
    """The beginnings of all sources, as many of each as fit."""
    sources = corpus.sources
    share = max(SAMPLE_BYTES // max(len(sources), 1), _LEAST_SHARE)
    parts: list[bytes] = []
    left = SAMPLE_BYTES
    for number, source in enumerate(sources):
        yield StepProgress("Read a sample", number / len(sources))
        took = b""
        for document in corpus.encoded_documents(source, max_chars=share):
            took += document
            if len(took) >= share:
                break
        part = took[: min(share, left)].decode("utf-8", "ignore").encode()
        left -= len(part)
        parts.append(part if part.endswith(b"\n") else part + b"\n")
        if left <= 0:
            break
    return b"".join(parts).decode()
