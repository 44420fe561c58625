"""ChatFlow: renders the conversation on show, opens, checks and exports files of conversations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.chat.chat_draft import ChatDraft, DraftError
from workbench.chat.chat_work import (
    FileConversation,
    Renderers,
    RenderRequest,
    Rules,
    ScanRequest,
    exporting,
    opening,
    rendering,
    scanning,
    searching,
    taking,
)
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.widgets.job_slot import JobSlot
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine.chat import Conversation, ConversationError, ConversationFile
    from workbench.chat.chat_work import RenderedDraft, ScanBatch, ScanTotals


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

    rendered: Signal[RenderedDraft] = Signal(object)
    rendering_changed: Signal[bool] = Signal(object)
    file_opened: Signal[ConversationFile] = Signal(object)
    conversation_loaded: Signal[FileConversation] = Signal(object)
    record_refused: Signal[tuple[int, str]] = Signal(object)
    batch_scanned: Signal[ScanBatch] = Signal(object)
    scan_ended: Signal[ScanTotals | None] = Signal(object)
    found: Signal[frozenset[int] | None] = Signal(object)
    exported: Signal[Path] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, jobs: EngineJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._renderers = Renderers()
        self._file: ConversationFile | None = None
        self._rendering = JobSlot(jobs, self, failed=self.failed)
        self._rendering.busy_changed.connect(self.rendering_changed)
        self._opening = JobSlot(jobs, self, failed=self.failed)
        self._taking = JobSlot(jobs, self, failed=self.failed)
        self._scanning = JobSlot(jobs, self, failed=self._end_scan)
        self._scanning.failed.connect(self.failed)
        self._scanning.cancelled.connect(self._end_scan)
        self._searching = JobSlot(jobs, self, failed=self.failed)
        self._exporting = JobSlot(jobs, self, failed=self.failed)

    @property
    def file(self) -> ConversationFile | None:
        """The file that is open."""
        return self._file

    @property
    def is_busy(self) -> bool:
        """Whether anything is on its way."""
        return any(slot.is_running for slot in self.findChildren(JobSlot))

    def render(self, request: RenderRequest) -> None:
        """Render a conversation; `rendered` follows unless a newer one is asked for."""
        task = rendering(request, self._renderers)
        job = Job(task, title=self.tr("Render conversation"), brief=True)
        self._rendering.start(job, self.rendered.emit)

    def open_file(self, path: Path) -> None:
        """Find the conversations of a file."""
        self.stop_scan()
        self._opening.start(
            Job(opening(path), title=self.tr("Read conversations")), self._note_opened
        )

    def take(self, index: int) -> None:
        """Read one conversation of the open file."""
        if self._file is None:
            return
        job = Job(taking(self._file, index), title=self.tr("Read conversation"), brief=True)
        self._taking.start(job, self._note_taken)

    def scan(self, rules: Rules) -> None:
        """Check every conversation of the open file."""
        if self._file is None:
            return
        task = scanning(ScanRequest(self._file, rules))
        job = Job(task, title=self.tr("Check conversations"))
        self._scanning.start(job, self.scan_ended.emit, progressed=self._note_scanned)

    def stop_scan(self) -> None:
        """Let the check of the file be."""
        if self._scanning.give_up():
            self.scan_ended.emit(None)

    def search(self, words: str) -> None:
        """Find the conversations of the open file that hold a text; "" for all of them."""
        self._searching.give_up()
        if self._file is None or not words.strip():
            self.found.emit(None)
            return
        task = searching(self._file, words.strip())
        self._searching.start(Job(task, title=self.tr("Search conversations")), self.found.emit)

    def export(self, rules: Rules, folder: Path) -> None:
        """Write the open file as arrays for training into a folder."""
        if self._file is None:
            return
        task = exporting(ScanRequest(self._file, rules), folder)
        self._exporting.start(Job(task, title=self.tr("Write arrays")), self.exported.emit)

    def stop(self) -> None:
        """Let go of the template's process and of everything that is on its way."""
        for slot in self.findChildren(JobSlot):
            slot.give_up()
        self._renderers.forget()

    def _note_opened(self, file: ConversationFile) -> None:
        self._file = file
        self.file_opened.emit(file)

    def _note_taken(self, taken: tuple[int, Conversation | ConversationError]) -> None:
        index, conversation = taken
        if isinstance(conversation, Exception):
            words = self.tr("Line %1 is not a conversation: %2") if conversation.line else "%2"
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
        for value in values:
            if value.payload is not None:
                self.batch_scanned.emit(value.payload)

    def _end_scan(self, _sentence: str = "") -> None:
        self.scan_ended.emit(None)
