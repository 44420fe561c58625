from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing

import pytest

from tests.store.builders import add_run, make_config, make_sources, make_tokenizer
from tests.store.children import run_to_end
from workbench.store import (
    NotAStoreError,
    RunStore,
    StoreBusyError,
    StoreReadError,
    StoreWriteError,
    UnknownRunError,
)
from workbench.store.connection import Database, known_errors

pytestmark = pytest.mark.slow

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX limits and permissions")


def limit_pages(monkeypatch, n_pages):
    pragmas = Database._pragmas
    monkeypatch.setattr(
        Database, "_pragmas", lambda self: (*pragmas(self), f"max_page_count = {n_pages}")
    )


def test_a_full_disk_ends_in_a_sentence_and_loses_nothing(store, path, monkeypatch):
    kept = add_run(store, "kept")
    config = make_config(vocab_size=3000)
    run_id = store.begin_run("too large", config, make_sources())
    before = store.list_runs()
    n_pages = path.stat().st_size // 4096
    limit_pages(monkeypatch, n_pages)
    tokenizer = make_tokenizer(config, noise=2**45)
    with pytest.raises(StoreWriteError, match=r"the disk is full.*Nothing was changed") as caught:
        store.finish_run(run_id, tokenizer)
    assert str(path) in str(caught.value)
    assert store.list_runs() == before
    monkeypatch.undo()
    assert store.check() == []
    store.finish_run(run_id, tokenizer)
    assert store.tokenizer(run_id).semantic_hash == tokenizer.semantic_hash
    store.tokenizer(kept)


@posix
def test_a_disk_that_fills_at_any_write_loses_nothing(path):
    (outcome,) = run_to_end("fill_the_disk", path)
    assert outcome["findings"] == []
    assert outcome["status"] == "finished"
    assert len(outcome["refusals"]) > 10
    for refusal in outcome["refusals"]:
        assert refusal.startswith("StoreWriteError: ")
        assert str(path) in refusal
        assert "Nothing was changed" in refusal


@posix
def test_a_new_store_on_a_full_disk_can_be_made_once_there_is_room(path):
    refused, made = run_to_end("make_on_a_full_disk", path)
    assert refused["error"].startswith("StoreWriteError: ")
    assert str(path) in refused["error"]
    assert made["findings"] == []


@posix
def test_a_read_only_folder_is_named(tmp_path):
    folder = tmp_path / "fixed"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    (outcome,) = run_to_end("without_rights", folder / "runs.sqlite")
    assert outcome["error"].startswith(f"StoreWriteError: The run store {folder}")
    assert "cannot be made" in outcome["error"]
    assert "--db FILE" in outcome["error"]
    assert list(folder.iterdir()) == []


@posix
def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    fixed = tmp_path / "fixed"
    fixed.mkdir()
    fixed.chmod(stat.S_IRUSR | stat.S_IXUSR)
    (outcome,) = run_to_end("without_rights", fixed / "deep" / "runs.sqlite")
    assert outcome["error"].startswith(f"StoreWriteError: The folder {fixed / 'deep'}")


@posix
def test_a_read_only_store_can_be_read(path):
    with RunStore.open(path) as store:
        add_run(store)
    before = path.read_bytes()
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    (outcome,) = run_to_end("without_rights", path)
    path.parent.chmod(stat.S_IRWXU)
    assert (outcome["listed"], outcome["interrupted"]) == (1, 0)
    assert outcome["error"].startswith("StoreWriteError: ")
    assert "read-only" in outcome["error"]
    assert path.read_bytes() == before


@posix
def test_a_store_that_may_not_be_read_is_named(path):
    with RunStore.open(path) as store:
        add_run(store)
    path.chmod(0)
    (outcome,) = run_to_end("without_rights", path)
    assert outcome["error"].startswith("StoreReadError: ")
    assert str(path) in outcome["error"]


def test_a_file_where_the_folder_should_be_is_named(tmp_path):
    obstacle = tmp_path / "obstacle"
    obstacle.write_text("text")
    with pytest.raises(StoreWriteError, match="obstacle"):
        RunStore.open(obstacle / "runs.sqlite")
    assert obstacle.read_text() == "text"


def test_a_folder_in_place_of_the_file_is_named(path):
    path.mkdir()
    with pytest.raises(NotAStoreError, match="is a folder"):
        RunStore.open(path)


def test_a_store_that_vanished_is_not_made_again_behind_ones_back(store, path):
    add_run(store)
    path.unlink()
    for call in (store.list_runs, lambda: store.begin_run(None, make_config(), [])):
        with pytest.raises(StoreReadError, match="cannot be opened"):
            call()
    assert not path.exists()


def test_waiting_for_another_program_has_an_end(store, path):
    run_id = store.begin_run(None, make_config(), [])
    store._database.busy_timeout_s = 0.05
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusyError, match="in use by another program") as caught:
            store.cancel_run(run_id)
    assert "locked" not in str(caught.value)
    assert store.run(run_id).summary.status == "running"
    store.cancel_run(run_id)


def test_a_failed_backup_does_not_keep_anybody_from_working(
    store, path, clock, expected_log_records
):
    add_run(store)
    clock.forward(days=2)
    (path.parent / "backups").write_text("in the way")
    os.utime(path, (clock.now.timestamp(), clock.now.timestamp()))
    run_id = store.begin_run(None, make_config(), [])
    assert store.run(run_id).summary.status == "running"
    (record,) = expected_log_records
    assert "The daily backup was skipped" in record.getMessage()
    with pytest.raises(StoreWriteError, match="could not be backed up"):
        store.back_up()


def test_errors_of_ours_are_not_dressed_up(store):
    with pytest.raises(UnknownRunError):
        store.run("missing")
    with pytest.raises(AttributeError):
        store.begin_run(None, object(), [])


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (sqlite3.SQLITE_IOERR_READ, StoreReadError, r"cannot be read \(disk I/O error\)\. Check"),
        (
            sqlite3.SQLITE_IOERR_WRITE,
            StoreWriteError,
            "could not be written .* Nothing was changed",
        ),
    ],
)
def test_a_disk_that_fails_is_named_with_what_it_could_not_do(code, kind, words, tmp_path):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    with pytest.raises(kind, match=words) as caught, known_errors(tmp_path / "runs.sqlite"):
        raise error
    assert caught.value.path == tmp_path / "runs.sqlite"
