"""CorpusReading: finds and reads the files of the corpus in jobs, one after another."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from engine.corpus import RemotePath, SourcePath
from engine.machine import libraries_named_in
from engine.settings import ReadingOptions
from workbench.corpus.source_scan import (
    DocumentOptions,
    FileFound,
    FileRepeated,
    FileScan,
    FileToScan,
    PathRefused,
    find_and_scan,
    known_scans,
    scan_files,
)
from workbench.corpus.source_table import SourceTable
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.words.job_words import failure_words
from workbench.work.jobs import Job, StepProgress


@dataclass(frozen=True, slots=True)
class _Unknown:
    """Files that have to be read, and how; names: what the title of the job names."""

    files: list[FileToScan]
    options: DocumentOptions
    names: Sequence[str]


def _is_capped(*options: DocumentOptions | ReadingOptions) -> bool:
    """Whether reading counts code points to a limit, which alone calls a kernel."""
    caps = [cap for each in options for cap in (each.max_document_chars, each.max_chars)]
    return any(cap is not None for cap in caps)


class CorpusReading(QObject):
    """Fills a SourceTable with what it finds.

    Signals:
        started: words for it: what it does, or what it waits for.
        progressed: rows have changed.
        ended: nothing is read any more; the sentences on what was refused, and one for each
            library that is missing.
    """

    started: Signal[str] = Signal(object)
    progressed = Signal()
    ended: Signal[tuple[str, ...]] = Signal(object)

    def __init__(self, rows: SourceTable, jobs: EngineJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows, self._engine_jobs = rows, jobs
        self._running: list[Job] = []
        self._repeated: list[FileRepeated] = []
        self._refused: list[str] = []
        self._unread: dict[str | Path | RemotePath, str] = {}
        self._options = DocumentOptions()

    @property
    def is_running(self) -> bool:
        """True while files are found or read, or wait for the engine."""
        return bool(self._running)

    @property
    def waits_for_engine(self) -> bool:
        return any(self._engine_jobs.holds(job) for job in self._running)

    def add(self, paths: Sequence[str | Path | RemotePath], options: DocumentOptions) -> None:
        """Find the files that paths and addresses stand for, and read them."""
        self._options = options
        for path in paths:
            self._unread.pop(path, None)
        known: frozenset[SourcePath] = frozenset(self._rows.paths)
        readings: Mapping[str, ReadingOptions] = {row.label: row.reading for row in self._rows.rows}
        names = [str(path).rstrip("/\\").replace("\\", "/").rpartition("/")[2] for path in paths]
        waits = _is_capped(options, *readings.values())
        self._start(find_and_scan(paths, known, readings, options), names, needs_engine=waits)

    def read_again(self, options: DocumentOptions, labels: Sequence[str] | None = None) -> None:
        """Read all files, or those of some labels, in the way that is asked for now.

        What is known of files of this machine that did not change is shown without reading them.
        """
        self._options = options
        if labels is None:
            self.stop()
        rows = [row for row in self._rows.rows if labels is None or row.label in labels]
        files = [FileToScan(path, row.reading) for row in rows for path in row.files]
        self._look(files, labels or [self.tr("all sources")])

    def read_files(self, paths: Collection[SourcePath]) -> None:
        """Read files that are in the table already, in the way of before."""
        files = [
            FileToScan(path, row.reading)
            for row in self._rows.rows
            for path in row.files
            if path in paths
        ]
        self._look(files, [file.path.name for file in files])

    def read_with(self, modules: Sequence[str]) -> None:
        """Read what could not be read without one of these libraries, in the way of before."""
        labels = [row.label for row in self._rows.rows if _needs(modules, row.errors)]
        unread = [path for path, words in self._unread.items() if _needs(modules, [words])]
        if labels:
            self.read_again(self._options, labels)
        if unread:
            self.add(unread, self._options)

    def take_repeated(self) -> tuple[FileRepeated, ...]:
        """Return which files were found to be there twice, once."""
        repeated, self._repeated = tuple(self._repeated), []
        return repeated

    def stop(self) -> None:
        """Read nothing further of what was asked for so far."""
        self._unread.clear()
        for job in self._running:
            job.cancel()

    def _look(self, files: Sequence[FileToScan], names: Sequence[str]) -> None:
        """Show what is known of files; those of which nothing is known are read next."""
        job = Job(
            _looked_at(files, self._options, names),
            title=self.tr("Scan files"), brief=True, parent=self,
        )  # fmt: skip
        job.progressed.connect(self._take_steps)
        job.finished.connect(self._read_unknown)
        for ended in (job.finished, job.cancelled, job.failed):
            ended.connect(self._end)
        self._running.append(job)
        self._engine_jobs.start_at_once(job)

    def _read_unknown(self, unknown: _Unknown) -> None:
        if unknown.files:
            waits = _is_capped(unknown.options, *(file.reading for file in unknown.files))
            task = scan_files(unknown.files, unknown.options)
            self._start(task, unknown.names, needs_engine=waits)

    def _start(
        self,
        task: Generator[StepProgress, None, None],
        names: Sequence[str],
        *,
        needs_engine: bool,
    ) -> None:
        waits_for = self._engine_jobs.current
        title = self.tr("Read %1") if len(names) == 1 else self.tr("Read %1 and %2 more")
        title = fill(title, names[0], str(len(names) - 1))
        job = Job(task, title=title, parent=self)
        job.progressed.connect(self._take_steps)
        job.finished.connect(self._end)
        job.cancelled.connect(self._end)
        job.failed.connect(self._end)
        self._running.append(job)
        words = self.tr("Reading files…")
        if waits_for is not None and not waits_for.brief:
            words = fill(self.tr("Files are read after “%1”."), waits_for.title)
        jobs = self._engine_jobs
        (jobs.start if needs_engine else jobs.start_at_once)(job)
        if jobs.holds(job):
            words = self.tr("Preparing the engine")
        self.started.emit(words)

    def _take_steps(self, steps: tuple[StepProgress, ...]) -> None:
        for step in steps:
            found = step.payload
            if isinstance(found, FileFound):
                self._rows.add_file(found.path, found.label)
            elif isinstance(found, FileScan):
                self._rows.set_scan(found)
                self._note_need(found.error)
            elif isinstance(found, FileRepeated):
                self._repeated.append(found)
            elif isinstance(found, PathRefused):
                self._refused.append(sentence_words(found.sentence))
                self._unread[found.path] = sentence_words(found.sentence)
        self.progressed.emit()

    def _end(self, outcome: object = None) -> None:
        self._running = [job for job in self._running if not job.is_over]
        if isinstance(outcome, Exception):
            self._refused.append(failure_words(outcome))
        if not self._running:
            refused, self._refused = tuple(self._refused), []
            self.ended.emit(refused)

    def _note_need(self, error: str) -> None:
        """Tell of a file that needs a missing library; of several the first."""
        modules = libraries_named_in(error)
        if modules and not _needs(modules, self._refused):
            self._refused.append(error)


def _looked_at(
    files: Sequence[FileToScan], options: DocumentOptions, names: Sequence[str]
) -> Generator[StepProgress, None, _Unknown]:
    return _Unknown((yield from known_scans(files, options)), options, names)


def _needs(modules: Sequence[str], sentences: Sequence[str]) -> bool:
    """Whether one of the sentences names a library among these."""
    named = {module for words in sentences for module in libraries_named_in(words)}
    return not named.isdisjoint(modules)
