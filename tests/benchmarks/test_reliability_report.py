"""What the campaign reports, and that each part sees what it looks for."""

from __future__ import annotations

import json
import random

import pytest

from benchmarks.reliability import campaign, kills, window_kills
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.campaign import as_text, measure_reliability
from benchmarks.reliability.damaged_texts import agree
from benchmarks.reliability.looking import broken_files, look
from benchmarks.reliability.lost_power import Disk
from benchmarks.reliability.nursery import Answer
from benchmarks.reliability.patterns import verdict_of
from benchmarks.reliability.soak import growth_of
from benchmarks.reliability.texts import exponent, judged
from benchmarks.reliability.writing_commands import sentence_faults
from engine.machine import remove_abandoned


def answered(status=0, out="", err="", *, hung=False):
    return Answer(status, out, err, 0.0, hung=hung)


def test_a_fault_is_one_line_with_the_command_that_repeats_it(monkeypatch):
    def run(attempts):
        for number in attempts.numbers():
            if number == 3:
                attempts.fault(number, "lost\n  a file")

    monkeypatch.setattr(kills, "run", run)
    report = measure_reliability(["kills"], seed=8, count=5)
    assert report["faults"] == 1
    _, row, fault = as_text(report).splitlines()
    assert row.split()[:3] == ["kills", "5", "1"]
    assert "lost a file" in fault
    assert fault.endswith("[python -m benchmarks reliability kills --seed 8 --number 3]")
    again = measure_reliability(["kills"], seed=8, number=3)
    assert again["parts"][0]["attempts"] == 1
    assert again["faults"] == 1


def test_an_unknown_part_is_named():
    with pytest.raises(SystemExit, match=r"no part 'fires'; the parts are kills, "):
        measure_reliability(["fires"])


def test_an_attempt_draws_the_same_whatever_came_before(tmp_path):
    one = Attempts("kills", 1, 9, tmp_path)
    other = Attempts("kills", 1, 2, tmp_path, only=7)
    assert [one.chance(n).random() for n in one.numbers()][7] == other.chance(7).random()
    assert list(other.numbers()) == [7]
    assert one.chance(1).random() != one.chance(2).random()


def test_every_listed_part_has_its_module():
    assert all(part.short <= part.count for part in campaign.PARTS)
    assert len({part.name for part in campaign.PARTS}) == len(campaign.PARTS)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (answered(-11), "died by signal 11"),
        (answered(1, err="Traceback (most recent call last):\n  ...\nKeyError"), "traceback"),
        (answered(1, err="reading\n"), "without one sentence"),
        (answered(1, err="tokenizer-workbench: One.\ntokenizer-workbench: Two.\n"), "one sentence"),
        (answered(70, err="tokenizer-workbench: No.\n"), "status 70"),
        (answered(hung=True), "hangs"),
    ],
)
def test_a_failure_without_one_sentence_is_a_fault(answer, words):
    assert words in " ".join(sentence_faults(answer, "train"))


def test_a_sentence_after_progress_is_no_fault():
    assert not sentence_faults(answered(), "train")
    assert not sentence_faults(
        answered(1, err="25 %\ntokenizer-workbench: The disk is full.\n"), "train"
    )


def test_a_half_file_under_its_final_name_is_seen(tmp_path):
    (tmp_path / "ids.npy").write_bytes(b"\x93NUMPY")
    (tmp_path / "tokenizer.json").write_text('{"half": ', "utf-8")
    (tmp_path / "whole.json").write_text("{}", "utf-8")
    found = broken_files(sorted(tmp_path.iterdir()))
    assert [line.partition(":")[0] for line in found] == ["ids.npy", "tokenizer.json"]


def test_patterns_that_crash_hang_or_cut_otherwise_are_faults():
    same = answered(out='{"n": 2, "digest": "a"}')
    assert verdict_of(same, same) == ("same cuts", None)
    assert verdict_of(answered(out='{"refused": "No."}'), None) == ("refused", None)
    assert verdict_of(answered(-9, hung=True), None)[1]
    assert verdict_of(answered(-11), None)[1]
    assert verdict_of(answered(70, err="MemoryError"), None)[1]
    assert verdict_of(same, answered(out='{"n": 3, "digest": "b"}'))[1]
    assert verdict_of(same, answered(out='{"invalid": "bad escape"}'))[1]


def rows(seconds):
    return {
        ("gpt2", size): {"bytes": size, "train": each, "encode": 0.0, "decode": 0.0}
        for size, each in zip((1000, 10_000), seconds, strict=True)
    }


