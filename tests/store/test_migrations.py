"""Files of every version that was ever released open, and come to the newest version whole.

`released/version-N.sql` is the dump of a small store as version N wrote it, made by
release_dump.py. A new migration comes with the dump of its own version.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, text

from engine import ReadingOptions
from tests.store.builders import add_run, make_parallel
from tests.store.release_dump import CONFIGS, EXPORT, FLOORED, PARALLEL, READING
from workbench.store import MeasuredTokenizer, RunStore, StoreWriteError, migrations, opening
from workbench.store.backups import list_backups
from workbench.store.connection import Database
from workbench.store.file_health import APPLICATION_ID, file_facts
from workbench.store.migrations import MIGRATIONS, Migration, _add_premiums, migrate
from workbench.store.schema import metadata

RELEASED = Path(__file__).parent / "released"


def statements(path):
    """The definitions in a file, without white space that means nothing."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: " ".join(sql.split()) for name, sql in rows}


def recorded(path):
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT version, name FROM migrations ORDER BY version"
        return connection.execute(query).fetchall()


def released_store(path, version):
    script = (RELEASED / f"version-{version}.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


def test_the_tables_are_those_of_the_schema(store, path):
    database = create_engine(f"sqlite:///{path}")
    found = MetaData()
    found.reflect(database, only=lambda name, _: name != "migrations")
    database.dispose()
    assert set(found.tables) == set(metadata.tables)
    for name, table in metadata.tables.items():
        made = {column.name: column for column in found.tables[name].columns}
        assert list(made) == [column.name for column in table.columns], name
        for column in table.columns:
            assert column.primary_key == made[column.name].primary_key, (name, column)
            assert column.nullable == made[column.name].nullable, (name, column)


def test_every_step_is_recorded(store, path):
    assert recorded(path) == [(i, step.name) for i, step in enumerate(MIGRATIONS, 1)]
    assert file_facts(path).version == len(MIGRATIONS)
    assert file_facts(path).application_id == APPLICATION_ID


def test_names_of_steps_are_fit_for_a_file_name():
    names = [step.name for step in MIGRATIONS]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalnum() for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_store_of_every_released_version_opens_whole(path, version):
    released_store(path, version)
    with RunStore.open(path) as store:
        assert store.check() == []
        assert [run.status for run in store.list_runs()] == ["failed", "finished"]
        record = store.run("released")
        assert record.config == CONFIGS[version]
        readings = {
            **dict.fromkeys(range(1, 4), ReadingOptions()),
            **dict.fromkeys(range(11, 15), FLOORED),
        }
        assert record.sources[0].reading == readings.get(version, READING)
        assert record.summary.tags == ("kept",)
        tokenizer = store.tokenizer("released")
        assert tokenizer.semantic_hash == record.summary.semantic_hash
        assert tokenizer.has_own_roles == (version >= 6)
        assert len(store.evaluations("released")) == 1
        exports = [record.verdict for record in store.exports("released")]
        assert exports == ([EXPORT.verdict] if version >= 7 else [])
        references = [each.reference for each in store.registered()]
        assert references == (["kept@1"] if version >= 7 else [])
        highest = (record.summary.worst_label, record.summary.worst_premium)
        assert highest == (("tam", 2.5) if version >= 10 else (None, None))
        add_run(store, "of today")
    assert len(list_backups(path)) >= (version < len(MIGRATIONS))


def test_premiums_of_earlier_evaluations_come_into_the_list_of_runs(path):
    evaluations = {
        "parallel": PARALLEL,
        "one text lost": make_parallel({"tam": 2.5, "deu": 1.2}, lost=["tam"]),
        "reference lost": make_parallel({"tam": 2.5}, lost=["eng"]),
        "one language": make_parallel({}),
    }
    with RunStore.open(path) as store:
        for name, evaluation in evaluations.items():
            run_id = add_run(store, name)
            measured = (MeasuredTokenizer(name, evaluation),)
            store.save_evaluation(run_id, "news", evaluation.rows, measured=measured)
        store.save_evaluation(add_run(store, "rows alone"), "news", PARALLEL.rows)
        add_run(store, "damaged")
        store.save_evaluation("damaged", "news", PARALLEL.rows)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE run_evaluations SET document = '{' "
            "WHERE run_id = (SELECT run_id FROM runs WHERE name = 'damaged')"
        )
        connection.execute("DROP TABLE run_premiums")
        connection.execute("ALTER TABLE run_sources DROP COLUMN min_count")
        query = "SELECT sql FROM sqlite_master WHERE name = 'finished_runs_are_fixed'"
        (trigger,) = connection.execute(query).fetchone()
        connection.execute("DROP TRIGGER finished_runs_are_fixed")
        for column in ("trainer", "library", "parity", "parity_record", "pieces"):
            connection.execute(f"ALTER TABLE runs DROP COLUMN {column}")
            trigger = trigger.replace(f" OR OLD.{column} IS NOT NEW.{column}", "")
        connection.execute(trigger)
        connection.execute("DELETE FROM migrations WHERE version > 9")
        connection.execute("PRAGMA user_version = 9")
    with RunStore.open(path) as store:
        found = {run.name: (run.worst_label, run.worst_premium) for run in store.list_runs()}
    assert found.pop("parallel") == ("tam", 2.5)
    assert found.pop("one text lost") == ("deu", 1.2)
    assert set(found.values()) == {(None, None)}


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_released_step_never_changes(path, tmp_path, version):
    made = tmp_path / "made.sqlite"
    opening._make_file(made)
    database = Database(made, journal_mode="TRUNCATE")
    migrate(database, back_up=lambda reason: None, migrations=MIGRATIONS[:version])
    assert statements(made) == statements(released_store(path, version))


