"""`start`, which is `run.py` without arguments: demonstrate once, then open what is there."""

from __future__ import annotations

import os

import pytest

from engine.settings.config import TrainingConfig
from tests.cli.program.test_doctor_and_demo import RecordingWindow, run
from workbench.__main__ import main
from workbench.cli import demo
from workbench.cli.shared import window
from workbench.store import RunStore
from workbench.work import demonstration


@pytest.fixture
def shown() -> RecordingWindow:
    return RecordingWindow()


@pytest.fixture
def display(monkeypatch) -> None:
    for module in (demo, window):
        monkeypatch.setattr(module, "display_problem", lambda: None)
    monkeypatch.setattr(window, "missing_packages", dict)


def runs() -> list[tuple[str, str]]:
    with RunStore.open() as store:
        return [(run.run_id, run.status) for run in store.list_runs()]


def begun(name: str) -> str:
    with RunStore.open() as store:
        return store.begin_run(name, TrainingConfig(300), ())


def test_the_first_start_trains_and_the_next_ones_show_the_newest_run(
    cli, trained, shown, tmp_path, capsys
):
    """`trained` is a person's own run: the sample is not trained beside it."""
    before = runs()
    for words in ("Pictures of the window with this run, in", "drawn before, are in"):
        assert run(shown, "start", "--out", tmp_path / "p") == 0
        out = capsys.readouterr().out
        assert words in out
        assert f"Run {before[0][0]}: " in out
        assert "train.png" in out
    assert runs() == before
    assert shown.rendered == [before[0][0]]
    assert (tmp_path / "p/tokenizer.json").is_file()


def test_pictures_are_drawn_again_when_they_would_show_something_else(
    cli, trained, home, shown, tmp_path
):
    folder = tmp_path / "p"
    run(shown, "start", "--out", folder)
    (folder / "train.png").unlink()
    run(shown, "start", "--out", folder)
    (home / "window.ini").write_text("[session]\npattern=none\n")
    run(shown, "start", "--out", folder)
    with RunStore.open() as store:
        store.rename(runs()[0][0], "renamed")
    run(shown, "start", "--out", folder)
    assert len(shown.rendered) == 4
    run(shown, "start", "--out", folder)
    assert len(shown.rendered) == 4


def test_an_empty_store_gets_the_demonstration_once(home, shown, tmp_path):
    for command in ("start", "demo", "start"):
        assert run(shown, command, "--out", tmp_path / "p") == 0
    [(run_id, status)] = runs()
    assert status == "finished"
    assert shown.rendered == [run_id]
    with RunStore.open() as store:
        assert "<|user_start|>" in store.tokenizer(run_id).special_tokens


def test_demo_trains_beside_a_persons_run_and_finds_its_own_again(
    cli, trained, shown, tmp_path, display
):
    assert run(shown, "demo") == 0
    assert shown.trained == [4096]
    assert run(shown, "demo", "--json", "--out", tmp_path) == 0
    [newest, *others] = runs()
    assert len(others) == 1
    assert shown.opened == [newest[0]]
    assert run(shown, "demo") == 0
    assert shown.opened == [newest[0]] * 2
    assert shown.trained == [4096]
    assert len(runs()) == 2


def test_with_a_display_the_window_opens_as_it_was_left(home, shown, display):
    assert run(shown, "start") == 0
    assert (shown.trained, shown.opened) == ([4096], [])
    begun("unfinished")
    assert run(shown, "start") == 0  # the window offers to resume it
    assert (shown.trained, shown.opened) == ([4096], [None])


@pytest.mark.parametrize("command", [["start"], ["demo"], []])
def test_no_command_starts_qt_where_it_would_abort(
    home, shown, display, monkeypatch, capsys, command
):
    missing = {"libxcb-cursor.so.0": "libxcb-cursor0"}
    monkeypatch.setattr(window, "missing_packages", lambda: missing)
    monkeypatch.setattr(window, "is_x11", lambda: True)
    for run_id in (None, "mine"):  # on the first start, and with a stored run
        assert run(shown, *command) == 1
        assert "libxcb-cursor0" in capsys.readouterr().err
        assert (shown.trained, shown.opened) == ([], [])
        if run_id is None:
            begun("mine")
        monkeypatch.setattr(demonstration, "stored_demonstration", lambda _store: "mine")


def test_a_store_without_a_finished_run_is_named_and_left_alone(cli, home):
    run_id = begun("mine")
    with RunStore.open() as store:
        store.fail_run(run_id, "The disk is full.")
    outcome = cli("start")
    assert outcome.status == 1
    assert f"mine ({run_id}), is failed (The disk is full)" in outcome.sentence
    assert "tokenizer-workbench demo" in outcome.sentence
    assert runs() == [(run_id, "failed")]


def test_a_damaged_store_is_left_to_the_window(home, shown, display):
    home.mkdir()
    (home / "runs.sqlite").write_text("This is a shopping list, not a database. " * 50)
    assert run(shown, "start") == 0
    assert shown.opened == [None]
    assert run(shown, "demo") == 0
    assert shown.trained == [4096]


def test_an_empty_platform_of_qt_is_none(monkeypatch):
    """Qt aborts the process where the variable is set but empty."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "")
    with pytest.raises(SystemExit):
        main(["--version"])
    assert "QT_QPA_PLATFORM" not in os.environ
