"""The application from start to end: log, store, theme, window, event loop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from resources import icon_path
from workbench.app import Workbench
from workbench.state import TrainingRequest
from workbench.store import DamagedStoreError, RunStore, StoreError
from workbench.store.places import SETTINGS_FILE_NAME
from workbench.text.engine_words import error_words
from workbench.ui.theme.theme import Theme
from workbench.ui.words.translation import install_language
from workbench.work.defects import DefectWatch
from workbench.work.demonstration import demonstration_config
from workbench.work.garbage_collection import GuiThreadCollector
from workbench.work.preferences import LANGUAGE, Preferences, interface_settings
from workbench.work.program_log import log_to_file
from workbench.work.qt_messages import log_qt_messages
from workbench.work.training_settings import TrainingSettings
from workbench.work.window_settings import damage_words, put_damaged_aside

# Opening the store for the window: what a person is asked when the file is damaged or refused.


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


INTERRUPTED = 130
"""Exit status after Ctrl+C, as of every command."""


def run_application(
    database: Path | None = None,
    run_id: str | None = None,
    *,
    first_training: TrainingRequest | None = None,
    when_shown: Callable[[Workbench], object] | None = None,
) -> int:
    """Open the window on the store and run it to its end; returns the exit status.

    `when_shown` is called with the workbench as soon as its window is shown.
    """
    with log_to_file(), log_qt_messages():
        return _run(database, run_id, first_training, when_shown)


def _run(
    database: Path | None,
    run_id: str | None,
    first_training: TrainingRequest | None,
    when_shown: Callable[[Workbench], object] | None,
) -> int:
    damaged = put_damaged_aside(SETTINGS_FILE_NAME)
    settings = interface_settings(SETTINGS_FILE_NAME)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    install_language(Preferences(settings).get(LANGUAGE))
    application.setApplicationName("Tokenizer Workbench")
    application.setWindowIcon(QIcon(str(icon_path("app"))))
    store = open_store(database)
    if store is None:
        return 1
    collector = GuiThreadCollector()
    theme = Theme(str(settings.value("theme") or "system"))
    workbench = Workbench(store, settings, theme)
    theme.apply(application, workbench.window)
    watch = DefectWatch()
    watch.noticed.connect(workbench.window.defect_bar.show_defect)
    watch.start()
    # An exception in the middle of a signal's delivery would crash PySide: ask the loop to end.
    before = signal.signal(signal.SIGINT, lambda *_: application.exit(INTERRUPTED))
    try:
        settings_of_sample = TrainingSettings.of(demonstration_config())
        workbench.show(run_id, first_training=first_training, first_settings=settings_of_sample)
        if damaged is not None:
            workbench.window.bar.add_note(damage_words(damaged))
        if when_shown is not None:
            when_shown(workbench)
        return application.exec()
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
        workbench.window.hide()  # deleting a window in sight that was never painted crashes Qt
        workbench.shutdown()
        watch.stop()
        settings.sync()
        collector.stop()