def add_colour(connection):
    connection.execute(text("ALTER TABLE runs ADD COLUMN colour TEXT"))


def fail_midway(connection):
    connection.execute(text("ALTER TABLE runs ADD COLUMN shape TEXT"))
    connection.execute(text("UPDATE runs SET notes = 'half-way'"))
    connection.execute(text("INSERT INTO missing VALUES (1)"))


def grow(monkeypatch, *steps):
    grown = (*MIGRATIONS, *(Migration(name, apply) for name, apply in steps))
    monkeypatch.setattr(migrations, "MIGRATIONS", grown)
    monkeypatch.setattr(opening, "MIGRATIONS", grown)
    monkeypatch.setattr(migrations.migrate, "__kwdefaults__", {"migrations": grown})
    monkeypatch.setattr("workbench.store.backups.MIGRATIONS", grown)


def test_a_new_step_is_taken_after_a_backup(path, monkeypatch):
    with RunStore.open(path) as store:
        run_id = add_run(store)
    old = statements(path)
    grow(monkeypatch, ("add-colour", add_colour))
    with RunStore.open(path) as store:
        assert store.tokenizer(run_id)
        assert store.check() == []
    assert "colour" in statements(path)["runs"]
    assert recorded(path)[-1] == (len(MIGRATIONS) + 1, "add-colour")
    (backup,) = list_backups(path)
    assert backup.reason == "before-add-colour"
    assert statements(backup.path) == old
    with RunStore.open(path):
        assert len(list_backups(path)) == 1


def test_a_step_that_fails_leaves_the_store_as_it_was(path, monkeypatch):
    with RunStore.open(path) as store:
        add_run(store)
    before = path.read_bytes()
    grow(monkeypatch, ("add-colour", add_colour), ("shape", fail_midway))
    with pytest.raises(Exception, match="no such table: missing"):
        RunStore.open(path)
    assert recorded(path)[-1][1] == MIGRATIONS[-1].name
    assert "colour" not in statements(path)["runs"]
    assert "shape" not in statements(path)["runs"]
    assert file_facts(path).version == len(MIGRATIONS)
    (backup,) = list_backups(path)
    monkeypatch.undo()
    backup.path.replace(path)
    with RunStore.open(path) as store:
        assert store.check() == []
        assert [run.notes for run in store.list_runs()] == [""]
    assert len(path.read_bytes()) == len(before)


def test_without_room_for_a_backup_nothing_is_migrated(path, monkeypatch):
    with RunStore.open(path) as store:
        add_run(store)
    (path.parent / "backups").write_text("in the way")
    before = path.read_bytes()
    grow(monkeypatch, ("add-colour", add_colour))
    with pytest.raises(StoreWriteError, match="could not be backed up"):
        RunStore.open(path)
    assert path.read_bytes() == before


def test_a_step_that_another_program_took_meanwhile_is_not_taken_twice(path, monkeypatch):
    with RunStore.open(path) as store:
        add_run(store)
    grown = (*MIGRATIONS, Migration("add-colour", add_colour))
    database = Database(path, journal_mode="TRUNCATE")

    def other_program(reason):
        assert migrate(database, back_up=lambda _: None, migrations=grown) == ("add-colour",)

    assert migrate(database, back_up=other_program, migrations=grown) == ()
    assert recorded(path)[-1][1] == "add-colour"


def test_damaged_documents_of_evaluations_leave_the_store_open():
    """A label that no column can hold, no number, a label that is none, endless nesting."""

    def document(label: object, premium: float) -> str:
        rows = [{"label": each, "round_trips": True} for each in ("eng", label)]
        labels = [{"label": "eng", "premium": 1.0}, {"label": label, "premium": premium}]
        fairness = {"reference": "eng", "labels": labels}
        measured = [{"evaluation": {"rows": rows, "fairness": fairness}}]
        return json.dumps({"version": 1, "measured": measured})

    with create_engine("sqlite://").begin() as connection:
        connection.exec_driver_sql("CREATE TABLE runs (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE run_evaluations (run_id, name, document)")
        documents = (
            document("od\udcff", 2.5), document("tam", float("nan")), document(7, 2.5),
            "[" * 100_000, "[]", "{}", '"text"',
        )  # fmt: skip
        for run, stored in enumerate(documents):
            connection.exec_driver_sql(
                "INSERT INTO run_evaluations VALUES (?, 'texts', ?)", (str(run), stored)
            )
        _add_premiums(connection)
        found = connection.exec_driver_sql("SELECT run_id, label, premium FROM run_premiums")
        assert [tuple(row) for row in found] == [("0", "od\\udcff", 2.5)]
