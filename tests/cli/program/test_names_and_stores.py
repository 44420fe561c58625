"""Names that several runs have, and stores that are not there or cannot be written."""

from __future__ import annotations

import os

import pytest

from engine import TrainingConfig
from workbench.cli import doctor
from workbench.store import RunStore

pytestmark = pytest.mark.slow


def train(cli, corpus, name):
    return cli("train", corpus, "--vocab-size", 260, "--name", name, "--json")


def test_a_training_under_a_name_in_use_says_so(cli, corpus):
    assert "ambiguous" not in train(cli, corpus, "mine").err
    second = train(cli, corpus, "mine")
    assert second.status == 0
    assert '2 runs are now called "mine"' in second.err
    assert f"by its id, {second.document['run_id']}" in second.err
    refused = cli("encode", "mine", stdin=b"x")
    assert refused.status == 1
    assert '2 runs are called "mine": ' in refused.sentence
    assert second.document["run_id"] in refused.sentence
    assert cli("encode", second.document["run_id"], stdin=b"x").status == 0


def test_a_deleted_run_makes_no_name_ambiguous(cli, corpus):
    train(cli, corpus, "mine")
    cli("runs", "delete", "mine")
    assert "ambiguous" not in train(cli, corpus, "mine").err


def test_renaming_to_a_name_in_use_says_so(cli, corpus):
    train(cli, corpus, "mine")
    run_id = train(cli, corpus, "other").document["run_id"]
    outcome = cli("runs", "rename", "other", "mine", "--json")
    assert outcome.document["name"] == "mine"
    assert '2 runs are now called "mine"' in outcome.err
    assert run_id in outcome.err
    assert "ambiguous" not in cli("runs", "rename", run_id, "fresh").err


def test_a_beginning_of_many_ids_lists_ten(cli, home):
    with RunStore.open() as store:
        ids = [store.begin_run(None, TrainingConfig(300), ()) for _ in range(12)]
        for run_id in ids:
            store.cancel_run(run_id)
    outcome = cli("runs", "show", ids[0][:8])
    assert outcome.status == 1
    assert f'12 runs have ids that begin with "{ids[0][:8]}": ' in outcome.sentence
    assert "and 2 more. Write the whole id." in outcome.sentence
    assert sum(run_id in outcome.sentence for run_id in ids) == 10


@pytest.mark.parametrize("command", [["runs"], ["runs", "show", "x"], ["encode", "x"]])
def test_a_store_that_is_not_there_is_an_error_and_not_made(command, cli, tmp_path):
    outcome = cli("--db", tmp_path / "no/where/runs.sqlite", *command)
    assert (outcome.status, outcome.out) == (1, "")
    assert "There is no run store" in outcome.sentence
    assert str(tmp_path / "no/where/runs.sqlite") in outcome.sentence
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("locked", ["runs.sqlite", ""])
def test_doctor_finds_a_store_that_cannot_be_written(locked, cli, trained, home, monkeypatch):
    access = os.access
    place = home / locked if locked else home
    monkeypatch.setattr(os, "access", lambda path, mode: path != place and access(path, mode))
    monkeypatch.setattr(doctor, "measure_speed", lambda: ({}, []))
    outcome = cli("doctor", "--json")
    assert outcome.status == 1
    (problem,) = outcome.document["problems"]
    assert f"{place} is read-only, so no run can be stored" in problem
