"""`resume`: killed trainings go on, finished ones continue, and what cannot be is a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from engine.counting.batches import PACE_VARIABLE
from engine.training.merge_loop import MergeLoop
from engine.training.steps import TrainingSteps
from tests.cli.conftest import PROJECT
from workbench.cli.shared import recorded_training
from workbench.store import RunStore
from workbench.work.runs.checkpoints import checkpoints_folder, has_checkpoint

pytestmark = pytest.mark.slow

# Trains once per moment, each time in a process of its own, which kills itself at that moment.
KILLED = """
import itertools, json, os, signal, sys
import engine.corpus.pieces as batches
from engine.counting.batches import PACE_VARIABLE
from engine.counting.batches import CountingCheckpoint
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import MergeLog
from engine.training.superword_stage import SuperwordTraining
from workbench.__main__ import main
os.environ[PACE_VARIABLE] = "0"
os.fsync = lambda handle: None  # of a process that is killed the system has everything
batches.BATCH_BYTES = 300
run_slice = MergeLoop.run_slice
MergeLoop.run_slice = lambda self, max_merges, max_work: run_slice(self, 5, max_work)

def kill(owner, name, times, before=False):
    real, calls = getattr(owner, name), itertools.count(1)
    def then_die(*arguments, **settings):
        is_last = next(calls) == times
        if is_last and before:
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*arguments, **settings)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    setattr(owner, name, then_die)

