"""LibraryInstallation: installs libraries into this environment with pip, beside the window."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import metadata

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from engine.machine import install_command, library_names, missing_libraries, optional_library
from workbench.signals import Signal
from workbench.store.places import FolderError, cache_folder
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import ROW_HEIGHT, Theme
from workbench.ui.widgets.buttons import install_words
from workbench.ui.widgets.layouts import vertical
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.words.translation import translator
from workbench.work.child_process import ChildProcessJob, ProgramError

_tr = translator("library_installation")

Command = Callable[[Sequence[str]], list[str]]
PROJECT = "tokenizer-workbench"
CONSTRAINTS = "own-requirements.txt"
QUIET_OPTIONS = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
_REASONS = {
    "disk": re.compile("No space left on device|os error 28|Disk quota exceeded"),
    "denied": re.compile(r"Permission denied|\[Errno 13\]|Read-only file system"),
    "managed": re.compile("externally-managed-environment"),
    "offline": re.compile(
        "name resolution|Name or service not known|Network is unreachable|Connection refused"
        "|timed out|Failed to establish a new connection|ProxyError",
        re.IGNORECASE,
    ),
    # also what pip says at last without a connection, so it is looked for after that
    "unknown": re.compile("No matching distribution found"),
}
_CONFLICT = re.compile(
    r"^\S+ \S+ (requires .+, but you have .+ incompatible|requires .+, which is not installed)\.$"
)


class LibraryInstallation(QObject):
    """One installation at a time; further ones wait for it.

    Signals (GUI thread; after `started` exactly one of the last three):
        process_started: the ChildProcessJob.   printed: a line of pip's output.
        started: tuple of the modules that are installed now.
        installed: tuple of the modules, which can be imported from now on.
        failed: the sentence to show.           cancelled: stopped by the person.
        conflicts_found: after `installed`, the sentence on versions that do not go together.
    """

    process_started: Signal[ChildProcessJob] = Signal(object)
    printed: Signal[str] = Signal(object)
    started: Signal[tuple[str, ...]] = Signal(object)
    installed: Signal[tuple[str, ...]] = Signal(object)
    failed: Signal[str] = Signal(object)
    conflicts_found: Signal[str] = Signal(object)
    cancelled = Signal()

    def __init__(self, command: Command | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = command or pip_command
        self._process: ChildProcessJob | None = None
        self._modules: tuple[str, ...] = ()
        self._waiting: list[tuple[str, ...]] = []
        self._output: list[str] = []

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def install(self, modules: Sequence[str]) -> None:
        """Install the libraries of these modules; the same ones are not asked for twice."""
        wanted = tuple(modules)
        if not self.is_running:
            self._start(wanted)
        elif wanted != self._modules and wanted not in self._waiting:
            self._waiting.append(wanted)

    def try_again(self) -> None:
        """Repeat the last installation."""
        if self._modules:
            self.install(self._modules)

    def cancel(self) -> None:
        """Stop pip and drop what waits."""
        self._waiting.clear()
        if self._process is not None:
            self._process.cancel()

    def _start(self, modules: tuple[str, ...]) -> None:
        self._modules, self._output = modules, []
        try:
            command = self._command(modules)
        except RuntimeError as error:
            self.failed.emit(str(error))
            return
        title = fill(self.tr("Install %1"), library_names(modules))
        self._process = process = ChildProcessJob(
            command, title=title, is_verbose=True, confirm_close=True, parent=self
        )
        process.printed.connect(self._note_line)
        process.finished.connect(self._note_finished)
        process.failed.connect(self._note_failed)
        process.cancelled.connect(self._note_cancelled)
        self.started.emit(modules)
        self.process_started.emit(process)
        process.start()

    def _note_line(self, line: str) -> None:
        self._output.append(line)
        self.printed.emit(line)

    def _note_finished(self, _status: object) -> None:
        self._process = None
        missing = {library.module for library in missing_libraries()}
        still = [module for module in self._modules if module in missing]
        if still:
            words = self.tr("pip installed %1, but this program cannot import it. Start it again.")
            self.failed.emit(fill(words, library_names(still)))
        else:
            self.installed.emit(self._modules)
            if conflicts := conflict_sentence(self._modules, self._output):
                self.conflicts_found.emit(conflicts)
        self._go_on()

    def _note_failed(self, error: ProgramError) -> None:
        self._process = None
        self.failed.emit(failure_sentence(self._modules, self._output, str(error)))
        self._go_on()

    def _note_cancelled(self) -> None:
        self._process = None
        self.cancelled.emit()

    def _go_on(self) -> None:
        if self._waiting and not self.is_running:
            self._start(self._waiting.pop(0))


def pip_command(modules: Sequence[str]) -> list[str]:
    """The command that a person types, with options for a program that reads its output.

    It changes no package to a version that this program cannot use: pip would do it and end well.
    Raises RuntimeError in the packaged application.
    """
    command = install_command(modules)
    own = _own_constraints()
    if command[1:4] != ["-m", "pip", "install"]:
        at = command.index("install") + 1
        return [*command[:at], *own, *command[at:]]  # uv draws no bar without a terminal
    # -P: a file pip.py in the current folder must not run instead of pip.
    return [command[0], "-P", *command[1:4], *QUIET_OPTIONS, *own, *command[4:]]


def _own_constraints() -> list[str]:
    """Options with this program's own requirements, none if they are not known."""
    try:
        required = metadata.requires(PROJECT) or []
        file = cache_folder() / CONSTRAINTS
        file.write_text("\n".join(each for each in required if "extra ==" not in each), "utf-8")
    except (metadata.PackageNotFoundError, FolderError, OSError):
        return []
    return ["--constraint", str(file)]


