"""ChatFlow: renders the conversation on show, opens, checks and exports files of conversations.

Above it the jobs it starts, as generators: render a conversation, scan, search, export a file.
"""

from __future__ import annotations

import re
import time
from array import array
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from engine.compiled import Bools, Int64s
from workbench.chat.chat_draft import FILE, NAMED, ChatDraft, DraftError, TemplateChoice
from workbench.signals import Signal
from workbench.text.engine_words import error_words, sentence_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.translation import translator
from workbench.work.jobs import Job, StepProgress
from workbench.work.pre_tokens import PreTokenStarts

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.chat import (
        ChatLint,
        ChatRenderer,
        ChatSummary,
        CheckedChat,
        Conversation,
        ConversationError,
        ConversationFile,
        MaskSource,
        RenderedChat,
        RoleCount,
    )

_tr = translator("chat_work")


CHUNK = 512
_MOST_SECONDS = 0.1
_MOST_WAITING = 2048
MOST_ROWS = 200_000
MOST_SHOWN = 500_000
_MOST_WORDS = 120
_SEARCH_STEP = 64
_TEMPLATE_LINE = re.compile(r"^[^:]*, line (\d+): ")

ALL, UNTRAINED, TOO_LONG, LINTED, REFUSED = "all", "untrained", "too long", "linted", "refused"


@dataclass(frozen=True, slots=True)
class FileRow:
    """A record of the file. index: from 0. words: its beginning. line: of the file, from 1.

    n_full: tokens before truncation. n_trained: the supervised ones of those that fit. codes: of
    its lints. error: why it was refused, "" if it was not.
    """

    index: int
    words: str
    n_full: int = 0
    n_kept: int = 0
    n_trained: int = 0
    codes: tuple[str, ...] = ()
    error: str = ""
    line: int | None = None

    @property
    def is_truncated(self) -> bool:
        return self.n_full > self.n_kept

    def fits(self, wanted: str) -> bool:
        """Whether a filter lets it through. wanted: one of the above, or the code of a lint."""
        tests = {
            ALL: True,
            UNTRAINED: not self.error and self.n_trained == 0,
            TOO_LONG: self.is_truncated,
            LINTED: bool(self.codes),
            REFUSED: bool(self.error),
        }
        return tests.get(wanted, wanted in self.codes)


@dataclass(frozen=True)
class Rules:
    """How to render: the tokenizer, the template, the source of the mask, the limit.

    added: special tokens that the tokenizer lacks; they are added to it for a preview.
    """

    tokenizer: Tokenizer
    template: TemplateChoice
    mask: MaskSource = "auto"
    max_tokens: int | None = None
    completion: bool = False
    added: tuple[str, ...] = ()


@dataclass(frozen=True)
class RenderRequest:
    """A conversation to render. line: of the file it came from."""

    draft: ChatDraft
    rules: Rules
    line: int | None = None


@dataclass(frozen=True, eq=False)
class RenderedDraft:
    """The result of a rendering.

    rendered: whole, also beyond max_tokens; None if it was refused. mask_source: "generation",
    "prefix" or "" for rules. sentence: why it was refused. message, template_line: where the error
    is. remarks: odd but valid messages, (message, sentence).
    pre_tokens: bool[n], the tokens that begin a pre-token; None where that is not known.
    """

    request: RenderRequest
    rendered: RenderedChat | None = None
    mask_source: str = ""
    lints: tuple[ChatLint, ...] = ()
    sentence: str = ""
    message: int | None = None
    template_line: int | None = None
    remarks: tuple[tuple[int | None, str], ...] = ()
    pre_tokens: Bools | None = None


@dataclass(frozen=True)
class FileConversation:
    """A conversation of the open file. index: from 0. line: of the file, from 1."""

    index: int
    draft: ChatDraft
    line: int | None


@dataclass(frozen=True)
class ScanRequest:
    """A file to go through."""

    file: ConversationFile
    rules: Rules


