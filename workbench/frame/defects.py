"""Defects of the program, from an unforeseen error to the bar and the dialog that show it.

`DefectWatch` notes errors in slots and events, `log_qt_messages` Qt's own messages; `DefectBar`
shows the newest defect, `DefectDialog` its details to copy.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from workbench.frame.window_memory import FittingDialog
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import LEAST_WIDTH, PALETTE_WIDTH, SPACE_L, SPACE_M, SPACE_S
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.work.program_log import log_path

LOG_LINES = 40
QUIET_S = 1.0
INTERRUPTED = 130

logger = logging.getLogger(__name__)

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


@dataclass(frozen=True, slots=True)
class Defect:
    """An unexpected error. words: its kind and text. details: these with the traceback."""

    words: str
    details: str


class DefectWatch(QObject):
    """While it watches, no error in a slot or an event ends the program or is printed.

    A hook installed before (by a test runner or a debugger) is called as well.

    Signals:
        noticed: a Defect. One that comes again and again, such as from painting, is told and
            logged again only after QUIET_S without it.
    """

    noticed: Signal[Defect] = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seen_at: dict[tuple[str, int, str], float] = {}
        self._before = (sys.excepthook, sys.unraisablehook)
        self._is_watching = False

    def start(self) -> None:
        self._before = (sys.excepthook, sys.unraisablehook)
        sys.excepthook, sys.unraisablehook = self._take, self._take_unraisable
        self._is_watching = True

    def stop(self) -> None:
        """Give back the hooks that were there."""
        if self._is_watching:
            self._is_watching = False
            sys.excepthook, sys.unraisablehook = self._before

    def _take(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):  # Ctrl+C in the terminal the window came from
            QCoreApplication.exit(INTERRUPTED)
            return
        self._note(error, trace)
        _forget_last()
        if self._before[0] is not sys.__excepthook__:
            self._before[0](kind, error, trace)

    def _take_unraisable(self, args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            self._note(args.exc_value, args.exc_traceback)
        if self._before[1] is not sys.__unraisablehook__:
            self._before[1](args)

    def _note(self, error: BaseException, trace: TracebackType | None) -> None:
        place = _place(error, trace)
        now = time.monotonic()
        last, self._seen_at[place] = self._seen_at.get(place), now
        if last is not None and now - last < QUIET_S:
            return
        logger.error("Unforeseen error", exc_info=(type(error), error, trace))
        details = "".join(traceback.format_exception(type(error), error, trace))
        self.noticed.emit(Defect(f"{type(error).__name__}: {error}", details))


def _forget_last() -> None:
    """Drop what the interpreter keeps of it: its frames would keep windows and arrays alive."""
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        if hasattr(sys, name):
            delattr(sys, name)


def _place(error: BaseException, trace: TracebackType | None) -> tuple[str, int, str]:
    """The line that raised, and what."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ("", 0, type(error).__name__)
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno, type(error).__name__)


def is_harmless(category: str, message: str) -> bool:
    """True for messages that say nothing a person or a developer could act upon."""
    if category == "qt.text.font.db":  # a font without rules for a script; another one is taken
        return message.startswith("OpenType support missing for ")
    # The platform without a screen says it of every window with a least size.
    return message == "This plugin does not support propagateSizeHints()"


@contextmanager
def log_qt_messages() -> Iterator[None]:
    """Meanwhile log what Qt says; a handler that was there before hears it too."""

    def take(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        category = context.category or ""
        if is_harmless(category, message):
            return
        logger.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", category, message)
        if before is not None:
            before(kind, context, message)

    before = qInstallMessageHandler(take)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


class DefectDialog(FittingDialog):
    """Sentence, traceback, versions and the end of the log; Copy takes all of it."""

    def __init__(
        self, defect: Defect, facts: str, log: Path | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("The program made a mistake"))
        self._log = log
        self._report = self._composed(defect, facts)
        text = QPlainTextEdit(self._report)
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        text.setAccessibleName(self.tr("Details"))
        said = label(fill(self._sentence(), defect.words), wrap=True)
        copy = QPushButton(self.tr("Copy details"))
        folder = QPushButton(self.tr("Open log folder"))
        close = QPushButton(self.tr("Close"))
        copy.clicked.connect(self.copy_text)
        folder.clicked.connect(self.open_log_folder)
        folder.setEnabled(log is not None)
        close.clicked.connect(self.accept)
        close.setDefault(True)
        buttons = horizontal(folder, STRETCH, copy, close, spacing=SPACE_S)
        vertical(
            said,
            (text, 1),
            buttons,
            parent=self,
            margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_L),
            spacing=SPACE_M,
        )
        self.resize(LEAST_WIDTH * 4 // 5, PALETTE_WIDTH)

    def _sentence(self) -> str:
        return self.tr(
            "%1\nStored runs are safe. The details below say where it happened; they contain "
            "file names, but no text of the corpus."
        )

    @property
    def report(self) -> str:
        """Everything the dialog knows, as it is copied."""
        return self._report

    def copy_text(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)

    def open_log_folder(self) -> None:
        """Show the folder of the log file in the system's file browser."""
        if self._log is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._log.parent)))

    def _composed(self, defect: Defect, facts: str) -> str:
        parts = [defect.words, defect.details.strip(), facts.strip()]
        end = log_end(self._log)
        if end:
            parts.append(f"{self._log}\n{end}")
        return "\n\n".join(part for part in parts if part)


def log_end(path: Path | None, n_lines: int = LOG_LINES) -> str:
    """The last lines of the log file, "" where there is none."""
    if path is None:
        return ""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-n_lines:])


class DefectBar(MessageBar):
    """Shows the newest defect; the traceback is only in the details."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._defect = Defect("", "")
        self._facts: Callable[[], str] = str
        self._copy.setText(self.tr("Copy details"))

    def set_facts(self, facts: Callable[[], str]) -> None:
        """Say where the versions of this installation come from, asked only when needed."""
        self._facts = facts

    def show_defect(self, defect: Defect) -> None:
        """Say it, and keep the details for who wants them."""
        self._defect = defect
        self.show_error(
            self.tr("The program made a mistake; what you have done is stored."),
            offer=Offer(self.tr("Details…"), self._show_details),
        )

    def copy_text(self) -> None:
        """Put the details on the clipboard."""
        dialog = self._dialog()
        dialog.copy_text()
        dialog.deleteLater()

    def _dialog(self) -> DefectDialog:
        return DefectDialog(self._defect, self._facts(), log_path(), self.window())

    def _show_details(self) -> None:
        dialog = self._dialog()
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