def failure_sentence(modules: Sequence[str], output: Sequence[str], otherwise: str) -> str:
    """Why an installation failed and what to do, from pip's output."""
    text = "\n".join(output)
    reason = next((name for name, words in _REASONS.items() if words.search(text)), "")
    lines = [line.strip() for line in output]
    # The first one says what failed, the later ones what could not be done therefore.
    errors = [line for start in ("ERROR:", "error:") for line in lines if line.startswith(start)]
    sentence = {
        "disk": _tr("The disk is full. Make room and try again."),
        "denied": _tr("This environment cannot be written. Install it as its owner."),
        "managed": _tr("The system manages this Python. Start the program with run.py instead."),
        "offline": _tr("The package index cannot be reached. Check the connection."),
        "unknown": _tr("The package index has no version for this Python and system."),
    }.get(reason) or (errors or [otherwise])[0].partition(": ")[2]
    words = _tr("%1 could not be installed: %2")
    return fill(words, library_names(modules), sentence)


def conflict_sentence(modules: Sequence[str], output: Sequence[str]) -> str:
    """The conflicts that pip names although it ends well, as a sentence; "" without any."""
    conflicts = [line.strip() for line in output if _CONFLICT.match(line.strip())]
    words = _tr("%1 is installed, but versions do not go together: %2")
    return fill(words, library_names(modules), " ".join(conflicts)) if conflicts else ""


SHOWN_LINES = 4
LONGEST_LINE = 96
NOTE_MS = 10_000


class InstallBar(QWidget):
    """Shows the installation of libraries with pip's own words.

    Hidden until a library is installed; Dismiss leaves the installation running.

    Signals:
        cancel_requested: stop the installation.
        again_requested: repeat one that failed or was cancelled.
    """

    cancel_requested = Signal()
    again_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = MessageBar()
        self._modules: tuple[str, ...] = ()
        self._is_running = False
        self._toggle = QPushButton(self.tr("Output"))
        self._toggle.setCheckable(True)
        self._toggle.setProperty("kind", "quiet")
        self._toggle.setToolTip(self.tr("Show what pip prints"))
        self.bar.add_button(self._toggle)
        self._output = QPlainTextEdit()
        self._output.setReadOnly(True)
        self._output.setTabChangesFocus(True)
        self._output.setFont(theme.mono_font())
        self._output.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._output.setFixedHeight(SHOWN_LINES * ROW_HEIGHT)
        self._output.setAccessibleName(self.tr("Output of the installation"))
        self._output.hide()
        vertical(self.bar, self._output, parent=self, spacing=0)
        self._rest = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._rest.timeout.connect(self._end_note)
        self._toggle.toggled.connect(self._output.setVisible)
        self._cancel = Offer(self.tr("Cancel"), self.cancel_requested.emit)
        self.bar.dismissed.connect(self.hide)
        self.hide()

    @property
    def output(self) -> str:
        """What pip printed."""
        return self._output.toPlainText()

    @property
    def shows_output(self) -> bool:
        return not self._output.isHidden()

    def dismiss(self) -> None:
        """Leave, as the person asked."""
        self.bar.dismiss()

    def note_started(self, modules: Sequence[str]) -> None:
        """Libraries are installed now."""
        self._modules, self._is_running = tuple(modules), True
        self._output.clear()
        self._say(self.bar.show_note, self._progress_words(""), self._cancel)

    def note_line(self, line: str) -> None:
        """pip printed a line."""
        self._output.appendPlainText(line)
        if self._is_running and not self.isHidden():
            self.bar.show_note(self._progress_words(line.strip()), offer=self._cancel)

    def note_installed(self, modules: Sequence[str]) -> None:
        """Say which versions are there; the note leaves after a while unless pip's words show."""
        self._is_running = False
        libraries = [optional_library(module) for module in modules]
        names = ", ".join(f"{each.distribution} {each.version}" for each in libraries)
        self._say(self.bar.show_note, fill(self.tr("Installed: %1"), names))
        self._rest.start()

    def note_conflicts(self, sentence: str) -> None:
        """Say which versions do not go together; that stays until it is dismissed."""
        self._say(self.bar.show_warning, sentence)

    def note_failed(self, sentence: str) -> None:
        """Say why it failed."""
        self._is_running = False
        again = Offer(self.tr("Try again"), self.again_requested.emit)
        self._say(self.bar.show_error, sentence, again)

    def note_cancelled(self) -> None:
        """The person stopped it."""
        self._is_running = False
        words = self.tr("The installation was cancelled.")
        again = Offer(install_words(self._modules), self.again_requested.emit)
        self._say(self.bar.show_note, words, again)

    def _say(self, show: Callable[..., int], sentence: str, offer: Offer | None = None) -> None:
        self._rest.stop()
        show(sentence, offer=offer)
        self.show()
        self.raise_()

    def _progress_words(self, line: str) -> str:
        shown = line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
        words = self.tr("Installing %1: %2") if shown else self.tr("Installing %1…")
        return fill(words, library_names(self._modules), shown)

    def _end_note(self) -> None:
        if not self.shows_output:
            self.bar.clear()
            self.hide()
