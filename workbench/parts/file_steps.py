"""FileSteps: which file of conversations is open, and where in it a person is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.numbers import grouped
from workbench.parts.chat_actions import ChatActions
from workbench.parts.chat_desk import ChatDesk
from workbench.parts.chat_work import FileConversation, ScanTotals
from workbench.placeholders import fill
from workbench.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from engine.chat import ConversationFile

REST_MS = 600
"""A template that is typed is tried on one conversation at once, on the file when typing rests."""


class FileSteps(QObject):
    """Steps from one listed conversation to the next.

    Signals:
        opened: a file wants to be checked: it was opened, or the rules are others.
        conversation_requested: number of a conversation, from 0.
        emptied: the file that was opened holds no conversation; what is edited stays on show.
    """

    opened = Signal()
    conversation_requested = Signal(object)
    emptied = Signal()

    def __init__(
        self, desk: ChatDesk, actions: ChatActions, bar: MessageBar, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bar, self._failure = bar, ""
        self._desk, self._actions = desk, actions
        self._file: ConversationFile | None = None
        self._index = 0
        self._line: int | None = None
        self._others = QTimer(self, singleShot=True, interval=REST_MS)
        self._others.timeout.connect(self.opened)
        actions.step_wanted.connect(self._step)
        desk.stepper.index_wanted.connect(self._ask_for)
        desk.files.conversation_chosen.connect(self._ask_for)

    @property
    def is_waiting(self) -> bool:
        """Whether the file will be checked anew as soon as nobody changes the rules."""
        return self._others.isActive()

    @property
    def file(self) -> ConversationFile | None:
        return self._file

    @property
    def path(self) -> Path | None:
        """Of the open file, None where it is no file of this computer."""
        path = None if self._file is None else self._file.path
        return path if isinstance(path, Path) else None

    @property
    def index(self) -> int:
        """The conversation on show, from 0."""
        return self._index

    @property
    def line(self) -> int | None:
        """The line of the file that it stands in."""
        return self._line

    def note_file(self, file: ConversationFile) -> None:
        """A file is open: ask for its first conversation and for its check."""
        self._file = file
        self._actions.note_file(True)
        name = getattr(file.path, "name", str(file.path))
        self._desk.files.show_file(name, str(file.path))
        if not len(file):
            self._desk.files.end_scan(ScanTotals(0))
            self._line = None
            self._desk.stepper.hide()
            self._bar.show_warning(fill(self.tr("%1 holds no conversation."), name))
            self.emptied.emit()
            return
        self.opened.emit()
        self._ask_for(0)

    def note_failed(self, sentence: str) -> None:
        """Something could not be done with the file."""
        self._failure = sentence
        self._bar.show_error(sentence)

    def forget_failure(self) -> None:
        """It is tried anew: take back what was said of the time before."""
        if self._failure and self._bar.text == self._failure:
            self._bar.clear()

    def note_conversation(self, found: FileConversation) -> None:
        """A conversation of the file is on show."""
        self._line = found.line
        self._show_place(found.index)

    def note_damaged(self, index: int) -> None:
        """The record at this place is damaged."""
        self._line = None
        self._show_place(index)

    def note_other_rules(self) -> None:
        """What the list says of the file was found with other rules."""
        if self._file is not None:
            self._others.start()

    def _show_place(self, index: int) -> None:
        self._index = index
        words = ""
        if self._line is not None:
            words = fill(self.tr("line %1"), grouped(self._line))
        n_all = 0 if self._file is None else len(self._file)
        self._desk.stepper.show_place(index, n_all, words)
        self._desk.files.choose(index)

    def _step(self, by: int) -> None:
        """To the next one that the filter lets through; past what is not checked yet."""
        files, index = self._desk.files, self._index + by
        found = files.rows.neighbour(self._index, by)
        if found is not None:
            index = found
        elif files.is_filtered:
            return
        if self._file is not None and 0 <= index < len(self._file):
            self._ask_for(index)

    def _ask_for(self, index: int) -> None:
        if self._file is not None:
            self.conversation_requested.emit(index)
