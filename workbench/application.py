"""The application from start to end: log, store, theme, window, event loop."""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from resources import icon_path
from workbench.app import Workbench
from workbench.frame.defects import DefectWatch, log_qt_messages
from workbench.state import TrainingRequest
from workbench.store import DamagedStoreError, RunStore, StoreError
from workbench.store.places import SETTINGS_FILE_NAME, FolderError, data_folder
from workbench.text.engine_words import error_words
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import Theme
from workbench.ui.words.translation import install_language, translator
from workbench.work.demonstration import demonstration_config
from workbench.work.preferences import LANGUAGE, Preferences, interface_settings
from workbench.work.program_log import log_to_file
from workbench.work.training_settings import TrainingSettings

_tr = translator("opening")

INTERRUPTED = 130
"""Exit status after Ctrl+C, as of every command."""
DAMAGED_SUFFIX = ".damaged"
INTERVAL_MS = 1000
OLDEST = 2
WHOLE_INTERVAL_S = 300.0
"""After this time everything is looked at again."""


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


def put_damaged_aside(file_name: str) -> Path | None:
    """Rename a damaged settings file of the data folder, and return its new path.

    None if the file is sound, missing or cannot be moved. Call before it is opened.
    """
    try:
        path = data_folder() / file_name
        if not _is_damaged(path):
            return None
        return path.replace(path.with_name(path.name + DAMAGED_SUFFIX))
    except (FolderError, OSError):
        return None


def damage_words(aside: Path) -> str:
    """Return the sentence for a settings file that was put aside."""
    words = QCoreApplication.translate(
        "window_settings",
        "The settings of the window were damaged and were reset; the old file is kept as %1.",
    )
    return fill(words, str(aside))


def _is_damaged(path: Path) -> bool:
    """True if the file is there and is no text of sections, keys and values."""
    if not path.is_file():
        return False
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return True
    lines = [line.strip() for line in text.splitlines()]
    sound = all(
        not line or line[0] in ";[" or "=" in line or before.endswith("\\")
        for before, line in zip(["", *lines], lines, strict=False)
    )
    if "\0" in text or not sound:
        return True
    return QSettings(str(path), QSettings.Format.IniFormat).status() != QSettings.Status.NoError


class GuiThreadCollector(QObject):
    """Switches automatic collection off and collects from a timer of the GUI thread.

    Cyclic garbage is collected in the GUI thread only: QObjects must not be deleted in a worker.
    Objects that survive a collection of the oldest generation are frozen, because scanning all of
    them blocks the event loop for 0.1 s; every WHOLE_INTERVAL_S they are scanned again. So are the
    objects made in a second in which modules were imported, which nearly all stay. `stop()`
    restores automatic collection (for tests).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._whole_at: float | None = None
        self._n_modules = len(sys.modules)
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.collect_due)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def collect_due(self) -> None:
        """Collect the oldest generation whose threshold is passed, as the interpreter would."""
        if self._whole_at is None:  # freeze the objects of the start before the first job
            self._collect_oldest()
            return
        n_modules = len(sys.modules)
        if n_modules > self._n_modules:
            self._n_modules = n_modules
            gc.freeze()
            return
        counts = gc.get_count()
        for generation in (OLDEST, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                if generation == OLDEST:
                    self._collect_oldest()
                else:
                    gc.collect(generation)
                return

    def _collect_oldest(self) -> None:
        now = time.monotonic()
        if self._whole_at is None or now - self._whole_at > WHOLE_INTERVAL_S:
            gc.unfreeze()
            self._whole_at = now
        gc.collect()
        gc.freeze()
