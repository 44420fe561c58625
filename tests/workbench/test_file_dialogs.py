"""File dialogs begin where one was last, also after a restart."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

import workbench
from workbench.widgets import file_dialogs
from workbench.widgets.file_dialogs import LastFolder, ask_file, ask_files, ask_folder, ask_place


@pytest.fixture
def begun_in(monkeypatch, tmp_path):
    """Where each dialog began; every one answers with a file or folder of `tmp_path`."""
    begun = []

    def answer(result):
        def shown(_parent, _title, start="", _kinds=""):
            begun.append(start)
            return result

        return staticmethod(shown)

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    file = str(tmp_path / "a" / "x.txt")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer((file, "")))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", answer(([file, file], "")))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", answer(str(tmp_path / "b")))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer(("", "")))
    monkeypatch.setattr(file_dialogs, "last_folder", LastFolder())
    return begun


def test_a_dialog_begins_in_the_folder_of_the_last_one(qtbot, begun_in, tmp_path):
    settings = QSettings(str(tmp_path / "x.ini"), QSettings.Format.IniFormat)
    file_dialogs.last_folder.keep_in(settings)
    parent = QWidget()
    qtbot.addWidget(parent)
    assert ask_file(parent, "t") == str(tmp_path / "a" / "x.txt")
    assert ask_folder(parent, "t") == str(tmp_path / "b")
    assert len(ask_files(parent, "t")) == 2
    assert ask_place(parent, "t", "y.csv", "CSV (*.csv)") == ""
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    assert begun_in == ["", a, b, str(tmp_path / "a" / "y.csv")]
    again = LastFolder()
    again.keep_in(settings)
    assert again.start() == a
    (tmp_path / "a").rmdir()
    assert again.start("y.csv") == "y.csv"


@pytest.mark.slow
def test_every_file_dialog_is_asked_for_there():
    root = Path(workbench.__file__).parent
    users = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "QFileDialog"
    }
    assert users == {"widgets/file_dialogs.py"}
