from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.builders import NOON, add_run, make_config, make_tokenizer
from workbench.store import (
    DamagedStoreError,
    NewerStoreError,
    NotAStoreError,
    RunStore,
    opening,
)
from workbench.store.backups import list_backups
from workbench.store.file_health import APPLICATION_ID
from workbench.store.migrations import MIGRATIONS

JUNK = random.Random(5).randbytes(30_000)


def contents(folder: Path):
    return {p.name: p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def change(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def moved_aside(path):
    (aside,) = path.parent.glob("runs.sqlite.damaged-*Z")
    return aside


def make_store(path, *, backup=False):
    with RunStore.open(path) as store:
        run_id = add_run(store, "first")
        if backup:
            store.back_up()
    return run_id


def test_the_file_bears_our_mark_and_opens_again(path):
    run_id = make_store(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    with RunStore.open(path) as store:
        assert store.tokenizer(run_id)
    with RunStore.open(str(path)) as store:
        assert len(store.list_runs()) == 1


@pytest.mark.parametrize("name", ["with space.sqlite", "ünï%20?#.db", "no-suffix"])
def test_odd_file_names_are_no_trouble(tmp_path, name):
    path = tmp_path / "odd ?#% folder" / name
    run_id = make_store(path, backup=True)
    with RunStore.open(path) as store:
        assert store.tokenizer(run_id)
    assert path.is_file()
    assert len(list_backups(path)) == 1


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    run_id = make_store(path)
    with RunStore.open(path) as store:
        assert store.tokenizer(run_id)


def test_a_newer_store_is_refused_and_untouched(path):
    make_store(path, backup=True)
    change(path, "PRAGMA user_version = 99", "CREATE TABLE of_tomorrow (x)")
    before = contents(path.parent)
    for replace_damaged in (False, True):
        with pytest.raises(NewerStoreError, match="newer Tokenizer Workbench") as caught:
            RunStore.open(path, replace_damaged=replace_damaged)
    assert str(path) in str(caught.value)
    assert "99" in str(caught.value)
    assert contents(path.parent) == before


def test_a_newer_store_in_wal_mode_is_refused_and_keeps_its_data(path):
    make_store(path)
    change(path, "PRAGMA journal_mode = WAL")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA user_version = 99")  # still in the log, not in the file
        with pytest.raises(NewerStoreError):
            RunStore.open(path)
    change(path, f"PRAGMA user_version = {len(MIGRATIONS)}")
    with RunStore.open(path) as store:
        assert len(store.list_runs()) == 1


def test_a_database_of_another_program_is_refused_and_untouched(path):
    change(path, "CREATE TABLE bookmarks (url TEXT)", "INSERT INTO bookmarks VALUES ('x')")
    before = contents(path.parent)
    for replace_damaged in (False, True):
        with pytest.raises(NotAStoreError, match="another program"):
            RunStore.open(path, replace_damaged=replace_damaged)
    assert contents(path.parent) == before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.txt", b"Buy milk.\n" * 1000),
        ("short", b"x"),
        ("line.txt", b"Buy milk.\n" * 40),
        ("picture.png", JUNK),
    ],
)
def test_a_file_that_never_was_a_store_is_refused_and_untouched(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    for replace_damaged in (False, True):
        with pytest.raises(NotAStoreError, match=r"not a run store of Tok.*no database.*--db"):
            RunStore.open(path, replace_damaged=replace_damaged)
    assert contents(tmp_path) == {name: content}


def test_a_folder_and_a_device_are_no_store(tmp_path):
    with pytest.raises(NotAStoreError, match=r"is a folder.*name a file in it, such as .*runs\.sq"):
        RunStore.open(tmp_path)
    assert contents(tmp_path) == {}
    with pytest.raises(NotAStoreError, match="it is a device, not a file"):
        RunStore.open(os.devnull)


def damaged_copies(good: bytes):
    chance = random.Random(11)
    middle = bytearray(good)
    for _ in range(60):
        at = chance.randrange(4096, len(good) - 100)
        middle[at : at + 100] = chance.randbytes(100)
    return {
        "random bytes": JUNK,
        "text": b"not a database\n" * 2000,
        "random header": chance.randbytes(200) + good[200:],
        "random middle": bytes(middle),
        "cut in half": good[: len(good) // 8192 * 4096],
        "cut within the header": good[:60],
        "zeros": b"\0" * len(good),
        "mark gone": good[:68] + b"\0\0\0\0" + good[72:],
    }


DAMAGES = list(damaged_copies(bytes(100_000)))


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_store_is_named_and_never_overwritten(path, kind):
    make_store(path, backup=True)
    path.write_bytes(damaged_copies(path.read_bytes())[kind])
    before = contents(path.parent)
    with pytest.raises(DamagedStoreError, match="is damaged") as caught:
        RunStore.open(path)
    (backup,) = list_backups(path)
    assert str(path) in str(caught.value)
    assert caught.value.backup == backup.path
    assert str(backup.path) in str(caught.value)
    assert contents(path.parent) == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_store_is_replaced_by_its_backup_only_when_asked(path, kind):
    run_id = make_store(path, backup=True)
    broken = damaged_copies(path.read_bytes())[kind]
    path.write_bytes(broken)
    (backup,) = list_backups(path)
    with RunStore.open(path, replace_damaged=True) as store:
        assert store.restored_from == backup.path
        assert store.tokenizer(run_id)
        assert store.check() == []
        add_run(store, "second")
    assert moved_aside(path).read_bytes() == broken
    assert backup.path.is_file()


def test_a_store_emptied_by_a_crash_is_not_taken_for_a_new_one(path):
    make_store(path, backup=True)
    path.write_bytes(b"")
    with pytest.raises(DamagedStoreError, match="it is empty although it has backups"):
        RunStore.open(path)
    with RunStore.open(path, replace_damaged=True) as store:
        assert [run.name for run in store.list_runs()] == ["first"]


def test_without_a_backup_replacing_starts_again_and_keeps_the_old_file(path):
    make_store(path)
    path.write_bytes(broken := path.read_bytes()[:4096] + JUNK)
    with pytest.raises(DamagedStoreError, match="no good backup") as caught:
        RunStore.open(path)
    assert caught.value.backup is None
    with RunStore.open(path, replace_damaged=True) as store:
        assert store.list_runs() == []
        assert store.restored_from is None
    assert moved_aside(path).read_bytes() == broken


def test_a_damaged_backup_is_passed_over(path, clock):
    with RunStore.open(path, clock=clock) as store:
        add_run(store, "first")
        good = store.back_up()
        clock.forward(hours=1)
        bad = store.back_up()
    bad.write_bytes(JUNK)
    path.write_bytes(JUNK)
    with RunStore.open(path, replace_damaged=True) as store:
        assert store.restored_from == good


def test_replacing_leaves_a_good_store_alone(path):
    run_id = make_store(path, backup=True)
    with RunStore.open(path, replace_damaged=True) as store:
        assert store.restored_from is None
        assert store.tokenizer(run_id)
    assert not list(path.parent.glob("*.damaged-*"))


def test_a_stale_journal_never_meets_the_restored_store(path):
    run_id = make_store(path, backup=True)
    copy = path.with_name("copy.sqlite")
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as other:
        other.execute("PRAGMA cache_size = 1")
        other.execute("BEGIN")
        other.execute("CREATE TABLE filler AS SELECT zeroblob(50000) AS x")
        other.execute("UPDATE runs SET notes = 'half-written'")
        journal = copy.with_name("copy.sqlite-journal").read_bytes()
    assert len(journal) > 1000
    path.write_bytes(JUNK)
    path.with_name("runs.sqlite-journal").write_bytes(journal)
    with RunStore.open(path, replace_damaged=True) as store:
        assert store.tokenizer(run_id)
        assert store.check() == []


def test_companions_are_moved_before_the_store_itself(path, monkeypatch):
    for suffix in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + suffix).write_text(suffix)
    moved = []
    rename = Path.rename
    monkeypatch.setattr(
        Path, "rename", lambda self, target: (moved.append(self.name), rename(self, target))
    )
    opening._move_aside(path, NOON)
    assert set(moved) == {f"runs.sqlite{suffix}" for suffix in ("", "-journal", "-wal", "-shm")}
    assert moved[-1] == "runs.sqlite"
    aside = "runs.sqlite.damaged-20261121T120000Z"
    assert contents(path.parent) == {
        aside + suffix: suffix.encode() for suffix in ("", "-journal", "-wal", "-shm")
    }


def test_damage_that_shows_only_in_use_is_named(path, monkeypatch):
    monkeypatch.setattr("workbench.store.opening.ALWAYS_CHECKED_BYTES", 0)
    make_store(path)
    path.write_bytes(damaged_copies(path.read_bytes())["random middle"])
    with pytest.raises(DamagedStoreError, match="is damaged") as caught:
        use_everything(path)
    assert str(path) in str(caught.value)


def use_everything(path):
    with RunStore.open(path) as store:
        store.list_runs()
        store.tokenizer("first")
        store.run("first")
        store.begin_run(None, make_config(), [])


def without_triggers(path, *statements):
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        drops = [f"DROP TRIGGER {name}" for (name,) in names.fetchall()]
    change(path, *drops, *statements)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "detail"),
    [
        ("UPDATE run_arrays SET content = x'00' WHERE name = 'merges'", "its merges cannot be"),
        ("DELETE FROM run_arrays WHERE name = 'counts'", "its counts are missing"),
        (
            "UPDATE run_arrays SET name = iif(name = 'counts', 'merges', name || '2')",
            "its merges are int64",
        ),
        ("UPDATE runs SET pattern = 'x'", "the hash it was stored with"),
        ("UPDATE runs SET pattern = '('", "damaged"),
        ("UPDATE run_special_tokens SET token_id = token_id - 5", "special tokens"),
        ("UPDATE run_special_tokens SET token = 'other' WHERE position = 0", "the hash it was"),
        ("UPDATE runs SET vocab_size = 5", "too small"),
        ("UPDATE runs SET created_at = 'yesterday'", "yesterday"),
        ("DELETE FROM run_sources", "damaged"),
    ],
)
def test_a_run_that_does_not_fit_together_is_named(path, statement, detail):
    run_id = make_store(path)
    with RunStore.open(path) as store:
        whole = add_run(store, "whole")
    without_triggers(path, f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} 1")
    with RunStore.open(path) as store:
        findings = " ".join(store.check())
        assert detail in findings
        assert run_id in findings
        assert whole in findings  # the statement hit every run
        with pytest.raises(DamagedStoreError, match=str(path)):
            store.tokenizer(run_id)


