"""ColumnEncoder: encodes at once where a text is short, in a job where it is long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.tokens.text_encoding import (
    ColumnEncodingError,
    EncodedColumns,
    TextToEncode,
    encode_columns,
    encoding,
    reading,
)
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.widgets.job_slot import JobSlot
from workbench.work.jobs import Job, StepProgress
from workbench.work.tokenizer_files import runs_elsewhere

if TYPE_CHECKING:
    from engine.encoding import SpecialHandling
    from engine.library import AnyTokenizer
    from workbench.tokens.text_encoding import HeldText

DIRECT_BYTES = 8_192  # encoded at once, in about a millisecond


class ColumnEncoder(QObject):
    """Does one text at a time; a new one takes the place of that which is not done yet.

    Signals:
        encoded: EncodedColumns.    text_loaded: HeldText.
        failed: the exception.
        busy_changed: words of what is waited for, "" for nothing.
    """

    encoded: Signal[EncodedColumns] = Signal(object)
    text_loaded: Signal[HeldText] = Signal(object)
    failed: Signal[Exception] = Signal(object)
    busy_changed: Signal[str] = Signal(object)

    def __init__(self, jobs: EngineJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._slot = JobSlot(jobs, self)
        self._slot.busy_changed.connect(self._note_busy)
        self._warm: tuple[AnyTokenizer, ...] = ()  # those that have encoded something already
        self._last: EncodedColumns | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a text is being read or encoded."""
        return self._slot.is_running

    def encode(
        self, data: bytes, special: SpecialHandling, tokenizers: Sequence[AnyTokenizer]
    ) -> None:
        """Encode a text with each of the tokenizers."""
        self.stop()
        wanted = TextToEncode(data, special, tuple(tokenizers), self._last)
        is_warm = all(any(each is warm for warm in self._warm) for each in tokenizers)
        is_here = not any(map(runs_elsewhere, tokenizers))  # another process may keep us waiting
        if is_warm and is_here and len(data) * len(tokenizers) <= DIRECT_BYTES:
            self._note_busy(False)
            try:
                self._note_encoded(encode_columns(wanted))
            except ColumnEncodingError as error:
                self.failed.emit(error)
            return
        job = Job(encoding(wanted), title=self.tr("Encode text"), brief=True)
        self._start(job, self._note_encoded)

    def read(self, path: Path) -> None:
        """Read a text file."""
        self.stop()
        job = Job(reading(path), title=self.tr("Read text"), brief=True)
        self._start(job, self.text_loaded.emit)

    def stop(self) -> None:
        """Give up what is not done yet."""
        self._slot.give_up()

    def forget(self) -> None:
        """Let go of the last text, of which the next one could have used something."""
        self.stop()
        self._last, self._warm = None, ()

    def _start(self, job: Job, done: Callable[[Any], object]) -> None:
        self._slot.start(job, done, failed=self.failed.emit, progressed=self._note_progress)
        if self._jobs.holds(job):
            self.busy_changed.emit(self.tr("Preparing the engine"))

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        last = values[-1]
        words = last.phase
        if last.fraction:
            words = fill(self.tr("%1, %2 %"), words, str(round(100 * last.fraction)))
        self.busy_changed.emit(words)

    def _note_encoded(self, encoded: EncodedColumns) -> None:
        self._last = encoded
        self._warm = tuple(each.tokenizer for each in encoded.columns)
        self.encoded.emit(encoded)

    def _note_busy(self, is_busy: bool) -> None:
        if not is_busy:
            self.busy_changed.emit("")
