"""What is said of an error: known ones speak for themselves, others are defects of ours."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.errors import EngineError
from workbench.store import StoreError


def failure_words(error: Exception) -> str:
    """Return the sentence to show for an error of a job."""
    if isinstance(error, EngineError | StoreError | OSError):
        return str(error)
    words = QCoreApplication.translate(
        "failure_words", "The program made a mistake and stopped this task (%1: %2)."
    )
    return words.replace("%1", type(error).__name__).replace("%2", str(error))
