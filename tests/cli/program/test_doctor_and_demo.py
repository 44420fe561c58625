from __future__ import annotations

import json
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.compiled import kernel_cache
from resources import sample_corpus_folder
from tests.cli.conftest import PROJECT, run_program
from workbench.cli import demo, doctor
from workbench.cli.command_line import build_parser, run_command
from workbench.cli.shared import window
from workbench.cli.shared.window import Window, display_problem
from workbench.store import RunStore

pytestmark = pytest.mark.slow


def test_doctor_reports_every_part(cli, trained, monkeypatch):
    monkeypatch.setattr(doctor, "measure_speed", cache(doctor.measure_speed))  # for both forms
    outcome = cli("doctor", "--json")
    assert outcome.status == 0, outcome.err
    report = outcome.document
    assert report["problems"] == []
    assert report["unicode"]["version"] == "16.0"
    assert report["store"]["runs"] == 1
    assert report["store"]["findings"] == []
    assert report["kernels"]["ready"] is True
    assert report["kernels"]["bytes"] > 0
    groups = report["kernels"]["groups"]
    assert {"counting", "encoding", "training"} <= set(groups)
    for facts in groups.values():
        assert facts["compiled"] == facts["kernels"] > 0
        assert facts["missing"] == []
        assert facts["bytes"] > 0
    assert report["packages"]["numba"]
    assert report["speed"]["import_to_first_encode_s"] > 0
    assert report["speed"]["train_mb_per_s"] > 0
    assert report["speed"]["encode_mb_per_s"] > 0
    assert "Nothing is wrong." in cli("doctor").out


def test_doctor_says_what_is_not_compiled(cli, monkeypatch):
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    monkeypatch.setattr(kernel_cache, "is_compiled", lambda kernel: kernel.__name__ != "lay_out")
    report = cli("doctor", "--json").document
    assert report["kernels"]["ready"] is False
    assert report["kernels"]["groups"]["pair"]["missing"] == ["lay_out"]
    assert "compiled, not lay_out;" in cli("doctor").out


def test_doctor_says_that_kernels_cannot_be_kept(cli, monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "file"))
    outcome = cli("doctor", "--json")
    assert outcome.status == 1
    assert any("every start compiles again" in each for each in outcome.document["problems"])


def test_doctor_lists_the_libraries_that_some_tasks_need(cli, monkeypatch):
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    outcome = cli("doctor", "--json")
    assert not any("pyarrow" in each for each in outcome.document["problems"])
    facts = outcome.document["libraries"]
    assert f"tokenizers {version('tokenizers')}" in facts["installed"]
    assert "pyarrow (parquet files)" in facts["missing"]
    assert re.search(r"^Install it with: \S+ -m pip install .*'pyarrow>=\d+'", facts["advice"])
    assert not any(each.startswith("pyarrow ") for each in facts["installed"])


def test_doctor_calls_a_library_of_the_set_up_that_is_missing_a_problem(cli, monkeypatch):
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    outcome = cli("doctor", "--json")
    assert outcome.status == 1
    (problem,) = [each for each in outcome.document["problems"] if "not installed" in each]
    assert problem.startswith("tiktoken is not installed; verified exports, pattern engines need")
    assert "-m pip install 'tiktoken>=0.12'" in problem


def test_doctor_makes_no_store(cli, home, monkeypatch):
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    assert cli("doctor", "--json").document["store"]["runs"] == 0
    assert not (home / "runs.sqlite").exists()


