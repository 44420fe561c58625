"""Names that turn a line around, files and files that others could read."""

from __future__ import annotations

import logging
import os
import stat

import pytest

from workbench.text.visible_text import harmless, harmless_lines
from workbench.work.program_log import log_path, log_to_file

TURNING = "evil\u202etxt.exe"


def test_listing_commands_show_what_would_turn_the_line_around(cli, trained):
    run_id = cli("runs", "--json").document["runs"][0]["run_id"]
    cli("runs", "rename", run_id, TURNING)
    assert cli("register", run_id, "--name", "plain", "--metadata", f"by={TURNING}").status == 0
    cli("runs", "note", run_id, f"one\n{TURNING}\x1b[2J")
    shown = "evil⟨RLO⟩txt.exe"
    for command in (("runs",), ("runs", "show", run_id), ("registry", "show", "plain")):
        outcome = cli(*command)
        assert shown in outcome.out
        assert not set("\u202e\x1b") & set(outcome.out)
    assert cli("runs", "--json").document["runs"][0]["name"] == TURNING
    assert "\n                evil⟨RLO⟩" in cli("runs", "show", run_id).out
    outcome = cli("runs", "show", TURNING + "x")
    assert "⟨RLO⟩" in outcome.sentence


def test_harmless_text_keeps_spaces_letters_and_joined_emoji():
    for text in ("plain", "1\u202f234", "नमस्ते", "👩\u200d💻", "a b"):
        assert harmless(text) == text
    assert harmless_lines("one\ntwo\x07") == "one\ntwo⟨BEL⟩"
    assert harmless("a\x07\u2028b") == "a⟨BEL⟩⟨LSEP⟩b"


@pytest.mark.parametrize("name", [".", "..", "..."])
def test_a_registered_name_is_no_folder(name, cli, trained):
    outcome = cli("register", "small", "--name", name)
    assert outcome.status == 2
    assert "means a folder in every path" in outcome.sentence


def test_runs_show_tells_the_settings_that_are_not_the_usual_ones(cli, corpus):
    limits = ("--min-frequency", 2, "--max-token-bytes", 16, "--reserved-slots", 10)
    trained = cli("train", corpus, "--vocab-size", 300, *limits, "--name", "limited")
    assert trained.status == 0
    text = cli("runs", "show", "limited").out
    for word, fact in (("reserved slots", "10"), ("minimum count", "2")):
        assert f"{word:<15} {fact}\n" in text
    assert "longest token   16 bytes\n" in text


def test_settings_that_are_usual_are_not_listed(cli, trained):
    text = cli("runs", "show", "small").out
    assert "minimum count" not in text
    assert "longest token" not in text


def test_store_and_logs_are_for_their_owner_alone(
    cli, tmp_path, corpus, monkeypatch, expected_log_records
):
    home = tmp_path / "new"
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(home))
    with log_to_file():
        logging.getLogger("tests").warning("a line")
    assert expected_log_records
    assert cli("train", corpus, "--vocab-size", 260).status == 0
    places = [home / "runs.sqlite", log_path(), log_path().parent]
    for place in places if os.name == "posix" else ():
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0, place
