"""Unexpected errors: logged, shown once in the window, which stays; Qt's noise is dropped."""

from __future__ import annotations

import logging
import sys

import pytest
from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
    qWarning,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from tests.workbench.buttons import press_button
from workbench.frame.defects import (
    Defect,
    DefectBar,
    DefectDialog,
    DefectWatch,
    is_harmless,
    log_qt_messages,
)
from workbench.ui.words.job_words import failure_words
from workbench.work.program_log import log_path, log_to_file

pytestmark = pytest.mark.slow

SENTENCE = "The program made a mistake; what you have done is stored."


class Button(QObject):
    pressed = Signal()


class Clumsy(QObject):
    def break_a_cup(self):
        raise ZeroDivisionError("the cup is broken")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def watch(qapp, monkeypatch):
    """A watch as in the program, where no test runner listens as well."""
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    made = DefectWatch()
    made.start()
    yield made
    made.stop()


@pytest.fixture
def button(qapp):
    made = Button()
    made.clumsy = Clumsy()
    made.pressed.connect(made.clumsy.break_a_cup)
    return made


def test_an_error_in_a_slot_is_logged_told_and_not_printed(
    watch, button, home, capfd, expected_log_records
):
    told = []
    watch.noticed.connect(told.append)
    with log_to_file():
        button.pressed.emit()
    [defect] = told
    assert defect.words == "ZeroDivisionError: the cup is broken"
    assert "break_a_cup" in defect.details
    written = (home / "logs" / "workbench.log").read_text("utf-8")
    assert "Traceback" in written and "break_a_cup" in written
    assert "".join(capfd.readouterr()) == ""


def test_the_same_error_again_and_again_is_told_once(watch, button, expected_log_records):
    told = []
    watch.noticed.connect(told.append)
    for _ in range(5):
        button.pressed.emit()
    assert len(told) == len(expected_log_records) == 1


def test_an_error_while_something_is_destroyed_is_told(watch, monkeypatch, expected_log_records):
    told = []
    watch.noticed.connect(told.append)

    class Fragile:
        def __del__(self):
            raise ValueError("it fell apart")

    monkeypatch.setattr(watch, "_before", (sys.__excepthook__, sys.__unraisablehook__))
    Fragile()
    assert [defect.words for defect in told] == ["ValueError: it fell apart"]


def test_hooks_of_others_are_called_too_and_come_back(qapp, monkeypatch, expected_log_records):
    heard = []
    monkeypatch.setattr(sys, "excepthook", lambda *what: heard.append(what[1]))
    theirs = sys.excepthook
    watch = DefectWatch()
    watch.start()
    error = ValueError("no more paper")
    sys.excepthook(ValueError, error, None)
    watch.stop()
    assert heard == [error]
    assert sys.excepthook is theirs


def test_interrupting_from_the_terminal_ends_the_event_loop(watch, qapp):
    def interrupt():
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)

    timer = QTimer(interval=1)
    timer.timeout.connect(interrupt)
    timer.start()
    assert qapp.exec() == 130
    timer.stop()


def test_the_bar_says_it_and_hands_out_the_details(qtbot, home, monkeypatch):
    bar = DefectBar()
    qtbot.addWidget(bar)
    bar.show_defect(Defect("ValueError: no more paper", "Traceback: line 7"))
    assert bar.text == SENTENCE
    bar.set_facts(lambda: "Python: 3.11")
    log_path().write_text("earlier words\nlast words\n", encoding="utf-8")
    bar.copy_text()
    copied = QGuiApplication.clipboard().text()
    for words in ("ValueError: no more paper", "Traceback: line 7", "Python: 3.11", "last words"):
        assert words in copied
    press_button(bar, bar.action)
    dialog = bar.findChildren(DefectDialog)[-1]
    assert dialog.report == copied
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", staticmethod(opened.append))
    [folder] = [each for each in dialog.findChildren(QPushButton) if "folder" in each.text()]
    folder.click()
    assert [url.toLocalFile() for url in opened] == [str(log_path().parent)]
    with qtbot.waitSignal(dialog.destroyed):
        dialog.accept()


def test_the_window_stays_and_says_it(qapp, home, monkeypatch, expected_log_records):
    """Through the whole program: an error in a slot while the window is open."""
    from workbench.application import run_application
    from workbench.frame.main_window import MainWindow

    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    seen = []
    button, clumsy = Button(), Clumsy()
    button.pressed.connect(clumsy.break_a_cup)

    def act():
        [window] = [shown for shown in qapp.topLevelWidgets() if isinstance(shown, MainWindow)]
        if window.status.words != "Idle":
            return
        if not seen:
            button.pressed.emit()
            seen.append((window.isVisible(), window.defect_bar.text))
        window.close()

    look = QTimer(interval=100)
    look.timeout.connect(act)
    look.start()
    assert run_application(home / "runs.sqlite") == 0
    look.stop()
    for record in expected_log_records:
        record.exc_info = None  # its frames hold the window
    assert seen == [(True, SENTENCE)]
    assert "the cup is broken" in (home / "logs" / "workbench.log").read_text("utf-8")


def test_a_task_that_breaks_leaves_its_traceback_in_the_log(expected_log_records):
    error = KeyError("x")
    assert "The program made a mistake" in failure_words(error)
    assert expected_log_records[0].exc_info[1] is error


def test_a_log_folder_that_cannot_be_made_harms_nothing(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "file"))
    assert log_path() is None
    with log_to_file():
        logging.getLogger("workbench").info("nobody hears it")
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.parametrize(
    ("category", "message", "harmless"),
    [
        ("default", "This plugin does not support propagateSizeHints()", True),
        ("qt.text.font.db", 'OpenType support missing for "Noto Sans", script 11', True),
        ("default", 'OpenType support missing for "Noto Sans", script 11', False),
        ("qt.text.font.db", "Populating font family aliases took 90 ms.", False),
        ("default", "QObject::connect: no such signal", False),
    ],
)
def test_only_known_messages_of_qt_are_harmless(category, message, harmless):
    assert is_harmless(category, message) is harmless


def test_other_messages_of_qt_reach_the_log_and_whoever_listened(qapp, expected_log_records):
    heard = []

    def listen(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        heard.append(message)

    before = qInstallMessageHandler(listen)
    try:
        with log_qt_messages():
            qWarning("This plugin does not support propagateSizeHints()")
            qWarning("the printer is on fire")
    finally:
        assert qInstallMessageHandler(before) is listen
    assert heard == ["the printer is on fire"]
    [record] = expected_log_records
    assert record.levelname == "WARNING"
    assert "the printer is on fire" in record.getMessage()


def test_a_log_that_cannot_be_written_is_no_error(home, capsys, expected_log_records):
    log_path().mkdir(parents=True)
    with log_to_file():
        logging.getLogger("workbench").warning("heard by nobody")
    assert capsys.readouterr().err == ""
    assert expected_log_records
