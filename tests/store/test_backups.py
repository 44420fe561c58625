from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.store.builders import NOON, add_run, make_config
from workbench.store import RunStore, StoreWriteError
from workbench.store.backups import (
    Backup,
    back_up,
    back_up_if_due,
    list_backups,
    thin_out,
    worth_keeping,
)
from workbench.store.file_health import quick_findings


def touch(path, moment):
    os.utime(path, (moment.timestamp(), moment.timestamp()))


def test_a_backup_is_a_whole_store_of_its_own(store, path, tmp_path):
    run_id = add_run(store, "kept")
    backup = store.back_up()
    assert backup.parent == path.parent / "backups"
    assert quick_findings(backup) == []
    store.delete(run_id)
    store.purge_deleted(timedelta(0))
    elsewhere = tmp_path / "elsewhere" / "copy.sqlite"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(backup.read_bytes())
    with RunStore.open(elsewhere) as restored:
        assert restored.tokenizer(run_id)
        assert restored.check() == []


def test_a_backup_holds_only_what_was_committed(store, path):
    add_run(store, "kept")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE runs SET notes = 'not yet'")
        backup = store.back_up()
    with RunStore.open(backup) as copy:
        assert [run.notes for run in copy.list_runs()] == [""]


def test_backups_at_the_same_moment_do_not_overwrite_each_other(store):
    add_run(store)
    assert store.back_up() != store.back_up()


def test_the_daily_backup_comes_with_a_new_run_when_something_changed(store, path, clock):
    add_run(store, "first")
    assert list_backups(path) == []
    touch(path, clock.now)
    add_run(store, "second")
    (first,) = list_backups(path)
    assert (first.reason, first.created) == ("daily", NOON)
    with RunStore.open(first.path) as copy:
        assert [run.name for run in copy.list_runs()] == ["first"]

    clock.forward(hours=23)
    touch(path, clock.now)
    add_run(store)
    assert len(list_backups(path)) == 1
    clock.forward(hours=2)
    touch(path, clock.now)
    add_run(store)
    assert len(list_backups(path)) == 2


def test_an_unchanged_store_is_not_backed_up_again(store, path, clock):
    add_run(store)
    touch(path, clock.now - timedelta(hours=1))
    assert back_up_if_due(path, clock.now) is not None
    clock.forward(days=5)
    assert back_up_if_due(path, clock.now) is None


def test_an_empty_store_is_not_backed_up(store, path):
    store.begin_run(None, make_config(), [])
    assert list_backups(path) == []


def test_a_backup_that_is_not_whole_does_not_count(store, path, monkeypatch):
    add_run(store)
    monkeypatch.setattr("workbench.store.backups.quick_findings", lambda path: ["page 3 is odd"])
    with pytest.raises(StoreWriteError, match="the copy is not whole: page 3 is odd"):
        store.back_up()
    assert list((path.parent / "backups").iterdir()) == []


def test_backups_of_several_stores_in_one_folder_keep_apart(tmp_path):
    for name in ("runs.sqlite", "runs-2.sqlite", "runs.db"):
        with RunStore.open(tmp_path / name) as store:
            add_run(store)
            store.back_up()
    for name in ("runs.sqlite", "runs-2.sqlite", "runs.db"):
        assert len(list_backups(tmp_path / name)) == 1


def copies(*days_ago, reason="daily"):
    return [
        Backup(Path(f"{reason}-{days}"), NOON - timedelta(days=days), reason) for days in days_ago
    ]


@pytest.mark.parametrize(
    ("days_ago", "kept"),
    [
        ([], []),
        ([0, 0.1, 0.2, 1.9], [0, 0.1, 0.2, 1.9]),
        ([2.1, 2.2, 3.1, 3.2], [2.1, 3.1]),
        ([0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6]),
        # 21 November 2026 is a Saturday: weeks end 6, 13 and 20 days ago
        (list(range(60)), [0, 1, 2, 3, 4, 5, 6, 13, 20, 21, 52]),
        # a store that slept for a year keeps its last copies
        ([400, 401, 402], [400, 401, 402]),
        ([400, 400.1, 400.2], [400]),
    ],
)
def test_which_copies_are_worth_keeping(days_ago, kept):
    assert worth_keeping(copies(*days_ago), NOON) == set(copies(*kept))


def test_a_year_of_daily_copies_shrinks_to_a_handful():
    keep = worth_keeping(copies(*range(365)), NOON)
    assert 12 <= len(keep) <= 17
    assert max(NOON - backup.created for backup in keep) > timedelta(days=120)


def test_copies_from_before_a_migration_stay_longer():
    migrations = copies(300, 301, 302, reason="before-runs")
    keep = worth_keeping(copies(*range(200)) + migrations, NOON)
    assert [backup in keep for backup in migrations] == [True, True, False]


@pytest.mark.slow
def test_thinning_touches_nothing_but_copies(store, path):
    add_run(store)
    for days in range(100, 0, -1):
        back_up(path, reason="daily", now=NOON - timedelta(days=days))
    folder = path.parent / "backups"
    (folder / "holiday.txt").write_text("mine")
    old, young = (folder / f"runs-x.sqlite.{i}.unfinished" for i in range(2))
    for file, age in ((old, timedelta(days=3)), (young, timedelta(hours=1))):
        file.touch()
        touch(file, NOON - age)
    thin_out(path, NOON)
    assert 10 <= len(list_backups(path)) <= 16
    assert (folder / "holiday.txt").read_text() == "mine"
    assert young.exists()
    assert not old.exists()


def test_names_tell_the_moment_in_utc(store, path):
    add_run(store)
    moment = datetime.fromisoformat("2026-11-21T14:00:00+02:00")
    backup = back_up(path, reason="asked", now=moment)
    assert backup.name == "runs-20261121T120000000000Z-asked.sqlite"
    assert list_backups(path)[0].created == datetime(2026, 11, 21, 12, tzinfo=UTC)