def test_doctor_finds_a_damaged_store(cli, trained, home, monkeypatch):
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    path = home / "runs.sqlite"
    data = bytearray(path.read_bytes())
    data[4096 : len(data) // 2] = b"\xa5" * (len(data) // 2 - 4096)
    path.write_bytes(data)
    outcome = cli("doctor", "--json")
    assert outcome.status == 1
    assert any("runs.sqlite" in problem for problem in outcome.document["problems"])
    assert "Problem: " in outcome.err


class RecordingWindow:
    """Stands for the window: notes what was asked of it."""

    def __init__(self) -> None:
        self.opened: list[str | None] = []
        self.trained: list[int] = []
        self.rendered: list[str] = []
        self.self_tests = 0

    def open(self, database, run_id):
        self.opened.append(run_id)
        return 0

    def train(self, database, config):
        self.trained.append(config.vocab_size)
        return 0

    def render(self, folder, database, run_id):
        self.rendered.append(run_id)
        (folder / "train.png").write_bytes(b"png")
        return [folder / "train.png"]

    def self_test(self):
        self.self_tests += 1
        return 0


@pytest.fixture
def shown() -> RecordingWindow:
    return RecordingWindow()


def run(shown: RecordingWindow, *arguments: object) -> int:
    parsed = build_parser().parse_args([str(argument) for argument in arguments])
    return run_command(parsed, Window(shown.open, shown.train, shown.render, shown.self_test))


def test_the_demo_without_a_display_makes_pictures(home, shown, tmp_path, capsys):
    for _ in range(2):
        assert run(shown, "demo", "--out", tmp_path / "pictures") == 0
    out = capsys.readouterr().out
    assert "train.png" in out
    assert str(tmp_path / "pictures") in out
    assert "Thai" in out
    assert "4,096 ids (256 bytes, 3,831 merges, 9 special tokens)" in out
    with RunStore.open() as store:
        runs = store.list_runs()
    assert [record.status for record in runs] == ["finished"]
    assert shown.rendered == [runs[0].run_id]  # the second call finds the pictures
    assert shown.opened == []


def test_the_demo_has_a_premium_for_each_language(home, shown, tmp_path, capsys):
    labels = {path.stem for path in sample_corpus_folder().glob("???.txt")}
    assert run(shown, "demo", "--out", tmp_path) == 0
    table, sentences = capsys.readouterr().out.split("\n\n")[:2]
    rows = [line.split() for line in table.splitlines()]
    assert rows[0][-2:] == ["bytes/token", "premium"]
    premiums = {row[0]: float(row[-1]) for row in rows[1:] if row[-1] != "-"}
    assert set(premiums) == labels
    assert list(premiums.values()) == sorted(premiums.values(), reverse=True)
    assert premiums["eng"] == 1.0
    assert all(0.7 < premium < 4 for premium in premiums.values())
    worst = next(iter(premiums))
    assert "Premium: tokens for the same text, eng = 1, measured on 48 parallel lines" in sentences
    reason = rf"{worst}, [\d.]+ × eng: split into [\d.]+ × as many pre-tokens as eng by the pattern"
    assert re.search(f"Highest premium: {reason}", sentences)

    assert run(shown, "demo", "--json", "--out", tmp_path) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["premium_reference"] == "eng"
    found = {row["label"]: row["premium"] for row in document["labels"]}
    assert {label for label, premium in found.items() if premium is not None} == labels
    assert found["eng"] == 1.0


def test_the_demo_with_a_display_trains_in_the_window(home, shown, monkeypatch):
    for module in (demo, window):
        monkeypatch.setattr(module, "display_problem", lambda: None)
    monkeypatch.setattr(window, "missing_packages", dict)
    assert run(shown, "demo") == 0
    assert shown.trained == [4096]
    assert shown.opened == []


def test_the_demo_for_a_program_trains_first_and_shows_the_run(home, shown, monkeypatch, capsys):
    monkeypatch.setattr(demo, "display_problem", lambda: None)
    assert run(shown, "demo", "--json") == 0
    with RunStore.open() as store:
        assert shown.opened == [store.list_runs()[0].run_id]
    assert shown.opened[0] in capsys.readouterr().out


def test_without_a_command_the_window_opens(home, shown, monkeypatch, capsys):
    assert run(shown) == 1
    assert "The window cannot open" in capsys.readouterr().err
    monkeypatch.setattr(window, "display_problem", lambda: None)
    assert run(shown) == 0
    assert shown.opened == [None]


@contextmanager
def listening(path: Path) -> Iterator[None]:
    """A display server."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        yield


def test_a_display_is_one_that_answers(tmp_path, monkeypatch):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in display_problem()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    assert "no display server answers on 'wayland-7'" in display_problem()
    with listening(tmp_path / "wayland-7"):
        assert display_problem() is None
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(window, "_X_SOCKET", str(tmp_path / "X"))
    monkeypatch.setenv("DISPLAY", ":7.0")
    assert "no display server answers on ':7.0'" in display_problem()
    with listening(tmp_path / "X7"):
        assert display_problem() is None
    monkeypatch.setenv("DISPLAY", "nonsense")
    assert "no display server answers on 'nonsense'" in display_problem()
    for number in ("70000", "1" * 5000):  # no port, and more than Python reads
        monkeypatch.setenv("DISPLAY", f"127.0.0.1:{number}")
        assert f"no display server answers on '127.0.0.1:{number}'" in display_problem()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert "offscreen" in display_problem()


def test_the_program_without_a_display(home):
    outcome = run_program(DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert outcome.status == 1
    assert "The window cannot open: there is no display" in outcome.sentence


def test_the_self_test_is_the_windows_and_needs_no_command(shown):
    assert run(shown, "--self-test") == 0
    assert (shown.self_tests, shown.opened) == (1, [])


def test_the_advice_on_fonts_names_the_packages_that_the_set_up_installs(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(doctor.shutil, "which", lambda _: "fc-list")
    monkeypatch.setattr(doctor, "_has_font", lambda _, code: code != "ta")
    facts, problems = doctor.check_fonts()
    assert facts["scripts without a font"] == ["Tamil"]
    assert problems == []
    lines = (PROJECT / "packaging" / "debian-packages.txt").read_text("utf-8").splitlines()
    packages = {line.split()[2] for line in lines if line.startswith("font ")}
    assert set(facts["advice"].removeprefix("apt-get install ").split()) == packages
    monkeypatch.setattr(window, "LIST", PROJECT / "missing.txt")
    assert doctor.check_fonts()[0]["advice"] == "Install the Noto fonts."
    monkeypatch.setattr(doctor, "_has_font", lambda *_: True)
    assert doctor.check_fonts()[0]["advice"] is None
