from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.builders import add_run, make_config
from workbench.store import RunStore
from workbench.store.connection import (
    WAL,
    chosen_journal_mode,
    file_system_kind,
    is_known_local,
    is_network,
    wal_is_safe,
)

MOUNTS = r"""
21 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 21 0:40 / /home rw,relatime shared:1 - nfs4 server:/home rw
31 30 0:41 / /home/ada/my\040disk rw - ext4 /dev/sdb rw
32 21 0:42 / /mnt/share rw - cifs //server/share rw
33 21 0:43 / /mnt/share rw - btrfs /dev/sdc rw
34 21 0:44 / /cloud rw - fuse.rclone remote rw
35 21 0:45 / /homestead rw - xfs /dev/sdd rw
"""


@pytest.fixture
def mounts(tmp_path):
    file = tmp_path / "mountinfo"
    file.write_text(MOUNTS)
    return file


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 49, 9), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), False),
        ((3, 53, 0), True),
        ((3, 60, 1), True),
        ((4, 0, 0), True),
    ],
)
def test_wal_only_where_sqlite_is_free_of_the_reset_bug(version, safe):
    assert wal_is_safe(version) is safe


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib", "ext4"),
        ("/home/ada", "nfs4"),
        ("/home/ada/my disk/data", "ext4"),
        ("/homestead/ada", "xfs"),
        ("/mnt/share/a", "btrfs"),
        ("/cloud", "fuse.rclone"),
    ],
)
def test_the_nearest_mount_tells_the_kind(mounts, path, kind):
    assert file_system_kind(Path(path), mounts=mounts) == kind


def test_where_there_is_no_list_of_mounts_the_kind_is_unknown(tmp_path):
    assert file_system_kind(tmp_path, mounts=tmp_path / "missing") is None


@pytest.mark.parametrize(
    ("kind", "network", "local"),
    [
        ("ext4", False, True),
        ("tmpfs", False, True),
        ("nfs4", True, False),
        ("cifs", True, False),
        ("fuse.sshfs", True, False),
        ("fuse.unheard-of", False, False),
        (None, False, False),
    ],
)
def test_kinds_of_file_systems(kind, network, local):
    assert (is_network(kind), is_known_local(kind)) == (network, local)


@pytest.mark.parametrize(
    ("version", "kind", "mode"),
    [
        ((3, 53, 0), "ext4", "WAL"),
        ((3, 40, 1), "ext4", "TRUNCATE"),
        ((3, 53, 0), "nfs4", "TRUNCATE"),
        ((3, 53, 0), None, "TRUNCATE"),
    ],
)
def test_the_journal_mode_follows_sqlite_and_the_disk(path, monkeypatch, version, kind, mode):
    monkeypatch.setattr("workbench.store.connection.file_system_kind", lambda _: kind)
    assert chosen_journal_mode(path, version) == mode


def test_the_mode_of_this_machine_is_used(store, path):
    assert store.journal_mode == chosen_journal_mode(path)
    with store._database.reading() as connection:
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    assert mode.upper() == store.journal_mode


def test_every_connection_is_set_up_for_safety(store):
    expected = {
        "foreign_keys": 1,
        "synchronous": 2,
        "busy_timeout": 30_000,
        "mmap_size": 0,
        "trusted_schema": 0,
        "cell_size_check": 1,
    }
    for transaction in (store._database.reading, store._database.writing):
        with transaction() as connection:
            found = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in expected
            }
        assert found == expected


def test_a_writer_takes_its_turn_at_the_start(store, path):
    store._database.busy_timeout_s = 0.0
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        with store._database.writing():
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            assert other.execute("SELECT count(*) FROM runs").fetchone() == (0,)
        with store._database.reading():
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")


def test_a_store_works_in_wal_mode_too(path, monkeypatch):
    monkeypatch.setattr("workbench.store.opening.chosen_journal_mode", lambda path: WAL)
    with RunStore.open(path) as store:
        assert store.journal_mode == "WAL"
        run_id = add_run(store, "logged")
        backup = store.back_up()
        assert store.tokenizer(run_id)
        assert store.check() == []
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert [file.name for file in backup.parent.iterdir()] == [backup.name]


def test_a_store_in_wal_mode_opens_where_wal_is_not_safe(path, monkeypatch):
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("PRAGMA application_id = 1416588119")
    with RunStore.open(path) as store:
        run_id = add_run(store)
        assert store.tokenizer(run_id)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert other.execute("SELECT count(*) FROM runs").fetchone() == (1,)


def test_a_network_file_system_is_named_by_the_check(store, monkeypatch):
    monkeypatch.setattr("workbench.store.file_health.file_system_kind", lambda _: "nfs4")
    store.begin_run(None, make_config(), [])
    (finding,) = store.check()
    assert "network file system (nfs4)" in finding
