"""TokenColumnsFlow: loads and remembers the tokenizers beside the open one."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QSettings

from engine.machine import libraries_named_in
from workbench.signals import Signal
from workbench.store import RunStore
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import JobSlot
from workbench.ui.words.job_words import failure_words
from workbench.work.comparison import Baseline, baselines_of_documents, tokenizer_name
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.remembered import Remembered
from workbench.work.tokenizer_files import baseline_steps

if TYPE_CHECKING:
    from engine.library import AnyTokenizer

COLUMNS = "tokens/columns"

MOST_COLUMNS = 4  # the open tokenizer is the first


@dataclass(frozen=True, eq=False)
class TokenizerColumn:
    """The tokenizer of a column.

    source: where it comes from. tokenizer: None while it is loaded, or if it cannot be.
    error: the sentence that says why it cannot be loaded.
    """

    source: Baseline
    tokenizer: AnyTokenizer | None = None
    error: str = ""


class TokenColumnsFlow(QObject):
    """Keeps up to three columns; each is loaded in the worker while it is shown.

    Signals:
        columns_changed: tuple of TokenizerColumn, without the open tokenizer.
        failed: the sentence to show.
    """

    columns_changed: Signal[tuple[TokenizerColumn, ...]] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self,
        jobs: JobRunner,
        store: RunStore,
        settings: QSettings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._memory = Remembered[tuple[Any, ...]](settings, COLUMNS, (), tuple[Any, ...], self)
        self._slot = JobSlot(jobs, self, rule="queue")
        self._columns: tuple[TokenizerColumn, ...] = ()
        self._is_restored = False

    @property
    def columns(self) -> tuple[TokenizerColumn, ...]:
        return self._columns

    def restore(self) -> None:
        """Bring back what was shown last time; only the first call has an effect."""
        if self._is_restored:
            return
        self._is_restored = True
        for source in baselines_of_documents(self._memory.value)[: MOST_COLUMNS - 1]:
            self._insert(len(self._columns), source)

    def add(self, source: Baseline) -> None:
        """Show a tokenizer in a column of its own; a file without a name gets one."""
        source = self._named(source)
        if len(self._columns) >= MOST_COLUMNS - 1:
            words = self.tr("%1 columns are the most; remove one to show %2.")
            words = fill(words, str(MOST_COLUMNS), source.name)
            self.failed.emit(words)
            return
        self._insert(len(self._columns), source)
        self._remember()

    def add_paths(self, paths: Sequence[Path]) -> None:
        """Show the tokenizers in files or folders, each in a column of its own."""
        for path in paths:
            self.add(Baseline("", path=path))

    def replace(self, request: tuple[int, Baseline]) -> None:
        """Show another tokenizer in a column: (its number from 0, what to show)."""
        number, source = request
        if 0 <= number < len(self._columns):
            columns = list(self._columns)
            del columns[number]
            self._columns = tuple(columns)
            self._insert(number, self._named(source))
            self._remember()

    def load_again(self, modules: Sequence[str]) -> None:
        """Load the columns again whose tokenizer needed one of these libraries."""
        for number, column in enumerate(self._columns):
            if set(libraries_named_in(column.error)) & set(modules):
                self.replace((number, column.source))

    def remove(self, number: int) -> None:
        """Take a column away, by its number from 0."""
        if 0 <= number < len(self._columns):
            self._columns = (*self._columns[:number], *self._columns[number + 1 :])
            self._remember()
            self.columns_changed.emit(self._columns)

    def _named(self, source: Baseline) -> Baseline:
        if source.name or source.path is None:
            return source
        taken = {column.source.name for column in self._columns}
        return replace(source, name=tokenizer_name(source.path, taken))

    def _insert(self, number: int, source: Baseline) -> None:
        columns = list(self._columns)
        columns.insert(number, TokenizerColumn(source))
        self._columns = tuple(columns)
        self.columns_changed.emit(self._columns)
        words = self.tr("Loading was cancelled; remove the column, or replace it.")
        job = Job(_loaded(self._store, source), title=self.tr("Load tokenizer"), brief=True)
        unread = TokenizerColumn(source, error=words)
        self._slot.start(job, self._fill, cancelled=lambda: self._fill(unread))

    def _fill(self, loaded: TokenizerColumn) -> None:
        """Put the tokenizer, or why there is none, into every column that waits for it."""
        source = loaded.source
        waiting = [each.source == source and each.tokenizer is None for each in self._columns]
        if any(waiting):
            self._columns = tuple(
                replace(each, tokenizer=loaded.tokenizer, error=loaded.error) if waits else each
                for each, waits in zip(self._columns, waiting, strict=True)
            )
            self.columns_changed.emit(self._columns)

    def _remember(self) -> None:
        self._memory.keep(tuple(each.source.document() for each in self._columns))


def _loaded(store: RunStore, source: Baseline) -> Generator[StepProgress, None, TokenizerColumn]:
    words = QCoreApplication.translate("token_columns_flow", "Load %1")
    yield StepProgress(fill(words, source.name))
    try:
        tokenizer = yield from baseline_steps(store, source)
        _ = tokenizer.vocabulary
    except Exception as error:  # noqa: BLE001  the column says what is wrong with it
        return TokenizerColumn(source, error=failure_words(error))
    return TokenizerColumn(source, tokenizer)
