"""What a verdict of an export says in the window: a headline, the colour role and icon, details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from engine.machine import how_to_install
from workbench.engine_words import sentence_words
from workbench.placeholders import fill
from workbench.translation import counted

if TYPE_CHECKING:
    from engine.formats import ExportVerdict

LOOKS = {
    "equal": ("check", "positive"),
    "different": ("error", "negative"),
    "not installed": ("info", "warning"),
    "failed": ("warning", "warning"),
    "not asked": ("info", "muted_text"),
}
"""Icon and colour role of each status."""


def headline(verdict: ExportVerdict | None) -> str:
    """The verdict in a few words."""
    if verdict is None:
        return _tr("Written, not verified: the library was not asked")
    if verdict.status == "equal":
        n = verdict.n_texts
        return counted("verdict_words", "Identical ids on 1 text", "Identical ids on %1 texts", n)
    if verdict.status == "different":
        return _tr("Other ids than here")
    if verdict.status == "not installed":
        return _tr("Written, not verified: no library that reads it is installed")
    return _tr("Written, but it cannot be verified")


def details(verdict: ExportVerdict | None) -> str:
    """Libraries with versions, those that are missing, the reason, remarks; lines."""
    if verdict is None:
        return ""
    lines = []
    if verdict.libraries:
        words = fill(_tr("Loaded and compared in %1"), ", ".join(verdict.libraries))
        lines.append(words)
    if verdict.missing:
        words = fill(_tr("Not installed, not asked: %1."), ", ".join(verdict.missing))
        lines.append(f"{words} {sentence_words(how_to_install(verdict.missing))}")
    if verdict.reason:
        lines.append(sentence_words(verdict.reason))
    return "\n".join([*lines, *map(sentence_words, verdict.remarks)])


def _tr(words: str) -> str:
    return QCoreApplication.translate("verdict_words", words)
