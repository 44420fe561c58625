"""Fixtures of the window's tests: theme, state, jobs, a store and a small trained tokenizer."""

from __future__ import annotations

import errno
import gc
import os
import sys
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Said by the offscreen platform for windows with a least size and for popups; no other does.
    marker = pytest.mark.qt_log_ignore("This plugin does not support ")
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(marker)


@pytest.fixture(autouse=True)
def garbage_is_collected_by_the_gui_thread():
    """As in the program: a QObject that dies in a worker thread takes the process with it."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def no_mouse_button_stays_down():
    """A double click of QTest ends with the button down, which docks take for a drag."""
    yield
    from tests.workbench.patient_bot import release_mouse_buttons

    release_mouse_buttons()


@pytest.fixture(scope="module", autouse=True)
def what_is_there_already_is_not_searched_again():
    """After each test all objects are searched for timers and windows that it left behind; half a
    million of them are those of modules and of the tests themselves."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def qtbot(qapp, request):
    """Waits as long as something moves, whatever the machine is busy with."""
    from tests.workbench.patient_bot import PatientBot

    return PatientBot(request)


@pytest.fixture
def theme(qapp):
    from workbench.ui.theme.theme import Theme

    made = Theme("light")
    made.apply(qapp)
    qapp.setStyleSheet("")  # until `qtbot.addWidget`: each nesting under one costs a restyling
    yield made
    made.deleteLater()


@pytest.fixture
def german(qapp):
    """A window that speaks German."""
    from tests.workbench.spoken import speaking

    with speaking(qapp, "de"):
        yield


@pytest.fixture
def state(qapp):
    from workbench.state import WorkbenchState

    made = WorkbenchState()
    yield made
    made.deleteLater()


@pytest.fixture
def jobs(qapp):
    from workbench.work.jobs import JobRunner

    made = JobRunner()
    yield made
    made.shutdown()


@pytest.fixture
def engine_jobs(jobs):
    """Where panes start jobs that call kernels; the engine is ready."""
    from workbench.ui.widgets.job_slot import EngineJobs

    return EngineJobs(jobs, is_ready=True)


@pytest.fixture
def store(tmp_path):
    from tests.new_store import new_store

    with new_store(tmp_path / "runs.sqlite") as made:
        yield made


@pytest.fixture
def driver(qtbot, qapp, tmp_path):
    """The whole window over an empty store; `driver.start()` shows it."""
    from tests.workbench.driver import WorkbenchDriver

    made = WorkbenchDriver(qtbot, qapp, tmp_path)
    yield made
    made.close()


@pytest.fixture
def driver_with_children(qtbot, qapp, tmp_path):
    """The same with child processes that try patterns, as in the program."""
    from tests.workbench.driver import WorkbenchDriver

    made = WorkbenchDriver(qtbot, qapp, tmp_path, pattern_children=True)
    yield made
    made.close()


@pytest.fixture
def folder_of(tmp_path):
    """`folder_of(texts)`: a new folder with a file for each text, by file name."""

    def write(texts, name="texts"):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in texts.items():
            (folder / file).write_text(text, "utf-8")
        return folder

    return write


@pytest.fixture
def chosen_in_dialog(monkeypatch):
    """`chosen_in_dialog(path)`: file dialogs answer with this from here on; before, all cancel."""
    from PySide6.QtWidgets import QFileDialog

    from workbench.ui.widgets import file_dialogs

    answer = [""]

    def one(*_arguments):
        return answer[0], ""

    def several(*_arguments):
        return [path for path in answer if path], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", staticmethod(one))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(one))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", staticmethod(several))
    monkeypatch.setattr(file_dialogs, "last_folder", file_dialogs.LastFolder())

    def choose(path: Path) -> None:
        answer[0] = str(path)

    return choose


class OpenedFiles:
    """The paths of all files that this process opens; `opened(folder)` are those in a folder."""

    def __init__(self) -> None:
        self._paths = []
        self.is_watching = True
        sys.addaudithook(self._note)  # cannot be removed again

    def __call__(self, folder):
        return [path for path in self._paths if path.startswith(f"{folder}{os.sep}")]

    def clear(self) -> None:
        self._paths.clear()

    def _note(self, event, arguments) -> None:
        if self.is_watching and event == "open" and isinstance(arguments[0], str | os.PathLike):
            self._paths.append(os.fspath(arguments[0]))


@pytest.fixture(scope="session")
def all_files_opened():
    return OpenedFiles()


@pytest.fixture
def files_opened(all_files_opened):
    """What is opened during a test, by whatever means."""
    all_files_opened.clear()
    all_files_opened.is_watching = True
    yield all_files_opened
    all_files_opened.is_watching = False


@pytest.fixture(scope="session")
def corpus():
    from engine import Corpus, Source

    return Corpus(
        [
            Source("eng", texts=("the cat sat on the mat, the cat ate the rat\n" * 40,)),
            Source("deu", texts=("die Katze saß auf der Matte und die Katze schlief\n" * 40,)),
            Source("jpn", texts=("猫がマットの上に座った。猫は眠った。\n" * 40,)),
        ]
    )


@pytest.fixture(scope="session")
def tokenizer(corpus):
    from engine import TrainingConfig, train_tokenizer

    return train_tokenizer(corpus, TrainingConfig(300, special_tokens=("<|endoftext|>",)))


@pytest.fixture
def full_disk():
    """A context in which no file reaches the disk."""

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return partial(patch, "os.fsync", full)
