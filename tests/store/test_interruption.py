from __future__ import annotations

import os
import signal
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.store.builders import NOON, add_run, make_config, make_sources, make_tokenizer
from tests.store.children import next_fact, run_to_end, start
from workbench.store import RunStateError, RunStore
from workbench.store.run_writing import ProcessIdentity, current_boot_id, process_start

pytestmark = pytest.mark.slow

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX signals")
needs_proc = pytest.mark.skipif(process_start(os.getpid()) is None, reason="needs /proc")


@needs_kill
def test_a_killed_process_leaves_an_interrupted_run(path):
    with start("begin", path) as child:
        run_id = next_fact(child)["run_id"]
        with RunStore.open(path) as store:
            assert store.recognise_interrupted() == []
            assert store.run(run_id).summary.status == "running"
        child.send_signal(signal.SIGKILL)
        child.wait()
    with RunStore.open(path) as store:
        (interrupted,) = store.recognise_interrupted()
        assert (interrupted.run_id, interrupted.status) == (run_id, "interrupted")
        assert "in the phase Compute merges (50%)" in interrupted.reason
        assert store.run(run_id).summary == interrupted
        assert store.recognise_interrupted() == []
        assert store.check() == []


@needs_kill
@needs_proc
def test_a_dead_process_that_was_not_waited_for_counts_as_dead(path):
    with start("begin", path) as child, RunStore.open(path) as store:
        run_id = next_fact(child)["run_id"]
        child.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # a zombie now
        assert [run.run_id for run in store.recognise_interrupted()] == [run_id]


def test_a_finished_run_of_a_dead_process_stays_finished(path):
    with start("finish_and_wait", path) as child:
        run_id = next_fact(child)["run_id"]
        child.kill()
    with RunStore.open(path) as store:
        assert store.recognise_interrupted() == []
        assert store.run(run_id).summary.status == "finished"
        store.tokenizer(run_id)


@needs_kill
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_at_any_moment_of_finishing_leaves_the_whole_run_or_none_of_it(path):
    outcomes = run_to_end("kill_while_finishing", path, 20261121, 20)
    assert len(outcomes) == 20
    for outcome in outcomes:
        assert outcome["findings"] == []
        if outcome["status"] == "finished":
            assert outcome["readable"]
            assert outcome["n_evaluations"] == 1
            assert outcome["interrupted"] == []
        else:
            assert outcome["status"] == "interrupted"
            assert outcome["interrupted"] == [outcome["run_id"]]
            assert outcome["n_evaluations"] == 0
    assert any(outcome["status"] == "interrupted" for outcome in outcomes)


@needs_proc
def test_a_process_id_that_was_given_again_does_not_count(store, monkeypatch):
    me = ProcessIdentity.current()
    before_me = replace(me, started=me.started - 1)
    monkeypatch.setattr(ProcessIdentity, "current", classmethod(lambda cls: before_me))
    run_id = store.begin_run(None, make_config(), [])
    assert [run.run_id for run in store.recognise_interrupted()] == [run_id]


def test_a_boot_ends_every_process(store, monkeypatch):
    if current_boot_id() is None:
        pytest.skip("this system does not name its boots")
    before = replace(ProcessIdentity.current(), boot_id="an earlier boot")
    monkeypatch.setattr(ProcessIdentity, "current", classmethod(lambda cls: before))
    run_id = store.begin_run(None, make_config(), [])
    assert [run.run_id for run in store.recognise_interrupted()] == [run_id]


def test_a_run_of_another_machine_counts_as_dead_after_an_hour_of_silence(
    store, clock, monkeypatch
):
    there = replace(ProcessIdentity.current(), host="there")
    monkeypatch.setattr(ProcessIdentity, "current", classmethod(lambda cls: there))
    run_id = store.begin_run(None, make_config(), [])
    clock.forward(minutes=50)
    store.heartbeat(run_id, "Count pairs", 0.1)
    clock.forward(minutes=50)
    assert store.recognise_interrupted() == []
    clock.forward(minutes=11)
    (interrupted,) = store.recognise_interrupted()
    assert "on there" in interrupted.reason
    assert interrupted.heartbeat == NOON + timedelta(minutes=50)


@needs_proc
def test_who_is_alive(monkeypatch):
    me = ProcessIdentity.current()
    assert me.is_alive() is True
    assert replace(me, pid=2**22 + 1).is_alive() is False
    assert replace(me, boot_id="earlier").is_alive() is False
    assert replace(me, host="elsewhere").is_alive() is None


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_who_is_alive_where_the_system_tells_little(monkeypatch):
    monkeypatch.setattr("workbench.store.run_writing.current_boot_id", lambda: None)
    here = ProcessIdentity(os.getpid(), ProcessIdentity.current().host, None, None)
    assert here.is_alive() is True
    assert replace(here, pid=2**22 + 1).is_alive() is False


def test_a_run_that_was_wrongly_taken_for_dead_can_go_on(store, monkeypatch):
    run_id = store.begin_run(None, make_config(), make_sources())
    monkeypatch.setattr(ProcessIdentity, "is_alive", lambda self: False)
    assert store.recognise_interrupted()
    store.heartbeat(run_id, "Count pairs", 0.2)
    summary = store.run(run_id).summary
    assert (summary.status, summary.reason) == ("running", "")
    assert store.recognise_interrupted()
    store.finish_run(run_id, make_tokenizer())
    assert store.run(run_id).summary.status == "finished"


def test_an_interrupted_run_can_be_deleted_and_keeps_its_recipe(store, monkeypatch):
    config = make_config(min_frequency=7)
    run_id = store.begin_run(None, config, make_sources())
    monkeypatch.setattr(ProcessIdentity, "is_alive", lambda self: False)
    store.recognise_interrupted()
    assert store.run(run_id).config == config
    with pytest.raises(RunStateError, match="it is interrupted"):
        store.tokenizer(run_id)
    store.delete(run_id)
    assert store.list_runs() == []


def test_two_processes_write_at_once_and_neither_is_turned_away(path):
    with RunStore.open(path) as store:
        add_run(store, "before")
    with start("hammer", path, "a") as first, start("hammer", path, "b") as second:
        facts = [next_fact(child) for child in (first, second)]
    assert [fact["errors"] for fact in facts] == [[], []]
    assert all(fact["done"] > 0 for fact in facts)
    with RunStore.open(path) as store:
        runs = store.list_runs()
        assert len(runs) == 1 + sum(fact["done"] for fact in facts)
        assert len({run.run_id for run in runs}) == len(runs)
        assert {run.notes for run in runs} == {"", "a", "b"}
        assert store.check() == []


def test_two_processes_make_the_same_store_at_once(path):
    with start("hammer", path, "a") as first, start("hammer", path, "b") as second:
        facts = [next_fact(child) for child in (first, second)]
    assert [fact["errors"] for fact in facts] == [[], []]
    with RunStore.open(path) as store:
        assert len(store.list_runs()) == sum(fact["done"] for fact in facts)
