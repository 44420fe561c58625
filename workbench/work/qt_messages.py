"""Qt's own messages: the harmless ones are dropped, the others go to the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

logger = logging.getLogger(__name__)


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
