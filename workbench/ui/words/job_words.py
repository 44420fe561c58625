"""Phases and failures of jobs in the language of the window; jobs themselves speak English."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication

from engine.errors import EngineError
from workbench.store import StoreError
from workbench.text.engine_words import error_words
from workbench.text.placeholders import fill
from workbench.ui.words.translation import translator
from workbench.work.child_process import ProgramError

_translated = translator("phases")

KNOWN = (EngineError, StoreError, OSError, ProgramError)
logger = logging.getLogger(__name__)


def phase_words(phase: object) -> str:
    """Return the words for a phase of a training or a step of a job."""
    words = str(phase)
    return _translated(words) if words else ""


def failure_words(error: BaseException) -> str:
    """Return the sentence to show for an error of a job; a defect of ours is logged whole."""
    if not isinstance(error, KNOWN):
        logger.error("Unforeseen error in a task", exc_info=error)
    return error_sentence(error)


def error_sentence(error: BaseException) -> str:
    """Return the sentence to show for an error; it is logged elsewhere."""
    if isinstance(error, KNOWN):
        return error_words(error)
    words = QCoreApplication.translate(
        "failure_words", "The program made a mistake and stopped this task (%1: %2)."
    )
    return fill(words, type(error).__name__, error_words(error))
