"""Opening the store for the window: what a person is asked when the file is damaged or refused."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox

from workbench.engine_words import error_words
from workbench.store import DamagedStoreError, RunStore, StoreError


def open_store(path: Path | None) -> RunStore | None:
    """Return the store, None when it cannot be opened and the person does not want a backup."""
    try:
        return RunStore.open(path)
    except DamagedStoreError as error:
        return _open_backup(path, error_words(error))
    except StoreError as error:
        _box(error_words(error), []).exec()
        return None


def _open_backup(path: Path | None, sentence: str) -> RunStore | None:
    restore = _tr("Use the newest backup")
    box = _box(sentence, [restore])
    box.exec()
    if box.clickedButton() is None or box.clickedButton().text() != restore:
        return None
    try:
        return RunStore.open(path, replace_damaged=True)
    except StoreError as error:
        _box(error_words(error), []).exec()
        return None


def _box(sentence: str, buttons: list[str]) -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.Warning, _tr("Tokenizer Workbench"), sentence)
    for words in buttons:
        box.addButton(words, QMessageBox.ButtonRole.AcceptRole)
    box.addButton(_tr("Quit"), QMessageBox.ButtonRole.RejectRole)
    return box


def _tr(words: str) -> str:
    return QCoreApplication.translate("opening", words)
