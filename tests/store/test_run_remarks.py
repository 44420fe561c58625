from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from engine import LabelEvaluation
from tests.store.builders import (
    NOON,
    add_run,
    make_config,
    make_parallel,
    make_rows,
    make_tokenizer,
)
from workbench.store import (
    AmbiguousRunError,
    MeasuredTokenizer,
    RunNameError,
    RunStateError,
    UnknownRunError,
)


def test_a_run_is_found_by_id_name_and_beginning_of_its_id(store):
    run_id = add_run(store, "wide")
    for asked in (run_id, "wide", run_id[:13], run_id[:8]):
        assert store.resolve(asked) == run_id


def test_an_ambiguous_name_lists_the_ids(store, clock):
    first = add_run(store, "twin")
    clock.forward(days=1)
    second = add_run(store, "twin")
    with pytest.raises(AmbiguousRunError) as caught:
        store.tokenizer("twin")
    assert caught.value.run_ids == (second, first)
    assert first in str(caught.value)
    assert second in str(caught.value)


def test_an_ambiguous_beginning_of_an_id_lists_the_ids(store):
    run_ids = {add_run(store) for _ in range(2)}
    with pytest.raises(AmbiguousRunError) as caught:
        store.run("20261121")
    assert set(caught.value.run_ids) == run_ids


@pytest.mark.parametrize("asked", ["", "%", "2026112", "________", "20261121-0001%"])
def test_signs_of_a_search_pattern_mean_nothing(store, asked):
    add_run(store)
    with pytest.raises(UnknownRunError):
        store.resolve(asked)


def test_an_id_wins_over_a_name_that_looks_like_it(store):
    first = add_run(store)
    add_run(store, first)
    assert store.resolve(first) == first


def test_deleting_frees_a_name(store):
    add_run(store, "only")
    second = add_run(store, "other")
    store.delete("only")
    store.rename("other", "only")
    assert store.resolve("only") == second


def test_rename_keeps_everything_else(store):
    run_id = add_run(store, "before")
    result = store.run(run_id).summary.semantic_hash
    store.rename("before", "  after \t all ")
    summary = store.run(run_id).summary
    assert (summary.name, summary.semantic_hash) == ("after all", result)
    with pytest.raises(RunNameError):
        store.rename(run_id, " ")
    assert store.run(run_id).summary.name == "after all"


def test_notes_and_tags(store):
    run_id = add_run(store)
    store.set_notes(run_id, "German first.\nThen the rest 🙂")
    store.set_tags(run_id, ["base line", " deu ", "", "base  line", "Ünï"])
    (summary,) = store.list_runs()
    assert summary.notes == "German first.\nThen the rest 🙂"
    assert summary.tags == ("base line", "deu", "Ünï")
    store.set_tags(run_id, [])
    assert store.run(run_id).summary.tags == ()


def test_a_deleted_run_can_be_restored(store, clock):
    run_id = add_run(store, "gone")
    store.set_tags(run_id, ["kept"])
    before = store.run(run_id).summary
    clock.forward(hours=1)
    assert store.delete("gone") == run_id
    assert store.list_runs() == []
    (deleted,) = store.list_runs(deleted=True)
    assert deleted.deleted == NOON + timedelta(hours=1)
    for asked in ("gone", run_id):
        with pytest.raises(UnknownRunError, match=r"is deleted\. Restore it first"):
            store.tokenizer(asked)
    assert store.restore("gone") == run_id
    assert store.run(run_id).summary == before
    assert store.list_runs(deleted=True) == []
    store.tokenizer(run_id)


def test_restoring_a_run_that_is_not_deleted_says_so(store):
    add_run(store, "here")
    with pytest.raises(UnknownRunError, match='"here" is not deleted'):
        store.restore("here")


def test_a_running_run_is_not_deleted(store):
    run_id = store.begin_run("busy", make_config(), [])
    with pytest.raises(RunStateError, match="Cancel it before"):
        store.delete(run_id)
    store.cancel_run(run_id)
    store.delete(run_id)
    assert store.list_runs() == []


