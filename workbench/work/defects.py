"""Unforeseen errors in slots and events, and Qt's own messages: to the log and to the window."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    QtMsgType,
    qInstallMessageHandler,
)

from workbench.signals import Signal

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