def test_text_that_is_not_text_is_damage(path):
    make_store(path)
    without_triggers(path, "UPDATE runs SET name = cast(x'ff41' AS TEXT)")
    with RunStore.open(path) as store:
        with pytest.raises(DamagedStoreError, match="not UTF-8"):
            store.list_runs()
        assert "not UTF-8" in " ".join(store.check())


def test_a_time_that_is_none_is_damage(path):
    make_store(path)
    without_triggers(path, "UPDATE runs SET created_at = 'yesterday'")
    with RunStore.open(path) as store, pytest.raises(DamagedStoreError, match="list of runs"):
        store.list_runs()


def test_one_damaged_run_does_not_hide_the_others(path):
    run_id = make_store(path)
    without_triggers(path, "UPDATE run_arrays SET content = x'00'")
    with RunStore.open(path) as store:
        whole = add_run(store, "whole")
        assert [run.name for run in store.list_runs()] == ["whole", "first"]
        store.tokenizer(whole)
        (finding,) = store.check()
        assert run_id in finding
        with pytest.raises(DamagedStoreError, match=run_id):
            store.run(run_id)
        store.delete(run_id)


@pytest.mark.parametrize("mixture", ['{"alpha": 7}', "{", '{"weight": 1}', "[]", "[" * 100_000])
def test_a_damaged_mixture_does_not_hide_the_list(path, mixture):
    run_id = make_store(path)
    without_triggers(path, f"UPDATE runs SET mixture = '{mixture}'")
    with RunStore.open(path) as store:
        (summary,) = store.list_runs()
        assert (summary.run_id, summary.mixture) == (run_id, None)
        with pytest.raises(DamagedStoreError, match=run_id) as caught:
            store.run(run_id)
        assert ".." not in str(caught.value)
        assert run_id in " ".join(store.check())


def test_rows_without_their_run_are_found(path):
    make_store(path)
    change(path, "PRAGMA foreign_keys = OFF", "INSERT INTO run_tags VALUES ('none', 0, 'lost')")
    with RunStore.open(path) as store:
        assert any("run_tags" in finding for finding in store.check())


def test_a_store_larger_than_the_quick_look_is_checked_after_a_crash(path, monkeypatch):
    monkeypatch.setattr("workbench.store.opening.ALWAYS_CHECKED_BYTES", 0)
    looked = []
    monkeypatch.setattr(
        "workbench.store.opening.quick_findings", lambda path: looked.append(path) or []
    )
    make_store(path)
    with RunStore.open(path):
        assert looked == []
    monkeypatch.setattr("workbench.store.opening.is_unclean", lambda path: True)
    with RunStore.open(path):
        assert looked == [path]


def test_what_is_written_by_one_store_is_seen_by_another_at_once(path):
    with RunStore.open(path) as first, RunStore.open(path) as second:
        run_id = first.begin_run("shared", make_config(), [])
        assert second.run("shared").summary.run_id == run_id
        first.finish_run(run_id, make_tokenizer(labels=()))
        assert second.run("shared").summary.status == "finished"
