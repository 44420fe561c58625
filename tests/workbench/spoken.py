"""A language of the window for the time of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from workbench.text import engine_words, languages
from workbench.ui.words.translation import install_language


@contextmanager
def speaking(application: QApplication, language: str) -> Iterator[None]:
    """Let the application speak a language, and English again at the end."""
    before = set(application.findChildren(QTranslator))
    assert install_language(language) == language
    try:
        yield
    finally:
        for translator in set(application.findChildren(QTranslator)) - before:
            application.removeTranslator(translator)
            translator.deleteLater()
        languages.set_translation(str)
        engine_words.set_translation(None)
