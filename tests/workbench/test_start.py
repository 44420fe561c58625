"""What a start loads, what it waits for, and what it says where it cannot go on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.compiled import kernel_folder
from engine.compiled.kernel_folder import (
    has_ready_mark,
    kernel_cache_folder,
    planned_kernels,
    write_ready_mark,
)
from workbench import __main__
from workbench.cli.shared import window
from workbench.cli.shared.errors import CommandError
from workbench.training.engine_preparation import EnginePreparation

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
WATCH = """
import os, sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name in HEAVY:
            frame, files = sys._getframe(), []
            while frame is not None:
                file = frame.f_code.co_filename
                if "importlib" not in file and file not in files:
                    files.append(file)
                frame = frame.f_back
            sys.stderr.write(f"{name} is imported by " + " <- ".join(files[1:9]))
            sys.stderr.flush()
            os._exit(1)  # also from a thread
sys.meta_path.insert(0, Watch())
"""
HEAVY = {"numba", "pyqtgraph", "pyarrow", "fsspec", "tokenizers"}
STARTS = f"HEAVY = {HEAVY}\n{WATCH}import workbench.application"
RESTS = f"""HEAVY = {HEAVY}
{WATCH}
import runpy
runpy.run_module("workbench.start_report", run_name="__main__")
"""


def test_the_window_stands_before_anything_heavy_is_loaded():
    done = subprocess.run(
        [sys.executable, "-c", STARTS], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_idle_window_holds_nothing_heavy(tmp_path):
    environ = {**os.environ, "TOKENIZER_WORKBENCH_HOME": str(tmp_path / "home")}
    counts = tmp_path / "counts"
    environ |= {"QT_QPA_PLATFORM": "offscreen", "NUMBA_DISABLE_JIT": "1"}
    environ["TOKENIZER_WORKBENCH_COUNTS_CACHE"] = str(counts)
    counts.mkdir()
    (counts / "0.counts").touch()  # so that it is looked for kept counts
    done = subprocess.run(
        [sys.executable, "-c", RESTS],
        cwd=PROJECT, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["engine"] == "Engine ready"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path))
    found = kernel_cache_folder()
    found.mkdir(parents=True)
    (found / "a.nbi").write_bytes(b"index")
    (found / "a.1.nbc").write_bytes(b"code")
    return found


def test_a_complete_folder_is_known_without_numba(folder):
    assert not has_ready_mark()
    write_ready_mark()
    assert has_ready_mark()


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: (folder / "a.1.nbc").unlink(),
        lambda folder: (folder / "a.1.nbc").write_bytes(b"cod"),
        lambda folder: (folder / "b.nbi").write_bytes(b"another"),
        lambda folder: (folder / "complete.ready").write_text("{", "utf-8"),
        lambda folder: (folder / "complete.ready").write_text("[]", "utf-8"),
    ],
    ids=["lost", "cut", "added", "damaged mark", "foreign mark"],
)
def test_a_folder_that_changed_is_looked_at_again(folder, harm):
    write_ready_mark()
    harm(folder)
    assert not has_ready_mark()


def test_a_mark_is_for_one_processor(folder, monkeypatch):
    write_ready_mark()
    monkeypatch.setattr(kernel_folder, "_processor", lambda: "another one")
    assert not has_ready_mark()


@pytest.mark.parametrize(
    ("change", "is_another"), [({"types": ("int64",)}, True), ({"seconds": 9.0}, False)]
)
def test_a_folder_is_complete_for_one_table_of_types(folder, monkeypatch, change, is_another):
    write_ready_mark()
    first, *others = planned_kernels()
    monkeypatch.setattr(
        kernel_folder, "planned_kernels", lambda: (replace(first, **change), *others)
    )
    monkeypatch.setattr(kernel_folder, "sources_digest", kernel_folder.sources_digest.__wrapped__)
    assert has_ready_mark() is not is_another


def test_a_mark_of_nothing_is_none(folder):
    for file in folder.iterdir():
        file.unlink()
    write_ready_mark()
    assert not has_ready_mark()


def test_the_engine_loads_when_a_workspace_that_computes_is_shown(qtbot, jobs, monkeypatch):
    loaded = []
    monkeypatch.setattr("engine.compiled.has_ready_mark", lambda: True)
    monkeypatch.setattr("engine.compiled.import_kernels", lambda: loaded.append(True))
    engine = EnginePreparation(jobs)
    engine.load_for("train")  # not ready yet: the preparation itself loads what it needs
    with qtbot.waitSignal(engine.became_ready):
        engine.start()
    qtbot.waitUntil(lambda: not jobs.jobs)
    engine.load_for("corpus")
    assert (loaded, jobs.jobs) == ([], ())
    for workspace in ("train", "tokens"):
        engine.load_for(workspace)
        qtbot.waitUntil(lambda: not jobs.jobs)
    assert loaded == [True]


def test_a_start_reports_its_first_picture_and_its_memory(tmp_path):
    environ = {**os.environ, "TOKENIZER_WORKBENCH_HOME": str(tmp_path)}
    environ |= {"QT_QPA_PLATFORM": "offscreen", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "workbench.start_report"],
        cwd=PROJECT, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["painted_at"] > 0
    assert 50 < report["idle_rss_mb"] < 2000
    assert report["engine"] == "Engine ready"


def test_missing_libraries_are_named_with_the_line_that_installs_them(monkeypatch, tmp_path):
    names = tmp_path / "needs.txt"
    names.write_text("# a list\nalways libno-such.so.1 libno\ndisplay libnone.so.2 libnone\n")
    monkeypatch.setattr(window, "LIST", names)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert window.missing_packages() == {"libno-such.so.1": "libno"}
    monkeypatch.setenv("DISPLAY", ":7")
    missing = window.missing_packages()
    assert "apt-get install -y --no-install-recommends libno libnone" in (window.advice(missing))
    said = str(__main__._not_loadable(ImportError("libno-such.so.1: cannot open")))
    assert "libno-such.so.1" in said
    assert "apt-get install" in said


def test_qt_is_not_started_where_it_would_abort(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(window, "display_problem", lambda: None)
    missing = {"libxcb-cursor.so.0": "libxcb-cursor0"}
    monkeypatch.setattr(window, "missing_packages", lambda: missing)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    opened = []
    shown = window.Window(lambda *given: opened.append(given) or 0, None, None, None)
    with pytest.raises(CommandError, match=r"install -y --no-install-recommends libxcb-cursor0"):
        window.open_window(shown, None)
    monkeypatch.setenv("QT_QPA_PLATFORM", "wayland")
    assert window.open_window(shown, None) == 0
    assert opened == [(None, None)]


def test_a_home_that_cannot_be_made_is_said_in_a_box(qapp, monkeypatch):
    from PySide6.QtWidgets import QMessageBox

    from workbench.application import run_application

    said = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.text()))
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", os.devnull + "/home")
    assert run_application() == 1
    assert "TOKENIZER_WORKBENCH_HOME" in said[0]


def test_modules_are_loaded_without_reading_their_sources():
    """PySide's own import statement would read them all, and keep them in memory."""
    script = (
        "import builtins, linecache; before = builtins.__import__\n"
        "import workbench.qt_import, workbench.application\n"
        "assert builtins.__import__ is before\n"
        "print(sum(len(file) for file in linecache.cache if 'workbench' in file))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("0\n", 0), done.stderr


def test_qt_still_replaces_the_import_statement():
    """Once it does not, workbench/qt_import.py has nothing to put back and can go."""
    script = (
        "import builtins; before = builtins.__import__\n"
        "from PySide6 import QtCore\n"
        "print(builtins.__import__ is before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