@dataclass(frozen=True, eq=False)
class ScanTotals:
    """The totals of a file so far.

    n_all: conversations in it; n_done of them are checked, n_refused of these were refused.
    codes: how many conversations have each lint. roles: tokens and supervised ones of each role.
    lengths: int64, tokens of each one before truncation; empty until all are checked.
    max_tokens: the limit in force.
    """

    n_all: int
    n_done: int = 0
    n_refused: int = 0
    n_tokens: int = 0
    n_trained: int = 0
    n_truncated: int = 0
    n_untrained: int = 0
    codes: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, RoleCount] = field(default_factory=dict)
    lengths: Int64s = field(default_factory=lambda: np.empty(0, np.int64))
    max_tokens: int | None = None


@dataclass(frozen=True, eq=False)
class ScanBatch:
    """New rows, and the totals with them."""

    rows: tuple[FileRow, ...]
    totals: ScanTotals


def renderer_of(rules: Rules) -> ChatRenderer:
    """The renderer of a chosen or edited template. Raises EngineError."""
    from engine.chat import chat_renderer

    choice, mask = rules.template, rules.mask
    if choice.text is not None:
        from engine.chat import DEFAULT, TemplateRenderer, TemplateSource, template_source

        source = TemplateSource(choice.file_name, {DEFAULT: choice.text})
        if choice.kind == FILE and choice.path is not None:  # its tokens hold for the draft, too
            source = replace(source, tokens=template_source(choice.path).tokens)
        return TemplateRenderer(rules.tokenizer, source, mask=mask)
    template: str | Path = choice.name if choice.kind == NAMED else choice.kind
    if choice.kind == FILE and choice.path is not None:
        template = choice.path
    return chat_renderer(rules.tokenizer, template, mask=mask)


class Renderers:
    """Keeps the last renderer, so that a template's process need not start again."""

    def __init__(self) -> None:
        self._key: tuple[int, TemplateChoice, str] | None = None
        self._rules: Rules | None = None
        self._renderer: ChatRenderer | None = None
        self._preview: tuple[Rules, Tokenizer] | None = None

    def whole(self, rules: Rules) -> Rules:
        """The rules with a tokenizer that has the added tokens. Raises EngineError."""
        if not rules.added:
            return rules
        if self._preview is not None:
            known, extended = self._preview
            if known.tokenizer is rules.tokenizer and known.added == rules.added:
                return replace(rules, tokenizer=extended)
        extended = rules.tokenizer.with_special_tokens(rules.added)
        self._preview = rules, extended
        return replace(rules, tokenizer=extended)

    def get(self, rules: Rules) -> ChatRenderer:
        """The renderer of these rules, which are whole. Raises EngineError."""
        key = (id(rules.tokenizer), rules.template, rules.mask)
        if self._renderer is None or key != self._key:
            self.forget()
            self._renderer = renderer_of(rules)
            self._key, self._rules = key, rules
        return self._renderer

    def forget(self) -> None:
        """Let go of it."""
        close = getattr(self._renderer, "close", None)
        if close is not None:
            close()
        self._renderer = self._key = self._rules = None