def test_purging_removes_only_what_was_deleted_long_ago(store, clock, path):
    old, young, kept = (add_run(store, name) for name in ("old", "young", "kept"))
    store.save_evaluation(old, "eval", make_rows())
    store.set_tags(old, ["tag"])
    store.delete(old)
    clock.forward(days=30)
    store.delete(young)
    assert store.purge_deleted(timedelta(days=7)) == 1
    assert [run.run_id for run in store.list_runs(deleted=True)] == [young]
    assert [run.run_id for run in store.list_runs()] == [kept]
    assert rows_of(path, old) == 0
    assert store.check() == []
    with pytest.raises(UnknownRunError):
        store.restore(old)


def rows_of(path, run_id):
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name not in ("migrations", "run_export_files")
        ]
        assert len(tables) > 5
        return sum(
            connection.execute(
                f"SELECT count(*) FROM {table} WHERE run_id = ?", (run_id,)
            ).fetchone()[0]
            for table in tables
        )


def test_purging_gives_the_room_back_to_the_disk(store, path):
    config = make_config(vocab_size=3000)
    run_id = store.begin_run("large", config, [])
    store.finish_run(
        run_id,
        make_tokenizer(config, labels=[f"l{i}" for i in range(40)], noise=2**45),
    )
    full = path.stat().st_size
    assert store.deleted_bytes() == 0
    store.delete(run_id)
    assert path.stat().st_size >= full
    assert full / 4 < store.deleted_bytes() < full
    assert store.purge_deleted(timedelta(0)) == 1
    assert store.deleted_bytes() == 0
    assert path.stat().st_size < full / 4


def test_evaluations_are_stored_by_name(store, clock):
    run_id = add_run(store)
    store.save_evaluation(run_id, "news", make_rows())
    clock.forward(minutes=1)
    store.save_evaluation(run_id, "code", make_rows(["py"]))
    assert [each.name for each in store.evaluations(run_id, whole=False)] == ["news", "code"]
    news, code = store.evaluations(run_id)
    assert (news.name, news.created, news.rows) == ("news", NOON, tuple(make_rows()))
    assert (code.name, code.rows) == ("code", tuple(make_rows(["py"])))
    assert isinstance(code.rows[0], LabelEvaluation)
    assert code.rows[0].bytes_per_token == 4.0


def test_the_newest_premium_is_in_the_list_of_runs(store, clock):
    def evaluate(name, evaluation):
        measured = () if evaluation is None else (MeasuredTokenizer("mine", evaluation),)
        store.save_evaluation(run_id, name, make_rows(), measured=measured)
        clock.forward(minutes=1)
        (run,) = store.list_runs()
        return run.is_evaluated, run.worst_label, run.worst_premium

    run_id = add_run(store)
    assert not store.list_runs()[0].is_evaluated
    assert evaluate("training", None) == (True, None, None)
    assert evaluate("news", make_parallel({"tam": 2.5, "deu": 1.2})) == (True, "tam", 2.5)
    assert evaluate("books", make_parallel({"tam": 2.0})) == (True, "tam", 2.0)
    assert evaluate("training", None) == (True, "tam", 2.0)
    assert evaluate("news", make_parallel({"deu": 1.1})) == (True, "deu", 1.1)


def test_an_evaluation_of_the_same_name_is_replaced_whole(store):
    run_id = add_run(store)
    store.save_evaluation(run_id, "news", make_rows(["a", "b", "c"]))
    store.save_evaluation(run_id, "news", make_rows(["a"]))
    (evaluation,) = store.evaluations(run_id)
    assert [row.label for row in evaluation.rows] == ["a"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE runs SET semantic_hash = 'other'",
        "UPDATE runs SET status = 'failed', semantic_hash = NULL",
        "UPDATE runs SET vocab_size = 1",
        "UPDATE runs SET run_id = 'other'",
        "UPDATE runs SET bytes = bytes + 1",
        "UPDATE run_arrays SET content = x'00'",
        "DELETE FROM run_arrays",
        "INSERT INTO run_arrays SELECT run_id, 'more', content FROM run_arrays LIMIT 1",
        "UPDATE run_special_tokens SET token_id = 1",
        "UPDATE run_sources SET label = 'other'",
        "DELETE FROM run_sources",
        "UPDATE run_problems SET sentence = ''",
        "DELETE FROM runs",
    ],
)
def test_the_file_itself_keeps_a_finished_run_as_it_is(store, path, statement):
    run_id = add_run(store)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match=r"finished run|only a deleted run"):
            connection.execute(statement)
    assert store.check() == []
    store.tokenizer(run_id)
