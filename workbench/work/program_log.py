"""The program's log file, and the sentence about unexpected errors.

Nothing but the file takes what is logged here: a person reads sentences, not tracebacks. With
TOKENIZER_WORKBENCH_DEBUG=1 in the environment everything is shown on standard error as well.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from workbench.store.places import PRIVATE_FILE, FolderError, log_folder

DEBUG_VARIABLE = "TOKENIZER_WORKBENCH_DEBUG"
LOG_FILE_NAME = "workbench.log"
MAX_BYTES = 1_000_000
N_OLDER_FILES = 3

logger = logging.getLogger(__name__)


class _LogFile(RotatingFileHandler):
    """A log that cannot be written (disk full, folder gone) is no reason to bother anybody."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(PRIVATE_FILE)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        del record


def log_path() -> Path | None:
    """The log file, which need not exist yet; None where its folder cannot be made."""
    try:
        return log_folder() / LOG_FILE_NAME
    except FolderError:
        return None


@contextmanager
def log_to_file() -> Iterator[None]:
    """Write what is logged meanwhile into the log file, made when there is something to write."""
    root = logging.getLogger()
    path = log_path()
    handlers: list[logging.Handler] = [logging.NullHandler()]
    if path is not None:
        handlers[0] = _LogFile(
            path, maxBytes=MAX_BYTES, backupCount=N_OLDER_FILES, encoding="utf-8", delay=True
        )
    if os.environ.get(DEBUG_VARIABLE) == "1":
        handlers.append(logging.StreamHandler(sys.stderr))
    words = logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    for handler in handlers:
        handler.setFormatter(words)
        root.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


def log_unforeseen(error: BaseException, doing: str) -> str:
    """Log an error with its traceback; returns the sentence for whoever did `doing`."""
    logger.error("Unforeseen error in %s", doing, exc_info=error)
    path = log_path()
    where = f"details are in {path}" if path is not None else "the log file cannot be written"
    return f"The program made a mistake ({type(error).__name__}) and stopped {doing}; {where}."