def rendering(
    request: RenderRequest, renderers: Renderers
) -> Generator[StepProgress, None, RenderedDraft]:
    """Render one conversation; its errors are part of the result."""
    from engine.chat import ChatError, Conversation, ConversationError
    from engine.errors import EngineError

    yield StepProgress(_tr("Render conversation"))
    remarks: tuple[tuple[int | None, str], ...] = ()
    try:
        conversation = Conversation.of(request.draft.document(), request.line)
        remarks = tuple(
            (each.message, sentence_words(each.sentence)) for each in conversation.remarks
        )
        request = replace(request, rules=renderers.whole(request.rules))
        renderer = renderers.get(request.rules)
        rendered = renderer.render(conversation, completion=request.rules.completion)
        if rendered.n_tokens > MOST_SHOWN:
            sentence = _tr("It has %1 tokens; up to %2 can be shown. File checks and export use "
                           "all of it.")  # fmt: skip
            return RenderedDraft(
                request,
                sentence=fill(sentence, grouped(rendered.n_tokens), grouped(MOST_SHOWN)),
                remarks=remarks,
            )
        lints = _lints(renderer, conversation, rendered, request.rules)
    except ChatError as error:
        line = None
        if not isinstance(error, ConversationError) and request.rules.template.is_editable:
            found = _TEMPLATE_LINE.search(str(error))
            line = int(found[1]) if found else None
        return RenderedDraft(
            request, sentence=error_words(error), message=error.message, template_line=line,
            remarks=remarks,
        )  # fmt: skip
    except EngineError as error:
        return RenderedDraft(request, sentence=error_words(error), remarks=remarks)
    source = str(getattr(renderer, "mask_source", ""))
    pre_tokens = _pre_tokens(rendered, request.rules.tokenizer)
    return RenderedDraft(request, rendered, source, lints, remarks=remarks, pre_tokens=pre_tokens)


def _pre_tokens(rendered: RenderedChat, tokenizer: Tokenizer) -> Bools | None:
    splitter = tokenizer.cutting_splitter
    if splitter is None:
        return None
    bounds = rendered.starts.astype(np.int64)
    starts = PreTokenStarts(rendered.text, bounds, rendered.special != 0, splitter)
    for _ in starts:
        pass
    return starts.result()


def _lints(
    renderer: ChatRenderer,
    conversation: Conversation,
    rendered: RenderedChat,
    rules: Rules,
) -> tuple[ChatLint, ...]:
    """The lints of what is kept of a conversation; those of the template besides."""
    from engine.chat import lint_chat, lint_template

    if rules.completion:
        return ()
    kept = rendered
    if rules.max_tokens is not None and rendered.n_tokens > rules.max_tokens:
        kept = renderer.render(conversation, max_tokens=rules.max_tokens)
    found = tuple(lint_chat(renderer, conversation, kept))
    known = {lint.code for lint in found}
    return (*found, *(lint for lint in lint_template(renderer) if lint.code not in known))


def opening(path: Path) -> Generator[StepProgress, None, ConversationFile]:
    """Find the conversations of a file. Raises EngineError or OSError."""
    from engine.chat import read_conversations

    yield StepProgress(_tr("Read conversations"))
    file = read_conversations(path)
    for step in file.indexing():
        yield StepProgress(_tr("Read conversations"), step.fraction)
    return file


def taking(
    file: ConversationFile, index: int
) -> Generator[StepProgress, None, tuple[int, Conversation | ConversationError]]:
    """Read one record of a file: its conversation, or its error. Raises EngineError."""
    from engine.chat import ConversationError

    yield StepProgress(_tr("Read conversation"))
    try:
        return index, file[index]
    except ConversationError as error:
        return index, error


def scanning(request: ScanRequest) -> Generator[StepProgress, None, ScanTotals]:
    """Render and check every conversation of a file, a ScanBatch for some at a time."""
    from engine.chat import ChatSummary

    file, rules = request.file, replace(request.rules, completion=False)
    yield StepProgress(_tr("Check conversations"), 0.0)
    renderers = Renderers()
    n_all, done, shown = len(file), 0, time.monotonic()
    summary, lengths = ChatSummary(), array("q")
    rows: list[FileRow] = []
    try:
        renderer = renderers.get(renderers.whole(rules))
        for row, chat in _checked(file, renderer, rules.max_tokens):
            rows.append(row)
            if chat is None:
                summary.refused += 1
            else:
                summary.add(chat, row.codes)
                lengths.append(row.n_full)
            done += 1
            now = time.monotonic()
            if len(rows) == CHUNK or now - shown > _MOST_SECONDS or done == n_all:
                kept = tuple(rows) if done <= MOST_ROWS else ()
                rows, shown = [], now
                batch = ScanBatch(kept, _totals(n_all, done, summary))
                yield StepProgress(_tr("Check conversations"), done / n_all, payload=batch)
    finally:
        renderers.forget()
    found = np.array(lengths, np.int64)
    return replace(_totals(n_all, done, summary), lengths=found, max_tokens=rules.max_tokens)


