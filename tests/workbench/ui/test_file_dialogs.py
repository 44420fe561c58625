"""File dialogs begin where one was last, also after a restart."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

import workbench
from workbench.ui.widgets import file_dialogs
from workbench.ui.widgets.file_dialogs import LastFolder, ask_file, ask_files, ask_folder, ask_place


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


def test_a_dialog_that_saves_begins_where_that_kind_was_saved(qtbot, monkeypatch, tmp_path):
    begun, answers = [], []

    def shown(_parent, _title, start="", _kinds=""):
        begun.append(start)
        return answers.pop(0), ""

    for name in ("corpus", "tables", "charts"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(shown))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", staticmethod(shown))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", staticmethod(lambda *_: ""))
    monkeypatch.setattr(file_dialogs, "last_folder", LastFolder())
    settings = QSettings(str(tmp_path / "x.ini"), QSettings.Format.IniFormat)
    file_dialogs.last_folder.keep_in(settings)
    parent = QWidget()
    qtbot.addWidget(parent)
    corpus, tables, charts = (tmp_path / name for name in ("corpus", "tables", "charts"))
    answers += [
        str(corpus / "a.txt"), str(tables / "t.md"), str(charts / "c"), str(corpus / "b.txt"),
        "", "", "",
    ]  # fmt: skip
    ask_file(parent, "t")
    assert ask_place(parent, "t", "table.md", "") == str(tables / "t.md")
    assert ask_place(parent, "t", "chart.png", "") == str(charts / "c.png")
    ask_file(parent, "t")
    assert begun == ["", str(corpus / "table.md"), str(tables / "chart.png"), str(corpus)]
    file_dialogs.last_folder.keep_in(settings)  # as at the next start
    begun.clear()
    ask_place(parent, "t", "table.md", "")
    ask_place(parent, "t", "chart.png", "")
    ask_place(parent, "t", "settings.json", "")
    assert begun == [str(tables / "table.md"), str(charts / "chart.png"),
                     str(charts / "settings.json")]  # fmt: skip


def test_a_name_without_suffix_never_replaces_another_file(qtbot, monkeypatch, tmp_path):
    (tmp_path / "t.csv").write_text("kept")
    chosen = str(tmp_path / "t")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *_: (chosen, "")))
    monkeypatch.setattr(file_dialogs, "last_folder", LastFolder())
    parent = QWidget()
    qtbot.addWidget(parent)
    assert ask_place(parent, "t", "table.csv", "") == chosen
    assert ask_place(parent, "t", "arrays", "") == chosen  # a folder has no suffix


@pytest.mark.slow
def test_every_file_dialog_is_asked_for_there():
    root = Path(workbench.__file__).parent
    users = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "QFileDialog"
    }
    assert users == {"ui/widgets/file_dialogs.py"}