def test_time_that_grows_too_fast_or_is_too_long_is_a_fault():
    prose, sizes = rows((0.1, 1.0)), (1000, 10_000)
    assert judged("x", rows((0.2, 2.0)), prose, sizes, ("gpt2",))[0] == []
    assert "size^2.00" in judged("x", rows((0.1, 10.0)), prose, sizes, ("gpt2",))[0][0]
    assert "100 times" in judged("x", rows((10.0, 100.0)), prose, sizes, ("gpt2",))[0][0]
    broken = {("gpt2", size): {"fault": "not as it was"} for size in sizes}
    assert "not as it was" in judged("x", broken, prose, sizes, ("gpt2",))[0][0]
    assert exponent([10, 100, 1000], [1.0, 2.0, 4.0]) == pytest.approx(0.30103)


def test_growth_counts_after_the_first_third():
    assert growth_of([100.0, 200.0] + [300.0] * 10) == 0.0
    assert growth_of([float(value) for value in range(12)]) == pytest.approx(4.0)
    assert growth_of([1.0, 9.0]) == 0.0


def test_records_are_compared_where_the_library_is_sure():
    there = [["value", "a"], ["invalid"], ["any"]]
    assert agree("conversations", ["a", None, "b"], there)
    assert not agree("conversations", ["a", "read", None], there)
    assert not agree("conversations", ["other", None, None], there)
    assert agree("corpus.jsonl", ["a"], there)
    assert not agree("corpus.jsonl", ["b"], there)
    assert not agree("corpus.jsonl", ["a", "b", "c"], there)


class TestLostPower:
    """The model of a disk: what was synced is there, what was not may be."""

    def states(self, events, before=None, *, in_order=False):
        found = set()
        for seed in range(60):
            disk = Disk(before or {})
            for event in events:
                disk.play(event)
            left = disk.after_loss(random.Random(seed), in_order=in_order)
            found.add(tuple(sorted(left.items())))
        return found

    def test_what_was_synced_is_there(self):
        events = [["create", "/a/x"], ["write", "/a/x", 0, b"whole"], ["sync", "/a/x"]]
        assert self.states(events) == {(("/a/x", b"whole"),)}

    def test_what_was_not_synced_may_be_there_in_part(self):
        events = [["create", "/a/x"], ["write", "/a/x", 0, b"one"], ["write", "/a/x", 3, b"two"]]
        contents = {dict(state).get("/a/x") for state in self.states(events)}
        assert contents == {None, b"", b"one", b"onetwo", b"\0\0\0two"}
        in_order = {dict(state).get("/a/x") for state in self.states(events, in_order=True)}
        assert in_order == {None, b"", b"one", b"onetwo"}

    def test_a_move_before_its_sync_may_show_a_file_without_its_bytes(self):
        move = ["rename", "/a/x.new", "/a/x"]
        write = [["create", "/a/x.new"], ["write", "/a/x.new", 0, b"new"]]
        careless = self.states([*write, move], {"/a/x": b"old"})
        assert (("/a/x", b""),) in careless
        careful = self.states([*write, ["sync", "/a/x.new"], move], {"/a/x": b"old"})
        assert {dict(state)["/a/x"] for state in careful} == {b"old", b"new"}
        kept = self.states(
            [*write, ["sync", "/a/x.new"], move, ["sync", "/a"]], {"/a/x": b"old"}
        )  # fmt: skip
        assert kept == {(("/a/x", b"new"),)}

    def test_a_removed_file_may_come_back(self):
        assert self.states([["remove", "/a/x"]], {"/a/x": b"old"}) == {(), (("/a/x", b"old"),)}


class Resuming:
    """A nursery whose `resume` only removes what a kill left long ago, as every one does."""

    def __init__(self, folder, status):
        self.folder, self.status = folder, status

    def call(self, _work, _arguments, home):
        runs = [("r", self.status, "h")]
        return answered(out=json.dumps({**look(str(home)), "runs": runs}))

    def run(self, words, _home, *, environ):
        assert words[0] == "resume", environ
        remove_abandoned(self.folder)
        return answered(out='{"semantic_hash": "h"}')


def test_only_what_resuming_leaves_of_a_killed_window_is_a_fault(tmp_path):
    folder = tmp_path / "runs-checkpoints" / "run"
    folder.mkdir(parents=True)
    (folder / ".training.json.5d56c40f.part").touch()
    assert not window_kills._resumed(Resuming(folder, "interrupted"), tmp_path, "h")
    (folder / ".training.json.5d56c40f.part").touch()
    [fault] = window_kills._resumed(Resuming(folder, "finished"), tmp_path, "h")
    assert "left over" in fault
