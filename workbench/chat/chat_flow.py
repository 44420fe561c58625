"""ChatFlow: renders the conversation on show, opens, checks and exports files of conversations."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from workbench.chat.chat_draft import ChatDraft, DraftError
from workbench.chat.chat_work import (
    FileConversation,
    RenderedDraft,
    Renderers,
    RenderRequest,
    Rules,
    ScanRequest,
    ScanTotals,
    exporting,
    opening,
    rendering,
    scanning,
    searching,
    taking,
)
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.words.failure_words import failure_words
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine.chat import Conversation, ConversationError, ConversationFile


class ChatFlow(QObject):
    """Runs one job of each kind; a newer request replaces an older one.

    Signals:
        rendered: RenderedDraft.
        rendering_changed: True while a rendering runs.
        file_opened: ConversationFile.
        conversation_loaded: FileConversation.    record_refused: (its number, why it is none).
        batch_scanned: ScanBatch.    scan_ended: ScanTotals, None where it was stopped.
        found: frozenset of the indices that hold the text searched for, None for no search.
        exported: Path of the folder that was written.
        failed: the sentence to show.
    """

    rendered = Signal(object)
    rendering_changed = Signal(object)
    file_opened = Signal(object)
    conversation_loaded = Signal(object)
    record_refused = Signal(object)
    batch_scanned = Signal(object)
    scan_ended = Signal(object)
    found = Signal(object)
    exported = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: EngineJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._renderers = Renderers()
        self._file: ConversationFile | None = None
        self._running: dict[str, Job] = {}

    @property
    def file(self) -> ConversationFile | None:
        """The file that is open."""
        return self._file

    @property
    def is_busy(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._running)

    def render(self, request: RenderRequest) -> None:
        """Render a conversation; `rendered` follows unless a newer one is asked for."""
        job = self._job("render", rendering(request, self._renderers),
                        self.tr("Render conversation"), brief=True)  # fmt: skip
        job.finished.connect(self._note_rendered)
        self.rendering_changed.emit(True)
        self._jobs.start(job)

    def open_file(self, path: Path) -> None:
        """Find the conversations of a file."""
        self.stop_scan()
        job = self._job("open", opening(path), self.tr("Read conversations"))
        job.finished.connect(self._note_opened)
        self._jobs.start(job)

    def take(self, index: int) -> None:
        """Read one conversation of the open file."""
        if self._file is None:
            return
        job = self._job("take", taking(self._file, index), self.tr("Read conversation"),
                        brief=True)  # fmt: skip
        job.finished.connect(self._note_taken)
        self._jobs.start(job)

    def scan(self, rules: Rules) -> None:
        """Check every conversation of the open file."""
        if self._file is None:
            return
        job = self._job("scan", scanning(ScanRequest(self._file, rules)),
                        self.tr("Check conversations"))  # fmt: skip
        job.progressed.connect(self._note_scanned)
        job.finished.connect(self._note_scan_ended)
        self._jobs.start(job)

    def stop_scan(self) -> None:
        """Let the check of the file be."""
        job = self._running.pop("scan", None)
        if job is not None:
            job.cancel()
            self.scan_ended.emit(None)

    def search(self, words: str) -> None:
        """Find the conversations of the open file that hold a text; "" for all of them."""
        self._drop("search")
        if self._file is None or not words.strip():
            self.found.emit(None)
            return
        job = self._job("search", searching(self._file, words.strip()),
                        self.tr("Search conversations"))  # fmt: skip
        job.finished.connect(self._note_found)
        self._jobs.start(job)

    def export(self, rules: Rules, folder: Path) -> None:
        """Write the open file as arrays for training into a folder."""
        if self._file is None:
            return
        job = self._job("export", exporting(ScanRequest(self._file, rules), folder),
                        self.tr("Write arrays"))  # fmt: skip
        job.finished.connect(self._note_exported)
        self._jobs.start(job)

    def stop(self) -> None:
        """Let go of the template's process and of everything that is on its way."""
        for kind in tuple(self._running):
            self._drop(kind)
        self._renderers.forget()

    def _job(
        self,
        kind: str,
        task: Generator[StepProgress, None, Any],
        title: str,
        *,
        brief: bool = False,
    ) -> Job:
        """A job in the place of the one of its kind that is not done yet."""
        self._drop(kind)
        job = Job(task, title=title, brief=brief, parent=self)
        job.setObjectName(kind)
        job.failed.connect(self._note_failed)
        job.cancelled.connect(self._note_cancelled)
        self._running[kind] = job
        return job

    def _drop(self, kind: str) -> None:
        job = self._running.pop(kind, None)
        if job is not None:
            job.cancel()

    def _note_rendered(self, rendered: RenderedDraft) -> None:
        self._running.pop("render", None)
        self.rendering_changed.emit(False)
        self.rendered.emit(rendered)

    def _note_opened(self, file: ConversationFile) -> None:
        self._running.pop("open", None)
        self._file = file
        self.file_opened.emit(file)

    def _note_taken(self, taken: tuple[int, Conversation | ConversationError]) -> None:
        self._running.pop("take", None)
        index, conversation = taken
        if isinstance(conversation, Exception):
            words = self.tr("Line %1 is no conversation: %2") if conversation.line else "%2"
            self.record_refused.emit(
                (index, fill(words, grouped(conversation.line or 0), error_words(conversation)))
            )
            return
        try:
            draft = ChatDraft.of(conversation.document())
        except DraftError as error:
            self.failed.emit(str(error))
            return
        self.conversation_loaded.emit(FileConversation(index, draft, conversation.line))

    def _note_scanned(self, values: tuple[StepProgress, ...]) -> None:
        if self.sender() is self._running.get("scan"):
            for value in values:
                if value.payload is not None:
                    self.batch_scanned.emit(value.payload)

    def _note_scan_ended(self, totals: ScanTotals) -> None:
        if self.sender() is self._running.get("scan"):
            self._running.pop("scan")
            self.scan_ended.emit(totals)

    def _note_found(self, found: frozenset[int]) -> None:
        self._running.pop("search", None)
        self.found.emit(found)

    def _note_exported(self, folder: Path) -> None:
        self._running.pop("export", None)
        self.exported.emit(folder)

    def _note_failed(self, error: Exception) -> None:
        self._forget_job(self.sender())
        self.failed.emit(failure_words(error))

    def _note_cancelled(self) -> None:
        """Somebody cancelled it in the list of tasks; what gave way to a newer one is gone."""
        self._forget_job(self.sender())

    def _forget_job(self, job: object) -> None:
        kind = next((name for name, each in self._running.items() if each is job), "")
        if kind:
            self._running.pop(kind)
        if kind == "render":
            self.rendering_changed.emit(False)
        elif kind == "scan":
            self.scan_ended.emit(None)
