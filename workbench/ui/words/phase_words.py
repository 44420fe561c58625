"""What a job says of itself, in the window's language: the jobs themselves speak English."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def phase_words(phase: object) -> str:
    """Return the words for a phase of a training or a step of a job."""
    words = str(phase)
    return _translated(words) if words else ""


def _translated(words: str) -> str:
    return QCoreApplication.translate("phases", words)