def _checked(
    file: ConversationFile, renderer: ChatRenderer, max_tokens: int | None
) -> Iterator[tuple[FileRow, RenderedChat | None]]:
    """Every record of a file as a row, in order, with its tokens where there are any."""
    from engine.chat import ChatChecker, Conversation, ConversationError

    checker = ChatChecker(renderer, max_tokens=max_tokens)
    records = enumerate(file.records())
    waiting: deque[tuple[int, Conversation | ConversationError]] = deque()
    is_over = False

    def noted() -> Iterator[Conversation]:
        nonlocal is_over
        for entry in records:
            waiting.append(entry)
            if isinstance(entry[1], Conversation):
                yield entry[1]
            if len(waiting) > _MOST_WAITING:  # nothing but damage: let it be seen
                return
        is_over = True

    while not is_over:
        for each in checker.check(noted()):
            index, record = waiting.popleft()
            while isinstance(record, ConversationError):
                yield _damaged_row(index, record), None
                index, record = waiting.popleft()
            yield _row(index, each), each.chat
        while waiting:
            index, record = waiting.popleft()
            assert isinstance(record, ConversationError)  # conversations have come back
            yield _damaged_row(index, record), None


def searching(file: ConversationFile, words: str) -> Generator[StepProgress, None, frozenset[int]]:
    """The indices of the conversations that hold a text in any message, whatever its case."""
    from engine.chat import ConversationError

    wanted, found, n_all = words.casefold(), [], len(file)
    for index, record in enumerate(file.records()):
        if index % _SEARCH_STEP == 0:
            yield StepProgress(_tr("Search conversations"), index / max(n_all, 1))
        if isinstance(record, ConversationError):
            continue
        if any(wanted in message.text.casefold() for message in record.messages):
            found.append(index)
    return frozenset(found)


def exporting(request: ScanRequest, folder: Path) -> Generator[StepProgress, None, Path]:
    """Write a file as arrays for training. Raises EngineError."""
    from engine.chat import writing_chat_arrays

    n_all = len(request.file)
    yield StepProgress(_tr("Write arrays"), 0.0)
    renderers = Renderers()
    try:
        for step in writing_chat_arrays(
            renderers.get(request.rules), request.file, folder, max_tokens=request.rules.max_tokens
        ):
            yield StepProgress(_tr("Write arrays"), step.documents / max(n_all, 1))
    finally:
        renderers.forget()
    return folder


def _row(index: int, checked: CheckedChat) -> FileRow:
    conversation, chat = checked.conversation, checked.chat
    words, line = _beginning(conversation), conversation.line
    if chat is None:
        assert checked.error is not None  # either is there
        return FileRow(index, words, line=line, error=error_words(checked.error))
    codes = tuple(dict.fromkeys(lint.code for lint in checked.lints if lint.severity != "note"))
    return FileRow(index, words, chat.n_full, chat.n_tokens, chat.n_trained, codes, line=line)


def _damaged_row(index: int, error: ConversationError) -> FileRow:
    return FileRow(index, "", line=error.line, error=error_words(error))


def _beginning(conversation: Conversation) -> str:
    """How a conversation begins: with the first words of a user, where there are any."""
    said = [message for message in conversation.messages if message.role == "user"]
    first = next(iter(said or conversation.messages), None)
    return "" if first is None else " ".join(first.text[: 2 * _MOST_WORDS].split())[:_MOST_WORDS]


def _totals(n_all: int, n_done: int, summary: ChatSummary) -> ScanTotals:
    return ScanTotals(
        n_all, n_done, summary.refused, summary.tokens, summary.trained, summary.truncated,
        summary.all_zero, dict(summary.lints), dict(summary.roles),
    )  # fmt: skip


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