MOMENTS = {
    "counting": lambda: kill(CountingCheckpoint, "add", 3),
    "merging": lambda: kill(MergeLog, "add", 4),
    "between": lambda: kill(SuperwordTraining, "run", 1, before=True),
    "superwords": lambda: kill(MergeLog, "add", int(sys.argv[1])),
}
for moment, prepare in MOMENTS.items():
    child = os.fork()
    if not child:
        prepare()
        extra = sys.argv[2:] if moment in ("between", "superwords") else []
        os._exit(main(["train", "corpus", "--vocab-size", "330", "--name", moment, "--quiet",
                       "--special-tokens", "chatml", "--alpha", "0.5", *extra]))
    print(moment, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
SUPERWORDS = ("--superwords-from", "0.93", "--superword-rules", "unbounded")


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setenv(PACE_VARIABLE, "0")
    monkeypatch.setattr("os.fsync", lambda _handle: None)


@pytest.fixture
def store(cli, home):
    with RunStore.open(home / "runs.sqlite") as store:
        yield store


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_killed_trainings_resume_to_identical_merges(cli, corpus, home, tmp_path, store):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", KILLED, "14", *SUPERWORDS],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    moments = ("counting", "merging", "between", "superwords")
    assert done.stdout.split("\n")[:-1] == [f"{moment} -9" for moment in moments], done.stderr
    listed = {run["name"]: run for run in cli("resume", "--list", "--json").document["runs"]}
    assert {run["status"] for run in listed.values()} == {"interrupted"}
    assert all(listed[moment]["checkpoint_bytes"] > 1000 for moment in moments)
    settings = ("train", corpus, "--vocab-size", 330, "--special-tokens", "chatml", "--json",
                "--quiet", "--alpha", 0.5)  # fmt: skip
    plain = cli(*settings).document
    superwords = cli(*settings, *SUPERWORDS).document
    for moment in moments:
        expected = plain if moment in ("counting", "merging") else superwords
        outcome = cli("resume", moment, "--json", "--quiet")
        assert outcome.status == 0, outcome.err
        document = outcome.document
        assert document["run_id"] == listed[moment]["run_id"]
        assert document["semantic_hash"] == expected["semantic_hash"]
        assert document["labels"] == expected["labels"]
        assert document["mixture"] == expected["mixture"]
        assert document["problems"] == expected["problems"]
        ours, theirs = (store.run(each["run_id"]) for each in (document, expected))
        assert ours.summary.status == "finished"
        assert ours.config == theirs.config
        assert ours.training.counts.tolist() == theirs.training.counts.tolist()
        assert ours.training.source_applied.tolist() == theirs.training.source_applied.tolist()
        assert not has_checkpoint(store, document["run_id"])
    assert not checkpoints_folder(store).exists()
    assert cli("resume", "--list").out == "No run waits to be resumed.\n"


def cancelled(cli, corpus, monkeypatch, *options, enough=12):
    """A training that the user cancels after some merges; its id."""

    def pressed(self, results, n_merges, n_first=None, choosers=None):
        note(self, results, n_merges, n_first, choosers)
        if n_merges >= enough:
            interruption[0].requested = True

    note = recorded_training_checkpoint().note_merges
    interruption = []

    class Noted(recorded_training.Interruption):
        def __enter__(self):
            interruption[:] = [self]
            return super().__enter__()

    run_slice = MergeLoop.run_slice
    with monkeypatch.context() as patched:
        patched.setattr(
            MergeLoop, "run_slice", lambda self, max_merges, max_work: run_slice(self, 4, max_work)
        )
        patched.setattr(recorded_training_checkpoint(), "note_merges", pressed)
        patched.setattr(recorded_training, "Interruption", Noted)
        outcome = cli("train", corpus, "--vocab-size", 320, "--quiet", *options)
    assert outcome.status == 130
    assert "`resume` goes on with it" in outcome.sentence
    return cli("runs", "--json").document["runs"][0]["run_id"]


def recorded_training_checkpoint():
    from engine.training.checkpoint import TrainingCheckpoint

    return TrainingCheckpoint


def test_a_cancelled_run_resumes_and_a_changed_file_is_named(cli, corpus, monkeypatch, store):
    run_id = cancelled(cli, corpus, monkeypatch, "--name", "mine")
    assert has_checkpoint(store, run_id)
    table = cli("resume", "--list").out
    assert "mine" in table
    assert "cancelled" in table
    path = corpus / "deu.txt"
    before, times = path.read_bytes(), path.stat()
    path.write_bytes(before + b"x")
    outcome = cli("resume", "mine", "--quiet")
    assert outcome.status == 1
    assert "deu.txt is not the file that the training began with: it had" in outcome.sentence
    assert store.run(run_id).summary.status == "cancelled"
    path.write_bytes(before)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    asked = []
    steps = TrainingSteps.compute_merges

    def counted_merges(self, pretokens, loop, stop=None):
        asked.append(loop.n_merges)
        return steps(self, pretokens, loop, stop)

    monkeypatch.setattr(TrainingSteps, "compute_merges", counted_merges)
    outcome = cli("resume", "mine", "--out", corpus.parent / "out")
    assert outcome.status == 0, outcome.err
    assert asked == [12]
    assert f"Run {run_id} (mine)" in outcome.out
    assert (corpus.parent / "out/tokenizer.twb").exists()
    assert cli("resume", "mine").status == 1
    assert "is finished; `--vocab-size N` continues it" in cli("resume", "mine").sentence


def test_a_run_without_a_checkpoint_begins_again(cli, corpus, monkeypatch):
    monkeypatch.setenv(PACE_VARIABLE, "off")
    run_id = cancelled_without_checkpoint(cli, corpus, monkeypatch)
    expected = cli("train", corpus, "--vocab-size", 320, "--json", "--quiet").document
    (corpus / "eng.txt").write_text("other text")
    outcome = cli("resume", run_id, "--json")
    assert outcome.status == 1
    assert "eng.txt is not the file" in outcome.sentence
    from tests.cli.conftest import TEXT

    (corpus / "eng.txt").write_text(TEXT, "utf-8")
    outcome = cli("resume", run_id, "--json")
    assert "before its first checkpoint" in outcome.err
    assert json.loads(outcome.out)["semantic_hash"] == expected["semantic_hash"]


def test_a_damaged_checkpoint_is_told_as_such_alone(cli, corpus, home, monkeypatch):
    run_id = cancelled(cli, corpus, monkeypatch)
    (home / "runs-checkpoints" / run_id / "training.json").write_text("{")
    outcome = cli("resume", run_id, "--json")
    assert outcome.status == 0
    assert "is damaged, so the training begins again" in outcome.err
    assert "before its first checkpoint" not in outcome.err


def cancelled_without_checkpoint(cli, corpus, monkeypatch):
    class Pressed(recorded_training.Interruption):
        def __enter__(self):
            self.requested = True
            return self

        def __exit__(self, *_error):
            return None

    with monkeypatch.context() as patched:
        patched.setattr(recorded_training, "Interruption", Pressed)
        assert cli("train", corpus, "--vocab-size", 320, "--quiet").status == 130
    return cli("runs", "--json").document["runs"][0]["run_id"]


def test_a_finished_run_continues_as_a_new_one(cli, corpus, trained, store):
    at_once = cli("train", corpus, "--vocab-size", 340, "--special-tokens", "chatml", "--json",
                  "--quiet").document  # fmt: skip
    outcome = cli("resume", "small", "--vocab-size", 340, "--name", "large", "--json", "--quiet")
    assert outcome.status == 0, outcome.err
    document = outcome.document
    assert document["name"] == "large"
    assert document["semantic_hash"] == at_once["semantic_hash"]
    assert document["special_tokens"] == at_once["special_tokens"]
    record = store.run("large")
    assert record.summary.parent == store.run("small").summary.run_id
    small = cli("resume", "small", "--vocab-size", 300)
    assert small.status == 2
    assert "300 ids already" in small.sentence
    (corpus / "eng.txt").write_text((corpus / "eng.txt").read_text().replace("wider", "wiser"))
    changed = cli("resume", "small", "--vocab-size", 400)
    assert changed.status == 1
    assert "eng.txt is not the file that the training began with" in changed.sentence


def test_a_finished_run_goes_on_with_superwords(cli, corpus, trained):
    common = ("--vocab-size", 340, "--superwords-from", 300, "--superword-rules", "unbounded")
    at_once = cli("train", corpus, *common, "--special-tokens", "chatml", "--json", "--quiet")
    outcome = cli("resume", "small", *common, "--json", "--quiet")
    assert outcome.status == 0, outcome.err
    assert outcome.document["semantic_hash"] == at_once.document["semantic_hash"]
    assert outcome.document["second_stage"]["n_superword_merges"] == 40
    again = cli("resume", outcome.document["run_id"], *common)
    assert again.status == 2
    assert "has superwords already" in again.sentence


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("small", "--superwords-from", 300), "give --vocab-size N"),
        ((), "Name the run to resume"),
        (("--list", "small"), "--list names no run"),
        (("small", "--name", "x"), "--name names the new run of --vocab-size"),
        (("small", "--vocab-size", "many"), "is not a whole number"),
    ],
)
def test_wrong_use(arguments, words, cli, trained):
    outcome = cli("resume", *arguments)
    assert outcome.status == 2
    assert words in outcome.err


def test_checkpoints_are_counted_cleared_and_deleted_with_their_run(
    cli, corpus, monkeypatch, store
):
    for check in ("measure_speed", "check_kernels", "check_fonts", "check_unicode"):
        monkeypatch.setattr(f"workbench.cli.doctor.{check}", lambda: ({}, []))
    first = cancelled(cli, corpus, monkeypatch)
    second = cancelled(cli, corpus, monkeypatch)
    facts = cli("doctor", "--json").document["store"]
    assert facts["checkpoints"] == 2
    assert facts["checkpoint bytes"] > 2000
    cli("runs", "delete", first)
    assert [has_checkpoint(store, run) for run in (first, second)] == [False, True]
    orphan = checkpoints_folder(store) / "20200101-0001-dead"
    orphan.mkdir()
    (orphan / "merges.log").write_bytes(b"of a run that is nowhere")
    cli("resume", "--list")
    assert not orphan.exists()
    outcome = cli("doctor", "--clear-checkpoints", "--json")
    assert outcome.document["store"]["checkpoints"] == 0
    assert not has_checkpoint(store, second)
